#include "extension/json_schema/graph/name_index.h"

#include <algorithm>
#include <bit>

#include "extension/json_schema/values/hash.h"

namespace schemagate::json_schema {

bool NameIndex::tells_apart(const std::vector<std::uint64_t>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint8_t& place = places_[(words[i] * function_.factor) >> function_.shift];
    if (place == kFree) place = static_cast<std::uint8_t>(i);
    if (words[place] != words[i]) return false;
  }
  std::ranges::replace(places_, kFree, std::uint8_t{0});
  return true;
}

std::optional<NameIndex> NameIndex::build(const std::vector<std::uint64_t>& words) {
  constexpr std::size_t kNamesMax = 128;
  constexpr std::uint64_t kTries = 24;
  if (words.empty() || words.size() > kNamesMax) return std::nullopt;
  // Where a quarter of n * n places are had, every seventh factor does.
  const std::size_t most = std::bit_ceil(std::max<std::size_t>(4, words.size() * words.size() / 4));
  for (std::size_t places = std::bit_ceil(std::max<std::size_t>(4, 2 * words.size())); places <= 2 * most;
       places *= 2) {
    for (std::uint64_t attempt = 1; attempt <= kTries; ++attempt) {
      NameIndex index;
      index.function_.factor = mix(attempt, places) | 1;
      index.function_.shift = static_cast<unsigned>(64 - std::countr_zero(places));
      index.places_.assign(places, kFree);
      if (index.tells_apart(words)) return index;
    }
  }
  return std::nullopt;
}

}  // namespace schemagate::json_schema
