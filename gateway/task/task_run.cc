#include "gateway/task/task_run.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <exception>
#include <utility>

#include "a2a/model/metadata.h"
#include "extension/object_schemas/mode.h"
#include "gateway/task/durability.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using a2a::TaskState;
using net::Awaitable;

constexpr std::chrono::milliseconds kPollPauseMax{30'000};
constexpr int kPollFailuresMax = 3;

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

// A task that was begun by a structured input keeps its typing when the conversation goes on in words.
const object_schemas::SkillContract* route_of(const a2a::Task& task,
                                              const object_schemas::Contract& contract) {
  if (task.history.empty()) return nullptr;
  for (const a2a::Part& part : task.history.front().parts) {
    if (part.kind != a2a::PartKind::kData) continue;
    for (const std::string& mode : {part.metadata_mime_type, part.media_type}) {
      const auto flag = object_schemas::parse_mode(mode);
      if (const auto* flagged = std::get_if<object_schemas::FlaggedWith>(&flag))
        return contract.skill_for_input(flagged->schema);
    }
  }
  return nullptr;
}

std::set<std::string> message_ids(const a2a::Task& task) {
  std::set<std::string> ids;
  for (const a2a::Message& message : task.history) ids.insert(message.message_id);
  if (task.status.message) ids.insert(task.status.message->message_id);
  return ids;
}

// The agent's own word, not what its connection did.
bool is_refusal(const Result<void>& result) {
  return !result && result.error().code != ErrorCode::kInvalidAgentResponse;
}

bool knows_artifact(const a2a::Task& task, const a2a::Artifact& artifact) {
  return std::ranges::find(task.artifacts, artifact) != task.artifacts.end();
}

}  // namespace

void take_task(RunInput& input, const store::TaskRecord& record) {
  input.task_id = record.task.id;
  input.has_task = true;
  input.context_id = record.task.context_id;
  input.metadata = record.task.metadata;
  input.upstream = record.upstream;
  input.known_messages = message_ids(record.task);
  input.typing = route_of(record.task, input.agent->contract());
}

TaskRun::TaskRun(const Edges& edges, RunInput&& input, net::Signal changed)
    : edges_(edges),
      input_(std::move(input)),
      changed_(std::move(changed)),
      deadline_(edges.clock.monotonic() + input_.agent->config().task_timeout),
      upstream_(agent_dependencies(edges_), *input_.agent, input_.extensions, deadline_) {
  if (input_.typing != nullptr) {
    typer_ = std::make_unique<object_schemas::ArtifactTyper>(input_.agent->contract(), *input_.typing,
                                                             input_.accepted_output_modes, edges_.document,
                                                             edges_.limits.event_bytes_max);
  }
  const bool client_waits = input_.question && input_.question->client_waits;
  if (input_.has_task && !client_waits) decide(nullptr);
}

void TaskRun::start(std::shared_ptr<TaskRun> run) {
  const auto executor = run->edges_.executor;
  const auto body = [run = std::move(run)]() -> Awaitable<void> {
    co_await run->take_answer();
    if (!run->ended_) co_await run->carry_on();
  };
  boost::asio::co_spawn(executor, body, boost::asio::detached);
}

Awaitable<void> TaskRun::start_in_place(std::shared_ptr<TaskRun> run) {
  co_await run->take_answer();
  if (run->ended_) co_return;
  const auto executor = run->edges_.executor;
  const auto body = [run = std::move(run)]() -> Awaitable<void> { co_await run->carry_on(); };
  boost::asio::co_spawn(executor, body, boost::asio::detached);
}

Awaitable<void> TaskRun::take_answer() {
  try {
    if (input_.opening) {
      auto recorded = edges_.durability.durable(edges_.durability.written());
      const bool safe = recorded.ready() && recorded.result();
      if (!safe) result_ = co_await secure();
    }
    if (result_) result_ = co_await deliver();
  } catch (const std::exception& exception) {
    note_exception(exception);
  }
  if (input_.question && is_refusal(result_)) take_back();
  const bool goes_on = input_.has_task && (stopped_ || !settled());
  if (!goes_on) settle();
}

Awaitable<void> TaskRun::carry_on() {
  try {
    if (input_.question) co_await ask_whether_taken();
    if (!settled()) result_ = co_await follow();
    // Ended here, by a cancellation, before the agent had said how it calls the task: tell it now.
    const bool agent_goes_on = stopped_ && !a2a::is_terminal(mirror_.status.state);
    if (agent_goes_on && !input_.upstream.task_id.empty())
      (void)co_await upstream_.cancel(input_.upstream.task_id);
  } catch (const std::exception& exception) {
    note_exception(exception);
  }
  settle();
}

