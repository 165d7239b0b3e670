#include "extension/agent_context/run_report.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>
#include <utility>

namespace schemagate::agent_context {
namespace {

GoalState goal_state_of(SubTaskState state) {
  switch (state) {
    case SubTaskState::kWaiting:
      return GoalState::kPending;
    case SubTaskState::kRunning:
    case SubTaskState::kAsking:
      return GoalState::kWorking;
    case SubTaskState::kCompleted:
      return GoalState::kCompleted;
    case SubTaskState::kFailed:
      return GoalState::kFailed;
    case SubTaskState::kBlocked:
      return GoalState::kBlocked;
    case SubTaskState::kCanceled:
      return GoalState::kCanceled;
  }
  std::unreachable();
}

// The state of a goal from those of its subtasks; one that is blocked throughout is blocked, not failed.
GoalState combined(const std::vector<GoalStatus>& parts) {
  const GoalState first = parts.front().status;
  const bool same =
      std::ranges::all_of(parts, [first](const GoalStatus& part) { return part.status == first; });
  return same ? first : overall_state(parts);
}

}  // namespace

TaskContext task_context_of(const PlanRun& run, std::string_view task_id) {
  const Plan& plan = run.plan();
  TaskContext task{
      .task_id = std::string(task_id),
      .user_query =
          plan.query.render(run.input(), [](const OutputPlace&) { return std::nullopt; }).value_or(""),
      .task_name = plan.name,
      .task_description = plan.description};
  std::map<std::string_view, std::vector<GoalStatus>> parts;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const std::string& goal = plan.sub_tasks[i].goal;
    if (!parts.contains(goal)) task.goals.push_back({goal});
    parts[goal].push_back({goal, goal_state_of(run.progress(i).state)});
  }
  for (GoalStatus& goal : task.goals) goal.status = combined(parts[goal.goal]);
  task.overall = overall_state(task.goals);
  if (!plan.include_times) return task;
  task.start_time = utc_text(run.started());
  if (run.is_finished()) task.end_time = utc_text(run.last_change());
  return task;
}

std::string_view name(RunOutcome outcome) {
  switch (outcome) {
    case RunOutcome::kOpen:
      return "open";
    case RunOutcome::kCompleted:
      return "completed";
    case RunOutcome::kRejected:
      return "rejected";
    case RunOutcome::kFailed:
      return "failed";
    case RunOutcome::kCanceled:
      return "canceled";
    case RunOutcome::kPartial:
      return "partial";
  }
  std::unreachable();
}

RunOutcome outcome_of(const PlanRun& run) {
  if (!run.is_finished()) return RunOutcome::kOpen;
  std::size_t completed = 0;
  bool agent_failed = false;
  for (std::size_t i = 0; i < run.size(); ++i) {
    completed += run.progress(i).state == SubTaskState::kCompleted ? 1 : 0;
    agent_failed = agent_failed || run.progress(i).failure == FailureKind::kAgent;
  }
  if (completed == run.size()) return RunOutcome::kCompleted;
  if (run.is_canceled()) return RunOutcome::kCanceled;
  if (completed > 0) return RunOutcome::kPartial;
  return agent_failed ? RunOutcome::kFailed : RunOutcome::kRejected;
}

std::string utc_text(std::int64_t time) {
  using std::chrono::days;
  using std::chrono::milliseconds;
  const std::chrono::sys_time<milliseconds> instant{milliseconds(time)};
  const auto day = std::chrono::floor<days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(instant - day);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
                static_cast<int>(clock.subseconds().count()));
  return text.data();
}

}  // namespace schemagate::agent_context
