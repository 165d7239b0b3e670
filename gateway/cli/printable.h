// What an agent sent, made safe for a terminal: everything that came from outside goes through here before it
// is printed. Pure; safe from any thread.
//
//   printable("a\x1b[2J")         // a\u{1b}[2J
//   printable_json("[\"\u202e\"]")  // ["\u202e"], the same value
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "a2a/json/document.h"

namespace schemagate::cli {

// Control characters (C0 but LF, DEL, C1), marks that reorder text, invisible characters and bytes that are
// not UTF-8 become visible escapes such as \u{1b}; a tab becomes a blank. The result holds no escape
// sequence.
std::string printable(std::string_view text);
// The same behind a label: every line but the first stands behind `margin` blanks, and none is empty at the
// end.
std::string printable_under(std::string_view text, std::size_t margin);
// The same on one line: LF is escaped too.
std::string printable_line(std::string_view text);

// A JSON text with the same characters written as JSON escapes: the same value, still JSON. `json` must be
// valid JSON.
std::string printable_json(std::string_view json);

// Over several lines, two blanks per level, every line behind `margin` blanks but the first. Numbers keep
// their text, strings are printable. At most `depth_max` levels; what is deeper stays on one line.
std::string pretty_json(a2a::JsonValue value, std::size_t margin = 0, std::size_t depth_max = 64);

}  // namespace schemagate::cli
