#include "extension/json_schema/patterns/group_name.h"

#include <unicode/uchar.h>

#include "a2a/text/utf8.h"

namespace schemagate::json_schema {
namespace {

bool has(UProperty property, char32_t c) {
  return u_hasBinaryProperty(static_cast<UChar32>(c), property) != 0;
}

bool begins_name(char32_t c) {
  return c == U'$' || c == U'_' || has(UCHAR_ID_START, c);
}

bool continues_name(char32_t c) {
  constexpr char32_t kNonJoiner = 0x200C;
  constexpr char32_t kJoiner = 0x200D;
  return c == U'$' || c == kNonJoiner || c == kJoiner || has(UCHAR_ID_CONTINUE, c);
}

}  // namespace

bool is_group_name(std::string_view name) {
  if (name.empty()) return false;
  std::size_t at = 0;
  if (!begins_name(a2a::text::decode(name, at))) return false;
  while (at < name.size()) {
    if (!continues_name(a2a::text::decode(name, at))) return false;
  }
  return true;
}

}  // namespace schemagate::json_schema
