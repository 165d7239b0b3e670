// What becomes of tasks that wait for their clients when others want their room.
#include "gateway/task/waiting_tasks.h"

#include <gmock/gmock.h>

#include "extension/agent_context/run_header.h"
#include "fake_core.h"
#include "late_store.h"

namespace schemagate {
namespace {

using a2a::TaskState;
using testing::HasSubstr;

constexpr std::string_view kAskingCard = R"({
  "name": "Fake", "description": "Does things", "version": "1",
  "supportedInterfaces": [{"url": "http://agent.test/rpc", "protocolBinding": "JSONRPC",
                           "protocolVersion": "1.0"}],
  "capabilities": {}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "do", "name": "Do", "description": "Does", "tags": []}]})";
constexpr std::string_view kAskingPlan =
    R"({"name": "p", "agents": {"fake": {}}, "subtasks": [{"id": "a", "agent": "fake", "items": [{"id": "i", "do": "Do"}]}]})";

Config an_agent_and_a_master() {
  Config config;
  AgentConfig& agent = config.agents.emplace_back();
  agent.name = "fake";
  agent.upstream_url = "http://agent.test";
  AgentConfig& master = config.agents.emplace_back();
  master.name = "master";
  master.master = std::make_shared<const MasterPlan>();
  return config;
}

// With a store that answers at once, and with one that answers later.
class WaitingTasksTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(agents_.find("fake")->update(kAskingCard, "http://gateway.test"));
    core_.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  }
  void TearDown() override { context_.reset(); }

  // A task that waits for its client; `steps`: the journal of a run.
  void ask(const std::string& id, const std::string& agent = "fake", std::vector<store::RunStep> steps = {}) {
    a2a::Task made{.id = id, .context_id = "c", .status = {.state = TaskState::kWorking}};
    const auto lease = core_.store.create(
        {agent, "asked"}, {.task = std::move(made), .first_steps = std::move(steps)}, core_.clock.utc());
    ASSERT_TRUE(lease);
    core_.store.link_upstream(*lease, {"up-" + id, "up-c"});
    a2a::TaskStatusUpdate asks{.status = {.state = TaskState::kInputRequired}};
    asks.status.timestamp = format_timestamp(core_.clock.utc());
    ASSERT_TRUE(core_.store.append(*lease, {std::move(asks)}, core_.clock.utc()));
    core_.store.release_run(*lease);
    core_.clock.advance(std::chrono::seconds(1));
  }
  // Of the master: a run of the plan that asks.
  void ask_in_a_run(const std::string& id) {
    ask(id, "master",
        {{agent_context::write_header({.id = "run1",
                                       .plan_json = std::string(kAskingPlan),
                                       .input = "Go",
                                       .takes_context = {false},
                                       .started = 1'000})}});
  }
  bool make(const std::string& id) {
    return core_.store.create({"fake", "other"}, {.task = {.id = id}}, core_.clock.utc()).has_value();
  }
  a2a::Task task(const std::string& id, const std::string& agent = "fake") const {
    return core_.store.get({agent, "asked"}, id).wait()->task;
  }
  void run() {
    if (!std::exchange(started_, true)) {
      boost::asio::co_spawn(*context_, give_up_waiting_tasks(services_.run, services_.plans, agents_),
                            boost::asio::detached);
    }
    for (int i = 0; i < 20; ++i) {
      context_->restart();
      context_->run_for(std::chrono::milliseconds(5));
    }
  }

  FakeCore core_{{}, false, {}, {.tasks_max = 3}, LogLevel::kWarn};
  AgentDirectory agents_{an_agent_and_a_master()};
  // Of what never ends: its coroutine goes before what it uses.
  std::unique_ptr<boost::asio::io_context> context_ = std::make_unique<boost::asio::io_context>();
  LateStore late_{core_.store, context_->get_executor()};
  TaskServices services_{{context_->get_executor(), core_.upstream, core_.ids, core_.digest, core_.document},
                         {GetParam() ? static_cast<store::Store&>(late_) : core_.store, core_.clock,
                          core_.log, core_.limits, core_.replies}};
  bool started_ = false;
};

TEST_P(WaitingTasksTest, TheOneInTheWayFailsWithTheReasonAndIsCanceledAtItsAgent) {
  for (const char* id : {"a", "b", "c"}) ask(id);
  run();
  EXPECT_EQ(task("a").status.state, TaskState::kInputRequired);
  EXPECT_TRUE(make("new"));
  testing::internal::CaptureStderr();
  run();
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr(R"("event":"task_failed","agent":"fake","a2a.task.id":"a")"));
  const a2a::Task failed = task("a");
  EXPECT_EQ(failed.status.state, TaskState::kFailed);
  EXPECT_THAT(failed.status.message->parts.at(0).content, HasSubstr("it had waited longest"));
  ASSERT_EQ(core_.upstream.count("CancelTask"), 1U);
  EXPECT_THAT(core_.upstream.sent.at(0).request.body, HasSubstr(R"("id":"up-a")"));
  for (const char* id : {"b", "c"}) EXPECT_EQ(task(id).status.state, TaskState::kInputRequired) << id;
  EXPECT_TRUE(core_.store.given_up().wait()->empty());
}

TEST_P(WaitingTasksTest, OneThatIsAnsweredMeanwhileGoesOn) {
  for (const char* id : {"a", "b", "c"}) ask(id);
  EXPECT_TRUE(make("new"));
  const auto answered = core_.store.acquire_run("a").wait();
  ASSERT_TRUE(answered);
  run();
  EXPECT_EQ(task("a").status.state, TaskState::kInputRequired);
  EXPECT_EQ(core_.upstream.count("CancelTask"), 0U);
}

// The other one always takes what is written.
class WaitingTasksOnALateStore : public WaitingTasksTest {};

TEST_P(WaitingTasksOnALateStore, OneWhoseEndCannotBeWrittenHasNotFailedAndGoesOnAtItsAgent) {
  for (const char* id : {"a", "b", "c"}) ask(id);
  EXPECT_TRUE(make("new"));
  late_.takes_no_events = true;
  testing::internal::CaptureStderr();
  run();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(task("a").status.state, TaskState::kInputRequired);
  EXPECT_EQ(core_.upstream.count("CancelTask"), 0U);
}

TEST_P(WaitingTasksOnALateStore, ARunWhoseEndCannotBeWrittenHasNotFailed) {
  ask_in_a_run("a");
  for (const char* id : {"b", "c"}) ask(id);
  EXPECT_TRUE(make("new"));
  late_.takes_no_events = true;
  testing::internal::CaptureStderr();
  run();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(task("a", "master").status.state, TaskState::kInputRequired);
}

TEST_P(WaitingTasksTest, ARunOfAPlanIsCanceledWithTheReason) {
  ask_in_a_run("a");
  for (const char* id : {"b", "c"}) ask(id);
  EXPECT_TRUE(make("new"));
  run();
  const a2a::Task canceled = task("a", "master");
  EXPECT_EQ(canceled.status.state, TaskState::kCanceled);
  EXPECT_THAT(canceled.history.back().parts.at(0).content, HasSubstr("it had waited longest"));
}

INSTANTIATE_TEST_SUITE_P(Stores, WaitingTasksTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "Late" : "AtOnce"; });
INSTANTIATE_TEST_SUITE_P(Stores, WaitingTasksOnALateStore, testing::Values(true));

}  // namespace
}  // namespace schemagate
