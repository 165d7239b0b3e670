// Push notifications through the running gateway, to receivers that work and to receivers that do not.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <set>

#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/push_receiver.h"

namespace schemagate {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kFailures = "https://schemagate.dev/v1/pushFailures";

Json push_change(const Json& more = Json::object()) {
  Json push = {{"allow", {"127.0.0.1"}},
               {"plain_http", true},
               {"timeout", "300ms"},
               {"first_pause", "10ms"},
               {"longest_pause", "20ms"}};
  push.merge_patch(more);
  return {{"push", push}};
}

// The states in what a receiver got, in the words of v0.3.
std::vector<std::string> states_in(const Dialect& dialect, const std::vector<HttpMessage>& got) {
  std::vector<std::string> states;
  for (const HttpMessage& message : got) {
    const Json body = message.json();
    const Json holder = dialect.is_v1() ? body.value("statusUpdate", Json()) : body;
    if (holder.is_object()) states.push_back(dialect.state_of(holder));
  }
  return states;
}

std::vector<std::string> ids_in(const std::vector<HttpMessage>& got) {
  std::vector<std::string> ids;
  for (const HttpMessage& message : got) ids.push_back(message.header("webhook-id"));
  return ids;
}

// Waits until the latest state that the receiver was told is this one, or nothing more comes.
std::vector<HttpMessage> wait_for_state(const Dialect& dialect, const PushReceiver& receiver,
                                        const std::string& state) {
  for (std::size_t count = 1;; ++count) {
    auto got = receiver.wait_for(count);
    const auto states = states_in(dialect, got);
    if (got.size() < count || (!states.empty() && states.back() == state)) return got;
  }
}

// The config as that version has it.
Json push_config(const Dialect& dialect, const std::string& url, const std::string& id = "hook") {
  const Json scheme = dialect.is_v1() ? Json{{"scheme", "Bearer"}} : Json{{"schemes", {"Basic", "Bearer"}}};
  Json config = {{"id", id}, {"url", url}, {"token", "tok"}, {"authentication", scheme}};
  config["authentication"]["credentials"] = "s3cret";
  return config;
}

Json send_with_push(const GatewayClient& client, const Json& config, const std::string& id = "m-1") {
  const Dialect& dialect = client.dialect();
  Json params = dialect.send_params(user_text(dialect, "go", id), true);
  params["configuration"][dialect.is_v1() ? "taskPushNotificationConfig" : "pushNotificationConfig"] = config;
  return client.call(dialect.send, params);
}

class Push : public EveryPair {
 protected:
  Json sent(const Json& config) {
    const Json answer = send_with_push(client_, config);
    EXPECT_TRUE(answer.contains("result")) << answer;
    return mine_.unwrap(answer["result"]);
  }

