// The extended card in every binding and version: A2A v1.0.1, sections
// 3.1.11 and 8; pitfall 1, pitfall 13.
#include <algorithm>

#include "a2a/signature/card.h"
#include "a2a/signature/key_set.h"
#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

constexpr const char* kPublicCard = "/fight/.well-known/agent-card.json";
const Json kOffered = agent_change({{"extended_card", true}});

std::string method_of(const Dialect& dialect) {
  return dialect.is_v1() ? "GetExtendedAgentCard" : "agent/getAuthenticatedExtendedCard";
}

std::string path_of(const Dialect& dialect) {
  return dialect.is_v1() ? "/fight/extendedAgentCard" : "/fight/v1/card";
}

// Declares an extended card in the way of its version and gives one, with a skill more than the public one.
void give_extended_card(ScriptedAgent& agent) {
  const Json declared = agent.dialect().is_v1() ? Json{{"capabilities", {{"extendedAgentCard", true}}}}
                                                : Json{{"supportsAuthenticatedExtendedCard", true}};
  agent.change_card(declared);
  Json card = Json::parse(agent.card());
  card["skills"] =
      Json::array({{{"id", "secret"}, {"name", "S"}, {"description", "D"}, {"tags", Json::array({"t"})}}});
  card["signatures"] = Json::array({{{"protected", "e30"}, {"signature", "AA"}}});
  agent.answer(method_of(agent.dialect()), card);
}

bool has_skill(const Json& card, const std::string& id) {
  return std::any_of(card["skills"].begin(), card["skills"].end(),
                     [&id](const Json& skill) { return skill["id"] == id; });
}

class ExtendedCard : public EveryPair {
 protected:
  // Through the binding's envelope: JSON-RPC, then HTTP+JSON.
  std::vector<Json> ask(const RunningGateway& gateway, const Headers& headers = {}) const {
    const auto client = gateway.client(mine_);
    const HttpMessage plain = client.request("GET", path_of(mine_), headers);
    EXPECT_EQ(plain.status(), 200) << plain.body;
    EXPECT_EQ(plain.header("Cache-Control"), "no-store");
    return {client.call(method_of(mine_), Json::object(), headers)["result"], plain.json()};
  }
};

TEST_P(ExtendedCard, IsTheAgentsWithTheGatewaysInterfaces) {
  give_extended_card(agent_);
  const RunningGateway gateway(agent_, kOffered);
  for (const Json& card : ask(gateway)) {
    EXPECT_TRUE(has_skill(card, "secret"));
    EXPECT_TRUE(has_skill(card, "fight-comparison")) << "the configured card is laid over this one, too";
    EXPECT_FALSE(card.dump().contains(agent_.url())) << "the agent's address leaks: " << card;
    EXPECT_FALSE(card.contains("signatures"));
    EXPECT_EQ(card.contains("supportedInterfaces"), mine_.is_v1());
    EXPECT_EQ(card.contains("url"), !mine_.is_v1());
  }
}

TEST_P(ExtendedCard, LeadsToTheListenerThatItIsReadAt) {
  give_extended_card(agent_);
  Json changes = kOffered;
  changes["listen"] = nullptr;
  changes["public_url"] = "http://first.test";
  changes["listeners"] = {{"first", {{"address", "127.0.0.1:0"}}},
                          {"second", {{"address", "127.0.0.1:0"}, {"public_url", "http://second.test"}}}};
  const RunningGateway gateway(agent_, changes);
  for (const std::size_t listener : {0, 1, 0}) {
    const GatewayClient client(gateway.port(listener), mine_);
    for (const Json& card : {client.call(method_of(mine_), Json::object())["result"],
                             client.request("GET", path_of(mine_)).json()}) {
      EXPECT_EQ(card.dump().contains("http://first.test/fight"), listener == 0) << card;
      EXPECT_EQ(card.dump().contains("http://second.test/fight"), listener == 1) << card;
    }
  }
}

TEST_P(ExtendedCard, ShowsRootSchemasToThoseWhoActivateTheExtension) {
  give_extended_card(agent_);
  const RunningGateway gateway(agent_, kOffered);
  const std::string header = mine_.is_v1() ? "A2A-Extensions" : "X-A2A-Extensions";
  for (const Json& card : ask(gateway)) {
    EXPECT_FALSE(card.contains("schemas"));
    EXPECT_TRUE(card["capabilities"]["extensions"][0]["params"].contains("schemas")) << "always there";
  }
  for (const Json& card : ask(gateway, {{header, kSchemasUri}})) {
    EXPECT_TRUE(card["schemas"].contains("fightComparison"));
  }
}

