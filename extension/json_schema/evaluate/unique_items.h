// `uniqueItems` in linear time: a table of hashes, only equal hashes are compared, and each step along the
// table costs a step. Up to 128 elements need no memory from the heap.
#pragma once

#include <algorithm>
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
#include "extension/json_schema/values/hash.h"
#include "extension/json_schema/values/number.h"
#include "extension/json_schema/values/text_ends.h"
#include "extension/json_schema/values/types.h"

namespace schemagate::json_schema {

template <class View>
struct HashedElement {
  std::uint64_t hash;
  View value;
};

// A number of a value that equal values share, whatever the order of their members. Looks at one level of
// members or elements, at the ends of texts, and at no literal. nullopt for a number that is no int64.
template <class View>
std::optional<std::uint64_t> glance_at(View value, int levels) {
  std::uint64_t sum = 0;
  switch (value.likely_type()) {
    case kString:
      return mix(kString, ends_of(value.string()));
    case kInteger: {
      const Number number = value.number();
      return number.is_int64() ? std::optional(mix(kInteger, static_cast<std::uint64_t>(number.integer())))
                               : std::nullopt;
    }
    case kBoolean:
      return value.boolean() ? 2 : 3;
    case kNull:
      return 1;
    case kObject:
      if (levels == 0) break;
      for (const auto& [name, member] : value.members()) {
        const auto glance = glance_at(member, levels - 1);
        if (!glance) return std::nullopt;
        sum += mix(ends_of(name), *glance);
      }
      break;
    case kArray:
      if (levels == 0) break;
      for (const View element : value.elements()) {
        const auto glance = glance_at(element, levels - 1);
        if (!glance) return std::nullopt;
        sum = mix(sum, *glance);
      }
      break;
    default:
      return std::nullopt;
  }
  return mix(value.size(), sum + value.likely_type());
}

// Whether a glance tells that a few elements differ: that is cheaper than to hash all of them.
template <class View>
bool surely_differ(View array, EvaluationContext& context) {
  constexpr std::size_t kFew = 16;
  if (array.size() > kFew) return false;
  std::array<std::uint64_t, kFew> glances;
  std::size_t count = 0;
  for (const View element : array.elements()) {
    if (!context.spend(element.size())) return false;
    const auto glance = glance_at(element, 1);
    const auto end = glances.begin() + static_cast<std::ptrdiff_t>(count);
    if (!glance || std::find(glances.begin(), end, *glance) != end) return false;
    glances[count++] = *glance;
  }
  return true;
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
