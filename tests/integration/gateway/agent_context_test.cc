// Agent contexts for agents that know nothing of them: the gateway answers an AgentContext in their place.
#include <gmock/gmock.h>

#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/workers.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class PlainAgentContext : public testing::TestWithParam<Dialect> {
 protected:
  PlainAgentContext() { agent_.change_card(kNoStreams); }
  static Json taking(const std::string& mode) {
    return agent_change({{"agent_context", {{"mode", mode}}}, {"upstream", {{"request_timeout", "5s"}}}});
  }
  Json message(const Json& context, const std::string& id = "m-1") const {
    return mine_.message(mine_.user(), id, Json::array({mine_.flagged_part("AgentContext", context)}));
  }
  static Json states(const Json& task) {
    Json all = Json::object();
    const Json context = data_of(task, "agent-context");
    if (context.is_null()) return nullptr;
    for (const Json& each : context.at("AgentContext").at("ItemstateUpdates"))
      all[std::string(each["itemId"])] = each["state"];
    return all;
  }
  static Json abstracts(const Json& task) {
    Json all = Json::object();
    const Json context = data_of(task, "agent-context");
    if (context.is_null()) return nullptr;
    for (const Json& each : context.at("AgentContext").at("KeyInformation"))
      all[std::string(each["itemId"])] = each["outputabstract"];
    return all;
  }
  static Json card(const GatewayClient& client) {
    return client.request("GET", "/fight/.well-known/agent-card.json").json();
  }

  const Dialect mine_ = GetParam();
  const Json two_ = context_of_items({{"w1", "Forecast for Hangzhou"}, {"w2", "Advice what to {wear}"}});
  ScriptedAgent agent_;
};
INSTANTIATE_TEST_SUITE_P(AllVersions, PlainAgentContext, testing::Values(v0_3(), v1_0()), name_of_dialect);

// AC-35, AC-36, AC-42, AC-44: an agent that knows nothing of contexts takes part.
TEST_P(PlainAgentContext, DrivesTheAgentOncePerItemAndTellsWhatWasDone) {
  work_by(agent_, [](const std::string& text) { return Done{.text = "did: " + text}; });
  const RunningGateway gateway(agent_, taking("per_item"));
  const Json task = gateway.client(mine_).send(message(two_));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_THAT(texts_of(agent_), ElementsAre("Forecast for Hangzhou", "Advice what to {wear}"));
  EXPECT_EQ(states(task), (Json{{"w1", 1}, {"w2", 1}}));
  EXPECT_EQ(abstracts(task),
            (Json{{"w1", "did: Forecast for Hangzhou"}, {"w2", "did: Advice what to {wear}"}}));
  const Json context = data_of(task, "agent-context").value("AgentContext", Json::object());
  EXPECT_EQ(context.value("SubTaskID", ""), "r1-c");
  EXPECT_EQ(context.value("AgentID", ""), "weather-checking");
  EXPECT_THAT(everything_of(agent_), Not(HasSubstr("SubTaskID")));
}

// X-48, X-49, X-51: masters spell what the draft leaves open in more than one way.
TEST_P(PlainAgentContext, AMasterMaySpellItsContextAsTheDraftLeavesOpen) {
  work_by(agent_, [](const std::string& text) { return Done{.text = "did: " + text}; });
  const RunningGateway gateway(agent_, taking("per_item"));
  Json bare = two_["AgentContext"];
  bare["ItemStateUpdates"] =
      Json::array({{{"itemId", "w1"}, {"state", false}}, {{"itemId", "w2"}, {"state", "0"}}});
  bare.erase("ItemstateUpdates");
  bare["Context"] = {{"city", "Oslo"}};
  bare.erase("Context/ContextURI");
  const Json task = gateway.client(mine_).send(message(bare));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_EQ(states(task), (Json{{"w1", 1}, {"w2", 1}}));
  EXPECT_THAT(texts_of(agent_).front(), HasSubstr("Context: {\"city\":\"Oslo\"}"));
  Json closed = two_;
  closed["AgentContext"]["Extra"] = 1;
  EXPECT_THAT(gateway.client(mine_).send_error(message(closed, "m-2")).value("message", ""),
              HasSubstr("Extra"));
}

