#include "extension/json_schema/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace schemagate::json_schema {
namespace {

constexpr std::size_t kComparedBytesMax = 64;

// Damerau's and Levenshtein's (optimal string alignment), three rows at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates,
                                             std::size_t distance_max) {
  if (name.size() > kComparedBytesMax) return std::nullopt;
  std::pair best{distance_max, true};  // of two at one distance, the one that begins alike
  std::optional<std::string_view> nearest;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kComparedBytesMax) continue;
    const std::pair rank{edit_distance(name, candidate), !name.starts_with(candidate.substr(0, 1))};
    if (nearest ? rank >= best : rank > best) continue;
    best = rank;
    nearest = candidate;
  }
  return nearest;
}

std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates) {
  return nearest_name(name, candidates, std::max<std::size_t>(1, name.size() / 3));
}

}  // namespace schemagate::json_schema
