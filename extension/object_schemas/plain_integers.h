// Integers as readers with types want them. Clients and agents exist that know only doubles: they write 7 as
// 7.0, which JSON Schema takes for the integer that it is (2020-12, section 4.2.3) and many a parser does
// not, and lose digits beyond 2^53.
//
//   if (auto plain = with_plain_integers(schema.validator, data)) part.content = *std::move(plain);
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "a2a/json/document.h"
#include "extension/json_schema/validator.h"

namespace schemagate::object_schemas {

// The text of `data`, which must be valid, with 7 for 7.0 and 100 for 1e2 wherever its schema takes integers
// only; every other byte stays. nullopt when there is nothing to change.
std::optional<std::string> with_plain_integers(const json_schema::Validator& schema, a2a::JsonValue data);

// How many integers in `data`, written without fraction and exponent, are beyond 2^53 either way: a hop that
// knows only doubles changes them.
std::size_t count_large_integers(a2a::JsonValue data);

}  // namespace schemagate::object_schemas
