#include "gateway/net/upstream_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <boost/asio/write.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/gateway/net/loopback.h"

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;
using Lease = UpstreamPool::Lease;

// An agent that listens and says nothing: the kernel takes connections for it.
class UpstreamPoolTest : public testing::Test {
 protected:
  static Url url_of(const Acceptor& acceptor) {
    return {.host = "127.0.0.1", .port = acceptor.local_endpoint().port()};
  }
  std::shared_ptr<UpstreamPool> make_pool(UpstreamLimits limits = {}) {
    return std::make_shared<UpstreamPool>(loop.context.get_executor(), limits);
  }
  Result<Lease> acquire(UpstreamPool& pool, bool fresh = false, std::chrono::milliseconds timeout = 10s) {
    const Url url = url_of(loop.acceptor);
    return loop.run(pool.acquire(url, {.fresh = fresh, .deadline = Clock::now() + timeout}));
  }
  // Notes each lease as it comes: "1 new", "2 reused", "3 overloaded".
  Awaitable<void> note_lease(UpstreamPool& pool, std::string name, Url url, UpstreamPool::Wish wish) {
    Result<Lease> lease = co_await pool.acquire(url, std::move(wish));
    if (!lease) {
      noted.push_back(name + ' ' + std::string(net::name(lease.error().kind)));
      co_return;
    }
    noted.push_back(name + (lease->reused() ? " reused" : " new"));
    held.push_back(std::move(*lease));
  }
  void start(UpstreamPool& pool, std::string name, std::chrono::milliseconds timeout = 10s,
             std::string holder = {}) {
    UpstreamPool::Wish wish{.holder = std::move(holder), .deadline = Clock::now() + timeout};
    boost::asio::co_spawn(loop.context,
                          note_lease(pool, std::move(name), url_of(loop.acceptor), std::move(wish)),
                          boost::asio::detached);
  }
  void run_until_noted(std::size_t count) {
    loop.context.restart();
    while (noted.size() < count) loop.context.run_one();
  }

  Loopback loop;
  std::vector<std::string> noted;
  std::vector<Lease> held;
};

TEST_F(UpstreamPoolTest, GivesOutAgainWhatWasGivenBack) {
  auto pool = make_pool();
  auto first = acquire(*pool);
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->reused());
  (*first)->pending = "left over";
  first->give_back();
  auto second = acquire(*pool);
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->reused());
  EXPECT_EQ((*second)->pending, "");
  EXPECT_EQ(&second->pool(), pool.get());
}

TEST_F(UpstreamPoolTest, MakesANewConnectionWhereAFreshOneIsAskedFor) {
  auto pool = make_pool();
  acquire(*pool)->give_back();
  EXPECT_FALSE(acquire(*pool, true)->reused());
  EXPECT_TRUE(acquire(*pool)->reused()) << "the idle one is still there";
}

TEST_F(UpstreamPoolTest, KeepsOnlySoManyIdle) {
  auto pool = make_pool({.idle_connections_max = 1});
  auto first = acquire(*pool);
  auto second = acquire(*pool);
  first->give_back();
  second->give_back();
  auto third = acquire(*pool);
  EXPECT_TRUE(third->reused());
  EXPECT_FALSE(acquire(*pool)->reused());
}

TEST_F(UpstreamPoolTest, CountsEveryConnectionOfAHostOnce) {
  auto pool = make_pool({.connections_per_host_max = 2, .idle_connections_max = 1});
  for (int round = 0; round < 3; ++round) {
    auto first = acquire(*pool);
    auto second = acquire(*pool);
    ASSERT_TRUE(first && second) << round;
    auto third = acquire(*pool, false, 5ms);
    ASSERT_FALSE(third) << round;
    EXPECT_EQ(third.error().kind, FailureKind::kOverloaded);
    first->give_back();
    second->give_back();
  }
  auto first = acquire(*pool);
  {
    auto dropped = acquire(*pool);
  }
  EXPECT_TRUE(acquire(*pool)) << "a lease that is destroyed frees its place";
}

TEST_F(UpstreamPoolTest, CountsEachHostForItself) {
  auto pool = make_pool({.connections_per_host_max = 1});
  auto held_one = acquire(*pool);
  Acceptor other(loop.context);
  other.open(boost::asio::ip::tcp::v4());
  other.bind({boost::asio::ip::address_v4::loopback(), 0});
  other.listen();
  const Url url = url_of(other);
  EXPECT_TRUE(loop.run(pool->acquire(url, {.deadline = Clock::now() + 10s})));
}

