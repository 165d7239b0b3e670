// JSON string escapes (RFC 8259 section 7).
#pragma once

#include <optional>
#include <string_view>

namespace schemagate::a2a {

// Writes the characters that `escaped` (a string's inside, without quotes) stands for to `out`, which has
// room for escaped.size() bytes: the result is never longer. Returns its length; nullopt for an unknown
// escape, a truncated \u or a lone surrogate.
std::optional<std::size_t> unescape(std::string_view escaped, char* out);

}  // namespace schemagate::a2a
