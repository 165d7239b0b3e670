// What the upstream client makes of agents, above all of bad ones that hang, reset, or send garbage.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "gateway/net/signal.h"
#include "tests/integration/net/test_upstream.h"

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;
using testing::TestWithParam;

constexpr std::string_view kOkAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

std::string fetch_from(ScriptedAgent::Script script, UpstreamRequest request = {}) {
  ScriptedAgent agent(std::move(script));
  UpstreamLoop loop;
  std::string result = loop.fetch(agent.url(), std::move(request));
  return result;
}

std::string answered(std::string_view bytes) {
  return fetch_from(answers_once(std::string(bytes)));
}

TEST(Upstream, SendsHostLengthAndHeaders) {
  std::string seen;
  UpstreamRequest request;
  request.headers = {
      {"Content-Type", "application/json"}, {"Connection", "x"}, {"Content-Length", "7"}, {"Host", "x"}};
  request.body = "{}";
  std::string result = fetch_from(
      [&seen](RawListener& listener) {
        RawSocket socket = listener.accept();
        seen = read_request_from(socket);
        socket.send(kOkAnswer);
        socket.receive_all();
      },
      std::move(request));
  EXPECT_EQ(result, "200 ok");
  EXPECT_TRUE(seen.starts_with("POST / HTTP/1.1\r\nHost: 127.0.0.1:")) << seen;
  EXPECT_TRUE(seen.ends_with("\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}")) << seen;
}

TEST(Upstream, SendsNothingThatHoldsALineBreak) {
  UpstreamLoop loop;
  RawListener listener;
  Url url{.host = "127.0.0.1", .port = listener.port()};
  UpstreamRequest request;
  request.headers = {{"X-Test", "a\r\nX-Injected: admin"}};
  EXPECT_EQ(loop.fetch(url, std::move(request)), "invalid: the request to the agent holds an invalid header");
  url.path = "/a b";
  EXPECT_EQ(loop.fetch(url), "invalid: the request to the agent holds an invalid header");
}

