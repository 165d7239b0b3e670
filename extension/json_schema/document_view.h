// The hot-path instance view: a2a::JsonDocument's node array, read by index.
#pragma once

#include <string>
#include <string_view>

#include "a2a/json/document.h"
#include "extension/json_schema/graph.h"
#include "extension/json_schema/number.h"

namespace json_schema {

// Every view has these members, and the evaluator uses nothing else. Accessors require the matching type().
class DocumentView {
 public:
  using Node = a2a::JsonDocument::Node;

  explicit DocumentView(a2a::JsonValue value)
      : document_(&value.document()), node_(&value.document().node(value.index())) {}

  // type(), or kAnyNumber where telling integers from fractions takes reading the literal.
  Types likely_type() const {
    constexpr Types kByKind[] = {kNull, kBoolean, kAnyNumber, kString, kArray, kObject};
    const Types type = kByKind[static_cast<std::size_t>(node_->kind)];
    return type == kAnyNumber && node_->is_int64 ? kInteger : type;
  }
  Types type() const {
    const Types type = likely_type();
    if (type != kAnyNumber) return type;
    return number().is_integer() ? kInteger : kFraction;
  }
  std::string_view string() const { return {node_->string_data, node_->count}; }
  bool boolean() const { return node_->boolean; }
  Number number() const { return node_->is_int64 ? Number(node_->integer) : Number(text()); }
  // Members or elements; 0 for scalars.
  std::size_t size() const { return is_container() ? node_->count : 0; }
  // Tells values of one instance apart.
  const void* identity() const { return node_; }

  // Calls `visit(name, value)` for each member in order until it returns false; returns whether none did.
  template <class Visit>
  bool each_member(Visit&& visit) const {
    const Node* at = node_ + 1;
    for (std::uint32_t left = node_->count; left > 0; --left) {
      const Node* value = at + 1;
      if (!visit(std::string_view(at->string_data, at->count), DocumentView(document_, value))) return false;
      at = &document_->node(0) + value->next;
    }
    return true;
  }
  // Calls `visit(value)` for each element in order, likewise.
  template <class Visit>
  bool each_element(Visit&& visit) const {
    const Node* at = node_ + 1;
    for (std::uint32_t left = node_->count; left > 0; --left) {
      if (!visit(DocumentView(document_, at))) return false;
      at = &document_->node(0) + at->next;
    }
    return true;
  }

 private:
  DocumentView(const a2a::JsonDocument* document, const Node* node) : document_(document), node_(node) {}
  std::string_view text() const { return document_->text().substr(node_->text_begin, node_->text_size); }
  bool is_container() const {
    return node_->kind == a2a::JsonKind::kObject || node_->kind == a2a::JsonKind::kArray;
  }

  const a2a::JsonDocument* document_;
  const Node* node_;
};

}  // namespace json_schema
