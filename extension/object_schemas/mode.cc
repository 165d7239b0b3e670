#include "extension/object_schemas/mode.h"

#include <algorithm>
#include <optional>

namespace schemagate::object_schemas {
namespace {

constexpr std::string_view kJsonMediaType = "application/json";
constexpr std::string_view kPublishedForm = "application/json;schema=";
constexpr std::string_view kOptionalBlanks = " \t";

constexpr std::string_view kTokenMarks = "!#$%&'*+-.^_`|~";

constexpr bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// RFC 9110 section 5.6.2.
bool is_token(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || kTokenMarks.contains(c); });
}

constexpr char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower_case, lower_case);
}

std::string_view trim_blanks(std::string_view text) {
  const auto begin = text.find_first_not_of(kOptionalBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kOptionalBlanks) - begin + 1);
}

// The first `mark` outside quoted strings; the text's size when there is none.
std::size_t find_unquoted(std::string_view text, char mark) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == mark) {
      return i;
    }
  }
  return text.size();
}

// The part before the first unquoted `mark`; `rest` goes on behind it.
std::string_view take_until(std::string_view& rest, char mark) {
  const auto end = find_unquoted(rest, mark);
  const auto taken = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return taken;
}

// A list of types says nothing about this part: `application/json;schema=x, text/plain`.
bool is_list_of_types(std::string_view text) {
  return text.substr(find_unquoted(text, ',')).contains('/');
}

// The content of `"…"` (RFC 9110 section 5.6.4); nullopt when it is not one quoted string.
std::optional<std::string> unquote(std::string_view text) {
  if (text.size() < 2 || text.front() != '"') return std::nullopt;
  std::string content;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1 == text.size() ? std::optional(std::move(content)) : std::nullopt;
    if (text[i] == '\\' && ++i == text.size()) break;
    content += text[i];
  }
  return std::nullopt;
}

// The flag that one `schema` parameter makes; `value` is everything behind its `=`.
Flag flag_of(std::string_view value) {
  if (is_token(value)) return FlaggedWith{std::string(value)};
  if (value.empty()) return MalformedFlag{"the schema parameter is empty"};
  auto content = unquote(value);
  if (!content) return MalformedFlag{"the schema parameter is neither a token nor a quoted string"};
  if (content->empty()) return MalformedFlag{"the schema parameter is empty"};
  return FlaggedWith{*std::move(content)};
}

// nullopt: another parameter.
std::optional<Flag> parse_parameter(std::string_view parameter) {
  const auto equals = parameter.find('=');
  if (!equals_ignoring_case(trim_blanks(parameter.substr(0, equals)), "schema")) return std::nullopt;
  if (equals == std::string_view::npos) return MalformedFlag{"the schema parameter has no value"};
  if (equals > 0 && kOptionalBlanks.contains(parameter[equals - 1])) {
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
  std::string_view rest = trim_blanks(mime_type);
  if (is_list_of_types(rest)) return NotFlagged{};
  if (!equals_ignoring_case(trim_blanks(take_until(rest, ';')), kJsonMediaType)) return NotFlagged{};
  Flag flag = NotFlagged{};
  while (!rest.empty()) {
    auto found = parse_parameter(trim_blanks(take_until(rest, ';')));
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
    return is_alphanumeric(c) || c == '.' || c == '_' || c == '-';
  });
}

}  // namespace schemagate::object_schemas
