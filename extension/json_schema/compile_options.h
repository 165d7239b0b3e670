// What Validator::compile() is told, and how it says that a schema cannot be used.
#pragma once

#include <cstddef>
#include <string>

#include "extension/json_schema/documents.h"

namespace schemagate::json_schema {

// The drafts of JSON Schema that are known. A schema names its own by `$schema`.
enum class Dialect { k2020_12, k2019_09, kDraft7 };

// Every limit of this room. One that a schema exceeds makes compile() fail with a message that says which, by
// its name or as the parser does: "JSON exceeds the limit of 256 for nesting depth". One that an instance
// exceeds makes the verdict kLimit with its name in the report. No input, however hostile, costs more.
struct Limits {
  std::size_t schema_bytes_max = 4 << 20;  // of each document
  // Arrays and objects in one another. A raised one costs stack while a schema is compiled: with 8 MiB of it
  // 30,000 levels go and 100,000 crash; where depth_max is raised for them, 10,000 go and 30,000 crash.
  std::size_t schema_depth_max = 256;
  std::size_t schema_nodes_max = 1 << 18;  // JSON values in a document
  std::size_t uri_bytes_max = 8192;        // of an `$id`, alone and resolved, and of a reference
  std::size_t pattern_bytes_max = 4096;    // of one regular expression
  // Of the programs that regular expressions are compiled to, all of a schema's together: a repeated class of
  // Unicode characters has thousands.
  std::size_t pattern_instructions_max = 500'000;
  // Of one validation: a schema applied to a value costs a step, and one more for each of its members or
  // elements; so do values compared and every 64 bytes that a pattern is asked about.
  std::size_t steps_max = 4'000'000;
  std::size_t depth_max = 1024;  // schemas applied inside one another
  // Violations kept in a Report; those beyond are counted. 0 keeps none.
  std::size_t violations_max = 64;
  std::size_t annotations_max = 100'000;
};

// For example, a schema of draft-07 by default, with `format` asserted:
//
//   CompileOptions options;
//   options.default_dialect = Dialect::kDraft7;
//   options.assert_format = true;
struct CompileOptions {
  // For schemas without `$schema`.
  Dialect default_dialect = Dialect::k2020_12;
  // `format` restricts (2020-12 validation section 7.2.2). Off, it annotates, unless the meta-schema's
  // vocabulary asks for assertion. Formats that no draft defines restrict nothing.
  bool assert_format = false;
  // contentEncoding "base64" and contentMediaType "application/json" restrict (section 8). Off, they
  // annotate.
  bool assert_content = false;
  // Borrowed for the call; nullptr: none.
  const Documents* documents = nullptr;
  Limits limits = {};
};

// Why a schema cannot be used.
struct SchemaProblem {
  // JSON Pointer (RFC 6901) into the schema; of another document "URI#POINTER".
  std::string location;
  // The keyword to blame, "" when there is none.
  std::string keyword;
  // One sentence for whoever wrote the schema.
  std::string message;
};

}  // namespace schemagate::json_schema
