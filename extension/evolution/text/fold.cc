#include "extension/evolution/text/fold.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>

#include "a2a/text/ascii.h"
#include "a2a/text/hidden_character.h"
#include "a2a/text/utf8.h"

namespace schemagate::evolution {
namespace {

// A character of text may be several code points before it is composed.
constexpr std::size_t kBytesLookedAt = kFragmentCharactersMax * 8;
// Where the decimal digits of a script begin; ten follow one another.
constexpr std::array<char32_t, 20> kZeros = {0x660, 0x6f0,  0x7c0,  0x966,  0x9e6,  0xa66, 0xae6,
                                             0xb66, 0xbe6,  0xc66,  0xce6,  0xd66,  0xe50, 0xed0,
                                             0xf20, 0x1040, 0x17e0, 0x1810, 0x1946, 0xa8d0};

struct Free {
  void operator()(utf8proc_uint8_t* memory) const { std::free(memory); }  // NOLINT: the library's memory
};

char32_t plain(char32_t code) {
  if (code < 0x660) return code;
  for (const char32_t zero : kZeros) {
    if (code >= zero && code < zero + 10) return U'0' + (code - zero);
  }
  return code;
}

bool is_space(char32_t code) {
  return code == ' ' || (code >= 9 && code <= 13) || code == 0x85 || code == 0xa0 || code == 0x1680 ||
         (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 || code == 0x3000;
}

std::string normalised(std::string_view text) {
  if (std::ranges::all_of(text, a2a::text::is_ascii)) return std::string(text);
  std::string whole = a2a::text::repaired(text);
  utf8proc_uint8_t* made = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_STABLE |
                                                      UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(whole.data()),
                                 static_cast<utf8proc_ssize_t>(whole.size()), &made, options);
  const std::unique_ptr<utf8proc_uint8_t, Free> owner(made);
  if (size < 0) return whole;
  return {reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)};
}

}  // namespace

std::string fold(std::string_view text) {
  const std::string whole = normalised(a2a::text::cut_at_character(text, kBytesLookedAt));
  std::string out;
  std::array<char, 4> bytes{};
  bool blank_due = false;
  std::size_t count = 0;
  for (std::size_t at = 0; at < whole.size() && count < kFragmentCharactersMax;) {
    const char32_t code = plain(a2a::text::decode(whole, at));
    if (is_space(code)) {
      blank_due = !out.empty();
    } else if (!a2a::text::is_hidden_character(code)) {
      count += blank_due ? 2 : 1;
      if (std::exchange(blank_due, false)) out += ' ';
      out.append(bytes.data(), a2a::text::encode(code, bytes.data()));
    }
  }
  return out;
}

std::string lower_case(std::string_view folded) {
  if (std::ranges::all_of(folded, a2a::text::is_ascii)) return a2a::text::lower_case(folded);
  std::string out;
  std::array<char, 4> bytes{};
  for (std::size_t at = 0; at < folded.size();) {
    const char32_t code = a2a::text::decode(folded, at);
    const auto lower = static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(code)));
    out.append(bytes.data(), a2a::text::encode(lower, bytes.data()));
  }
  return out;
}

std::string latin_look(std::string_view lower) {
  constexpr std::array<std::pair<char32_t, char>, 27> kLooks = {
      {{U'а', 'a'}, {U'в', 'b'}, {U'с', 'c'}, {U'ԁ', 'd'}, {U'е', 'e'}, {U'ё', 'e'}, {U'һ', 'h'},
       {U'і', 'i'}, {U'ї', 'i'}, {U'ј', 'j'}, {U'к', 'k'}, {U'м', 'm'}, {U'н', 'h'}, {U'о', 'o'},
       {U'р', 'p'}, {U'ѕ', 's'}, {U'т', 't'}, {U'у', 'y'}, {U'х', 'x'}, {U'α', 'a'}, {U'ε', 'e'},
       {U'ι', 'i'}, {U'κ', 'k'}, {U'ν', 'v'}, {U'ο', 'o'}, {U'ρ', 'p'}, {U'τ', 't'}}};
  if (std::ranges::all_of(lower, a2a::text::is_ascii)) return std::string(lower);
  std::string out;
  for (std::size_t at = 0; at < lower.size();) {
    const std::size_t begin = at;
    const char32_t code = a2a::text::decode(lower, at);
    const auto* look = std::ranges::find(kLooks, code, &std::pair<char32_t, char>::first);
    if (look != kLooks.end()) {
      out += look->second;
    } else {
      out += lower.substr(begin, at - begin);
    }
  }
  return out;
}

}  // namespace schemagate::evolution
