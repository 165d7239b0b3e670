// The mode string `application/json;schema=<name>` (object-schemas v1, section 1), read and written. It
// stands in a card's inputModes and outputModes, and as media type on a data part of a message or an
// artifact.
//
//   Flag flag = parse_mode("Application/JSON; schema=\"fightComparison\"");
//   if (const auto* named = std::get_if<FlaggedWith>(&flag)) …  // named->schema == "fightComparison"
//   format_mode("fightComparison")                              // application/json;schema=fightComparison
//
// Pure; safe from any thread. Nothing here knows which schemas are declared: see contract.h.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace schemagate::object_schemas {

inline constexpr std::string_view kExtensionUri =
    "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1";

// Another media type, or none, or `application/json` without a `schema` parameter.
struct NotFlagged {
  bool operator==(const NotFlagged&) const = default;
};
// The name as it was sent; any text, not only what is_schema_name() allows.
struct FlaggedWith {
  std::string schema;
  bool operator==(const FlaggedWith&) const = default;
};
// Visibly meant as a flag, but ambiguous: an empty, repeated or malformed `schema` parameter. `reason` is
// part of an English sentence for the client.
struct MalformedFlag {
  std::string reason;
  bool operator==(const MalformedFlag&) const = default;
};
using Flag = std::variant<NotFlagged, FlaggedWith, MalformedFlag>;

// Reads leniently: type, subtype and parameter names without regard to case, optional white space, quoted
// strings and further parameters are accepted (RFC 9110, sections 5.6.6 and 8.3.1). The schema's name is
// case-sensitive. Never fails: what cannot be read as a flag is NotFlagged or MalformedFlag.
Flag parse_mode(std::string_view mime_type);

// Writes strictly: `application/json;schema=name`, the one form that the specification shows and the only one
// that is ever emitted. `schema` must be a schema name.
std::string format_mode(std::string_view schema);

// Whether a schema can be declared under this name: one or more of A-Z a-z 0-9 . _ -, which need no quoting
// in a parameter (RFC 9110, section 5.6.2).
bool is_schema_name(std::string_view name);

}  // namespace schemagate::object_schemas
