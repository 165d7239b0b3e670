#include "extension/json_schema/formats/code_points.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <string>

namespace schemagate::json_schema {
namespace {

UChar32 icu(char32_t c) {
  return static_cast<UChar32>(c);
}

bool has(UProperty property, char32_t c) {
  return u_hasBinaryProperty(icu(c), property) != 0;
}

bool has_script(char32_t c, UScriptCode script) {
  UErrorCode status = U_ZERO_ERROR;
  return uscript_getScript(icu(c), &status) == script;
}

bool has_joining_type(char32_t c, UJoiningType type) {
  return u_getIntPropertyValue(icu(c), UCHAR_JOINING_TYPE) == type;
}

// RFC 5892 section 2.6, those of the value PVALID.
bool is_valid_exception(char32_t c) {
  return std::u32string_view(U"\u00DF\u03C2\u06FD\u06FE\u0F0B\u3007").contains(c);
}

// RFC 5892 section 2.6, those of the value DISALLOWED, and those of CONTEXTO, for which fits_context()
// decides.
bool is_other_exception(char32_t c) {
  if ((c >= 0x660 && c <= 0x669) || (c >= 0x6F0 && c <= 0x6F9)) return true;
  return std::u32string_view(
             U"\u00B7\u0375\u05F3\u05F4\u30FB\u0640\u07FA\u302E\u302F\u3031\u3032\u3033\u3034\u3035\u303B")
      .contains(c);
}

// RFC 5892 section 2.4.
bool is_in_ignorable_block(char32_t c) {
  const UBlockCode block = ublock_getCode(icu(c));
  return block == UBLOCK_COMBINING_MARKS_FOR_SYMBOLS || block == UBLOCK_MUSICAL_SYMBOLS ||
         block == UBLOCK_ANCIENT_GREEK_MUSICAL_NOTATION;
}

// RFC 5892 sections 2.2 to 2.4 and 2.9.
bool is_disallowed(char32_t c) {
  const int syllable = u_getIntPropertyValue(icu(c), UCHAR_HANGUL_SYLLABLE_TYPE);
  const bool is_old_jamo =
      syllable == U_HST_LEADING_JAMO || syllable == U_HST_VOWEL_JAMO || syllable == U_HST_TRAILING_JAMO;
  return is_old_jamo || has(UCHAR_CHANGES_WHEN_NFKC_CASEFOLDED, c) || is_in_ignorable_block(c) ||
         has(UCHAR_DEFAULT_IGNORABLE_CODE_POINT, c) || has(UCHAR_WHITE_SPACE, c) ||
         has(UCHAR_NONCHARACTER_CODE_POINT, c);
}

// RFC 5892 section 2.1.
bool is_letter_or_digit(char32_t c) {
  constexpr std::uint32_t kLetterDigits =
      U_GC_LL_MASK | U_GC_LU_MASK | U_GC_LO_MASK | U_GC_ND_MASK | U_GC_LM_MASK | U_GC_MN_MASK | U_GC_MC_MASK;
  return (U_GET_GC_MASK(icu(c)) & kLetterDigits) != 0;
}

}  // namespace

bool is_protocol_valid(char32_t c) {
  if (is_valid_exception(c) || c == U'-') return true;
  return !is_other_exception(c) && is_letter_or_digit(c) && !is_disallowed(c);
}

bool is_mark(char32_t c) {
  return (U_GET_GC_MASK(icu(c)) & U_GC_M_MASK) != 0;
}

bool is_virama(char32_t c) {
  return u_getCombiningClass(icu(c)) == 9;
}

bool is_greek(char32_t c) {
  return has_script(c, USCRIPT_GREEK);
}

bool is_hebrew(char32_t c) {
  return has_script(c, USCRIPT_HEBREW);
}

bool is_japanese(char32_t c) {
  return has_script(c, USCRIPT_HIRAGANA) || has_script(c, USCRIPT_KATAKANA) || has_script(c, USCRIPT_HAN);
}

bool joins_next(char32_t c) {
  return has_joining_type(c, U_JT_LEFT_JOINING) || has_joining_type(c, U_JT_DUAL_JOINING);
}

bool joins_previous(char32_t c) {
  return has_joining_type(c, U_JT_RIGHT_JOINING) || has_joining_type(c, U_JT_DUAL_JOINING);
}

bool is_transparent(char32_t c) {
  return has_joining_type(c, U_JT_TRANSPARENT);
}

bool is_normalized(std::u32string_view text) {
  std::u16string units;
  for (const char32_t c : text) {
    if (c > 0xFFFF) units += static_cast<char16_t>(U16_LEAD(c));
    units += static_cast<char16_t>(c > 0xFFFF ? U16_TRAIL(c) : c);
  }
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2* const composed = unorm2_getNFCInstance(&status);
  const bool is =
      unorm2_isNormalized(composed, units.data(), static_cast<int32_t>(units.size()), &status) != 0;
  return is && U_SUCCESS(status) != 0;
}

}  // namespace schemagate::json_schema
