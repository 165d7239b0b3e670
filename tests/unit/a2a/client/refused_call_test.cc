// Calls that are refused before anything is sent. No agent is there: an attempt to reach one would give
// another cause.
#include <gtest/gtest.h>

#include <functional>

#include "a2a/client/client.h"

namespace schemagate::a2a::client {
namespace {

const std::string kNobody = "http://127.0.0.1:1/";

template <class T>
std::optional<Cause> cause_of(const Outcome<T>& outcome) {
  return outcome ? std::nullopt : std::optional(outcome.error().cause);
}

bool take(const StreamEvent&) {
  return true;
}

SendRequest hello() {
  SendRequest request;
  request.message = {.message_id = "m", .role = Role::kUser, .parts = {{.content = "hello"}}};
  return request;
}

// What each call of a client gives.
std::vector<std::optional<Cause>> causes_of(const Client& client, const std::stop_token& stop = {}) {
  return {cause_of(client.send(hello(), stop)),        cause_of(client.stream(hello(), take, stop)),
          cause_of(client.subscribe("t", take, stop)), cause_of(client.get("t", std::nullopt, stop)),
          cause_of(client.cancel("t", stop)),          cause_of(client.list({}, stop)),
          cause_of(client.call({.method = "m"}, stop))};
}

const std::vector<std::optional<Cause>> kAllArgument(7, Cause::kArgument);

TEST(RefusedCall, NeedsAUrlThatCanBeCalled) {
  for (const char* url : {"", "agent.example", "ftp://a/", "http://user:secret@a/"}) {
    for (const wire::Binding binding : {wire::Binding::kJsonRpc, wire::Binding::kHttpJson}) {
      EXPECT_EQ(causes_of(Client({.url = url, .binding = binding})), kAllArgument) << url;
    }
  }
}

TEST(RefusedCall, NeedsHeadersThatAreSome) {
  for (const http::Header& header : {http::Header{"", "x"}, http::Header{"A b", "x"}, http::Header{"A:", "x"},
                                     http::Header{"A", "x\r\nB: y"}, http::Header{"A", "x\n"},
                                     http::Header{"A", std::string(1, '\0')}, http::Header{"A", "\x7f"}}) {
    EXPECT_EQ(causes_of(Client({.url = kNobody}, {.headers = {header}})), kAllArgument) << header.name;
  }
}

TEST(RefusedCall, NeedsHeadersThatAreNotTheConnections) {
  for (const char* name : {"Content-Length", "transfer-encoding", "Host", "Connection", "Keep-Alive", "TE",
                           "Trailer", "Upgrade", "Proxy-Connection", "Expect"}) {
    const http::Header header{name, "3"};
    EXPECT_EQ(causes_of(Client({.url = kNobody}, {.headers = {header}})), kAllArgument) << name;
    const auto card = fetch_card(kNobody, {.headers = {header}});
    ASSERT_FALSE(card) << name;
    EXPECT_EQ(card.error().cause, Cause::kArgument) << name;
    EXPECT_TRUE(card.error().error.message.contains(name)) << card.error().error.message;
  }
}

TEST(RefusedCall, NeedsARequestLineOfOneLine) {
  const Client client({.url = kNobody, .binding = wire::Binding::kHttpJson});
  for (const char* path : {"/x HTTP/1.1\r\nA: b", "/a b", "/\x7f"})
    EXPECT_EQ(cause_of(client.call({.method = "m", .path = path})), Cause::kArgument) << path;
  EXPECT_EQ(cause_of(perform({.method = "GET /x", .url = *parse_url(kNobody)})), Cause::kArgument);
}

TEST(RefusedCall, TellsWhichHeaderAndNotItsValue) {
  const auto refused = Client({.url = kNobody}, {.headers = {{"Authorization", "secret\n"}}}).get("t");
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().error.message.contains("Authorization")) << refused.error().error.message;
  EXPECT_FALSE(refused.error().error.message.contains("secret")) << refused.error().error.message;
}

TEST(RefusedCall, StopsWhenItWasStoppedBefore) {
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(causes_of(Client({.url = kNobody}), source.get_token()),
            std::vector<std::optional<Cause>>(7, Cause::kCanceled));
  EXPECT_EQ(cause_of(perform({.url = *parse_url(kNobody)}, source.get_token())), Cause::kCanceled);
}

TEST(RefusedCall, Version03HasNoListOfTasks) {
  const auto listed = Client({.url = kNobody, .version = wire::Version::kV0_3}).list({});
  ASSERT_FALSE(listed);
  EXPECT_EQ(listed.error().cause, Cause::kAgent);
  EXPECT_EQ(listed.error().error.code, ErrorCode::kUnsupportedOperation);
  EXPECT_EQ(listed.error().http_status, 0);
}

TEST(RefusedCall, DiscoveryNeedsAUrl) {
  for (const char* url : {"", "agent.example", "ftp://a/", "http://a b/"}) {
    EXPECT_EQ(cause_of(fetch_card(url)), Cause::kArgument) << url;
    EXPECT_EQ(cause_of(discover(url)), Cause::kArgument) << url;
  }
  EXPECT_EQ(cause_of(fetch_card(kNobody, {.headers = {{"A b", "x"}}})), Cause::kArgument);
}

TEST(RefusedCall, KeepsWhatItWasMadeOf) {
  const AgentInterface interface{
      .url = kNobody, .version = wire::Version::kV0_3, .tenant = "t", .streaming = true};
  EXPECT_EQ(Client(interface).interface(), interface);
}

}  // namespace
}  // namespace schemagate::a2a::client
