// Formats that are plain syntax: pointers and UUIDs.
#include "extension/json_schema/formats/format_rules.h"
#include "extension/json_schema/text_cursor.h"

namespace schemagate::json_schema {

bool is_json_pointer(std::string_view text) {
  if (!text.empty() && text.front() != '/') return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '~') continue;
    if (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')) return false;
  }
  return true;
}

bool is_relative_json_pointer(std::string_view text) {
  TextCursor cursor(text);
  const bool zero = cursor.peek() == '0';
  const std::size_t digits = cursor.skip_digits();
  if (digits == 0 || (zero && digits > 1)) return false;
  return cursor.rest() == "#" || is_json_pointer(cursor.rest());
}

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
    if (hyphen ? text[i] != '-' : !is_hex_digit(text[i])) return false;
  }
  return true;
}

}  // namespace schemagate::json_schema
