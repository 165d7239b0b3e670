// `uniqueItems` in linear time: a table of hashes, only equal hashes are compared, and each step along the
// table costs a step. Up to 128 elements need no memory from the heap.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <utility>
#include <vector>

#include "extension/json_schema/evaluate/evaluation_context.h"
#include "extension/json_schema/values/equality.h"
#include "extension/json_schema/values/same_text.h"

namespace schemagate::json_schema {

template <class View>
struct HashedElement {
  std::uint64_t hash;
  View value;
};

// The same as find_equal_elements() for a few strings, which are compared faster than hashed; nullopt when
// there are others.
template <class View>
std::optional<bool> has_equal_strings(View array) {
  constexpr std::size_t kFew = 8;
  constexpr std::size_t kShort = 64;  // longer ones are paid for by the byte
  if (array.size() > kFew) return std::nullopt;
  std::array<std::string_view, kFew> before;
  std::size_t count = 0;
  for (const View element : array.elements()) {
    if (element.likely_type() != kString) return std::nullopt;
    const std::string_view text = element.string();
    if (text.size() > kShort) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
      if (same_text(before[i], text)) return true;
    }
    before[count++] = text;
  }
  return false;
}

// The positions of two equal elements, nullopt when there are none or the budget is used up.
template <class View>
std::optional<std::pair<std::size_t, std::size_t>> find_equal_elements(View array,
                                                                       EvaluationContext& context) {
  constexpr std::size_t kOnStack = 128;
  std::array<std::byte, kOnStack * (sizeof(HashedElement<View>) + 2 * sizeof(std::uint32_t)) + 16> stack;
  std::pmr::monotonic_buffer_resource memory(stack.data(), stack.size());
  std::pmr::vector<HashedElement<View>> elements(&memory);
  elements.reserve(array.size());
  // One-based positions, 0 is empty; at most half full.
  std::pmr::vector<std::uint32_t> slots(std::bit_ceil(2 * array.size()), 0, &memory);
  for (const View element : array.elements()) {
    std::size_t visited = 0;
    const std::uint64_t hash = hash_value(element, visited);
    if (!context.spend(visited)) return std::nullopt;
    std::size_t at = hash & (slots.size() - 1);
    for (; slots[at] != 0; at = (at + 1) & (slots.size() - 1)) {
      const std::size_t position = slots[at] - 1;
      const bool alike = elements[position].hash == hash;
      if (alike && equal_within(element, elements[position].value, context))
        return std::pair(position, elements.size());
      if (!context.spend(1)) return std::nullopt;
    }
    elements.push_back({hash, element});
    slots[at] = static_cast<std::uint32_t>(elements.size());
  }
  return std::nullopt;
}

}  // namespace schemagate::json_schema
