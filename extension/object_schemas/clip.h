// Texts of strangers, cut to a bound without half a character at the end.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace schemagate::object_schemas {

// As many whole UTF-8 characters of `text` as fit into `bytes_max` bytes.
std::string_view cut_at_character(std::string_view text, std::size_t bytes_max);

// The same, with "…" behind it when something was cut off.
std::string shorten(std::string_view text, std::size_t bytes_max);

}  // namespace schemagate::object_schemas
