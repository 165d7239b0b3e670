// `contentEncoding` and `contentMediaType` when they are asserted (draft-07 validation section 8).
#pragma once

#include <cstdint>
#include <string_view>

namespace schemagate::json_schema {

enum class Content : std::uint8_t { kFits, kWrongEncoding, kWrongMedia };

// Whether `text` is base64 (RFC 4648 section 4) when `base64`, and then JSON when `json`. Allocates.
Content check_content(std::string_view text, bool base64, bool json);

}  // namespace schemagate::json_schema
