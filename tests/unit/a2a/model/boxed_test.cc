#include "a2a/model/boxed.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace schemagate {

namespace {

using Text = a2a::Boxed<std::string>;

TEST(Boxed, IsAbsentUntilAValueIsGiven) {
  Text text;
  EXPECT_FALSE(text);
  EXPECT_FALSE(text.has_value());
  text = std::string("here");
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "here");
  EXPECT_EQ(text->size(), 4U);
}

TEST(Boxed, CopiesAreDeep) {
  Text one(std::string("a"));
  Text other = one;
  *other += "b";
  EXPECT_EQ(*one, "a");
  one = other;
  *one += "c";
  EXPECT_EQ(*one, "abc");
  EXPECT_EQ(*other, "ab");
  one = Text();
  EXPECT_FALSE(one);
}

TEST(Boxed, AMovedValueIsGone) {
  Text one(std::string("a"));
  const Text other = std::exchange(one, {});
  EXPECT_FALSE(one);
  EXPECT_EQ(*other, "a");
}

TEST(Boxed, ComparesTheValues) {
  EXPECT_EQ(Text(), Text());
  EXPECT_EQ(Text(std::string("a")), Text(std::string("a")));
  EXPECT_NE(Text(std::string("a")), Text(std::string("b")));
  EXPECT_NE(Text(std::string("a")), Text());
  EXPECT_NE(Text(), Text(std::string("a")));
}

}  // namespace

}  // namespace schemagate
