#include "gateway/task/task_run.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "gateway/task/arrival.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using a2a::TaskState;
using net::Awaitable;

// The agent's own word, not what its connection did.
bool is_refusal(const Result<void>& result) {
  return !result && result.error().code != ErrorCode::kInvalidAgentResponse;
}

// What the client has is a task of the gateway's, and that is plainly there.
a2a::Error told_of_our_task(const a2a::Error& error) {
  if (error.code != ErrorCode::kTaskNotFound) return error;
  return {error.code, "the agent does not know the task any more: " + error.message};
}

// No UNAVAILABLE of the store: whoever comes again by himself has the agent act once more.
a2a::Error not_kept(const a2a::Error& error) {
  return {ErrorCode::kInternal, "the agent has the message, but its task is not kept here: " + error.message};
}

template <class Said>
bool has_ended(const Said& said) {
  if constexpr (requires { said.status.state; }) return a2a::is_terminal(said.status.state);
  return false;
}

bool waits_or_ended(TaskState state) {
  return a2a::is_terminal(state) || state == TaskState::kInputRequired;
}

// nullopt: the run goes on as it is.
std::optional<RunPhase> phase_after(WriteRefusal refusal) {
  switch (refusal) {
    case WriteRefusal::kNone:
      return std::nullopt;
    case WriteRefusal::kSuperseded:
      return RunPhase::kSuperseded;
    case WriteRefusal::kFull:
      return RunPhase::kOverrun;
    case WriteRefusal::kNotWritten:
      return RunPhase::kUnwritten;
  }
  std::unreachable();
}

}  // namespace

TaskRun::TaskRun(const TaskRunDependencies& dependencies, RunInput&& input, net::Signal changed)
    : dependencies_(dependencies),
      input_(std::move(static_cast<RunRequest&>(input))),
      changed_(std::move(changed)),
      writer_(dependencies_.writer, std::move(input.task), std::move(input.typing),
              std::move(input.known_messages)),
      conversation_({dependencies_.executor, dependencies_.client}, *input_.agent,
                    caller_of(input_, &writer_.task()),
                    dependencies_.client.clock.monotonic() + input_.agent->config().task_timeout, *this) {
  const bool client_waits = input_.pending_input && input_.pending_input->client_waits;
  if (!writer_.task().exists() || client_waits) return;
  keep_beginning();
  set_first_answer(nullptr);
}

void TaskRun::start(std::shared_ptr<TaskRun> run) {
  const auto executor = run->dependencies_.executor;
  boost::asio::co_spawn(executor, go_on(std::move(run)), boost::asio::detached);
}

Awaitable<void> TaskRun::start_in_place(std::shared_ptr<TaskRun> run) {
  co_await run->begin();
  if (!run->conversation_.is_listening()) co_await run->take_answer();
  if (run->phase_ == RunPhase::kEnded && !run->is_abandoned_) co_return;
  const auto executor = run->dependencies_.executor;
  boost::asio::co_spawn(executor, go_on(std::move(run)), boost::asio::detached);
}

// From wherever it is to its end.
Awaitable<void> TaskRun::go_on(std::shared_ptr<TaskRun> run) {
  if (!run->has_begun_) co_await run->begin();
  if (!run->has_answer_) co_await run->take_answer();
  co_await run->carry_on();
}

Awaitable<void> TaskRun::begin() {
  has_begun_ = true;
  try {
    if (!is_recorded()) result_ = co_await wait_until_recorded();
    if (result_) result_ = co_await deliver();
  } catch (const std::exception& exception) {
    note_exception(exception);
  }
}

// Waits for as long as the agent streams: what is needed for a moment stands in functions of its own.
Awaitable<void> TaskRun::take_answer() {
  has_answer_ = true;
  try {
    if (result_ && conversation_.is_listening()) result_ = co_await conversation_.go_on();
    if (result_ && as_before_ && input_.pending_input) result_ = on_event(std::move(*as_before_));
    as_before_ = nullptr;
    if (result_ && !first_answer_) note_no_answer();
    if (!unkept_task_.empty()) co_await cancel_unkept_task();
  } catch (const std::exception& exception) {
    note_exception(exception);
  }
  conclude_answer();
}

