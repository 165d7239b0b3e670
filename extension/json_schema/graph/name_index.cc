#include "extension/json_schema/graph/name_index.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "extension/json_schema/values/hash.h"

namespace schemagate::json_schema {

std::optional<NameIndex> NameIndex::build(const std::vector<std::uint64_t>& words) {
  constexpr std::size_t kNamesMax = 128;
  constexpr std::uint64_t kTries = 24;
  if (words.empty() || words.size() > kNamesMax) return std::nullopt;
  std::vector<char> taken;
  // Where a quarter of n * n places are had, every seventh factor does.
  const std::size_t most = std::bit_ceil(std::max<std::size_t>(4, words.size() * words.size() / 4));
  for (std::size_t places = std::bit_ceil(std::max<std::size_t>(4, 2 * words.size())); places <= 2 * most;
       places *= 2) {
    for (std::uint64_t attempt = 1; attempt <= kTries; ++attempt) {
      NameIndex index;
      index.factor_ = mix(attempt, places) | 1;
      index.shift_ = static_cast<unsigned>(64 - std::countr_zero(places));
      taken.assign(places, 0);
      const bool told_apart = std::ranges::all_of(words, [&index, &taken](std::uint64_t word) {
        const auto place = (word * index.factor_) >> index.shift_;
        return std::exchange(taken[place], 1) == 0;
      });
      if (!told_apart) continue;
      index.places_.assign(places, 0);
      for (std::size_t i = 0; i < words.size(); ++i)
        index.places_[(words[i] * index.factor_) >> index.shift_] = static_cast<std::uint8_t>(i);
      return index;
    }
  }
  return std::nullopt;
}

}  // namespace schemagate::json_schema
