// Fields that not everybody sees, in what masters and AgentContexts show of the agents that have them.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/push_receiver.h"
#include "tests/integration/gateway/workers.h"

namespace schemagate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const Json kSecret = {{"secret", "TOPSECRET"}, {"open", 1}};
constexpr std::string_view kPlan = R"({"name": "two", "query": "", "mode": "async", "limits": {"rounds": 1},
  "agents": {"alpha": {}, "beta": {}}, "subtasks": [
    {"id": "a", "agent": "alpha", "items": [{"id": "a1", "do": "Look at it"}]},
    {"id": "b", "agent": "beta", "items": [{"id": "b1", "do": "Count it"}]}]})";

// "clerk" sees everything; alpha and beta hide the same field, by themselves and together.
class HiddenRuns : public testing::Test {
 protected:
  HiddenRuns() {
    std::filesystem::create_directory(folder_);
    for (ScriptedAgent* each : {&alpha_, &beta_}) give_task(*each, completed_task(v1_0(), kSecret));
  }
  ~HiddenRuns() override { std::filesystem::remove_all(folder_); }

  Json worker(const ScriptedAgent& agent) const {
    return {{"upstream", {{"url", agent.url()}}},
            {"hidden_fields", {{"/secret", {{"visible_to", {"clerk"}}}}}}};
  }
  Json config(std::string_view plan = kPlan) const {
    std::ofstream(folder_ / "plan.yaml") << plan;
    Json config = with_api_keys({"clerk", "guest"});
    config["rules"] = {{"all", Json::object()}};
    config["push"] = {{"plain_http", true}, {"allow", {"127.0.0.0/8"}}};
    config["agents"]["alpha"] = worker(alpha_);
    config["agents"]["beta"] = worker(beta_);
    config["agents"]["beta"]["agent_context"] = {{"mode", "per_item"}};
    config["agents"]["m2"] = {{"kind", "master"}, {"plan", (folder_ / "plan.yaml").string()}};
    return config;
  }
  static Json context() {
    const Dialect v1 = v1_0();
    const Json items = context_of_items({{"w1", "Count it"}});
    return v1.message(v1.user(), "m-c", Json::array({v1.flagged_part("AgentContext", items)}));
  }
  static std::string ask(const RunningGateway& gateway, const std::string& agent, const std::string& who,
                         const std::string& method, const Json& params) {
    const GatewayClient client = gateway.client(v1_0(), "/" + agent);
    if (method != "SendStreamingMessage")
      return client.post(call_body(method, params).dump(), key_of(who)).body;
    std::string streamed;
    EventStream stream = client.open(method, params, key_of(who));
    for (const Json& event : stream.rest()) streamed += event.dump();
    return streamed;
  }
  static std::string send(const RunningGateway& gateway, const std::string& agent, const std::string& who,
                          const Json& message, const std::string& method = "SendMessage",
                          const Json& configuration = Json::object()) {
    return ask(gateway, agent, who, method, {{"message", message}, {"configuration", configuration}});
  }
  static Json text(const std::string& id = "m-1") { return user_text(v1_0(), "go", id); }

  ScriptedAgent fight_;
  ScriptedAgent alpha_;
  ScriptedAgent beta_;
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("schemagate-hidden-" + std::to_string(::getpid()));
};

TEST_F(HiddenRuns, AMasterShowsOfEachAgentWhatItsCallerMaySee) {
  const RunningGateway gateway(fight_, config());
  EXPECT_THAT(send(gateway, "m2", "clerk", text()),
              AllOf(HasSubstr(R"("secret":"TOPSECRET")"), Not(HasSubstr("***"))));
  const std::string shown = send(gateway, "m2", "guest", text());
  EXPECT_THAT(shown, AllOf(HasSubstr("TASK_STATE_COMPLETED"), Not(HasSubstr("TOPSECRET"))));
  const Json task = Json::parse(shown)["result"]["task"];
  const Json sub_tasks = data_of(task, "results")["subtasks"];
  ASSERT_EQ(sub_tasks.size(), 2);
  const Json hidden{{"secret", "***"}, {"open", 1}};
  for (const Json& each : sub_tasks)
    EXPECT_EQ(Json::parse(std::string(each["items"][0]["outputabstract"])), hidden);
  EXPECT_EQ(sub_tasks[1]["items"][0].value("data", Json()), hidden) << "of an AgentContext";
  const Json id{{"id", task["id"]}};
  EXPECT_THAT(ask(gateway, "m2", "guest", "GetTask", id),
              AllOf(HasSubstr("***"), Not(HasSubstr("TOPSECRET"))));
  EXPECT_THAT(ask(gateway, "m2", "guest", "ListTasks", {{"includeArtifacts", true}}),
              AllOf(HasSubstr("***"), Not(HasSubstr("TOPSECRET"))));
}

TEST_F(HiddenRuns, StreamsOfAMasterAndAnswersInWordsShowNoMore) {
  const RunningGateway gateway(fight_, config());
  EXPECT_THAT(send(gateway, "m2", "guest", text(), "SendStreamingMessage"),
              AllOf(HasSubstr("***"), Not(HasSubstr("TOPSECRET"))));
  EXPECT_THAT(
      send(gateway, "m2", "guest", text("m-2"), "SendMessage", {{"acceptedOutputModes", {"text/plain"}}}),
      AllOf(HasSubstr("***"), Not(HasSubstr("TOPSECRET"))));
}

