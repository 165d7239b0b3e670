// JSON Pointer (RFC 6901).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"

namespace schemagate::json_schema {

// Appends "/" and the escaped token.
void append_token(std::string& pointer, std::string_view token);
// The unescaped tokens; `pointer` is "" or starts with "/".
std::vector<std::string> split_pointer(std::string_view pointer);
// Pointer of node `index` in `document`. Linear in the path and its siblings.
std::string pointer_to(const a2a::JsonDocument& document, std::uint32_t index);

}  // namespace schemagate::json_schema
