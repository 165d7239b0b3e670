// JSON Pointers (RFC 6901) into a JsonDocument. Values borrow from the document. Pure; safe from any thread.
//
//   resolve_pointer(document.root(), "/passengers/0/name")
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/json/document.h"

namespace schemagate::object_schemas {

// Whether `text` is a pointer: empty, or tokens that each begin with a slash and escape their tildes.
bool is_pointer(std::string_view text);

// The name that one token (without its slash) stands for: `~1` is a slash, `~0` a tilde.
std::string unescape_token(std::string_view token);

// The member or array element that one token names.
std::optional<a2a::JsonValue> child(a2a::JsonValue value, std::string_view token);

// What `pointer` names below `value`; nullopt when there is nothing. `pointer` must be one (is_pointer).
std::optional<a2a::JsonValue> resolve_pointer(a2a::JsonValue value, std::string_view pointer);

// Takes the first token off a pointer that is not empty.
std::string_view take_token(std::string_view& pointer);

}  // namespace schemagate::object_schemas
