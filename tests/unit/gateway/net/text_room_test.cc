#include "gateway/net/text_room.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace schemagate::net {
namespace {

constexpr std::uint64_t kNobodyKnows = std::numeric_limits<std::uint64_t>::max();

bool grants_all(std::size_t) {
  return true;
}

TEST(TextRoom, IsExactlyWhatATextOfKnownLengthNeeds) {
  std::string text;
  ASSERT_TRUE(make_room(text, {.bytes = 1'000, .most = 1'000}, grants_all));
  EXPECT_EQ(text.capacity(), 1'000 + kSpareTextBytes);
}

TEST(TextRoom, OfAShortBeginningIsNotThatOfTheWhole) {
  std::string text;
  ASSERT_TRUE(make_room(text, {.bytes = 100, .most = 1 << 20}, grants_all));
  EXPECT_LT(text.capacity(), 5'000U);
}

TEST(TextRoom, IsAskedForBeforeItIsTaken) {
  std::string text;
  std::vector<std::size_t> asked;
  for (const std::size_t bytes : {50'000U, 60'000U, 100'000U, 200'000U, 300'000U}) {
    const std::size_t before = text.capacity();
    ASSERT_TRUE(make_room(text, {.bytes = bytes, .most = 300'000}, [&](std::size_t capacity) {
      EXPECT_EQ(text.capacity(), before);
      asked.push_back(capacity);
      return true;
    }));
    EXPECT_EQ(text.capacity(), asked.back());
    text.resize(bytes, 'x');
    EXPECT_EQ(text.capacity(), asked.back()) << "it had the room";
  }
  EXPECT_EQ(asked.size(), 4U);
  EXPECT_GE(text.capacity(), text.size() + kSpareTextBytes);
  EXPECT_LT(text.capacity(), text.size() + 10'000) << "no more than the whole needs";
}

TEST(TextRoom, ThatIsRefusedLeavesTheTextAsItWas) {
  std::string text = "what is there";
  const std::size_t before = text.capacity();
  EXPECT_FALSE(make_room(text, {.bytes = 5'000, .most = 9'000}, [](std::size_t) { return false; }));
  EXPECT_EQ(text, "what is there");
  EXPECT_EQ(text.capacity(), before);
}

TEST(TextRoom, DoublesWhereNobodyKnowsTheLength) {
  std::string text;
  int moves = 0;
  for (std::size_t bytes = 1'000; bytes <= 1'000'000; bytes += 1'000) {
    ASSERT_TRUE(make_room(text, {.bytes = bytes, .most = kNobodyKnows}, [&moves](std::size_t) {
      ++moves;
      return true;
    }));
    text.resize(bytes, 'x');
  }
  EXPECT_LE(moves, 10);
  EXPECT_LT(text.capacity(), 2'100'000U);
}

}  // namespace
}  // namespace schemagate::net
