// Formats that are plain syntax: pointers and UUIDs.
#include "a2a/json/pointer.h"
#include "a2a/text/ascii.h"
#include "extension/json_schema/formats/format_rules.h"
#include "extension/json_schema/text_cursor.h"

namespace schemagate::json_schema {

bool is_json_pointer(std::string_view text) {
  return a2a::json_pointer::is_valid(text);
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
    if (hyphen ? text[i] != '-' : !a2a::text::is_hex_digit(text[i])) return false;
  }
  return true;
}

}  // namespace schemagate::json_schema
