// An agent that speaks object schemas itself, with nothing configured: its own contract becomes the
// gateway's.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr const char* kSpeakersCard = "/fight/.well-known/agent-card.json";
const std::string kInput = "application/json;schema=bout";
const std::string kOutput = "application/json;schema=verdict";

// What an agent that speaks the extension says of itself.
Json speaking_card() {
  const Json text_field = {{"type", "string"}};
  return {{"capabilities", {{"extensions", Json::array({{{"uri", kSchemasUri}}})}}},
          {"schemas",
           {{"bout",
             {{"type", "object"},
              {"properties", {{"a", text_field}, {"b", text_field}}},
              {"required", {"a", "b"}},
              {"additionalProperties", false}}},
            {"verdict",
             {{"type", "object"}, {"properties", {{"winner", text_field}}}, {"required", {"winner"}}}}}},
          {"skills", Json::array({{{"id", "bouts"},
                                   {"name", "Bouts"},
                                   {"description", "Who wins"},
                                   {"tags", Json::array({"fight"})},
                                   {"inputModes", Json::array({"text/plain", kInput})},
                                   {"outputModes", Json::array({kOutput})}}})}};
}

// Nothing of the contract is configured.
Json nothing_configured() {
  return agent_change({{"schemas", nullptr}, {"skills", nullptr}, {"card", nullptr}});
}

Json bout(const Dialect& dialect, const Json& data, const std::string& id = "m-1") {
  return dialect.message(dialect.user(), id, Json::array({dialect.flagged_part("bout", data)}));
}

// The extensions that a call asks for, in the header of either version.
std::string asked_for(const HttpMessage& http) {
  return http.header("A2A-Extensions") + http.header("X-A2A-Extensions");
}

class AdoptedContract : public EveryPair {
 protected:
  AdoptedContract() {
    agent_.change_card(speaking_card());
    give_task(agent_, completed_task(theirs_, {{"winner", "Tiger"}}));
  }
};

TEST_P(AdoptedContract, IsPublishedAndHeld) {
  const RunningGateway gateway(agent_, nothing_configured());
  const GatewayClient client = gateway.client(mine_);
  const Json card = client.request("GET", kSpeakersCard).json();
  EXPECT_EQ(card["schemas"], speaking_card()["schemas"]);
  EXPECT_EQ(card["skills"][0]["inputModes"], speaking_card()["skills"][0]["inputModes"]);
  EXPECT_EQ(card["skills"][0]["outputModes"], Json::array({"text/plain", kOutput}));
  EXPECT_EQ(card["capabilities"]["extensions"][0]["params"]["schemas"], card["schemas"]);

  const Json error = client.send_error(bout(mine_, {{"a", "Lion"}}));
  EXPECT_EQ(error["message"], "Structured input invalid for schema bout: data.b is required");
  EXPECT_EQ(agent_.call_count(), 0U);

  const Json task = client.send(bout(mine_, kLionAndTiger));
  EXPECT_EQ(mine_.state_of(task), "completed");
  EXPECT_THAT(task["artifacts"][0]["parts"].dump(), HasSubstr(kOutput));
}

// The agent gets its own label back, and is asked for the extension.
TEST_P(AdoptedContract, HandsTheInputOverWithItsLabel) {
  const RunningGateway gateway(agent_, nothing_configured());
  gateway.client(mine_).send(bout(mine_, kLionAndTiger));
  const AgentCall call = agent_.messages().at(0);
  EXPECT_THAT(call.message()[theirs_.parts_name()].dump(), HasSubstr(kInput));
  EXPECT_EQ(asked_for(call.http), kSchemasUri);
}

INSTANTIATE_TEST_SUITE_P(Versions, AdoptedContract, every_pair(), name_of_pair);

class AdoptingGateway : public testing::Test {
 protected:
  AdoptingGateway() {
    agent_.change_card(speaking_card());
    give_task(agent_, completed_task(v1_, {{"winner", "Tiger"}}));
  }
  const Dialect v1_ = v1_0();
  ScriptedAgent agent_;
};

TEST_F(AdoptingGateway, RefusesByNameWhatItCannotEnforceAndServesTheRest) {
  agent_.change_card({{"schemas", {{"odd", {{"$ref", "http://169.254.169.254/schema"}}}}},
                      {"defaultInputModes", Json::array({"text/plain", "application/json;schema=odd"})}});
  const RunningGateway gateway(agent_, nothing_configured());
  const GatewayClient client = gateway.client();
  const Json card = client.request("GET", kSpeakersCard).json();
  EXPECT_FALSE(card["schemas"].contains("odd"));
  EXPECT_EQ(card["defaultInputModes"], Json::array({"text/plain"}));
  const Json health = client.request("GET", "/healthz").json();
  EXPECT_EQ(health["status"], "ok");
  EXPECT_THAT(
      health["refusedSchemas"]["fight"],
      Contains(testing::ResultOf([](const Json& line) { return line.get<std::string>(); },
                                 HasSubstr("/schemas/odd: the agent's schema cannot be enforced: "))));
  const Json odd = v1_.message("ROLE_USER", "m-2", Json::array({v1_.flagged_part("odd", Json::object())}));
  EXPECT_THAT(reasons_of(client.send_error(odd)), Contains("SCHEMA_NOT_DECLARED"));
  EXPECT_EQ(v1_.state_of(client.send(bout(v1_, kLionAndTiger))), "completed");
}

