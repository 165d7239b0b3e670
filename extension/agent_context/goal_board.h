// The goals of a run, kept as it goes on: each change costs what it changes, however many goals there are.
//
//   GoalBoard board(run);
//   ... events are applied to the run ...
//   std::string news = board.update(run);      // "Book a hotel: completed; Book flights: working"
//   TaskContext context = task_context_of(run, board, "t1");      // run_report.h
//
// A value; one thread at a time. All calls with the same run, or copies that are further on.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "extension/agent_context/run.h"
#include "extension/agent_context/task_context.h"

namespace schemagate::agent_context {

class GoalBoard {
 public:
  // The goals as they are now; what has happened before is no news.
  explicit GoalBoard(const PlanRun& run);

  // The goals whose state has changed since the last time, in the order of the plan; empty: none has.
  std::string update(const PlanRun& run);

  // As of the last update(), in the order of the plan.
  const std::vector<GoalStatus>& goals() const { return shown_; }
  // What overall_state() of the goals is.
  GoalState overall() const { return overall_.overall(); }

 private:
  std::vector<GoalState> parts_;      // by subtask
  std::vector<std::size_t> goal_of_;  // the same: index of its goal
  std::vector<GoalCounts> counts_;    // by goal: its subtasks
  std::vector<GoalStatus> shown_;     // the same
  GoalCounts overall_;                // goals
  std::size_t changes_seen_ = 0;
};

}  // namespace schemagate::agent_context
