// Fields that not everybody sees, and how much one caller may ask for, against the real gateway.
#include <gmock/gmock.h>

#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::Not;

// "clerk" sees everything.
Json with_hidden_fields() {
  Json config = with_api_keys({"clerk", "guest"});
  config["rules"] = {{"all", Json::object()}};
  config["agents"]["fight"]["hidden_fields"] = {
      {"/explanation", {{"visible_to", {"clerk"}}}},
      {"/probability", {{"drop", true}, {"visible_to", {"clerk"}}}}};
  return config;
}

class HidingGateway : public testing::Test {
 protected:
  HidingGateway() { give_task(agent_, completed_task(v1_0())); }

  std::string answer(const std::string& who, const std::string& method, const Json& params) const {
    return client_.post(call_body(method, params).dump(), key_of(who)).body;
  }
  std::string send(const std::string& who, const std::string& method = "SendMessage") const {
    return answer(who, method, {{"message", comparison(v1_0())}});
  }

  ScriptedAgent agent_;
  const RunningGateway gateway_{agent_, with_hidden_fields()};
  const GatewayClient client_ = gateway_.client();
  const std::string shown_ = "Heavier and stronger.";
};

TEST_F(HidingGateway, AnAnswerShowsWhatItsCallerMaySee) {
  EXPECT_THAT(send("clerk"), HasSubstr(shown_));
  const std::string hidden = send("guest");
  EXPECT_THAT(hidden, Not(HasSubstr(shown_)));
  EXPECT_THAT(hidden, Not(HasSubstr("0.65")));
  EXPECT_THAT(hidden, HasSubstr(R"("explanation":"***")"));
  EXPECT_THAT(hidden, HasSubstr(R"("winner":"Tiger")"));
  EXPECT_THAT(hidden, Not(HasSubstr("schema=fightResponse"))) << "it does not fit its schema any more";
}

TEST_F(HidingGateway, TasksListsAndStreamsShowNoMore) {
  const std::string id = Json::parse(send("guest"))["result"]["task"]["id"];
  EXPECT_THAT(answer("guest", "GetTask", {{"id", id}}), Not(HasSubstr(shown_)));
  EXPECT_THAT(answer("guest", "ListTasks", {{"includeArtifacts", true}}), Not(HasSubstr(shown_)));
  EXPECT_THAT(answer("guest", "ListTasks", {{"includeArtifacts", true}}), HasSubstr("***"));
  const Json again{{"message", comparison(v1_0(), kLionAndTiger, "m-2")}};
  std::string streamed;
  EventStream stream = client_.open("SendStreamingMessage", again, key_of("guest"));
  for (const Json& event : stream.rest()) streamed += event.dump();
  EXPECT_THAT(streamed, HasSubstr("***"));
  EXPECT_THAT(streamed, Not(HasSubstr(shown_)));
}

TEST_F(HidingGateway, WhoTakesNoJsonGetsNoMoreEither) {
  const Json params{{"message", comparison(v1_0())},
                    {"configuration", {{"acceptedOutputModes", {"text/plain"}}}}};
  EXPECT_THAT(answer("guest", "SendMessage", params), Not(HasSubstr(shown_)));
}

class LimitedGateway : public testing::Test {
 protected:
  static Json with_quotas() {
    Json config = with_api_keys({"alice", "bob"});
    config["rules"] = {{"all", Json::object()}};
    config["quotas"] = {{"principal", {{"requests_per_second", 1}, {"burst", 3}, {"running_tasks", 1}}}};
    return config;
  }
  ScriptedAgent agent_;
  const RunningGateway gateway_{agent_, with_quotas()};
  const GatewayClient client_ = gateway_.client();
};

TEST_F(LimitedGateway, ACallerWhoAsksTooOftenIsToldWhenToComeBack) {
  int refused = 0;
  for (int i = 0; i < 20; ++i) {
    const HttpMessage rest = client_.request("GET", "/fight/tasks", key_of("alice"));
    if (rest.status() != 429) continue;
    ++refused;
    EXPECT_EQ(rest.header("Retry-After"), "1");
    EXPECT_EQ(rest.json()["error"]["status"], "RESOURCE_EXHAUSTED");
  }
  EXPECT_GE(refused, 10);
  EXPECT_EQ(client_.request("GET", "/fight/tasks", key_of("bob")).status(), 200) << "somebody else is not";
}

TEST_F(LimitedGateway, ACallerHasNoMoreTasksRunningThanItMay) {
  const Gate gate;
  work_until(agent_, gate);
  const auto send = [this](const std::string& who, const std::string& id) {
    const Json params{{"message", comparison(v1_0(), kLionAndTiger, id)},
                      {"configuration", {{"returnImmediately", true}}}};
    return client_.post(call_body("SendMessage", params).dump(), key_of(who)).status();
  };
  EXPECT_EQ(send("alice", "m-1"), 200);
  EXPECT_EQ(send("alice", "m-2"), 429);
  EXPECT_EQ(send("bob", "m-3"), 200);
  gate.open();
}

}  // namespace
}  // namespace schemagate
