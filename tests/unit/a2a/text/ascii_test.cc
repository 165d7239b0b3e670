#include "a2a/text/ascii.h"

#include <gtest/gtest.h>

#include <array>

namespace schemagate::a2a::text {
namespace {

// The characters, of all 256, for which `is` holds.
template <class Is>
std::string all_that(Is is) {
  std::string found;
  for (int byte = 0; byte < 256; ++byte) {
    if (is(static_cast<char>(byte))) found += static_cast<char>(byte);
  }
  return found;
}

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kUpper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz";

TEST(Ascii, EachClassHoldsItsCharactersAndNoOthers) {
  EXPECT_EQ(all_that(is_digit), kDigits);
  EXPECT_EQ(all_that(is_upper), kUpper);
  EXPECT_EQ(all_that(is_lower), kLower);
  EXPECT_EQ(all_that(is_letter), std::string(kUpper) + std::string(kLower));
  EXPECT_EQ(all_that(is_letter_or_digit), std::string(kDigits) + std::string(kUpper) + std::string(kLower));
  EXPECT_EQ(all_that(is_hex_digit), "0123456789ABCDEFabcdef");
  EXPECT_EQ(all_that(is_ascii).size(), 128u);
  EXPECT_EQ(all_that(is_ascii).back(), '\x7f');
}

TEST(Ascii, ControlsAndVisibleCharactersMeetAtTheBlank) {
  std::string controls;
  for (char c = 0; c < ' '; ++c) controls += c;
  EXPECT_EQ(all_that(is_control), controls + '\x7f');
  const std::string visible = all_that(is_visible);
  EXPECT_EQ(visible.size(), 94u);
  EXPECT_EQ(visible.front(), '!');
  EXPECT_EQ(visible.back(), '~');
}

TEST(Ascii, HexDigitsOfEitherCaseHaveTheirValue) {
  EXPECT_EQ(hex_value('0'), 0);
  EXPECT_EQ(hex_value('9'), 9);
  EXPECT_EQ(hex_value('a'), 10);
  EXPECT_EQ(hex_value('f'), 15);
  EXPECT_EQ(hex_value('A'), 10);
  EXPECT_EQ(hex_value('F'), 15);
  for (const char c : {'/', ':', '@', 'G', '`', 'g', '\xb0', '\0'}) EXPECT_EQ(hex_value(c), -1) << c;
}

TEST(Ascii, CaseChangesLettersOnly) {
  EXPECT_EQ(lower_case("AZaz@[`{09 \xC3\x84"), "azaz@[`{09 \xC3\x84");
  for (char c = 'a'; c <= 'z'; ++c) {
    EXPECT_EQ(lower(upper(c)), c);
    EXPECT_EQ(upper(c), c - 32);
  }
  for (const char c : {'@', '[', '`', '{', '0', '\xe4'}) {
    EXPECT_EQ(lower(c), c);
    EXPECT_EQ(upper(c), c);
  }
}

TEST(Ascii, ComparesWithoutCase) {
  EXPECT_TRUE(equals_ignore_case("Content-TYPE", "content-type"));
  EXPECT_TRUE(equals_ignore_case("", ""));
  EXPECT_FALSE(equals_ignore_case("a", "ab"));
  EXPECT_FALSE(equals_ignore_case("ab", "a"));
  EXPECT_FALSE(equals_ignore_case("ab", "ac"));
  EXPECT_FALSE(equals_ignore_case("@", "`")) << "which differ by the bit of the case";
  EXPECT_FALSE(equals_ignore_case("\xC3\x84", "\xC3\xA4")) << "no letters of ASCII";
}

TEST(Ascii, AnEmptyTextIsNoNumber) {
  EXPECT_TRUE(is_all_digits("0"));
  EXPECT_TRUE(is_all_digits("007"));
  for (const char* text : {"", " 1", "1 ", "+1", "-1", "1.0", "a"}) EXPECT_FALSE(is_all_digits(text)) << text;
}

TEST(Ascii, TrimsBlanksAtEitherEnd) {
  EXPECT_EQ(trimmed(" \t a b\t "), "a b");
  EXPECT_EQ(trimmed_front(" \t a "), "a ");
  EXPECT_EQ(trimmed_back(" a \t"), " a");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed("\na\r"), "\na\r") << "line ends are no blanks";
  EXPECT_EQ(trimmed("\n\ta\r\n ", kWhiteSpace), "a");
}

TEST(Ascii, TrimsAwayATextOfBlanks) {
  for (const std::string_view text : {"", " ", "\t \t"}) {
    EXPECT_EQ(trimmed(text), "");
    EXPECT_EQ(trimmed_front(text), "");
    EXPECT_EQ(trimmed_back(text), "");
  }
}

}  // namespace
}  // namespace schemagate::a2a::text
