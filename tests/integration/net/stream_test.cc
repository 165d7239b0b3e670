// Streams of the listener and draining.
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "gateway/net/signal.h"
#include "tests/integration/net/test_server.h"

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kGetStream = "GET /stream HTTP/1.1\r\nHost: h\r\n\r\n";
constexpr std::string_view kHeadEnd = "\r\n\r\n";

HttpResponse event_stream() {
  HttpResponse head;
  head.headers = {{"Content-Type", "text/event-stream"}};
  return head;
}

// What the handler of a stream tells the test.
struct Story {
  std::atomic<int> waits = 0;
  std::atomic<int> gone = 0;
  std::atomic<int> ended = 0;
  std::promise<Signal> signal;
};

// Writes "tick" at each notification until the client goes or the server drains.
Awaitable<void> tick(Exchange& exchange, std::shared_ptr<Story> story) {
  Signal signal(exchange.executor());
  HttpResponse head = event_stream();
  bool open = co_await exchange.begin_stream(head);
  story->signal.set_value(signal);
  while (open && !exchange.draining()) {
    ++story->waits;
    Exchange::Wake wake = co_await exchange.wait(signal, 60s);
    if (wake == Exchange::Wake::kClientGone) {
      ++story->gone;
      open = false;
    } else {
      open = co_await exchange.write(exchange.draining() ? "bye" : "tick");
    }
  }
  ++story->ended;
}

std::unique_ptr<Server> start_ticking(std::shared_ptr<Story> story) {
  return start_server(
      [story](HttpRequest&, Exchange& exchange, UpstreamClient&) { return tick(exchange, story); });
}

// Who has asked for the stream.
RawSocket asking(const Server& server) {
  RawSocket client = RawSocket::connect(server.port());
  client.send(kGetStream);
  return client;
}

// The same behind the head of the answer.
RawSocket in_the_stream(const Server& server) {
  RawSocket client = asking(server);
  client.receive_until(kHeadEnd);
  return client;
}

TEST(Stream, SendsEachWriteAtOnceAsOneChunk) {
  auto story = std::make_shared<Story>();
  auto server = start_ticking(story);
  RawSocket client = asking(*server);
  std::string head = client.receive_until(kHeadEnd);
  EXPECT_TRUE(head.contains("Transfer-Encoding: chunked\r\n")) << head;
  Signal signal = story->signal.get_future().get();
  for (int i = 0; i < 3; ++i) {
    signal.notify();
    EXPECT_EQ(client.receive_until("tick\r\n"), "4\r\ntick\r\n");
  }
}

TEST(Stream, NoticesThatTheClientLeft) {
  auto story = std::make_shared<Story>();
  auto server = start_ticking(story);
  RawSocket client = in_the_stream(*server);
  client.close();
  EXPECT_TRUE(eventually([&story] { return story->gone == 1; }));
  EXPECT_TRUE(eventually([&server] { return server->connections() == 0; }));
}

TEST(Stream, NoticesAReset) {
  auto story = std::make_shared<Story>();
  auto server = start_ticking(story);
  RawSocket client = in_the_stream(*server);
  client.reset();
  EXPECT_TRUE(eventually([&story] { return story->gone == 1; }));
}

TEST(Stream, TakesPipelinedBytesForNoEnd) {
  auto story = std::make_shared<Story>();
  auto server = start_ticking(story);
  RawSocket client = in_the_stream(*server);
  client.send("GET /next HTTP/1.1\r\nHo");
  story->signal.get_future().get().notify();
  EXPECT_EQ(client.receive_until("tick\r\n"), "4\r\ntick\r\n");
  EXPECT_EQ(story->gone, 0);
  client.close();
  EXPECT_TRUE(eventually([&story] { return story->gone == 1; }));
}

// The bytes and the end may come together: the end is noticed behind the bytes.
TEST(Stream, NoticesThatAClientLeftThatHadSentAhead) {
  auto story = std::make_shared<Story>();
  auto server = start_ticking(story);
  RawSocket client = in_the_stream(*server);
  EXPECT_TRUE(eventually([&story] { return story->waits == 1; }));
  client.send("GET /next HTTP/1.1\r\nHo");
  client.close();
  EXPECT_TRUE(eventually([&story] { return story->gone == 1; }));
  EXPECT_EQ(story->waits, 1);
}

Awaitable<void> write_two(Exchange& exchange) {
  HttpResponse head = event_stream();
  co_await exchange.begin_stream(head);
  co_await exchange.write("one");
  co_await exchange.write("two");
}

std::unique_ptr<Server> start_two() {
  return start_server([](HttpRequest&, Exchange& exchange, UpstreamClient&) { return write_two(exchange); });
}

TEST(Stream, EndsWhenTheHandlerReturnsAndTheConnectionGoesOn) {
  auto server = start_two();
  RawSocket client = RawSocket::connect(server->port());
  client.send(std::string(kGetStream) + std::string(kGetStream));
  client.half_close();
  std::string all = client.receive_all();
  EXPECT_EQ(statuses_in(all), "200 200");
  EXPECT_TRUE(all.ends_with("3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n")) << all;
}

