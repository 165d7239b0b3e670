// The Compiler's part for the keywords of arrays.
#include "extension/json_schema/compile/compiler.h"

namespace schemagate::json_schema {

Compiler::Status Compiler::add_arrays(const SchemaKeywords& keywords, Node& node) {
  ArrayConstraints constraints;
  Status status = read_count(keywords, Keyword::kMinItems, constraints.min_items);
  if (status) status = read_count(keywords, Keyword::kMaxItems, constraints.max_items);
  if (status) status = read_count(keywords, Keyword::kMinContains, constraints.min_contains);
  if (status) status = read_count(keywords, Keyword::kMaxContains, constraints.max_contains);
  if (status) status = add_items(keywords, constraints);
  if (!status) return status;
  if (keywords.has(Keyword::kUniqueItems)) {
    const auto unique = value_of(keywords, Keyword::kUniqueItems).boolean();
    if (!unique) return wrong_value(keywords, Keyword::kUniqueItems);
    constraints.unique = *unique;
  }
  constraints.contains = request_if(keywords, Keyword::kContains);
  constraints.contains_evaluates = keywords.dialect().draft == Dialect::k2020_12;
  constraints.unevaluated = request_if(keywords, Keyword::kUnevaluatedItems);
  const bool any = constraints.min_items > 0 || constraints.max_items != kUnbounded || constraints.unique ||
                   !constraints.prefix.empty() || constraints.rest != kNoNode ||
                   constraints.contains != kNoNode || constraints.unevaluated != kNoNode;
  if (!any) return {};
  node.array = append_to(graph_.arrays, std::move(constraints));
  node.constrained |= kArray;
  return {};
}

Compiler::Status Compiler::add_items(const SchemaKeywords& keywords, ArrayConstraints& constraints) {
  // Before 2020-12, a list under `items` was what prefixItems is now, and additionalItems what items is.
  const bool list_form = keywords.has(Keyword::kItems) && value_of(keywords, Keyword::kItems).is_array();
  if (list_form && keywords.dialect().draft == Dialect::k2020_12) {
    return problem(keywords.ref(Keyword::kItems), Keyword::kItems,
                   "must be a schema; use prefixItems for a list");
  }
  const Keyword prefix = list_form ? Keyword::kItems : Keyword::kPrefixItems;
  if (keywords.has(prefix)) {
    const a2a::JsonValue list = value_of(keywords, prefix);
    if (!list.is_array()) return wrong_value(keywords, prefix);
    constraints.prefix = request_elements(list, keywords.document());
  }
  constraints.rest_keyword = list_form ? Keyword::kAdditionalItems : Keyword::kItems;
  constraints.rest = request_if(keywords, constraints.rest_keyword);
  return {};
}

// Where nothing but the schema's own keywords can have evaluated an element, it is `items`.
void Compiler::replace_unevaluated_items(Node& node) {
  if (node.array == kNone) return;
  ArrayConstraints& constraints = graph_.arrays[node.array];
  const bool alone =
      node.general == kNone && (constraints.contains == kNoNode || !constraints.contains_evaluates);
  if (replace_unevaluated(constraints.unevaluated, alone, constraints.rest))
    constraints.rest_keyword = Keyword::kUnevaluatedItems;
  node.unevaluated |= constraints.unevaluated != kNoNode;
}

}  // namespace schemagate::json_schema
