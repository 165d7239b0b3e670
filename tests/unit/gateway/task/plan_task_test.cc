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

// Says more than is kept.
class TalkativeWorkers final : public WorkerCalls {
 public:
  std::optional<bool> takes_context(std::string_view) const override { return false; }
  bool is_plain(std::string_view) const override { return false; }
  net::Awaitable<WorkerResult> call(WorkerCall&, WorkerControl&, const Accepted&) override {
    a2a::Task task{.id = "up", .status = {.state = a2a::TaskState::kCompleted}};
    a2a::Artifact artifact{.artifact_id = "a"};
    artifact.parts.push_back({.content = std::string(1'200'000, 'y')});
    task.artifacts.push_back(std::move(artifact));
    co_return WorkerResult{.answer = a2a::SendResult(std::move(task))};
  }
  net::Awaitable<std::string> cancel(const WorkerCall&) override { co_return std::string(); }
};

class ToldLines final : public LogObserver {
 public:
  void on_line(std::string_view, std::string_view event, const LogFields& fields) override {
    std::string line(event);
    append_fields(line, fields);
    lines.push_back(std::move(line));
  }
  void on_lost(std::size_t) override {}

  std::vector<std::string> lines;
};

// Reads what its context refers to, and has done everything then.
class ReadingWorkers final : public WorkerCalls {
 public:
  std::optional<bool> takes_context(std::string_view) const override { return true; }
  bool is_plain(std::string_view) const override { return false; }
  net::Awaitable<WorkerResult> call(WorkerCall& call, WorkerControl&, const Accepted&) override {
    received.push_back(call.message);
    nested_runs.push_back(call.nested_runs);
    first_wordings.push_back(call.first_wording);
    co_return WorkerResult{.outcome = agent_context::CallOutcome::kRefused, .text = "seen"};
  }
  net::Awaitable<std::string> cancel(const WorkerCall&) override { co_return std::string(); }

  std::vector<a2a::Message> received;
  std::vector<std::optional<a2a::Message>> first_wordings;
  std::vector<int> nested_runs;
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
  a2a::Task drive(agent_context::PlanRun run, bool cancel_wanted) {
    ThrowingWorkers workers;
    return drive(std::move(run), cancel_wanted, workers);
  }
  // To its end.
  a2a::Task drive(agent_context::PlanRun run, bool cancel_wanted, WorkerCalls& workers) {
    const PlanTaskDependencies dependencies{.executor = core_.context.get_executor(),
                                            .tasks = core_.store,
                                            .durability = core_.store,
                                            .clock = core_.clock,
                                            .ids = core_.ids,
                                            .log = log_,
                                            .workers = workers};
    const store::Scope scope{"doctor", "anonymous"};
    const auto lease = core_.store.create(
        scope, {.task = {.id = "t", .context_id = "c", .status = {.state = a2a::TaskState::kWorking}}},
        core_.clock.utc());
    PlanTaskBegin begin{.task = {.scope = scope, .task_id = "t", .context_id = "c", .lease = *lease},
                        .header = {.id = "run1"},
                        .run = std::move(run),
                        .cancel_wanted = cancel_wanted};
    PlanTask::start(std::make_shared<PlanTask>(dependencies, std::move(begin)));
    core_.context.restart();
    core_.context.run_for(std::chrono::seconds(5));
    return core_.store.get(scope, "t").wait()->task;
  }

  FakeCore core_;
  ToldLines told_;
  const Log log_{LogLevel::kError, &told_};
};

TEST_F(PlanTaskTest, TheLogTellsInWhoseRunAnAnswerWasCut) {
  TalkativeWorkers workers;
  EXPECT_EQ(drive(new_run(), false, workers).status.state, a2a::TaskState::kCompleted);
  EXPECT_THAT(told_.lines,
              testing::ElementsAre(R"(output_cut,"agent":"x","master":"doctor","a2a.task.id":"t",)"
                                   R"("cause":"item i: 1048576 of 1200000 bytes are kept")"));
}

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

constexpr std::string_view kTwoInOrder =
    R"({"name": "p", "agents": {"x": {}, "y": {}}, "subtasks": [{"id": "a", "agent": "x", "items": [{"id": "i", "do": "Do"}]},
        {"id": "b", "agent": "y", "after": ["a"], "deliver": "agent_context", "items": [{"id": "i", "do": "Do"}]}]})";

class OldReferences : public testing::Test {
 protected:
  OldReferences() { EXPECT_TRUE(config_.keys.add({"k1", std::string(32, 'k')})); }

