// The hot-path instance view: a2a::JsonDocument's node array, read by index.
#pragma once

#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>

#include "a2a/json/document.h"
#include "a2a/json/name_key.h"
#include "extension/json_schema/values/inlining.h"
#include "extension/json_schema/values/number.h"
#include "extension/json_schema/values/types.h"

namespace schemagate::json_schema {

// Every view has these members, and the evaluator uses nothing else. Accessors require the matching type().
class DocumentView {
 public:
  using Node = a2a::JsonDocument::Node;

  explicit DocumentView(a2a::JsonValue value) : node_(&value.document().node(value.index())) {}

  // type(), or kAnyNumber where telling integers from fractions takes reading the literal.
  Types likely_type() const { return node_->types; }
  Types type() const {
    const Types type = likely_type();
    return type == kAnyNumber ? type_of_literal(text()) : type;
  }
  std::string_view string() const { return {node_->string_data, node_->count}; }
  bool boolean() const { return node_->boolean; }
  Number number() const { return node_->is_int64() ? Number(node_->integer) : Number(text()); }
  // Members or elements; 0 for scalars.
  std::size_t size() const { return is_container(node_) ? node_->count : 0; }
  // size() of a container.
  std::size_t child_count() const { return node_->count; }
  // How many values it holds, itself included, at most twice as many; 0 when that is not known.
  std::size_t weight() const { return node_->span; }
  // Tells values of one instance apart.
  const void* identity() const { return node_; }

  // All that likely_type() says of the children; kNoChild where there are none.
  Types child_types() const { return node_->child_types; }
  // Whether a child has a likely_type() among `types`, or whether there is none and kNoChild is.
  bool has_children_of(Types types) const { return (node_->child_types & types) != 0; }
  // name_key() of the name of `member`: the node before a member is its name's.
  static a2a::NameKey name_key(std::string_view, DocumentView member) {
    return a2a::name_key(member.node_[-1].count, member.node_[-1].name_hash);
  }

  struct Member;
  template <class Child>
  class Children;
  // In source order; the views of an object's members are pairs of name and value.
  Children<Member> members() const;
  // What `*at` has, of an iterator through members, and name_key() of its name, without a look at the name.
  template <class Iterator>
  static DocumentView member_at(const Iterator& at) {
    return at.value();
  }
  template <class Iterator>
  static a2a::NameKey key_at(const Iterator& at) {
    return name_key({}, at.value());
  }
  // ++ of an iterator through members that is known to be at a scalar, or at none.
  template <class Iterator>
  static void pass_scalar(Iterator& at) {
    at.pass_scalar();
  }
  template <class Iterator>
  static void pass_container(Iterator& at) {
    at.pass_container();
  }
  Children<DocumentView> elements() const;

 private:
  explicit DocumentView(const Node* node) : node_(node) {}
  // Apart from the rest, so that views stay in registers.
  JSON_SCHEMA_APART static Types type_of_literal(std::string_view literal) {
    return Decimal(literal).is_integer() ? kInteger : kFraction;
  }
  // Of a number that is no int64.
  std::string_view text() const { return {node_->literal, node_->text_size}; }
  static bool is_container(const Node* node) { return (node->types & kContainers) != 0; }
  // What follows this value. A scalar's successor is known without waiting for `span` to be read.
  const Node* behind() const {
    if (is_container(node_)) [[unlikely]]
      return node_ + node_->span;
    return node_ + 1;
  }

  const Node* node_;
};

struct DocumentView::Member {
  std::string_view name;
  DocumentView value;
};

template <class Child>
class DocumentView::Children {
 public:
  class Iterator {
   public:
    explicit Iterator(const Node* at) : at_(at) {}
    Child operator*() const {
      if constexpr (kNamed) {
        return {{at_->string_data, at_->count}, value()};
      } else {
        return value();
      }
    }
    Iterator& operator++() {
      at_ = value().behind();
      return *this;
    }
    void pass_scalar() { at_ += kNamed ? 2 : 1; }
    void pass_container() {
      constexpr std::uint32_t kNames = kNamed ? 1 : 0;
      at_ += kNames + at_[kNames].span;
    }
    bool operator==(const Iterator&) const = default;
    DocumentView value() const { return DocumentView(kNamed ? at_ + 1 : at_); }

   private:
    const Node* at_;
  };
  explicit Children(DocumentView parent) : parent_(parent) {}
  Iterator begin() const { return Iterator(parent_.node_ + 1); }
  Iterator end() const { return Iterator(parent_.node_ + parent_.node_->span); }

 private:
  static constexpr bool kNamed = std::is_same_v<Child, Member>;
  DocumentView parent_;
};

inline DocumentView::Children<DocumentView::Member> DocumentView::members() const {
  return Children<Member>(*this);
}

inline DocumentView::Children<DocumentView> DocumentView::elements() const {
  return Children<DocumentView>(*this);
}

}  // namespace schemagate::json_schema