TEST_P(PlainAgentContext, AnItemWhoseTaskFailsIsNotDoneAndTheOthersAre) {
  work_by(agent_, [](const std::string& text) {
    return text.starts_with("Forecast") ? Done{.state = "failed"} : Done{.text = "a coat"};
  });
  const RunningGateway gateway(agent_, taking("per_item"));
  const Json task = gateway.client(mine_).send(message(two_));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_EQ(states(task), (Json{{"w1", 0}, {"w2", 1}}));
  EXPECT_EQ(abstracts(task), (Json{{"w2", "a coat"}}));
}

// X-56: "done" in words is not done.
TEST_P(PlainAgentContext, AMessageInPlaceOfATaskIsNeverDone) {
  const Dialect theirs = agent_.dialect();
  agent_.answer(theirs.send,
                theirs.wrap("message", theirs.message(theirs.agent(), "a-1",
                                                      Json::array({theirs.text_part("all done")}))));
  const RunningGateway gateway(agent_, taking("per_item"));
  const Json task = gateway.client(mine_).send(message(two_));
  EXPECT_EQ(states(task), (Json{{"w1", 0}, {"w2", 0}})) << task;
  EXPECT_EQ(abstracts(task), Json::object());
}

TEST_P(PlainAgentContext, WholeGivesAllItemsAsNumberedLines) {
  work_by(agent_, [](const std::string&) { return Done{.text = "18 to 24 C, a coat"}; });
  const RunningGateway gateway(agent_, taking("whole"));
  const Json task = gateway.client(mine_).send(message(two_));
  EXPECT_THAT(texts_of(agent_), ElementsAre("1. Forecast for Hangzhou\n2. Advice what to {wear}"));
  EXPECT_EQ(states(task), (Json{{"w1", 1}, {"w2", 1}})) << task;
}

TEST_P(PlainAgentContext, ItemsThatWereDoneBeforeAreNotDoneAgain) {
  work_by(agent_, [](const std::string&) { return Done{.text = "a coat"}; });
  Json context = two_;
  context["AgentContext"]["ItemstateUpdates"][0]["state"] = 1;
  context["AgentContext"]["KeyInformation"] =
      Json::array({{{"itemId", "w1"}, {"outputabstract", "18 to 24 C"}}});
  const RunningGateway gateway(agent_, taking("per_item"));
  const Json task = gateway.client(mine_).send(message(context));
  EXPECT_THAT(texts_of(agent_), ElementsAre("Advice what to {wear}"));
  EXPECT_EQ(states(task), (Json{{"w1", 1}, {"w2", 1}}));
  EXPECT_EQ(abstracts(task), (Json{{"w1", "18 to 24 C"}, {"w2", "a coat"}}));
}

// AC-33: what the item needs of earlier subtasks comes with it.
TEST_P(PlainAgentContext, TheRecordBehindADataReferenceGoesWithTheItem) {
  work_by(agent_, [](const std::string&) { return Done{.text = "ok"}; });
  Json context = context_of_items({{"w1", "Forecast"}});
  context["AgentContext"]["Context/ContextURI"] = "data:application/json;base64,eyJmcm9tIjoiSGFuZ3pob3UifQ==";
  const RunningGateway gateway(agent_, taking("per_item"));
  (void)gateway.client(mine_).send(message(context));
  EXPECT_THAT(texts_of(agent_), ElementsAre("Forecast\n\nContext: {\"from\":\"Hangzhou\"}"));
}

TEST_P(PlainAgentContext, WhatCannotBeCarriedOutIsRefusedBeforeTheAgentHearsOfIt) {
  const RunningGateway gateway(agent_, taking("per_item"));
  const GatewayClient client = gateway.client(mine_);
  Json foreign = two_;
  foreign["AgentContext"]["Context/ContextURI"] = "http://127.0.0.1:1/contexts/c1";
  EXPECT_THAT(client.send_error(message(foreign))["message"], HasSubstr("is not fetched here"));
  Json done = context_of_items({{"w1", "Forecast"}});
  done["AgentContext"]["ItemstateUpdates"][0]["state"] = 1;
  EXPECT_THAT(client.send_error(message(done, "m-2"))["message"], HasSubstr("no item whose state is 0"));
  Json open = two_;
  open["AgentContext"]["Secret"] = 1;
  EXPECT_THAT(client.send_error(message(open, "m-3"))["message"], HasSubstr("Secret"));
  EXPECT_THAT(texts_of(agent_), IsEmpty());
}

TEST_P(PlainAgentContext, AnAgentThatIsDownFailsTheTaskWithTheReason) {
  const RunningGateway gateway(agent_, taking("per_item"));
  agent_.go_down();
  const Json task = gateway.client(mine_).send(message(two_));
  EXPECT_EQ(mine_.state_of(task), "failed") << task;
  EXPECT_THAT(first_text(task["status"]["message"]), HasSubstr("3 attempts"));
  EXPECT_EQ(states(task), (Json{{"w1", 0}, {"w2", 0}}));
}

