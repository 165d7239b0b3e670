// Names of capturing groups in regular expressions of ECMA-262.
#pragma once

#include <string_view>

namespace schemagate::json_schema {

// Whether `name` is a RegExpIdentifierName (ECMA-262 section 22.2.1): it begins with a letter, `$` or `_`,
// and goes on with these, digits, marks and joiners of Unicode. Escapes in it (`\u0061`) are not taken.
bool is_group_name(std::string_view name);

}  // namespace schemagate::json_schema
