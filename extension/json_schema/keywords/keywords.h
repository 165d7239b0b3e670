// The keywords of the three drafts. keywords.cc has one row for each: all that the room knows of it in one
// place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "extension/json_schema/keywords/dialect.h"

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

// Where subschemas are in a keyword's value; the loader looks for `$id`, anchors and references there.
enum class Subschemas : std::uint8_t { kNoSchema, kOneSchema, kSchemaList, kSchemaOrList, kSchemaMap };

// Which constraints of a node a keyword becomes. compile/compile_<part>.cc reads it from the schema,
// evaluate/evaluate_<part>.h applies it to an instance.
enum class Part : std::uint8_t {
  kIdentifiers,  // none: load/ reads them
  kReferences,
  kValues,
  kNumbers,
  kStrings,
  kArrays,
  kObjects,
  kLogic,
};

struct KeywordRule {
  std::string_view name;
  Keyword keyword;
  Vocabularies vocabulary;  // that defines it, of 2019-09 and 2020-12
  std::uint8_t drafts;      // one bit per Dialect
  Subschemas subschemas;
  Part part;
  // "must be " and this is what a SchemaProblem says when the keyword's value is anything else.
  std::string_view value;
  // What a Violation says, the most exact text first: the first whose placeholders are all known is taken,
  // else the last. None when only subschemas can fail. The placeholders: evaluate/describe.h.
  std::array<std::string_view, 4> errors;

  bool applies_in(const ResourceDialect& dialect) const;
};

const KeywordRule& rule_of(Keyword keyword);
// "required", "type", ...; "false" for kFalse.
std::string_view name_of(Keyword keyword);
// nullptr for a name that no draft defines or that only annotates.
const KeywordRule* find_keyword(std::string_view name);

}  // namespace schemagate::json_schema
