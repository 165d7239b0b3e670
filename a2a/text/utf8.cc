#include "a2a/text/utf8.h"

#include <simdjson.h>

namespace schemagate::a2a::text {

bool is_utf8(std::string_view text) {
  return simdjson::validate_utf8(text.data(), text.size());
}

std::size_t character_size(std::string_view text) {
  const auto at = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = at(0);
  if (lead < 0x80) return 1;
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return 0;
  // Which second bytes would make an overlong form, a surrogate, or a code point beyond U+10FFFF.
  const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (at(1) < low || at(1) > high) return 0;
  for (std::size_t i = 2; i < size; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  return size;
}

char32_t decode(std::string_view text, std::size_t& at) {
  const std::size_t size = character_size(text.substr(at));
  if (size == 0) return ++at, kReplacement;
  const auto lead = static_cast<unsigned char>(text[at]);
  char32_t code = size == 1 ? lead : lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i)
    code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3Fu);
  at += size;
  return code;
}

char* encode(char32_t code, char* out) {
  const auto put = [&out](char32_t byte) { *out++ = static_cast<char>(byte); };
  const auto put_rest = [&put, code](int shift) {
    for (; shift >= 0; shift -= 6) put(0x80 | (code >> shift & 0x3F));
  };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put_rest(0);
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put_rest(6);
  } else {
    put(0xF0 | code >> 18);
    put_rest(12);
  }
  return out;
}

std::string repaired(std::string_view text) {
  std::string valid;
  valid.reserve(text.size() + 16);
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    valid += size == 0 ? kReplacementBytes : text.substr(0, size);
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return valid;
}

std::string shortened(std::string_view text, std::size_t bytes_max) {
  const std::string_view kept = cut_at_character(text, bytes_max);
  return std::string(kept).append(kept.size() < text.size() ? kEllipsis : "");
}

}  // namespace schemagate::a2a::text
