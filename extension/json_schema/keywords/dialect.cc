#include "extension/json_schema/keywords/dialect.h"

namespace schemagate::json_schema {
namespace {

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
