// A run as its master shows it. Pure; safe from any thread while the run is not changed.
#pragma once

#include <cstdint>
#include <string>

#include "extension/agent_context/goal_board.h"
#include "extension/agent_context/run.h"
#include "extension/agent_context/task_context.h"

namespace schemagate::agent_context {

// The TaskContext as of now, its TaskID `task_id`. Subtasks of one goal count together, as goals count in
// overall_state().
TaskContext task_context_of(const PlanRun& run, std::string_view task_id);
// The same as of the board's last update.
TaskContext task_context_of(const PlanRun& run, const GoalBoard& board, std::string_view task_id);

enum class RunOutcome : std::uint8_t {
  kOpen,       // not finished
  kCompleted,  // every item was accepted
  kRejected,   // nothing was accepted as a whole, and no agent failed: the evaluation says no
  kFailed,     // no subtask was completed, and an agent failed
  kCanceled,
  kPartial,  // some subtasks were completed, others not
};
std::string_view name(RunOutcome outcome);
RunOutcome outcome_of(const PlanRun& run);

// What came of every subtask, for whoever asked for the whole: {"outcome":"partial","subtasks":[{"id":…,
// "agent":…,"goal":…,"state":…,"reason":…,"referenceRefused":…,"items":[{"itemId":…,"from":…,"accepted":true,
// "outputabstract":…,"data":…,"output":…}]}]}. "output" is what the abstract is the beginning of; what of it,
// or of the data, is too large to be kept is told by "outputCut" and "outputSize", "dataCut" and "dataSize"
// (bytes).
std::string results_of(const PlanRun& run);

// That the run was canceled, why subtasks have failed or were blocked, and which agents did not cancel: "Book
// flights: …; …". Bounded; empty when there is nothing of that.
std::string reasons_of(const PlanRun& run);

// The same of a run that answers an AgentContext, for its sender, who knows nothing of subtasks.
std::string context_reasons_of(const PlanRun& run);

// "2026-04-30T08:00:00.000Z" of milliseconds since 1970.
std::string utc_text(std::int64_t time);

}  // namespace schemagate::agent_context
