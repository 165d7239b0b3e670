#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "a2a/client/card.h"
#include "a2a/client/client.h"
#include "scripted_agent.h"

namespace schemagate::a2a::client {
namespace {

using schemagate::ScriptedAgent;
using schemagate::ScriptedAnswer;
using testing::ElementsAre;
using testing::HasSubstr;
using wire::Version;

constexpr std::string_view kWellKnown = "/.well-known/agent-card.json";

std::vector<std::string> paths(const ScriptedAgent& agent) {
  std::vector<std::string> result;
  for (const auto& request : agent.seen()) result.push_back(request.path);
  return result;
}

std::string card_for(const std::string& url) {
  return R"({"name":"n","url":")" + url + R"("})";
}

// Pitfall 2: the card is at the origin, and sometimes is not.
TEST(FetchCard, TakesTheOriginsCardOfAnAgentBelowIt) {
  ScriptedAgent agent;
  agent.page(std::string(kWellKnown), {card_for("/some/path")});
  auto card = fetch_card(agent.url("/some/path/"));
  ASSERT_TRUE(card) << card.error().error.message;
  EXPECT_EQ(card->url, agent.url("/.well-known/agent-card.json"));
  EXPECT_EQ(card->text, card_for("/some/path"));
  EXPECT_EQ(card->etag, "\"v1\"");
  EXPECT_THAT(paths(agent), ElementsAre("/some/path/.well-known/agent-card.json", kWellKnown));
}

// A gateway's agents have paths of their own: nothing that is not there is asked for.
TEST(FetchCard, AsksNothingElseWhereThePathHasACard) {
  ScriptedAgent agent;
  agent.page("/fight/.well-known/agent-card.json", {card_for("/fight")});
  EXPECT_TRUE(fetch_card(agent.url("/fight/")));
  EXPECT_THAT(paths(agent), ElementsAre("/fight/.well-known/agent-card.json"));
}

TEST(FetchCard, PrefersTheSubPathsOwnCardOnAHostOfSeveralAgents) {
  ScriptedAgent agent;
  agent.page(std::string(kWellKnown), {card_for("/")});
  agent.page("/fight/.well-known/agent-card.json", {card_for("/fight")});
  EXPECT_EQ(fetch_card(agent.url("/fight"))->text, card_for("/fight"));
}

TEST(FetchCard, TakesTheOriginsCardOfAnAgentAboveIt) {
  ScriptedAgent agent;
  agent.page(std::string(kWellKnown), {card_for("/a2a")});
  EXPECT_TRUE(fetch_card(agent.url("/a2a/v1")));
  agent.page(std::string(kWellKnown), {card_for("/")});
  EXPECT_TRUE(fetch_card(agent.url("/a2a/v1")));
}

// The gateway calls agents by WebSocket, too.
TEST(FetchCard, TakesTheOriginsCardOfAnAgentThatIsCalledByAnotherBinding) {
  const std::string at = R"("wss://elsewhere.example/agent?a=b")";
  for (const std::string& declared :
       {R"("url":)" + at + R"(,"preferredTransport":"https://b.example")",
        R"("url":"/rpc","additionalInterfaces":[{"transport":"https://b.example","url":)" + at + "}]",
        R"("supportedInterfaces":[{"protocolBinding":"https://b.example","url":)" + at + "}]"}) {
    ScriptedAgent agent;
    agent.page(std::string(kWellKnown), {R"({"name":"n",)" + declared + "}"});
    EXPECT_TRUE(fetch_card(agent.url("/agent"))) << declared;
  }
  ScriptedAgent agent;
  agent.page(std::string(kWellKnown), {R"({"name":"n","url":)" + at + "}"});
  EXPECT_FALSE(fetch_card(agent.url("/other")));
}

// A path that is mistyped must not lead to the agent that the host has at its root.
TEST(FetchCard, RefusesTheOriginsCardOfAnotherAgent) {
  ScriptedAgent agent;
  agent.page(std::string(kWellKnown), {card_for("/invoices")});
  const auto card = fetch_card(agent.url("/invoice"));
  ASSERT_FALSE(card);
  EXPECT_EQ(card.error().cause, Cause::kProtocol);
  EXPECT_THAT(card.error().error.message,
              HasSubstr("none of whose interfaces is at /invoice; the first of them is at http"));
}

TEST(FetchCard, TriesTheLegacyNameLast) {
  ScriptedAgent agent;
  agent.page("/a/.well-known/agent.json", {card_for("/a")});
  EXPECT_TRUE(fetch_card(agent.url("/a")));
  EXPECT_THAT(paths(agent),
              ElementsAre("/a/.well-known/agent-card.json", kWellKnown, "/a/.well-known/agent.json"));
}

TEST(FetchCard, TakesAJsonAddressAsItIs) {
  ScriptedAgent agent;
  agent.page("/cards/one.json", {card_for("/rpc")});
  EXPECT_TRUE(fetch_card(agent.url("/cards/one.json")));
  EXPECT_THAT(paths(agent), ElementsAre("/cards/one.json"));
}

TEST(FetchCard, TellsWhereItLooked) {
  ScriptedAgent agent;
  auto card = fetch_card(agent.url());
  ASSERT_FALSE(card);
  EXPECT_EQ(card.error().cause, Cause::kProtocol);
  EXPECT_THAT(card.error().error.message, HasSubstr(std::string(kWellKnown) + ": HTTP 404"));
}

TEST(FetchCard, RevalidatesACardThatTheCallerHolds) {
  ScriptedAgent agent;
  agent.page(std::string(kWellKnown), {"", "text/plain", 304});
  auto card = fetch_card(agent.url(), {.etag = "\"v1\""});
  ASSERT_TRUE(card) << card.error().error.message;
  EXPECT_TRUE(card->not_modified);
  EXPECT_EQ(agent.last().header("If-None-Match"), "\"v1\"");
}

TEST(FetchCard, SendsTheCallersHeaders) {
  ScriptedAgent agent;
  agent.card(Version::kV1_0);
  ASSERT_TRUE(fetch_card(agent.url(), {.headers = {{"Authorization", "Bearer t"}}}));
  EXPECT_EQ(agent.last().header("Authorization"), "Bearer t");
}

struct Refusal {
  ScriptedAnswer answer;
  Cause cause;
  std::string words;
};

class RefusedCard : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedCard, SaysWhy) {
  ScriptedAgent agent;
  agent.page("/card.json", GetParam().answer);
  auto card = fetch_card(agent.url("/card.json"), {.card_bytes_max = 10'000});
  ASSERT_FALSE(card);
  EXPECT_EQ(card.error().cause, GetParam().cause);
  EXPECT_THAT(card.error().error.message, HasSubstr(GetParam().words));
}

INSTANTIATE_TEST_SUITE_P(
    FetchCard, RefusedCard,
    testing::Values(Refusal{{"", "text/plain", 302}, Cause::kProtocol, "redirects are not followed"},
                    Refusal{{"<html>", "text/html"}, Cause::kProtocol, "text/html"},
                    Refusal{{"{\"name\":", "application/json"}, Cause::kProtocol, "card.json"},
                    Refusal{{"[]", "application/json"}, Cause::kProtocol, "not an agent card"},
                    Refusal{{"{\"name\":\"x\"}", "application/json"}, Cause::kProtocol, "not an agent card"},
                    Refusal{{"{\"name\":\"x\",\"name\":\"y\",\"url\":\"/\"}"}, Cause::kProtocol, "card.json"},
                    Refusal{{std::string(500, '[') + std::string(500, ']')}, Cause::kProtocol, "card.json"},
                    Refusal{{std::string(20'000, ' ') + "{}"}, Cause::kProtocol, "larger than 10000"},
                    Refusal{{"no", "text/plain", 500}, Cause::kProtocol, "HTTP 500"},
                    Refusal{{R"({"error":"the agent is away"})", "application/json", 503},
                            Cause::kProtocol,
                            "HTTP 503: the agent is away"},
                    Refusal{{"no", "text/plain", 401}, Cause::kAgent, "credentials"},
                    Refusal{{R"({"error":"the token has expired"})", "application/json", 401},
                            Cause::kAgent,
                            "HTTP 401, credentials are needed: the token has expired"},
                    Refusal{{"no", "text/plain", 403}, Cause::kAgent, "not allowed for this caller"}));

TEST(Discover, FindsTheInterfaceRelativeToTheCard) {
  ScriptedAgent agent;
  agent.card(Version::kV0_3);
  auto found = discover(agent.url());
  ASSERT_TRUE(found) << found.error().error.message;
  EXPECT_EQ(found->interface, (AgentInterface{agent.url("/rpc"), Version::kV0_3, "", true}));
}

}  // namespace
}  // namespace schemagate::a2a::client
