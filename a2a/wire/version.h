// Which A2A version a peer speaks (v1.0.1 section 3.6): resolved once, at the edge.
//
//   parse_version("1.0.1")   // Version::kV1_0
//   name(Version::kV0_3)     // "0.3"
//
// Pure; safe from any thread.
#pragma once

#include <string_view>

#include "a2a/error.h"

namespace schemagate::a2a::wire {

enum class Version { kV0_3, kV1_0 };

// "0.3" or "1.0": exactly what goes into an `A2A-Version` header (SDKs compare the string).
std::string_view name(Version version);

// Reads a header or query value. Any patch number is accepted ("1.0.1" is 1.0), surrounding blanks are
// ignored. Errors: kVersionNotSupported for everything else, the empty string included (the caller decides
// what absence means).
Result<Version> parse_version(std::string_view text);

}  // namespace schemagate::a2a::wire
