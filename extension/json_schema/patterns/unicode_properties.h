// Names of Unicode properties as ECMA-262 spells them.
#pragma once

#include <optional>
#include <string_view>

#include "extension/json_schema/patterns/code_point_set.h"

namespace schemagate::json_schema {

// The name that RE2 and PCRE2 use for `\p{name}`: the short general category, or the script's or binary
// property's own name. Empty when `name` cannot be one. Whether the engine knows it shows when it compiles.
std::string_view short_property_name(std::string_view name);

// The characters of ASCII that `property`, which is \p{...} or \P{...} as RE2 spells it, has. nullopt where
// RE2 does not know it.
std::optional<CodePointSet> ascii_members(std::string_view property);

}  // namespace schemagate::json_schema