bool TaskRun::is_recorded() const {
  if (!input_.message || input_.message->is_recorded) return true;
  auto recorded = dependencies_.durability.durable(dependencies_.durability.written());
  return recorded.ready() && recorded.result();
}

void TaskRun::note_no_answer() {
  result_ = a2a::fail(ErrorCode::kInvalidAgentResponse, "the agent ended its stream without an answer");
}

void TaskRun::conclude_answer() {
  if (input_.pending_input && is_refusal(result_)) {
    result_.error().code == ErrorCode::kTaskNotFound ? lose_task() : take_back_input();
  }
  const bool goes_on = phase_ <= RunPhase::kFollowing || phase_ == RunPhase::kSuperseded;
  if (!writer_.task().exists() || !goes_on) end();
}

Awaitable<void> TaskRun::carry_on() {
  if (phase_ != RunPhase::kEnded) co_await carry_on_to_the_end();
  if (is_abandoned_) co_await cancel_abandoned();
}

Awaitable<void> TaskRun::carry_on_to_the_end() {
  try {
    if (input_.pending_input) co_await ask_whether_taken();
    if (!is_satisfied()) result_ = co_await follow();
    if (phase_ == RunPhase::kSuperseded && !a2a::is_terminal(writer_.agent_state()))
      co_await cancel_unless_told();
  } catch (const std::exception& exception) {
    note_exception(exception);
  }
  end();
}

// Ended here, by a cancellation. Whoever recorded it has told the agent, unless the store did not know yet
// how the agent calls the task.
Awaitable<void> TaskRun::cancel_unless_told() {
  const std::string& agents_task_id = writer_.task().upstream.task_id;
  if (agents_task_id.empty()) co_return;
  auto stored = dependencies_.writer.tasks.get(writer_.task().scope, writer_.task().task_id);
  if (!stored.ready()) co_await arrival(dependencies_.executor, stored);
  const bool told = stored.result() && !stored.result()->upstream.task_id.empty();
  if (!told) (void)co_await conversation_.client().cancel(agents_task_id);
}

// The agent works on what nobody here can follow.
Awaitable<void> TaskRun::cancel_unkept_task() {
  set_first_answer(std::unexpected(result_.error()));
  (void)co_await conversation_.client().cancel(std::exchange(unkept_task_, {}));
}

// After the end, for which the client need not wait longer.
Awaitable<void> TaskRun::cancel_abandoned() {
  try {
    (void)co_await conversation_.client().cancel(writer_.task().upstream.task_id);
  } catch (const std::exception& exception) {
    note_exception(exception);
  }
}

void TaskRun::note_exception(const std::exception& exception) {
  dependencies_.log.write(LogLevel::kError, "task_run_failed", {{"cause", exception.what()}});
  result_ = a2a::fail(ErrorCode::kInternal, "internal error");
}

// The agent gets a message once it is certain that a restart knows of it.
Awaitable<Result<void>> TaskRun::wait_until_recorded() {
  auto recorded = dependencies_.durability.durable(dependencies_.durability.written());
  if (!recorded.ready()) co_await arrival(dependencies_.executor, recorded);
  if (!recorded.result() && !input_.pending_input) {
    const std::string never_sent = std::exchange(input_.message->idempotency_key, std::string());
    dependencies_.messages.forget_message(writer_.task().scope, never_sent);
  }
  co_return std::move(recorded.result());
}

Awaitable<Result<void>> TaskRun::deliver() {
  if (!input_.message) return conversation_.catch_up(writer_.task().upstream.task_id);
  // Many agents made with @a2a-js/sdk cannot stream what goes on with a task: only who asks for it gets it.
  const bool is_answer = input_.pending_input != nullptr;
  return is_answer && !input_.from_beginning ? conversation_.ask(input_.message->request)
                                             : conversation_.begin(input_.message->request);
}

