// `uniqueItems` in n log n: elements sorted by hash, only equal hashes are compared. Up to 128 elements need
// no memory from the heap.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <utility>
#include <vector>

#include "extension/json_schema/equality.h"
#include "extension/json_schema/run.h"

namespace json_schema {

template <class View>
struct HashedElement {
  std::uint64_t hash;
  std::size_t position;
  View value;
};

// The positions of two equal elements, nullopt when there are none or the budget is used up.
template <class View>
std::optional<std::pair<std::size_t, std::size_t>> find_equal_elements(View array, Run& run) {
  constexpr std::size_t kOnStack = 128;
  std::array<std::byte, kOnStack * sizeof(HashedElement<View>)> stack;
  std::pmr::monotonic_buffer_resource memory(stack.data(), stack.size());
  std::pmr::vector<HashedElement<View>> elements(&memory);
  elements.reserve(array.size());
  for (const View element : array.elements()) {
    elements.push_back({hash_value(element), elements.size(), element});
  }
  std::ranges::sort(elements, [](const auto& a, const auto& b) {
    return std::pair(a.hash, a.position) < std::pair(b.hash, b.position);
  });
  for (std::size_t i = 0; i < elements.size(); ++i) {
    for (std::size_t j = i + 1; j < elements.size() && elements[j].hash == elements[i].hash; ++j) {
      if (equal_within(elements[i].value, elements[j].value, run)) {
        return std::pair(elements[i].position, elements[j].position);
      }
      if (!run.limit().empty()) return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace json_schema
