// Where a schema says `format`, and whether that refuses anything: by the specification it only annotates
// unless it is switched on (2020-12 validation section 7.2).
//
//   for (const FormatUse& use : find_formats(schema_text, options))
//     print(use.location, use.format, use.effect == FormatEffect::kAsserted);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extension/json_schema/compile_options.h"

namespace schemagate::json_schema {

enum class FormatEffect {
  kAsserted,   // values that break it are refused
  kAnnotates,  // values are not checked
  kUnknown,    // no draft defines it: it never refuses anything
};

struct FormatUse {
  std::string location;  // JSON Pointer into the schema, of the keyword
  std::string format;    // its value
  FormatEffect effect;
};

// Every one in the schema's own text, in its order; those of documents that it refers to are not among them.
// Empty for what does not compile. `options` as for Validator::compile(). Pure; safe from any thread.
std::vector<FormatUse> find_formats(std::string_view schema_text, const CompileOptions& options);

}  // namespace schemagate::json_schema
