// The Compiler's part for $ref, $dynamicRef and $recursiveRef.
#include "extension/json_schema/compile/compiler.h"

namespace schemagate::json_schema {

Compiler::Status Compiler::add_references(const SchemaKeywords& keywords, Node& node) {
  for (const Keyword keyword : {Keyword::kRef, Keyword::kDynamicRef, Keyword::kRecursiveRef}) {
    if (auto added = add_reference(keywords, keyword, node); !added) return added;
  }
  if (keywords.count() == 1) graph_.origins[node.self].alias_of = general_of(node).references.front().node;
  return {};
}

Compiler::Status Compiler::add_reference(const SchemaKeywords& keywords, Keyword keyword, Node& node) {
  if (!keywords.has(keyword)) return {};
  const auto text = value_of(keywords, keyword).string();
  if (!text) return wrong_value(keywords, keyword);
  auto target = loader_.resolve(keywords.ref(keyword), keyword, graph_.origins[node.self].resource, *text);
  if (!target) return std::unexpected(std::move(target.error()));
  DynamicTarget reference{kNone, keyword, request(target->where)};
  entries_[reference.node] = true;
  std::string anchor = std::move(target->dynamic_anchor);
  bool dynamic = keyword == Keyword::kDynamicRef && !anchor.empty();
  if (keyword == Keyword::kRecursiveRef) {
    const auto recursive = loader_.find_anchor(target->resource, Loader::kRecursive);
    dynamic = recursive && recursive->where == target->where;
    anchor = Loader::kRecursive;
  }
  if (dynamic) {
    const auto next = static_cast<std::uint32_t>(dynamic_anchors_.size());
    const auto [at, added] = dynamic_anchors_.try_emplace(std::move(anchor), next);
    if (added) new_dynamic_anchors_.emplace_back(*at);
    reference.anchor = at->second;
  }
  general_of(node).references.push_back(reference);
  return {};
}

}  // namespace schemagate::json_schema
