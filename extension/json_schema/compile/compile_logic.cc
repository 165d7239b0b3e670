// The Compiler's part for allOf, anyOf, oneOf, not, and if with then and else.
#include "extension/json_schema/compile/compiler.h"

namespace schemagate::json_schema {

Compiler::Status Compiler::add_logic(const SchemaKeywords& keywords, Node& node) {
  const bool any = keywords.has(Keyword::kAllOf) || keywords.has(Keyword::kAnyOf) ||
                   keywords.has(Keyword::kOneOf) || keywords.has(Keyword::kNot) || keywords.has(Keyword::kIf);
  if (!any) return {};  // `then` and `else` alone say nothing
  GeneralConstraints& constraints = general_of(node);
  Status status = add_branches(keywords, Keyword::kAllOf, constraints.all_of);
  if (status) status = add_branches(keywords, Keyword::kAnyOf, constraints.any_of);
  if (status) status = add_branches(keywords, Keyword::kOneOf, constraints.one_of);
  if (!status) return status;
  constraints.negated = request_if(keywords, Keyword::kNot);
  constraints.condition = request_if(keywords, Keyword::kIf);
  if (constraints.condition == kNoNode) return {};
  constraints.consequence = request_if(keywords, Keyword::kThen);
  constraints.alternative = request_if(keywords, Keyword::kElse);
  return {};
}

Compiler::Status Compiler::add_branches(const SchemaKeywords& keywords, Keyword keyword,
                                        std::vector<NodeId>& branches) {
  if (!keywords.has(keyword)) return {};
  const a2a::JsonValue list = value_of(keywords, keyword);
  if (!list.is_array() || list.size() == 0) return wrong_value(keywords, keyword);
  branches = request_elements(list, keywords.document());
  return {};
}

}  // namespace schemagate::json_schema
