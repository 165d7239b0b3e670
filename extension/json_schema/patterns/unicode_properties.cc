#include "extension/json_schema/patterns/unicode_properties.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "a2a/text/ascii.h"

namespace schemagate::json_schema {
namespace {

struct Category {
  std::string_view name;
  std::string_view short_name;
};

constexpr auto kCategories = std::to_array<Category>({
    {"Cased_Letter", "L&"},
    {"Close_Punctuation", "Pe"},
    {"Connector_Punctuation", "Pc"},
    {"Control", "Cc"},
    {"Currency_Symbol", "Sc"},
    {"Dash_Punctuation", "Pd"},
    {"Decimal_Number", "Nd"},
    {"Enclosing_Mark", "Me"},
    {"Final_Punctuation", "Pf"},
    {"Format", "Cf"},
    {"Initial_Punctuation", "Pi"},
    {"Letter", "L"},
    {"Letter_Number", "Nl"},
    {"Line_Separator", "Zl"},
    {"Lowercase_Letter", "Ll"},
    {"Mark", "M"},
    {"Math_Symbol", "Sm"},
    {"Modifier_Letter", "Lm"},
    {"Modifier_Symbol", "Sk"},
    {"Nonspacing_Mark", "Mn"},
    {"Number", "N"},
    {"Open_Punctuation", "Ps"},
    {"Other", "C"},
    {"Other_Letter", "Lo"},
    {"Other_Number", "No"},
    {"Other_Punctuation", "Po"},
    {"Other_Symbol", "So"},
    {"Paragraph_Separator", "Zp"},
    {"Private_Use", "Co"},
    {"Punctuation", "P"},
    {"Separator", "Z"},
    {"Space_Separator", "Zs"},
    {"Spacing_Mark", "Mc"},
    {"Surrogate", "Cs"},
    {"Symbol", "S"},
    {"Titlecase_Letter", "Lt"},
    {"Unassigned", "Cn"},
    {"Uppercase_Letter", "Lu"},
    {"digit", "Nd"},
    {"punct", "P"},
    {"cntrl", "Cc"},
    {"Combining_Mark", "M"},
    {"LC", "L&"},
});

}  // namespace

std::string_view short_property_name(std::string_view name) {
  if (const auto equals = name.find('='); equals != name.npos) name.remove_prefix(equals + 1);
  const auto found = std::ranges::find(kCategories, name, &Category::name);
  if (found != kCategories.end()) return found->short_name;
  const bool plain =
      std::ranges::all_of(name, [](char c) { return a2a::text::is_letter_or_digit(c) || c == '_'; });
  return plain ? name : std::string_view();
}

std::optional<CodePointSet> ascii_members(std::string_view property) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(RE2::Options::EncodingLatin1);  // whose programs are small
  const RE2 has(re2::StringPiece(property.data(), property.size()), options);
  if (!has.ok()) return std::nullopt;
  CodePointSet members;
  for (std::uint32_t code_point = 0; code_point < 0x80; ++code_point) {
    const char c = static_cast<char>(code_point);
    if (RE2::FullMatch(re2::StringPiece(&c, 1), has)) members.add(code_point, code_point);
  }
  return members;
}

}  // namespace schemagate::json_schema
