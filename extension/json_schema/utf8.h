// UTF-8 of text that was checked when it was parsed.
#pragma once

#include <cstddef>
#include <string_view>

namespace schemagate::json_schema {

// Code points in `text`.
inline std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1u : 0u;
  return count;
}

// The code point at byte `at`, which moves behind it. Malformed bytes give U+FFFD, one at a time.
inline char32_t decode_utf8(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  if (first < 0x80) return first;
  const std::size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
  if (more == 0 || at + more > text.size()) return 0xFFFD;
  char32_t code_point = first & (0x3Fu >> more);
  for (std::size_t i = 0; i < more; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xC0) != 0x80) return 0xFFFD;
    code_point = (code_point << 6) | (byte & 0x3Fu);
  }
  at += more;
  return code_point;
}

}  // namespace schemagate::json_schema
