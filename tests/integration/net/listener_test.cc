// What one client may expect of the listener: answers, limits, deadlines, bad behaviour of other clients.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "gateway/net/deadline.h"
#include "tests/integration/net/test_server.h"

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kGet = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";

Awaitable<void> respond_with(HttpResponse response, Exchange& exchange) {
  co_await exchange.respond(std::move(response));
}

std::unique_ptr<Server> start_fixed(HttpResponse response) {
  return start_server([response](HttpRequest&, Exchange& exchange, UpstreamClient&) {
    return respond_with(response, exchange);
  });
}

std::unique_ptr<Server> start_with(ListenerLimits limits) {
  ServerOptions options;
  options.limits = limits;
  return start_echo(std::make_shared<SeenRequests>(), options);
}

std::string ask(const Server& server, std::string_view bytes) {
  RawSocket client = RawSocket::connect(server.port());
  client.send(bytes);
  return receive_answer(client);
}

TEST(Listener, AnswersWithDateAndLength) {
  HttpResponse response;
  response.headers = {{"Content-Type", "text/plain"}};
  response.body = "hello";
  std::string answer = ask(*start_fixed(response), kGet);
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\nDate: ")) << answer;
  EXPECT_TRUE(answer.ends_with("Content-Length: 5\r\nContent-Type: text/plain\r\n\r\nhello")) << answer;
}