TEST_P(PlainAgentContext, ItIsDeclaredWhereItIsOn) {
  {
    const RunningGateway gateway(agent_);
    const std::string off = card(gateway.client(mine_)).dump();
    EXPECT_THAT(off, Not(HasSubstr(kContextsUri)));
    EXPECT_THAT(off, Not(HasSubstr("schema=AgentContext")));
  }
  const RunningGateway gateway(agent_, taking("per_item"));
  const Json on = card(gateway.client(mine_));
  EXPECT_THAT(on["defaultInputModes"].dump(), HasSubstr("application/json;schema=AgentContext"));
  EXPECT_THAT(on["defaultOutputModes"].dump(), HasSubstr("application/json;schema=AgentContext"));
  EXPECT_TRUE(on["schemas"].contains("AgentContext"));
  EXPECT_THAT(on["capabilities"]["extensions"].dump(), HasSubstr(kContextsUri));
  EXPECT_THAT(on["capabilities"]["extensions"].dump(), HasSubstr(R"("role":"invoked")"));
  EXPECT_THAT(on["capabilities"]["extensions"].dump(), HasSubstr(R"("maxInlineBytes":16384)"));
}

// X-65.
TEST_P(PlainAgentContext, WhatElseIsSaidReachesTheAgentAsBefore) {
  give_task(agent_, completed_task(agent_.dialect()));
  const RunningGateway gateway(agent_, taking("per_item"));
  const Json task = gateway.client(mine_).send(comparison(mine_));
  EXPECT_EQ(task["artifacts"][0]["artifactId"], "fight-result");
}

// AC-47: a context goes to nobody for a master that does not prove who it is.
TEST_P(PlainAgentContext, AMasterWithoutCredentialsIsRefusedAndTheAgentHearsNothing) {
  work_by(agent_, [](const std::string&) { return Done{.text = "ok"}; });
  Json changes = taking("per_item");
  changes.merge_patch(with_api_keys({"master"}));
  changes["rules"] = {{"all", {{"roles", {"master"}}}}};
  const RunningGateway gateway(agent_, changes);
  const GatewayClient client = gateway.client(mine_);
  const std::string body = call_body(mine_.send, mine_.send_params(message(two_))).dump();
  EXPECT_EQ(client.post(body).status(), 401);
  EXPECT_EQ(client.post(body, {{"X-API-Key", "wrong"}}).status(), 401);
  EXPECT_THAT(texts_of(agent_), IsEmpty());
  EXPECT_EQ(client.post(body, key_of("master")).status(), 200);
  EXPECT_THAT(texts_of(agent_), ElementsAre("Forecast for Hangzhou", "Advice what to {wear}"));
}

// AC-5: the agent's question goes to whoever sent the context, and the answer to the agent.
TEST_P(PlainAgentContext, AQuestionOfTheAgentIsPassedOnAndItsAnswerReturned) {
  const Dialect theirs = agent_.dialect();
  agent_.on(theirs.send, [theirs](const AgentCall& call, AgentAnswer& answer) {
    const bool asks = text_of(call) == "Forecast";
    Json task = theirs.task("up-1", asks ? "input-required" : "completed");
    if (asks) {
      task["status"]["message"] =
          theirs.message(theirs.agent(), "q-1", Json::array({theirs.text_part("For which day?")}));
    } else {
      task["artifacts"] =
          Json::array({theirs.artifact("x", Json::array({theirs.text_part("rain " + text_of(call))}))});
    }
    answer.result(theirs.wrap("task", task));
  });
  const RunningGateway gateway(agent_, taking("per_item"));
  const GatewayClient client = gateway.client(mine_);
  const Json asked = client.send(message(context_of_items({{"w1", "Forecast"}})));
  ASSERT_EQ(mine_.state_of(asked), "input-required") << asked;
  EXPECT_EQ(first_text(asked["status"]["message"]), "For which day?");
  const Json task = client.send(in_task(user_text(mine_, "tomorrow", "m-2"), asked));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_EQ(abstracts(task), (Json{{"w1", "rain tomorrow"}}));
  EXPECT_EQ(client.send(in_task(user_text(mine_, "tomorrow", "m-2"), asked)), Json())
      << "a task that has ended takes no more";
}

}  // namespace
}  // namespace schemagate
