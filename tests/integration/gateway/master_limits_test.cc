// What a master may ask for on behalf of its caller, and what a cancellation of it reaches.
#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <thread>

#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/workers.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class MasterLimits : public testing::Test {
 protected:
  MasterLimits() { std::filesystem::create_directory(folder_); }
  ~MasterLimits() override {
    gateway_.reset();
    std::filesystem::remove_all(folder_);
  }

  // Subtasks "s1" to "s<count>" of one item each, all at the agent "fight".
  static Json plan_of(int count, const Json& limits = {{"call_seconds", 10}}) {
    Json sub_tasks = Json::array();
    for (int i = 1; i <= count; ++i) {
      const std::string id = "s" + std::to_string(i);
      sub_tasks.push_back({{"id", id},
                           {"agent", "fight"},
                           {"goal", "Goal " + id},
                           {"items", {{{"id", "i"}, {"do", "Do " + id}}}}});
    }
    return {{"name", "many"},
            {"agents", {{"fight", Json::object()}}},
            {"limits", limits},
            {"subtasks", sub_tasks}};
  }
  GatewayClient start(const Json& plan, const Json& changes = Json::object()) {
    gateway_.reset();
    std::ofstream(folder_ / "plan.json") << plan.dump();
    Json all = {{"limits", {{"drain", "0s"}}},
                {"agents", {{"many", {{"kind", "master"}, {"plan", (folder_ / "plan.json").string()}}}}}};
    all.merge_patch(changes);
    gateway_.emplace(agent_, all);
    return gateway_->client(mine_, "/many");
  }
  std::string send_body(const std::string& id, bool at_once = true) const {
    Json params = mine_.send_params(user_text(mine_, "go", id));
    params["configuration"]["returnImmediately"] = at_once;
    return call_body(mine_.send, params).dump();
  }
  // Every message that the agent gets becomes a task that stays at work.
  void work_for_ever() {
    agent_.change_card(kNoStreams);
    work_by(agent_, [](const std::string&) { return Done{.state = "working"}; });
    agent_.on(mine_.get, [this](const AgentCall& call, AgentAnswer& answer) {
      answer.result(mine_.task(call.params().value("id", ""), "working"));
    });
    agent_.on(mine_.cancel, [this](const AgentCall& call, AgentAnswer& answer) {
      answer.result(mine_.task(call.params().value("id", ""), "canceled"));
    });
  }

  // How many of the agent's tasks have been asked for.
  std::size_t tasks_asked_for() const {
    std::set<std::string> ids;
    for (const AgentCall& call : agent_.calls(mine_.get)) ids.insert(call.params().value("id", ""));
    return ids.size();
  }

  const Dialect mine_ = v1_0();
  ScriptedAgent agent_{v1_0()};
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("schemagate-master-limits-" + std::to_string(::getpid()));
  std::optional<RunningGateway> gateway_;
};

std::vector<std::string> history_texts(const Json& task) {
  std::vector<std::string> texts;
  for (const Json& message : task.value("history", Json::array())) texts.push_back(first_text(message));
  return texts;
}

TEST_F(MasterLimits, ACancelIsOneForEachSubtaskThatRunsAndOneReason) {
  work_for_ever();
  const GatewayClient client = start(plan_of(6), {{"limits", {{"drain", "10s"}}}});
  const Json task = client.send(user_text(mine_, "go"), true);
  for (std::size_t asked = 4; tasks_asked_for() < 4; ++asked)
    ASSERT_TRUE(agent_.wait_for_calls(mine_.get, asked)) << "per_agent";
  const Json canceled = client.cancel(task["id"])["result"];
  gateway_.reset();  // what it still has to do
  EXPECT_EQ(mine_.state_of(canceled), "canceled") << canceled;
  EXPECT_THAT(agent_.calls(mine_.cancel), SizeIs(4));
  EXPECT_THAT(agent_.messages(), SizeIs(4));
  EXPECT_EQ(first_text(canceled["status"]["message"]), "the run was canceled");
  const auto texts = history_texts(canceled);
  EXPECT_EQ(std::set(texts.begin(), texts.end()).size(), texts.size()) << canceled["history"];
}

TEST_F(MasterLimits, AnAgentThatDoesNotCancelIsNamed) {
  work_for_ever();
  agent_.on(mine_.cancel, [](const AgentCall&, AgentAnswer& answer) { answer.error(-32002, "not now"); });
  const GatewayClient client = start(plan_of(1));
  const Json task = client.send(user_text(mine_, "go"), true);
  ASSERT_TRUE(agent_.wait_for_calls(mine_.get, 1));
  const Json canceled = client.cancel(task["id"])["result"];
  EXPECT_THAT(first_text(canceled["status"]["message"]),
              HasSubstr("the run was canceled; Goal s1: its agent did not cancel: "));
}

