// What becomes of tasks that nobody drives, after a restart or when a run gave up.
#include "gateway/task/task_pickup.h"

#include <gmock/gmock.h>

#include "fake_core.h"
#include "late_store.h"

namespace schemagate {
namespace {

using a2a::TaskState;
using testing::HasSubstr;

constexpr std::string_view kCard = R"({
  "name": "Fake", "description": "Does things", "version": "1",
  "supportedInterfaces": [{"url": "http://agent.test/rpc", "protocolBinding": "JSONRPC",
                           "protocolVersion": "1.0"}],
  "capabilities": {}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "do", "name": "Do", "description": "Does", "tags": []}]})";

Config one_agent() {
  Config config;
  AgentConfig& agent = config.agents.emplace_back();
  agent.name = "fake";
  agent.upstream_url = "http://agent.test";
  agent.poll_interval = std::chrono::milliseconds(1);
  return config;
}

// With a store that answers at once, and with one that answers later.
class TaskPickupTest : public testing::TestWithParam<bool> {
 protected:
  void publish() { ASSERT_TRUE(agents_.find("fake")->update(kCard, "http://gateway.test")); }
  // A task that its run has left behind; `upstream`: how the agent calls it.
  void leave(const std::string& id, const store::UpstreamIds& upstream, const std::string& agent = "fake",
             const std::string& owner = "anonymous") {
    a2a::Task left{.id = id, .context_id = "c", .status = {.state = TaskState::kWorking}};
    left.history.push_back({.message_id = "run1-1-r1", .role = a2a::Role::kUser});
    const auto lease = core_.store.create({agent, owner}, {.task = std::move(left)}, core_.clock.utc());
    ASSERT_TRUE(lease);
    core_.store.link_upstream(*lease, upstream);
    core_.store.release_run(*lease);
  }
  a2a::Task task(const std::string& id, const std::string& agent = "fake",
                 const std::string& owner = "anonymous") const {
    return core_.store.get({agent, owner}, id).wait()->task;
  }
  a2a::Task end_of_run(const std::string& id) {
    for (int i = 0; i < 400 && !a2a::is_terminal(task(id, "fake", kRun).status.state); ++i) step();
    return task(id, "fake", kRun);
  }
  // Until the task has ended, or nothing more can be expected.
  a2a::Task end_of(const std::string& id, const std::string& agent = "fake") {
    for (int i = 0; i < 400 && !a2a::is_terminal(task(id, agent).status.state); ++i) step();
    return task(id, agent);
  }
  void step() {
    if (!std::exchange(started_, true)) {
      boost::asio::co_spawn(*context_, pick_up_tasks(services_.run, services_.plans, agents_),
                            boost::asio::detached);
    }
    context_->restart();
    context_->run_for(std::chrono::milliseconds(5));
  }
  static std::string words(const a2a::Task& task) {
    return task.status.message ? task.status.message->parts.at(0).content : "";
  }

  const std::string kRun = "plan/run1";
  FakeCore core_{{}, false, {}, {}, LogLevel::kWarn};
  AgentDirectory agents_{one_agent()};
  // Of the pick-up, which never ends: its coroutine goes before what it uses.
  std::unique_ptr<boost::asio::io_context> context_ = std::make_unique<boost::asio::io_context>();
  LateStore late_{core_.store, context_->get_executor()};
  TaskServices services_{{context_->get_executor(), core_.upstream, core_.ids, core_.digest, core_.document},
                         {GetParam() ? static_cast<store::Store&>(late_) : core_.store, core_.clock,
                          core_.log, core_.limits, core_.replies}};
  bool started_ = false;

  void TearDown() override { context_.reset(); }
};

TEST_P(TaskPickupTest, FollowsWhatTheAgentHasNamed) {
  publish();
  leave("t", {"up-1", "up-c"});
  core_.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  EXPECT_EQ(end_of("t").status.state, TaskState::kCompleted);
  EXPECT_THAT(core_.upstream.sent.at(0).request.body, HasSubstr(R"("id":"up-1")"));
  EXPECT_EQ(core_.upstream.count("SendMessage"), 0U) << "nothing is sent again";
}

TEST_P(TaskPickupTest, FailsWhatTheAgentHasNotNamed) {
  publish();
  leave("t", {});
  const a2a::Task failed = end_of("t");
  EXPECT_EQ(failed.status.state, TaskState::kFailed);
  EXPECT_EQ(words(failed), "the gateway was restarted before the agent had said how it calls the task");
  EXPECT_EQ(core_.upstream.sent.size(), 0U);
  EXPECT_TRUE(core_.store.unfinished().wait()->empty());
}

// The other one always takes what is written.
class TaskPickupOnALateStore : public TaskPickupTest {};

// Its disk is full: it is tried again until its end can be kept, and only then has it failed.
TEST_P(TaskPickupOnALateStore, SaysOnceThatATaskHasFailedThoughItsEndCannotBeWrittenAtFirst) {
  publish();
  leave("t", {});
  late_.takes_no_events = true;
  testing::internal::CaptureStderr();
  for (int i = 0; i < 20; ++i) step();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(task("t").status.state, TaskState::kWorking);
  late_.takes_no_events = false;
  testing::internal::CaptureStderr();
  EXPECT_EQ(end_of("t").status.state, TaskState::kFailed);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr(R"("event":"task_failed","agent":"fake")"));
}

