#include "gateway/task/task_feed.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <utility>

namespace schemagate {
namespace {

class TaskFeedTest : public testing::Test {
 protected:
  net::Signal make_signal() { return net::Signal(context_.get_executor()); }
  // True when the signal has been notified since it was asked last.
  bool told(const net::Signal& signal) {
    bool notified = false;
    boost::asio::co_spawn(
        context_,
        [&notified, &signal]() -> net::Awaitable<void> {
          notified = co_await signal.wait(std::chrono::milliseconds(0));
        },
        boost::asio::detached);
    context_.restart();
    context_.run();
    return notified;
  }

  boost::asio::io_context context_;
  TaskFeed feed_;
};

TEST_F(TaskFeedTest, TellsEverySubscriberOfTheTask) {
  const net::Signal one = make_signal();
  const net::Signal two = make_signal();
  const net::Signal other = make_signal();
  const auto first = feed_.subscribe("t", one);
  const auto second = feed_.subscribe("t", two);
  const auto third = feed_.subscribe("u", other);
  feed_.publish("t");
  EXPECT_TRUE(told(one));
  EXPECT_TRUE(told(two));
  EXPECT_FALSE(told(other));
}

TEST_F(TaskFeedTest, ForgetsWhoLeft) {
  const net::Signal signal = make_signal();
  const net::Signal staying = make_signal();
  const auto subscription = feed_.subscribe("t", staying);
  {
    const auto leaving = feed_.subscribe("t", signal);
  }
  feed_.publish("t");
  EXPECT_FALSE(told(signal));
  EXPECT_TRUE(told(staying));
}

TEST_F(TaskFeedTest, ASubscriptionCanMove) {
  const net::Signal signal = make_signal();
  auto first = std::make_unique<TaskFeed::Subscription>(feed_.subscribe("t", signal));
  const TaskFeed::Subscription kept = std::move(*first);
  first.reset();
  feed_.publish("t");
  EXPECT_TRUE(told(signal));
}

TEST_F(TaskFeedTest, TellsNobodyOfATaskWithoutSubscribers) {
  feed_.publish("t");
  const net::Signal signal = make_signal();
  const auto subscription = feed_.subscribe("t", signal);
  EXPECT_FALSE(told(signal)) << "what was said before is in the log";
}

}  // namespace
}  // namespace schemagate
