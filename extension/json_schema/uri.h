// URI references: RFC 3986 section 5.2 resolution. Text in, text out; nothing is ever fetched.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schemagate::json_schema {

// The five components; views into the parsed text. An absent component is nullopt, an empty one is "".
struct Uri {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;

  static Uri parse(std::string_view text);
};

// `reference` resolved against `base`. An empty or relative base is allowed; the result is then relative
// too.
std::string resolve_uri(std::string_view base, std::string_view reference);

// The text before `#`.
std::string_view without_fragment(std::string_view uri);
// The text behind `#`, "" when there is none.
std::string_view fragment_of(std::string_view uri);

// %XX decoded; a malformed escape is kept as it is.
std::string percent_decoded(std::string_view text);

}  // namespace schemagate::json_schema