TEST_F(UpstreamPoolTest, ClosesAnIdleConnectionToMakeRoomForAFreshOne) {
  auto pool = make_pool({.connections_per_host_max = 1});
  acquire(*pool)->give_back();
  auto fresh = acquire(*pool, true);
  ASSERT_TRUE(fresh);
  EXPECT_FALSE(fresh->reused());
  EXPECT_FALSE(acquire(*pool, false, 5ms)) << "one is open, and that is the limit";
  fresh->give_back();
  EXPECT_TRUE(acquire(*pool)->reused());
}

TEST_F(UpstreamPoolTest, DropsAnIdleConnectionThatTheAgentClosed) {
  auto pool = make_pool({.connections_per_host_max = 1});
  acquire(*pool)->give_back();
  Socket agent(loop.context.get_executor());
  loop.acceptor.accept(agent);
  agent.close();
  auto next = acquire(*pool);
  ASSERT_TRUE(next);
  EXPECT_FALSE(next->reused());
  EXPECT_FALSE(acquire(*pool, false, 5ms));
}

TEST_F(UpstreamPoolTest, ServesThoseWhoWaitInTheirOrder) {
  auto pool = make_pool({.connections_per_host_max = 1});
  held.push_back(std::move(*acquire(*pool)));
  start(*pool, "1");
  start(*pool, "2");
  start(*pool, "3", 5ms);
  run_until_noted(1);
  EXPECT_EQ(noted, std::vector<std::string>{"3 overloaded"});
  held.back().give_back();
  run_until_noted(2);
  loop.context.poll();  // the second one finds nothing and waits again
  held.pop_back();      // closes it, so the next one needs a new connection
  run_until_noted(3);
  EXPECT_EQ(noted, (std::vector<std::string>{"3 overloaded", "1 reused", "2 new"}));
}

TEST_F(UpstreamPoolTest, ServesTwoWhoWaitWhenTwoConnectionsComeBackAtOnce) {
  auto pool = make_pool({.connections_per_host_max = 2});
  held.push_back(std::move(*acquire(*pool)));
  held.push_back(std::move(*acquire(*pool)));
  start(*pool, "1");
  start(*pool, "2");
  loop.context.restart();
  loop.context.poll();
  held[0].give_back();
  held[1].give_back();
  run_until_noted(2);
  EXPECT_EQ(noted, (std::vector<std::string>{"1 reused", "2 reused"}));
}

TEST_F(UpstreamPoolTest, LeavesConnectionsForOtherHolders) {
  auto pool = make_pool({.connections_per_host_max = 16});
  for (int i = 1; i <= 13; ++i) start(*pool, std::to_string(i), 500ms, "greedy");
  run_until_noted(13);
  EXPECT_EQ(noted.back(), "13 overloaded");
  start(*pool, "stranger", 10s, "stranger");
  run_until_noted(14);
  EXPECT_EQ(noted.back(), "stranger new");
}

TEST_F(UpstreamPoolTest, HoldersWhoWaitTakeTurns) {
  auto pool = make_pool({.connections_per_host_max = 1});
  held.push_back(std::move(*acquire(*pool)));
  for (const char* name : {"1", "2", "3"}) start(*pool, name, 10s, "greedy");
  start(*pool, "stranger", 10s, "stranger");
  loop.context.restart();
  loop.context.poll();
  for (std::size_t i = 0; i < 4; ++i) {
    held.back().give_back();
    run_until_noted(i + 1);
  }
  EXPECT_EQ(noted, (std::vector<std::string>{"1 reused", "stranger reused", "2 reused", "3 reused"}));
}

TEST_F(UpstreamPoolTest, ClosesWhatStaysIdleLaterToo) {
  auto pool = make_pool({.idle_timeout = 100ms});
  auto first = acquire(*pool);
  auto second = acquire(*pool);
  std::array<Socket, 2> agents = {Socket(loop.context), Socket(loop.context)};
  std::array<char, 1> byte{};
  int ended = 0;
  for (Socket& agent : agents) {
    loop.acceptor.accept(agent);
    agent.async_read_some(boost::asio::buffer(byte),
                          [&ended](const boost::system::error_code&, std::size_t) { ++ended; });
  }
  first->give_back();
  std::this_thread::sleep_for(60ms);
  second->give_back();
  const Clock::time_point deadline = Clock::now() + 10s;
  loop.context.restart();
  while (ended < 2 && Clock::now() < deadline) loop.context.run_one_for(100ms);
  EXPECT_EQ(ended, 2);
}

