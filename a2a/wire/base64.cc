#include "a2a/wire/base64.h"

#include <algorithm>
#include <array>

#include "a2a/text/base64.h"

namespace schemagate::a2a::wire {
namespace {

constexpr char kSkip = 1;     // white space
constexpr char kPadding = 2;  // '='

// For each byte: its standard character, kSkip, kPadding, or 0 for what base64 does not have.
constexpr std::array<char, 256> kStandard = [] {
  std::array<char, 256> table{};
  for (const char c : text::kBase64Alphabet) table[static_cast<unsigned char>(c)] = c;
  table['-'] = '+';
  table['_'] = '/';
  table['='] = kPadding;
  for (const char c : std::string_view(" \t\r\n")) table[static_cast<unsigned char>(c)] = kSkip;
  return table;
}();

bool is_standard(char c) {
  return kStandard[static_cast<unsigned char>(c)] == c;
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
  constexpr std::size_t kFirst = 64;
  const auto first = text::from_base64(standard.substr(0, kFirst));
  const bool may_be = first && std::ranges::all_of(*first, [](char c) { return is_standard(c) || c == '='; });
  if (!may_be) return std::nullopt;
  auto inner = text::from_base64(standard);
  const bool is_base64 = inner && !inner->empty() && text::from_base64(*inner);
  return is_base64 ? inner : std::nullopt;
}

}  // namespace schemagate::a2a::wire
