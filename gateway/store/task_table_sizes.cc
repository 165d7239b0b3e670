// How much of one task a TaskTable takes.
#include <algorithm>

#include "gateway/store/task_table.h"

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::Result;

bool is_step(const TaskEvent& event) {
  return std::holds_alternative<RunStep>(event);
}

// That a run is to end is told in a word.
bool is_mark(const TaskEvent& event) {
  constexpr std::size_t kMarkBytesMax = 16;
  const auto* step = std::get_if<RunStep>(&event);
  return step != nullptr && step->line.size() <= kMarkBytesMax;
}

// Nothing of a task comes behind it.
bool is_end(const TaskEvent& event) {
  const auto* update = std::get_if<a2a::TaskStatusUpdate>(&event);
  return update != nullptr && a2a::is_terminal(update->status.state);
}

bool always_fits(const TaskEvent& event) {
  return is_end(event) || std::holds_alternative<PushGivenUp>(event) || is_mark(event);
}

}  // namespace

// Of a run, its first ones included: what bounds their number is its plan.
Result<void> TaskTable::check_steps(std::size_t bytes) const {
  if (bytes <= limits_.task_bytes_max) return {};
  return a2a::fail(ErrorCode::kInvalidAgentResponse, "the run has come to an end at the limit of " +
                                                         std::to_string(limits_.task_bytes_max) +
                                                         " bytes for the log of a task (limits.task_bytes)");
}

// Makes room among the others: a task that has ended gets only what always fits.
Result<void> TaskTable::check_size(const Entry& entry, std::size_t added,
                                   const std::vector<TaskEvent>& events, Forgotten& forgotten) {
  if (std::ranges::all_of(events, always_fits)) return {};
  const std::size_t bytes = entry.bytes - entry.created_bytes + added;
  const bool has_begun = entry.content && !entry.content->events.empty();
  const bool is_run =
      std::ranges::any_of(events, is_step) || (has_begun && is_step(entry.content->events.front()));
  if (is_run) {
    if (auto fits = check_steps(bytes); !fits) return fits;
  } else if (bytes > limits_.task_bytes_max) {
    return a2a::fail(ErrorCode::kInvalidAgentResponse, "the agent's output exceeds the limit of " +
                                                           std::to_string(limits_.task_bytes_max) +
                                                           " bytes (limits.task_bytes)");
  } else if (entry.versions + events.size() > limits_.task_events_max) {
    return a2a::fail(ErrorCode::kInvalidAgentResponse, "the agent sent more than the limit of " +
                                                           std::to_string(limits_.task_events_max) +
                                                           " events (limits.task_events)");
  }
  return make_room_for(added, entry.scope().owner, forgotten);
}

}  // namespace schemagate::store
