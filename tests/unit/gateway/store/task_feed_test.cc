#include "gateway/store/task_feed.h"

#include <gtest/gtest.h>

#include <utility>

namespace schemagate {
namespace {

using schemagate::store::TaskFeed;

class TaskFeedTest : public testing::Test {
 protected:
  static TaskFeed::Observer counting(int& told) {
    return [&told] { ++told; };
  }

  TaskFeed feed_;
};

TEST_F(TaskFeedTest, TellsEverySubscriberOfTheTask) {
  int one = 0;
  int two = 0;
  int other = 0;
  const auto first = feed_.subscribe("t", counting(one));
  const auto second = feed_.subscribe("t", counting(two));
  const auto third = feed_.subscribe("u", counting(other));
  feed_.tell("t");
  EXPECT_EQ(one, 1);
  EXPECT_EQ(two, 1);
  EXPECT_EQ(other, 0);
}

TEST_F(TaskFeedTest, ForgetsWhoLeft) {
  int left = 0;
  int staying = 0;
  const auto subscription = feed_.subscribe("t", counting(staying));
  {
    const auto leaving = feed_.subscribe("t", counting(left));
  }
  feed_.tell("t");
  EXPECT_EQ(left, 0);
  EXPECT_EQ(staying, 1);
}

TEST_F(TaskFeedTest, ASubscriptionCanMove) {
  int told = 0;
  auto subscription = feed_.subscribe("t", counting(told));
  const auto moved = std::move(subscription);
  feed_.tell("t");
  EXPECT_EQ(told, 1);
}

TEST_F(TaskFeedTest, TellsNobodyOfATaskWithoutSubscribers) {
  feed_.tell("t");
  EXPECT_FALSE(feed_.has_subscribers("t"));
}

TEST_F(TaskFeedTest, TellsOfUnfinishedTasksOnlyThoseWhoAsked) {
  int unfinished = 0;
  int other = 0;
  const auto first = feed_.subscribe_unfinished(counting(unfinished));
  const auto second = feed_.subscribe("t", counting(other));
  feed_.tell_unfinished();
  EXPECT_EQ(unfinished, 1);
  EXPECT_EQ(other, 0);
  feed_.tell_all();
  EXPECT_EQ(unfinished, 2);
  EXPECT_EQ(other, 1);
}

}  // namespace
}  // namespace schemagate
