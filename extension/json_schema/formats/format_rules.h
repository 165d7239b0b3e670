// One recogniser per format. All take UTF-8, are total, and allocate nothing unless they say so.
#pragma once

#include <cstdint>
#include <string_view>

namespace schemagate::json_schema {

// Whether characters beyond ASCII are letters of the format (the `i…` and `idn-…` formats) or errors.
enum class Characters : std::uint8_t { kAscii, kUnicode };

// RFC 3339 section 5.6; leap seconds only at 23:59:60 UTC.
bool is_date(std::string_view text);
bool is_time(std::string_view text);
bool is_date_time(std::string_view text);
// RFC 3339 appendix A.
bool is_duration(std::string_view text);
// RFC 5321 section 4.1.2, RFC 6531 with Unicode.
bool is_email(std::string_view text, Characters characters);
// RFC 1123 section 2.1, with A-labels checked by RFC 5891.
bool is_hostname(std::string_view text);
// RFC 5890 section 2.3.2.3. Allocates.
bool is_idn_hostname(std::string_view text);
// RFC 2673 section 3.2, dotted quad without leading zeros.
bool is_ipv4(std::string_view text);
// RFC 4291 section 2.2.
bool is_ipv6(std::string_view text);
// RFC 3986 and RFC 3987: absolute, and any reference.
bool is_uri(std::string_view text, Characters characters);
bool is_uri_reference(std::string_view text, Characters characters);
// RFC 6570.
bool is_uri_template(std::string_view text);
// RFC 6901 section 5, and the relative draft.
bool is_json_pointer(std::string_view text);
bool is_relative_json_pointer(std::string_view text);
// RFC 4122.
bool is_uuid(std::string_view text);

}  // namespace schemagate::json_schema
