// A member name seen as an instance, for `propertyNames`.
#pragma once

#include <string_view>

#include "extension/json_schema/graph.h"
#include "extension/json_schema/number.h"

namespace json_schema {

class NameView {
 public:
  explicit NameView(std::string_view name) : name_(name) {}
  Types type() const { return kString; }
  Types likely_type() const { return kString; }
  std::string_view string() const { return name_; }
  bool boolean() const { return false; }
  Number number() const { return Number(std::int64_t{0}); }
  std::size_t size() const { return 0; }
  const void* identity() const { return name_.data(); }
  template <class Visit>
  bool each_member(const Visit&) const {
    return true;
  }
  template <class Visit>
  bool each_element(const Visit&) const {
    return true;
  }

 private:
  std::string_view name_;
};

}  // namespace json_schema
