// The three drafts, their vocabularies, and what a resource's `$schema` selects of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "extension/json_schema/compile_options.h"

namespace schemagate::json_schema {

// Vocabularies as a bit set. Draft-07 has none and behaves as if it had all but format assertion.
using Vocabularies = std::uint8_t;
inline constexpr Vocabularies kCore = 1;
inline constexpr Vocabularies kApplicator = 2;
inline constexpr Vocabularies kUnevaluated = 4;
inline constexpr Vocabularies kValidation = 8;
inline constexpr Vocabularies kFormatAnnotation = 16;
inline constexpr Vocabularies kFormatAssertion = 32;
inline constexpr Vocabularies kAllVocabularies = 31;

// What the `$schema` of a resource selects.
struct ResourceDialect {
  Dialect draft = Dialect::k2020_12;
  Vocabularies vocabularies = kAllVocabularies;
  std::string meta_schema;  // its URI without fragment
};

// The URI of a draft's own meta-schema, without fragment.
std::string_view meta_schema_uri(Dialect draft);
// Its draft; false when `uri` (no fragment) is none of the three.
bool find_draft(std::string_view uri, Dialect& draft);
// The bit of a vocabulary URI of 2019-09 or 2020-12; 0 when it only annotates, kUnknownVocabulary when
// unknown.
inline constexpr Vocabularies kUnknownVocabulary = 128;
Vocabularies find_vocabulary(std::string_view uri);

}  // namespace schemagate::json_schema
