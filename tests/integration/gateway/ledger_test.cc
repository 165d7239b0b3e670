// What outlives the gateway: it is started again on the same ledger.
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::HasSubstr;

class LedgerRestart : public testing::Test {
 protected:
  LedgerRestart() { std::filesystem::create_directory(folder_); }
  ~LedgerRestart() override {
    gateway_.reset();
    std::filesystem::remove_all(folder_);
  }

  Json changes() const {
    return {{"ledger", {{"store", "sqlite"}, {"path", (folder_ / "ledger").string()}}},
            {"limits", {{"drain", "0s"}}}};
  }
  GatewayClient start() {
    gateway_.reset();
    gateway_.emplace(agent_, changes());
    return gateway_->client();
  }
  // A task that the agent works on until it is told otherwise.
  Json working_task(GatewayClient& client) {
    agent_.answer("SendMessage", {{"task", v1_.task("up-1", "working")}});
    agent_.answer("GetTask", v1_.task("up-1", "working"));
    const Json task = client.send(comparison(v1_), true);
    return client.wait_for(task["id"], "working");
  }

  const Dialect v1_ = v1_0();
  ScriptedAgent agent_;
  std::optional<RunningGateway> gateway_;

 private:
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("schemagate-ledger-" + std::to_string(::getpid()));
};

TEST_F(LedgerRestart, ATaskIsThereAgainWhileItsAgentIsDown) {
  give_task(agent_, completed_task(v1_));
  const Json task = start().send(comparison(v1_));
  const GatewayClient client = start();
  agent_.go_down();
  EXPECT_EQ(client.get(task["id"]), task);
}

TEST_F(LedgerRestart, AMessageIsStillKnown) {
  give_task(agent_, completed_task(v1_));
  const Json task = start().send(comparison(v1_));
  EXPECT_EQ(start().send(comparison(v1_)), task);
  EXPECT_EQ(agent_.messages().size(), 1U);
}

TEST_F(LedgerRestart, ATaskInFlightIsPolledWhereTheAgentDoesNotStream) {
  agent_.change_card({{"capabilities", {{"streaming", false}}}});
  GatewayClient client = start();
  const Json task = working_task(client);
  client = start();
  agent_.answer("GetTask", completed_task(v1_));
  const Json done = client.wait_for(task["id"], "completed");
  EXPECT_EQ(done["artifacts"][0]["artifactId"], "fight-result") << "typed as before the restart";
  EXPECT_EQ(agent_.messages().size(), 1U);
}

TEST_F(LedgerRestart, ATaskInFlightIsSubscribedToWhereTheAgentStreams) {
  agent_.change_card({{"capabilities", {{"streaming", true}}}});
  const Gate gate;
  work_until(agent_, gate);
  GatewayClient client = start();
  const Json task = client.send(comparison(v1_), true);
  client.wait_for(task["id"], "working");
  gateway_.reset();
  agent_.answer("GetTask", v1_.task("up-1", "working"));
  agent_.on("SubscribeToTask", [this](const AgentCall&, AgentAnswer& answer) {
    const Json artifact = v1_.artifact("x", Json::array({v1_.text_part(kTigerWins.dump())}));
    answer.begin_events();
    answer.event(v1_.wrap("task", v1_.task("up-1", "working")));
    answer.event(v1_.artifact_event("up-1", artifact, false, true));
    answer.event(v1_.status_event("up-1", "completed"));
    answer.end_events();
  });
  const Json done = start().wait_for(task["id"], "completed");
  EXPECT_EQ(done["artifacts"].size(), 1U);
  EXPECT_EQ(agent_.messages().size(), 1U);
  gate.open();
}

TEST_F(LedgerRestart, ATaskThatTheAgentHasNotNamedFailsWithTheReason) {
  agent_.change_card({{"capabilities", {{"streaming", false}}}});
  const Gate gate;
  work_until(agent_, gate);
  GatewayClient client = start();
  const Json task = client.send(comparison(v1_), true);
  ASSERT_TRUE(agent_.wait_for_messages(1));
  client = start();
  const Json failed = client.wait_for(task["id"], "failed");
  EXPECT_THAT(first_text(failed["status"]["message"]), HasSubstr("the gateway was restarted before"));
  EXPECT_EQ(client.send(comparison(v1_))["id"], task["id"]) << "the message is not sent again";
  EXPECT_EQ(agent_.messages().size(), 1U);
  gate.open();
}

TEST_F(LedgerRestart, ATaskThatWaitsForItsClientGoesOnWaiting) {
  give_task(agent_, v1_.task("up-1", "input-required"));
  const Json task = start().send(comparison(v1_));
  const GatewayClient client = start();
  EXPECT_EQ(client.get(task["id"]), task);
  give_task(agent_, completed_task(v1_));
  const Json done = client.send(in_task(user_text(v1_, "the tiger", "m-2"), task));
  EXPECT_EQ(v1_.state_of(done), "completed");
  EXPECT_EQ(agent_.messages().back().message()["taskId"], "up-1");
}

