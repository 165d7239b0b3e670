#include "a2a/json/mistake.h"

#include <gtest/gtest.h>

namespace schemagate::a2a {
namespace {

TEST(FindMistake, NamesTheByteThatCannotStandThere) {
  EXPECT_EQ(find_mistake("{\"x\":1,,}"), 7U);
  EXPECT_EQ(find_mistake("{x:1}"), 1U);
  EXPECT_EQ(find_mistake("{} x"), 3U);
}

TEST(FindMistake, NamesTheEndWhereMoreWasExpected) {
  EXPECT_EQ(find_mistake(""), 0U);
  EXPECT_EQ(find_mistake("{\"x\":"), 5U);
}

TEST(FindMistake, FindsNothingInJson) {
  EXPECT_EQ(find_mistake(R"( {"a":[1,-2,1e40,"\u00e4",null,true,{}]} )"), std::nullopt);
}

}  // namespace
}  // namespace schemagate::a2a