// Nobody could check what they would have refused; what is no matter of a schema goes on.
TEST_F(AdoptingGateway, RefusesLabelledDataWhereItCanEnforceNoneOfTheSchemas) {
  agent_.change_card(
      {{"schemas", {{"bout", {{"type", "objct"}}}, {"verdict", {{"$ref", "http://other/"}}}}}});
  const RunningGateway gateway(agent_, nothing_configured());
  const GatewayClient client = gateway.client();
  EXPECT_FALSE(client.request("GET", kSpeakersCard).json().contains("schemas"));
  EXPECT_THAT(client.request("GET", "/healthz").json()["refusedSchemas"]["fight"].dump(),
              HasSubstr("none of the agent's schemas can be enforced"));
  const Json error = client.send_error(bout(v1_, kLionAndTiger));
  EXPECT_THAT(reasons_of(error), Contains("SCHEMA_NOT_DECLARED"));
  EXPECT_THAT(error["message"].get<std::string>(), HasSubstr("schema bout cannot be enforced"));
  EXPECT_THAT(error["message"].get<std::string>(), HasSubstr("bout, verdict"));
  EXPECT_EQ(agent_.messages().size(), 0U);
  EXPECT_EQ(v1_.state_of(client.send(user_text(v1_, "who wins?", "m-text"))), "completed");
}

TEST_F(AdoptingGateway, TakesOptionsForTheAgentsOwnSkills) {
  Json changes = nothing_configured();
  changes["agents"]["fight"]["skills"] = {
      {"bouts", {{"title", "{a} against {b}"}, {"artifact_id", "result"}, {"hand_over", "data"}}},
      {"fight-comparison", nullptr}};
  const RunningGateway gateway(agent_, changes);
  const Json task = gateway.client().send(bout(v1_, kLionAndTiger));
  EXPECT_EQ(task["metadata"]["title"], "Lion against Tiger");
  EXPECT_EQ(task["artifacts"][0]["artifactId"], "result");
  const AgentCall call = agent_.messages().at(0);
  EXPECT_FALSE(call.message().dump().contains("schema=bout"));
  EXPECT_EQ(asked_for(call.http), "");
}

TEST_F(AdoptingGateway, PublishesNoneOfItWhereTheContractIsConfigured) {
  Json changes = nothing_configured();
  changes["agents"]["fight"]["contract"] = "configured";
  const RunningGateway gateway(agent_, changes);
  const Json card = gateway.client().request("GET", kSpeakersCard).json();
  EXPECT_FALSE(card.contains("schemas"));
  EXPECT_FALSE(card["capabilities"].contains("extensions") && !card["capabilities"]["extensions"].empty());
  EXPECT_EQ(card["skills"][0]["inputModes"], Json::array({"text/plain"}));
}

// A client that asks for the extension asks the agent, too.
TEST_F(AdoptingGateway, PassesTheActivationOnWithText) {
  const RunningGateway gateway(agent_, nothing_configured());
  const Json params = v1_.send_params(user_text(v1_, "Lion or Tiger?"));
  gateway.client().call("SendMessage", params, {{"A2A-Extensions", kSchemasUri}});
  EXPECT_EQ(asked_for(agent_.messages().at(0).http), kSchemasUri);
}

// --- `accept` ---

TEST(AcceptedInput, OnlyWhatASchemaNamesWhereTheAgentSaysSo) {
  ScriptedAgent agent;
  give_task(agent, completed_task(v1_0()));
  const RunningGateway gateway(agent, agent_change({{"accept", Json::array({"schemas"})}}));
  for (const Dialect& dialect : {v0_3(), v1_0()}) {
    const GatewayClient client = gateway.client(dialect);
    const Json text = user_text(dialect, "Lion or Tiger?");
    const Json data = dialect.message(dialect.user(), "m-2", Json::array({dialect.data_part(kLionAndTiger)}));
    for (const Json& message : {text, data}) {
      const Json error = client.send_error(message);
      EXPECT_EQ(error["code"], -32005) << error;
      EXPECT_THAT(error["message"], HasSubstr("with one of: fightComparison"));
      EXPECT_THAT(reasons_of(error), Contains("STRUCTURED_INPUT_REQUIRED"));
    }
  }
  EXPECT_EQ(agent.call_count(), 0U);
  const GatewayClient client = gateway.client();
  EXPECT_EQ(v1_0().state_of(client.send(comparison(v1_0()))), "completed");
  const Json card = client.request("GET", kSpeakersCard).json();
  EXPECT_EQ(card["skills"][0]["inputModes"], Json::array({"application/json;schema=fightComparison"}));
  EXPECT_EQ(card["defaultInputModes"], Json::array({"application/json;schema=fightComparison"}));
}

// A task that asks is answered in words.
TEST(AcceptedInput, LetsATaskThatAsksBeAnswered) {
  const Dialect v1 = v1_0();
  ScriptedAgent agent;
  give_task(agent, v1.task("up-1", "input-required"));
  const RunningGateway gateway(agent, skill_change({{"accept", Json::array({"schemas"})}}));
  const GatewayClient client = gateway.client();
  EXPECT_THAT(reasons_of(client.send_error(user_text(v1, "Lion or Tiger?"))),
              Contains("STRUCTURED_INPUT_REQUIRED"));
  const Json task = client.send(comparison(v1));
  ASSERT_EQ(v1.state_of(task), "input-required");
  give_task(agent, completed_task(v1));
  const Json answer = client.send(in_task(user_text(v1, "the striped one", "m-2"), task));
  EXPECT_FALSE(answer.is_null());
  EXPECT_EQ(agent.messages().size(), 2U);
}

}  // namespace
}  // namespace schemagate
