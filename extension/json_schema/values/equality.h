// Equality of JSON values as JSON Schema defines it (2020-12 core section 4.2.2): numbers by exact value,
// objects regardless of order. Works across views.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "extension/json_schema/values/hash.h"
#include "extension/json_schema/values/same_text.h"
#include "extension/json_schema/values/types.h"

namespace schemagate::json_schema {

inline constexpr std::size_t kComparedDepthMax = 1024;

template <class View>
std::optional<View> find_member(View object, std::string_view name) {
  for (const auto& [member, value] : object.members()) {
    if (same_text(member, name)) return value;
  }
  return std::nullopt;
}

// Bounds and counts the work of one comparison.
struct Comparison {
  std::size_t depth_left = kComparedDepthMax;
  std::size_t visited = 0;
  bool too_deep = false;  // the answer is not to be used
};

template <class Left, class Right>
bool equal_values(Left left, Right right, Comparison& comparison);

template <class Left, class Right>
bool equal_arrays(Left left, Right right, Comparison& comparison) {
  const auto others = right.elements();
  auto other = others.begin();
  for (const Left element : left.elements()) {
    if (!equal_values(element, Right(*other), comparison)) return false;
    ++other;
  }
  return true;
}

// Small objects are searched as they are.
template <class Left, class Right>
bool equal_small_objects(Left left, Right right, Comparison& comparison) {
  for (const auto& [name, value] : left.members()) {
    const auto other = find_member(right, name);
    if (!other || !equal_values(value, *other, comparison)) return false;
  }
  return true;
}

template <class Left, class Right>
bool equal_objects(Left left, Right right, Comparison& comparison) {
  constexpr std::size_t kSmall = 16;
  if (right.size() <= kSmall) return equal_small_objects(left, right, comparison);
  std::vector<std::pair<std::string_view, Right>> others;
  others.reserve(right.size());
  for (const auto& [name, value] : right.members()) others.emplace_back(name, value);
  const auto by_name = [](const auto& entry) { return entry.first; };
  std::ranges::sort(others, {}, by_name);
  for (const auto& [name, value] : left.members()) {
    const auto found = std::ranges::lower_bound(others, name, {}, by_name);
    const bool same = found != others.end() && found->first == name;
    if (!same || !equal_values(value, found->second, comparison)) return false;
  }
  return true;
}

template <class Left, class Right>
bool equal_containers(Left left, Right right, Comparison& comparison) {
  if (left.size() != right.size()) return false;
  if (comparison.depth_left == 0) {
    comparison.too_deep = true;
    return false;
  }
  --comparison.depth_left;
  const bool same =
      left.type() == kArray ? equal_arrays(left, right, comparison) : equal_objects(left, right, comparison);
  ++comparison.depth_left;
  return same;
}

template <class Left, class Right>
bool equal_values(Left left, Right right, Comparison& comparison) {
  const Types type = left.type();
  if (type != right.type()) return false;
  ++comparison.visited;
  switch (type) {
    case kNull:
      return true;
    case kBoolean:
      return left.boolean() == right.boolean();
    case kString:
      return left.string() == right.string();
    case kArray:
    case kObject:
      return equal_containers(left, right, comparison);
    default:
      return left.number() == right.number();
  }
}

// Equal values have equal hashes. What lies deeper than any comparison goes does not count. `visited` grows
// by the values that it took.
template <class View>
std::uint64_t hash_value(View value, std::size_t& visited, std::size_t depth_left = kComparedDepthMax) {
  const Types type = value.type();
  ++visited;
  std::uint64_t result = type;
  switch (type) {
    case kNull:
      return result;
    case kBoolean:
      return mix(result, value.boolean() ? 1 : 2);
    case kString:
      visited += value.string().size() / 64;
      return mix(result, hash_bytes(value.string(), type));
    case kArray:
      if (depth_left == 0) return result;
      for (const View element : value.elements())
        result = mix(result, hash_value(element, visited, depth_left - 1));
      return result;
    case kObject:
      if (depth_left == 0) return result;
      for (const auto& [name, member] : value.members()) {
        result += mix(hash_bytes(name, 1), hash_value(member, visited, depth_left - 1));
      }
      return mix(result, value.size());
    default:
      return mix(kInteger, value.number().hash());
  }
}

}  // namespace schemagate::json_schema
