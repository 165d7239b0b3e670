// base64url without padding (RFC 7515 section 2), which JOSE writes everything binary in. Pure.
//
//   to_base64url("\xfb\xff")    // "-_8"
//   from_base64url("-_8=")      // nullopt: padding
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schemagate::a2a::signature {

std::string to_base64url(std::string_view bytes);

// nullopt for everything but what to_base64url() writes: padding, blanks, the standard alphabet and bits
// behind the last byte are refused, so that no two texts stand for the same bytes.
std::optional<std::string> from_base64url(std::string_view text);

}  // namespace schemagate::a2a::signature