// The agent has ended the task while nothing could be written: its end is not lost with the run that heard
// it.
TEST_P(TaskPickupOnALateStore, EndsWhatHasEndedAtTheAgentWhileNothingCouldBeWritten) {
  publish();
  leave("t", {"up-1", "up-c"});
  core_.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  late_.takes_no_events = true;
  for (int i = 0; i < 20; ++i) step();
  EXPECT_EQ(task("t").status.state, TaskState::kWorking);
  late_.takes_no_events = false;
  EXPECT_EQ(end_of("t").status.state, TaskState::kCompleted);
}

// AC-7: what a run has sent as data is found, too.
TEST_P(TaskPickupTest, FollowsWhatTheAgentHasMadeOfARunsMessage) {
  publish();
  leave("t", {}, "fake", kRun);
  core_.upstream.results["ListTasks"] =
      gives(R"({"tasks":[{"id":"other","contextId":"x","status":{"state":"TASK_STATE_WORKING"},)"
            R"("history":[{"messageId":"run1-1-r2","role":"ROLE_USER","parts":[{"data":{}}]}]},)"
            R"({"id":"up-1","contextId":"up-c","status":{"state":"TASK_STATE_WORKING"},)"
            R"("history":[{"messageId":"run1-1-r1","role":"ROLE_USER","parts":[{"data":{}}]}]}],)"
            R"("nextPageToken":"","pageSize":100,"totalSize":2})");
  core_.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  EXPECT_EQ(end_of_run("t").status.state, TaskState::kCompleted);
  EXPECT_THAT(core_.upstream.sent.at(1).request.body, HasSubstr(R"("id":"up-1")"));
  EXPECT_EQ(core_.upstream.count("SendMessage"), 0U) << "nothing is sent again";
}

TEST_P(TaskPickupTest, FailsWhatTheAgentDoesNotHaveOfARunsMessage) {
  publish();
  leave("t", {}, "fake", kRun);
  core_.upstream.results["ListTasks"] =
      gives(R"({"tasks":[],"nextPageToken":"","pageSize":100,"totalSize":0})");
  const a2a::Task failed = end_of_run("t");
  EXPECT_EQ(failed.status.state, TaskState::kFailed);
  EXPECT_EQ(words(failed), "the gateway was restarted before the agent had said how it calls the task");
}

TEST_P(TaskPickupTest, FailsWhatIsOfAnAgentThatIsNotConfiguredAnyMore) {
  publish();
  leave("t", {"up-1", "up-c"}, "gone");
  testing::internal::CaptureStderr();
  for (int i = 0; i < 5; ++i) step();
  EXPECT_EQ(task("t", "gone").status.state, TaskState::kWorking) << "there may be a mistake in its name";
  core_.clock.advance(std::chrono::minutes(5));
  const a2a::Task failed = end_of("t", "gone");
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr(R"("event":"tasks_without_agent","agent":"gone","tasks":1)"));
  EXPECT_THAT(log, HasSubstr(R"("event":"task_failed","agent":"gone","a2a.task.id":"t")"));
  EXPECT_EQ(failed.status.state, TaskState::kFailed);
  EXPECT_EQ(words(failed), "the gateway was restarted without the agent that worked on the task");
}

TEST_P(TaskPickupTest, WaitsForTheCardOfTheAgent) {
  leave("t", {"up-1", "up-c"});
  leave("unnamed", {});
  core_.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  EXPECT_EQ(end_of("unnamed").status.state, TaskState::kFailed) << "it is not waited for";
  EXPECT_EQ(task("t").status.state, TaskState::kWorking);
  publish();
  EXPECT_EQ(end_of("t").status.state, TaskState::kCompleted);
}

TEST_P(TaskPickupTest, FailsWhatIsOfAnAgentThatCannotBeReachedForTooLong) {
  agents_.find("fake")->set_problem(
      {.kind = AgentProblem::Kind::kUnreachable, .cause = "10.0.0.5", .shown = "its agent does not answer"});
  leave("t", {"up-1", "up-c"});
  step();
  EXPECT_EQ(task("t").status.state, TaskState::kWorking);
  core_.clock.advance(std::chrono::seconds(299));
  for (int i = 0; i < 5; ++i) step();
  EXPECT_EQ(task("t").status.state, TaskState::kWorking);
  // Where the store is late, the time may begin after the step.
  for (int i = 0; i < 100 && task("t").status.state == TaskState::kWorking; ++i) {
    core_.clock.advance(std::chrono::seconds(30));
    step();
  }
  const a2a::Task failed = task("t");
  EXPECT_EQ(failed.status.state, TaskState::kFailed);
  EXPECT_EQ(words(failed), "the gateway was restarted, and its agent does not answer");
}

TEST_P(TaskPickupTest, LeavesWhatSomebodyRunsAlone) {
  publish();
  leave("t", {"up-1", "up-c"});
  const auto run = core_.store.acquire_run("t").wait();
  ASSERT_TRUE(run);
  for (int i = 0; i < 5; ++i) step();
  EXPECT_EQ(task("t").status.state, TaskState::kWorking);
  EXPECT_EQ(core_.upstream.sent.size(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Stores, TaskPickupTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "Late" : "AtOnce"; });
INSTANTIATE_TEST_SUITE_P(Stores, TaskPickupOnALateStore, testing::Values(true));

}  // namespace
}  // namespace schemagate
