#include "extension/agent_context/goal_board.h"

#include <set>
#include <string_view>
#include <unordered_map>
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

// Of a goal that has these subtasks: one that is blocked throughout is blocked, not failed.
GoalState combined(const GoalCounts& sub_tasks) {
  return sub_tasks.all_are(GoalState::kBlocked) ? GoalState::kBlocked : sub_tasks.overall();
}

}  // namespace

GoalBoard::GoalBoard(const PlanRun& run) : changes_seen_(run.state_changes().size()) {
  std::unordered_map<std::string_view, std::size_t> known;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const std::string& goal = run.plan().sub_tasks[i].goal;
    const std::size_t index = known.emplace(goal, counts_.size()).first->second;
    if (index == counts_.size()) {
      counts_.emplace_back();
      shown_.push_back({goal});
    }
    parts_.push_back(goal_state_of(run.progress(i).state));
    goal_of_.push_back(index);
    counts_[index].add(parts_.back());
  }
  for (std::size_t i = 0; i < shown_.size(); ++i) overall_.add(shown_[i].status = combined(counts_[i]));
}

std::string GoalBoard::update(const PlanRun& run) {
  std::set<std::size_t> touched;
  for (; changes_seen_ < run.state_changes().size(); ++changes_seen_) {
    const std::size_t sub_task = run.state_changes()[changes_seen_];
    const GoalState now = goal_state_of(run.progress(sub_task).state);
    counts_[goal_of_[sub_task]].move(std::exchange(parts_[sub_task], now), now);
    touched.insert(goal_of_[sub_task]);
  }
  std::string news;
  for (const std::size_t i : touched) {
    const GoalState now = combined(counts_[i]);
    if (now == shown_[i].status) continue;
    overall_.move(std::exchange(shown_[i].status, now), now);
    news += (news.empty() ? "" : "; ") + shown_[i].goal + ": " + std::string(name(now));
  }
  return news;
}

}  // namespace schemagate::agent_context
