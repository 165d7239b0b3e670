// ASCII characters: their classes, case and trimming. Unlike those of <cctype>, these functions do not depend
// on the locale, take any char, and say no for every byte beyond ASCII.
//
//   if (!std::ranges::all_of(name, text::is_letter_or_digit)) …
//   text::equals_ignore_case("Content-Type", "content-type")   // true
//   text::trimmed("  a b \t")                                  // "a b"
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace schemagate::a2a::text {

// What separates words on one line; SP and HTAB are also RFC 9110's optional white space.
inline constexpr std::string_view kBlanks = " \t";
// White space of JSON (RFC 8259 section 2).
inline constexpr std::string_view kWhiteSpace = " \t\r\n";

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_letter(char c) {
  return is_lower(c) || is_upper(c);
}
constexpr bool is_letter_or_digit(char c) {
  return is_letter(c) || is_digit(c);
}
// Of either case.
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}
// U+0000 to U+001F, with tab and line feed, and U+007F.
constexpr bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}
// VCHAR of RFC 5234: no blank, no control character, nothing beyond ASCII.
constexpr bool is_visible(char c) {
  return c > ' ' && c < 0x7f;
}

// For a handful of characters: the library's search costs a call for each of them.
constexpr bool is_one_of(char c, std::string_view few) {
  for (const char each : few) {
    if (c == each) return true;
  }
  return false;
}

// The value of a hexadecimal digit, -1 for any other character.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The letter in the other case; any other character as it is.
constexpr char lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr char upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

// A copy with each ASCII letter in lower case.
std::string lower_case(std::string_view text);

// Whether both are the same but for the case of ASCII letters: field names of HTTP, schemes, media types.
constexpr bool equals_ignore_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  if (a == b) return true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

// Whether `text` is not empty and all digits. Says nothing of its size: "007" and a hundred nines are digits.
bool is_all_digits(std::string_view text);

// `text` without the characters of `blanks` at its begin, at its end, or both. Borrows from `text`; empty
// when nothing else is in it.
constexpr std::string_view trimmed_front(std::string_view text, std::string_view blanks = kBlanks) {
  while (!text.empty() && is_one_of(text.front(), blanks)) text.remove_prefix(1);
  return text;
}
constexpr std::string_view trimmed_back(std::string_view text, std::string_view blanks = kBlanks) {
  while (!text.empty() && is_one_of(text.back(), blanks)) text.remove_suffix(1);
  return text;
}
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = kBlanks) {
  return trimmed_back(trimmed_front(text, blanks), blanks);
}

}  // namespace schemagate::a2a::text
