#include "gateway/task/task_writer.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "a2a/model/memory.h"
#include "a2a/model/metadata.h"

namespace schemagate {
namespace {

using a2a::Result;
using a2a::TaskState;

constexpr std::string_view kTooLongToHide =
    "the agent streams a text that may be JSON, of which fields are hidden, and it is longer than "
    "limits.event_bytes";

bool is_timestamp(std::string_view text) {
  return text.size() == 24 && text.back() == 'Z';
}

bool has_text(const a2a::Message& message) {
  return std::ranges::any_of(message.parts,
                             [](const a2a::Part& part) { return part.kind == a2a::PartKind::kText; });
}

// What the agent said in words; its data is in the artifact.
a2a::Message words_of(a2a::Message message) {
  std::erase_if(message.parts, [](const a2a::Part& part) { return part.kind != a2a::PartKind::kText; });
  return message;
}

bool knows_artifact(const a2a::Task& task, const a2a::Artifact& artifact) {
  return std::ranges::find(task.artifacts, artifact) != task.artifacts.end();
}

bool has_artifact(const a2a::Task& task, const std::string& id) {
  return std::ranges::find(task.artifacts, id, &a2a::Artifact::artifact_id) != task.artifacts.end();
}

// Where and by which keyword, but no value: fields of the output may be hidden from who reads this.
std::string refusal_text(const object_schemas::SchemaMismatch& mismatch) {
  std::string text = "INVALID_AGENT_RESPONSE: the agent's output does not fit its declared output schema";
  if (mismatch.violations.empty()) return text + ": it holds no JSON object";
  const object_schemas::ViolationDetail& first = mismatch.violations.front();
  return text + ": " + first.path + " (" + first.keyword + ")";
}

// The task of a writer that writes is there: that it is not is a mistake of ours, and an error to the caller
// alone.
WriteRefusal refusal_for(store::AppendRefused::Reason reason) {
  using enum store::AppendRefused::Reason;
  switch (reason) {
    case kNoTask:
      return WriteRefusal::kNone;
    case kEnded:
    case kStaleLease:
      return WriteRefusal::kSuperseded;
    case kTooLarge:
      return WriteRefusal::kFull;
    case kNotWritten:
      return WriteRefusal::kNotWritten;
  }
  std::unreachable();
}

}  // namespace

Result<void> create_task(const TaskWriterDependencies& dependencies, TaskIdentity& task,
                         InitialMessage& message, object_schemas::ContractReference accepted_under,
                         std::vector<store::RunStep> first_steps) {
  store::NewTask created{
      .task = {.id = task.task_id, .context_id = task.context_id, .metadata = task.metadata},
      .accepted_under = std::move(accepted_under),
      .accepted_output_modes = std::move(message.accepted_output_modes),
      .address = message.address,
      .idempotency_key = message.idempotency_key,
      .first_steps = std::move(first_steps)};
  const auto now = dependencies.clock.utc();
  created.task.status = {.state = TaskState::kSubmitted, .timestamp = format_timestamp(now)};
  task.state = created.task.status.state;
  task.status_time = created.task.status.timestamp;
  a2a::Message& first = created.task.history.emplace_back(std::move(message.received));
  first.task_id = task.task_id;
  first.context_id = task.context_id;
  auto lease = dependencies.tasks.create(task.scope, std::move(created), now);
  if (!lease) return std::unexpected(std::move(lease.error()));
  task.lease = std::move(*lease);
  register_push(dependencies.push, task.scope, task.task_id, std::move(message.push));
  return {};
}

bool fail_task(const TaskWriterDependencies& dependencies, const store::Scope& scope,
               const store::TaskRecord& record, store::RunLease lease, const a2a::Error& reason) {
  TaskWriter writer(dependencies,
                    {.scope = scope,
                     .task_id = record.task.id,
                     .context_id = record.task.context_id,
                     .status_time = record.task.status.timestamp,
                     .lease = std::move(lease)},
                    OutputTyping{}, {});
  writer.fail(reason);
  writer.release();
  return writer.state() == TaskState::kFailed;
}

TaskWriter::TaskWriter(const TaskWriterDependencies& dependencies, TaskIdentity&& task, OutputTyping&& typing,
                       std::set<std::string>&& known_messages)
    : dependencies_(dependencies),
      task_(std::move(task)),
      strict_output_(typing.skill != nullptr && typing.skill->strict_output),
      contract_(typing.contract),
      suggestion_(std::move(typing.suggestion)),
      known_messages_(std::move(known_messages)),
      is_new_at_agent_(task_.upstream.task_id.empty()) {
  if (typing.whole_texts) whole_texts_ = std::make_unique<WholeTexts>();
  if (typing.contract == nullptr) return;
  labels_.emplace(*typing.contract, typing.accepted_output_modes, dependencies_.document);
  if (typing.skill == nullptr) return;
  typer_ = std::make_unique<object_schemas::ArtifactTyper>(
      *typing.contract, *typing.skill, typing.accepted_output_modes, dependencies_.document,
      dependencies_.event_bytes_max);
  holds_artifacts_ = typing.as_a_whole;
}

void TaskWriter::link(const store::UpstreamIds& upstream) {
  if (upstream == task_.upstream) return;
  if (upstream.context_id != task_.upstream.context_id && !upstream.context_id.empty())
    dependencies_.contexts.link_context(task_.scope, task_.context_id, upstream.context_id,
                                        dependencies_.clock.utc());
  task_.upstream = upstream;
  if (task_.exists()) dependencies_.tasks.link_upstream(task_.lease, upstream);
}

void TaskWriter::check(a2a::Message& message) const {
  if (labels_) labels_->check(message);
}

Result<void> TaskWriter::write(a2a::Message message) {
  Events events;
  a2a::TaskArtifactUpdate update{.artifact = typer_ ? typer_->from_message(message) : a2a::Artifact{},
                                 .last_chunk = true};
  if (!typer_) {
    update.artifact.parts = message.parts;
    if (labels_) labels_->check(update.artifact);
  }
  if (update.artifact.artifact_id.empty()) update.artifact.artifact_id = dependencies_.ids.next();
  put_artifact(events, std::move(update));
  a2a::TaskStatus status{.state = TaskState::kCompleted};
  const bool in_words = has_text(message) && !(typer_ && typer_->typed());
  if (in_words) status.message = words_of(std::move(message));
  add_status(events, std::move(status));
  return append(std::move(events));
}

Result<void> TaskWriter::write(a2a::Task task) {
  Events events;
  if (!task.metadata.empty() && task.metadata != agent_task_.metadata) {
    agent_task_.metadata = task.metadata;
    // Our own title stays; the agent's other members come along.
    events.emplace_back(store::MetadataChange{a2a::merged(task.metadata, task_.metadata)});
  }
  add_history(events, std::move(task.history));
  const bool is_last = a2a::is_terminal(task.status.state);
  for (a2a::Artifact& artifact : task.artifacts) {
    if (knows_artifact(agent_task_, artifact)) continue;
    held_.erase(artifact.artifact_id);
    if (!is_last) a2a::apply(agent_task_, {.artifact = artifact});
    add_artifact(events, {.artifact = std::move(artifact), .append = false, .last_chunk = true});
  }
  if (task.status != agent_task_.status) {
    const bool is_news = says_more(task.status);
    agent_task_.status = task.status;
    if (is_news) add_status(events, std::move(task.status));
  }
  return append(std::move(events));
}

Result<void> TaskWriter::write(a2a::TaskStatusUpdate update) {
  const bool is_news = says_more(update.status) || !update.metadata.empty();
  agent_task_.status = update.status;
  if (!is_news) return {};
  Events events;
  add_status(events, std::move(update.status));
  std::get<a2a::TaskStatusUpdate>(events.back()).metadata = std::move(update.metadata);
  return append(std::move(events));
}

// A piece for an artifact that has not begun begins it: clients drop what is appended to nothing.
Result<void> TaskWriter::write(a2a::TaskArtifactUpdate update) {
  if (is_new_at_agent_ && !has_artifact(agent_task_, update.artifact.artifact_id)) update.append = false;
  a2a::apply(agent_task_, update);
  Events events;
  holds_artifacts_ ? hold(events, std::move(update)) : add_artifact(events, std::move(update));
  return append(std::move(events));
}

// An artifact that began before this run has been shown in part already.
void TaskWriter::hold(Events& events, a2a::TaskArtifactUpdate update) {
  if (!update.append) held_.insert(update.artifact.artifact_id);
  if (!held_.contains(update.artifact.artifact_id)) return add_artifact(events, std::move(update));
  held_bytes_ += a2a::memory_of(update.artifact);
  holds_artifacts_ = held_bytes_ <= dependencies_.event_bytes_max;
  if (!holds_artifacts_) release_held(events, false);
}

// `complete`: nothing more is expected of them.
void TaskWriter::release_held(Events& events, bool complete) {
  for (const a2a::Artifact& artifact : agent_task_.artifacts) {
    if (held_.contains(artifact.artifact_id))
      add_artifact(events, {.artifact = artifact, .append = false, .last_chunk = complete});
  }
  held_.clear();
  held_bytes_ = 0;
}

void TaskWriter::fail(const a2a::Error& reason) {
  Events held_back;
  flush_artifacts(held_back);
  (void)append(std::move(held_back));  // refused when over a limit: the status must get through all the same
  Events status;
  add_status(status, status_of_ours(TaskState::kFailed, reason.message));
  (void)append(std::move(status));
}

void TaskWriter::take_back(PendingInput&& input) {
  a2a::TaskStatusUpdate waits_again{.status = std::move(input.status)};
  put_in_order(waits_again.status);
  Events events;
  events.emplace_back(store::MessageWithdrawn{std::move(input.message_id)});
  events.emplace_back(std::move(waits_again));
  (void)append(std::move(events));
}

void TaskWriter::add_artifact(Events& events, a2a::TaskArtifactUpdate update) {
  if (!typer_) {
    if (labels_) labels_->check(update.artifact);
    return put_artifact(events, std::move(update));
  }
  for (a2a::TaskArtifactUpdate& one : typer_->on_update(std::move(update)))
    put_artifact(events, std::move(one));
}

void TaskWriter::put_artifact(Events& events, a2a::TaskArtifactUpdate update) {
  if (!whole_texts_) return show_artifact(events, std::move(update));
  for (a2a::TaskArtifactUpdate& one : whole_texts_->on_update(std::move(update)))
    show_artifact(events, std::move(one));
}

// The first artifact that is complete has the patch along.
void TaskWriter::show_artifact(Events& events, a2a::TaskArtifactUpdate update) {
  if (suggestion_ && contract_ != nullptr && update.last_chunk) {
    add_suggestion(update.artifact, *suggestion_, *contract_, dependencies_.document);
    suggestion_ = nullptr;
  }
  events.emplace_back(std::move(update));
}

void TaskWriter::flush_artifacts(Events& events) {
  if (typer_) {
    release_held(events, true);
    for (a2a::TaskArtifactUpdate& one : typer_->finish()) put_artifact(events, std::move(one));
  }
  flush_texts(events);
}

void TaskWriter::flush_texts(Events& events) {
  if (!whole_texts_) return;
  for (a2a::TaskArtifactUpdate& one : whole_texts_->finish()) show_artifact(events, std::move(one));
}

void TaskWriter::add_status(Events& events, a2a::TaskStatus status) {
  if (a2a::is_terminal(status.state)) flush_artifacts(events);
  if (a2a::is_interrupted(status.state)) {
    release_held(events, true);
    flush_texts(events);
  }
  if (typer_ && status.state == TaskState::kCompleted) judge_output(status);
  put_in_order(status);
  const bool is_unexplained = status.state == TaskState::kFailed && !status.message;
  if (is_unexplained && !reason_.empty()) status.message = message_of_ours(reason_);
  if (status.message) {
    if (labels_) labels_->check(*status.message);
    put_into_task(*status.message);
    known_messages_.insert(status.message->message_id);
  }
  events.emplace_back(a2a::TaskStatusUpdate{.status = std::move(status)});
}

// Of a task that the agent has completed: everything that it has to say is there.
void TaskWriter::judge_output(a2a::TaskStatus& status) {
  const bool fits = !typer_->violated() && (typer_->fitted() || !(strict_output_ || typer_->has_schemas()));
  if (fits) return;
  auto& why = strict_output_ ? refused_output_ : unlabelled_output_;
  why = typer_->mismatch().value_or(object_schemas::SchemaMismatch());
  if (strict_output_) status = status_of_ours(TaskState::kFailed, refusal_text(*why));
}

// What the gateway has said itself, when it made the task or took the input, is not said again.
bool TaskWriter::says_more(const a2a::TaskStatus& status) {
  const bool is_first = agent_task_.status == a2a::TaskStatus();
  const bool is_known = is_first && status.state == task_.state && !status.message;
  if (is_known) state_ = status.state;
  return !is_known;
}

// Clocks of agents differ from ours, and from one another: time does not go back within a task.
void TaskWriter::put_in_order(a2a::TaskStatus& status) {
  if (!is_timestamp(status.timestamp)) status.timestamp = format_timestamp(dependencies_.clock.utc());
  if (status.timestamp < task_.status_time) status.timestamp = task_.status_time;
  task_.status_time = status.timestamp;
}

// The client's messages are in our history already, in its own words; the agent's are new.
void TaskWriter::add_history(Events& events, std::vector<a2a::Message> history) {
  for (a2a::Message& message : history) {
    if (message.role != a2a::Role::kAgent) continue;
    if (!known_messages_.insert(message.message_id).second) continue;
    check(message);
    put_into_task(message);
    events.emplace_back(std::move(message));
  }
}

Result<void> TaskWriter::append(Events events) {
  if (whole_texts_ && whole_texts_->held_bytes() > dependencies_.event_bytes_max) {
    refusal_ = WriteRefusal::kFull;
    return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse, std::string(kTooLongToHide));
  }
  if (events.empty()) return {};
  TaskState state = state_;
  for (const store::TaskEvent& event : events) {
    if (const auto* update = std::get_if<a2a::TaskStatusUpdate>(&event)) state = update->status.state;
  }
  auto appended = dependencies_.tasks.append(task_.lease, std::move(events), dependencies_.clock.utc());
  if (appended) {
    state_ = state;
    return {};
  }
  refusal_ = refusal_for(appended.error().reason);
  if (refusal_ == WriteRefusal::kSuperseded) return {};
  return std::unexpected(std::move(appended.error()));
}

a2a::Message TaskWriter::message_of_ours(std::string text) const {
  a2a::Message message{.message_id = dependencies_.ids.next(), .role = a2a::Role::kAgent};
  message.parts.push_back({.kind = a2a::PartKind::kText, .content = std::move(text)});
  return message;
}

a2a::TaskStatus TaskWriter::status_of_ours(TaskState state, std::string text) const {
  a2a::TaskStatus status{.state = state, .timestamp = format_timestamp(dependencies_.clock.utc())};
  if (!text.empty()) status.message = message_of_ours(std::move(text));
  return status;
}

void TaskWriter::put_into_task(a2a::Message& message) const {
  message.task_id = task_.task_id;
  message.context_id = task_.context_id;
}

}  // namespace schemagate