// The answer is in, or broke off, and the task goes on.
Awaitable<Result<void>> TaskRun::follow() {
  Result<void> delivered = std::move(result_);
  std::string agents_task_id = writer_.task().upstream.task_id;
  if (agents_task_id.empty()) {
    if (!delivered) co_return delivered;
    co_return a2a::fail(ErrorCode::kInvalidAgentResponse, "the agent did not say which task it works on");
  }
  co_return co_await conversation_.follow(std::move(agents_task_id), std::move(delivered));
}

// The connection failed with the client's input under way: the agent knows whether it has come through.
Awaitable<void> TaskRun::ask_whether_taken() {
  auto task = co_await conversation_.client().get(writer_.task().upstream.task_id);
  if (!task || task->status.state == TaskState::kInputRequired) {
    take_back_input();
  } else {
    result_ = on_event(std::move(*task));
  }
}

void TaskRun::take_back_input() {
  PendingInput input = std::move(*std::exchange(input_.pending_input, nullptr));
  dependencies_.messages.forget_message(writer_.task().scope, input.idempotency_key);
  writer_.take_back(std::move(input));
  update_phase();
  set_first_answer(std::unexpected(result_.error()));
}

// The agent that asked does not know any more what for: whatever else it were told would be refused, too.
void TaskRun::lose_task() {
  input_.pending_input.reset();
  writer_.fail(told_of_our_task(result_.error()));
  note_failure();
  update_phase();
  set_first_answer(nullptr);
}

// A run that listens for hours does not hold the message.
void TaskRun::on_sent() {
  if (writer_.task().exists()) drop_message();
}

void TaskRun::drop_message() {
  if (!input_.message) return;
  key_ = std::move(input_.message->idempotency_key);
  input_.message.reset();
}

Result<void> TaskRun::on_event(a2a::StreamEvent&& event) {
  if (auto* message = std::get_if<a2a::Message>(&event)) {
    const std::string agents_task_id = writer_.task().upstream.task_id;
    if (!message->context_id.empty()) writer_.link({agents_task_id, message->context_id});
    if (!writer_.task().exists()) {
      reply(std::move(*message));
      return {};
    }
    return write(writer_.task().upstream, std::move(*message));
  }
  if (auto* task = std::get_if<a2a::Task>(&event); task != nullptr && is_as_before(*task)) {
    as_before_ = std::make_unique<a2a::Task>(std::move(*task));
    return {};
  }
  if (auto* task = std::get_if<a2a::Task>(&event))
    return write({task->id, task->context_id}, std::move(*task));
  if (auto* status = std::get_if<a2a::TaskStatusUpdate>(&event))
    return write({status->task_id, status->context_id}, std::move(*status));
  auto& artifact = std::get<a2a::TaskArtifactUpdate>(event);
  return write({artifact.task_id, artifact.context_id}, std::move(artifact));
}

// Some agents begin the stream that answers an input with the task as it waited for that: this is the
// question that the client has answered, unless nothing comes behind it.
bool TaskRun::is_as_before(const a2a::Task& task) const {
  if (!input_.pending_input || !conversation_.is_listening()) return false;
  const a2a::TaskStatus& before = input_.pending_input->status;
  const auto id_of = [](const a2a::TaskStatus& status) {
    return status.message ? status.message->message_id : std::string();
  };
  return task.status.state == before.state && id_of(task.status) == id_of(before);
}

// Whoever passes a message on to the agent notes it in the log of the task.
Awaitable<bool> TaskRun::rest(std::chrono::milliseconds pause) {
  const net::Signal grown(dependencies_.executor);
  const auto subscription = subscribe_to(dependencies_.writer.tasks, writer_.task().task_id, grown);
  const bool is_cut_short = co_await grown.wait(pause);
  co_await look_around();
  co_return is_cut_short;
}

// A cancellation is recorded by whoever asked for it.
Awaitable<void> TaskRun::look_around() {
  auto state = dependencies_.writer.tasks.state(writer_.task().scope, writer_.task().task_id);
  if (!state.ready()) co_await arrival(dependencies_.executor, state);
  const bool goes_on = state.result() && !a2a::is_terminal(*state.result());
  if (!goes_on) phase_ = RunPhase::kSuperseded;
}

