#include "a2a/signature/constant_time.h"

#include <gtest/gtest.h>

#include <string>

namespace schemagate::a2a::signature {
namespace {

TEST(ConstantTime, EqualTextsAreEqual) {
  EXPECT_TRUE(equals_in_constant_time("", ""));
  EXPECT_TRUE(equals_in_constant_time("secret", std::string("secret")));
}

TEST(ConstantTime, TextsThatDifferAnywhereOrInLengthAreNot) {
  EXPECT_FALSE(equals_in_constant_time("secret", "Secret"));
  EXPECT_FALSE(equals_in_constant_time("secret", "secres"));
  EXPECT_FALSE(equals_in_constant_time("secret", "secret2"));
  EXPECT_FALSE(equals_in_constant_time("", "s"));
}

}  // namespace
}  // namespace schemagate::a2a::signature
