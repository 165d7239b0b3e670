// Digests of JSON values, whatever way they are written: the same for {"a":1,"b":2} and { "b": 2, "a": 1.0 }.
// Pure.
//
//   digest_of(*parse_tree("{}"))   // "sha-256:RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o"
#pragma once

#include <string>

#include "a2a/json/tree.h"

namespace schemagate::a2a::signature {

// "sha-256:" and, in base64url, the SHA-256 of the canonical form. Errors: those of canonical_json().
Result<std::string> digest_of(const JsonTree& value);

}  // namespace schemagate::a2a::signature
