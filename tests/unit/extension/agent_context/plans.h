// Plans, runs and agents without a network, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "extension/agent_context/delivery.h"
#include "extension/agent_context/plan_reader.h"
#include "extension/agent_context/run.h"
#include "extension/agent_context/sub_task_context.h"

namespace schemagate::agent_context {

inline PlanReading reading_of(std::string_view json) {
  return read_plan(*a2a::parse_tree(json, {.bytes_max = 64 << 20, .values_max = 1 << 22}));
}

inline std::shared_ptr<const Plan> plan_of(std::string_view json) {
  PlanReading reading = reading_of(json);
  for (const PlanProblem& problem : reading.problems)
    ADD_FAILURE() << problem.path << ": " << problem.message;
  return std::make_shared<const Plan>(reading.plan.value_or(Plan{}));
}

inline PlanRun run_of(std::string_view json, std::string_view input = "Go", bool takes_context = false) {
  auto plan = plan_of(json);
  return PlanRun({.id = "run1",
                  .plan = plan,
                  .input = RunInput::read(std::string(input)).value(),
                  .takes_context = std::vector<bool>(plan->agents.size(), takes_context),
                  .started = 1'000});
}

inline a2a::Task task_with(a2a::TaskState state, std::string_view text, std::string_view data = {}) {
  a2a::Task task{.id = "t", .context_id = "c", .status = {.state = state}};
  a2a::Artifact artifact{.artifact_id = "a"};
  if (!text.empty()) artifact.parts.push_back({.content = std::string(text)});
  if (!data.empty()) artifact.parts.push_back({.kind = a2a::PartKind::kData, .content = std::string(data)});
  if (state == a2a::TaskState::kCompleted) {
    task.artifacts.push_back(std::move(artifact));
  } else if (!text.empty()) {
    task.status.message = a2a::Message{.message_id = "m", .role = a2a::Role::kAgent, .parts = artifact.parts};
  }
  return task;
}

inline a2a::Task completed(std::string_view text, std::string_view data = {}) {
  return task_with(a2a::TaskState::kCompleted, text, data);
}

// What an agent does with a message; nullopt: it cannot be reached.
using Worker = std::function<std::optional<a2a::SendResult>(const CallKey&, const a2a::Message&)>;

// Drives a run: one call after the other, everything written down before its effect, as a driver must.
class SimulatedRun {
 public:
  SimulatedRun(PlanRun run, Worker worker) : run_(run), fresh_(std::move(run)), worker_(std::move(worker)) {}

  // One event; false when there is nothing to be done.
  bool step() {
    const NextSteps next = run_.next(now_);
    if (!next.evaluate.empty()) return record(run_.evaluate_round(next.evaluate.front()));
    if (!next.call.empty()) return launch(next.call.front());
    if (!flying_.empty()) return land();
    if (!next.cancel.empty()) return record(ended(next.cancel.front(), CallOutcome::kCanceled, ""));
    if (!next.wake) return false;
    now_ = *next.wake;
    return true;
  }
  void play() {
    while (step()) {
    }
  }
  // As after kill -9: the journal again from the begin, what was on its way is gone.
  void crash() {
    run_ = fresh_;
    for (const std::string& line : journal_) {
      const auto event = read_event(line);
      ASSERT_TRUE(event) << line;
      ASSERT_TRUE(run_.apply(*event)) << line;
    }
    flying_.clear();
    ASSERT_TRUE(record(Resumed{}));
  }

  bool record(RunEventBody body) {
    const RunEvent event{now_++, std::move(body)};
    journal_.push_back(write_event(event));
    const auto done = run_.apply(event);
    EXPECT_TRUE(done) << journal_.back();
    return done.has_value();
  }

  const PlanRun& run() const { return run_; }
  SubTaskState state(std::size_t sub_task) const { return run_.progress(sub_task).state; }
  const std::string& reason(std::size_t sub_task) const { return run_.progress(sub_task).reason; }
  const std::vector<std::string>& journal() const { return journal_; }
  // Of all messages, in the order in which they left.
  const std::vector<a2a::Message>& sent() const { return sent_; }

 private:
  CallEnded ended(std::size_t sub_task, CallOutcome outcome, std::string text) const {
    return {.call = run_.progress(sub_task).call,
            .outcome = outcome,
            .text = std::move(text),
            .results = {},
            .remarks = {}};
  }
  bool launch(std::size_t sub_task) {
    const CallKey call = run_.call_of(sub_task);
    // A task that the agent has made is followed, not asked for again.
    const bool is_followed = run_.progress(sub_task).state != SubTaskState::kWaiting &&
                             !run_.progress(sub_task).task_id.empty() && call.turn == 0;
    if (!record(CallStarted{call, run_.progress(sub_task).attempt + 1})) return false;
    const auto message = message_for(run_, call);
    if (!message) return record(SubTaskRefused{sub_task, message.error().message});
    if (!is_followed) sent_.push_back(*message);
    flying_.push_back({call, *message});
    return true;
  }
  bool land() {
    const auto [call, message] = flying_.front();
    flying_.erase(flying_.begin());
    const auto result = worker_(call, message);
    if (!result) return record(ended(call.sub_task, CallOutcome::kUnreachable, "refused connection"));
    return record(read_answer(run_, call, *result));
  }

  PlanRun run_;
  PlanRun fresh_;
  Worker worker_;
  std::vector<std::pair<CallKey, a2a::Message>> flying_;
  std::vector<std::string> journal_;
  std::vector<a2a::Message> sent_;
  std::int64_t now_ = 1'000;
};

}  // namespace schemagate::agent_context
