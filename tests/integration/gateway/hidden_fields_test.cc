// Fields that not everybody sees, and how much one caller may ask for, against the real gateway.
#include <gmock/gmock.h>

#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/push_receiver.h"

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
    config["quotas"] = {
        {"principal", {{"requests_per_second", 1}, {"burst", 3}, {"running_tasks", 1}, {"streams", 1}}}};
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

TEST_F(LimitedGateway, ACallerHasNoMoreStreamsOpenThanItMay) {
  const Gate gate;
  work_until(agent_, gate);
  const Dialect v1 = v1_0();
  EventStream first = client_.open(v1.stream, v1.send_params(comparison(v1)), key_of("alice"));
  ASSERT_TRUE(first.is_stream());
  const Json task = v1.unwrap(first.next_result());
  const EventStream second = client_.open(v1.subscribe, {{"id", task["id"]}}, key_of("alice"));
  EXPECT_EQ(second.head().status(), 429);
  EXPECT_EQ(second.head().header("Retry-After"), "5");
  const EventStream other =
      client_.open(v1.stream, v1.send_params(comparison(v1, kLionAndTiger, "m-2")), key_of("bob"));
  EXPECT_TRUE(other.is_stream()) << "somebody else's";
  gate.open();
}

// A client of IPv6 has 2^64 addresses to ask from.
TEST(AddressQuota, IsOneForAWholeNetworkOfIpv6) {
  const ScriptedAgent agent;
  const Json trusting{{"address", "127.0.0.1:0"}, {"trusted_proxies", {"127.0.0.1"}}};
  const RunningGateway gateway{agent,
                               {{"listen", nullptr},
                                {"listeners", {{"main", trusting}}},
                                {"quotas", {{"address", {{"requests_per_second", 1}, {"burst", 2}}}}}}};
  const auto ask = [&](const std::string& address) {
    return gateway.client().request("GET", "/healthz", {{"X-Forwarded-For", address}}).status();
  };
  int refused = 0;
  for (int i = 1; i <= 20; ++i) refused += ask("2001:db8:0:1::" + std::to_string(i)) == 429 ? 1 : 0;
  EXPECT_GE(refused, 10);
  EXPECT_EQ(ask("2001:db8:0:2::1"), 200) << "another network";
}

class KeepingGateway : public testing::Test {
 protected:
  KeepingGateway() { give_task(agent_, completed_task(v1_0())); }
  static Json with_quotas() {
    Json config = with_api_keys({"alice", "bob"});
    config["rules"] = {{"all", Json::object()}};
    config["quotas"] = {{"principal", {{"stored_bytes", "8KiB"}, {"push_configs", 2}}}};
    config["push"] = {{"plain_http", true}, {"allow", {"127.0.0.0/8"}}};
    return config;
  }
  HttpMessage send(const std::string& who, const std::string& id,
                   const Json& configuration = Json::object()) const {
    const Json params{{"message", comparison(v1_0(), kLionAndTiger, id)}, {"configuration", configuration}};
    return client_.post(call_body("SendMessage", params).dump(), key_of(who));
  }
  ScriptedAgent agent_;
  const RunningGateway gateway_{agent_, with_quotas()};
  const GatewayClient client_ = gateway_.client();
};

TEST_F(KeepingGateway, WhoHasMuchKeptIsToldToComeBackLater) {
  int taken = 0;
  while (taken < 100 && send("alice", "m-" + std::to_string(taken)).status() == 200) ++taken;
  EXPECT_GT(taken, 1);
  EXPECT_LT(taken, 8) << "a task counts as 1 KiB and what is in it";
  const HttpMessage refused = send("alice", "m-more");
  EXPECT_EQ(refused.status(), 429);
  EXPECT_EQ(refused.header("Retry-After"), "60");
  EXPECT_EQ(refused.json()["error"]["message"],
            "too much is kept of this caller's tasks (quotas.principal.stored_bytes: 8192)");
  const HttpMessage rest = client_.request(
      "POST", "/fight/message:send", {{"X-API-Key", "alice-key"}, {"Content-Type", "application/json"}},
      Json{{"message", comparison(v1_0(), kLionAndTiger, "m-rest")}}.dump());
  EXPECT_EQ(rest.status(), 429);
  EXPECT_EQ(rest.json()["error"]["status"], "RESOURCE_EXHAUSTED");
  EXPECT_EQ(client_.request("GET", "/fight/tasks", key_of("alice")).status(), 200) << "reading goes on";
  EXPECT_EQ(send("bob", "m-bob").status(), 200);
}

TEST_F(KeepingGateway, NobodyHasMorePushConfigsThanHeMay) {
  const Json hook{{"url", "http://127.0.0.1:8099/x"}};
  const Json id = send("alice", "m-1", {{"taskPushNotificationConfig", hook}}).json()["result"]["task"]["id"];
  const auto create = [&](const std::string& config) {
    const Json params{{"taskId", id}, {"id", config}, {"url", hook["url"]}};
    return client_.post(call_body("CreateTaskPushNotificationConfig", params).dump(), key_of("alice"))
        .status();
  };
  EXPECT_EQ(create("second"), 200);
  EXPECT_EQ(create("third"), 429);
  EXPECT_EQ(send("alice", "m-2", {{"taskPushNotificationConfig", hook}}).status(), 429);
  const Json removed{{"taskId", id}, {"id", "second"}};
  (void)client_.call("DeleteTaskPushNotificationConfig", removed, key_of("alice"));
  EXPECT_EQ(create("third"), 200);
}

// Receivers have no roles: not even what the caller sees who has registered them.
TEST(HiddenFieldsOfPushes, AreShownToNoReceiver) {
  for (const Dialect& dialect : {v1_0(), v0_3()}) {
    ScriptedAgent agent;
    give_task(agent, completed_task(v1_0()));
    Json config = with_hidden_fields();
    config["push"] = {{"plain_http", true}, {"allow", {"127.0.0.1"}}};
    const PushReceiver receiver;
    const RunningGateway gateway(agent, config);
    Json params = dialect.send_params(comparison(dialect), false);
    params["configuration"][dialect.is_v1() ? "taskPushNotificationConfig" : "pushNotificationConfig"] = {
        {"id", "hook"}, {"url", receiver.url()}};
    const Json sent = gateway.client(dialect).call(dialect.send, params, key_of("clerk"));
    EXPECT_THAT(sent.dump(), HasSubstr("Heavier and stronger.")) << "the clerk sees it";
    std::string told;
    for (std::size_t count = 1; !told.contains(R"("explanation":"***")"); ++count) {
      const auto got = receiver.wait_for(count);
      ASSERT_GE(got.size(), count) << "no more is told: " << told;
      told.clear();
      for (const HttpMessage& each : got) told += each.body;
    }
    EXPECT_THAT(told, HasSubstr(R"("winner":"Tiger")"));
    EXPECT_THAT(told, Not(HasSubstr("Heavier")));
    EXPECT_THAT(told, Not(HasSubstr("0.65")));
  }
}

}  // namespace
}  // namespace schemagate
