// The keywords of the three drafts as one table, and what a resource's `$schema` selects from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "extension/json_schema/compile_options.h"

namespace schemagate::json_schema {

enum class Keyword : std::uint8_t {
  kId,
  kSchema,
  kRef,
  kAnchor,
  kDynamicRef,
  kDynamicAnchor,
  kRecursiveRef,
  kRecursiveAnchor,
  kDefs,
  kDefinitions,
  kPrefixItems,
  kItems,
  kAdditionalItems,
  kContains,
  kProperties,
  kPatternProperties,
  kAdditionalProperties,
  kPropertyNames,
  kDependentSchemas,
  kDependencies,
  kAllOf,
  kAnyOf,
  kOneOf,
  kNot,
  kIf,
  kThen,
  kElse,
  kUnevaluatedItems,
  kUnevaluatedProperties,
  kType,
  kConst,
  kEnum,
  kMultipleOf,
  kMinimum,
  kMaximum,
  kExclusiveMinimum,
  kExclusiveMaximum,
  kMinLength,
  kMaxLength,
  kPattern,
  kMinItems,
  kMaxItems,
  kUniqueItems,
  kMinContains,
  kMaxContains,
  kMinProperties,
  kMaxProperties,
  kRequired,
  kDependentRequired,
  kFormat,
  kContentEncoding,
  kContentMediaType,
  kFalse,  // not a keyword: the schema `false`
};
inline constexpr std::size_t kKeywordCount = static_cast<std::size_t>(Keyword::kFalse) + 1;

// "required", "type", …; "false" for kFalse.
std::string_view name_of(Keyword keyword);

// Vocabularies as a bit set. Draft-07 has none and behaves as if it had all but format assertion.
using Vocabularies = std::uint8_t;
inline constexpr Vocabularies kCore = 1;
inline constexpr Vocabularies kApplicator = 2;
inline constexpr Vocabularies kUnevaluated = 4;
inline constexpr Vocabularies kValidation = 8;
inline constexpr Vocabularies kFormatAnnotation = 16;
inline constexpr Vocabularies kFormatAssertion = 32;
inline constexpr Vocabularies kAllVocabularies = 31;

// Where subschemas sit in a keyword's value.
enum class Shape : std::uint8_t { kPlain, kSchema, kSchemaArray, kSchemaOrArray, kSchemaMap };

// What the `$schema` of a resource selects.
struct ResourceDialect {
  Dialect draft = Dialect::k2020_12;
  Vocabularies vocabularies = kAllVocabularies;
  std::string meta_schema;  // its URI without fragment
};

struct KeywordRule {
  std::string_view name;
  Keyword keyword;
  Vocabularies vocabulary;
  Shape shape;
  std::uint8_t drafts;  // one bit per Dialect

  bool applies_in(const ResourceDialect& dialect) const;
};

// nullptr for a name that no draft defines or that only annotates.
const KeywordRule* find_keyword(std::string_view name);

// The URI of a draft's own meta-schema, without fragment.
std::string_view meta_schema_uri(Dialect draft);
// Its draft; false when `uri` (no fragment) is none of the three.
bool find_draft(std::string_view uri, Dialect& draft);
// The bit of a vocabulary URI of 2019-09 or 2020-12; 0 when it only annotates, kUnknownVocabulary when
// unknown.
inline constexpr Vocabularies kUnknownVocabulary = 128;
Vocabularies find_vocabulary(std::string_view uri);

}  // namespace schemagate::json_schema