// The whole answer is a message: there is no task, and will be none.
void TaskRun::reply(a2a::Message&& said) {
  auto message = std::make_unique<a2a::Message>(std::move(said));
  writer_.check(*message);
  message->context_id = writer_.task().context_id;
  message->task_id.clear();
  set_first_answer(std::move(message));
}

template <class Said>
Result<void> TaskRun::write(const store::UpstreamIds& upstream, Said&& said) {
  if (is_of_another_task(upstream))
    return a2a::fail(ErrorCode::kInvalidAgentResponse, "the agent told of another task than the one at hand");
  auto accepted = accept(upstream);
  if (!accepted && !has_ended(said)) unkept_task_ = upstream.task_id;
  if (!accepted) return accepted;
  constexpr bool kIsWhole = std::is_same_v<Said, a2a::Task>;
  if (!kIsWhole) keep_beginning();
  auto written = writer_.write(std::forward<Said>(said));
  if (kIsWhole) keep_beginning();
  set_first_answer(nullptr);
  update_phase();
  return written;
}

// What an agent mixes up may be somebody else's. Before its first word the agent may have made another task
// of an answer.
bool TaskRun::is_of_another_task(const store::UpstreamIds& upstream) const {
  const std::string& ours = writer_.task().upstream.task_id;
  const bool is_named = !ours.empty() && !upstream.task_id.empty();
  return phase_ != RunPhase::kDelivering && is_named && upstream.task_id != ours;
}

// The agent has the message, and there is a task: ours is made now at the latest.
Result<void> TaskRun::accept(const store::UpstreamIds& upstream) {
  if (!writer_.task().exists()) {
    if (auto created = writer_.create(*input_.message); !created)
      return std::unexpected(not_kept(created.error()));
    drop_message();
  }
  input_.pending_input.reset();
  writer_.link(upstream);
  return {};
}

// Whoever has the lease has the task's working copy beside him: there is nothing to wait for.
void TaskRun::keep_beginning() {
  if (!input_.from_beginning || first_answer_) return;
  auto found = dependencies_.writer.tasks.get(writer_.task().scope, writer_.task().task_id);
  if (!found.ready() || !found.result()) return;
  beginning_ = std::make_unique<store::TaskRecord>(std::move(*found.result()));
}

void TaskRun::set_first_answer(FirstAnswer answer) {
  if (first_answer_) return;
  const bool is_task = answer && *answer == nullptr;
  if (!is_task && phase_ != RunPhase::kSuperseded) phase_ = RunPhase::kReplied;
  first_answer_ = std::move(answer);
  changed_.notify();
}

void TaskRun::update_phase() {
  if (phase_ == RunPhase::kDelivering && !input_.pending_input) phase_ = RunPhase::kFollowing;
  if (waits_or_ended(writer_.state())) phase_ = RunPhase::kSettled;
  phase_ = phase_after(writer_.refusal()).value_or(phase_);
  if (a2a::is_interrupted(writer_.state())) changed_.notify();
}

Log::Fields TaskRun::log_fields() const {
  return {{"request_id", input_.origin ? input_.origin->request_id : ""},
          {"agent", input_.agent->config().name},
          {"a2a.task.id", writer_.task().task_id}};
}

// Which schema, and which word of it. A label that no schema has is the agent's own text.
void TaskRun::add_mismatch(Log::Fields& fields, const object_schemas::SchemaMismatch& mismatch) const {
  if (mismatch.violations.empty()) return;
  const std::string& schema = mismatch.schemas.front();
  if (input_.agent->contract().find(schema) != nullptr) fields.emplace_back("schema", schema);
  fields.emplace_back("keyword", mismatch.violations.front().keyword);
}

