// What ends a line for somebody: texts of strangers are put between lines of our own, and readers differ in
// what they take for the end of one.
//
//   text::line_break_bytes("\r\nb")   // 2
//   text::line_break_bytes("b")       // 0
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace schemagate::a2a::text {

// The bytes of the line break that the text begins with; 0: it begins with none. CR LF is one. What Unicode
// (section 5.8), ECMAScript and Python's splitlines() take for one: LF, VT, FF, CR, FS, GS, RS, NEL, LS, PS.
constexpr std::size_t line_break_bytes(std::string_view text) {
  if (text.starts_with("\r\n")) return 2;
  if (text.starts_with("\xC2\x85")) return 2;
  if (text.starts_with("\xE2\x80\xA8") || text.starts_with("\xE2\x80\xA9")) return 3;
  const char first = text.empty() ? ' ' : text.front();
  return (first >= '\n' && first <= '\r') || (first >= '\x1c' && first <= '\x1e') ? 1 : 0;
}

}  // namespace schemagate::a2a::text