TEST_F(UpstreamPoolTest, LetsALeaseOutliveWhoeverMadeThePool) {
  auto pool = make_pool();
  auto lease = acquire(*pool);
  pool.reset();
  Lease moved = std::move(*lease);
  lease->give_back();
  EXPECT_TRUE(moved->socket.raw().is_open()) << "a lease that was moved from gives nothing back";
  moved.give_back();
}

TEST_F(UpstreamPoolTest, ClosesAConnectionWithItsLease) {
  auto pool = make_pool();
  {
    auto lease = acquire(*pool);
  }
  Socket agent(loop.context.get_executor());
  loop.acceptor.accept(agent);
  std::array<char, 1> byte{};
  boost::system::error_code end;
  agent.read_some(boost::asio::buffer(byte), end);
  EXPECT_EQ(end, boost::asio::error::eof);
}

TEST_F(UpstreamPoolTest, SaysThatConnectingTimedOut) {
  Loopback full(0);
  auto pool =
      std::make_shared<UpstreamPool>(full.context.get_executor(), UpstreamLimits{.connect_timeout = 60ms});
  const Url url = url_of(full.acceptor);
  std::optional<Failure> failure;
  for (int i = 0; i < 8 && !failure; ++i) {
    auto lease = full.run(pool->acquire(url, {.deadline = Clock::now() + 10s}));
    if (lease) {
      held.push_back(std::move(*lease));
    } else {
      failure = lease.error();
    }
  }
  held.clear();
  ASSERT_TRUE(failure) << "the kernel took connections beyond the backlog";
  EXPECT_EQ(failure->kind, FailureKind::kUnreachable);
  EXPECT_EQ(failure->detail, "could not be reached: connecting timed out");
}

TEST_F(UpstreamPoolTest, SaysThatNobodyListens) {
  const Url url = url_of(loop.acceptor);
  loop.acceptor.close();
  auto pool = make_pool({.connections_per_host_max = 1});
  for (int round = 0; round < 2; ++round) {
    auto lease = loop.run(pool->acquire(url, {.deadline = Clock::now() + 10s}));
    ASSERT_FALSE(lease);
    EXPECT_EQ(lease.error().kind, FailureKind::kUnreachable) << "a failure takes no place for good";
  }
}

TEST_F(UpstreamPoolTest, SaysThatNoOpenFileIsLeft) {
  auto pool = make_pool({.connections_per_host_max = 1});
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{.rlim_cur = 0, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  auto lease = acquire(*pool);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_FALSE(lease);
  EXPECT_EQ(lease.error().kind, FailureKind::kLocal) << "nobody has refused anything";
  EXPECT_TRUE(lease.error().detail.contains("open file"));
  EXPECT_TRUE(acquire(*pool)) << "a failure takes no place for good";
}

// Longer than a name in the DNS can be: no resolver asks anybody.
TEST_F(UpstreamPoolTest, SaysThatANameIsNotKnown) {
  auto pool = make_pool({.connections_per_host_max = 1});
  const Url url{.host = std::string(300, 'x')};
  auto lease = loop.run(pool->acquire(url, {.deadline = Clock::now() + 10s}));
  ASSERT_FALSE(lease);
  EXPECT_EQ(lease.error().kind, FailureKind::kUnresolved);
  EXPECT_EQ(lease.error().detail, "could not be reached: its name is not known");
}

TEST_F(UpstreamPoolTest, FillsWhatIsPending) {
  auto pool = make_pool();
  auto lease = acquire(*pool);
  Socket agent(loop.context.get_executor());
  loop.acceptor.accept(agent);
  UpstreamConnection& connection = **lease;
  using Outcome = TimedSocket::Received::Kind;
  EXPECT_EQ(pool->fill(connection).kind, Outcome::kNothing) << "nothing there is no end";
  const std::string sent(6 << 10, 'x');
  boost::asio::write(agent, boost::asio::buffer(sent));
  while (connection.pending.size() < sent.size()) {
    auto got = loop.run(pool->fill_until(connection, Clock::now() + 10s));
    ASSERT_EQ(got.kind, TimedSocket::Received::Kind::kBytes);
  }
  EXPECT_EQ(connection.pending, sent);
  agent.close();
  EXPECT_EQ(loop.run(connection.socket.readable(Clock::now() + 10s)), TimedSocket::Wait::kReady);
  EXPECT_EQ(pool->fill(connection).kind, Outcome::kEnd);
}

}  // namespace
}  // namespace schemagate::net
