// What callers may do, by rules, against the real gateway.
#include <gmock/gmock.h>

#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "typed" may send inputs of the one schema, "reader" may only read, "all" everything, "none" nothing.
Json with_rules() {
  Json config = with_api_keys({"typed", "reader", "all", "none"});
  config["rules"] = {
      {"typed", {{"roles", {"typed"}}, {"agents", {"fight"}}, {"skills", {"fight-comparison"}}}},
      {"reader", {{"roles", {"reader"}}, {"operations", {"GetTask", "ListTasks"}}}},
      {"all", {{"roles", {"all"}}, {"scopes", {"fight.all"}}}}};
  config["authentication"]["api_keys"]["keys"]["all"]["scopes"] = {"fight.all"};
  return config;
}

Json sending(const Json& message) {
  return {{"message", message}};
}

class RuledGateway : public testing::Test {
 protected:
  RuledGateway() { give_task(agent_, completed_task(v1_0())); }

  // The HTTP status of the call, in JSON-RPC.
  int status(const std::string& who, const std::string& method, const Json& params) const {
    return client_.post(call_body(method, params).dump(), key_of(who)).status();
  }

  ScriptedAgent agent_;
  const RunningGateway gateway_{agent_, with_rules()};
  const GatewayClient client_ = gateway_.client();
};

TEST_F(RuledGateway, ACallerMayDoWhatARuleAllowsAndNothingElse) {
  const Json text = sending(user_text(v1_0(), "hello"));
  const Json typed = sending(comparison(v1_0()));
  EXPECT_EQ(status("all", "SendMessage", typed), 200);
  EXPECT_EQ(status("all", "SendMessage", text), 200);
  EXPECT_EQ(status("typed", "SendMessage", typed), 200);
  EXPECT_EQ(status("typed", "SendMessage", text), 403);
  EXPECT_EQ(status("typed", "SendStreamingMessage", text), 403);
  EXPECT_EQ(status("typed", "ListTasks", Json::object()), 200);
  EXPECT_EQ(status("reader", "ListTasks", Json::object()), 200);
  EXPECT_EQ(status("reader", "SendMessage", typed), 403);
  EXPECT_EQ(status("reader", "CancelTask", {{"id", "t"}}), 403);
  EXPECT_EQ(status("none", "ListTasks", Json::object()), 403);
}

TEST_F(RuledGateway, NothingThatIsNotAllowedReachesTheAgent) {
  (void)status("typed", "SendMessage", sending(user_text(v1_0(), "hello")));
  (void)status("reader", "SendMessage", sending(comparison(v1_0())));
  EXPECT_THAT(agent_.messages(), IsEmpty());
}

TEST_F(RuledGateway, ARefusalHasTheFormOfTheBinding) {
  const HttpMessage call =
      client_.post(call_body("SendMessage", sending(comparison(v1_0()))).dump(), key_of("reader"));
  EXPECT_EQ(call.json()["error"]["message"], "not allowed for this caller: SendMessage");
  EXPECT_THAT(reasons_of(call.json()["error"]), ElementsAre("PERMISSION_DENIED"));
  const HttpMessage rest = client_.request("POST", "/fight/message:send",
                                           {{"X-API-Key", "typed-key"}, {"Content-Type", "application/json"}},
                                           sending(user_text(v1_0(), "hello")).dump());
  EXPECT_EQ(rest.status(), 403);
  EXPECT_EQ(rest.json()["error"]["status"], "PERMISSION_DENIED");
}

// Whoever may nothing there does not learn from other answers what is there.
TEST_F(RuledGateway, AnAgentThatACallerMayNotUseIsClosedBeforeItsBodyIsRead) {
  EXPECT_EQ(client_.post("{", key_of("none")).status(), 403);
  EXPECT_EQ(client_.request("GET", "/fight/nothing", key_of("none")).status(), 403);
}

TEST_F(RuledGateway, TheCardSaysHowToAuthenticate) {
  const Json card =
      client_.request("GET", "/fight/.well-known/agent-card.json", {{"A2A-Version", "1.0"}}).json();
  EXPECT_EQ(card["securitySchemes"]["apiKey"]["apiKeySecurityScheme"]["name"], "X-API-Key");
  EXPECT_EQ(card["securityRequirements"], Json::parse(R"([{"schemes":{"apiKey":{"list":[]}}}])"));
  const Json v0_3 =
      client_.request("GET", "/fight/.well-known/agent-card.json", {{"A2A-Version", "0.3"}}).json();
  EXPECT_EQ(v0_3["securitySchemes"]["apiKey"],
            Json::parse(R"({"type":"apiKey","in":"header","name":"X-API-Key"})"));
  EXPECT_EQ(v0_3["security"], Json::parse(R"([{"apiKey":[]}])"));
  EXPECT_FALSE(v0_3.contains("securityRequirements"));
  const Json both = client_.request("GET", "/fight/.well-known/agent-card.json").json();
  EXPECT_EQ(both["securitySchemes"]["apiKey"]["type"], "apiKey");
  EXPECT_TRUE(both["securitySchemes"]["apiKey"].contains("apiKeySecurityScheme"));
}

