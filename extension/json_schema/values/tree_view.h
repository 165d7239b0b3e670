// The cold instance view: nlohmann's trees, ordered or not. Same members as DocumentView.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ranges>
#include <string>
#include <string_view>

#include "a2a/json/name_key.h"
#include "extension/json_schema/values/number.h"
#include "extension/json_schema/values/types.h"

namespace schemagate::json_schema {

template <class Tree>
class TreeView {
 public:
  explicit TreeView(const Tree& tree) : tree_(&tree) {}

  // type(), or kAnyNumber where telling integers from fractions takes work.
  Types likely_type() const { return tree_->is_number_float() ? kAnyNumber : type(); }
  Types type() const {
    switch (tree_->type()) {
      case nlohmann::json::value_t::boolean:
        return kBoolean;
      case nlohmann::json::value_t::number_integer:
      case nlohmann::json::value_t::number_unsigned:
        return kInteger;
      case nlohmann::json::value_t::number_float:
        return number().is_integer() ? kInteger : kFraction;
      case nlohmann::json::value_t::string:
        return kString;
      case nlohmann::json::value_t::array:
        return kArray;
      case nlohmann::json::value_t::object:
        return kObject;
      default:
        return kNull;
    }
  }
  std::string_view string() const { return *tree_->template get_ptr<const typename Tree::string_t*>(); }
  bool boolean() const { return *tree_->template get_ptr<const typename Tree::boolean_t*>(); }
  Number number() const {
    if (const auto* real = tree_->template get_ptr<const typename Tree::number_float_t*>())
      return Number(*real);
    if (const auto* natural = tree_->template get_ptr<const typename Tree::number_unsigned_t*>()) {
      if (std::in_range<std::int64_t>(*natural)) return Number(static_cast<std::int64_t>(*natural));
      return Number(*natural);
    }
    return Number(*tree_->template get_ptr<const typename Tree::number_integer_t*>());
  }
  std::size_t size() const { return tree_->is_structured() ? tree_->size() : 0; }
  std::size_t child_count() const { return tree_->size(); }
  std::size_t weight() const { return 0; }
  Types child_types() const {
    Types types = tree_->empty() ? kNoChild : 0;
    for (const Tree& child : *tree_) types |= TreeView(child).likely_type();
    return types;
  }
  bool has_children_of(Types types) const {
    if (tree_->empty()) return (types & kNoChild) != 0;
    return std::ranges::any_of(
        *tree_, [types](const Tree& child) { return (TreeView(child).likely_type() & types) != 0; });
  }
  static a2a::NameKey name_key(std::string_view name, TreeView) { return a2a::name_key(name); }
  template <class Iterator>
  static TreeView member_at(const Iterator& at) {
    return (*at).value;
  }
  template <class Iterator>
  static a2a::NameKey key_at(const Iterator& at) {
    return a2a::name_key((*at).name);
  }
  template <class Iterator>
  static void pass_scalar(Iterator& at) {
    ++at;
  }
  template <class Iterator>
  static void pass_container(Iterator& at) {
    ++at;
  }
  const void* identity() const { return tree_; }

  struct Member {
    std::string_view name;
    TreeView value;
  };
  auto members() const {
    const auto& object = *tree_->template get_ptr<const typename Tree::object_t*>();
    return std::views::transform(
        object, [](const auto& member) -> Member { return {member.first, TreeView(member.second)}; });
  }
  auto elements() const {
    const auto& array = *tree_->template get_ptr<const typename Tree::array_t*>();
    return std::views::transform(array, [](const Tree& element) { return TreeView(element); });
  }

 private:
  const Tree* tree_;
};

}  // namespace schemagate::json_schema
