// JSON Pointer (RFC 6901): "/passengers/0/name". A token is what stands between two slashes; in it `~1`
// stands for a slash and `~0` for a tilde.
//
//   auto name = json_pointer::find(document.root(), "/passengers/0/name");   // the value, nullopt: none
//   std::string at = "/properties";
//   json_pointer::append_token(at, "a/b");                                   // "/properties/a~1b"
//   for (const std::string& token : json_pointer::split(at)) …               // "properties", "a/b"
//
// Values borrow from their document. Pure; safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"

namespace schemagate::a2a::json_pointer {

// Whether `text` is a pointer: empty (the whole document), or tokens that each have a slash in front and a 0
// or 1 behind each tilde (section 3).
bool is_valid(std::string_view text);

// Appends a slash and the token, escaped.
void append_token(std::string& pointer, std::string_view token);

// Takes the first token off a pointer that is not empty; as it is written, without its slash.
std::string_view take_token(std::string_view& pointer);

// The name that a token stands for. A tilde with nothing behind it stays one.
std::string unescaped(std::string_view token);

// The tokens, unescaped. `pointer` is a valid one.
std::vector<std::string> split(std::string_view pointer);

// The member of that name, or the element of that index; `name` is unescaped. nullopt for a scalar, for a
// member that is not there, and for an index with a sign or a leading zero, "-" or one behind the last
// element (section 4).
std::optional<JsonValue> child(JsonValue value, std::string_view name);

// What a valid pointer names below `value`; nullopt when there is nothing.
std::optional<JsonValue> find(JsonValue value, std::string_view pointer);

// The pointer of the node `index`, which is no member's name, from the document's root. Linear in the path
// and the siblings along it.
std::string pointer_to(const JsonDocument& document, std::uint32_t index);

}  // namespace schemagate::a2a::json_pointer
