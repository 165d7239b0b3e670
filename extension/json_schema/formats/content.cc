#include "extension/json_schema/formats/content.h"

#include <optional>
#include <string>

#include "a2a/json/document.h"

namespace schemagate::json_schema {
namespace {

std::optional<std::string> decode_base64(std::string_view text) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  for (; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const auto value = kAlphabet.find(c);
    if (value == kAlphabet.npos) return std::nullopt;
    bits = (bits << 6) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>((bits >> count) & 0xFF);
  }
  return out;
}

}  // namespace

Content check_content(std::string_view text, bool base64, bool json) {
  std::optional<std::string> decoded;
  if (base64) {
    decoded = decode_base64(text);
    if (!decoded) return Content::kWrongEncoding;
    text = *decoded;
  }
  if (!json) return Content::kFits;
  a2a::JsonDocument document;
  return document.parse(text) ? Content::kFits : Content::kWrongMedia;
}

}  // namespace schemagate::json_schema
