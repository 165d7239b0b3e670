#include "a2a/text/base64.h"

#include <array>
#include <cstdint>

namespace schemagate::a2a::text {
namespace {

constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> kValues = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(kNone);
  for (std::size_t value = 0; value < kBase64Alphabet.size(); ++value)
    table[static_cast<unsigned char>(kBase64Alphabet[value])] = static_cast<std::uint8_t>(value);
  return table;
}();

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  std::uint32_t pending = 0;
  int bits = 0;
  for (const char byte : bytes) {
    pending = pending << 8 | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 6; bits -= 6) text += kBase64Alphabet[pending >> (bits - 6) & 63];
  }
  if (bits > 0) text += kBase64Alphabet[pending << (6 - bits) & 63];
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  for (; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  std::string out;
  out.reserve(text.size() * 3 / 4);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::uint8_t value = kValues[static_cast<unsigned char>(c)];
    if (value == kNone) return std::nullopt;
    bits = (bits << 6) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>((bits >> count) & 0xFF);
  }
  return out;
}

}  // namespace schemagate::a2a::text
