#include "gateway/task/plan_task.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "a2a/json/tree.h"
#include "extension/agent_context/plan_reader.h"
#include "fake_core.h"

namespace schemagate {
namespace {

using agent_context::CallKey;
using testing::HasSubstr;

constexpr std::string_view kPlan =
    R"({"name": "p", "agents": {"x": {}}, "subtasks": [{"id": "a", "agent": "x", "items": [{"id": "i", "do": "Do"}]}]})";

// A library below it fails.
class ThrowingWorkers final : public WorkerCalls {
 public:
  std::optional<bool> takes_context(std::string_view) const override { return false; }
  bool is_plain(std::string_view) const override { return false; }
  net::Awaitable<WorkerResult> call(WorkerCall&, WorkerControl&, const Accepted&) override {
    throw std::runtime_error("call");
    co_return WorkerResult{};
  }
  net::Awaitable<std::string> cancel(const WorkerCall&) override {
    throw std::runtime_error("cancel");
    co_return std::string();
  }
};

class PlanTaskTest : public testing::Test {
 protected:
  static agent_context::PlanRun new_run() {
    auto plan = agent_context::read_plan(*a2a::parse_tree(kPlan, {})).plan;
    return agent_context::PlanRun({.id = "run1",
                                   .plan = std::make_shared<const agent_context::Plan>(std::move(*plan)),
                                   .input = *agent_context::RunInput::read("Go"),
                                   .takes_context = {false},
                                   .started = 1'000});
  }
  // To its end.
  a2a::Task drive(agent_context::PlanRun run, bool cancel_wanted) {
    const store::Scope scope{"doctor", "anonymous"};
    const auto lease = core_.store.create(
        scope, {.task = {.id = "t", .context_id = "c", .status = {.state = a2a::TaskState::kWorking}}},
        core_.clock.utc());
    PlanTaskBegin begin{.task = {.scope = scope, .task_id = "t", .context_id = "c", .lease = *lease},
                        .header = {.id = "run1"},
                        .run = std::move(run),
                        .cancel_wanted = cancel_wanted};
    PlanTask::start(std::make_shared<PlanTask>(dependencies_, std::move(begin)));
    core_.context.restart();
    core_.context.run_for(std::chrono::seconds(5));
    return core_.store.get(scope, "t").wait()->task;
  }

  FakeCore core_;
  ThrowingWorkers workers_;
  const PlanTaskDependencies dependencies_{.executor = core_.context.get_executor(),
                                           .tasks = core_.store,
                                           .durability = core_.store,
                                           .clock = core_.clock,
                                           .ids = core_.ids,
                                           .log = core_.log,
                                           .workers = workers_};
};

TEST_F(PlanTaskTest, ACallThatALibraryFailsFailsItsSubtask) {
  const a2a::Task task = drive(new_run(), false);
  EXPECT_EQ(task.status.state, a2a::TaskState::kFailed);
  EXPECT_THAT(task.status.message->parts.at(0).content, HasSubstr("internal error"));
}

// Else the run would wait for it for ever.
TEST_F(PlanTaskTest, ACancellationThatALibraryFailsEndsTheRun) {
  agent_context::PlanRun run = new_run();
  const CallKey call = run.call_of(0);
  for (const agent_context::RunEventBody& body :
       {agent_context::RunEventBody(agent_context::CallStarted{call, 1}),
        agent_context::RunEventBody(agent_context::CallAccepted{call, "up", "c"}),
        agent_context::RunEventBody(
            agent_context::CallEnded{call, agent_context::CallOutcome::kQuestion, "Which?", {}, {}})})
    ASSERT_TRUE(run.apply({1'000, body}));
  EXPECT_EQ(drive(std::move(run), true).status.state, a2a::TaskState::kCanceled);
}

}  // namespace
}  // namespace schemagate
