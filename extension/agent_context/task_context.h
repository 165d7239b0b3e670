// TaskContext of draft-chang-agent-context-interaction-02 (section 5.1, figure 3): what the master, and
// nobody else, keeps of a whole task.
//
//   TaskContext task{.task_id = "t1", .user_query = "Plan a tour"};
//   task.goals = {{"Book a hotel", GoalState::kWorking}};
//   task.overall = overall_state(task.goals);
//   std::string text = write_task_context(task);   // {"TaskContext":{"TaskID":"t1",...}}
//
// Values; pure; safe from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "extension/agent_context/remark.h"

namespace schemagate::agent_context {

// The draft shows a text and names no words.
enum class GoalState : std::uint8_t {
  kPending,
  kWorking,
  // A goal that it needs has failed.
  kBlocked,
  kCompleted,
  kFailed,
  kCanceled,
};
inline constexpr std::size_t kGoalStates = 6;
// "pending".
std::string_view name(GoalState state);
std::optional<GoalState> goal_state_of(std::string_view word);
// Whether something may still happen to it: pending or working.
bool is_open(GoalState state);

struct GoalStatus {
  std::string goal;
  GoalState status = GoalState::kPending;
  bool operator==(const GoalStatus&) const = default;
};

struct TaskContext {
  std::string task_id = {};
  std::string user_query = {};
  std::string task_name = {};
  std::string task_description = {};
  std::vector<GoalStatus> goals = {};
  GoalState overall = GoalState::kPending;
  // RFC 3339; empty: left out, to save tokens.
  std::string start_time = {};
  std::string end_time = {};
  bool operator==(const TaskContext&) const = default;
};

// How many goals, or parts of one, are in each state.
class GoalCounts {
 public:
  void add(GoalState state);
  void move(GoalState from, GoalState to);
  bool all_are(GoalState state) const { return in(state) == all_; }
  // The state of the whole: completed only when all goals are; working while some are open and some have
  // begun or ended, pending while none has; otherwise canceled if one is, else failed. Completed without
  // goals.
  GoalState overall() const;

 private:
  std::size_t in(GoalState state) const { return of_[static_cast<std::size_t>(state)]; }

  std::array<std::size_t, kGoalStates> of_ = {};
  std::size_t all_ = 0;
};

// GoalCounts::overall() of them.
GoalState overall_state(std::span<const GoalStatus> goals);

// As in figure 3, wrapped; `Optional` names StartTime and EndTime, which are absent when they are unset.
std::string write_task_context(const TaskContext& task);

struct TaskContextReading {
  TaskContext task;
  std::vector<Remark> remarks;
};
// Wrapped or bare, names of members in any case. Errors: kInvalidParams with the place: no object, a text of
// another kind or too long, a status word that is none of ours (an empty one is pending), more than 10,000
// goals.
a2a::Result<TaskContextReading> read_task_context(a2a::JsonValue value);

}  // namespace schemagate::agent_context
