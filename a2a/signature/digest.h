// Digests of JSON values, whatever way they are written. Pure.
#pragma once

#include <string>

#include "a2a/json/tree.h"

namespace schemagate::a2a::signature {

// "sha-256:" and, in base64url, the SHA-256 of the canonical form. Errors: those of canonical_json().
Result<std::string> digest_of(const JsonTree& value);

}  // namespace schemagate::a2a::signature
