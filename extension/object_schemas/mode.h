// The mode string `application/json;schema=<name>` (object-schemas v1 section 1), in and out.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace schemagate::object_schemas {

inline constexpr std::string_view kExtensionUri =
    "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1";

// Not `application/json`, or without a `schema` parameter.
struct NotFlagged {
  bool operator==(const NotFlagged&) const = default;
};
struct FlaggedWith {
  std::string schema;
  bool operator==(const FlaggedWith&) const = default;
};
// Visibly meant as a flag, but ambiguous: empty, repeated or malformed `schema` parameter (rows 6 of the edge
// cases).
struct MalformedFlag {
  std::string reason;
  bool operator==(const MalformedFlag&) const = default;
};
using Flag = std::variant<NotFlagged, FlaggedWith, MalformedFlag>;

// Type, subtype and parameter names without regard to case, optional white space, quoted strings and further
// parameters accepted (RFC 9110 section 5.6.6, 8.3.1); the schema's name is case-sensitive. Rows 5 to 7.
Flag parse_mode(std::string_view mime_type);

// `application/json;schema=name`, the only form that is ever emitted (OS-13).
std::string format_mode(std::string_view schema);

// Names that can be declared: one or more of A-Z a-z 0-9 . _ - (X-11).
bool is_schema_name(std::string_view name);

}  // namespace schemagate::object_schemas