TEST_F(HiddenRuns, AnAgentContextShowsWhatItsCallerMaySee) {
  const RunningGateway gateway(fight_, config());
  const auto abstract = [&](const std::string& who) {
    const Json task = Json::parse(send(gateway, "beta", who, context()))["result"]["task"];
    return std::string(data_of(task, "agent-context")["AgentContext"]["KeyInformation"][0]["outputabstract"]);
  };
  EXPECT_EQ(Json::parse(abstract("clerk")), kSecret);
  EXPECT_EQ(Json::parse(abstract("guest")), (Json{{"secret", "***"}, {"open", 1}}));
  EXPECT_THAT(send(gateway, "beta", "guest", context(), "SendStreamingMessage"), Not(HasSubstr("TOPSECRET")));
}

// A message says nothing of completion: its data is quoted in the reason.
TEST_F(HiddenRuns, NoReasonQuotesWhatIsHidden) {
  const Dialect v1 = v1_0();
  alpha_.answer(v1.send,
                v1.wrap("message", v1.message(v1.agent(), "a-1", Json::array({v1.data_part(kSecret)}))));
  alpha_.on(v1.stream, [v1](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(v1.wrap("message", v1.message(v1.agent(), "a-1", Json::array({v1.data_part(kSecret)}))));
    answer.end_events();
  });
  const RunningGateway gateway(fight_, config());
  EXPECT_THAT(send(gateway, "m2", "clerk", text()), HasSubstr("did not complete it: {"));
  EXPECT_THAT(send(gateway, "m2", "guest", text()),
              AllOf(HasSubstr("did not complete it: {"), Not(HasSubstr("TOPSECRET"))));
}

TEST_F(HiddenRuns, WhatAPlanPicksOutOfHiddenFieldsIsHidden) {
  Json changed = config(R"({"name": "one", "query": "", "limits": {"rounds": 1}, "agents": {"fight": {}},
    "subtasks": [{"id": "a", "agent": "fight", "deliver": "structured", "schema": "fightComparison", "data": {"a": "Lion", "b": "Tiger"},
      "items": [{"id": "a1", "do": "it", "from": "/explanation"}, {"id": "a2", "do": "it", "from": "/winner"}]}]})");
  changed["agents"]["fight"]["hidden_fields"] = {{"/explanation", {{"visible_to", {"clerk"}}}}};
  give_task(fight_, completed_task(v1_0()));
  const RunningGateway gateway(fight_, changed);
  EXPECT_THAT(send(gateway, "m2", "clerk", text()), HasSubstr("Heavier and stronger."));
  EXPECT_THAT(send(gateway, "m2", "guest", text()),
              AllOf(HasSubstr(R"("outputabstract":"Tiger")"), HasSubstr(R"("data":"***")"),
                    Not(HasSubstr("Heavier"))));
}

// No schema is declared: nothing else holds the pieces together.
TEST_F(HiddenRuns, ATextThatIsStreamedInPiecesShowsNoMore) {
  const Dialect v1 = v1_0();
  alpha_.on(v1.stream, [v1](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(v1.wrap("task", v1.task("up-1", "working")));
    for (const std::string each : {R"({"open":1,"se)", R"(cret":"TOPSE)", R"(CRET"})"}) {
      const Json artifact = v1.artifact("x", Json::array({v1.text_part(each)}));
      answer.event(v1.artifact_event("up-1", artifact, each[0] != '{', false));
    }
    answer.event(v1.status_event("up-1", "completed"));
    answer.end_events();
  });
  const RunningGateway gateway(fight_, config());
  const std::string streamed = send(gateway, "alpha", "guest", text(), "SendStreamingMessage");
  EXPECT_THAT(streamed, AllOf(HasSubstr(R"({\"open\":1,\"secret\":\"***\"})"), Not(HasSubstr("CRET"))));
  EXPECT_THAT(ask(gateway, "alpha", "guest", "ListTasks", {{"includeArtifacts", true}}),
              AllOf(HasSubstr("***"), Not(HasSubstr("CRET"))));
}

TEST_F(HiddenRuns, ReceiversOfPushesHaveNoRoles) {
  const PushReceiver receiver;
  const RunningGateway gateway(fight_, config());
  const std::string shown = send(gateway, "m2", "clerk", text(), "SendMessage",
                                 {{"taskPushNotificationConfig", {{"id", "hook"}, {"url", receiver.url()}}}});
  EXPECT_THAT(shown, HasSubstr("TOPSECRET"));
  std::string told;
  for (std::size_t count = 1; !told.contains("TASK_STATE_COMPLETED"); ++count) {
    const auto got = receiver.wait_for(count);
    ASSERT_GE(got.size(), count) << "no more is told: " << told;
    told.clear();
    for (const HttpMessage& each : got) told += each.body;
  }
  EXPECT_THAT(told, AllOf(HasSubstr("***"), Not(HasSubstr("TOPSECRET"))));
}

}  // namespace
}  // namespace schemagate
