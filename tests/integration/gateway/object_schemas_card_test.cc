// What an agent with schemas publishes, read off a running gateway: OS-1 to OS-18.
#include <gmock/gmock.h>

#include <fstream>

#include "a2a/json/document.h"
#include "extension/json_schema/validator.h"
#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/unit/gateway/store/temporary_folder.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kCardPath = "/fight/.well-known/agent-card.json";

class PublishedSchemas : public GatewayTest {
 protected:
  Json card() const { return client_.request("GET", kCardPath).json(); }
};

Json declaration_in(const Json& card) {
  for (const Json& extension : card["capabilities"].value("extensions", Json::array())) {
    if (extension["uri"] == kSchemasUri) return extension;
  }
  return nullptr;
}

bool fits(const Json& schema, const Json& value) {
  const auto validator = json_schema::Validator::compile(schema.dump());
  a2a::JsonDocument document;
  const std::string text = value.dump();
  const auto root = document.parse(text, {});
  return validator && root && validator->validate(*root) == json_schema::Verdict::kValid;
}

TEST_F(PublishedSchemas, OS1TheExactAddressNamesTheExtension) {
  give_task(agent_, completed_task(v1_));
  EXPECT_FALSE(declaration_in(card()).is_null());
  const std::string body = call_body("SendMessage", {{"message", comparison(v1_)}}).dump();
  EXPECT_EQ(client_.post(body, {{"A2A-Extensions", kSchemasUri}}).header("A2A-Extensions"), kSchemasUri);
  const std::string next = kSchemasUri.substr(0, kSchemasUri.size() - 1) + "2";
  EXPECT_EQ(client_.post(body, {{"A2A-Extensions", next}}).header("A2A-Extensions"), "");
}

TEST_F(PublishedSchemas, OS2NoClientHasToKnowTheExtension) {
  give_task(agent_, completed_task(v1_));
  EXPECT_FALSE(declaration_in(card()).value("required", false));
  EXPECT_EQ(v1_.state_of(client_.send(user_text(v1_, "Lion vs Tiger"))), "completed");
}

TEST_F(PublishedSchemas, OS10OnlyAnAgentWithSchemasDeclaresTheExtension) {
  EXPECT_FALSE(declaration_in(card()).is_null());
  ScriptedAgent plain;
  const RunningGateway gateway(plain,
                               agent_change({{"schemas", nullptr}, {"skills", nullptr}, {"card", nullptr}}));
  const Json its_card = gateway.client().request("GET", kCardPath).json();
  EXPECT_EQ(its_card["name"], "Scripted agent");
  EXPECT_TRUE(declaration_in(its_card).is_null());
  EXPECT_FALSE(its_card.contains("schemas"));
}

TEST_F(PublishedSchemas, OS11EverySchemaIsPublishedByNameInBothPlaces) {
  const Json published = card();
  ASSERT_EQ(published["schemas"].size(), 2U);
  EXPECT_TRUE(published["schemas"].contains("fightComparison"));
  EXPECT_EQ(published["schemas"], declaration_in(published)["params"]["schemas"]);
  for (const Json& schema : published["schemas"]) {
    EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    EXPECT_TRUE(json_schema::Validator::compile(schema.dump()));
  }
}

// By name, in the agent's own card: the rest is served.
TEST(PublishedSchemasOfACard, OS12AModeThatNamesNoSchemaIsNotPublished) {
  ScriptedAgent agent;
  agent.change_card({{"defaultInputModes", Json::array({"text/plain", "application/json;schema=nope"})}});
  const RunningGateway gateway(agent);
  const GatewayClient client = gateway.client();
  EXPECT_EQ(client.request("GET", kCardPath).json()["defaultInputModes"], Json::array({"text/plain"}));
  EXPECT_EQ(client.request("GET", "/healthz").json()["refusedSchemas"]["fight"],
            Json::array({"/defaultInputModes: the agent's mode names the schema nope, which is not declared; "
                         "there are: fightComparison, fightResponse"}));
}

TEST(PublishedSchemasOfACard, OS12AConfiguredModeThatNamesNoSchemaKeepsTheAgentOut) {
  ScriptedAgent agent;
  const TemporaryFolder folder;
  std::ofstream(folder.file("card.json")) << R"({"defaultInputModes":["application/json;schema=nope"]})";
  const RunningGateway gateway(agent,
                               agent_change({{"card", folder.file("card.json")}, {"contract", "adopt"}}));
  EXPECT_EQ(gateway.client().request("GET", kCardPath).status(), 503);
  EXPECT_EQ(
      gateway.client().post(call_body("SendMessage", {{"message", comparison(v1_0())}}).dump()).status(),
      503);
  EXPECT_EQ(agent.call_count(), 0U);
}

// OS-13: without a blank; OS-14: text/plain stays, and comes first; OS-16: the example agent's modes.
TEST_F(PublishedSchemas, OS13OS14OS16TheSkillShowsItsModes) {
  const Json skill = card()["skills"][0];
  EXPECT_EQ(skill["id"], "fight-comparison");
  EXPECT_EQ(skill["inputModes"], Json::array({"text/plain", "application/json;schema=fightComparison"}));
  EXPECT_EQ(skill["outputModes"], Json::array({"text/plain", "application/json;schema=fightResponse"}));
  EXPECT_FALSE(skill["tags"].empty());
}

// OS-8
TEST_F(PublishedSchemas, OS8AFormCanBeBuiltFromTheCard) {
  const Json schema = card()["schemas"]["fightComparison"];
  EXPECT_EQ(schema["required"], Json::array({"a", "b"}));
  Json filled_in = Json::object();
  for (const auto& [name, field] : schema["properties"].items()) {
    EXPECT_EQ(field["type"], "string");
    EXPECT_THAT(std::string(field["description"]), Not(IsEmpty()));
    filled_in[name] = "Lion";
  }
  give_task(agent_, completed_task(v1_));
  EXPECT_EQ(v1_.state_of(client_.send(comparison(v1_, filled_in))), "completed");
}

