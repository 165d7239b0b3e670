// How keys are called. Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace schemagate::schema_interaction {

inline constexpr std::size_t kKeyNameBytesMax = 64;

// Words of lower case letters and digits, the first letter of all no digit, one underscore between them.
bool is_snake_case(std::string_view name);

// cabinClass, Cabin-Class and CABIN CLASS all mean cabin_class. Not always a name in snake_case.
std::string in_snake_case(std::string_view name);

}  // namespace schemagate::schema_interaction