TEST(Stream, GoesToHttp10ClientsUntilClose) {
  auto server = start_two();
  RawSocket client = RawSocket::connect(server->port());
  client.send("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  std::string all = client.receive_all();
  EXPECT_TRUE(all.ends_with("\r\n\r\nonetwo")) << all;
  EXPECT_FALSE(all.contains("chunked")) << all;
}

TEST(Stream, HasNoBodyForHead) {
  auto server = start_two();
  RawSocket client = RawSocket::connect(server->port());
  client.send("HEAD /stream HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(client.receive_all().ends_with(kHeadEnd));
}

Awaitable<void> flood(Exchange& exchange, std::shared_ptr<Story> story) {
  std::string block(64 << 10, 'x');
  HttpResponse head = event_stream();
  bool open = co_await exchange.begin_stream(head);
  while (open) open = co_await exchange.write(block);
  ++story->ended;
}

TEST(Stream, GivesUpOnAReaderThatStopped) {
  auto story = std::make_shared<Story>();
  ServerOptions options;
  options.limits.write_timeout = 100ms;
  auto server = start_server(
      [story](HttpRequest&, Exchange& exchange, UpstreamClient&) { return flood(exchange, story); }, options);
  RawSocket client = asking(*server);
  EXPECT_TRUE(eventually([&story] { return story->ended == 1; }));
  EXPECT_TRUE(eventually([&server] { return server->connections() == 0; }));
}

Awaitable<void> wait_briefly(Exchange& exchange) {
  Signal signal(exchange.executor());
  Exchange::Wake wake = co_await exchange.wait(signal, 20ms);
  HttpResponse response;
  response.body = wake == Exchange::Wake::kTimeout ? "timeout" : "other";
  co_await exchange.respond(std::move(response));
}

TEST(Stream, WaitEndsAtItsTimeout) {
  auto server =
      start_server([](HttpRequest&, Exchange& exchange, UpstreamClient&) { return wait_briefly(exchange); });
  RawSocket client = asking(*server);
  EXPECT_TRUE(receive_answer(client).ends_with("timeout"));
  client.send(kGetStream);
  EXPECT_TRUE(receive_answer(client).ends_with("timeout"));
}

Awaitable<void> notified_before(Exchange& exchange) {
  Signal signal(exchange.executor());
  signal.notify();
  signal.notify();
  bool first = co_await signal.wait(10s);
  bool second = co_await signal.wait(20ms);
  HttpResponse response;
  response.body = std::string(first ? "yes" : "no") + (second ? " yes" : " no");
  co_await exchange.respond(std::move(response));
}

TEST(Signal, RemembersOneNotificationThatCameEarly) {
  auto server = start_server(
      [](HttpRequest&, Exchange& exchange, UpstreamClient&) { return notified_before(exchange); });
  RawSocket client = asking(*server);
  EXPECT_TRUE(receive_answer(client).ends_with("\r\n\r\nyes no"));
}

TEST(Signal, IsNotifiedFromManyThreads) {
  auto story = std::make_shared<Story>();
  auto server = start_ticking(story);
  RawSocket client = in_the_stream(*server);
  Signal signal = story->signal.get_future().get();
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([signal] {
      for (int n = 0; n < 1000; ++n) signal.notify();
    });
  }
  EXPECT_TRUE(client.receive_until("tick\r\n").contains("tick"));
}

TEST(Drain, EndsStreamsWithAFinalWord) {
  auto story = std::make_shared<Story>();
  auto server = start_ticking(story);
  RawSocket client = in_the_stream(*server);
  EXPECT_TRUE(eventually([&story] { return story->waits == 1; }));
  EXPECT_EQ(server->drain(10s), 0U);
  EXPECT_EQ(client.receive_all(), "3\r\nbye\r\n0\r\n\r\n");
}

// Notes three waits: the first one is under way when the drain begins.
Awaitable<void> note_waits(Exchange& exchange, std::shared_ptr<Story> story,
                           std::shared_ptr<std::string> wakes) {
  Signal never(exchange.executor());
  story->signal.set_value(never);
  std::chrono::milliseconds timeout = 60s;
  for (int i = 0; i < 3; ++i) {
    ++story->waits;
    Exchange::Wake wake = co_await exchange.wait(never, timeout);
    *wakes += wake == Exchange::Wake::kSignal ? "signal " : "other ";
    timeout = 5ms;
  }
  HttpResponse response;
  co_await exchange.respond(std::move(response));
}

TEST(Drain, WakesAHandlerOnce) {
  auto story = std::make_shared<Story>();
  auto wakes = std::make_shared<std::string>();
  auto server = start_server([story, wakes](HttpRequest&, Exchange& exchange, UpstreamClient&) {
    return note_waits(exchange, story, wakes);
  });
  RawSocket client = asking(*server);
  EXPECT_TRUE(eventually([&story] { return story->waits == 1; }));
  EXPECT_EQ(server->drain(10s), 0U);
  EXPECT_EQ(*wakes, "signal other other ");
}

TEST(Drain, ClosesIdleConnectionsAndRefusesNewOnes) {
  auto server = start_echo(std::make_shared<SeenRequests>());
  RawSocket idle = RawSocket::connect(server->port());
  idle.send(kGetStream);
  receive_answer(idle);
  std::uint16_t port = server->port();
  EXPECT_EQ(server->drain(10s), 0U);
  EXPECT_TRUE(idle.ends());
  EXPECT_FALSE(RawSocket::connect(port).is_open());
}

Awaitable<void> answer_at(Signal go, Exchange& exchange, std::shared_ptr<Story> story) {
  ++story->waits;
  co_await go.wait(60s);
  HttpResponse response;
  response.body = "late";
  co_await exchange.respond(std::move(response));
}

Awaitable<void> answer_at_signal(Exchange& exchange, std::shared_ptr<Story> story) {
  Signal go(exchange.executor());
  story->signal.set_value(go);
  co_await answer_at(go, exchange, story);
}

TEST(Drain, AnswersRequestsInProgress) {
  auto story = std::make_shared<Story>();
  auto server = start_server([story](HttpRequest&, Exchange& exchange, UpstreamClient&) {
    return answer_at_signal(exchange, story);
  });
  RawSocket client = RawSocket::connect(server->port());
  client.send(std::string(kGetStream) + std::string(kGetStream));
  Signal go = story->signal.get_future().get();
  auto cut = std::async(std::launch::async, [&server] { return server->drain(10s); });
  EXPECT_TRUE(eventually([&server] { return !RawSocket::connect(server->port()).is_open(); }));
  go.notify();
  std::string answer = client.receive_all();
  EXPECT_EQ(statuses_in(answer), "200");
  EXPECT_TRUE(answer.contains("Connection: close\r\n")) << answer;
  EXPECT_EQ(cut.get(), 0U);
}

TEST(Drain, AnswersARequestWhoseBodyStillComes) {
  auto server = start_echo(std::make_shared<SeenRequests>());
  RawSocket client = RawSocket::connect(server->port());
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_TRUE(client.receive_until(kHeadEnd).starts_with("HTTP/1.1 100 "));
  auto cut = std::async(std::launch::async, [&server] { return server->drain(10s); });
  EXPECT_TRUE(eventually([&server] { return !RawSocket::connect(server->port()).is_open(); }));
  client.send("body");
  EXPECT_EQ(statuses_in(client.receive_all()), "200");
  EXPECT_EQ(cut.get(), 0U);
}

TEST(Drain, TellsWhoHasNoAnswerYetToComeAgain) {
  auto story = std::make_shared<Story>();
  auto server = start_server([story](HttpRequest&, Exchange& exchange, UpstreamClient&) {
    exchange.name_request("X-Name", std::make_shared<const std::string>("n1"));
    return answer_at_signal(exchange, story);
  });
  RawSocket client = asking(*server);
  EXPECT_TRUE(eventually([&story] { return story->waits == 1; }));
  EXPECT_EQ(server->drain(50ms), 1U);
  const std::string answer = client.receive_all();
  EXPECT_EQ(statuses_in(answer), "503");
  EXPECT_TRUE(answer.contains("Retry-After: 1\r\n")) << answer;
  EXPECT_TRUE(answer.contains("Connection: close\r\n")) << answer;
  EXPECT_TRUE(answer.contains("X-Name: n1\r\n")) << answer;
}

// Goes on with its stream whatever happens.
Awaitable<void> stream_without_end(Exchange& exchange, std::shared_ptr<Story> story) {
  Signal never(exchange.executor());
  HttpResponse head;
  co_await exchange.begin_stream(std::move(head));
  for (;;) {
    ++story->waits;
    (void)co_await exchange.wait(never, 60s);
  }
}

TEST(Drain, CutsOffAStreamThatDoesNotEnd) {
  auto story = std::make_shared<Story>();
  auto server = start_server([story](HttpRequest&, Exchange& exchange, UpstreamClient&) {
    return stream_without_end(exchange, story);
  });
  RawSocket client = in_the_stream(*server);
  EXPECT_TRUE(eventually([&story] { return story->waits == 1; }));
  EXPECT_EQ(server->drain(50ms), 1U);
  EXPECT_EQ(client.receive_all(), "");
}

TEST(Drain, HappensByItselfWhenTheServerGoes) {
  auto story = std::make_shared<Story>();
  auto server = start_ticking(story);
  RawSocket client = in_the_stream(*server);
  server.reset();
  EXPECT_TRUE(client.ends());
}

}  // namespace
}  // namespace schemagate::net
