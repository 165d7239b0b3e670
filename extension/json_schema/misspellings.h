// What is probably misspelt in a schema. JSON Schema takes unknown keywords for annotations and lets
// `required` name any member, so nothing else says a word of it.
//
//   for (const SchemaProblem& problem : find_misspellings(schema_text, options))
//     print(problem.location, problem.message);
//   // /minLenght  minLenght: not a keyword; did you mean minLength?
#pragma once

#include <string_view>
#include <vector>

#include "extension/json_schema/compile_options.h"

namespace schemagate::json_schema {

// Members that are no keyword of any draft but nearly one of the schema's own, and names in `required` that
// `properties` beside it does not have but nearly has. Nearly: another case, or a character or two dropped,
// inserted, replaced or swapped. Whatever resembles nothing is an annotation, or declared elsewhere.
// The first eight in the schema's own text, in its order; those of documents that it refers to are not among
// them. Looking ends after 100'000 comparisons. Empty for what does not compile. `options` as for
// Validator::compile(). Pure; safe from any thread.
std::vector<SchemaProblem> find_misspellings(std::string_view schema_text, const CompileOptions& options);

}  // namespace schemagate::json_schema