  RunningGateway gateway_{agent_, push_change()};
  const GatewayClient client_ = gateway_.client(mine_);
  PushReceiver receiver_;
};

TEST_P(Push, TellsWhatBecomesOfATaskInTheVersionOfItsRegistration) {
  const Gate gate;
  work_until(agent_, gate);
  const Json task = sent(push_config(mine_, receiver_.url()));
  for (const HttpMessage& told : wait_for_state(mine_, receiver_, "working")) {
    EXPECT_EQ(told.header("Authorization"), "Bearer s3cret");
    EXPECT_EQ(told.header("X-A2A-Notification-Token"), "tok");
    EXPECT_EQ(told.header("Content-Type"), mine_.is_v1() ? "application/a2a+json" : "application/json");
  }
  gate.open();
  client_.wait_for(task["id"], "completed");
  const auto got = wait_for_state(mine_, receiver_, "completed");
  ASSERT_THAT(states_in(mine_, got), AllOf(Contains("working"), Contains("completed")));
  EXPECT_EQ(states_in(mine_, got).back(), "completed");
  if (!mine_.is_v1()) {
    EXPECT_EQ(got.back().json()["id"], task["id"]);
    EXPECT_THAT(got.back().json()["artifacts"], SizeIs(1));
    EXPECT_FALSE(got.back().json().contains("result"));
  }
  const auto ids = ids_in(got);
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
}

TEST_P(Push, ConfigsAreCreatedReadListedAndDeleted) {
  const Gate gate;
  work_until(agent_, gate);
  const Json task = client_.wait_for(client_.send(user_text(mine_, "go"), true)["id"], "working");
  const bool v1 = mine_.is_v1();
  const Json config = push_config(mine_, receiver_.url());
  Json create = {{"taskId", task["id"]}};
  v1 ? create.update(config) : create.update({{"pushNotificationConfig", config}});
  Json expected = create;
  Json& shown = v1 ? expected : expected["pushNotificationConfig"];
  shown["authentication"].erase("credentials");
  shown.erase("token");
  const auto call = [&](const char* in_v1, const char* in_v03, const Json& params) {
    return client_.call(v1 ? in_v1 : in_v03, params);
  };
  const Json of_task = v1 ? Json{{"taskId", task["id"]}} : Json{{"id", task["id"]}};
  Json of_config = of_task;
  of_config[v1 ? "id" : "pushNotificationConfigId"] = "hook";

  EXPECT_EQ(call("CreateTaskPushNotificationConfig", "tasks/pushNotificationConfig/set", create)["result"],
            expected);
  EXPECT_EQ(call("GetTaskPushNotificationConfig", "tasks/pushNotificationConfig/get", of_config)["result"],
            expected);
  const Json all =
      call("ListTaskPushNotificationConfigs", "tasks/pushNotificationConfig/list", of_task)["result"];
  EXPECT_EQ(v1 ? all["configs"] : all, Json::array({expected}));
  if (v1) {
    EXPECT_EQ(all["nextPageToken"], "");
  } else {
    EXPECT_EQ(client_.call("tasks/pushNotificationConfig/get", of_task)["result"], expected) << "the first";
  }
  for (int i = 0; i < 2; ++i) {
    const Json deleted =
        call("DeleteTaskPushNotificationConfig", "tasks/pushNotificationConfig/delete", of_config);
    EXPECT_EQ(deleted["result"], v1 ? Json::object() : Json()) << "idempotent";
  }
  EXPECT_EQ(
      call("GetTaskPushNotificationConfig", "tasks/pushNotificationConfig/get", of_config)["error"]["code"],
      -32001);
  Json unknown = create;
  unknown["taskId"] = "none";
  EXPECT_EQ(
      call("CreateTaskPushNotificationConfig", "tasks/pushNotificationConfig/set", unknown)["error"]["code"],
      -32001);
  gate.open();
  client_.wait_for(task["id"], "completed");
  EXPECT_EQ(receiver_.count(), 0U);
}

TEST_P(Push, TheSameInHttpJson) {
  const Gate gate;
  work_until(agent_, gate);
  const Json task = client_.send(user_text(mine_, "go"), true);
  const bool v1 = mine_.is_v1();
  const std::string id = task["id"];
  const std::string path =
      std::string("/fight") + (v1 ? "" : "/v1") + "/tasks/" + id + "/pushNotificationConfigs";
  const Headers headers = {{"Content-Type", "application/json"}, {"A2A-Version", mine_.version}};
  const auto request = [&](const char* method, const std::string& target, const Json& body = {}) {
    return client_.request(method, target, headers, body.is_null() ? "" : body.dump());
  };
  const Json config = push_config(mine_, receiver_.url());
  const Json body = v1 ? config : Json{{"config", {{"pushNotificationConfig", config}}}};
  Json expected = config;
  expected["authentication"].erase("credentials");
  expected.erase("token");
  if (v1) {
    expected["taskId"] = id;
  } else {
    expected = {{"name", "tasks/" + id + "/pushNotificationConfigs/hook"},
                {"pushNotificationConfig", expected}};
  }
  EXPECT_EQ(request("POST", path, body).json(), expected);
  // The annotation of v0.3's proto makes the config itself the body.
  const Json other_body = v1 ? config : Json{{"pushNotificationConfig", config}};
  EXPECT_EQ(request("POST", path, other_body).json(), expected);
  EXPECT_EQ(request("GET", path + "/hook").json(), expected);
  EXPECT_EQ(request("GET", path).json()["configs"], Json::array({expected}));
  EXPECT_EQ(request("DELETE", path + "/hook").json(), Json::object());
  EXPECT_EQ(request("DELETE", path + "/hook").status(), 200) << "idempotent";
  EXPECT_EQ(request("GET", path + "/hook").status(), 404);
  EXPECT_EQ(request("POST", path, {{"url", "http://10.0.0.1/"}}).status(), 400);
  gate.open();
  client_.wait_for(id, "completed");
}

// Pitfall 12.
TEST_P(Push, WhatLeadsInsideIsRefusedBeforeTheAgentIsCalled) {
  give_task(agent_, completed_task(agent_.dialect()));
  for (const char* url : {"http://10.0.0.1/", "http://169.254.169.254/latest/meta-data", "http://localhost/",
                          "http://127.0.0.2/", "http://[::1]/", "http://[::ffff:10.0.0.1]/",
                          "http://2130706433/", "file:///etc/passwd", "http://u:p@127.0.0.1/"}) {
    const Json answer = send_with_push(client_, push_config(mine_, url));
    EXPECT_EQ(answer["error"]["code"], -32602) << url;
    EXPECT_THAT(answer["error"]["message"].dump(), HasSubstr("otificationConfig.url: "));
  }
  const Json with_break = [&] {
    Json config = push_config(mine_, receiver_.url());
    config["token"] = "a\r\nX-Evil: 1";
    return send_with_push(client_, config);
  }();
  EXPECT_EQ(with_break["error"]["code"], -32602);
  EXPECT_EQ(agent_.call_count(), 0U);
}

INSTANTIATE_TEST_SUITE_P(AllVersions, Push, every_pair(), name_of_pair);

class PushFaults : public testing::Test {
 protected:
  Json completed(const RunningGateway& gateway, const std::string& url) {
    give_task(agent_, completed_task(v1_));
    const Json answer = send_with_push(gateway.client(), push_config(v1_, url));
    EXPECT_TRUE(answer.contains("result")) << answer;
    return gateway.client().wait_for(v1_.unwrap(answer["result"])["id"], "completed");
  }
  // What stands in the task about receivers that were given up, once there is something.
  static Json failures_of(const RunningGateway& gateway, const Json& task) {
    for (int i = 0; i < 500; ++i) {
      const Json shown = gateway.client().get(task["id"]);
      if (shown.contains("metadata") && shown["metadata"].contains(kFailures))
        return shown["metadata"][kFailures];
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return {};
  }

  const Dialect v1_ = v1_0();
  ScriptedAgent agent_;
};

// A caller that waits for the end of its task has it told step by step all the same.
TEST_F(PushFaults, ABlockingMessageIsToldEventByEvent) {
  agent_.on("SendStreamingMessage", [this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event({{"task", v1_.task("up-1", "submitted")}});
    answer.event(v1_.status_event("up-1", "working"));
    for (int i = 0; i < 3; ++i) {
      const Json parts = Json::array({v1_.text_part(std::to_string(i))});
      answer.event(v1_.artifact_event("up-1", v1_.artifact("x", parts), i > 0, i == 2));
    }
    answer.event(v1_.status_event("up-1", "completed"));
    answer.end_events();
  });
  const RunningGateway gateway(agent_, push_change());
  PushReceiver receiver;
  Json params = v1_.send_params(user_text(v1_, "go"));
  params["configuration"]["taskPushNotificationConfig"] = push_config(v1_, receiver.url());
  const Json answer = gateway.client().call("SendMessage", params);
  EXPECT_EQ(v1_.state_of(v1_.unwrap(answer["result"])), "completed") << answer;
  const auto got = wait_for_state(v1_, receiver, "completed");
  const auto artifacts = std::ranges::count_if(
      got, [](const HttpMessage& message) { return message.json().contains("artifactUpdate"); });
  EXPECT_EQ(artifacts, 3);
  EXPECT_THAT(states_in(v1_, got), testing::IsSupersetOf({"working", "completed"}));
}

TEST_F(PushFaults, AReceiverThatFlapsIsToldEverythingInItsOrder) {
  const RunningGateway gateway(agent_, push_change());
  // An error, a redirect, half a head, silence, garbage; then it works.
  PushReceiver receiver([](std::size_t count) -> std::string {
    switch (count) {
      case 0:
        return PushReceiver::answer(500);
      case 1:
        return PushReceiver::answer(302, "Location: http://169.254.169.254/\r\n");
      case 2:
        return "HTTP/1.1 200 OK\r\nContent-Len";
      case 3:
        return "";
      case 4:
        return "garbage\r\n\r\n";
      default:
        return PushReceiver::answer(204);
    }
  });
  completed(gateway, receiver.url());
  const auto got = wait_for_state(v1_, receiver, "completed");
  ASSERT_THAT(got.size(), testing::Ge(7U));
  const auto ids = ids_in(got);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(ids[i], ids[0]) << "the same one until it is taken";
  EXPECT_EQ(states_in(v1_, got).back(), "completed");
}

TEST_F(PushFaults, AReceiverThatIsGivenUpStandsInTheTask) {
  const RunningGateway gateway(agent_, push_change({{"give_up_after", "100ms"}}));
  PushReceiver receiver([](std::size_t) { return PushReceiver::answer(500); });
  const Json task = completed(gateway, receiver.url());
  const Json failures = failures_of(gateway, task);
  ASSERT_TRUE(failures.contains("hook")) << failures;
  EXPECT_THAT(failures["hook"]["reason"].dump(), HasSubstr("HTTP status 500"));
  const Json list = gateway.client().call("ListTasks", Json::object())["result"];
  EXPECT_EQ(list["tasks"][0]["metadata"][kFailures], failures);
}

TEST_F(PushFaults, OneThatIsGoneIsGivenUpAtOnce) {
  const RunningGateway gateway(agent_, push_change());
  PushReceiver receiver([](std::size_t) { return PushReceiver::answer(410); });
  const Json task = completed(gateway, receiver.url());
  EXPECT_THAT(failures_of(gateway, task)["hook"]["reason"].dump(), HasSubstr("410"));
  EXPECT_EQ(receiver.count(), 1U);
}

TEST_F(PushFaults, OneThatHangsDelaysNoOther) {
  PushReceiver hanging([](std::size_t) { return std::string(); });
  PushReceiver working;
  const RunningGateway gateway(agent_, push_change({{"timeout", "60s"}, {"deliveries", 4}}));
  give_task(agent_, completed_task(v1_));
  for (int i = 0; i < 8; ++i)
    send_with_push(gateway.client(), push_config(v1_, hanging.url()), "h-" + std::to_string(i));
  ASSERT_THAT(hanging.wait_for(1), SizeIs(1));
  completed(gateway, working.url());
  EXPECT_EQ(states_in(v1_, wait_for_state(v1_, working, "completed")).back(), "completed");
  EXPECT_EQ(hanging.count(), 1U) << "a quarter of them";
}

TEST_F(PushFaults, ATaskHasALimitOfConfigs) {
  const RunningGateway gateway(agent_, push_change({{"configs_per_task", 2}}));
  const Gate gate;
  work_until(agent_, gate);
  const Json task = gateway.client().send(user_text(v1_, "go"), true);
  const auto create = [&](const std::string& id) {
    Json params = push_config(v1_, "http://127.0.0.1:1024/", id);
    params["taskId"] = task["id"];
    return gateway.client().call("CreateTaskPushNotificationConfig", params);
  };
  EXPECT_TRUE(create("a").contains("result"));
  EXPECT_TRUE(create("b").contains("result"));
  EXPECT_TRUE(create("a").contains("result")) << "it takes its own place";
  EXPECT_THAT(create("c")["error"]["message"].dump(), HasSubstr("limit of 2"));
  gate.open();
  gateway.client().wait_for(task["id"], "completed");
}

TEST_F(PushFaults, WhereItIsSwitchedOffItIsNotOffered) {
  const RunningGateway gateway(agent_, Json{{"push", {{"enabled", false}}}});
  const GatewayClient client = gateway.client();
  EXPECT_EQ(
      client.request("GET", "/fight/.well-known/agent-card.json").json()["capabilities"]["pushNotifications"],
      false);
  for (const char* method : {"CreateTaskPushNotificationConfig", "GetTaskPushNotificationConfig",
                             "ListTaskPushNotificationConfigs", "DeleteTaskPushNotificationConfig",
                             "tasks/pushNotificationConfig/set", "tasks/pushNotificationConfig/list"}) {
    const std::string call =
        R"({"jsonrpc":"2.0","id":1,"params":{},"method":")" + std::string(method) + "\"}";
    EXPECT_EQ(client.request("POST", "/fight", {{"Content-Type", "application/json"}}, call)
                  .json()["error"]["code"],
              -32003)
        << method;
  }
  const HttpMessage rest = client.request("GET", "/fight/tasks/t/pushNotificationConfigs");
  EXPECT_EQ(rest.status(), 400);
  EXPECT_THAT(rest.body, HasSubstr("PUSH_NOTIFICATION_NOT_SUPPORTED"));
  give_task(agent_, completed_task(v1_));
  EXPECT_TRUE(send_with_push(client, push_config(v1_, "http://10.0.0.1/")).contains("result")) << "left out";
}

TEST_F(PushFaults, TheCardSaysThatItIsOffered) {
  const RunningGateway gateway(agent_);
  const Json card = gateway.client().request("GET", "/fight/.well-known/agent-card.json").json();
  EXPECT_EQ(card["capabilities"]["pushNotifications"], true);
}

// The ledger knows what has been delivered: nothing is lost, and the order holds.
class PushRestart : public testing::Test {
 protected:
  PushRestart() { std::filesystem::create_directory(folder_); }
  ~PushRestart() override { std::filesystem::remove_all(folder_); }
  Json changes() const {
    Json all = push_change();
    all["ledger"] = {{"store", "sqlite"}, {"path", (folder_ / "ledger").string()}};
    all["limits"] = {{"drain", "0s"}};
    return all;
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("schemagate-push-" + std::to_string(::getpid()));
  const Dialect v1_ = v1_0();
  ScriptedAgent agent_;
};

TEST_F(PushRestart, WhatWasNotDeliveredIsDeliveredAfterIt) {
  std::atomic<bool> works = false;
  PushReceiver receiver(
      [&works](std::size_t count) { return PushReceiver::answer(works || count == 0 ? 200 : 503); });
  Json task;
  {
    const RunningGateway gateway(agent_, changes());
    give_task(agent_, completed_task(v1_));
    task = v1_.unwrap(send_with_push(gateway.client(), push_config(v1_, receiver.url()))["result"]);
    gateway.client().wait_for(task["id"], "completed");
    EXPECT_THAT(receiver.wait_for(3).size(), testing::Ge(3U)) << "the second is refused, again and again";
  }
  const std::size_t before = receiver.count();
  works = true;
  const RunningGateway gateway(agent_, changes());
  const auto got = receiver.wait_for(before + 1);
  ASSERT_GT(got.size(), before);
  const auto ids = ids_in(got);
  EXPECT_NE(ids[0], ids[1]);
  EXPECT_EQ(ids[before], ids[1]) << "where it was left, not the first one again";
  EXPECT_EQ(states_in(v1_, receiver.wait_for(before + 1)).back(), "completed");
}

}  // namespace
}  // namespace schemagate
