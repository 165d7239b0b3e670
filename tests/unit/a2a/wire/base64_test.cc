#include "a2a/wire/base64.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace schemagate::a2a::wire
