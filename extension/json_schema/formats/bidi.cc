#include "extension/json_schema/formats/bidi.h"

#include <unicode/uchar.h>

#include <algorithm>

namespace schemagate::json_schema {
namespace {

using enum BidiClass;

bool has(const std::u32string& label, BidiClass wanted) {
  return std::ranges::any_of(label, [wanted](char32_t c) { return bidi_class(c) == wanted; });
}

// The class of the last code point that is no mark.
BidiClass last_class(const std::u32string& label) {
  for (auto at = label.rbegin(); at != label.rend(); ++at) {
    if (bidi_class(*at) != kNonspacingMark) return bidi_class(*at);
  }
  return kNonspacingMark;
}

}  // namespace

BidiClass bidi_class(char32_t c) {
  switch (u_charDirection(static_cast<UChar32>(c))) {
    case U_LEFT_TO_RIGHT:
      return kLeftToRight;
    case U_RIGHT_TO_LEFT:
    case U_RIGHT_TO_LEFT_ARABIC:
      return kRightToLeft;
    case U_ARABIC_NUMBER:
      return kArabicNumber;
    case U_EUROPEAN_NUMBER:
      return kEuropeanNumber;
    case U_DIR_NON_SPACING_MARK:
      return kNonspacingMark;
    default:
      return kNeutral;
  }
}

bool is_right_to_left(const std::u32string& label) {
  return has(label, kRightToLeft) || has(label, kArabicNumber);
}

bool follows_bidi_rule(const std::u32string& label) {
  if (label.empty()) return true;
  const BidiClass first = bidi_class(label.front());
  const BidiClass last = last_class(label);
  if (first == kRightToLeft) {
    const bool ends = last == kRightToLeft || last == kEuropeanNumber || last == kArabicNumber;
    return ends && !has(label, kLeftToRight) && !(has(label, kEuropeanNumber) && has(label, kArabicNumber));
  }
  const bool ends = last == kLeftToRight || last == kEuropeanNumber;
  return first == kLeftToRight && ends && !is_right_to_left(label);
}

}  // namespace schemagate::json_schema
