// JSON Schema on local files: what `schema validate` and `schema check` print.
#pragma once

#include <string>
#include <vector>

#include "gateway/cli/console.h"

namespace schemagate::cli {

struct ValidateOptions {
  std::string schema = {};                   // a file, or - for standard input
  std::vector<std::string> files = {};       // instances; at most one of all names may be -
  std::vector<std::string> registered = {};  // BASE-URI=FILE-OR-FOLDER
  std::string draft = "2020-12";
  bool assert_format = false;
  bool assert_content = false;
  Output output = Output::kText;
};

// kDone when every file is valid, kRefused when one is not, kUsage when the schema or a file cannot be used.
// Text: `file:line:column: message (keyword at pointer)`, one line per violation. JSON:
// {"valid":…,"files":[…]}.
ExitCode validate_files(const ValidateOptions& options, const Console& console);

// kDone when the schema can be used, else kUsage with the place and the reason.
ExitCode check_schema(const ValidateOptions& options, const Console& console);

// Where the value of a JSON Pointer begins; of the nearest value that exists on its way when there is none.
std::size_t offset_of(a2a::JsonValue root, std::string_view pointer);

}  // namespace schemagate::cli
