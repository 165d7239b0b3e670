// The types of an instance as bits.
#pragma once

#include <cstdint>
#include <string_view>

namespace schemagate::json_schema {

// A value has exactly one: an integral number is kInteger whatever its notation, any other number kFraction.
using Types = std::uint8_t;
inline constexpr Types kNull = 1;
inline constexpr Types kBoolean = 2;
inline constexpr Types kInteger = 4;
inline constexpr Types kFraction = 8;
inline constexpr Types kString = 16;
inline constexpr Types kArray = 32;
inline constexpr Types kObject = 64;
inline constexpr Types kAnyNumber = kInteger | kFraction;
inline constexpr Types kContainers = kArray | kObject;
inline constexpr Types kAnyType = 127;
// Among the types of children: what an array or object without any has.
inline constexpr Types kNoChild = 128;

// What a name of the keyword `type` allows; 0 for any other text.
Types types_named(std::string_view name);
// The name of a value's one type; a fraction's is "number".
std::string_view name_of_type(Types type);

}  // namespace schemagate::json_schema
