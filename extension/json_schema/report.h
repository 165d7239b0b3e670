// What a Validator says of an instance. Values; the forms that others read are in render.h.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace schemagate::json_schema {

// kLimit: a limit was hit before the answer was found; the instance may be either.
enum class Verdict { kValid, kInvalid, kLimit };

// One keyword that fails for one value. For {"type":"object","required":["b"]} and the instance {}:
//
//   instance_pointer ""                        keyword         "required"
//   schema_location  "#/required"              evaluation_path "/required"
//   missing          "b"                       message         `required member "b" is missing`
//   expected         `["b"]`                   found           "{}"
struct Violation {
  // The value, as JSON Pointer (RFC 6901); "" is the whole instance.
  std::string instance_pointer;
  // "required", "type", ...; "false" for the schema `false`.
  std::string keyword;
  // The keyword in its schema: absolute URI with a pointer as fragment; "#/..." in a schema without `$id`.
  std::string schema_location;
  // The member that `required` or a dependency asks for; "" for other keywords.
  std::string missing;
  // One sentence: what was expected, what was found. The texts: keywords.cc.
  std::string message;
  // The keyword's own value as JSON, for example `["a","b"]` of an enum; "false" where a schema `false`
  // forbids the value. Cut after 400 bytes.
  std::string expected;
  // The value as JSON, shortened.
  std::string found;
  // Names that the object may have, in the schema's order, at most 64; for `required` and unexpected members.
  // For `unevaluatedProperties` also those that allOf, `$ref` and the like declare.
  std::vector<std::string> siblings;
  // The sibling closest to an unexpected name that the object does not have yet; "" when none is close.
  std::string nearest;
  // `description` of the schema or of the next one around it that applies to the same value; "" if none has
  // one.
  std::string description;
  // Pointer through the schemas as they were followed: a `$ref` is a step of it.
  std::string evaluation_path;
};

// The answer to explain().
struct Report {
  Verdict verdict = Verdict::kValid;
  // In the order of the instance, each once, at most Limits::violations_max; empty when valid. Beside kLimit
  // what was found before the limit, mostly nothing. Beside kInvalid one without keyword and place, if the
  // limit ended the search for what is wrong. When no
  // alternative of anyOf or oneOf matches: those of the closest alternative; the first of several that are
  // equally close, whose first message says what two others would want.
  std::vector<Violation> violations;
  // Violations found, kept or not. Beyond 4,096, what a schema says twice may count twice.
  std::size_t total = 0;
  // The limit that was hit, "" if none was; never beside kValid. Beside kInvalid it means that the list may
  // be incomplete.
  std::string limit;
};

// What a keyword says of a value without restricting it (2020-12 core section 7.7): `title`, `format`,
// unknown keywords, and the children that applicators were applied to. Draft-07 has the keywords that it
// defines only.
struct Annotation {
  std::string instance_pointer;
  std::string keyword;
  std::string schema_location;  // of the keyword, as in Violation
  std::string evaluation_path;
  std::string value;  // JSON
};

// The answer to annotate().
struct Annotations {
  Verdict verdict = Verdict::kValid;
  std::vector<Annotation> found;  // innermost first; none unless the instance is valid
  std::string limit;              // the limit that was hit, "" if none was
};

}  // namespace schemagate::json_schema
