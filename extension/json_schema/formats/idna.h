// Internationalized domain names, IDNA2008 (RFC 5890 to RFC 5893): validity only, nothing is converted or
// looked up.
#pragma once

#include <cstddef>
#include <string_view>

namespace schemagate::json_schema {

// RFC 1035 section 2.3.4: bytes of a label, and of a name without its last dot.
inline constexpr std::size_t kLabelMax = 63;
inline constexpr std::size_t kNameMax = 253;

// An `xn--` label that decodes to a valid U-label (RFC 5891 section 4.2).
bool is_a_label(std::string_view label);
// Every label is a valid A-label, U-label or plain host name label. Allocates.
bool is_internationalized_name(std::string_view text);

}  // namespace schemagate::json_schema
