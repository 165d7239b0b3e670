// Text with placeholders filled from a JSON object: task titles (OS-38) and prompts for agents.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "a2a/json/document.h"

namespace schemagate::object_schemas {

// `{/a/b}` is a JSON Pointer, `{a}` short for `{/a}`, `{}` the whole object, `{{` and `}}` literal braces. A
// string is inserted as its characters, everything else as its exact JSON text, an absent value as nothing.
class Template {
 public:
  Template() = default;
  // Errors: kInvalidParams with the offset of an unclosed brace or a pointer that is none.
  static a2a::Result<Template> parse(std::string_view text);

  bool empty() const { return pieces_.empty(); }
  // At most `bytes_max` bytes, cut at a character boundary. Control characters of inserted values become
  // spaces when `single_line`.
  std::string render(a2a::JsonValue object, bool single_line, std::size_t bytes_max = 1 << 20) const;
  // The template in its long form, `{/a}`: parse() of it gives the same template, and two templates that
  // render alike give the same text.
  std::string text() const;
  // The pointers used, for checking them against a schema.
  std::vector<std::string> pointers() const;

 private:
  struct Piece {
    std::string text;  // literal text, or a JSON Pointer
    bool is_pointer = false;
  };
  std::vector<Piece> pieces_;
};

}  // namespace schemagate::object_schemas
