// Words of HTTP's grammar (RFC 9110) that more than one side reads or writes.
//
//   http::is_token("X-Trace-Id")                                   // true
//   http::is_field_value("a\r\nSet-Cookie: b")                     // false: would be two lines
//   while (auto item = http::next_list_element(accept)) …          // "a, b" gives "a", then "b"
//   http::media_type("Application/JSON; charset=utf-8")            // "application/json"
//
// Pure; safe from any thread. Returned views borrow from the argument.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schemagate::a2a::http {

// Section 5.6.2: names of fields and methods. At least one character, each a letter, a digit or one of
// ! # $ % & ' * + - . ^ _ ` | ~
bool is_token(std::string_view text);

// Section 5.5: no control character but the tab, so neither CR nor LF nor NUL. Bytes beyond ASCII are
// allowed. Blanks around a value are not part of it: whoever reads a field takes them off first.
bool is_field_value(std::string_view text);

// Cuts the next element off a comma-separated list (section 5.6.1), the blanks around it taken off; nullopt
// at the end. Empty elements are given, too: a recipient passes them over. Commas within quoted strings count
// as separators: for lists of tokens and URIs only.
std::optional<std::string_view> next_list_element(std::string_view& list);

// The first `mark` outside of quoted strings; the text's size when there is none.
std::size_t find_unquoted(std::string_view text, char mark);

// The content of one quoted string (section 5.6.4), its backslashes undone; nullopt when `text` is none.
std::optional<std::string> unquoted(std::string_view text);

// The type and subtype of a Content-Type (section 8.3.1) in lower case, without parameters and blanks.
std::string media_type(std::string_view content_type);

// Whether `media_type`, as the function above gives it, is JSON: application/json or application/…+json
// (RFC 6839 section 3.1).
bool is_json(std::string_view media_type);

}  // namespace schemagate::a2a::http