// What a restart has left at work is canceled at its agent, too.
TEST_F(MasterLimits, ACancelNotedBeforeARestartIsCarriedOutAfterIt) {
  work_for_ever();
  const Json ledger = {{"ledger", {{"store", "sqlite"}, {"path", (folder_ / "ledger").string()}}}};
  const Gate gate;
  agent_.on(mine_.cancel, [this, gate](const AgentCall& call, AgentAnswer& answer) {
    gate.wait();
    answer.result(mine_.task(call.params().value("id", ""), "canceled"));
  });
  GatewayClient client = start(plan_of(1), ledger);
  const Json task = client.send(user_text(mine_, "go"), true);
  ASSERT_TRUE(agent_.wait_for_calls(mine_.get, 1));
  std::jthread canceling([&client, &task] { (void)client.cancel(task["id"]); });
  ASSERT_TRUE(agent_.wait_for_calls(mine_.cancel, 1));
  gateway_.reset();
  gate.open();
  canceling.join();
  client = start(plan_of(1), ledger);
  const Json canceled = client.wait_for(task["id"], "canceled");
  EXPECT_EQ(mine_.state_of(canceled), "canceled") << canceled;
  EXPECT_TRUE(agent_.wait_for_calls(mine_.cancel, 2)) << "the first may have been lost with the process";
  EXPECT_THAT(agent_.messages(), SizeIs(1));
}

TEST_F(MasterLimits, ARunHasAsManyStepsAsItsPlanNeeds) {
  work_by(agent_, [](const std::string&) { return Done{.text = "done"}; });
  const Json task = start(plan_of(30), limits_change({{"task_events", 16}})).send(user_text(mine_, "go"));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
}

TEST_F(MasterLimits, ARunThatIsLargerThanATaskMayBeSaysWhichLimitItIs) {
  work_by(agent_, [](const std::string&) { return Done{.text = std::string(2'000, 'x')}; });
  const Json limits = limits_change({{"task_bytes", "64KiB"}, {"event_bytes", "64KiB"}});
  const Json task = start(plan_of(40), limits).send(user_text(mine_, "go"));
  EXPECT_EQ(mine_.state_of(task), "failed") << task;
  EXPECT_THAT(first_text(task["status"]["message"]),
              HasSubstr("65536 bytes for the log of a task (limits.task_bytes)"));
}

class MasterQuotas : public MasterLimits {
 protected:
  static Json quotas(const Json& limits) {
    Json config = with_api_keys({"alice", "bob"});
    config["rules"] = {{"all", Json::object()}};
    config["quotas"] = {{"principal", limits}};
    return config;
  }
};

// The master's own task takes one place, each message that it sends for its caller another.
TEST_F(MasterQuotas, WhatAMasterSendsCountsAsItsCallersOwn) {
  work_for_ever();
  const GatewayClient client = start(plan_of(6), quotas({{"running_tasks", 3}}));
  EXPECT_EQ(client.post(send_body("m-1"), key_of("alice")).status(), 200);
  ASSERT_TRUE(agent_.wait_for_calls(mine_.get, 4));
  EXPECT_THAT(texts_of(agent_), SizeIs(2));
  EXPECT_EQ(client.post(send_body("m-2"), key_of("alice")).status(), 429);
  EXPECT_EQ(client.post(send_body("m-3"), key_of("bob")).status(), 200) << "somebody else is not";
}

TEST_F(MasterQuotas, WhatHasToWaitForAPlaceIsDoneAfterwards) {
  work_by(agent_, [](const std::string&) { return Done{.text = "done"}; });
  const GatewayClient client = start(plan_of(6), quotas({{"running_tasks", 2}}));
  const Json answer = client.post(send_body("m-1", false), key_of("alice")).json();
  EXPECT_EQ(mine_.state_of(answer["result"]["task"]), "completed") << answer;
  EXPECT_THAT(texts_of(agent_), SizeIs(6));
}

TEST_F(MasterQuotas, RequestsAreCountedToo) {
  work_by(agent_, [](const std::string&) { return Done{.text = "done"}; });
  const GatewayClient client = start(plan_of(60), quotas({{"requests_per_second", 1}, {"burst", 80}}));
  const Json answer = client.post(send_body("m-1", false), key_of("alice")).json();
  EXPECT_EQ(mine_.state_of(answer["result"]["task"]), "completed") << answer;
  int left = 0;
  while (left < 80 && client.request("GET", "/many/tasks", key_of("alice")).status() == 200) ++left;
  EXPECT_LT(left, 60) << "80, without what it has sent itself, and one more a second";
}

TEST_F(MasterQuotas, WhereTheMasterHasTheOnlyPlaceTheReasonIsSaid) {
  work_by(agent_, [](const std::string&) { return Done{.text = "done"}; });
  const GatewayClient client = start(plan_of(1, {{"call_seconds", 1}}), quotas({{"running_tasks", 1}}));
  const Json answer = client.post(send_body("m-1", false), key_of("alice")).json();
  const Json task = answer["result"]["task"];
  EXPECT_EQ(mine_.state_of(task), "failed") << answer;
  EXPECT_EQ(
      first_text(task["status"]["message"]),
      "Goal s1: not sent: too many tasks are running for this caller (quotas.principal.running_tasks: 1)");
  EXPECT_THAT(texts_of(agent_), IsEmpty());
}

}  // namespace
}  // namespace schemagate
