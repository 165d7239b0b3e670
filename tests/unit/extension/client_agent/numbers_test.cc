#include "extension/client_agent/numbers.h"

#include <gtest/gtest.h>

namespace schemagate::client_agent {
namespace {

struct Expected {
  std::string_view text;
  double value;
  std::size_t words;
};

TEST(NumberMention, SaysHowManyWordsItTakes) {
  constexpr Expected kRows[] = {{"zero seats", 0, 1},
                                {"nineteen", 19, 1},
                                {"ninety nine", 99, 2},
                                {"twenty zero", 20, 1},
                                {"twenty ten", 20, 1},
                                {"twenty nine ten", 29, 2},
                                {"dozen", 12, 1},
                                {"a dozen eggs", 12, 2},
                                {"couple of days", 2, 2},
                                {"x3", 3, 1},
                                {"5k", 5000, 1},
                                {"20,000", 20000, 1},
                                {"280 000 euros", 280000, 2},
                                {"1 200 000", 1200000, 3},
                                {"2,4 kg", 2.4, 1},
                                {"12 5000", 12, 1},
                                {"12 100 44", 12, 1},
                                {"two hundred and ten", 210, 4},
                                {"1 million", 1e6, 2},
                                {"a pair of socks", 2, 3},
                                {"half a dozen", 6, 3},
                                {"a hundred", 100, 2},
                                {"a couple of days", 2, 3}};
  for (const auto& [text, value, words] : kRows) {
    const Utterance sentence(text);
    const auto found = number_at(sentence, 0);
    ASSERT_TRUE(found) << text;
    EXPECT_EQ(found->value, value) << text;
    EXPECT_EQ(found->words, words) << text;
  }
}

TEST(NumberMention, IsNoneInOtherWords) {
  for (const std::string_view text : {"a", "a couple", "couple", "a seat", "3rd", "x", "7/10", ""}) {
    EXPECT_FALSE(number_at(Utterance(text), 0)) << text;
  }
  EXPECT_FALSE(number_at(Utterance("three"), 1)) << "beyond the end";
}

TEST(NumberMention, TellsAShareAndItsWords) {
  constexpr Expected kRows[] = {{"25%", 0.25, 1},           {"3/4", 0.75, 1},
                                {"fifty percent", 0.5, 2},  {"twenty five percent", 0.25, 3},
                                {"one out of two", 0.5, 4}, {"5 out of twenty five", 0.2, 5}};
  for (const auto& [text, value, words] : kRows) {
    const Utterance sentence(text);
    const auto found = share_at(sentence, 0);
    ASSERT_TRUE(found) << text;
    EXPECT_DOUBLE_EQ(found->value, value) << text;
    EXPECT_EQ(found->words, words) << text;
  }
  for (const std::string_view text :
       {"8", "8 out 10", "8 of 10", "8 out of", "8 out of zero", "1/0", "a/2"}) {
    EXPECT_FALSE(share_at(Utterance(text), 0)) << text;
  }
}

TEST(DayNumber, IsOneOfAMonth) {
  EXPECT_EQ(day_number("1"), 1U);
  EXPECT_EQ(day_number("1st"), 1U);
  EXPECT_EQ(day_number("22nd"), 22U);
  EXPECT_EQ(day_number("3rd"), 3U);
  EXPECT_EQ(day_number("31"), 31U);
  EXPECT_EQ(day_number("first"), 1U);
  EXPECT_EQ(day_number("twentieth"), 20U);
  for (const std::string_view word : {"0", "32", "th", "four", "4x", "", "-1"}) {
    EXPECT_FALSE(day_number(word)) << word;
  }
}

}  // namespace
}  // namespace schemagate::client_agent
