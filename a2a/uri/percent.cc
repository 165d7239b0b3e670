#include "a2a/uri/percent.h"

#include <algorithm>

namespace schemagate::a2a::uri {

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  while (!text.empty()) {
    const bool escaped = text.front() == '%';
    if (escaped && !begins_with_escape(text)) return std::nullopt;
    decoded +=
        escaped ? static_cast<char>(text::hex_value(text[1]) << 4 | text::hex_value(text[2])) : text.front();
    text.remove_prefix(escaped ? 3 : 1);
  }
  return decoded;
}

std::optional<std::string> percent_decoded_name(std::string_view text) {
  auto name = percent_decoded(text);
  if (name && std::ranges::any_of(*name, text::is_control)) return std::nullopt;
  return name;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  encoded.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_unreserved(c)) {
      encoded += c;
    } else {
      encoded.append(1, '%').append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 0xFU]);
    }
  }
  return encoded;
}

}  // namespace schemagate::a2a::uri
