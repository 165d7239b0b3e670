// The Bidi rule for internationalized names (RFC 5893).
#pragma once

#include <cstdint>
#include <string>

namespace schemagate::json_schema {

// Bidi_Class as far as the rule tells classes apart: kRightToLeft is R or AL, kNeutral ES, CS, ET, ON or BN.
enum class BidiClass : std::uint8_t {
  kLeftToRight,
  kRightToLeft,
  kArabicNumber,
  kEuropeanNumber,
  kNonspacingMark,
  kNeutral,
};

// Of a code point that IDNA2008 allows.
BidiClass bidi_class(char32_t c);

// Whether the label makes its name a Bidi domain name: all labels of that name have to follow the rule.
bool is_right_to_left(const std::u32string& label);
// RFC 5893 section 2.
bool follows_bidi_rule(const std::u32string& label);

}  // namespace schemagate::json_schema
