#include "a2a/signature/base64url.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "a2a/text/base64.h"

namespace schemagate::a2a::signature {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> kValues = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(kNone);
  for (std::size_t value = 0; value < kAlphabet.size(); ++value) {
    table[static_cast<unsigned char>(kAlphabet[value])] = static_cast<std::uint8_t>(value);
  }
  return table;
}();

}  // namespace

std::string to_base64url(std::string_view bytes) {
  std::string url = text::to_base64(bytes);
  url.erase(url.find_last_not_of('=') + 1);
  std::ranges::replace(url, '+', '-');
  std::ranges::replace(url, '/', '_');
  return url;
}

std::optional<std::string> from_base64url(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() * 3 / 4);
  std::uint32_t pending = 0;
  int bits = 0;
  for (const char c : text) {
    const std::uint8_t value = kValues[static_cast<unsigned char>(c)];
    if (value == kNone) return std::nullopt;
    pending = pending << 6 | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(pending >> bits);
  }
  const std::uint32_t rest = pending & ((1u << bits) - 1);
  if (bits == 6 || rest != 0) return std::nullopt;
  return bytes;
}

}  // namespace schemagate::a2a::signature
