#include "a2a/signature/base64url.h"

#include <gtest/gtest.h>

namespace schemagate::a2a::signature {
namespace {

TEST(Base64url, WritesTheVectorsOfRfc4648WithoutPadding) {
  const std::pair<std::string_view, std::string_view> vectors[] = {
      {"", ""},           {"f", "Zg"},          {"fo", "Zm8"},          {"foo", "Zm9v"},
      {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"}, {"\xFB\xFF\xFE", "-__-"}};
  for (const auto& [bytes, text] : vectors) {
    EXPECT_EQ(to_base64url(bytes), text);
    EXPECT_EQ(from_base64url(text), bytes);
  }
}

TEST(Base64url, RefusesEveryOtherSpelling) {
  for (const char* text : {"Zg==", "Zm8=", "Z", "Zm9vY", "Zh", "Zm9", "Z g", "Zg\n", "+//+", "é"}) {
    EXPECT_EQ(from_base64url(text), std::nullopt) << text;
  }
}

TEST(Base64url, ReadsBackEveryByte) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    bytes += static_cast<char>(byte);
    EXPECT_EQ(from_base64url(to_base64url(bytes)), bytes);
  }
}

}  // namespace
}  // namespace schemagate::a2a::signature
