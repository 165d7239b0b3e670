// Keeping connections to agents, and trying again.
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <future>
#include <thread>

#include "gateway/net/signal.h"
#include "tests/integration/net/test_upstream.h"

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

void answer(RawSocket& socket, std::string_view bytes) {
  read_request_from(socket);
  socket.send(bytes);
}

UpstreamRequest safe_request() {
  UpstreamRequest request;
  request.method = "GET";
  request.safe_to_retry = true;
  return request;
}

TEST(UpstreamPool, UsesAConnectionAgain) {
  UpstreamLoop loop;
  bool second_connection = true;
  {
    ScriptedAgent agent([&second_connection](RawListener& listener) {
      RawSocket socket = listener.accept();
      for (int i = 0; i < 3; ++i) answer(socket, kOk);
      second_connection = listener.has_waiting(0ms);
    });
    for (int i = 0; i < 3; ++i) EXPECT_EQ(loop.fetch(agent.url()), "200 ok");
  }
  EXPECT_FALSE(second_connection);
}

TEST(UpstreamPool, ConnectsToTheAddressThatTheCallerHasFound) {
  UpstreamLoop loop;
  std::string asked;
  {
    ScriptedAgent agent([&asked](RawListener& listener) {
      RawSocket socket = listener.accept();
      asked = read_request_from(socket);
      socket.send(kOk);
      answer(socket, kOk);
    });
    Url url = agent.url();
    url.host = "nobody.invalid";
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(loop.fetch(url, {.address = IpAddress::parse("127.0.0.1")}), "200 ok") << "is kept, too";
    EXPECT_EQ(loop.fetch(url, {.address = IpAddress::parse("127.0.0.9")}),
              "unreachable: could not be reached: the connection was refused")
        << "no connection to another address is used";
  }
  EXPECT_NE(asked.find("Host: nobody.invalid:"), std::string::npos) << asked;
}

TEST(UpstreamPool, KeepsNoMoreConnectionsThanItMayToAllHostsTogether) {
  UpstreamLoop loop({.idle_of_all_hosts_max = 1});
  const auto closes_second = [](RawListener& listener) {
    RawSocket socket = listener.accept();
    answer(socket, kOk);
    socket.receive_all();
    RawSocket again = listener.accept();
    answer(again, kOk);
  };
  ScriptedAgent kept([](RawListener& listener) {
    RawSocket socket = listener.accept();
    for (int i = 0; i < 2; ++i) answer(socket, kOk);
  });
  ScriptedAgent closed(closes_second);
  EXPECT_EQ(loop.fetch(kept.url()), "200 ok");
  EXPECT_EQ(loop.fetch(closed.url()), "200 ok");
  EXPECT_EQ(loop.fetch(kept.url()), "200 ok");
  EXPECT_EQ(loop.fetch(closed.url()), "200 ok");
}