TEST(Upstream, ReadsEveryFraming) {
  EXPECT_EQ(answered(kOkAnswer), "200 ok");
  EXPECT_EQ(
      answered(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1;x\r\nk\r\n0\r\nT: 1\r\n\r\n"),
      "200 ok");
  EXPECT_EQ(answered("HTTP/1.0 200 OK\r\n\r\nok"), "200 ok");
  EXPECT_EQ(answered("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok"), "200 ok");
  EXPECT_EQ(answered("HTTP/1.1 204 No Content\r\n\r\n"), "204 ");
  EXPECT_EQ(answered("HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n"), "404 ");
}

TEST(Upstream, SkipsInterimAnswers) {
  EXPECT_EQ(answered("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" +
                     std::string(kOkAnswer)),
            "200 ok");
  std::string many;
  for (int i = 0; i < 7; ++i) many += "HTTP/1.1 100 Continue\r\n\r\n";
  EXPECT_EQ(answered(many + std::string(kOkAnswer)), "200 ok");
  many += "HTTP/1.1 100 Continue\r\n\r\n";
  EXPECT_EQ(answered(many + std::string(kOkAnswer)), "malformed: sent too many interim answers");
}

TEST(Upstream, ReadsNoBodyAfterHead) {
  UpstreamRequest request;
  request.method = "HEAD";
  EXPECT_EQ(fetch_from(answers_once("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), std::move(request)),
            "200 ");
}

struct BadAnswer {
  std::string name;
  std::string bytes;
  std::string error;
};
void PrintTo(const BadAnswer& answer, std::ostream* out) {
  *out << answer.name;
}

class UpstreamBadAnswer : public TestWithParam<BadAnswer> {};

TEST_P(UpstreamBadAnswer, IsATypedError) {
  EXPECT_EQ(answered(GetParam().bytes), GetParam().error);
}

BadAnswer framing(std::string name, std::string bytes) {
  return {std::move(name), std::move(bytes), "malformed: broke HTTP's framing"};
}

BadAnswer cut(std::string name, std::string bytes) {
  return {std::move(name), std::move(bytes), "closed: broke off its answer or broke HTTP's framing"};
}

std::vector<BadAnswer> bad_answers() {
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  return {
      {"Nothing", "", "closed: closed the connection before it answered"},
      {"HalfAHead", ok + "Content-Le", "closed: closed the connection before it answered"},
      {"HugeHead", ok + "X: " + std::string(40'000, 'x') + "\r\n\r\n",
       "malformed: sent headers that are too large"},
      {"HugeLength", ok + "Content-Length: 999999999\r\n\r\nx",
       "too_large: sent an answer that is too large"},
      {"HugeChunk", ok + "Transfer-Encoding: chunked\r\n\r\nfffffff\r\n",
       "too_large: sent an answer that is too large"},
      {"SwitchingProtocols", "HTTP/1.1 101 Switching\r\n\r\n",
       "malformed: changed the protocol without being asked"},
      framing("Garbage", "hello\r\n\r\n"),
      framing("LineFeedOnly", "HTTP/1.1 200 OK\nContent-Length: 0\n\n"),
      framing("LengthAndCoding", ok + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
      framing("TwoLengths", ok + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nok"),
      framing("SignedLength", ok + "Content-Length: +2\r\n\r\nok"),
      framing("UnknownCoding", ok + "Transfer-Encoding: gzip\r\n\r\nok"),
      framing("FoldedLine", ok + "X: a\r\n b\r\nContent-Length: 0\r\n\r\n"),
      framing("BlankBeforeColon", ok + "Content-Length : 0\r\n\r\n"),
      framing("NulInHeader", ok + std::string("X: \0\r\nContent-Length: 0\r\n\r\n", 27)),
      framing("StatusOfTwoDigits", "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n"),
      framing("StatusZero", "HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n"),
      framing("OtherVersion", "HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n"),
      framing(
          "ManyFields", ok +
                            [] {
                              std::string fields;
                              for (int i = 0; i < 300; ++i) fields += "X: 1\r\n";
                              return fields + "\r\n";
                            }()),
      cut("ShortBody", ok + "Content-Length: 5\r\n\r\nhe"),
      cut("MissingLastChunk", ok + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n"),
      {"BadChunkSize", ok + "Transfer-Encoding: chunked\r\n\r\n0x2\r\nok\r\n0\r\n\r\n",
       "malformed: broke off its answer or broke HTTP's framing"},
  };
}

std::string answer_name(const testing::TestParamInfo<BadAnswer>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Answers, UpstreamBadAnswer, testing::ValuesIn(bad_answers()), answer_name);

TEST(Upstream, GivesUpOnAnAgentThatHangs) {
  ScriptedAgent agent([](RawListener& listener) {
    RawSocket socket = listener.accept();
    socket.receive_all();
  });
  UpstreamLoop loop;
  EXPECT_EQ(loop.fetch(agent.url(), {}, 100ms), "timed_out: timed out");
}

TEST(Upstream, GivesUpOnAnAgentThatDrips) {
  ScriptedAgent agent([](RawListener& listener) {
    RawSocket socket = listener.accept();
    read_request_from(socket);
    socket.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
    while (socket.send("x")) std::this_thread::sleep_for(5ms);
  });
  UpstreamLoop loop;
  EXPECT_EQ(loop.fetch(agent.url(), {}, 100ms), "timed_out: timed out in the middle of its answer");
}

TEST(Upstream, GivesUpOnAnAgentThatTakesNothing) {
  ScriptedAgent agent([](RawListener& listener) {
    RawSocket socket = listener.accept();
    std::this_thread::sleep_for(400ms);
  });
  UpstreamLoop loop;
  UpstreamRequest request;
  request.body = std::string(32 << 20, 'x');
  EXPECT_EQ(loop.fetch(agent.url(), std::move(request), 100ms), "timed_out: timed out taking the request");
}

TEST(Upstream, ReportsAResetInTheBody) {
  std::string result = fetch_from([](RawListener& listener) {
    RawSocket socket = listener.accept();
    read_request_from(socket);
    socket.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhe");
    socket.reset();
  });
  EXPECT_EQ(result, "closed: broke off its answer or broke HTTP's framing");
}

TEST(Upstream, ReportsARefusedConnection) {
  std::uint16_t port = 0;
  {
    RawListener gone;
    port = gone.port();
  }
  UpstreamLoop loop;
  Url url{.host = "127.0.0.1", .port = port};
  EXPECT_EQ(loop.fetch(url), "unreachable: could not be reached: the connection was refused");
}

// TCP has no route to an address of many: the kernel says so at once, and nothing leaves the machine.
TEST(Upstream, TellsAnAddressWithoutRouteFromARefusal) {
  UpstreamLoop loop;
  Url url{.host = "224.0.0.1", .port = 80};
  EXPECT_EQ(loop.fetch(url), "unreachable: could not be reached: there is no route to its address");
}

TEST(Upstream, LooksUpNames) {
  ScriptedAgent agent(answers_once(std::string(kOkAnswer)));
  UpstreamLoop loop;
  Url url = agent.url();
  url.host = "localhost";
  EXPECT_EQ(loop.fetch(url), "200 ok");
}

TEST(Upstream, TakesALargeAnswerAndALargeRequest) {
  std::string body(3 << 20, 'x');
  UpstreamRequest request;
  request.body = body;
  std::string result = fetch_from(
      [&body](RawListener& listener) {
        RawSocket socket = listener.accept();
        std::string seen = read_request_from(socket);
        if (seen.ends_with("\r\n\r\n" + body)) {
          socket.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                      body);
        }
        socket.receive_all();
      },
      std::move(request));
  EXPECT_TRUE(result == "200 " + body);
}

TEST(Upstream, SendsAHeadThatTheKernelTakesInPieces) {
  const std::string value(16 << 20, 'x');
  UpstreamRequest request{.method = "PUT", .headers = {{"X", value}}, .body = "body"};
  std::string result = fetch_from(
      [&value](RawListener& listener) {
        RawSocket socket = listener.accept();
        std::string seen;
        for (std::string bytes = socket.receive(); !bytes.empty(); bytes = socket.receive()) {
          seen += bytes;
          if (!seen.ends_with("\r\n\r\nbody")) continue;
          if (seen.ends_with("\r\nX: " + value + "\r\n\r\nbody")) socket.send(kOkAnswer);
          return;
        }
      },
      std::move(request));
  EXPECT_EQ(result, "200 ok");
}

TEST(UpstreamStream, GivesPiecesAsTheyCome) {
  ScriptedAgent agent([](RawListener& listener) {
    RawSocket socket = listener.accept();
    read_request_from(socket);
    socket.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\none;\r\n");
    std::this_thread::sleep_for(20ms);
    socket.send("4\r\ntwo;\r\n0\r\n\r\n");
    socket.receive_all();
  });
  UpstreamLoop loop;
  EXPECT_EQ(loop.read_stream(agent.url()), "one;|two;|end");
}

TEST(UpstreamStream, ReportsAStall) {
  ScriptedAgent agent([](RawListener& listener) {
    RawSocket socket = listener.accept();
    read_request_from(socket);
    socket.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n");
    socket.receive_all();
  });
  UpstreamLoop loop;
  EXPECT_EQ(loop.read_stream(agent.url(), 100ms), "one|stalled: timed out in the middle of its answer");
}

TEST(UpstreamStream, ReportsAConnectionThatBreaks) {
  ScriptedAgent agent([](RawListener& listener) {
    RawSocket socket = listener.accept();
    read_request_from(socket);
    socket.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n");
  });
  UpstreamLoop loop;
  EXPECT_EQ(loop.read_stream(agent.url()), "one|closed: broke off its answer or broke HTTP's framing");
}

// Reads until the agent stalls, then keeps the stream until the agent has noticed the end of its connection.
Awaitable<void> keep_a_failed_stream(UpstreamClient& client, Url url, Executor executor,
                                     std::shared_ptr<std::atomic<bool>> ended) {
  UpstreamRequest request;
  Result<std::unique_ptr<UpstreamStream>> stream = co_await client.open(url, std::move(request), 10s);
  Result<std::string_view> piece = std::string_view();
  do {
    piece = co_await (*stream)->read(20ms);
  } while (piece);
  Signal never(executor);
  for (int i = 0; i < 2'000 && !*ended; ++i) co_await never.wait(5ms);
  piece = co_await (*stream)->read(20ms);
  EXPECT_EQ(piece.error().kind, FailureKind::kStalled) << "the same again";
}

TEST(UpstreamStream, ClosesTheConnectionWhenItFails) {
  auto ended = std::make_shared<std::atomic<bool>>(false);
  ScriptedAgent agent([ended](RawListener& listener) {
    RawSocket socket = listener.accept();
    read_request_from(socket);
    socket.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n");
    *ended = socket.ends();
  });
  UpstreamLoop loop;
  loop.run(keep_a_failed_stream(loop.client(), agent.url(), loop.executor(), ended));
  EXPECT_TRUE(*ended);
}

Awaitable<void> open_and_drop(UpstreamClient& client, Url url) {
  UpstreamRequest request;
  Result<std::unique_ptr<UpstreamStream>> stream = co_await client.open(url, std::move(request), 10s);
  EXPECT_TRUE(stream && (*stream)->status() == 200 && (*stream)->header("x-test") == "v");
}

TEST(UpstreamStream, ClosesTheConnectionWhenDestroyedEarly) {
  std::string rest = "nothing yet";
  ScriptedAgent agent([&rest](RawListener& listener) {
    RawSocket socket = listener.accept();
    read_request_from(socket);
    socket.send("HTTP/1.1 200 OK\r\nX-Test: v\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n");
    EXPECT_TRUE(socket.ends());
  });
  UpstreamLoop loop;
  loop.run(open_and_drop(loop.client(), agent.url()));
}

}  // namespace
}  // namespace schemagate::net
