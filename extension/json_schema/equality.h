// Equality of JSON values as JSON Schema defines it (2020-12 core section 4.2.2): numbers by exact value,
// objects regardless of order. Works across views.
#pragma once

#include <algorithm>
#include <optional>

#include "extension/json_schema/graph.h"
#include "extension/json_schema/hash.h"

namespace json_schema {

inline constexpr std::size_t kComparedDepthMax = 1024;

template <class View>
std::optional<View> find_member(View object, std::string_view name) {
  std::optional<View> found;
  object.each_member([&found, name](std::string_view member, View value) {
    if (member == name) found = value;
    return !found;
  });
  return found;
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
  std::vector<Right> others;
  others.reserve(right.size());
  right.each_element([&others](Right element) {
    others.push_back(element);
    return true;
  });
  std::size_t at = 0;
  return left.each_element(
      [&others, &at, &comparison](Left element) { return equal_values(element, others[at++], comparison); });
}

template <class Left, class Right>
bool equal_objects(Left left, Right right, Comparison& comparison) {
  std::vector<std::pair<std::string_view, Right>> others;
  others.reserve(right.size());
  right.each_member([&others](std::string_view name, Right value) {
    others.emplace_back(name, value);
    return true;
  });
  const auto by_name = [](const auto& entry) { return entry.first; };
  std::ranges::sort(others, {}, by_name);
  return left.each_member([&others, &by_name, &comparison](std::string_view name, Left value) {
    const auto found = std::ranges::lower_bound(others, name, {}, by_name);
    return found != others.end() && found->first == name && equal_values(value, found->second, comparison);
  });
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

// Equal values have equal hashes. What lies deeper than any comparison goes does not count.
template <class View>
std::uint64_t hash_value(View value, std::size_t depth_left = kComparedDepthMax) {
  const Types type = value.type();
  std::uint64_t result = type;
  switch (type) {
    case kNull:
      return result;
    case kBoolean:
      return mix(result, value.boolean() ? 1 : 2);
    case kString:
      return mix(result, hash_bytes(value.string(), type));
    case kArray:
      if (depth_left == 0) return result;
      value.each_element([&result, depth_left](View element) {
        result = mix(result, hash_value(element, depth_left - 1));
        return true;
      });
      return result;
    case kObject:
      if (depth_left == 0) return result;
      value.each_member([&result, depth_left](std::string_view name, View member) {
        result += mix(hash_bytes(name, 1), hash_value(member, depth_left - 1));
        return true;
      });
      return mix(result, value.size());
    default:
      return mix(kInteger, value.number().hash());
  }
}

}  // namespace json_schema
