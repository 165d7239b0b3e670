#include "a2a/text/base64.h"

#include <gtest/gtest.h>

namespace schemagate::a2a::text {
namespace {

TEST(Base64, WritesAnyBytes) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64(std::string("\0\1\xff", 3)), "AAH/");
  EXPECT_EQ(to_base64("M"), "TQ==");
  EXPECT_EQ(to_base64("Ma"), "TWE=");
}

TEST(Base64, ReadsWhatItWrites) {
  std::string bytes;
  for (int value = 0; value < 256; ++value) {
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
    bytes += static_cast<char>(value);
  }
}

TEST(Base64, ReadsNeitherOtherCharactersNorOtherLengths) {
  for (const char* text : {"T", "TWE", "TW-_", "TW=u", "TWE=\n", "T==="}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace schemagate::a2a::text
