#include "gateway/net/shared_limit.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace schemagate::net {
namespace {

// As much as the holder gets, one by one.
std::vector<SharedLimit::Part> take_all(const SharedLimit& limit, std::string_view holder) {
  std::vector<SharedLimit::Part> parts;
  for (;;) {
    auto part = limit.part_of(holder);
    if (!part.grow_to(1)) return parts;
    parts.push_back(std::move(part));
  }
}

TEST(SharedLimit, LeavesARestForWhoComesNew) {
  const SharedLimit limit(100, 1);
  const auto first = take_all(limit, "a");
  EXPECT_EQ(first.size(), 75U);
  const auto second = take_all(limit, "b");
  EXPECT_GE(second.size(), 18U) << "three times what is left then";
  EXPECT_GE(take_all(limit, "c").size(), 4U);
}

TEST(SharedLimit, GivesAFewAsLongAsThereIsAny) {
  const SharedLimit limit(4, 4);
  EXPECT_EQ(take_all(limit, "a").size(), 4U);
  const auto all = take_all(limit, "a");
  EXPECT_FALSE(limit.grants("b", 1));
}

TEST(SharedLimit, TakesBackWhatGoes) {
  const SharedLimit limit(100, 1);
  {
    auto part = limit.part_of("a");
    ASSERT_TRUE(part.grow_to(40));
    EXPECT_EQ(limit.taken(), 40U);
    EXPECT_TRUE(part.grow_to(10)) << "it has that";
    EXPECT_EQ(limit.taken(), 40U);
    auto moved = std::move(part);
    part.give_back();
    EXPECT_EQ(limit.taken(), 40U);
    part = limit.part_of("b");
    ASSERT_TRUE(part.grow_to(1));
    moved = std::move(part);
  }
  EXPECT_EQ(limit.taken(), 0U);
  EXPECT_EQ(take_all(limit, "a").size(), 75U) << "nothing is held against it";
}

TEST(SharedLimit, LeavesAPartThatMayNotGrowAsItIs) {
  const SharedLimit limit(100, 1);
  auto part = limit.part_of("a");
  ASSERT_TRUE(part.grow_to(70));
  EXPECT_FALSE(part.grow_to(80));
  EXPECT_FALSE(part.grow_to(1'000));
  EXPECT_EQ(limit.taken(), 70U);
  EXPECT_FALSE(limit.grants("a", 10)) << "what it has still counts";
  EXPECT_TRUE(part.grow_to(75));
}

TEST(SharedLimit, CountsAllPartsOfAHolderTogether) {
  const SharedLimit limit(100, 1);
  auto first = limit.part_of("a");
  auto second = limit.part_of("a");
  ASSERT_TRUE(first.grow_to(60));
  EXPECT_FALSE(second.grow_to(20));
  first.give_back();
  EXPECT_TRUE(second.grow_to(20));
}

TEST(SharedLimit, GivesAMovedPartBackToItsHolderAndNoOther) {
  const SharedLimit limit(100, 1);
  auto kept = limit.part_of("a");
  ASSERT_TRUE(kept.grow_to(60));
  auto moved = limit.part_of("a");
  {
    auto part = limit.part_of("b");
    ASSERT_TRUE(part.grow_to(1));
    moved = std::move(part);
  }
  EXPECT_EQ(limit.taken(), 61U);
  moved.give_back();
  EXPECT_EQ(limit.taken(), 60U);
  EXPECT_FALSE(limit.grants("a", 20)) << "what a holds still counts";
}

TEST(SharedLimit, CountsTextsOfMoreThanFourKibibytes) {
  std::string text;
  text.reserve(4096);
  ASSERT_EQ(text.capacity(), 4096U);
  EXPECT_EQ(counted_bytes(text), 0U);
  std::string larger;
  larger.reserve(4097);
  EXPECT_EQ(counted_bytes(larger), larger.capacity());
}

TEST(SharedLimit, WithoutOneNothingIsRefused) {
  SharedLimit::Part part;
  EXPECT_TRUE(part.grow_to(std::size_t{1} << 60));
  auto unbounded = SharedLimit::unbounded().part_of("a");
  EXPECT_TRUE(unbounded.grow_to(std::size_t{1} << 60));
}

TEST(SharedLimit, IsWholeAgainAfterManyThreads) {
  const SharedLimit limit(1'000, 1);
  {
    std::vector<std::jthread> threads;
    for (const char* holder : {"a", "b", "a", "c"}) {
      threads.emplace_back([&limit, holder] {
        for (int i = 0; i < 500; ++i) {
          auto part = limit.part_of(holder);
          for (std::size_t amount = 1; part.grow_to(amount) && amount < 300; amount *= 2) continue;
        }
      });
    }
  }
  EXPECT_EQ(limit.taken(), 0U);
}

}  // namespace
}  // namespace schemagate::net