void TaskRun::note_exception(const std::exception& exception) {
  edges_.log.write(LogLevel::kError, "task_run_failed", {{"cause", exception.what()}});
  result_ = a2a::fail(ErrorCode::kInternal, "internal error");
}

// The agent gets a message once it is certain that a restart knows of it.
Awaitable<Result<void>> TaskRun::secure() {
  auto durable = co_await until_durable(edges_, edges_.durability.written());
  if (!durable && !input_.question) {
    const std::string never_sent = std::exchange(input_.opening->idempotency_key, std::string());
    edges_.messages.forget_message(input_.scope, never_sent);
  }
  co_return durable;
}

// No coroutine: a run that listens for hours does not hold the frame of one that waits for a whole answer.
Awaitable<Result<void>> TaskRun::deliver() {
  if (!input_.opening) return catch_up();
  const bool listens = input_.live && upstream_.can_stream();
  return listens ? listen() : ask();
}

// What the agent has done while nobody looked.
Awaitable<Result<void>> TaskRun::catch_up() {
  auto task = co_await upstream_.get(input_.upstream.task_id);
  if (!task) co_return std::unexpected(task.error());
  co_return absorb(std::move(*task));
}

Awaitable<Result<void>> TaskRun::listen() {
  auto events = co_await upstream_.stream(input_.opening->request);
  if (input_.has_task) input_.opening.reset();
  if (!events) co_return std::unexpected(events.error());
  co_return co_await absorb_all(*events);
}

Awaitable<Result<void>> TaskRun::ask() {
  auto answer = co_await upstream_.send(input_.opening->request);
  if (!answer) co_return std::unexpected(answer.error());
  co_return std::visit([this](auto& value) { return absorb(std::move(value)); }, *answer);
}

Awaitable<Result<void>> TaskRun::absorb_all(AgentEvents& events) {
  for (;;) {
    auto absorbed = absorb_complete(events);
    if (!absorbed || settled()) co_return absorbed;
    if (events.ended()) co_return stream_ended();
    auto waited = co_await events.wait();
    if (!waited) co_return waited;
  }
}

Result<void> TaskRun::stream_ended() const {
  if (decision_) return {};
  return a2a::fail(ErrorCode::kInvalidAgentResponse, "the agent ended its stream without an answer");
}

// No coroutine: an idle stream holds no room for an event.
Result<void> TaskRun::absorb_complete(AgentEvents& events) {
  while (!settled()) {
    auto event = events.take();
    if (!event) return std::unexpected(event.error());
    if (!event->has_value()) break;
    if (auto absorbed = absorb(std::move(**event)); !absorbed) return absorbed;
  }
  return {};
}

// The connection failed with the client's answer under way: the agent knows whether it has come through.
Awaitable<void> TaskRun::ask_whether_taken() {
  auto task = co_await upstream_.get(input_.upstream.task_id);
  if (!task || task->status.state == TaskState::kInputRequired) {
    take_back();
  } else {
    result_ = absorb(std::move(*task));
  }
}

void TaskRun::note_taken() {
  input_.question.reset();
  decide(nullptr);
}

// The task is what it was before the answer, and the answer may be sent again.
void TaskRun::take_back() {
  const auto question = std::move(input_.question);
  edges_.messages.forget_message(input_.scope, question->idempotency_key);
  a2a::TaskStatusUpdate asked_again{.status = std::move(question->status)};
  std::vector<store::TaskEvent> events;
  events.emplace_back(store::MessageWithdrawn{question->answer_id});
  events.emplace_back(std::move(asked_again));
  (void)publish(std::move(events));
  decide(std::unexpected(result_.error()));
}

// The answer is in, or broke off, and the task goes on: listen again, else ask from time to time.
Awaitable<Result<void>> TaskRun::follow() {
  Result<void> delivered = std::move(result_);
  if (input_.upstream.task_id.empty()) {
    if (!delivered) co_return delivered;
    co_return a2a::fail(ErrorCode::kInvalidAgentResponse, "the agent did not say which task it works on");
  }
  if (delivered && upstream_.can_stream()) {
    auto events = co_await upstream_.subscribe(input_.upstream.task_id);
    if (events) delivered = co_await absorb_all(*events);
  }
  if (settled()) co_return delivered;
  co_return co_await poll(std::move(delivered));
}

