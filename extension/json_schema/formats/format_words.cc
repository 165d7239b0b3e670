#include "extension/json_schema/formats/format_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "extension/json_schema/formats/format_rules.h"
#include "extension/json_schema/text_cursor.h"

namespace schemagate::json_schema {

std::string_view form_of_format(std::string_view format) {
  constexpr auto kForms = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"date-time", "YYYY-MM-DDThh:mm:ssZ, or an offset such as +02:00 for the Z"},
      {"date", "YYYY-MM-DD"},
      {"time", "hh:mm:ssZ, or an offset such as +02:00 for the Z"},
      {"duration", "such as P3DT4H30M"},
      {"email", "name@host"},
      {"idn-email", "name@host"},
      {"hostname", "such as www.example.org"},
      {"idn-hostname", "such as www.example.org"},
      {"ipv4", "four numbers up to 255, such as 192.0.2.1"},
      {"ipv6", "such as 2001:db8::1"},
      {"uri", "with a scheme, such as https://example.org/a"},
      {"iri", "with a scheme, such as https://example.org/a"},
      {"uuid", "8-4-4-4-12 hexadecimal digits"},
      {"json-pointer", "empty, or parts that begin with /"},
      {"regex", "a regular expression of ECMA-262"},
  });
  const auto* const found =
      std::ranges::find(kForms, format, &std::pair<std::string_view, std::string_view>::first);
  return found == kForms.end() ? std::string_view() : found->second;
}

bool is_no_such_day(std::string_view format, std::string_view text) {
  if (format != "date" && format != "date-time") return false;
  constexpr std::size_t kDateBytes = 10;
  TextCursor cursor(text);
  const bool has_form = cursor.take_digits(4) >= 0 && cursor.take('-') && cursor.take_digits(2) >= 0 &&
                        cursor.take('-') && cursor.take_digits(2) >= 0;
  const bool ends = format == "date" ? cursor.at_end() : cursor.peek() == 'T' || cursor.peek() == 't';
  return has_form && ends && !is_date(text.substr(0, kDateBytes));
}

}  // namespace schemagate::json_schema
