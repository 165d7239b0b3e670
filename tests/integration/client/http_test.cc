#include "a2a/client/http.h"

#include <gtest/gtest.h>

#include <thread>

#include "a2a/http/grammar.h"
#include "raw_server.h"

namespace schemagate::a2a::client {
namespace {

using schemagate::AfterBytes;
using schemagate::RawServer;
using std::chrono::milliseconds;

OutgoingRequest get(const RawServer& server) {
  return {.url = *parse_url(server.url()),
          .timeouts = {.silence = milliseconds(5'000), .total = milliseconds(10'000)}};
}

Cause cause_of(const RawServer& server) {
  auto answer = perform(get(server));
  EXPECT_FALSE(answer);
  return answer ? Cause::kArgument : answer.error().cause;
}

TEST(Http, CollectsTheAnswer) {
  RawServer server({"HTTP/1.1 200 OK\r\nContent-Type: Application/JSON ; charset=utf-8\r\nETag: \"e\"\r\n",
                    "Content-Length: 7\r\n\r\n{\"a\"", ":1}"});
  auto answer = perform(get(server));
  ASSERT_TRUE(answer) << answer.error().error.message;
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(http::media_type(answer->header("Content-Type")), "application/json");
  EXPECT_EQ(answer->header("ETag"), "\"e\"");
  EXPECT_EQ(answer->body, "{\"a\":1}");
}

TEST(Http, JoinsChunks) {
  RawServer server(
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "2", "\r\nde\r\n0\r\n\r\n"});
  auto answer = perform(get(server));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "abcde");
}

TEST(Http, DoesNotFollowRedirects) {
  RawServer server({"HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"});
  auto answer = perform(get(server));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 302);
  EXPECT_EQ(answer->header("Location"), "/elsewhere");
  EXPECT_EQ(server.requests(), 1);
}

TEST(Http, BoundsTheBody) {
  RawServer server({"HTTP/1.1 200 OK\r\n\r\n", std::string(4096, 'x')}, AfterBytes::kClose, true);
  auto request = get(server);
  request.body_bytes_max = 100'000;
  auto answer = perform(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kProtocol);
}

// The library's own reader ends the process here: its status line goes through a recursive regular
// expression.
TEST(Http, SurvivesAStatusLineOfAMegabyte) {
  RawServer server({"HTTP/1.1 200 " + std::string(1 << 20, 'a') + "\r\n\r\n"});
  EXPECT_EQ(cause_of(server), Cause::kProtocol);
}

TEST(Http, BoundsTheHeaderBlock) {
  RawServer server({"HTTP/1.1 200 OK\r\n", "X-Header: " + std::string(1000, 'a') + "\r\n"},
                   AfterBytes::kClose, true);
  EXPECT_EQ(cause_of(server), Cause::kProtocol);
}

TEST(Http, BoundsALineOfChunkSizes) {
  RawServer server({"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", std::string(1000, 'a')},
                   AfterBytes::kClose, true);
  EXPECT_EQ(cause_of(server), Cause::kProtocol);
}

TEST(Http, TellsWhatIsNotHttp) {
  RawServer server({"SSH-2.0-OpenSSH_9.2\r\n"});
  EXPECT_EQ(cause_of(server), Cause::kProtocol);
}

TEST(Http, TellsAClosedConnection) {
  RawServer server({});
  EXPECT_EQ(cause_of(server), Cause::kUnreachable);
}

TEST(Http, TellsABodyThatBreaksOff) {
  RawServer server({"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"});
  EXPECT_EQ(cause_of(server), Cause::kUnreachable);
}

TEST(Http, TellsAPortWhereNobodyListens) {
  std::string url;
  {
    RawServer gone({});
    url = gone.url();
  }
  auto answer = perform({.url = *parse_url(url)});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kUnreachable);
  EXPECT_EQ(answer.error().error.message,
            parse_url(url)->origin() + ": the peer could not be reached: the connection was refused");
  EXPECT_EQ(answer.error().reason, "could not be reached: the connection was refused");
}

