#include "extension/json_schema/compile/schema_keywords.h"

namespace schemagate::json_schema {

SchemaKeywords::SchemaKeywords(SchemaRef where, a2a::JsonValue schema, const ResourceDialect& dialect)
    : document_(where.document), dialect_(dialect) {
  const auto reference =
      dialect.draft == Dialect::kDraft7 ? schema.find(name_of(Keyword::kRef)) : std::nullopt;
  if (reference) {
    add(rule_of(Keyword::kRef), *reference);  // draft-07 section 8.3: its siblings are ignored
    return;
  }
  for (const auto& [name, value] : schema.members()) {
    const KeywordRule* rule = find_keyword(name);
    if (rule != nullptr && rule->applies_in(dialect)) add(*rule, value);
  }
}

void SchemaKeywords::add(const KeywordRule& rule, a2a::JsonValue value) {
  indices_[static_cast<std::size_t>(rule.keyword)] = value.index();
  parts_ |= 1u << static_cast<int>(rule.part);
  ++count_;
}

}  // namespace schemagate::json_schema
