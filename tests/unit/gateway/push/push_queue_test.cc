#include "gateway/push/push_queue.h"

#include <gtest/gtest.h>

namespace schemagate::push {
namespace {

using namespace std::chrono_literals;

constexpr Time kStart{1h};
constexpr RetryPolicy kPauses{.pause_min = 1s, .pause_max = 60s, .give_up = 10s};

store::PushTarget target(const std::string& task, std::int64_t number) {
  return {{"fight", "anonymous"}, task, number};
}

class PushQueueTest : public testing::Test {
 protected:
  explicit PushQueueTest(std::size_t places = 100) : queue_(kPauses, 2, places) {}

  // The number of the registration whose turn it is; 0: none.
  std::int64_t take(Time now = kStart) {
    auto job = queue_.take(now);
    if (!job) return 0;
    const std::int64_t number = job->target.number;
    jobs_.insert_or_assign(number, std::move(*job));
    return number;
  }
  const PushQueue::Job& job(std::int64_t number) const { return jobs_.at(number); }

  PushQueue queue_;
  std::unordered_map<std::int64_t, PushQueue::Job> jobs_;
};

TEST_F(PushQueueTest, GivesEachRegistrationOneTurnAtATime) {
  queue_.add(target("t", 1), "https://a", "somebody", kStart);
  EXPECT_EQ(take(), 1);
  queue_.wake("t", kStart);
  EXPECT_EQ(take(), 0) << "its turn is not over";
  queue_.done(job(1), kStart);
  EXPECT_EQ(take(), 1);
}

TEST_F(PushQueueTest, RestsUntilItIsWoken) {
  queue_.add(target("t", 1), "https://a", "somebody", kStart);
  queue_.add(target("u", 2), "https://a", "somebody", kStart);
  EXPECT_EQ(take(), 1);
  EXPECT_EQ(take(), 2);
  queue_.rest(job(1), kStart);
  queue_.rest(job(2), kStart);
  EXPECT_EQ(take(kStart + 1h), 0);
  EXPECT_FALSE(queue_.next_due());
  queue_.wake("t", kStart);
  queue_.wake("t", kStart);
  EXPECT_EQ(take(), 1);
  EXPECT_EQ(take(), 0);
}

TEST_F(PushQueueTest, MissesNoWakingDuringATurn) {
  queue_.add(target("t", 1), "https://a", "somebody", kStart);
  EXPECT_EQ(take(), 1);
  queue_.wake("t", kStart);
  queue_.rest(job(1), kStart);
  EXPECT_EQ(take(), 1);
}

TEST_F(PushQueueTest, LooksAgainWhenToldTo) {
  queue_.add(target("t", 1), "https://a", "somebody", kStart);
  EXPECT_EQ(take(), 1);
  queue_.rest(job(1), kStart, kStart + 5s);
  EXPECT_EQ(take(kStart + 4s), 0);
  queue_.wake("t", kStart + 4s);
  EXPECT_EQ(take(kStart + 4s), 1) << "or when it is woken";
  queue_.rest(job(1), kStart + 4s);
  EXPECT_EQ(take(kStart + 5s), 0) << "but not for both";
}

TEST_F(PushQueueTest, TriesAgainAfterAPauseAndGivesUpInTheEnd) {
  queue_.add(target("t", 1), "https://a", "somebody", kStart);
  EXPECT_EQ(take(), 1);
  EXPECT_TRUE(queue_.retry(job(1), kStart, 1));
  EXPECT_EQ(queue_.next_due(), kStart + 1s);
  queue_.wake("t", kStart);
  EXPECT_EQ(take(kStart + 999ms), 0) << "a new event does not shorten the pause";
  EXPECT_EQ(take(kStart + 1s), 1);
  EXPECT_EQ(job(1).failures, 1U);
  EXPECT_TRUE(queue_.retry(job(1), kStart + 9s, 1));
  EXPECT_EQ(take(kStart + 11s), 1);
  EXPECT_FALSE(queue_.retry(job(1), kStart + 11s, 1)) << "ten seconds after the first failure";
  queue_.drop(job(1));
  EXPECT_EQ(queue_.size(), 0U);
}

TEST_F(PushQueueTest, ADeliveryMakesUpForAllFailures) {
  queue_.add(target("t", 1), "https://a", "somebody", kStart);
  EXPECT_EQ(take(), 1);
  EXPECT_TRUE(queue_.retry(job(1), kStart, 1));
  EXPECT_EQ(take(kStart + 1s), 1);
  queue_.done(job(1), kStart + 1s);
  EXPECT_EQ(take(kStart + 20s), 1);
  EXPECT_EQ(job(1).failures, 0U);
  EXPECT_TRUE(queue_.retry(job(1), kStart + 20s, 1)) << "the time to give up begins anew";
}

// One that hangs holds nobody else up.
TEST_F(PushQueueTest, KeepsPlacesForOtherReceivers) {
  for (std::int64_t number = 1; number <= 4; ++number)
    queue_.add(target("t" + std::to_string(number), number), "https://hangs", "somebody", kStart);
  queue_.add(target("u", 5), "https://works", "somebody", kStart);
  EXPECT_EQ(take(), 1);
  EXPECT_EQ(take(), 2);
  EXPECT_EQ(take(), 5);
  EXPECT_EQ(take(), 0);
  queue_.drop(job(1));
  EXPECT_EQ(take(), 3) << "in the order in which they came";
  EXPECT_TRUE(queue_.retry(job(2), kStart, 1));
  EXPECT_EQ(take(), 4);
  EXPECT_EQ(take(kStart + 2s), 0) << "2 waits for a place now";
  queue_.rest(job(3), kStart + 2s);
  EXPECT_EQ(take(kStart + 2s), 2);
}

class PushQueueShares : public PushQueueTest {
 protected:
  PushQueueShares() : PushQueueTest(8) {}
  void register_many(const std::string& holder, std::int64_t first, std::int64_t last) {
    for (std::int64_t number = first; number <= last; ++number) {
      const std::string name = std::to_string(number);
      queue_.add(target("t" + name, number), "https://" + name, holder, kStart);
    }
  }
  std::vector<std::int64_t> take_all() {
    std::vector<std::int64_t> taken;
    while (const std::int64_t number = take()) taken.push_back(number);
    return taken;
  }
};

// Whatever the number of receivers that hang.
TEST_F(PushQueueShares, KeepPlacesForOthersWhoRegister) {
  register_many("greedy", 1, 10);
  EXPECT_EQ(take_all(), (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
  register_many("stranger", 11, 12);
  EXPECT_EQ(take_all(), (std::vector<std::int64_t>{11}));
  queue_.rest(job(1), kStart);
  EXPECT_EQ(take_all(), (std::vector<std::int64_t>{12})) << "greedy has its share still";
  queue_.drop(job(11));
  EXPECT_EQ(take_all(), std::vector<std::int64_t>()) << "greedy has three times what is left";
  queue_.rest(job(12), kStart);
  EXPECT_EQ(take_all(), (std::vector<std::int64_t>{7}));
}

TEST_F(PushQueueShares, AreHeldByWhatIsUnderWayOnly) {
  register_many("greedy", 1, 20);
  for (std::int64_t number = 1; number <= 20; ++number) {
    take_all();
    if (number % 2 == 0) {
      queue_.drop(job(number));
    } else {
      EXPECT_TRUE(queue_.retry(job(number), kStart, 1));
    }
  }
  EXPECT_EQ(take_all(), std::vector<std::int64_t>());
  EXPECT_EQ(queue_.size(), 10U);
}

TEST_F(PushQueueTest, ForgetsWhatIsOver) {
  queue_.add(target("t", 1), "https://a", "somebody", kStart);
  queue_.add(target("t", 2), "https://a", "somebody", kStart);
  EXPECT_TRUE(queue_.follows("t"));
  EXPECT_EQ(take(), 1);
  queue_.drop(job(1));
  EXPECT_TRUE(queue_.follows("t"));
  EXPECT_EQ(take(), 2);
  queue_.drop(job(2));
  EXPECT_FALSE(queue_.follows("t"));
  queue_.wake("t", kStart);
  EXPECT_EQ(take(), 0);
  EXPECT_EQ(queue_.size(), 0U);
}

TEST_F(PushQueueTest, TellsWhenTheNextOneIsDue) {
  EXPECT_FALSE(queue_.next_due());
  queue_.add(target("t", 1), "https://a", "somebody", kStart + 2s);
  queue_.add(target("u", 2), "https://a", "somebody", kStart + 1s);
  EXPECT_EQ(queue_.next_due(), kStart + 1s);
  EXPECT_EQ(take(kStart + 1s - 1ms), 0);
  EXPECT_EQ(take(kStart + 2s), 2) << "the one that was due first";
  EXPECT_EQ(queue_.next_due(), kStart + 2s);
}

TEST_F(PushQueueTest, WaitsAsLongAsTheReceiverAsks) {
  queue_.add(target("t", 1), "https://a", "somebody", kStart);
  EXPECT_EQ(take(), 1);
  EXPECT_TRUE(queue_.retry(job(1), kStart, 0, 7s));
  EXPECT_EQ(queue_.next_due(), kStart + 7s);
}

// A wake-up during a delivery that succeeds costs no second look.
TEST_F(PushQueueTest, ForgetsAWakingOfTheDeliveryBefore) {
  queue_.add(target("t", 1), "https://a", "somebody", kStart);
  EXPECT_EQ(take(), 1);
  queue_.wake("t", kStart);
  queue_.done(job(1), kStart);
  EXPECT_EQ(take(), 1);
  queue_.rest(job(1), kStart);
  EXPECT_EQ(take(), 0);
}

}  // namespace
}  // namespace schemagate::push
