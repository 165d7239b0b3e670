#include "extension/agent_context/task_context.h"

#include <array>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/members.h"

namespace schemagate::agent_context {
namespace {

using a2a::ErrorCode;
using a2a::JsonValue;
using a2a::Result;

constexpr std::string_view kMembers[] = {"TaskID",     "UserQuery",     "TaskName",  "TaskDescription",
                                         "GoalStatus", "OverallStatus", "StartTime", "EndTime"};
constexpr std::array kStates = {GoalState::kPending,   GoalState::kWorking, GoalState::kBlocked,
                                GoalState::kCompleted, GoalState::kFailed,  GoalState::kCanceled};
constexpr std::size_t kGoalsMax = 10'000;
constexpr std::size_t kQueryBytesMax = 1 << 20;

std::unexpected<a2a::Error> refuse(std::string message) {
  return a2a::fail(ErrorCode::kInvalidParams, "TaskContext: " + std::move(message));
}

Result<GoalState> read_state(JsonValue object, std::string_view member) {
  const auto text = read_text(object, member, kIdMax);
  if (!text) return refuse(text.error().message);
  const auto state = text->empty() ? std::optional(GoalState::kPending) : goal_state_of(*text);
  if (!state)
    return refuse(std::string(member) +
                  ": expected pending, working, blocked, completed, failed or canceled");
  return *state;
}

Result<void> read_texts(JsonValue object, TaskContext& task) {
  const struct {
    std::string_view name;
    std::string& text;
    std::size_t bytes_max;
  } rows[] = {{"TaskID", task.task_id, kTextMax},     {"UserQuery", task.user_query, kQueryBytesMax},
              {"TaskName", task.task_name, kTextMax}, {"TaskDescription", task.task_description, kTextMax},
              {"StartTime", task.start_time, kIdMax}, {"EndTime", task.end_time, kIdMax}};
  for (const auto& row : rows) {
    auto text = read_text(object, row.name, row.bytes_max);
    if (!text) return refuse(text.error().message);
    row.text = *std::move(text);
  }
  return {};
}

Result<void> read_goals(JsonValue object, TaskContext& task) {
  const auto goals = read_list(object, "GoalStatus", kGoalsMax);
  if (!goals) return refuse(goals.error().message);
  for (const JsonValue element : *goals) {
    auto goal = read_text(element, "Goal", kTextMax);
    if (!goal) return refuse("GoalStatus: " + goal.error().message);
    const auto state = read_state(element, "Status");
    if (!state) return std::unexpected(state.error());
    task.goals.push_back({*std::move(goal), *state});
  }
  return {};
}

}  // namespace

std::string_view name(GoalState state) {
  switch (state) {
    case GoalState::kPending:
      return "pending";
    case GoalState::kWorking:
      return "working";
    case GoalState::kBlocked:
      return "blocked";
    case GoalState::kCompleted:
      return "completed";
    case GoalState::kFailed:
      return "failed";
    case GoalState::kCanceled:
      return "canceled";
  }
  std::unreachable();
}

std::optional<GoalState> goal_state_of(std::string_view word) {
  for (const GoalState state : kStates) {
    if (a2a::text::equals_ignore_case(name(state), word)) return state;
  }
  return std::nullopt;
}

bool is_open(GoalState state) {
  return state == GoalState::kPending || state == GoalState::kWorking;
}

void GoalCounts::add(GoalState state) {
  ++of_[static_cast<std::size_t>(state)];
  ++all_;
}

void GoalCounts::move(GoalState from, GoalState to) {
  --of_[static_cast<std::size_t>(from)];
  ++of_[static_cast<std::size_t>(to)];
}

GoalState GoalCounts::overall() const {
  if (all_are(GoalState::kCompleted)) return GoalState::kCompleted;
  if (all_are(GoalState::kPending)) return GoalState::kPending;
  if (in(GoalState::kPending) + in(GoalState::kWorking) > 0) return GoalState::kWorking;
  return in(GoalState::kCanceled) > 0 ? GoalState::kCanceled : GoalState::kFailed;
}

GoalState overall_state(std::span<const GoalStatus> goals) {
  GoalCounts counts;
  for (const GoalStatus& goal : goals) counts.add(goal.status);
  return counts.overall();
}

std::string write_task_context(const TaskContext& task) {
  std::string out = R"({"TaskContext":{)";
  a2a::append_string_member(out, "TaskID", task.task_id);
  a2a::append_string_member(out, "UserQuery", task.user_query);
  a2a::append_string_member(out, "TaskName", task.task_name);
  a2a::append_string_member(out, "TaskDescription", task.task_description);
  a2a::append_member_name(out, "GoalStatus");
  out += '[';
  for (std::size_t i = 0; i < task.goals.size(); ++i) {
    out += i > 0 ? ",{" : "{";
    a2a::append_string_member(out, "Goal", task.goals[i].goal);
    a2a::append_string_member(out, "Status", name(task.goals[i].status));
    out += '}';
  }
  out += ']';
  a2a::append_string_member(out, "OverallStatus", name(task.overall));
  if (!task.start_time.empty()) a2a::append_string_member(out, "StartTime", task.start_time);
  if (!task.end_time.empty()) a2a::append_string_member(out, "EndTime", task.end_time);
  out += R"(,"Optional":["StartTime","EndTime"]}})";
  return out;
}

Result<TaskContextReading> read_task_context(JsonValue value) {
  if (!value.is_object()) return refuse("expected an object");
  const JsonValue object = unwrapped(value, kTaskContextName);
  TaskContextReading reading;
  if (auto done = read_texts(object, reading.task); !done) return std::unexpected(done.error());
  if (auto done = read_goals(object, reading.task); !done) return std::unexpected(done.error());
  const auto overall = read_state(object, "OverallStatus");
  if (!overall) return std::unexpected(overall.error());
  reading.task.overall = *overall;
  remark_unknown(object, kMembers, reading.remarks);
  return reading;
}

}  // namespace schemagate::agent_context
