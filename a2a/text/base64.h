// base64 with the standard alphabet and padding (RFC 4648 section 4). That of JOSE, url-safe and without
// padding, is a2a/signature/base64url.h.
//
//   text::to_base64("Ma")        // "TWE="
//   text::from_base64("TWE=")    // "Ma"
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schemagate::a2a::text {

inline constexpr std::string_view kBase64Alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string to_base64(std::string_view bytes);

// nullopt for other characters, and for what is not padded to groups of four. Bits behind the last byte are
// not looked at.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace schemagate::a2a::text