  // A run whose second agent was sent its context, when the gateway was stopped for `pause`.
  void resume_after(std::chrono::minutes pause) {
    const KeptContext kept{.run = "run1", .id = "run1-2", .audience = "y", .content = "{}"};
    KeptContext record = kept;
    old_ = *contexts_.keep(std::move(record));
    KeptContext place = kept;
    old_place_ = *contexts_.keep_place(std::move(place));
    core_.clock.advance(pause);
    auto plan = agent_context::read_plan(*a2a::parse_tree(kTwoInOrder, {})).plan;
    agent_context::PlanRun run({.id = "run1",
                                .plan = std::make_shared<const agent_context::Plan>(std::move(*plan)),
                                .input = *agent_context::RunInput::read("Go"),
                                .takes_context = {false, true},
                                .started = 1'000});
    const CallKey first = run.call_of(0);
    apply(run, agent_context::CallStarted{first, 1});
    apply(run, agent_context::CallEnded{
                   first, agent_context::CallOutcome::kAnswered, "", {{0, true, "found", ""}}, {}});
    apply(run, run.evaluate_round(0));
    const CallKey second = run.call_of(1);
    apply(run, agent_context::CallStarted{second, 1});
    apply(run, agent_context::RecordStored{second, old_, old_place_});
    apply(run, agent_context::Resumed{});
    drive(std::move(run));
  }
  static void apply(agent_context::PlanRun& run, agent_context::RunEventBody body) {
    ASSERT_TRUE(run.apply({1'000, std::move(body)}));
  }
  void drive(agent_context::PlanRun run) {
    const store::Scope scope{"doctor", "anonymous"};
    const auto lease = core_.store.create(
        scope, {.task = {.id = "t", .context_id = "c", .status = {.state = a2a::TaskState::kWorking}}},
        core_.clock.utc());
    PlanTaskBegin begin{.task = {.scope = scope, .task_id = "t", .context_id = "c", .lease = *lease},
                        .header = {.id = "run1", .nested_runs = 3},
                        .run = std::move(run)};
    PlanTask::start(std::make_shared<PlanTask>(dependencies_, std::move(begin)));
    core_.context.restart();
    core_.context.run_for(std::chrono::seconds(5));
  }
  static std::string reference_in(const a2a::Message& message) {
    const auto context = a2a::parse_tree(message.parts.at(0).content);
    return (*context)["AgentContext"]["Context/ContextURI"];
  }

  FakeCore core_;
  ReadingWorkers workers_;
  ContextStoreConfig config_{.enabled = true, .offload_bytes = 0, .readers = {{"y", "anybody"}}};
  const ContextReferences contexts_{config_, "https://gw.example", core_.store, core_.clock};
  const PlanTaskDependencies dependencies_{.executor = core_.context.get_executor(),
                                           .tasks = core_.store,
                                           .durability = core_.store,
                                           .clock = core_.clock,
                                           .ids = core_.ids,
                                           .log = core_.log,
                                           .workers = workers_,
                                           .contexts = &contexts_};
  std::string old_;
  std::string old_place_;
};

// AC-52, AC-55: a run that goes on does not fail because the gateway was stopped for longer than references
// live.
TEST_F(OldReferences, AreReplacedWhenTheirMessageIsSentAfterALongStop) {
  resume_after(std::chrono::minutes(60));
  ASSERT_EQ(workers_.received.size(), 1U);
  const a2a::Message& sent = workers_.received.front();
  const std::string uri = reference_in(sent);
  EXPECT_NE(uri, old_);
  EXPECT_FALSE(contexts_.needs_renewal(uri, {}));
  EXPECT_THAT(sent.metadata.text, testing::Not(HasSubstr(old_place_)));
  ASSERT_TRUE(workers_.first_wordings.front());
  EXPECT_EQ(reference_in(*workers_.first_wordings.front()), old_) << "by which it is recognised";
  EXPECT_EQ(workers_.first_wordings.front()->message_id, sent.message_id);
}

TEST_F(OldReferences, StayWhileTheyAreGood) {
  resume_after(std::chrono::minutes(5));
  ASSERT_EQ(workers_.received.size(), 1U);
  EXPECT_EQ(workers_.nested_runs.front(), 3) << "whoever gets the message is told";
  EXPECT_EQ(reference_in(workers_.received.front()), old_);
  EXPECT_FALSE(workers_.first_wordings.front());
}

// Masters whose plans lead to one another would begin runs of one another for ever.
TEST(PlanRunsTest, AMessageThatHasComeThroughTooManyRunsBeginsNone) {
  AgentConfig config;
  config.agent_context.emplace();
  FakeCore core(config);
  CallContext context = core.call();
  context.origin = std::make_shared<CallOrigin>();
  context.origin->headers = {{"Schemagate-Runs", "4"}};
  const a2a::Message message{.parts = {{.content = "go"}}};
  const auto refused = core.run(core.services.plans.prepare(context, message));
  ASSERT_FALSE(refused);
  EXPECT_TRUE(a2a::has_reason(refused.error(), "PLANS_IN_A_CIRCLE")) << refused.error().message;
  context.origin->headers = {{"Schemagate-Runs", "3"}};
  const auto other = core.run(core.services.plans.prepare(context, message));
  ASSERT_FALSE(other);
  EXPECT_FALSE(a2a::has_reason(other.error(), "PLANS_IN_A_CIRCLE"));
}

}  // namespace
}  // namespace schemagate