Awaitable<Result<void>> TaskRun::poll(Result<void> last) {
  const net::Signal never(edges_.executor);
  auto pause = input_.agent->config().poll_interval;
  int failures = last ? 0 : 1;
  while (!settled()) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - edges_.clock.monotonic());
    if (left.count() <= 0) {
      co_return a2a::fail(ErrorCode::kInvalidAgentResponse, "the agent did not end the task in time");
    }
    const auto shortened = std::min(pause, left);
    (void)co_await never.wait(shortened);
    pause = std::min(pause * 2, kPollPauseMax);
    auto state = edges_.tasks.state(input_.scope, input_.task_id);
    if (!state.ready()) co_await arrival(edges_.executor, state);
    // A cancellation is recorded by whoever asked for it.
    stopped_ = !state.result() || a2a::is_terminal(*state.result());
    if (stopped_) co_return Result<void>();
    auto task = co_await upstream_.get(input_.upstream.task_id);
    if (task) {
      failures = 0;
      last = absorb(std::move(*task));
      if (!last) co_return last;
      continue;
    }
    if (last) last = std::unexpected(task.error());
    const bool is_lost = task.error().code != ErrorCode::kInvalidAgentResponse;
    if (is_lost || ++failures >= kPollFailuresMax) co_return last;
  }
  co_return Result<void>();
}

Result<void> TaskRun::absorb(a2a::StreamEvent event) {
  return std::visit([this](auto& value) { return absorb(std::move(value)); }, event);
}

Result<void> TaskRun::absorb(a2a::Message message) {
  if (!message.context_id.empty()) link({input_.upstream.task_id, message.context_id});
  if (!input_.has_task) {
    message.context_id = input_.context_id;
    message.task_id.clear();
    decide(std::make_unique<a2a::Message>(std::move(message)));
    return {};
  }
  note_taken();
  std::vector<store::TaskEvent> events;
  a2a::TaskArtifactUpdate update{.artifact = typer_ ? typer_->from_message(message) : a2a::Artifact{},
                                 .last_chunk = true};
  if (!typer_) update.artifact.parts = message.parts;
  if (update.artifact.artifact_id.empty()) update.artifact.artifact_id = edges_.ids.next();
  events.emplace_back(std::move(update));
  a2a::TaskStatus status{.state = TaskState::kCompleted};
  const bool in_words = has_text(message) && !(typer_ && typer_->typed());
  if (in_words) status.message = words_of(std::move(message));
  add_status(events, std::move(status));
  return publish(std::move(events));
}

Result<void> TaskRun::absorb(a2a::Task task) {
  if (auto ensured = ensure_task({task.id, task.context_id}); !ensured) return ensured;
  std::vector<store::TaskEvent> events;
  if (!task.metadata.empty() && task.metadata != mirror_.metadata) {
    mirror_.metadata = task.metadata;
    // Our own title stays; the agent's other members come along.
    events.emplace_back(store::MetadataChange{a2a::merged(task.metadata, input_.metadata)});
  }
  add_history(events, std::move(task.history));
  const bool last_word = a2a::is_terminal(task.status.state);
  for (a2a::Artifact& artifact : task.artifacts) {
    if (knows_artifact(mirror_, artifact)) continue;
    if (!last_word) a2a::apply(mirror_, {.artifact = artifact});
    add_artifact(events, {.artifact = std::move(artifact), .append = false, .last_chunk = true});
  }
  if (task.status != mirror_.status) {
    mirror_.status = task.status;
    add_status(events, std::move(task.status));
  }
  return publish(std::move(events));
}

Result<void> TaskRun::absorb(a2a::TaskStatusUpdate update) {
  if (auto ensured = ensure_task({update.task_id, update.context_id}); !ensured) return ensured;
  mirror_.status = update.status;
  std::vector<store::TaskEvent> events;
  add_status(events, std::move(update.status));
  std::get<a2a::TaskStatusUpdate>(events.back()).metadata = std::move(update.metadata);
  return publish(std::move(events));
}

Result<void> TaskRun::absorb(a2a::TaskArtifactUpdate update) {
  if (auto ensured = ensure_task({update.task_id, update.context_id}); !ensured) return ensured;
  a2a::apply(mirror_, update);
  std::vector<store::TaskEvent> events;
  add_artifact(events, std::move(update));
  return publish(std::move(events));
}

// Makes the task of a message that turned out to need one, and learns the agent's names.
Result<void> TaskRun::ensure_task(const store::UpstreamIds& upstream) {
  if (!input_.has_task) {
    a2a::Task task{.id = input_.task_id, .context_id = input_.context_id, .metadata = input_.metadata};
    task.status = own_status(TaskState::kSubmitted, "");
    adopt(task.history.emplace_back(std::move(input_.opening->said)));
    auto lease = edges_.tasks.create(input_.scope, std::move(task), input_.opening->idempotency_key,
                                     edges_.clock.utc());
    if (!lease) return std::unexpected(std::move(lease.error()));
    input_.lease = std::move(*lease);
    input_.has_task = true;
    begin_push(edges_, input_.scope, input_.task_id, std::move(input_.opening->push));
    input_.opening.reset();
  }
  note_taken();
  link(upstream);
  return {};
}

