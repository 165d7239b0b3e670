#include "gateway/net/deadline.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
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

}  // namespace
}  // namespace schemagate::net
