// Percent-encoding (RFC 3986 section 2.1).
//
//   uri::percent_encoded("a/b ä")      // "a%2Fb%20%C3%A4": safe as one segment or one query value
//   uri::percent_decoded("a%2Fb")      // "a/b"
//   uri::percent_decoded("100%")       // nullopt: an incomplete escape
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/text/ascii.h"

namespace schemagate::a2a::uri {

// What needs no escape anywhere (section 2.3).
constexpr bool is_unreserved(char c) {
  return text::is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// What may separate parts within a component (section 2.2).
constexpr bool is_sub_delimiter(char c) {
  return std::string_view("!$&'()*+,;=").contains(c);
}

// Whether `text` begins with a percent sign and two hexadecimal digits.
constexpr bool begins_with_escape(std::string_view text) {
  return text.size() >= 3 && text[0] == '%' && text::is_hex_digit(text[1]) && text::is_hex_digit(text[2]);
}

// Each escape replaced by its byte, everything else as it is; a plus stays a plus. nullopt for a percent sign
// without two hexadecimal digits. The result can be any bytes: neither UTF-8 nor free of control characters.
std::optional<std::string> percent_decoded(std::string_view text);

// The same for ids and names, which go on into logs, headers and messages: nullopt, too, when a control
// character is in the result, escaped or not.
std::optional<std::string> percent_decoded_name(std::string_view text);

// Escapes everything that is not unreserved, with capital digits (section 2.1).
std::string percent_encoded(std::string_view text);

}  // namespace schemagate::a2a::uri
