#include "a2a/json/unescape.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"

namespace schemagate::a2a {
namespace {

std::optional<std::uint32_t> read_hex4(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : text.substr(0, 4)) {
    const int digit = text::hex_value(c);
    if (digit < 0) return std::nullopt;
    value = value << 4 | static_cast<std::uint32_t>(digit);
  }
  return value;
}

// Reads what follows `\u` from the front of `rest`, both halves of a surrogate pair.
std::optional<std::uint32_t> take_code_point(std::string_view& rest) {
  auto first = read_hex4(rest);
  if (!first || (*first >= 0xDC00 && *first <= 0xDFFF)) return std::nullopt;
  rest.remove_prefix(4);
  if (*first < 0xD800 || *first > 0xDBFF) return first;
  if (!rest.starts_with("\\u")) return std::nullopt;
  auto second = read_hex4(rest.substr(2));
  if (!second || *second < 0xDC00 || *second > 0xDFFF) return std::nullopt;
  rest.remove_prefix(6);
  return 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00);
}

std::optional<char> simple_escape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::size_t> unescape(std::string_view escaped, char* out) {
  char* const begin = out;
  while (!escaped.empty()) {
    const std::size_t plain = std::min(escaped.find('\\'), escaped.size());
    std::memcpy(out, escaped.data(), plain);
    out += plain;
    escaped.remove_prefix(plain);
    if (escaped.empty()) break;
    if (escaped.size() < 2) return std::nullopt;
    const char kind = escaped[1];
    escaped.remove_prefix(2);
    if (kind == 'u') {
      auto code = take_code_point(escaped);
      if (!code) return std::nullopt;
      out = text::encode(*code, out);
    } else {
      auto c = simple_escape(kind);
      if (!c) return std::nullopt;
      *out++ = *c;
    }
  }
  return static_cast<std::size_t>(out - begin);
}

}  // namespace schemagate::a2a
