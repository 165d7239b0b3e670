// Names of Unicode properties as ECMA-262 spells them.
#pragma once

#include <string_view>

namespace schemagate::json_schema {

// The name that RE2 and PCRE2 use for `\p{name}`: the short general category, or the script's or binary
// property's own name. Empty when `name` cannot be one. Whether the engine knows it shows when it compiles.
std::string_view short_property_name(std::string_view name);

}  // namespace schemagate::json_schema
