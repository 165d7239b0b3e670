// Equality of JSON values as JSON Schema defines it (2020-12 core section 4.2.2): numbers by exact value,
// objects regardless of order. Works across views. Recursion is as deep as the shallower value.
#pragma once

#include <algorithm>
#include <optional>

#include "extension/json_schema/graph.h"
#include "extension/json_schema/hash.h"

namespace json_schema {

template <class View>
std::optional<View> find_member(View object, std::string_view name) {
  std::optional<View> found;
  object.each_member([&found, name](std::string_view member, View value) {
    if (member == name) found = value;
    return !found;
  });
  return found;
}

template <class Left, class Right>
bool equal(Left left, Right right);

template <class Left, class Right>
bool equal_arrays(Left left, Right right) {
  if (left.size() != right.size()) return false;
  std::vector<Right> others;
  others.reserve(right.size());
  right.each_element([&others](Right element) {
    others.push_back(element);
    return true;
  });
  std::size_t at = 0;
  return left.each_element([&others, &at](Left element) { return equal(element, others[at++]); });
}

template <class Left, class Right>
bool equal_objects(Left left, Right right) {
  if (left.size() != right.size()) return false;
  std::vector<std::pair<std::string_view, Right>> others;
  others.reserve(right.size());
  right.each_member([&others](std::string_view name, Right value) {
    others.emplace_back(name, value);
    return true;
  });
  const auto by_name = [](const auto& entry) { return entry.first; };
  std::ranges::sort(others, {}, by_name);
  return left.each_member([&others, &by_name](std::string_view name, Left value) {
    const auto found = std::ranges::lower_bound(others, name, {}, by_name);
    return found != others.end() && found->first == name && equal(value, found->second);
  });
}

template <class Left, class Right>
bool equal(Left left, Right right) {
  const Types type = left.type();
  if (type != right.type()) return false;
  switch (type) {
    case kNull:
      return true;
    case kBoolean:
      return left.boolean() == right.boolean();
    case kString:
      return left.string() == right.string();
    case kArray:
      return equal_arrays(left, right);
    case kObject:
      return equal_objects(left, right);
    default:
      return left.number() == right.number();
  }
}

// Equal values have equal hashes.
template <class View>
std::uint64_t hash_value(View value) {
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
      value.each_element([&result](View element) {
        result = mix(result, hash_value(element));
        return true;
      });
      return result;
    case kObject:
      value.each_member([&result](std::string_view name, View member) {
        result += mix(hash_bytes(name, 1), hash_value(member));
        return true;
      });
      return mix(result, value.size());
    default:
      return mix(kInteger, value.number().hash());
  }
}

}  // namespace json_schema
