// UTF-8 (RFC 3629, well-formed as in table 3-7 of the Unicode Standard): overlong forms, surrogates and code
// points beyond U+10FFFF are refused everywhere.
//
//   text::shortened("naïve question", 4)        // "na…", never half of the ï
//   for (std::size_t at = 0; at < s.size();) {
//     char32_t code = text::decode(s, at);      // U+FFFD for each byte that belongs to no character
//   }
//
// Pure; safe from any thread. Sizes are bytes unless the name says code points.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace schemagate::a2a::text {

// What stands for a malformed byte, and its UTF-8.
inline constexpr char32_t kReplacement = 0xfffd;
inline constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";
// Stands behind a text that was cut.
inline constexpr std::string_view kEllipsis = "…";

// Whether all of `text` is well-formed.
bool is_utf8(std::string_view text);

// A byte that goes on with a character and does not begin one.
constexpr bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// The size of the well-formed character at the begin of `text`, which is not empty; 0 when there is none.
std::size_t character_size(std::string_view text);

// The code point at byte `at` (less than the size), which moves behind it. A malformed byte gives
// kReplacement and is passed alone: a U+FFFD that is really there moves `at` by three.
char32_t decode(std::string_view text, std::size_t& at);

// Writes the code point, a Unicode scalar value, to `out`, which has room for 4 bytes. Returns the end.
char* encode(char32_t code, char* out);

// A copy in which each malformed byte is U+FFFD.
std::string repaired(std::string_view text);

// How many code points well-formed text has: JSON Schema's length of a string.
constexpr std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += is_continuation(c) ? 0u : 1u;
  return count;
}

// As many whole characters of well-formed `text` as fit into `bytes_max`. Borrows from `text`.
constexpr std::string_view cut_at_character(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  while (bytes_max > 0 && is_continuation(text[bytes_max])) --bytes_max;
  return text.substr(0, bytes_max);
}

// The same as a copy, and kEllipsis behind it when something was cut off: up to bytes_max + 3 bytes.
std::string shortened(std::string_view text, std::size_t bytes_max);

}  // namespace schemagate::a2a::text
