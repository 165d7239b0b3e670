#include "a2a/text/utf8.h"

#include <gtest/gtest.h>

#include <array>
#include <tuple>
#include <vector>

namespace schemagate::a2a::text {
namespace {

struct Decoded {
  char32_t code;
  std::size_t size;
  bool operator==(const Decoded&) const = default;
};

Decoded first(std::string_view text) {
  std::size_t at = 0;
  const char32_t code = decode(text, at);
  return {code, at};
}

std::string encoded(char32_t code) {
  std::array<char, 4> bytes{};
  return {bytes.data(), encode(code, bytes.data())};
}

// The first and last code point of each length, and those around the surrogates.
constexpr std::array<std::pair<char32_t, std::size_t>, 10> kEdges{{{0, 1},
                                                                   {0x7f, 1},
                                                                   {0x80, 2},
                                                                   {0x7ff, 2},
                                                                   {0x800, 3},
                                                                   {0xd7ff, 3},
                                                                   {0xe000, 3},
                                                                   {0xffff, 3},
                                                                   {0x10000, 4},
                                                                   {0x10ffff, 4}}};

TEST(Utf8, ReadsWhatItWritesAtTheEdgesOfEachLength) {
  for (const auto& [code, size] : kEdges) {
    const std::string bytes = encoded(code);
    EXPECT_EQ(bytes.size(), size) << std::uint32_t{code};
    EXPECT_EQ(first(bytes), (Decoded{code, size})) << std::uint32_t{code};
    EXPECT_TRUE(is_utf8(bytes)) << std::uint32_t{code};
    EXPECT_EQ(character_size(bytes + "x"), size) << std::uint32_t{code};
  }
}

TEST(Utf8, WritesTheBytesOfTheStandard) {
  EXPECT_EQ(encoded(U'A'), "A");
  EXPECT_EQ(encoded(U'ä'), "\xC3\xA4");
  EXPECT_EQ(encoded(U'€'), "\xE2\x82\xAC");
  EXPECT_EQ(encoded(U'😀'), "\xF0\x9F\x98\x80");
}

// Each begins with a byte that belongs to no character.
const std::vector<std::string> kMalformed = {
    "\x80",              // a continuation alone
    "\xBF",              //
    "\xC0\x80",          // overlong
    "\xC1\xBF",          //
    "\xE0\x9F\xBF",      //
    "\xF0\x8F\xBF\xBF",  //
    "\xED\xA0\x80",      // the first surrogate
    "\xED\xBF\xBF",      // the last one
    "\xF4\x90\x80\x80",  // beyond U+10FFFF
    "\xF5\x80\x80\x80",  //
    "\xFF",              //
    "\xC3",              // cut off
    "\xE2\x82",          //
    "\xF0\x9F\x98",      //
    "\xC3(",             // no continuation
    "\xE2(\xA1",         //
    "\xE2\x82(",         //
    "\xF0\x9F(\x80",     //
    "\xF0\x9F\x98(",     //
    "\xC3\xC3",          //
};

TEST(Utf8, PassesAMalformedByteAlone) {
  for (const std::string& bytes : kMalformed) {
    EXPECT_FALSE(is_utf8(bytes)) << testing::PrintToString(bytes);
    EXPECT_EQ(character_size(bytes), 0u) << testing::PrintToString(bytes);
    EXPECT_EQ(first(bytes), (Decoded{kReplacement, 1})) << testing::PrintToString(bytes);
  }
}

TEST(Utf8, TellsAReplacementCharacterFromAMalformedByteByItsSize) {
  EXPECT_EQ(first(kReplacementBytes), (Decoded{kReplacement, 3}));
}

TEST(Utf8, DecodesFromTheMiddleOfAText) {
  const std::string_view text = "a€b";
  std::size_t at = 1;
  EXPECT_EQ(decode(text, at), U'€');
  EXPECT_EQ(decode(text, at), U'b');
  EXPECT_EQ(at, text.size());
}

TEST(Utf8, RepairsByteByByte) {
  EXPECT_EQ(repaired("a\xFFz"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(repaired("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(repaired("€ä"), "€ä");
  EXPECT_EQ(repaired(""), "");
  for (const std::string& bytes : kMalformed) EXPECT_TRUE(is_utf8(repaired(bytes)));
}

TEST(Utf8, CountsCodePoints) {
  EXPECT_EQ(count_code_points(""), 0u);
  EXPECT_EQ(count_code_points("aä€😀"), 4u);
}

TEST(Utf8, CutsBetweenCharacters) {
  EXPECT_EQ(cut_at_character("a€b", 5), "a€b");
  EXPECT_EQ(cut_at_character("a€b", 4), "a€");
  EXPECT_EQ(cut_at_character("a€b", 3), "a");
  EXPECT_EQ(cut_at_character("a€b", 2), "a");
  EXPECT_EQ(cut_at_character("a€b", 1), "a");
  EXPECT_EQ(cut_at_character("€", 2), "");
  EXPECT_EQ(cut_at_character("€", 0), "");
  EXPECT_EQ(cut_at_character("\x80\x80\x80", 1), "") << "and ends at the begin of what has none";
}

TEST(Utf8, ShowsThatSomethingWasCutOff) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc…");
  EXPECT_EQ(shortened("naïve", 3), "na…");
}

}  // namespace
}  // namespace schemagate::a2a::text
