#include "a2a/wire/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace schemagate::a2a::wire {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kGroup = 4;  // characters, for three bytes
constexpr char kSkip = 1;          // white space
constexpr char kPadding = 2;       // '='

// For each byte: its standard character, kSkip, kPadding, or 0 for what base64 does not have.
constexpr std::array<char, 256> kStandard = [] {
  std::array<char, 256> table{};
  for (const char c : kAlphabet) table[static_cast<unsigned char>(c)] = c;
  table['-'] = '+';
  table['_'] = '/';
  table['='] = kPadding;
  for (const char c : std::string_view(" \t\r\n")) table[static_cast<unsigned char>(c)] = kSkip;
  return table;
}();

constexpr std::array<std::uint8_t, 256> kValues = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t i = 0; i < kAlphabet.size(); ++i)
    table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  return table;
}();

// The bytes of one group, fewer where it ends in padding.
void append_bytes(std::string& out, std::string_view group) {
  std::uint32_t bits = 0;
  for (const char c : group) bits = bits << 6 | kValues[static_cast<unsigned char>(c)];
  const std::size_t bytes = 3 - static_cast<std::size_t>(std::ranges::count(group, '='));
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>(bits >> (16 - 8 * i) & 0xff);
}

bool is_standard(char c) {
  return kStandard[static_cast<unsigned char>(c)] == c;
}

// With its padding, and nothing else.
bool is_standard_base64(std::string_view text) {
  const std::size_t padding = text.size() - std::min(text.find_last_not_of('=') + 1, text.size());
  return !text.empty() && text.size() % kGroup == 0 && padding < 3 &&
         std::ranges::all_of(text.substr(0, text.size() - padding), is_standard);
}

}  // namespace

std::optional<std::string> to_standard_base64(std::string_view text) {
  std::string standard;
  standard.reserve(text.size() + 3);
  std::size_t padding = 0;
  for (const char c : text) {
    const char mapped = kStandard[static_cast<unsigned char>(c)];
    if (mapped == kSkip) continue;
    if (mapped == kPadding) {
      ++padding;
    } else if (mapped == 0 || padding > 0) {
      return std::nullopt;
    } else {
      standard += mapped;
    }
  }
  const std::size_t missing = (4 - standard.size() % 4) % 4;
  if (missing == 3 || (padding != 0 && padding != missing)) return std::nullopt;
  standard.append(missing, '=');
  return standard;
}

std::optional<std::string> base64_within(std::string_view standard) {
  std::string text;
  for (std::size_t at = 0; at + kGroup <= standard.size(); at += kGroup) {
    const std::size_t before = text.size();
    append_bytes(text, standard.substr(at, kGroup));
    const bool may_be = std::all_of(text.begin() + static_cast<std::ptrdiff_t>(before), text.end(),
                                    [](char c) { return is_standard(c) || c == '='; });
    if (!may_be) return std::nullopt;
  }
  if (!is_standard_base64(text)) return std::nullopt;
  return text;
}

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * kGroup);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view three = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (i < three.size() ? static_cast<unsigned char>(three[i]) : 0U);
    for (std::size_t i = 0; i < kGroup; ++i)
      text += i <= three.size() ? kAlphabet[bits >> (18 - 6 * i) & 0x3f] : '=';
  }
  return text;
}

}  // namespace schemagate::a2a::wire
