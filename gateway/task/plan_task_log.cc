// What a run says in its task's log beside its steps: status, artifacts, and how it ended.
#include <algorithm>
#include <utility>

#include "a2a/model/metadata.h"
#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/invoked_agent.h"
#include "extension/agent_context/review.h"
#include "extension/agent_context/run_report.h"
#include "extension/object_schemas/mode.h"
#include "extension/object_schemas/output_schemas.h"
#include "gateway/task/plan_task.h"

namespace schemagate {
namespace {

using a2a::TaskState;
using agent_context::RunOutcome;

constexpr std::string_view kSchemaMode = "application/json;schema=";

// Whether it has come to an end of a round, with whatever answer.
bool is_answered_by(const agent_context::SubTaskProgress& progress) {
  return progress.round > 0 && progress.results.size() >= progress.todo.size();
}

// Says the same whichever goal was the last to end.
std::string completed_text(const agent_context::GoalBoard& board) {
  const std::size_t goals = board.goals().size();
  if (goals == 1) return board.goals().front().goal + ": completed";
  return "all " + std::to_string(goals) + " goals are completed";
}

}  // namespace

// Where the run stands, if that is something else than before.
void PlanTask::add_news(Events& events) {
  if (run_.is_finished()) return;  // finish() says it
  if (!header_.context.empty()) {
    if (task_.state != TaskState::kWorking) add_status(events, TaskState::kWorking, "");
    return;
  }
  std::string news = board_.update(run_);
  if (!news.empty() && context_writes_.is_due()) add_task_context(events);
  if (!news.empty() || task_.state != TaskState::kWorking)
    add_status(events, TaskState::kWorking, std::move(news));
}

void PlanTask::add_task_context(Events& events) const {
  const auto context = agent_context::task_context_of(run_, board_, task_.task_id);
  add_artifact(events, std::string(kTaskContextArtifact), agent_context::write_task_context(context),
               agent_context::kTaskContextName);
}

// The question of an agent, or of the plan to a person, becomes the run's own.
void PlanTask::ask() {
  if (const auto asking = agent_context::who_asks(run_)) {
    Events events;
    if (!context_writes_.is_free()) add_task_context(events);
    add_status(events, TaskState::kInputRequired, agent_context::question_of(run_, *asking));
    append(std::move(events));
    return;
  }
  give_up({a2a::ErrorCode::kInternal, "nothing is left to be done, and the run has not finished"});
}

void PlanTask::finish() {
  if (dependencies_.contexts != nullptr) dependencies_.contexts->purge(owner_of_messages());
  Events events;
  header_.context.empty() ? finish_plan(events) : finish_context(events);
  append(std::move(events));
}

void PlanTask::finish_plan(Events& events) {
  (void)board_.update(run_);
  std::string text = completed_text(board_);
  add_task_context(events);
  add_artifact(events, "results", agent_context::results_of(run_), "");
  const RunOutcome outcome = agent_context::outcome_of(run_);
  TaskState state = TaskState::kFailed;
  if (outcome == RunOutcome::kCompleted) state = TaskState::kCompleted;
  if (outcome == RunOutcome::kCanceled) state = TaskState::kCanceled;
  if (outcome != RunOutcome::kCompleted) text = agent_context::reasons_of(run_);
  add_status(events, state, std::move(text));
}

// Items that were done are told also where a later one could not be asked for: they are not to be done twice.
void PlanTask::finish_context(Events& events) {
  a2a::JsonDocument document;
  const auto root = document.parse(header_.context, {.bytes_max = agent_context::kContextBytesMax});
  auto received = root ? agent_context::read_agent_context(*root)
                       : a2a::Result<agent_context::AgentContextReading>(std::unexpected(root.error()));
  if (!received) return add_status(events, TaskState::kFailed, received.error().message);
  const auto answer =
      agent_context::answer_of(received->context, run_, format_timestamp(dependencies_.clock.utc()));
  add_artifact(events, "agent-context", agent_context::write_agent_context(answer),
               agent_context::kAgentContextName);
  std::string outputs = agent_context::outputs_of_items(received->context, run_);
  if (!outputs.empty()) add_artifact(events, "outputs", std::move(outputs), "");
  bool is_answered = false;
  for (std::size_t i = 0; i < run_.size(); ++i) is_answered = is_answered || is_answered_by(run_.progress(i));
  const bool any_done = std::ranges::any_of(answer.states, &agent_context::ItemState::is_done);
  TaskState state = is_answered || any_done ? TaskState::kCompleted : TaskState::kFailed;
  if (run_.is_canceled()) state = TaskState::kCanceled;
  add_status(events, state, agent_context::context_reasons_of(run_));
}

void PlanTask::add_artifact(Events& events, std::string id, std::string json, std::string_view schema) const {
  a2a::Part part{.kind = a2a::PartKind::kData, .content = std::move(json)};
  a2a::Artifact artifact{.artifact_id = std::move(id)};
  if (!object_schemas::accepts_json(accepted_output_modes_)) {
    part.kind = a2a::PartKind::kText;
  } else if (schema.empty()) {
    part.media_type = "application/json";
  } else {
    a2a::set_mime_type(part, std::string(kSchemaMode) + std::string(schema));
    artifact.extensions = {std::string(object_schemas::kExtensionUri),
                           std::string(agent_context::kExtensionUri)};
  }
  artifact.parts.push_back(std::move(part));
  events.emplace_back(a2a::TaskArtifactUpdate{.artifact = std::move(artifact), .last_chunk = true});
}

void PlanTask::add_status(Events& events, TaskState state, std::string text) {
  task_.state = state;
  task_.status_time = std::max(format_timestamp(dependencies_.clock.utc()), task_.status_time);
  a2a::TaskStatus status{.state = state, .timestamp = task_.status_time};
  if (!text.empty()) {
    a2a::Message message{.message_id = dependencies_.ids.next(),
                         .context_id = task_.context_id,
                         .task_id = task_.task_id,
                         .role = a2a::Role::kAgent};
    message.parts.push_back({.content = std::move(text)});
    status.message = std::move(message);
  }
  events.emplace_back(a2a::TaskStatusUpdate{.status = std::move(status)});
}

void PlanTask::append(Events events) {
  Events all = std::exchange(first_events_, {});
  std::ranges::move(events, std::back_inserter(all));
  for (const store::TaskEvent& event : all) context_writes_.note(event);
  auto appended = dependencies_.tasks.append(task_.lease, std::move(all), dependencies_.clock.utc());
  if (appended) return;
  const a2a::Error& error = appended.error();
  if (appended.error().reason == store::AppendRefused::Reason::kTooLarge) return give_up(error);
  problem_ = error;  // ended by somebody else, or the store cannot write: a later run goes on
}

// What is under way at agents is canceled; the task ends with the reason.
void PlanTask::give_up(a2a::Error error) {
  if (problem_) return;
  problem_ = error;
  if (dependencies_.contexts != nullptr) dependencies_.contexts->purge(owner_of_messages());
  for (const auto& [sub_task, control] : flights_) {
    control->stopping = true;
    control->wake.notify();
  }
  Events events;
  add_status(events, TaskState::kFailed, std::move(error.message));
  (void)dependencies_.tasks.append(task_.lease, std::move(events), dependencies_.clock.utc());
}

}  // namespace schemagate
