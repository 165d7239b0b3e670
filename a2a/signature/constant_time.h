// Comparing secrets.
#pragma once

#include <string_view>

namespace schemagate::a2a::signature {

// In a time that depends on the lengths alone. Pure; safe from any thread.
bool equals_in_constant_time(std::string_view one, std::string_view other);

}  // namespace schemagate::a2a::signature
