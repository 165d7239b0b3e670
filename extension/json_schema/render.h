// A Report in the forms that others read. Pure functions of the report; none fails, all give valid UTF-8.
//
//   const Report report = validator.explain(*instance);
//   answer.body = render_basic(report);                              // for a JSON Schema tool
//   error.fields = field_violations(report, "message.parts[0].data");  // for a client of the gateway
//   prompt += render_text(report);                     // for a language model that is to repair it
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "extension/json_schema/report.h"

namespace schemagate::json_schema {

// JSON Schema 2020-12 core section 12.4.1: `{"valid":false}`. A limit that was hit is not valid.
std::string render_flag(const Report& report);
// Section 12.4.2, a flat list: valid, and per violation keywordLocation, absoluteKeywordLocation,
// instanceLocation and error. A limit that was hit is an error of the whole; so it is in render_list().
std::string render_basic(const Report& report);
// The same for a valid instance with what its schema says of it: keywordLocation, absoluteKeywordLocation,
// instanceLocation and annotation each.
std::string render_basic(const Annotations& annotations);
// The output "list" of the draft after 2020-12: a unit per schema and value, with evaluationPath,
// schemaLocation, instanceLocation and its errors (or annotations) by keyword.
std::string render_list(const Report& report);
std::string render_list(const Annotations& annotations);
// google.rpc.BadRequest field violations. The field is `root` with the instance pointer as `.name` and
// `[index]`, for example `message.parts[0].data.b`; a missing member is named in full. A limit is no
// violation of a field: empty beside Verdict::kLimit where nothing was found wrong.
std::vector<a2a::FieldViolation> field_violations(const Report& report, std::string_view root);
// Plain text that a language model can act on: per violation where, what was expected and found, the names
// that are allowed, and the schema's own description.
std::string render_text(const Report& report);

}  // namespace schemagate::json_schema
