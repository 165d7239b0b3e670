#include "a2a/json/text.h"

#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace a2a {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool needs_escape(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

// Eight bytes at once: the high bit of each byte of the result may be set where that byte needs an escape. A
// byte behind such a one can be flagged falsely, so a hit only means "look closely".
std::uint64_t escape_candidates(std::uint64_t bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  const auto has_zero = [](std::uint64_t word) { return (word - kOnes) & ~word; };
  const std::uint64_t control = (bytes - kOnes * 0x20) & ~bytes;
  return (control | has_zero(bytes ^ (kOnes * '"')) | has_zero(bytes ^ (kOnes * '\\'))) & kHighBits;
}

// ASCII without anything to escape: what names, ids and most texts are.
bool is_plain(std::string_view value) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::uint64_t word = 0;
  std::size_t i = 0;
  for (; i + sizeof(word) <= value.size(); i += sizeof(word)) {
    std::memcpy(&word, value.data() + i, sizeof(word));
    if ((escape_candidates(word) | (word & kHighBits)) != 0) return false;
  }
  return std::all_of(value.begin() + static_cast<std::ptrdiff_t>(i), value.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80 && !needs_escape(c); });
}

// The offset of the first character at or behind `from` that needs an escape; the size when there is none.
std::size_t find_escape(std::string_view value, std::size_t from) {
  std::uint64_t word = 0;
  for (; from + sizeof(word) <= value.size(); from += sizeof(word)) {
    std::memcpy(&word, value.data() + from, sizeof(word));
    if (escape_candidates(word) != 0) break;
  }
  while (from < value.size() && !needs_escape(value[from])) ++from;
  return from;
}

void append_escape(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  out += "\\u00";
  out += kHexDigits[byte >> 4];
  out += kHexDigits[byte & 15];
}

// Length of the well-formed UTF-8 sequence at the front of `text`, 0 if there is none (Unicode table 3-7).
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  return simdjson::validate_utf8(text.data(), length) ? length : 0;
}

std::string replace_invalid_utf8(std::string_view value) {
  std::string valid;
  valid.reserve(value.size() + 16);
  while (!value.empty()) {
    const std::size_t length = sequence_length(value);
    valid += length == 0 ? kReplacement : value.substr(0, length);
    value.remove_prefix(length == 0 ? 1 : length);
  }
  return valid;
}

}  // namespace

void append_json_string(std::string& out, std::string_view value) {
  if (is_plain(value)) {
    out.append(1, '"').append(value).append(1, '"');
    return;
  }
  std::string repaired;
  if (!simdjson::validate_utf8(value.data(), value.size())) value = repaired = replace_invalid_utf8(value);
  out += '"';
  for (std::size_t plain = 0;;) {
    const std::size_t stop = find_escape(value, plain);
    out.append(value, plain, stop - plain);
    if (stop == value.size()) break;
    append_escape(out, value[stop]);
    plain = stop + 1;
  }
  out += '"';
}

void append_member_name(std::string& out, std::string_view name) {
  if (!out.empty() && out.back() != '{') out += ',';
  append_json_string(out, name);
  out += ':';
}

void append_string_member(std::string& out, std::string_view name, std::string_view value) {
  append_member_name(out, name);
  append_json_string(out, value);
}

void append_raw_member(std::string& out, std::string_view name, std::string_view raw) {
  append_member_name(out, name);
  out += raw;
}

}  // namespace a2a
