// File bytes in base64 (RFC 4648), which stay so. Private to a2a/wire.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schemagate::a2a::wire {

// The same bytes in the standard alphabet (section 4) with padding: `-` and `_` of the url-safe alphabet are
// replaced, missing padding is added, line breaks and blanks are dropped. nullopt when it is no base64.
std::optional<std::string> to_standard_base64(std::string_view text);

// Of bytes in standard base64 that are a text in standard base64 themselves, that text; else nullopt, which
// the first of them tell as a rule.
std::optional<std::string> base64_within(std::string_view standard);

}  // namespace schemagate::a2a::wire
