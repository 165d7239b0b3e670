#include "gateway/net/signal.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <thread>
#include <vector>

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;

class SignalTest : public testing::Test {
 protected:
  // Waits so often, one after the other, and notes each end.
  void start_waiting(std::vector<std::chrono::milliseconds> timeouts) {
    boost::asio::co_spawn(context, wait_all(signal, std::move(timeouts), woken), boost::asio::detached);
  }
  static Awaitable<void> wait_all(Signal signal, std::vector<std::chrono::milliseconds> timeouts,
                                  std::vector<bool>& woken) {
    for (std::chrono::milliseconds timeout : timeouts) {
      bool notified = co_await signal.wait(timeout);
      woken.push_back(notified);
    }
  }

  boost::asio::io_context context;
  Signal signal{context.get_executor()};
  std::vector<bool> woken;
};

TEST_F(SignalTest, RemembersANotificationThatNobodyWaitsFor) {
  signal.notify();
  context.run();
  context.restart();
  start_waiting({1h});
  context.run();
  EXPECT_EQ(woken, std::vector<bool>{true});
}

TEST_F(SignalTest, RemembersOneNotificationAndNotACount) {
  signal.notify();
  signal.notify();
  context.run();
  signal.notify();
  context.restart();
  context.run();
  context.restart();
  start_waiting({1h, 1ms});
  context.run();
  EXPECT_EQ(woken, (std::vector<bool>{true, false}));
}

TEST_F(SignalTest, WakesAWaiterAgainAndAgain) {
  start_waiting({1h, 1h, 1ms});
  context.poll();
  for (std::size_t round = 1; round <= 2; ++round) {
    EXPECT_EQ(woken.size(), round - 1);
    signal.notify();
    context.poll();
    EXPECT_EQ(woken.size(), round);
  }
  context.run();
  EXPECT_EQ(woken, (std::vector<bool>{true, true, false}));
}

TEST_F(SignalTest, WakesFromAnotherThread) {
  start_waiting({1h});
  context.poll();
  std::jthread([this] { signal.notify(); }).join();
  context.run();
  EXPECT_EQ(woken, std::vector<bool>{true});
}

TEST_F(SignalTest, EndsAWaitThatIsInterruptedAsIfItsTimeWereOver) {
  start_waiting({1h});
  context.poll();
  signal.interrupt();
  context.run();
  EXPECT_EQ(woken, std::vector<bool>{false});
  signal.interrupt();
  context.restart();
  start_waiting({1ms});
  context.run();
  EXPECT_EQ(woken, (std::vector<bool>{false, false})) << "nobody waited, so nothing is remembered";
}

TEST_F(SignalTest, TakesATimeoutBeyondTheClocksRange) {
  start_waiting({std::chrono::milliseconds::max()});
  context.poll();
  EXPECT_TRUE(woken.empty());
  signal.notify();
  context.run();
  EXPECT_EQ(woken, std::vector<bool>{true});
}

// A coroutine that is destroyed while it waits leaves no timer behind that a notification would touch.
TEST_F(SignalTest, ForgetsAWaiterThatIsDestroyed) {
  Signal outlives(context.get_executor());
  {
    boost::asio::io_context other;
    Signal shared(other.get_executor());
    boost::asio::co_spawn(other, wait_all(shared, {1h}, woken), boost::asio::detached);
    other.poll();
    shared.notify();
  }
  outlives.interrupt();
  EXPECT_TRUE(woken.empty());
}

}  // namespace
}  // namespace schemagate::net