// The first connection gets `bytes`, and what follows must come on a second one.
std::string answer_to_the_second_request(std::string_view first_answer) {
  ScriptedAgent agent([first_answer](RawListener& listener) {
    RawSocket first = listener.accept();
    answer(first, first_answer);
    RawSocket second = listener.accept();
    answer(second, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond");
    second.receive_all();
  });
  UpstreamLoop loop;
  loop.fetch(agent.url());
  std::string result = loop.fetch(agent.url());
  return result;
}

TEST(UpstreamPool, LeavesAConnectionThatTheAgentWillClose) {
  EXPECT_EQ(
      answer_to_the_second_request("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"),
      "200 second");
  EXPECT_EQ(answer_to_the_second_request("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"), "200 second");
}

TEST(UpstreamPool, NeverTakesAnAnswerThatWasNotAskedFor) {
  EXPECT_EQ(
      answer_to_the_second_request(std::string(kOk) + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"),
      "200 second");
  EXPECT_EQ(answer_to_the_second_request("HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\nok"), "200 second");
}

TEST(UpstreamPool, NoticesAnAnswerThatCameWhileIdle) {
  std::promise<void> forged;
  ScriptedAgent agent([&forged](RawListener& listener) {
    RawSocket first = listener.accept();
    answer(first, kOk);
    std::this_thread::sleep_for(20ms);
    first.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged");
    forged.set_value();
    RawSocket second = listener.accept();
    answer(second, kOk);
    second.receive_all();
  });
  UpstreamLoop loop;
  EXPECT_EQ(loop.fetch(agent.url()), "200 ok");
  forged.get_future().wait();
  EXPECT_EQ(loop.fetch(agent.url()), "200 ok");
}

TEST(UpstreamPool, NoticesAConnectionClosedWhileIdle) {
  std::promise<void> closed;
  ScriptedAgent agent([&closed](RawListener& listener) {
    RawSocket first = listener.accept();
    answer(first, kOk);
    first.close();
    closed.set_value();
    RawSocket second = listener.accept();
    answer(second, kOk);
    second.receive_all();
  });
  UpstreamLoop loop;
  EXPECT_EQ(loop.fetch(agent.url()), "200 ok");
  closed.get_future().wait();
  EXPECT_EQ(loop.fetch(agent.url()), "200 ok");
}

// Closes the reused connection when it has read the second request; says whether a third one came.
struct BreakingAgent {
  std::string before_close;
  bool came_again = false;

  void operator()(RawListener& listener) {
    RawSocket first = listener.accept();
    answer(first, kOk);
    answer(first, before_close);
    first.close();
    came_again = listener.has_waiting(100ms);
    if (!came_again) return;
    RawSocket second = listener.accept();
    answer(second, kOk);
    second.receive_all();
  }
};

std::string fetch_when_it_breaks(BreakingAgent& breaking, UpstreamRequest request) {
  ScriptedAgent agent(std::ref(breaking));
  UpstreamLoop loop;
  EXPECT_EQ(loop.fetch(agent.url()), "200 ok");
  std::string result = loop.fetch(agent.url(), std::move(request));
  return result;
}

TEST(UpstreamRetry, TriesASafeRequestAgain) {
  BreakingAgent breaking;
  EXPECT_EQ(fetch_when_it_breaks(breaking, safe_request()), "200 ok");
  EXPECT_TRUE(breaking.came_again);
}

TEST(UpstreamRetry, NeverSendsAnUnsafeRequestTwice) {
  BreakingAgent breaking;
  EXPECT_EQ(fetch_when_it_breaks(breaking, {}), "closed: closed the connection before it answered");
  EXPECT_FALSE(breaking.came_again);
}

TEST(UpstreamRetry, DoesNotTryAgainAfterTheFirstByteOfTheAnswer) {
  BreakingAgent breaking{"HTTP"};
  EXPECT_EQ(fetch_when_it_breaks(breaking, safe_request()),
            "closed: closed the connection before it answered");
  EXPECT_FALSE(breaking.came_again);
}

TEST(UpstreamRetry, DoesNotTryAFreshConnectionAgain) {
  UpstreamLoop loop;
  bool came_again = true;
  {
    ScriptedAgent agent([&came_again](RawListener& listener) {
      RawSocket first = listener.accept();
      read_request_from(first);
      first.close();
      came_again = listener.has_waiting(100ms);
    });
    EXPECT_EQ(loop.fetch(agent.url(), safe_request()), "closed: closed the connection before it answered");
  }
  EXPECT_FALSE(came_again);
}

Awaitable<void> fetch_one(UpstreamClient& client, Url url, std::chrono::milliseconds timeout,
                          std::vector<std::string>& results) {
  UpstreamRequest request;
  Result<HttpResponse> response = co_await client.fetch(url, std::move(request), timeout);
  results.push_back(response ? response->body : text_of(response.error()));
}

Awaitable<void> until_size(Executor executor, const std::vector<std::string>& results, std::size_t size) {
  Signal never(executor);
  while (results.size() < size) co_await never.wait(2ms);
}

TEST(UpstreamPool, QueuesBeyondTheHostsLimit) {
  UpstreamLoop loop({.connections_per_host_max = 1});
  std::vector<std::string> results;
  bool second_connection = true;
  {
    ScriptedAgent agent([&second_connection](RawListener& listener) {
      RawSocket socket = listener.accept();
      for (int i = 0; i < 4; ++i) answer(socket, kOk);
      second_connection = listener.has_waiting(0ms);
    });
    for (int i = 0; i < 4; ++i) {
      boost::asio::co_spawn(loop.executor(), fetch_one(loop.client(), agent.url(), 10s, results),
                            boost::asio::detached);
    }
    loop.run(until_size(loop.executor(), results, 4));
  }
  EXPECT_EQ(results, std::vector<std::string>(4, "ok"));
  EXPECT_FALSE(second_connection);
}

TEST(UpstreamPool, WaitsForAConnectionOnlyUntilTheDeadline) {
  std::vector<std::string> results;
  ScriptedAgent agent([](RawListener& listener) {
    RawSocket socket = listener.accept();
    socket.receive_all();
  });
  UpstreamLoop loop({.connections_per_host_max = 1});
  for (auto timeout : {400ms, 50ms}) {
    boost::asio::co_spawn(loop.executor(), fetch_one(loop.client(), agent.url(), timeout, results),
                          boost::asio::detached);
  }
  loop.run(until_size(loop.executor(), results, 2));
  EXPECT_EQ(
      results[0],
      "overloaded: has too many requests in progress (limits.upstream.connections): timed out waiting for a "
      "connection");
  EXPECT_EQ(results[1], "timed_out: timed out");
}

Awaitable<void> pause(Executor executor, std::chrono::milliseconds time) {
  Signal never(executor);
  co_await never.wait(time);
}

TEST(UpstreamPool, ClosesConnectionsThatStayIdle) {
  std::promise<bool> ended;
  ScriptedAgent agent([&ended](RawListener& listener) {
    RawSocket socket = listener.accept();
    answer(socket, kOk);
    ended.set_value(socket.ends());
  });
  UpstreamLoop loop({.idle_timeout = 50ms});
  EXPECT_EQ(loop.fetch(agent.url()), "200 ok");
  std::future<bool> end = ended.get_future();
  while (end.wait_for(0ms) != std::future_status::ready) loop.run(pause(loop.executor(), 20ms));
  EXPECT_TRUE(end.get());
}

}  // namespace
}  // namespace schemagate::net
