#include "a2a/wire/base64.h"

#include <gtest/gtest.h>

#include "a2a/text/base64.h"

namespace schemagate::a2a::wire {
namespace {

TEST(Base64, KeepsTheStandardForm) {
  for (const char* text : {"", "TQ==", "TWE=", "TWFu", "+/+/", "AAECAwQFBgcICQoL"}) {
    EXPECT_EQ(to_standard_base64(text).value_or("nothing"), text);
  }
}

TEST(Base64, NormalisesTheUrlSafeAlphabetPaddingAndLineBreaks) {
  EXPECT_EQ(to_standard_base64("-_-_"), "+/+/");
  EXPECT_EQ(to_standard_base64("TQ"), "TQ==");
  EXPECT_EQ(to_standard_base64("TWE"), "TWE=");
  EXPECT_EQ(to_standard_base64("TW\r\nFu\n TQ=\t="), "TWFuTQ==");
}

TEST(Base64, RefusesOtherCharactersAndLengths) {
  for (const char* text :
       {"T", "TWFuT", "TQ=", "TWE==", "TWFu=", "TQ===", "=", "TQ==TQ==", "TW.u", "TW\xC3\xA9"}) {
    EXPECT_FALSE(to_standard_base64(text)) << text;
  }
}

TEST(Base64, FindsBase64WithinBase64) {
  EXPECT_EQ(base64_within("QUFILw=="), "AAH/");
  EXPECT_EQ(base64_within(text::to_base64("TQ==")), "TQ==");
  EXPECT_EQ(base64_within(text::to_base64("TWFuTWE=")), "TWFuTWE=");
}

TEST(Base64, FindsNoneWithinOtherBytes) {
  for (const std::string text : {"", "hi", "four", "Man!", "TQ=", "T=Q=", "====", "TW-u", "TWFu\n",
                                 "a longer text with blanks in it"}) {
    const bool is_four_letters = text == "four";
    EXPECT_EQ(base64_within(text::to_base64(text)).has_value(), is_four_letters) << text;
  }
  EXPECT_EQ(base64_within("AAH/"), std::nullopt);
}

}  // namespace
}  // namespace schemagate::a2a::wire
