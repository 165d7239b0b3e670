// What a master, and whoever sends a context, hears of agents that the gateway takes contexts for.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/workers.h"

namespace schemagate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ContextWorkers : public testing::Test {
 protected:
  ContextWorkers() {
    std::filesystem::create_directory(folder_);
    agent_.change_card(kNoStreams);
  }
  ~ContextWorkers() override { std::filesystem::remove_all(folder_); }

  // A master of one subtask at "fight", which contexts are taken for.
  Json config() const {
    std::ofstream(folder_ / "plan.json") << Json{
        {"name", "one"},
        {"agents", {{"fight", Json::object()}}},
        {"subtasks", {{{"id", "b"}, {"agent", "fight"}, {"items", {{{"id", "w1"}, {"do", "Look at it"}}}}}}}};
    Json config = agent_change({{"agent_context", {{"mode", "per_item"}}}});
    config["limits"] = {{"drain", "0s"}};
    config["agents"]["m1"] = {{"kind", "master"}, {"plan", (folder_ / "plan.json").string()}};
    return config;
  }
  Json context() const {
    const Json items = context_of_items({{"w1", "Look at it"}});
    return mine_.message(mine_.user(), "m-c", Json::array({mine_.flagged_part("AgentContext", items)}));
  }
  void work_and_refuse_to_cancel() {
    work_by(agent_, [](const std::string&) { return Done{.state = "working"}; });
    agent_.on(mine_.get, [this](const AgentCall& call, AgentAnswer& answer) {
      answer.result(mine_.task(call.params().value("id", ""), "working"));
    });
    agent_.on(mine_.cancel,
              [](const AgentCall&, AgentAnswer& answer) { answer.error(-32002, "cannot be canceled"); });
  }
  std::string canceled_status(const GatewayClient& client, const Json& message) {
    const Json task = client.send(message, true);
    EXPECT_TRUE(agent_.wait_for_calls(mine_.get, 1));
    const Json canceled = client.cancel(task["id"])["result"];
    EXPECT_EQ(mine_.state_of(canceled), "canceled") << canceled;
    return first_text(canceled["status"]["message"]);
  }
  void fail_with(const std::string& reason) {
    const auto fail = [this, reason](const AgentCall& call, AgentAnswer& answer) {
      Json task = mine_.task("up-" + call.message().value("messageId", ""), "failed");
      task["status"]["message"] = mine_.message(mine_.agent(), "a-1", Json::array({mine_.text_part(reason)}));
      answer.result(mine_.wrap("task", task));
    };
    agent_.on(mine_.send, fail);
  }

  const Dialect mine_ = v1_0();
  ScriptedAgent agent_;
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("schemagate-context-workers-" + std::to_string(::getpid()));
};

TEST_F(ContextWorkers, AContextSaysThatItsAgentDidNotCancel) {
  work_and_refuse_to_cancel();
  const RunningGateway gateway(agent_, config());
  EXPECT_THAT(canceled_status(gateway.client(mine_), context()),
              HasSubstr("its agent did not cancel: cannot be canceled"));
}

TEST_F(ContextWorkers, AMasterSaysWhichOfThemDidNotCancel) {
  work_and_refuse_to_cancel();
  const RunningGateway gateway(agent_, config());
  EXPECT_EQ(canceled_status(gateway.client(mine_, "/m1"), user_text(mine_, "go")),
            "the run was canceled; b: its agent did not cancel: cannot be canceled");
}

TEST_F(ContextWorkers, AMasterSaysWhatAnAgentSaidThatFailed) {
  fail_with("boom: quota of the month is used up");
  const RunningGateway gateway(agent_, config());
  const Json task = gateway.client(mine_, "/m1").send(user_text(mine_, "go"));
  const std::string reason =
      "item w1 after 3 rounds: the agent did not complete it: boom: quota of the month";
  EXPECT_THAT(first_text(task["status"]["message"]), HasSubstr(reason)) << task;
  EXPECT_THAT(data_of(task, "results").dump(), HasSubstr(reason));
}

}  // namespace
}  // namespace schemagate