TEST_P(ExtendedCard, IsRefusedUnlessItIsConfiguredAndTheCardSaysSo) {
  give_extended_card(agent_);
  const RunningGateway gateway(agent_);
  const auto client = gateway.client(mine_);
  EXPECT_EQ(client.call(method_of(mine_), Json::object())["error"]["code"], -32004);
  EXPECT_EQ(client.request("GET", path_of(mine_)).status(), 400);
  EXPECT_EQ(agent_.call_count(), 0U) << "nobody asks the agent";
  const Json card = client.request("GET", kPublicCard).json();
  EXPECT_EQ(card["capabilities"]["extendedAgentCard"], false);
  EXPECT_EQ(card["supportsAuthenticatedExtendedCard"], false);
}

TEST_P(ExtendedCard, IsAnnouncedWhereItIsOffered) {
  give_extended_card(agent_);
  const RunningGateway gateway(agent_, kOffered);
  const Json card = gateway.client().request("GET", kPublicCard).json();
  EXPECT_EQ(card["capabilities"]["extendedAgentCard"], true);
  EXPECT_EQ(card["supportsAuthenticatedExtendedCard"], true);
}

TEST_P(ExtendedCard, IsNotOfferedForAnAgentWithoutOne) {
  const RunningGateway gateway(agent_, kOffered);
  EXPECT_EQ(gateway.client(mine_).call(method_of(mine_), Json::object())["error"]["code"], -32004);
  EXPECT_EQ(gateway.client().request("GET", kPublicCard).json()["capabilities"]["extendedAgentCard"], false);
}

TEST_P(ExtendedCard, PassesTheAgentsRefusalOn) {
  give_extended_card(agent_);
  agent_.on(method_of(theirs_),
            [](const AgentCall&, AgentAnswer& answer) { answer.error(-32007, "none is configured"); });
  const RunningGateway gateway(agent_, kOffered);
  const auto client = gateway.client(mine_);
  EXPECT_EQ(client.call(method_of(mine_), Json::object())["error"]["code"], -32007);
  EXPECT_EQ(client.request("GET", path_of(mine_)).status(), 400);
}

TEST_P(ExtendedCard, IsAnErrorWhenItCannotBePublished) {
  give_extended_card(agent_);
  const RunningGateway gateway(agent_, kOffered);
  for (const Json& bad : {Json("text"), Json::array(), Json(7)}) {
    agent_.answer(method_of(theirs_), bad);
    const Json answer = gateway.client(mine_).call(method_of(mine_), Json::object());
    EXPECT_EQ(answer["error"]["code"], -32006) << answer;
  }
}

TEST_P(ExtendedCard, IsSignedLikeThePublicOne) {
  give_extended_card(agent_);
  Json changes = kOffered;
  changes["signing"] = {
      {"keys", {{"k", SCHEMAGATE_SOURCE_DIR "/tests/unit/a2a/signature/data/ed25519.pem"}}}};
  const RunningGateway gateway(agent_, changes);
  const auto keys =
      a2a::signature::parse_key_set(gateway.client().request("GET", "/.well-known/jwks.json").body).value();
  for (const Json& card : ask(gateway)) {
    const auto checked = check_signatures(a2a::parse_tree(card.dump()).value(), keys).value();
    ASSERT_FALSE(checked.empty());
    for (const auto& each : checked)
      EXPECT_EQ(each.status, a2a::signature::SignatureStatus::kValid) << each.reason;
  }
}

// An ES256 signature of the same text is another one each time.
TEST_P(ExtendedCard, IsSignedOnceAsLongAsTheAgentsTextIsTheSame) {
  give_extended_card(agent_);
  Json changes = kOffered;
  changes["signing"] = {{"keys", {{"k", SCHEMAGATE_SOURCE_DIR "/tests/unit/a2a/signature/data/p256.pem"}}}};
  const RunningGateway gateway(agent_, changes);
  const std::vector<Json> first = ask(gateway);
  EXPECT_EQ(first[0], first[1]);
  const std::string header = mine_.is_v1() ? "A2A-Extensions" : "X-A2A-Extensions";
  EXPECT_NE(first[0], ask(gateway, {{header, kSchemasUri}})[0]) << "another form";
  EXPECT_EQ(first, ask(gateway));
  Json other = Json::parse(agent_.card());
  other["description"] = "another text";
  agent_.answer(method_of(agent_.dialect()), other);
  EXPECT_EQ(ask(gateway)[0]["description"], "another text");
}

INSTANTIATE_TEST_SUITE_P(AllVersions, ExtendedCard, every_pair(), name_of_pair);

}  // namespace
}  // namespace schemagate
