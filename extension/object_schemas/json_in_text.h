// Finding JSON in what language models write: a text that is JSON as a whole, or a fenced block
// (```json … ```) between prose. Candidates are found by their shape; parsing them is the caller's.
//
//   for (const JsonCandidate& each : json_candidates("Sure:\n```json\n{\"a\":1}\n```\nEnjoy!"))
//     parse(each.json);  // {"a":1}; before: "Sure:", after: "Enjoy!"
//
// Pure; safe from any thread. Views borrow from the text. The work is linear in the text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace schemagate::object_schemas {

// A piece of text that may be one JSON object or array (nobody has parsed it yet), and what stands around
// it without the fence's own lines.
struct JsonCandidate {
  std::string_view before;
  std::string_view json;
  std::string_view after;
};

// The whole text when it begins like an object or array, then the fenced blocks without language or with the
// language json, in order; at most kCandidatesMax. An unclosed fence reaches to the end of the text.
inline constexpr std::size_t kCandidatesMax = 16;
std::vector<JsonCandidate> json_candidates(std::string_view text);

// Where a text was cut out of: whether only blanks stand before it, whether it begins a line, and whether a
// fence before it, in a line or at its begin, is not closed yet.
struct TextPosition {
  bool at_start = true;
  bool at_line_start = true;
  bool in_fence = false;
};

// The position of what follows `text`, which stands at `position`.
TextPosition position_after(std::string_view text, TextPosition position);

// While text arrives in pieces: the offset from which on it is, or with the next piece may become, a
// candidate of json_candidates(); everything before it is prose. npos: all of it is prose. Blanks at the very
// start count as the beginning of a candidate up to kLeadingBlanksMax.
inline constexpr std::size_t kLeadingBlanksMax = 1024;
std::size_t find_hold_point(std::string_view text, TextPosition position);

}  // namespace schemagate::object_schemas