TEST_F(LedgerRestart, AStreamShowsATaskOfTheLastRunFromItsPresentState) {
  agent_.change_card({{"capabilities", {{"streaming", false}}}});
  GatewayClient client = start();
  const Json task = working_task(client);
  client = start();
  EventStream stream = client.subscribe(task["id"]);
  EXPECT_EQ(stream.next_result()["task"]["id"], task["id"]);
  agent_.answer("GetTask", completed_task(v1_));
  const auto rest = stream.rest();
  ASSERT_FALSE(rest.empty());
  EXPECT_EQ(v1_.state_of(v1_.unwrap(rest.back())), "completed");
}

// Pitfall 8: nothing is missed while the proxy in the middle restarts.
TEST_F(LedgerRestart, AStreamGoesOnBehindTheEventThatItsClientHasSeen) {
  agent_.change_card({{"capabilities", {{"streaming", false}}}});
  agent_.answer("SendMessage", {{"task", v1_.task("up-1", "working")}});
  agent_.answer("GetTask", v1_.task("up-1", "working"));
  GatewayClient client = start();
  EventStream stream = client.stream(user_text(v1_, "slow"));
  const std::string task_id = stream.next_result()["task"]["id"];
  const std::string seen = stream.id();
  client.wait_for(task_id, "working");
  stream.leave();
  client = start();
  agent_.answer("GetTask", completed_task(v1_));
  client.wait_for(task_id, "completed");
  const auto after = [&client, &task_id](const std::string& id) {
    return client.open("SubscribeToTask", {{"id", task_id}}, {{"Last-Event-ID", id}}).rest();
  };
  const auto all = after("0");
  const auto rest = after(seen);
  ASSERT_FALSE(rest.empty());
  EXPECT_TRUE(rest.front().contains("statusUpdate") || rest.front().contains("artifactUpdate"));
  EXPECT_EQ(v1_.state_of(v1_.unwrap(rest.back())), "completed");
  EXPECT_EQ(std::vector<Json>(all.end() - static_cast<std::ptrdiff_t>(rest.size()), all.end()), rest);
}

TEST_F(LedgerRestart, ASecondGatewayOnTheSameLedgerDoesNotStart) {
  start();
  try {
    const RunningGateway second(agent_, changes());
    ADD_FAILURE() << "it started";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("another process has it open"));
  }
}

TEST_F(LedgerRestart, AFullLedgerIsSaidAndTakesNothingBack) {
  give_task(agent_, completed_task(v1_));
  Json small = changes();
  small["ledger"]["file_size"] = "1MiB";
  gateway_.emplace(agent_, small);
  const GatewayClient client = gateway_->client();
  std::vector<Json> shown;
  Json error;
  Json health;
  const auto send_large = [&](const std::string& id) {
    Json data = kLionAndTiger;
    data["a"] = std::string(20'000, 'x');
    return client.post(call_body("SendMessage", v1_.send_params(comparison(v1_, data, id))).dump());
  };
  for (int i = 0; i < 500 && error.is_null(); ++i) {
    const HttpMessage response = send_large("m-" + std::to_string(i));
    const Json answer = response.json();
    EXPECT_EQ(response.status(), answer.contains("error") ? 503 : 200);
    EXPECT_EQ(response.header("Retry-After"), answer.contains("error") ? "5" : "");
    if (answer.contains("error")) {
      error = answer["error"];
    } else {
      shown.push_back(answer["result"]["task"]);
    }
  }
  ASSERT_FALSE(error.is_null());
  EXPECT_EQ(error["code"], -32603);
  EXPECT_THAT(std::string(error["message"]), HasSubstr("full"));
  ASSERT_FALSE(shown.empty());
  EXPECT_EQ(client.get(shown.front()["id"]), shown.front()) << "reading goes on";
  const Json page = client.call("ListTasks", {{"pageSize", 100}, {"includeArtifacts", true}})["result"];
  ASSERT_FALSE(page["tasks"].empty());
  for (const Json& task : page["tasks"]) {
    const auto known = std::ranges::find(shown, task["id"], [](const Json& one) { return one["id"]; });
    ASSERT_NE(known, shown.end()) << "refused, and there all the same: " << task;
    EXPECT_EQ(task["status"], (*known)["status"]);
  }
  const Json pushes =
      client.call("ListTaskPushNotificationConfigs", {{"taskId", shown.front()["id"]}})["result"];
  EXPECT_TRUE(pushes["configs"].empty()) << pushes;
  // What was refused is not tried again, so that there is room for little things.
  for (int i = 0; i < 100 && health["status"] != "degraded"; ++i) {
    EXPECT_EQ(send_large("more-" + std::to_string(i)).status(), 503);
    health = client.request("GET", "/healthz").json();
  }
  EXPECT_EQ(health["status"], "degraded");
  EXPECT_THAT(std::string(health["ledger"]), HasSubstr("full"));
  const GatewayClient later = start();
  for (const Json& task : shown) EXPECT_EQ(later.get(task["id"]), task);
  EXPECT_EQ(later.call("ListTasks", {{"pageSize", 1}})["result"]["totalSize"], shown.size());
}

}  // namespace
}  // namespace schemagate
