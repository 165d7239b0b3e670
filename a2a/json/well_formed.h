// Whether a text is JSON, for those who pass it on and read nothing of it. Pure.
#pragma once

#include <string_view>

#include "a2a/json/document.h"

namespace schemagate::a2a {

// Without duplicate member names, and within the limits.
bool is_well_formed(std::string_view text, const JsonLimits& limits = {});

}  // namespace schemagate::a2a
