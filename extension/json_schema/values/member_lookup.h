// Asks one object for many member names.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "extension/json_schema/values/equality.h"

namespace schemagate::json_schema {

// Sorts the names of a large object once it is asked; a small one needs no memory from the heap.
template <class View>
class MemberLookup {
 public:
  explicit MemberLookup(View object) : object_(object) {}

  bool has(std::string_view name) {
    if (object_.size() <= kScannedMax) return find_member(object_, name).has_value();
    if (names_.empty()) sort_names();
    return std::ranges::binary_search(names_, name);
  }

 private:
  static constexpr std::size_t kScannedMax = 32;

  void sort_names() {
    names_.reserve(object_.size());
    for (const auto& [name, value] : object_.members()) names_.push_back(name);
    std::ranges::sort(names_);
  }

  View object_;
  std::vector<std::string_view> names_;
};

}  // namespace schemagate::json_schema
