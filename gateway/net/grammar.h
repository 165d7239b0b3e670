// The few words of RFC 9110's grammar that both directions need. Pure functions over views.
#pragma once

#include <optional>
#include <string_view>

namespace schemagate::net {

// ASCII only.
bool equals_ignore_case(std::string_view a, std::string_view b);

// RFC 9110 5.6.2: at least one character, each a tchar.
bool is_token(std::string_view text);

// RFC 5234's VCHAR: no blank, no control byte, nothing beyond ASCII.
bool is_visible_ascii(char c);

// RFC 9110 5.5: no control byte but the tab, so neither CR nor LF nor NUL.
bool is_field_value(std::string_view text);

// Without the blanks and tabs around it.
std::string_view trim_blanks(std::string_view text);

// Cuts the next element off a comma-separated list, blanks trimmed; nothing at the end.
std::optional<std::string_view> next_list_element(std::string_view& list);

// Fields that belong to one connection and never travel further (RFC 9110 7.6.1), Connection included.
bool is_hop_by_hop(std::string_view name);

}  // namespace schemagate::net
