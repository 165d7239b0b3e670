#include "extension/json_schema/keywords/dialect.h"

#include <algorithm>
#include <array>

namespace schemagate::json_schema {
namespace {

constexpr std::uint8_t k2020 = 1 << static_cast<int>(Dialect::k2020_12);
constexpr std::uint8_t k2019 = 1 << static_cast<int>(Dialect::k2019_09);
constexpr std::uint8_t k7 = 1 << static_cast<int>(Dialect::kDraft7);
constexpr std::uint8_t kAll = k2020 | k2019 | k7;
constexpr std::uint8_t kModern = k2020 | k2019;
constexpr std::uint8_t kOld = k2019 | k7;
constexpr Vocabularies kFormats = kFormatAnnotation | kFormatAssertion;

// In the order of Keyword. `definitions` and `dependencies` live on in the later drafts' meta-schemas.
constexpr auto kRules = std::to_array<KeywordRule>({
    {"$id", Keyword::kId, kCore, Shape::kPlain, kAll},
    {"$schema", Keyword::kSchema, kCore, Shape::kPlain, kAll},
    {"$ref", Keyword::kRef, kCore, Shape::kPlain, kAll},
    {"$anchor", Keyword::kAnchor, kCore, Shape::kPlain, kModern},
    {"$dynamicRef", Keyword::kDynamicRef, kCore, Shape::kPlain, k2020},
    {"$dynamicAnchor", Keyword::kDynamicAnchor, kCore, Shape::kPlain, k2020},
    {"$recursiveRef", Keyword::kRecursiveRef, kCore, Shape::kPlain, k2019},
    {"$recursiveAnchor", Keyword::kRecursiveAnchor, kCore, Shape::kPlain, k2019},
    {"$defs", Keyword::kDefs, kCore, Shape::kSchemaMap, kModern},
    {"definitions", Keyword::kDefinitions, kCore, Shape::kSchemaMap, kAll},
    {"prefixItems", Keyword::kPrefixItems, kApplicator, Shape::kSchemaArray, k2020},
    {"items", Keyword::kItems, kApplicator, Shape::kSchemaOrArray, kAll},
    {"additionalItems", Keyword::kAdditionalItems, kApplicator, Shape::kSchema, kOld},
    {"contains", Keyword::kContains, kApplicator, Shape::kSchema, kAll},
    {"properties", Keyword::kProperties, kApplicator, Shape::kSchemaMap, kAll},
    {"patternProperties", Keyword::kPatternProperties, kApplicator, Shape::kSchemaMap, kAll},
    {"additionalProperties", Keyword::kAdditionalProperties, kApplicator, Shape::kSchema, kAll},
    {"propertyNames", Keyword::kPropertyNames, kApplicator, Shape::kSchema, kAll},
    {"dependentSchemas", Keyword::kDependentSchemas, kApplicator, Shape::kSchemaMap, kModern},
    {"dependencies", Keyword::kDependencies, kApplicator, Shape::kSchemaMap, kAll},
    {"allOf", Keyword::kAllOf, kApplicator, Shape::kSchemaArray, kAll},
    {"anyOf", Keyword::kAnyOf, kApplicator, Shape::kSchemaArray, kAll},
    {"oneOf", Keyword::kOneOf, kApplicator, Shape::kSchemaArray, kAll},
    {"not", Keyword::kNot, kApplicator, Shape::kSchema, kAll},
    {"if", Keyword::kIf, kApplicator, Shape::kSchema, kAll},
    {"then", Keyword::kThen, kApplicator, Shape::kSchema, kAll},
    {"else", Keyword::kElse, kApplicator, Shape::kSchema, kAll},
    {"unevaluatedItems", Keyword::kUnevaluatedItems, kUnevaluated, Shape::kSchema, kModern},
    {"unevaluatedProperties", Keyword::kUnevaluatedProperties, kUnevaluated, Shape::kSchema, kModern},
    {"type", Keyword::kType, kValidation, Shape::kPlain, kAll},
    {"const", Keyword::kConst, kValidation, Shape::kPlain, kAll},
    {"enum", Keyword::kEnum, kValidation, Shape::kPlain, kAll},
    {"multipleOf", Keyword::kMultipleOf, kValidation, Shape::kPlain, kAll},
    {"minimum", Keyword::kMinimum, kValidation, Shape::kPlain, kAll},
    {"maximum", Keyword::kMaximum, kValidation, Shape::kPlain, kAll},
    {"exclusiveMinimum", Keyword::kExclusiveMinimum, kValidation, Shape::kPlain, kAll},
    {"exclusiveMaximum", Keyword::kExclusiveMaximum, kValidation, Shape::kPlain, kAll},
    {"minLength", Keyword::kMinLength, kValidation, Shape::kPlain, kAll},
    {"maxLength", Keyword::kMaxLength, kValidation, Shape::kPlain, kAll},
    {"pattern", Keyword::kPattern, kValidation, Shape::kPlain, kAll},
    {"minItems", Keyword::kMinItems, kValidation, Shape::kPlain, kAll},
    {"maxItems", Keyword::kMaxItems, kValidation, Shape::kPlain, kAll},
    {"uniqueItems", Keyword::kUniqueItems, kValidation, Shape::kPlain, kAll},
    {"minContains", Keyword::kMinContains, kValidation, Shape::kPlain, kModern},
    {"maxContains", Keyword::kMaxContains, kValidation, Shape::kPlain, kModern},
    {"minProperties", Keyword::kMinProperties, kValidation, Shape::kPlain, kAll},
    {"maxProperties", Keyword::kMaxProperties, kValidation, Shape::kPlain, kAll},
    {"required", Keyword::kRequired, kValidation, Shape::kPlain, kAll},
    {"dependentRequired", Keyword::kDependentRequired, kValidation, Shape::kPlain, kModern},
    {"format", Keyword::kFormat, kFormats, Shape::kPlain, kAll},
    {"contentEncoding", Keyword::kContentEncoding, kCore, Shape::kPlain, kAll},
    {"contentMediaType", Keyword::kContentMediaType, kCore, Shape::kPlain, kAll},
    {"false", Keyword::kFalse, kCore, Shape::kPlain, 0},
});
static_assert(kRules.size() == kKeywordCount);

constexpr auto kRulesByName = [] {
  auto rules = kRules;
  std::ranges::sort(rules, {}, &KeywordRule::name);
  return rules;
}();

constexpr std::string_view k2020Vocabulary = "https://json-schema.org/draft/2020-12/vocab/";
constexpr std::string_view k2019Vocabulary = "https://json-schema.org/draft/2019-09/vocab/";

Vocabularies vocabulary_named(std::string_view name, Dialect draft) {
  const bool is_2019 = draft == Dialect::k2019_09;
  if (name == "core") return kCore;
  if (name == "applicator") return is_2019 ? kApplicator | kUnevaluated : kApplicator;
  if (name == "unevaluated" && !is_2019) return kUnevaluated;
  if (name == "validation") return kValidation;
  if (name == (is_2019 ? "format" : "format-annotation")) return kFormatAnnotation;
  if (name == "format-assertion" && !is_2019) return kFormatAssertion;
  return name == "content" || name == "meta-data" ? Vocabularies{0} : kUnknownVocabulary;
}

}  // namespace

std::string_view name_of(Keyword keyword) {
  return kRules[static_cast<std::size_t>(keyword)].name;
}

bool KeywordRule::applies_in(const ResourceDialect& dialect) const {
  return ((drafts >> static_cast<int>(dialect.draft)) & 1) != 0 && (vocabulary & dialect.vocabularies) != 0;
}

const KeywordRule* find_keyword(std::string_view name) {
  const auto found = std::ranges::lower_bound(kRulesByName, name, {}, &KeywordRule::name);
  return found != kRulesByName.end() && found->name == name ? &*found : nullptr;
}

std::string_view meta_schema_uri(Dialect draft) {
  switch (draft) {
    case Dialect::k2020_12:
      return "https://json-schema.org/draft/2020-12/schema";
    case Dialect::k2019_09:
      return "https://json-schema.org/draft/2019-09/schema";
    case Dialect::kDraft7:
      break;
  }
  return "http://json-schema.org/draft-07/schema";
}

bool find_draft(std::string_view uri, Dialect& draft) {
  for (const Dialect candidate : {Dialect::k2020_12, Dialect::k2019_09, Dialect::kDraft7}) {
    if (uri != meta_schema_uri(candidate)) continue;
    draft = candidate;
    return true;
  }
  return false;
}

Vocabularies find_vocabulary(std::string_view uri) {
  if (uri.starts_with(k2020Vocabulary)) {
    return vocabulary_named(uri.substr(k2020Vocabulary.size()), Dialect::k2020_12);
  }
  if (uri.starts_with(k2019Vocabulary)) {
    return vocabulary_named(uri.substr(k2019Vocabulary.size()), Dialect::k2019_09);
  }
  return kUnknownVocabulary;
}

}  // namespace schemagate::json_schema
