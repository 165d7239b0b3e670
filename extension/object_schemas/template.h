// Text with placeholders that are filled from a JSON object: task titles (the specification's example in
// section 4 of object-schemas v1 has one in the task's metadata) and prompts for agents that take text only.
//
//   auto title = Template::parse("{a} against {b}");               // Result<Template>
//   title->render(data, /*single_line=*/true)                      // {"a":"Lion","b":[1]} → Lion against [1]
//
// A Template is a value: it owns its text and may be copied. Const members are safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "a2a/json/document.h"

namespace schemagate::object_schemas {

// `{/a/b}` is a JSON Pointer (RFC 6901), `{a}` short for `{/a}`, `{}` the whole object, `{{` and `}}` are
// literal braces. A string is inserted as its characters, everything else as its exact JSON text, an absent
// value as nothing. Where a template is more than one placeholder, no value makes lines in it: a string with
// line breaks or other control characters is inserted as JSON, in quotes; in other values they are blanks.
class Template {
 public:
  Template() = default;
  // Errors: kInvalidParams with the byte offset of a brace that is not closed or not opened, and of a pointer
  // that is none. Whether the pointers name something is not known here: see pointers().
  static a2a::Result<Template> parse(std::string_view text);

  // Renders nothing.
  bool empty() const { return pieces_.empty(); }
  // At most `bytes_max` bytes, cut between two UTF-8 characters; what stands behind a cut is left out. With
  // `single_line`, control characters (C0, DEL, C1) of inserted values become blanks; the template's own text
  // stays as it is.
  std::string render(a2a::JsonValue object, bool single_line, std::size_t bytes_max = 1 << 20) const;
  // The template in its long form, `{/a}`: parse() of it gives the same template, and two templates that
  // render alike give the same text.
  std::string text() const;
  // The pointers used, in order, for checking them against a schema; "" stands for the whole object.
  std::vector<std::string> pointers() const;

 private:
  struct Piece {
    std::string text;  // literal text, or a JSON Pointer
    bool is_pointer = false;
  };
  std::vector<Piece> pieces_;
};

}  // namespace schemagate::object_schemas
