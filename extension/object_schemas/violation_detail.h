// Violations of a schema in the words of a client: where, which keyword, what was expected. Pure.
#pragma once

#include <string>
#include <string_view>

#include "a2a/json/document.h"
#include "extension/json_schema/validator.h"

namespace schemagate::object_schemas {

// One violation, every text bounded and valid UTF-8.
struct ViolationDetail {
  std::string path;     // `data.passengers[2].name`; odd names quoted: `data["first name"]`
  std::string keyword;  // "required", "type", …
  std::string message;  // what was expected and found; empty when the keyword says it all (required)

  std::string sentence() const;     // "data.b is required", "data.a: expected string, found number"
  std::string description() const;  // "required", "type: expected string, found number"
};

// `root` is the validated value, `root_name` what paths call it.
ViolationDetail describe(const json_schema::Violation& violation, a2a::JsonValue root,
                         std::string_view root_name);

}  // namespace schemagate::object_schemas