TEST_F(PublishedSchemas, OS7TheOutputFitsTheSchemaThatTheCardShows) {
  give_task(agent_, completed_task(v1_));
  const Json part = client_.send(comparison(v1_))["artifacts"][0]["parts"][0];
  EXPECT_TRUE(fits(card()["schemas"]["fightResponse"], part["data"]));
}

TEST_F(PublishedSchemas, OS18TheExamplesOfTheSkillFitItsInput) {
  const Json published = card();
  ASSERT_EQ(published["skills"][0]["examples"].size(), 3U);
  for (const std::string example : published["skills"][0]["examples"]) {
    EXPECT_TRUE(fits(published["schemas"]["fightComparison"], Json::parse(example))) << example;
  }
}

// Each keyword of the example's schemas, violated once.
TEST(PublishedSchemasOfAnAgent, OS17EveryKeywordOfTheExampleIsEnforced) {
  ScriptedAgent agent;
  const RunningGateway gateway(agent,
                               skill_change({{"input", Json::array({"fightComparison", "fightResponse"})}}));
  const GatewayClient client = gateway.client();
  const std::vector<std::tuple<std::string, Json, std::string>> cases = {
      {"type", {{"winner", 1}}, "message.parts[0].data.winner"},
      {"minimum", {{"probability", -0.1}}, "message.parts[0].data.probability"},
      {"maximum", {{"probability", 1.5}}, "message.parts[0].data.probability"},
      {"required", {{"explanation", nullptr}}, "message.parts[0].data.explanation"},
      {"additionalProperties", {{"more", true}}, "message.parts[0].data.more"}};
  for (const auto& [keyword, change, field] : cases) {
    Json data = kTigerWins;
    data.merge_patch(change);
    const Json parts = Json::array({v1_0().flagged_part("fightResponse", data)});
    const Json error = client.send_error(v1_0().message("ROLE_USER", "m-1", parts));
    ASSERT_EQ(error["code"], -32602) << keyword;
    const Json violation = error["data"][0]["fieldViolations"][0];
    EXPECT_EQ(violation["field"], field);
    EXPECT_THAT(std::string(violation["description"]), testing::StartsWith(keyword));
  }
  EXPECT_EQ(agent.call_count(), 0U);
}

TEST(PublishedSchemasOfAnAgent, OS3ASchemaMayBelongToTheAgentAsAWhole) {
  ScriptedAgent agent;
  give_task(agent, completed_task(v1_0()));
  const RunningGateway gateway(agent, agent_change({{"skills", nullptr},
                                                    {"card", nullptr},
                                                    {"agent_wide",
                                                     {{"input", Json::array({"fightComparison"})},
                                                      {"output", Json::array({"fightResponse"})}}}}));
  const Json card = gateway.client().request("GET", kCardPath).json();
  EXPECT_THAT(card["defaultInputModes"],
              ElementsAre("text/plain", "application/json;schema=fightComparison"));
  const Json task = gateway.client().send(comparison(v1_0()));
  EXPECT_EQ(task["artifacts"][0]["parts"][0]["mediaType"], "application/json;schema=fightResponse");
}

TEST(PublishedSchemasOfAnAgent, OS4TheSameInputAlwaysTakesTheSameRoute) {
  ScriptedAgent agent;
  give_task(agent, completed_task(v1_0()));
  agent.change_card({{"skills", Json::array({{{"id", "other"},
                                              {"name", "Other"},
                                              {"description", "Takes the same"},
                                              {"tags", Json::array({"x"})}}})}});
  const Json other = {{"input", Json::array({"fightComparison"})}, {"title", "the other skill"}};
  const RunningGateway gateway(agent, agent_change({{"skills", {{"other", other}}}}));
  std::set<std::string> titles;
  for (int i = 0; i < 20; ++i) {
    const Json task = gateway.client().send(comparison(v1_0(), kLionAndTiger, "m-" + std::to_string(i)));
    titles.insert(task["metadata"]["title"]);
  }
  EXPECT_EQ(titles.size(), 1U);
}

TEST_F(PublishedSchemas, OS6TheSameInputIsHandedOverAlikeEveryTime) {
  give_task(agent_, completed_task(v1_));
  for (int i = 0; i < 20; ++i) client_.send(comparison(v1_, kLionAndTiger, "m-" + std::to_string(i)));
  std::set<std::string> ids;
  std::set<std::string> bodies;
  for (const AgentCall& call : agent_.messages()) {
    Json body = call.body;
    ids.insert(body["params"]["message"]["messageId"]);
    body["params"]["message"].erase("messageId");
    body.erase("id");
    bodies.insert(body.dump());
  }
  EXPECT_EQ(ids.size(), 20U);
  EXPECT_EQ(bodies.size(), 1U);
}

TEST_F(PublishedSchemas, OS15ATextIsHandedOverAsIfTheAgentHadNoSchemas) {
  const auto body_at = [](const Json& changes) {
    ScriptedAgent agent;
    give_task(agent, completed_task(v1_0()));
    const RunningGateway gateway(agent, changes);
    gateway.client().send(user_text(v1_0(), "Lion vs Tiger"));
    Json body = agent.messages().at(0).body;
    body["params"]["message"].erase("messageId");
    body.erase("id");
    return body;
  };
  EXPECT_EQ(body_at(Json::object()),
            body_at(agent_change({{"schemas", nullptr}, {"skills", nullptr}, {"card", nullptr}})));
}

}  // namespace
}  // namespace schemagate
