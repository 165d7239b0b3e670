#include "extension/json_schema/patterns/group_name.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "a2a/text/utf8.h"

namespace schemagate::json_schema {
namespace {

// Where the properties differ from the general categories: Other_ID_Start, Other_ID_Continue, and the letter
// of Pattern_Syntax.
constexpr std::array<char32_t, 6> kOtherStart{0x1885, 0x1886, 0x2118, 0x212E, 0x309B, 0x309C};
constexpr char32_t kSyntaxLetter = 0x2E2F;

bool is_id_start(char32_t c) {
  if (std::ranges::find(kOtherStart, c) != kOtherStart.end()) return true;
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  const bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
  return (letter && c != kSyntaxLetter) || category == UTF8PROC_CATEGORY_NL;
}

bool is_id_continue(char32_t c) {
  const bool other = c == 0xB7 || c == 0x387 || (c >= 0x1369 && c <= 0x1371) || c == 0x19DA;
  if (other || is_id_start(c)) return true;
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
         category == UTF8PROC_CATEGORY_ND || category == UTF8PROC_CATEGORY_PC;
}

bool begins_name(char32_t c) {
  return c == U'$' || c == U'_' || is_id_start(c);
}

bool continues_name(char32_t c) {
  constexpr char32_t kNonJoiner = 0x200C;
  constexpr char32_t kJoiner = 0x200D;
  return c == U'$' || c == kNonJoiner || c == kJoiner || is_id_continue(c);
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
