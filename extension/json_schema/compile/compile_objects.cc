// The Compiler's part for the keywords of objects.
#include <algorithm>

#include "extension/json_schema/compile/compiler.h"

namespace schemagate::json_schema {

Compiler::Status Compiler::add_objects(const SchemaKeywords& keywords, Node& node) {
  ObjectConstraints constraints;
  Status status = read_count(keywords, Keyword::kMinProperties, constraints.min_properties);
  if (status) status = read_count(keywords, Keyword::kMaxProperties, constraints.max_properties);
  if (status) status = add_properties(keywords, constraints);
  if (status) status = add_pattern_properties(keywords, constraints);
  if (status) status = add_required(keywords, constraints);
  for (const Keyword keyword :
       {Keyword::kDependentRequired, Keyword::kDependentSchemas, Keyword::kDependencies}) {
    if (status) status = add_dependencies(keywords, keyword, constraints);
  }
  if (!status) return status;
  constraints.additional = request_if(keywords, Keyword::kAdditionalProperties);
  constraints.names = request_if(keywords, Keyword::kPropertyNames);
  constraints.unevaluated = request_if(keywords, Keyword::kUnevaluatedProperties);
  const bool any = constraints.min_properties > 0 || constraints.max_properties != kUnbounded ||
                   !constraints.table.properties().empty() || !constraints.patterns.empty() ||
                   constraints.additional != kNoNode || constraints.names != kNoNode ||
                   !constraints.dependencies.empty() || constraints.unevaluated != kNoNode;
  if (!any) return {};
  node.object = append_to(graph_.objects, std::move(constraints));
  node.constrained |= kObject;
  return {};
}

Compiler::Status Compiler::add_properties(const SchemaKeywords& keywords, ObjectConstraints& constraints) {
  if (!keywords.has(Keyword::kProperties)) return {};
  const a2a::JsonValue value = value_of(keywords, Keyword::kProperties);
  if (!value.is_object()) return wrong_value(keywords, Keyword::kProperties);
  for (const auto& [name, schema] : value.members())
    constraints.table.add(name).node = request({keywords.document(), schema.index()});
  return {};
}

Compiler::Status Compiler::add_pattern_properties(const SchemaKeywords& keywords,
                                                  ObjectConstraints& constraints) {
  constexpr Keyword kThis = Keyword::kPatternProperties;
  if (!keywords.has(kThis)) return {};
  const a2a::JsonValue value = value_of(keywords, kThis);
  if (!value.is_object()) return wrong_value(keywords, kThis);
  for (const auto& [name, schema] : value.members()) {
    PatternProperty property;
    if (auto added = add_pattern(keywords.ref(kThis), kThis, name, property.pattern); !added) return added;
    property.node = request({keywords.document(), schema.index()});
    constraints.patterns.push_back(property);
  }
  return {};
}

Compiler::Status Compiler::add_required(const SchemaKeywords& keywords, ObjectConstraints& constraints) {
  if (!keywords.has(Keyword::kRequired)) return {};
  const a2a::JsonValue value = value_of(keywords, Keyword::kRequired);
  if (!value.is_array()) return wrong_value(keywords, Keyword::kRequired);
  for (const a2a::JsonValue name : value.elements()) {
    if (!name.is_string()) return wrong_value(keywords, Keyword::kRequired);
    Property& property = constraints.table.add(*name.string());
    constraints.required += property.required ? 0 : 1;
    property.required = true;
  }
  return {};
}

Compiler::Status Compiler::add_dependencies(const SchemaKeywords& keywords, Keyword keyword,
                                            ObjectConstraints& constraints) {
  if (!keywords.has(keyword)) return {};
  const a2a::JsonValue value = value_of(keywords, keyword);
  if (!value.is_object()) return wrong_value(keywords, keyword);
  for (const auto& [name, demanded] : value.members()) {
    Dependency dependency{name, {}, kNoNode, keyword};
    const bool names = keyword != Keyword::kDependentSchemas && demanded.is_array();
    if (keyword == Keyword::kDependentRequired && !names) return wrong_value(keywords, keyword);
    if (!names) dependency.schema = request({keywords.document(), demanded.index()});
    for (const a2a::JsonValue element : demanded.elements()) {
      if (!element.is_string()) return wrong_value(keywords, keyword);
      dependency.required.push_back(*element.string());
    }
    constraints.dependencies.push_back(std::move(dependency));
  }
  return {};
}

// Where nothing but the schema's own keywords can have evaluated a member, it is `additionalProperties`.
void Compiler::replace_unevaluated_properties(Node& node) {
  if (node.object == kNone) return;
  ObjectConstraints& constraints = graph_.objects[node.object];
  const bool alone = node.general == kNone &&
                     std::ranges::all_of(constraints.dependencies, [](const Dependency& dependency) {
                       return dependency.schema == kNoNode;
                     });
  if (replace_unevaluated(constraints.unevaluated, alone, constraints.additional))
    constraints.additional_keyword = Keyword::kUnevaluatedProperties;
  node.unevaluated |= constraints.unevaluated != kNoNode;
}

}  // namespace schemagate::json_schema
