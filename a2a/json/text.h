// Writing JSON text piece by piece: everything that the encoders append, and nothing else.
//
//   std::string out = "{";
//   append_string_member(out, "name", "a \"b\"");
//   append_raw_member(out, "count", "2");
//   out += '}';                                     // {"name":"a \"b\"","count":2}
//
// Pure; safe from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace schemagate::a2a {

// Appends `value` as a JSON string with its quotes. Control characters, quotes and backslashes are escaped;
// bytes that are not UTF-8 become U+FFFD, so the result is always valid JSON.
void append_json_string(std::string& out, std::string_view value);

// The same as a text of its own: a name of somebody else's that goes into a message.
std::string in_quotes(std::string_view text);

// Appends `"name":` and, unless the last byte of `out` opens an object, a comma before it.
void append_member_name(std::string& out, std::string_view name);

// Appends `"name":"value"` with the comma rule of append_member_name.
void append_string_member(std::string& out, std::string_view name, std::string_view value);

// Appends `"name":raw`, raw being JSON text already.
void append_raw_member(std::string& out, std::string_view name, std::string_view raw);

}  // namespace schemagate::a2a
