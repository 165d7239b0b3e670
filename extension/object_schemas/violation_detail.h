// Violations of a schema in the words of a client: where, which keyword, what was expected. Used in
// structured input errors and in the metadata of artifacts.
//
//   const auto report = schema.validator.explain(data);
//   describe(report.violations[0], data, "data").sentence()  // "data.b is required"
//
// Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>

#include "a2a/json/document.h"
#include "extension/json_schema/validator.h"

namespace schemagate::object_schemas {

// One violation. Owns its texts, which are valid UTF-8 and bounded (path 400 bytes, message 300), whatever
// the data of a stranger looks like.
struct ViolationDetail {
  std::string path;     // `data.passengers[2].name`; odd names quoted: `data["first name"]`
  std::string keyword;  // of JSON Schema: "required", "type", …
  std::string message;  // what was expected and found; empty when the keyword says it all (required)

  // For one sentence that names several: "data.b is required", "data.a: expected string, found number".
  std::string sentence() const;
  // For a list whose rows have the path in a member of its own: "required", "type: expected string, found …".
  std::string description() const;
};

// `root` is the validated value, `root_name` what paths call it. A missing member is named in the path.
ViolationDetail describe(const json_schema::Violation& violation, a2a::JsonValue root,
                         std::string_view root_name);

}  // namespace schemagate::object_schemas
