#include "gateway/front/shared_texts.h"

#include <gtest/gtest.h>

namespace schemagate {
namespace {

SharedText large(std::uint64_t version) {
  return {.json = std::string(100 << 10, 'x'), .version = version};
}

TEST(SharedTexts, AreInMemoryOnceForAllWhoSendThem) {
  const net::SharedLimit memory(1 << 20, 0);
  SharedTexts texts(memory);
  const auto first = texts.add("task", large(3), "a");
  ASSERT_TRUE(first);
  EXPECT_EQ(texts.find("task"), first);
  const std::size_t taken = memory.taken();
  EXPECT_GE(taken, first->json.size());
  EXPECT_EQ(texts.add("task", large(3), "b"), first) << "both made it at the same time";
  EXPECT_EQ(memory.taken(), taken);
}

TEST(SharedTexts, GoWithTheLastHandle) {
  const net::SharedLimit memory(1 << 20, 0);
  SharedTexts texts(memory);
  texts.add("task", large(3), "a").reset();
  EXPECT_EQ(texts.find("task"), nullptr);
  EXPECT_EQ(memory.taken(), 0U);
}

TEST(SharedTexts, ALaterStateOfTheTaskTakesTheName) {
  SharedTexts texts(net::SharedLimit::unbounded());
  const auto earlier = texts.add("task", large(3), "a");
  const auto later = texts.add("task", large(4), "a");
  EXPECT_EQ(later->version, 4U);
  EXPECT_EQ(texts.find("task"), later);
}

TEST(SharedTexts, AreRefusedWhereThereIsNoMemory) {
  SharedTexts texts(net::SharedLimit(64 << 10, 0));
  EXPECT_EQ(texts.add("task", large(3), "a"), nullptr);
  EXPECT_FALSE(texts.has_room("a", 100 << 10));
  EXPECT_TRUE(texts.has_room("a", 1 << 10));
}

}  // namespace
}  // namespace schemagate
