#include "extension/json_schema/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace schemagate::json_schema {
namespace {

constexpr std::size_t kComparedBytesMax = 64;

// Levenshtein's, one row at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates,
                                             std::size_t distance_max) {
  if (name.size() > kComparedBytesMax) return std::nullopt;
  std::size_t best = distance_max + 1;
  std::optional<std::string_view> nearest;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kComparedBytesMax) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance >= best) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace schemagate::json_schema