TEST(Listener, LeavesTheBodyOutForHead) {
  HttpResponse response;
  response.body = "hello";
  auto server = start_fixed(response);
  RawSocket client = RawSocket::connect(server->port());
  client.send("HEAD /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  std::string answer = client.receive_all();
  EXPECT_TRUE(answer.contains("Content-Length: 5\r\n")) << answer;
  EXPECT_TRUE(answer.ends_with("\r\n\r\n")) << answer;
}

TEST(Listener, SendsNoLengthWith204) {
  HttpResponse response;
  response.status = 204;
  auto server = start_fixed(response);
  RawSocket client = RawSocket::connect(server->port());
  client.send("GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  std::string answer = client.receive_all();
  EXPECT_EQ(statuses_in(answer), "204");
  EXPECT_FALSE(answer.contains("Content-Length")) << answer;
}

TEST(Listener, NeverSendsAHeaderWithALineBreak) {
  HttpResponse response;
  response.headers = {{"X-Test", "a\r\nX-Injected: admin"}};
  std::string answer = ask(*start_fixed(response), kGet);
  EXPECT_EQ(statuses_in(answer), "500");
  EXPECT_FALSE(answer.contains("X-Injected")) << answer;
}

TEST(Listener, SaysInABodyThatTheAnswerCouldNotBeWritten) {
  HttpResponse response{.status = 204, .headers = {{"X-Test", "a\nb"}}};
  std::string answer = ask(*start_fixed(response), kGet);
  EXPECT_EQ(statuses_in(answer), "500");
  EXPECT_TRUE(answer.contains("Content-Length: 43\r\n")) << answer;
  EXPECT_TRUE(answer.ends_with("\r\n\r\n{\"error\":\"the answer could not be written\"}")) << answer;
}

TEST(Listener, KeepsItsOwnFramingWhenTheHandlerSetsOne) {
  HttpResponse response;
  response.headers = {{"Content-Length", "99"}, {"Transfer-Encoding", "chunked"}, {"Connection", "close"}};
  response.body = "hello";
  std::string answer = ask(*start_fixed(response), kGet);
  EXPECT_TRUE(answer.contains("Content-Length: 5\r\n\r\nhello")) << answer;
}

Awaitable<void> throw_something(Exchange& exchange) {
  if (!exchange.draining()) throw std::runtime_error("secret cause");
  co_return;
}

TEST(Listener, Answers500WithoutTheCauseWhenTheHandlerThrows) {
  auto server = start_server(
      [](HttpRequest&, Exchange& exchange, UpstreamClient&) { return throw_something(exchange); });
  std::string answer = ask(*server, kGet);
  EXPECT_EQ(statuses_in(answer), "500");
  EXPECT_FALSE(answer.contains("secret")) << answer;
}

Awaitable<void> answer_nothing() {
  co_return;
}

TEST(Listener, Answers500WhenTheHandlerAnswersNothing) {
  auto server = start_server([](HttpRequest&, Exchange&, UpstreamClient&) { return answer_nothing(); });
  EXPECT_EQ(statuses_in(ask(*server, kGet)), "500");
}

TEST(Listener, InvitesTheBodyOnExpectation) {
  auto server = start_with({});
  RawSocket client = RawSocket::connect(server->port());
  client.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.receive_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("hi");
  EXPECT_TRUE(receive_answer(client).ends_with("\r\n\r\nhi"));
}

TEST(Listener, RefusesATooLargeBodyBeforeItIsSent) {
  auto server = start_with({.body_bytes_max = 10});
  RawSocket client = RawSocket::connect(server->port());
  client.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n");
  EXPECT_EQ(statuses_in(client.receive_all()), "413");
}

TEST(Listener, RefusesATooLargeBody) {
  auto server = start_with({.body_bytes_max = 10});
  EXPECT_EQ(statuses_in(ask(*server, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\nhello world")),
            "413");
  std::string chunks =
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nhello \r\n5\r\nworld\r\n";
  EXPECT_EQ(statuses_in(ask(*server, chunks)), "413");
}

TEST(Listener, TakesABodyOfExactlyTheLimit) {
  auto server = start_with({.body_bytes_max = 2'000'000});
  std::string body(2'000'000, 'x');
  RawSocket client = RawSocket::connect(server->port());
  std::thread sender([&client, &body] {
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2000000\r\n\r\n");
    client.send(body);
  });
  std::string answer = receive_answer(client);
  sender.join();
  EXPECT_TRUE(answer.ends_with("\r\n\r\n" + body));
}

TEST(Listener, DeliversTheRefusalThoughTheClientStillSends) {
  auto server = start_with({.body_bytes_max = 10});
  RawSocket client = RawSocket::connect(server->port());
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 200000\r\n\r\n");
  client.send(std::string(200'000, 'x'));
  std::string answer = client.receive_all();
  EXPECT_EQ(statuses_in(answer), "413");
  EXPECT_TRUE(answer.contains("Connection: close\r\n")) << answer;
  EXPECT_TRUE(answer.ends_with("{\"error\":\"the body is too large\"}")) << answer;
}

// A socket that is closed with bytes under way answers them with a reset, and the client may lose the
// refusal.
TEST(Listener, TakesWhatAClientStillSendsAfterItsRefusal) {
  auto server = start_with({.body_bytes_max = 10});
  RawSocket client = RawSocket::connect(server->port());
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 200000\r\n\r\n");
  EXPECT_EQ(statuses_in(client.receive_all()), "413");
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(client.send("more")) << i;
    std::this_thread::sleep_for(20ms);
  }
}

TEST(Listener, TakesABodyOfThreeTimesTheLimitAfterItsRefusal) {
  constexpr std::size_t kMebibyte = 1 << 20;
  auto server = start_with({.body_bytes_max = kMebibyte});
  RawSocket client = RawSocket::connect(server->port());
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3145728\r\n\r\n");
  EXPECT_EQ(statuses_in(client.receive_all()), "413");
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(client.send(std::string(kMebibyte, 'x'))) << i;
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_TRUE(client.send("more"));
}

TEST(Listener, AnswersAClientThatHalfCloses) {
  auto server = start_with({});
  RawSocket client = RawSocket::connect(server->port());
  client.send(kGet);
  client.half_close();
  EXPECT_EQ(statuses_in(client.receive_all()), "200");
}

TEST(Listener, EndsASlowHeadWith408) {
  auto server = start_with({.head_timeout = 100ms});
  RawSocket client = RawSocket::connect(server->port());
  client.send("GET /a HTTP/1.1\r\nHost: h\r\n");
  EXPECT_EQ(statuses_in(client.receive_all()), "408");
}

TEST(Listener, DoesNotExtendTheHeadsDeadlineWithEachByte) {
  auto server = start_with({.head_timeout = 150ms});
  RawSocket client = RawSocket::connect(server->port());
  std::string endless = "GET /" + std::string(2000, 'a');
  std::size_t sent = 0;
  while (sent < endless.size() && client.send(endless.substr(sent, 1))) {
    ++sent;
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_LT(sent, endless.size());
  EXPECT_EQ(server->connections(), 0U);
}

TEST(Listener, EndsASlowBodyWith408) {
  auto server = start_with({.body_timeout = 100ms});
  RawSocket client = RawSocket::connect(server->port());
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhe");
  EXPECT_EQ(statuses_in(client.receive_all()), "408");
}

TEST(Listener, WaitsForTheRestOfABody) {
  auto server = start_with({});
  RawSocket client = RawSocket::connect(server->port());
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nab");
  std::this_thread::sleep_for(3 * DeadlineWheel::kTick);
  client.send("cd");
  EXPECT_TRUE(receive_answer(client).ends_with("\r\n\r\nabcd"));
}

TEST(Listener, ClosesAnIdleConnectionSilently) {
  auto server = start_with({.idle_timeout = 100ms});
  RawSocket client = RawSocket::connect(server->port());
  client.send(kGet);
  EXPECT_EQ(statuses_in(client.receive_all()), "200");
}

TEST(Listener, DropsAClientThatReadsNothing) {
  HttpResponse response;
  response.body = std::string(16 << 20, 'x');
  ServerOptions options;
  options.limits.write_timeout = 100ms;
  auto server = start_server([response](HttpRequest&, Exchange& exchange,
                                        UpstreamClient&) { return respond_with(response, exchange); },
                             options);
  RawSocket client = RawSocket::connect(server->port());
  client.send(kGet);
  EXPECT_TRUE(eventually([&server] { return server->connections() == 1; }));
  EXPECT_TRUE(eventually([&server] { return server->connections() == 0; }));
}

TEST(Listener, FinishesALongAnswerForASlowReader) {
  HttpResponse response;
  response.body = std::string(8 << 20, 'x');
  auto server = start_fixed(response);
  RawSocket client = RawSocket::connect(server->port());
  client.send(kGet);
  std::this_thread::sleep_for(20ms);
  std::string answer = receive_answer(client);
  EXPECT_TRUE(answer.ends_with("\r\n\r\n" + response.body));
}

// Heads are written in memory that all connections of a core share.
TEST(Listener, FinishesALongHeadThoughOthersAreAnsweredMeanwhile) {
  auto server = start_server([](HttpRequest& request, Exchange& exchange, UpstreamClient&) {
    HttpResponse response{.headers = {{"X", std::string(16 << 20, request.target.back())}}};
    return respond_with(std::move(response), exchange);
  });
  RawSocket slow = RawSocket::connect(server->port());
  slow.send("GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  std::string answer = slow.receive();
  RawSocket other = RawSocket::connect(server->port());
  other.send("GET /b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(other.receive_all().ends_with("X: " + std::string(16 << 20, 'b') + "\r\n\r\n"));
  answer += slow.receive_all();
  EXPECT_TRUE(answer.ends_with("X: " + std::string(16 << 20, 'a') + "\r\n\r\n"));
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

TEST(Listener, KeepsNoDescriptorOfAClientThatItTurnedAway) {
  auto server = start_with({.connections_max = 1});
  RawSocket first = RawSocket::connect(server->port());
  EXPECT_TRUE(eventually([&server] { return server->connections() == 1; }));
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(statuses_in(ask(*server, kGet)), "503");
  EXPECT_TRUE(eventually([before] { return open_descriptors() <= before; }));
}

TEST(Listener, TurnsAwayBeyondTheLimitOfAnAddress) {
  auto server = start_with({.connections_per_address_max = 2});
  RawSocket first = RawSocket::connect(server->port());
  RawSocket second = RawSocket::connect(server->port());
  EXPECT_TRUE(eventually([&server] { return server->connections() == 2; }));
  RawSocket third = RawSocket::connect(server->port());
  std::string answer = third.receive_all();
  EXPECT_EQ(statuses_in(answer), "503");
  const std::string said =
      R"x({"error":"too many connections from this address (limits.connections_per_address)"})x";
  EXPECT_TRUE(answer.ends_with("\r\n\r\n" + said)) << answer;
  EXPECT_TRUE(answer.contains("\r\nContent-Length: " + std::to_string(said.size()) + "\r\n")) << answer;
  EXPECT_TRUE(answer.contains("\r\nX-Content-Type-Options: nosniff\r\n")) << answer;
  first.close();
  EXPECT_TRUE(eventually([&server] { return server->connections() == 1; }));
  EXPECT_EQ(statuses_in(ask(*server, kGet)), "200");
}

TEST(Listener, TellsOfThoseThatItTurnsAway) {
  std::mutex mutex;
  std::vector<std::string> told;
  ServerOptions options;
  options.limits.connections_max = 1;
  options.on_refused = [&](const RefusedRequest& refused) -> std::vector<Header> {
    const std::lock_guard lock(mutex);
    told.push_back(std::to_string(refused.status) + " " + std::string(refused.address) + " " +
                   std::string(refused.message));
    return {{"X-Name", "n" + std::to_string(told.size())}};
  };
  auto server = start_echo(std::make_shared<SeenRequests>(), options);
  RawSocket first = RawSocket::connect(server->port());
  EXPECT_TRUE(eventually([&server] { return server->connections() == 1; }));
  const std::string answer = ask(*server, kGet);
  EXPECT_TRUE(answer.contains("\r\nX-Name: n1\r\n")) << answer;
  const std::string said = R"x({"error":"too many connections (limits.connections)"})x";
  EXPECT_TRUE(answer.ends_with("\r\n\r\n" + said)) << answer;
  EXPECT_TRUE(answer.contains("\r\nContent-Length: " + std::to_string(said.size()) + "\r\n")) << answer;
  const std::lock_guard lock(mutex);
  EXPECT_THAT(told, testing::ElementsAre("503 127.0.0.1 too many connections (limits.connections)"));
}

TEST(Listener, TurnsAwayBeyondTheLimitOfTheProcess) {
  auto server = start_with({.connections_max = 1});
  RawSocket first = RawSocket::connect(server->port());
  EXPECT_TRUE(eventually([&server] { return server->connections() == 1; }));
  EXPECT_EQ(statuses_in(ask(*server, kGet)), "503");
}

TEST(Listener, SurvivesClientsThatVanish) {
  auto server = start_with({});
  for (std::string_view start :
       {"", "GET", "GET / HTTP/1.1\r\nHost: h\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhi", "GET / HTTP/1.1\r\nHost: h\r\n\r\n"}) {
    RawSocket client = RawSocket::connect(server->port());
    client.send(start);
    client.reset();
  }
  EXPECT_EQ(statuses_in(ask(*server, kGet)), "200");
  EXPECT_TRUE(eventually([&server] { return server->connections() == 0; }));
}

TEST(Listener, ServesOthersWhileManyConnectionsDrip) {
  auto server = start_with({});
  std::vector<RawSocket> slow;
  for (int i = 0; i < 200; ++i) {
    slow.push_back(RawSocket::connect(server->port()));
    slow.back().send("GET /s");
  }
  EXPECT_EQ(statuses_in(ask(*server, kGet)), "200");
  for (RawSocket& client : slow) client.send("low HTTP/1.1\r\nHost: h\r\n\r\n");
  for (RawSocket& client : slow) EXPECT_EQ(statuses_in(receive_answer(client)), "200");
}

TEST(Listener, RemovesFieldsThatConnectionNames) {
  auto server = start_server([](HttpRequest& request, Exchange& exchange, UpstreamClient&) {
    HttpResponse response;
    for (const Header& header : request.headers) response.body += header.name + ",";
    return respond_with(std::move(response), exchange);
  });
  std::string answer = ask(*server,
                           "GET / HTTP/1.1\r\nHost: h\r\nX-Secret: 1\r\nKeep-Alive: 5\r\nX-Kept: 1\r\n"
                           "Connection: X-Secret, Host\r\n\r\n");
  EXPECT_TRUE(answer.ends_with("\r\n\r\nHost,X-Kept,")) << answer;
}

TEST(Listener, TellsTheClientsAddress) {
  auto server = start_server([](HttpRequest& request, Exchange& exchange, UpstreamClient&) {
    HttpResponse response;
    response.body = request.peer.address;
    return respond_with(std::move(response), exchange);
  });
  EXPECT_TRUE(ask(*server, kGet).ends_with("\r\n\r\n127.0.0.1"));
}

TEST(Listener, ServesOnEveryCore) {
  ServerOptions options;
  options.threads = 3;
  auto server = start_echo(std::make_shared<SeenRequests>(), options);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(statuses_in(ask(*server, kGet)), "200");
}

TEST(Listener, TellsOfRequestsThatNoHandlerSees) {
  std::mutex mutex;
  std::vector<std::string> told;
  ServerOptions options;
  options.limits.body_bytes_max = 1024;
  options.on_refused = [&](const RefusedRequest& refused) -> std::vector<Header> {
    const std::lock_guard lock(mutex);
    told.push_back(std::to_string(refused.status) + " " + std::string(refused.address) + " " +
                   std::string(refused.method) + " " + std::string(refused.target));
    return {{"X-Name", "n" + std::to_string(told.size())}};
  };
  const auto seen = std::make_shared<SeenRequests>();
  auto server = start_echo(seen, options);
  const std::string ambiguous =
      ask(*server, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab");
  EXPECT_TRUE(ambiguous.starts_with("HTTP/1.1 400 ")) << ambiguous;
  EXPECT_TRUE(ambiguous.contains("\r\nX-Name: n1\r\n")) << ambiguous;
  (void)ask(*server, kGet);
  const std::string large = ask(*server, "POST /b?c HTTP/1.1\r\nHost: h\r\nContent-Length: 2000\r\n\r\n");
  EXPECT_TRUE(large.contains("\r\nX-Name: n2\r\n")) << large;
  (void)ask(*server, "GET /d HTTP/1.1\r\nHost: h\r\nA: " + std::string(70'000, 'a') + "\r\n\r\n");
  (void)ask(*server, "GET\r\n\r\n");
  const std::lock_guard lock(mutex);
  EXPECT_THAT(told, testing::ElementsAre("400 127.0.0.1 POST /a", "413 127.0.0.1 POST /b?c",
                                         "431 127.0.0.1 GET /d", "400 127.0.0.1  "));
}

TEST(Listener, RefusesToStartOnATakenPort) {
  RawListener taken;
  ServerOptions options;
  options.listeners[0].port = taken.port();
  auto server = Server::start(options, [](Core) { return Handler(); });
  ASSERT_FALSE(server);
  EXPECT_TRUE(server.error().detail.starts_with("cannot listen on 127.0.0.1:")) << server.error().detail;
}

TEST(Listener, RefusesToStartOnThePortOfAnotherServer) {
  auto other = start_with({});
  ServerOptions options;
  options.listeners[0].port = other->port();
  EXPECT_FALSE(Server::start(options, [](Core) { return Handler(); }));
}

// The connection that it closed last still occupies the port for the kernel.
TEST(Listener, StartsAgainOnItsPort) {
  auto server = start_with({});
  ServerOptions options;
  options.listeners[0].port = server->port();
  RawSocket client = RawSocket::connect(server->port());
  client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(statuses_in(client.receive_all()), "200");
  client.close();
  server.reset();
  auto again = Server::start(options, [](Core) { return Handler(); });
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->port(), options.listeners[0].port);
}

TEST(Listener, RefusesToStartOnSomethingThatIsNoAddress) {
  ServerOptions options;
  options.listeners[0].address = "localhost";
  auto server = Server::start(options, [](Core) { return Handler(); });
  ASSERT_FALSE(server);
  EXPECT_EQ(server.error().kind, FailureKind::kInvalid);
}

}  // namespace
}  // namespace schemagate::net
