#include "extension/schema_interaction/key_name.h"

#include <algorithm>

#include "a2a/text/ascii.h"

namespace schemagate::schema_interaction {

using a2a::text::is_digit;
using a2a::text::is_lower;
using a2a::text::is_upper;

bool is_snake_case(std::string_view name) {
  if (name.empty() || !is_lower(name.front()) || name.back() == '_' || name.contains("__")) return false;
  return std::ranges::all_of(name, [](char c) { return is_lower(c) || is_digit(c) || c == '_'; });
}

std::string in_snake_case(std::string_view name) {
  std::string out;
  char before = '_';
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool word = a2a::text::is_letter_or_digit(c);
    const bool ends_acronym = is_upper(before) && i + 1 < name.size() && is_lower(name[i + 1]);
    if ((!word || (is_upper(c) && (!is_upper(before) || ends_acronym))) && !out.empty() && out.back() != '_')
      out += '_';
    if (word) out += a2a::text::lower(c);
    before = c;
  }
  if (out.ends_with('_')) out.pop_back();
  return out;
}

}  // namespace schemagate::schema_interaction