// TCP has no route to an address of many: the kernel says so at once, and nothing leaves the machine.
TEST(Http, TellsAnAddressWithoutRouteFromARefusal) {
  for (const char* url : {"http://224.0.0.1:80", "https://224.0.0.1:443"}) {
    auto answer = perform({.url = *parse_url(url)});
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().cause, Cause::kUnreachable);
    EXPECT_EQ(answer.error().reason, "could not be reached: there is no route to its address");
  }
}

// Longer than a name in the DNS can be: no resolver asks anybody.
TEST(Http, TellsANameThatIsNotKnown) {
  const std::string url = "http://" + std::string(300, 'x') + ":80";
  auto answer = perform({.url = *parse_url(url)});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kUnreachable);
  EXPECT_EQ(answer.error().reason, "could not be reached: its name is not known");
  EXPECT_TRUE(
      answer.error().error.message.ends_with(": the peer could not be reached: its name is not known"));
}

TEST(Http, EndsAfterSilence) {
  RawServer server({"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"}, AfterBytes::kHold);
  auto request = get(server);
  request.timeouts.silence = milliseconds(150);
  auto answer = perform(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kTimeout);
  EXPECT_EQ(answer.error().error.message, parse_url(server.url())->origin() + ": not one byte for 0.1 s");
}

TEST(Http, EndsAtTheDeadlineHoweverBusyThePeer) {
  RawServer server({"HTTP/1.1 200 OK\r\n", "A: b\r\n"}, AfterBytes::kClose, true);
  auto request = get(server);
  request.timeouts = {.silence = milliseconds(5'000), .total = milliseconds(150)};
  auto answer = perform(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kTimeout);
}

TEST(Http, EndsWhenStopped) {
  RawServer server({"HTTP/1.1 200 OK\r\n"}, AfterBytes::kHold);
  std::stop_source stop;
  std::jthread stopper([&server, &stop] {
    while (server.requests() == 0) std::this_thread::sleep_for(milliseconds(5));
    stop.request_stop();
  });
  auto answer = perform(get(server), stop.get_token());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kCanceled);
}

TEST(Http, SendsNothingOnceStopped) {
  RawServer server({});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(perform(get(server), stop.get_token()).error().cause, Cause::kCanceled);
  EXPECT_EQ(server.requests(), 0);
}

class BadHeader : public testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(BadHeader, IsRefusedBeforeAnythingIsSent) {
  RawServer server({});
  auto request = get(server);
  request.headers = {{GetParam().first, GetParam().second}};
  auto answer = perform(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kArgument);
  EXPECT_EQ(server.requests(), 0);
}

INSTANTIATE_TEST_SUITE_P(Http, BadHeader,
                         testing::Values(std::pair("X", "a\r\nB: c"), std::pair("X", std::string("a\0b", 3)),
                                         std::pair("X Y", "a"), std::pair("", "a"), std::pair("X\n", "a")));

TEST(Http, GivesEventBytesAsTheyComeAndStopsWhenTold) {
  RawServer server({"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", "one", "two"},
                   AfterBytes::kHold);
  std::string seen;
  auto answer = perform(get(server), {}, [&seen](std::string_view bytes) {
    seen += bytes;
    return seen != "onetwo";
  });
  ASSERT_TRUE(answer) << answer.error().error.message;
  EXPECT_EQ(seen, "onetwo");
  EXPECT_TRUE(answer->body.empty());
}

TEST(Http, ReadsAnAnswerWithoutContent) {
  RawServer server({"HTTP/1.1 204 No Content\r\nETag: \"e\"\r\n\r\n"});
  auto answer = perform(get(server));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 204);
  EXPECT_EQ(answer->header("ETag"), "\"e\"");
}

TEST(Http, CollectsAnErrorEvenOfTheEventType) {
  RawServer server({"HTTP/1.1 500 No\r\nContent-Type: text/event-stream\r\nContent-Length: 2\r\n\r\nno"});
  auto answer = perform(get(server), {}, [](std::string_view) { return false; });
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "no");
}

}  // namespace
}  // namespace schemagate::a2a::client
