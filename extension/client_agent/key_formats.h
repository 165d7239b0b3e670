// How the value of a key is written, as its pattern and its description (in lower case) say. Private to the
// room. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace schemagate::client_agent {

// A day with a time.
bool pattern_of_moment(std::string_view pattern);

// Where the description has a moment as it is written: "2026-05-04T09:30", "yyyy-mm-ddthh:mm"; npos: nowhere.
std::size_t moment_at(std::string_view description);

// Seconds and zone as the description shows them; those of RFC 3339 where it shows nothing and `is_rfc`.
std::string time_tail(std::string_view description, bool is_rfc);

// The lengths that "^[0-9]{8}$" or "^\\d{6,10}$" takes; 0, 0 for any other pattern.
std::pair<std::size_t, std::size_t> code_digits(std::string_view pattern);

// "^[A-Z]{2}-[0-9]{6}$": letters and digits, each as often as said; "^[a-z0-9]+\\.(jpg|png)$": a file.
bool is_code_pattern(std::string_view pattern);

// "Order number, e.g. AB-12345.": a pattern of what is written as the example is; empty without such a one.
// `description` as it is written.
std::string pattern_of_example(std::string_view description);

}  // namespace schemagate::client_agent
