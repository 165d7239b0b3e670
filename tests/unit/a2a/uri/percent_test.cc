#include "a2a/uri/percent.h"

#include <gtest/gtest.h>

namespace schemagate::a2a::uri {
namespace {

TEST(Percent, LeavesUnreservedCharactersOnly) {
  std::string kept;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    if (percent_encoded(text) == text) kept += text;
  }
  EXPECT_EQ(kept, "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~");
}

TEST(Percent, WritesCapitalDigits) {
  EXPECT_EQ(percent_encoded("a/b ä%"), "a%2Fb%20%C3%A4%25");
  EXPECT_EQ(percent_encoded(std::string_view("\0\xff", 2)), "%00%FF");
}

TEST(Percent, ReadsBackEveryByte) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(percent_decoded(percent_encoded(all)), all);
}

TEST(Percent, ReadsDigitsOfEitherCaseAndKeepsThePlus) {
  EXPECT_EQ(percent_decoded("%2f%2F+%e2%82%AC"), "//+€");
  EXPECT_EQ(percent_decoded(""), "");
  EXPECT_EQ(percent_decoded("%2541"), "%41") << "once only";
}

TEST(Percent, RefusesAnIncompleteEscape) {
  for (const char* text : {"%", "%4", "a%", "%4g", "%g4", "%%41", "%-1", "% 1", "%+1"}) {
    EXPECT_EQ(percent_decoded(text), std::nullopt) << text;
  }
}

TEST(Percent, ANameHoldsNoControlCharacter) {
  EXPECT_EQ(percent_decoded_name("a%20b"), "a b");
  EXPECT_EQ(percent_decoded_name("%80"), "\x80") << "which need not be UTF-8";
  for (const char* text : {"%00", "%1F", "a%0Ab", "%7f", "a\nb", "%"}) {
    EXPECT_EQ(percent_decoded_name(text), std::nullopt) << text;
  }
  EXPECT_EQ(percent_decoded("a%0Ab"), "a\nb") << "other texts may";
}

TEST(Percent, KnowsTheSubDelimiters) {
  std::string found;
  for (int byte = 0; byte < 256; ++byte) {
    if (is_sub_delimiter(static_cast<char>(byte))) found += static_cast<char>(byte);
  }
  EXPECT_EQ(found, "!$&'()*+,;=");
}

}  // namespace
}  // namespace schemagate::a2a::uri
