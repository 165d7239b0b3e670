#include "a2a/http/grammar.h"

#include <array>

#include "a2a/text/ascii.h"
#include "a2a/text/words.h"

namespace schemagate::a2a::http {
namespace {

constexpr std::array kTokenTable = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < 128; ++c) table[c] = text::is_letter_or_digit(static_cast<char>(c));
  for (const char c : std::string_view("!#$%&'*+-.^_`|~")) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

}  // namespace

bool is_token(std::string_view text) {
  bool is_good = !text.empty();
  for (const char c : text) is_good &= kTokenTable[static_cast<unsigned char>(c)];
  return is_good;
}

bool is_field_value(std::string_view text) {
  return !text::any_byte(text, [](text::Lanes bytes) {
    return ((bytes >= 0) & (bytes < 0x20) & (bytes != '\t')) | (bytes == 0x7f);
  });
}

std::optional<std::string_view> next_list_element(std::string_view& list) {
  if (list.data() == nullptr) return std::nullopt;
  const std::size_t comma = list.find(',');
  const std::string_view element = text::trimmed(list.substr(0, comma));
  list = comma == list.npos ? std::string_view() : list.substr(comma + 1);
  return element;
}

std::size_t find_unquoted(std::string_view text, char mark) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == mark) {
      return i;
    }
  }
  return text.size();
}

std::optional<std::string> unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"') return std::nullopt;
  std::string content;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1 == text.size() ? std::optional(std::move(content)) : std::nullopt;
    if (text[i] == '\\' && ++i == text.size()) break;
    content += text[i];
  }
  return std::nullopt;
}

std::string media_type(std::string_view content_type) {
  return text::lower_case(text::trimmed(content_type.substr(0, content_type.find(';'))));
}

bool is_json(std::string_view media_type) {
  return media_type == "application/json" ||
         (media_type.starts_with("application/") && media_type.ends_with("+json"));
}

}  // namespace schemagate::a2a::http
