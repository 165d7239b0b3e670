// The Compiler's part for type, const and enum.
#include <algorithm>

#include "extension/json_schema/compile/compiler.h"
#include "extension/json_schema/values/document_view.h"
#include "extension/json_schema/values/equality.h"

namespace schemagate::json_schema {
namespace {

// From so many values on, an enum is searched by hash.
constexpr std::size_t kHashValuesFrom = 9;

std::vector<ValueSet::Hashed> hashed(const std::vector<a2a::JsonValue>& values) {
  std::vector<ValueSet::Hashed> by_hash;
  by_hash.reserve(values.size());
  std::size_t visited = 0;
  for (std::uint32_t i = 0; i < values.size(); ++i)
    by_hash.emplace_back(hash_value(DocumentView(values[i]), visited), i);
  std::ranges::sort(by_hash);
  return by_hash;
}

}  // namespace

Compiler::Status Compiler::add_values(const SchemaKeywords& keywords, Node& node) {
  Status status = add_types(keywords, node);
  if (status) status = add_value_set(keywords, Keyword::kConst, node);
  if (status) status = add_value_set(keywords, Keyword::kEnum, node);
  return status;
}

Compiler::Status Compiler::add_types(const SchemaKeywords& keywords, Node& node) {
  if (!keywords.has(Keyword::kType)) return {};
  const a2a::JsonValue value = value_of(keywords, Keyword::kType);
  node.types = types_named(value.string().value_or(""));
  for (const a2a::JsonValue element : value.elements()) {
    const Types named = types_named(element.string().value_or(""));
    if (named == 0) return wrong_value(keywords, Keyword::kType);
    node.types |= named;
  }
  if (node.types == 0) return wrong_value(keywords, Keyword::kType);
  return {};
}

Compiler::Status Compiler::add_value_set(const SchemaKeywords& keywords, Keyword keyword, Node& node) {
  if (!keywords.has(keyword)) return {};
  const a2a::JsonValue value = value_of(keywords, keyword);
  ValueSet set;
  set.keyword = keyword;
  if (keyword == Keyword::kConst) {
    set.values.push_back(value);
  } else {
    if (!value.is_array()) return wrong_value(keywords, keyword);
    for (const a2a::JsonValue element : value.elements()) set.values.push_back(element);
  }
  for (const a2a::JsonValue member : set.values) {
    set.types |= DocumentView(member).type();
    if (member.is_string()) set.strings.push_back(*member.string());
  }
  if (set.values.size() >= kHashValuesFrom) set.by_hash = hashed(set.values);
  general_of(node).values.push_back(std::move(set));
  return {};
}

}  // namespace schemagate::json_schema
