// How names appear in messages: listed, and with the nearest one for a misspelt one. Private to the
// room. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace schemagate::schema_interaction {

// "a, b, c"
std::string listed(std::span<const std::string_view> names);

// `; did you mean "name"?` for a candidate that a third of the characters of `found` would have to change
// for; empty when there is none.
std::string hint_at(std::string_view found, std::span<const std::string_view> candidates);

}  // namespace schemagate::schema_interaction
