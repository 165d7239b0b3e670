// ECMA-262 regular expressions (`u` flag) rewritten in the syntax that RE2 and PCRE2 share.
#pragma once

#include <string>
#include <string_view>

#include "a2a/error.h"

namespace schemagate::json_schema {

// How the translation writes that something is never there.
constexpr std::string_view kRepeatedNever = "{0}";

struct TranslatedPattern {
  std::string text;
  bool regular = true;  // false: has lookaround, a backreference, `\B` or a repeat count beyond RE2's cap
};

// `\d` and `\w` become ASCII classes, `\s` the Unicode white space of ECMA-262, `.` everything but its line
// terminators; escapes become code points. Error: what is wrong, with the byte offset.
a2a::Result<TranslatedPattern, std::string> translate_ecma(std::string_view pattern);

}  // namespace schemagate::json_schema
