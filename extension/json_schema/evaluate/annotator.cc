#include "extension/json_schema/evaluate/annotator.h"

#include <algorithm>
#include <array>

#include "a2a/json/pointer.h"
#include "extension/json_schema/evaluate/locations.h"

namespace schemagate::json_schema {
namespace {

constexpr auto kMetaData = std::to_array<std::string_view>(
    {"title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples"});

// Whether keyword `name` of `schema` annotates a value of `type` with its own value.
bool annotates(a2a::JsonValue schema, std::string_view name, const ResourceDialect& dialect, Types type) {
  const KeywordRule* rule = find_keyword(name);
  const bool content = name == "contentSchema" || name == "contentEncoding" || name == "contentMediaType";
  if (content) return type == kString && (name != "contentSchema" || schema.find("contentMediaType"));
  if (rule != nullptr && rule->applies_in(dialect)) return rule->keyword == Keyword::kFormat;
  if (name == "$comment" || name == "$vocabulary") return false;
  // Later drafts take every unknown keyword for an annotation.
  return dialect.draft != Dialect::kDraft7 || std::ranges::find(kMetaData, name) != kMetaData.end();
}

}  // namespace

bool Annotator::add(const EvaluationPath& path, std::string_view keyword, std::string value) {
  if (wants_integers()) return true;
  if (found_.size() >= graph_.limits.annotations_max) return false;
  Annotation annotation{instance_pointer(path), std::string(keyword), schema_location(graph_, path.node),
                        evaluation_path(graph_, path), std::move(value)};
  a2a::json_pointer::append_token(annotation.schema_location, keyword);
  a2a::json_pointer::append_token(annotation.evaluation_path, keyword);
  found_.push_back(std::move(annotation));
  return true;
}

bool Annotator::add_own(const EvaluationPath& path, Types type) {
  const Origin& origin = graph_.origins[graph_.nodes[path.node].self];
  const a2a::JsonValue schema = graph_.value(origin.where);
  const ResourceDialect& dialect = graph_.resources[origin.resource].dialect;
  if (dialect.draft == Dialect::kDraft7 && schema.find("$ref")) return true;
  bool room = true;
  for (const auto& [name, value] : schema.members()) {
    if (annotates(schema, name, dialect, type)) room = add(path, name, std::string(value.raw())) && room;
  }
  return room;
}

}  // namespace schemagate::json_schema
