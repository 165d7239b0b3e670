#include "a2a/wire/version.h"

#include <gtest/gtest.h>

#include <string>

namespace schemagate::a2a::wire {
namespace {

TEST(Version, IsNamedWithoutPatch) {
  EXPECT_EQ(name(Version::kV0_3), "0.3");
  EXPECT_EQ(name(Version::kV1_0), "1.0");
}

TEST(Version, AcceptsAnyPatchAndSurroundingBlanks) {
  for (const char* text : {"1.0", "1.0.0", "1.0.1", "1.0.27", " 1.0", "1.0\t "}) {
    EXPECT_EQ(parse_version(text).value_or(Version::kV0_3), Version::kV1_0) << text;
  }
  for (const char* text : {"0.3", "0.3.0", " 0.3.14 "}) {
    EXPECT_EQ(parse_version(text).value_or(Version::kV1_0), Version::kV0_3) << text;
  }
}

TEST(Version, RefusesEverythingElse) {
  for (const char* text : {"", " ", "1", "1.", "1.0.", "1.0.x", "1.00", "1.0 .1", "1.1", "2.0", "0.2.6",
                           "0.30", "v1.0", "1,0"}) {
    const auto version = parse_version(text);
    ASSERT_FALSE(version) << text;
    EXPECT_EQ(version.error().code, ErrorCode::kVersionNotSupported) << text;
  }
}

TEST(Version, QuotesNoMoreThanAPieceOfAHostileValue) {
  const auto version = parse_version(std::string(100'000, '9'));
  ASSERT_FALSE(version);
  EXPECT_LT(version.error().message.size(), 120u);
  EXPECT_NE(version.error().message.find("1.0 or 0.3"), std::string::npos);
}

}  // namespace
}  // namespace schemagate::a2a::wire