// An agent that does not keep to its output schemas any more. Text in place of JSON is worth less noise:
// there are agents that answer so now and then, and rightly.
void TaskRun::note_unlabelled_output() const {
  const object_schemas::SchemaMismatch& mismatch = *writer_.unlabelled_output();
  const bool has_json = !mismatch.violations.empty();
  Log::Fields fields = log_fields();
  fields.emplace_back("reason", has_json ? "DOES_NOT_FIT" : "NO_JSON");
  add_mismatch(fields, mismatch);
  dependencies_.log.write(has_json ? LogLevel::kWarn : LogLevel::kInfo, "output_not_labelled", fields);
}

// How the last call failed. Where none did, the time was up, or an answer was of no use.
void TaskRun::add_agents_failure(Log::Fields& fields) const {
  const CallOrigin* origin = input_.origin.get();
  if (phase_ == RunPhase::kOverrun) {
    fields.emplace_back("cause", "the agent said more than the log of a task may hold");
  } else if (origin == nullptr) {
    fields.emplace_back("cause", "the agent could not be asked, or answered with an error");
  } else if (origin->failure_kind.empty()) {
    fields.emplace_back("cause", "the agent did not end the task in time, or said what cannot be used");
  } else {
    fields.emplace_back("failure.kind", origin->failure_kind);
    fields.emplace_back("cause", origin->failure_cause);
  }
}

// What the client is told stands in the task; here, what whoever runs the gateway can look for. A task whose
// failure the store does not take has not failed: another run goes on with it, and the store says why itself.
void TaskRun::note_failure() const {
  if (writer_.state() != TaskState::kFailed || !dependencies_.log.enabled(LogLevel::kWarn)) return;
  Log::Fields fields = log_fields();
  if (const auto& refused = writer_.refused_output()) {
    fields.emplace_back("cause", "the agent's output does not fit, and strict_output is on");
    add_mismatch(fields, *refused);
  } else {
    add_agents_failure(fields);
    fields.emplace_back("a2a.response.error_code", a2a::identity(result_.error().code).jsonrpc_code);
  }
  dependencies_.log.write(LogLevel::kWarn, "task_failed", fields);
}

// The agent has not acted on the message, and may do so when it is sent again.
bool TaskRun::may_come_again() const {
  if (result_ || phase_ != RunPhase::kDelivering) return false;
  const bool is_unnamed = writer_.task().upstream.task_id.empty();
  return is_refusal(result_) || (is_unnamed && input_.origin && never_arrived(*input_.origin));
}

// Whether the agent has acted on the message: it has neither answered nor named a task. It is not sent again
// by itself: an agent may make another task of the same messageId, as a2a-sdk does.
bool TaskRun::is_left_open() const {
  if (result_ || phase_ != RunPhase::kDelivering || !writer_.task().upstream.task_id.empty()) return false;
  return input_.origin && may_have_acted(*input_.origin);
}

// The task was given up here, and nobody will hear of what the agent goes on to do. What only could not be
// written is not given up.
bool TaskRun::leaves_agent_at_work() const {
  const bool has_ended =
      writer_.state() == TaskState::kFailed || writer_.refusal() == WriteRefusal::kSuperseded;
  if (!has_ended || a2a::is_terminal(writer_.agent_state())) return false;
  if (phase_ == RunPhase::kOverrun) return true;
  return phase_ == RunPhase::kFollowing && !result_ && result_.error().code != ErrorCode::kTaskNotFound;
}

void TaskRun::end() {
  if (is_left_open()) result_.error().message += "; it may have acted on the message all the same";
  if (!writer_.task().exists()) {
    if (!result_) set_first_answer(std::unexpected(result_.error()));
  } else {
    const bool has_failed = !result_ && phase_ <= RunPhase::kOverrun;
    if (has_failed) writer_.fail(told_of_our_task(result_.error()));
    if (has_failed || writer_.refused_output()) note_failure();
    is_abandoned_ = leaves_agent_at_work();
    if (writer_.unlabelled_output()) note_unlabelled_output();
    if (may_come_again()) dependencies_.messages.forget_message(writer_.task().scope, key());
    writer_.release();
  }
  phase_ = RunPhase::kEnded;
  input_.place.reset();
  changed_.notify();
}

}  // namespace schemagate
