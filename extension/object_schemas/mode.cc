#include "extension/object_schemas/mode.h"

#include <algorithm>
#include <optional>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"

namespace schemagate::object_schemas {
namespace {

constexpr std::string_view kJsonMediaType = "application/json";
constexpr std::string_view kPublishedForm = "application/json;schema=";

// The part before the first unquoted `mark`; `rest` goes on behind it.
std::string_view take_until(std::string_view& rest, char mark) {
  const auto end = a2a::http::find_unquoted(rest, mark);
  const auto taken = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return taken;
}

// A list of types says nothing about this part: `application/json;schema=x, text/plain`.
bool is_list_of_types(std::string_view text) {
  return text.substr(a2a::http::find_unquoted(text, ',')).contains('/');
}

// The flag that one `schema` parameter makes; `value` is everything behind its `=`.
Flag flag_of(std::string_view value) {
  if (a2a::http::is_token(value)) return FlaggedWith{std::string(value)};
  if (value.empty()) return MalformedFlag{"the schema parameter is empty"};
  auto content = a2a::http::unquoted(value);
  if (!content) return MalformedFlag{"the schema parameter is neither a token nor a quoted string"};
  if (content->empty()) return MalformedFlag{"the schema parameter is empty"};
  return FlaggedWith{*std::move(content)};
}

// nullopt: another parameter.
std::optional<Flag> parse_parameter(std::string_view parameter) {
  const auto equals = parameter.find('=');
  if (!a2a::text::equals_ignore_case(a2a::text::trimmed(parameter.substr(0, equals)), "schema"))
    return std::nullopt;
  if (equals == std::string_view::npos) return MalformedFlag{"the schema parameter has no value"};
  if (equals > 0 && a2a::text::kBlanks.contains(parameter[equals - 1])) {
    return MalformedFlag{"a blank stands before the = of the schema parameter"};
  }
  return flag_of(parameter.substr(equals + 1));
}

}  // namespace

Flag parse_mode(std::string_view mime_type) {
  // What almost every part carries, settled without reading parameters.
  if (mime_type.empty() || mime_type == kJsonMediaType) return NotFlagged{};
  if (mime_type.starts_with(kPublishedForm)) {
    const std::string_view name = mime_type.substr(kPublishedForm.size());
    if (is_schema_name(name)) return FlaggedWith{std::string(name)};
  }
  std::string_view rest = a2a::text::trimmed(mime_type);
  if (is_list_of_types(rest)) return NotFlagged{};
  if (!a2a::text::equals_ignore_case(a2a::text::trimmed(take_until(rest, ';')), kJsonMediaType))
    return NotFlagged{};
  Flag flag = NotFlagged{};
  while (!rest.empty()) {
    auto found = parse_parameter(a2a::text::trimmed(take_until(rest, ';')));
    if (!found) continue;
    if (!std::holds_alternative<NotFlagged>(flag)) return MalformedFlag{"the schema parameter is repeated"};
    flag = *std::move(found);
  }
  return flag;
}

std::string format_mode(std::string_view schema) {
  return std::string(kPublishedForm).append(schema);
}

bool is_schema_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return a2a::text::is_letter_or_digit(c) || c == '.' || c == '_' || c == '-';
  });
}

}  // namespace schemagate::object_schemas
