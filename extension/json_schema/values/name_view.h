// A member name seen as an instance, for `propertyNames`.
#pragma once

#include <span>
#include <string_view>

#include "a2a/json/name_key.h"
#include "extension/json_schema/values/number.h"
#include "extension/json_schema/values/types.h"

namespace schemagate::json_schema {

class NameView {
 public:
  explicit NameView(std::string_view name) : name_(name) {}
  Types type() const { return kString; }
  Types likely_type() const { return kString; }
  std::string_view string() const { return name_; }
  bool boolean() const { return false; }
  Number number() const { return Number(std::int64_t{0}); }
  std::size_t size() const { return 0; }
  std::size_t child_count() const { return 0; }
  std::size_t weight() const { return 1; }
  Types child_types() const { return 0; }
  bool has_children_of(Types) const { return false; }
  static a2a::NameKey name_key(std::string_view, NameView) { return {}; }
  template <class Iterator>
  static NameView member_at(const Iterator& at) {
    return at->value;
  }
  template <class Iterator>
  static a2a::NameKey key_at(const Iterator&) {
    return {};
  }
  template <class Iterator>
  static void pass_scalar(Iterator& at) {
    ++at;
  }
  template <class Iterator>
  static void pass_container(Iterator& at) {
    ++at;
  }
  const void* identity() const { return name_.data(); }
  struct Member;
  std::span<const Member> members() const { return {}; }
  std::span<const NameView> elements() const { return {}; }

 private:
  std::string_view name_;
};

struct NameView::Member {
  std::string_view name;
  NameView value;
};

}  // namespace schemagate::json_schema
