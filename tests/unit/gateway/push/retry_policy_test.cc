#include "gateway/push/retry_policy.h"

#include <gtest/gtest.h>

namespace schemagate::push {
namespace {

using namespace std::chrono_literals;

constexpr RetryPolicy kPolicy{.pause_min = 1s, .pause_max = 60s, .give_up = 30min};

TEST(RetryPolicy, PausesDoubleUpToALimit) {
  EXPECT_EQ(kPolicy.next_pause(1, 0s, 1), 1s);
  EXPECT_EQ(kPolicy.next_pause(2, 1s, 1), 2s);
  EXPECT_EQ(kPolicy.next_pause(6, 1min, 1), 32s);
  EXPECT_EQ(kPolicy.next_pause(7, 2min, 1), 60s);
  EXPECT_EQ(kPolicy.next_pause(4'000'000'000, 29min, 1), 60s);
}

TEST(RetryPolicy, LeavesHalfOfAPauseToChance) {
  EXPECT_EQ(kPolicy.next_pause(2, 0s, 0), 1s);
  EXPECT_EQ(kPolicy.next_pause(2, 0s, 0.5), 1'500ms);
  EXPECT_EQ(kPolicy.next_pause(2, 0s, -7), 1s) << "whatever the source of chance says";
  EXPECT_EQ(kPolicy.next_pause(2, 0s, 7), 2s);
}

TEST(RetryPolicy, WaitsAsLongAsTheReceiverAsks) {
  EXPECT_EQ(kPolicy.next_pause(1, 0s, 0, 90s), 90s);
  EXPECT_EQ(kPolicy.next_pause(1, 0s, 1, 90s), 90'500ms)
      << "and those who were told the same come one by one";
  EXPECT_EQ(kPolicy.next_pause(7, 0s, 1, 2s), 60s) << "never sooner than without";
  EXPECT_EQ(kPolicy.next_pause(1, 0s, 0, 24h), 10min) << "within bounds";
  EXPECT_FALSE(kPolicy.next_pause(1, 30min, 0, 90s)) << "it is given up all the same";
}

TEST(RetryPolicy, GivesUpInTheEnd) {
  EXPECT_TRUE(kPolicy.next_pause(30, 30min - 1ms, 0));
  EXPECT_FALSE(kPolicy.next_pause(30, 30min, 0));
  EXPECT_FALSE(RetryPolicy{.give_up = 0s}.next_pause(1, 0s, 0)) << "one attempt";
}

}  // namespace
}  // namespace schemagate::push
