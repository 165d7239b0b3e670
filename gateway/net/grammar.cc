#include "gateway/net/grammar.h"

#include <algorithm>
#include <array>

#include "a2a/text/words.h"

namespace schemagate::net {
namespace {

constexpr std::size_t kBytes = 256;

consteval std::array<bool, kBytes> token_table() {
  std::array<bool, kBytes> table{};
  for (std::size_t c = '0'; c <= '9'; ++c) table[c] = true;
  for (std::size_t c = 'a'; c <= 'z'; ++c) table[c] = true;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) table[c] = true;
  for (unsigned char c : std::string_view("!#$%&'*+-.^_`|~")) table[c] = true;
  return table;
}

constexpr std::array kTokenTable = token_table();

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace

bool equals_ignore_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto same = [](char x, char y) { return lower(x) == lower(y); };
  return a == b || std::equal(a.begin(), a.end(), b.begin(), same);
}

bool is_token(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return kTokenTable[static_cast<unsigned char>(c)]; });
}

bool is_visible_ascii(char c) {
  return c > ' ' && c < 0x7f;
}

bool is_field_value(std::string_view text) {
  return !a2a::text::any_byte(text, [](a2a::text::Lanes bytes) {
    return ((bytes >= 0) & (bytes < 0x20) & (bytes != '\t')) | (bytes == 0x7f);
  });
}

std::string_view trim_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<std::string_view> next_list_element(std::string_view& list) {
  if (list.data() == nullptr) return std::nullopt;
  std::size_t comma = list.find(',');
  std::string_view element = trim_blanks(list.substr(0, comma));
  list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  return element;
}

bool is_hop_by_hop(std::string_view name) {
  constexpr auto is = [](std::string_view a, std::string_view b) { return equals_ignore_case(a, b); };
  switch (name.size()) {
    case 2:
      return is(name, "TE");
    case 7:
      return is(name, "Trailer") || is(name, "Upgrade");
    case 10:
      return is(name, "Connection") || is(name, "Keep-Alive");
    case 16:
      return is(name, "Proxy-Connection");
    case 17:
      return is(name, "Transfer-Encoding");
    case 18:
      return is(name, "Proxy-Authenticate");
    case 19:
      return is(name, "Proxy-Authorization");
    default:
      return false;
  }
}

}  // namespace schemagate::net
