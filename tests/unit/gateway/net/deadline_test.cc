#include "gateway/net/deadline.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <vector>

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;

class Recorded final : public Deadline {
 public:
  Recorded(DeadlineWheel& wheel, std::vector<int>& fired, int name)
      : Deadline(wheel), fired_(fired), name_(name) {}

 private:
  void on_deadline() override { fired_.push_back(name_); }
  std::vector<int>& fired_;
  int name_;
};

class DeadlineWheelTest : public testing::Test {
 protected:
  boost::asio::io_context context;
  DeadlineWheel wheel{context.get_executor()};
  std::vector<int> fired;
};

// run() returns when nothing is armed any more, since the wheel then stops ticking.
TEST_F(DeadlineWheelTest, FiresInOrderAndNeverEarly) {
  Recorded late(wheel, fired, 2);
  Recorded early(wheel, fired, 1);
  Clock::time_point start = Clock::now();
  late.arm(start + 160ms);
  early.arm(start + 20ms);
  context.run();
  EXPECT_EQ(fired, (std::vector<int>{1, 2}));
  EXPECT_GE(Clock::now(), start + 160ms);
}

TEST_F(DeadlineWheelTest, ForgetsADisarmedDeadline) {
  Recorded deadline(wheel, fired, 1);
  deadline.arm(Clock::now() + 10ms);
  deadline.disarm();
  context.run();
  EXPECT_TRUE(fired.empty());
}

TEST_F(DeadlineWheelTest, FollowsADeadlineThatMoves) {
  Recorded moved(wheel, fired, 1);
  Recorded mark(wheel, fired, 2);
  moved.arm(Clock::now() + 10ms);
  moved.arm(Clock::now() + 250ms);
  mark.arm(Clock::now() + 120ms);
  context.run();
  EXPECT_EQ(fired, (std::vector<int>{2, 1}));
  moved.arm(Clock::now() + 1h);
  moved.arm(Clock::now() + 10ms);
  context.restart();
  context.run();
  EXPECT_EQ(fired, (std::vector<int>{2, 1, 1}));
}

TEST_F(DeadlineWheelTest, FiresAtOnceWhatIsPast) {
  Recorded deadline(wheel, fired, 1);
  deadline.arm(Clock::now() - 1h);
  context.run();
  EXPECT_EQ(fired, std::vector<int>{1});
}

TEST_F(DeadlineWheelTest, LetsADeadlineGoWhileArmed) {
  auto deadline = std::make_unique<Recorded>(wheel, fired, 1);
  deadline->arm(Clock::now() + 10ms);
  deadline.reset();
  context.run();
  EXPECT_TRUE(fired.empty());
}

// Runs a function when it fires.
class Chained final : public Deadline {
 public:
  Chained(DeadlineWheel& wheel, std::function<void()> then) : Deadline(wheel), then_(std::move(then)) {}

 private:
  void on_deadline() override { then_(); }
  std::function<void()> then_;
};

TEST_F(DeadlineWheelTest, FiresAllOfOneTickThoughOneDestroysAnother) {
  auto victim = std::make_unique<Recorded>(wheel, fired, 2);
  Chained first(wheel, [this, &victim] {
    fired.push_back(1);
    victim.reset();
  });
  Recorded last(wheel, fired, 3);
  const Clock::time_point when = Clock::now() + 10ms;
  first.arm(when);
  victim->arm(when);
  last.arm(when);
  context.run();
  EXPECT_EQ(fired, (std::vector<int>{1, 3}));
}

TEST_F(DeadlineWheelTest, CanBeArmedAgainWhenItFires) {
  int rounds = 0;
  Chained again(wheel, [&] {
    if (++rounds < 3) again.arm(Clock::now() + 1ms);
  });
  again.arm(Clock::now());
  context.run();
  EXPECT_EQ(rounds, 3);
  EXPECT_EQ(again.when(), Clock::time_point::max()) << "what has fired is not armed";
}

TEST_F(DeadlineWheelTest, FiresOnceForManyArmings) {
  Recorded deadline(wheel, fired, 1);
  for (auto ahead : {200ms, 100ms, 300ms, 20ms, 40ms}) deadline.arm(Clock::now() + ahead);
  context.run();
  EXPECT_EQ(fired, std::vector<int>{1});
}

TEST_F(DeadlineWheelTest, SleepsWhileNothingIsDue) {
  Recorded late(wheel, fired, 2);
  Recorded early(wheel, fired, 1);
  late.arm(Clock::now() + 10 * DeadlineWheel::kTick);
  early.arm(Clock::now() + 5 * DeadlineWheel::kTick);
  EXPECT_LE(context.run(), 3U) << "once for each, and for the wait that the earlier one has shortened";
  EXPECT_EQ(fired, (std::vector<int>{1, 2}));
}

// Beyond the ring of 512 ticks: filed as far away as it goes, and looked at again.
TEST_F(DeadlineWheelTest, KeepsWhatLiesBeyondTheRing) {
  Recorded far(wheel, fired, 1);
  Recorded near(wheel, fired, 2);
  far.arm(Clock::now() + 512 * DeadlineWheel::kTick + 1h);
  near.arm(Clock::now() + 60ms);
  while (fired.empty()) context.run_one();
  EXPECT_EQ(fired, std::vector<int>{2});
  far.arm(Clock::now() + 10ms);
  context.run();
  EXPECT_EQ(fired, (std::vector<int>{2, 1}));
}

TEST_F(DeadlineWheelTest, MayGoWhileATickIsQueued) {
  auto short_lived = std::make_unique<DeadlineWheel>(context.get_executor());
  {
    Recorded deadline(*short_lived, fired, 1);
    deadline.arm(Clock::now() + 10ms);
  }
  short_lived.reset();
  context.run();
  EXPECT_TRUE(fired.empty());
}

}  // namespace
}  // namespace schemagate::net
