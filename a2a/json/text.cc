#include "a2a/json/text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "a2a/text/words.h"

namespace schemagate::a2a {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

bool needs_escape(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

std::uint64_t flag_escapes(std::uint64_t word) {
  const std::uint64_t control = (word - text::kEachByte * 0x20) & ~word & text::kHighBits;
  return control | text::flag_byte(word, '"') | text::flag_byte(word, '\\');
}

// ASCII without anything to escape: what names, ids and most texts are. Bytes above ASCII are negative here.
bool is_plain(std::string_view value) {
  return !text::any_byte(value,
                         [](text::Lanes bytes) { return (bytes < 0x20) | (bytes == '"') | (bytes == '\\'); });
}

// The offset of the first character at or behind `from` that needs an escape; the size when there is none.
std::size_t find_escape(std::string_view value, std::size_t from) {
  std::uint64_t word = 0;
  for (; from + sizeof(word) <= value.size(); from += sizeof(word)) {
    std::memcpy(&word, value.data() + from, sizeof(word));
    if (flag_escapes(word) != 0) break;
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

void append_quoted(std::string& out, std::string_view plain) {
  const std::size_t begin = out.size();
  const std::size_t end = begin + plain.size() + 2;
  // The size that it hands over is not used: libstdc++ 12 gives the capacity when it has to grow.
  out.resize_and_overwrite(end, [begin, end, plain](char* text, std::size_t) {
    text[begin] = '"';
    plain.copy(text + begin + 1, plain.size());
    text[end - 1] = '"';
    return end;
  });
}

}  // namespace

void append_json_string(std::string& out, std::string_view value) {
  if (is_plain(value)) return append_quoted(out, value);
  std::string repaired;
  if (!text::is_utf8(value)) value = repaired = text::repaired(value);
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

std::string in_quotes(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
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

}  // namespace schemagate::a2a