TEST(AgentDocuments, AreForThoseWhoMayUseTheAgentWhereTheyAreNotPublic) {
  const ScriptedAgent agent;
  Json config = with_rules();
  config["agents"]["fight"]["public"] = Json::array();
  const RunningGateway gateway(agent, config);
  const GatewayClient client = gateway.client();
  const std::string card = "/fight/.well-known/agent-card.json";
  EXPECT_EQ(client.request("GET", card).status(), 401);
  EXPECT_EQ(client.request("GET", card, key_of("none")).status(), 403);
  EXPECT_EQ(client.request("GET", card, key_of("reader")).status(), 200);
  EXPECT_FALSE(client.request("GET", "/healthz").json()["agents"].contains("fight"));
  EXPECT_FALSE(client.request("GET", "/healthz", key_of("none")).json()["agents"].contains("fight"));
  EXPECT_TRUE(client.request("GET", "/healthz", key_of("reader")).json()["agents"].contains("fight"));
}

TEST(AgentDocuments, TemplatesArePublicWhereThatIsStated) {
  const ScriptedAgent agent;
  Json config = with_rules();
  config["agents"]["fight"]["skills"]["fight-comparison"]["scenario"] = "fight";
  config["agents"]["fight"]["public"] = {"card"};
  {
    const RunningGateway closed(agent, config);
    EXPECT_EQ(closed.client().request("GET", "/fight/schemaTemplates").status(), 401);
    EXPECT_EQ(closed.client().request("GET", "/fight/schemaTemplates/fight", key_of("all")).status(), 200);
    EXPECT_EQ(closed.client().request("GET", "/fight/schemaTemplates/fight", key_of("reader")).status(), 403);
  }
  config["agents"]["fight"]["public"] = {"card", "templates"};
  const RunningGateway gateway(agent, config);
  EXPECT_EQ(gateway.client().request("GET", "/fight/schemaTemplates").status(), 200);
}

// "typed" may use one skill, "all" both, "reader" none of them.
class RuledExtendedCard : public testing::TestWithParam<Dialect> {
 protected:
  RuledExtendedCard() : gateway_(with_extended_card(agent_), configuration()) {}
  static const ScriptedAgent& with_extended_card(ScriptedAgent& agent) {
    agent.change_card({{"capabilities", {{"extendedAgentCard", true}}}});
    Json card = Json::parse(agent.card());
    card["skills"] =
        Json::array({{{"id", "secret"}, {"name", "S"}, {"description", "D"}, {"tags", Json::array({"t"})}}});
    agent.answer("GetExtendedAgentCard", card);
    return agent;
  }
  static Json configuration() {
    Json config = with_rules();
    config["agents"]["fight"]["extended_card"] = true;
    config["rules"]["reader"]["operations"].push_back("GetExtendedAgentCard");
    return config;
  }
  std::vector<std::string> skills_for(const std::string& who) const {
    const Dialect& mine = GetParam();
    const HttpMessage answer =
        mine.http_json ? client_.request("GET", mine.is_v1() ? "/fight/extendedAgentCard" : "/fight/v1/card",
                                         key_of(who))
                       : client_.post(call_body(mine.is_v1() ? "GetExtendedAgentCard"
                                                             : "agent/getAuthenticatedExtendedCard",
                                                Json::object())
                                          .dump(),
                                      key_of(who));
    const Json body = answer.json();
    std::vector<std::string> ids;
    const Json card = mine.http_json ? body : body.value("result", Json::object());
    EXPECT_TRUE(card.contains("skills")) << body;
    for (const Json& skill : card.value("skills", Json::array())) ids.push_back(skill["id"]);
    std::ranges::sort(ids);
    return ids;
  }

  ScriptedAgent agent_;
  const RunningGateway gateway_;
  const GatewayClient client_ = gateway_.client(GetParam());
};

TEST_P(RuledExtendedCard, ShowsTheSkillsThatItsCallerMayUse) {
  EXPECT_THAT(skills_for("all"), ElementsAre("fight-comparison", "secret"));
  EXPECT_THAT(skills_for("typed"), ElementsAre("fight-comparison"));
  EXPECT_THAT(skills_for("reader"), IsEmpty());
  EXPECT_EQ(client_.request("GET", "/fight/extendedAgentCard").status(), 401);
}

INSTANTIATE_TEST_SUITE_P(, RuledExtendedCard,
                         testing::Values(v0_3(), v1_0(), over_http_json(v0_3()), over_http_json(v1_0())),
                         name_of_dialect);

}  // namespace
}  // namespace schemagate