void TaskRun::link(const store::UpstreamIds& upstream) {
  if (upstream == input_.upstream) return;
  if (upstream.context_id != input_.upstream.context_id && !upstream.context_id.empty()) {
    edges_.contexts.link_context(input_.scope, input_.context_id, upstream.context_id);
  }
  input_.upstream = upstream;
  if (input_.has_task) edges_.tasks.link_upstream(input_.lease, upstream);
}

void TaskRun::add_artifact(std::vector<store::TaskEvent>& events, a2a::TaskArtifactUpdate update) {
  if (!typer_) {
    events.emplace_back(std::move(update));
    return;
  }
  for (a2a::TaskArtifactUpdate& one : typer_->on_update(std::move(update)))
    events.emplace_back(std::move(one));
}

void TaskRun::flush_artifacts(std::vector<store::TaskEvent>& events) {
  if (!typer_) return;
  for (a2a::TaskArtifactUpdate& one : typer_->finish()) events.emplace_back(std::move(one));
}

void TaskRun::add_status(std::vector<store::TaskEvent>& events, a2a::TaskStatus status) {
  if (a2a::is_terminal(status.state)) flush_artifacts(events);
  const bool must_fit = typer_ && input_.typing->strict_output && status.state == TaskState::kCompleted;
  if (must_fit && (typer_->violated() || !typer_->typed())) {
    status = own_status(TaskState::kFailed,
                        "INVALID_AGENT_RESPONSE: the agent's output does not fit its declared output schema");
  }
  if (!is_timestamp(status.timestamp)) status.timestamp = format_timestamp(edges_.clock.utc());
  if (status.message) {
    adopt(*status.message);
    input_.known_messages.insert(status.message->message_id);
  }
  events.emplace_back(a2a::TaskStatusUpdate{.status = std::move(status)});
}

// The client's messages are in our history already, in its own words; the agent's are new.
void TaskRun::add_history(std::vector<store::TaskEvent>& events, std::vector<a2a::Message> history) {
  for (a2a::Message& message : history) {
    if (message.role != a2a::Role::kAgent) continue;
    if (!input_.known_messages.insert(message.message_id).second) continue;
    adopt(message);
    events.emplace_back(std::move(message));
  }
}

Result<void> TaskRun::publish(std::vector<store::TaskEvent> events) {
  if (events.empty()) return {};
  TaskState status = status_;
  for (const store::TaskEvent& event : events) {
    if (const auto* update = std::get_if<a2a::TaskStatusUpdate>(&event)) status = update->status.state;
  }
  auto appended = edges_.tasks.append(input_.lease, std::move(events), edges_.clock.utc());
  if (!appended) {
    using enum store::AppendRefused::Reason;
    const auto reason = appended.error().reason;
    stopped_ = reason == kEnded || reason == kStaleLease;
    if (stopped_) return {};
    return std::unexpected(std::move(appended.error()));
  }
  status_ = status;
  if (a2a::is_interrupted(status_)) changed_.notify();
  return {};
}

a2a::TaskStatus TaskRun::own_status(TaskState state, std::string text) const {
  a2a::TaskStatus status{.state = state, .timestamp = format_timestamp(edges_.clock.utc())};
  if (text.empty()) return status;
  a2a::Message message{.message_id = edges_.ids.next(), .role = a2a::Role::kAgent};
  message.parts.push_back({.kind = a2a::PartKind::kText, .content = std::move(text)});
  status.message = std::move(message);
  return status;
}

void TaskRun::adopt(a2a::Message& message) const {
  message.task_id = input_.task_id;
  message.context_id = input_.context_id;
}

void TaskRun::decide(Decision decision) {
  if (decision_) return;
  needs_no_task_ = !decision || *decision != nullptr;
  decision_ = std::move(decision);
  changed_.notify();
}

bool TaskRun::settled() const {
  return needs_no_task_ || stopped_ || a2a::is_terminal(status_) || status_ == TaskState::kInputRequired;
}

void TaskRun::fail_task(const a2a::Error& error) {
  std::vector<store::TaskEvent> held_back;
  flush_artifacts(held_back);
  (void)publish(std::move(held_back));  // refused when over a limit: the status must get through all the same
  std::vector<store::TaskEvent> status;
  add_status(status, own_status(TaskState::kFailed, error.message));
  (void)publish(std::move(status));
}

void TaskRun::settle() {
  if (!input_.has_task) {
    if (!result_) decide(std::unexpected(result_.error()));
  } else {
    if (!result_ && !settled()) fail_task(result_.error());
    edges_.tasks.release_run(input_.lease);
  }
  ended_ = true;
  changed_.notify();
}

}  // namespace schemagate
