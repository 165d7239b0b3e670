// The Unicode properties that IDNA2008 needs, as ICU has them.
#pragma once

#include <string_view>

namespace schemagate::json_schema {

// PVALID of RFC 5892, by the derivation of its section 3.
bool is_protocol_valid(char32_t c);
// General category M.
bool is_mark(char32_t c);
// Canonical combining class 9.
bool is_virama(char32_t c);
bool is_greek(char32_t c);
bool is_hebrew(char32_t c);
// Scripts Hiragana, Katakana and Han.
bool is_japanese(char32_t c);
// Joining types L and D.
bool joins_next(char32_t c);
// Joining types R and D.
bool joins_previous(char32_t c);
// Joining type T.
bool is_transparent(char32_t c);

// Whether the text is in Unicode normalization form C (UAX #15).
bool is_normalized(std::u32string_view text);

}  // namespace schemagate::json_schema
