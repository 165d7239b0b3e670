#include "gateway/task/message_requests.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "a2a/json/text.h"
#include "extension/object_schemas/mode.h"
#include "extension/object_schemas/output_schemas.h"
#include "gateway/task/arrival.h"
#include "gateway/task/context_references.h"
#include "gateway/task/input_rights.h"
#include "gateway/task/sent_message.h"
#include "gateway/task/task_requests.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using net::Awaitable;
using store::NextStep;

constexpr std::chrono::hours kForever{24 * 365};
constexpr std::chrono::seconds kLookAgain{1};  // another process may not tell
constexpr std::string_view kSendOperation = "SendMessage";
constexpr std::string_view kStreamOperation = "SendStreamingMessage";
constexpr std::size_t kEventsToLookAt = 1'000;  // behind a message, for the status that came of it

a2a::RawJson title_metadata(const std::string& title) {
  if (title.empty()) return {};
  std::string text = "{";
  a2a::append_string_member(text, "title", title);
  return {text + "}"};
}

// For a client that takes no JSON.
void make_text(a2a::Message& message) {
  for (a2a::Part& part : message.parts) {
    if (part.kind == a2a::PartKind::kData) part = {.content = std::move(part.content)};
  }
}

// A context that goes on, and tasks that are referred to, have names of the agent's own.
bool needs_agents_names(const a2a::Message& message) {
  return !message.context_id.empty() || !message.reference_task_ids.empty();
}

// A task that takes another message.
Result<store::TaskRecord> open_task(Result<store::TaskRecord>& record, const a2a::Message& message) {
  if (!record) return std::unexpected(record.error());
  if (!message.context_id.empty() && message.context_id != record->task.context_id) {
    return std::unexpected(
        a2a::Error{ErrorCode::kInvalidParams,
                   "message.contextId is not the context of the task that message.taskId names",
                   {{"message.contextId", "expected none, or that of the task"}}});
  }
  if (a2a::is_terminal(record->task.status.state)) {
    return a2a::fail(
        ErrorCode::kUnsupportedOperation,
        "the task has ended (" + std::string(a2a::name_v0_3(record->task.status.state)) +
            "); send a new message without taskId, with its contextId to stay in the conversation");
  }
  return std::move(*record);
}

bool is_status(const store::TaskEvent& event) {
  return std::holds_alternative<a2a::TaskStatusUpdate>(event);
}

// The client of a master cannot have a message of its run sent again.
std::unexpected<a2a::Error> not_known(const CallContext& context) {
  const bool is_of_run = is_owned_by_run(context.owner);
  return a2a::fail(ErrorCode::kInternal,
                   "the gateway was restarted while the agent had this message, so it is not known whether "
                   "the agent has acted on it" +
                       std::string(is_of_run ? "" : "; a new messageId sends it again"));
}

}  // namespace

Awaitable<Result<Sent>> MessageRequests::send(const CallContext& context, a2a::SendRequest&& request,
                                              PlainMessage& plain) {
  const bool returns_at_once = request.configuration.return_immediately;
  const std::optional<int> history_length = request.configuration.history_length;
  auto started = co_await start(context, std::move(request), Wanted::kAnswer);
  if (!started) co_return std::unexpected(started.error());
  if (started->reply) co_return Sent(std::move(*started->reply));
  // No agent gets this copy of the message, however long its sender waits.
  if (!started->run && context.room) context.room->give_back();
  const bool is_at_rest = started->run && started->run->is_at_rest();
  if (!returns_at_once && !is_at_rest) co_await wait_until_at_rest(context, *started);
  while (started->has_no_answer()) (void)co_await started->changed.wait(kForever);
  auto answer = take_reply(*started, plain);
  if (!answer) co_return std::unexpected(answer.error());
  if (*answer) co_return Sent(std::move(**answer));
  auto task = co_await read_task(executor(), tasks(), dependencies_.run.durability, context.scope(),
                                 started->task_id, history_length);
  if (!task) co_return std::unexpected(task.error());
  co_return Sent(std::move(*task));
}

Awaitable<Result<StreamStart>> MessageRequests::stream(const CallContext& context, a2a::SendRequest&& request,
                                                       PlainMessage& plain) {
  auto started = co_await start(context, std::move(request), Wanted::kStream);
  if (!started) co_return std::unexpected(started.error());
  if (started->reply) co_return StreamStart(std::move(*started->reply));
  if (!started->run && context.room) context.room->give_back();
  while (started->has_no_answer()) (void)co_await started->changed.wait(kForever);
  auto answer = take_reply(*started, plain);
  if (!answer) co_return std::unexpected(answer.error());
  if (*answer) co_return StreamStart(std::move(**answer));
  FollowTask follow{.task_id = started->task_id, .known = started->run == nullptr};
  follow.beginning = started->run ? started->run->take_beginning() : std::move(started->beginning);
  co_return StreamStart(std::move(follow));
}

void MessageRequests::answering(const PlainMessage& plain, a2a::Message&& reply) {
  if (!plain.idempotency_key.empty()) dependencies_.replies.tell(plain.task_id, std::move(reply));
}

// In this order: a copy that has still found the message in flight finds its answer, too.
void MessageRequests::answered(const CallContext& context, const PlainMessage& plain) {
  if (plain.idempotency_key.empty()) return;
  dependencies_.run.messages.forget_message(context.scope(), plain.idempotency_key);
  dependencies_.replies.forget(plain.task_id);
}

Awaitable<Result<MessageRequests::Started>> MessageRequests::start(const CallContext& context,
                                                                   a2a::SendRequest&& request,
                                                                   Wanted wanted) {
  auto push = requested_push(dependencies_.push, {context.version, context.payer.holder()},
                             request.configuration.push_notification_config);
  if (!push) co_return std::unexpected(push.error());
  std::optional<store::TaskRecord> existing;
  if (!request.message.task_id.empty()) {
    auto found = tasks().get(context.scope(), request.message.task_id);
    if (!found.ready()) co_await arrival(executor(), found);
    auto open = open_task(found.result(), request.message);
    if (!open) co_return std::unexpected(open.error());
    existing = std::move(*open);
  }
  auto meaning = allowed_meaning(context, request.message, existing ? &existing->task : nullptr, wanted);
  if (!meaning) co_return std::unexpected(std::move(meaning.error()));
  if (auto* answer = std::get_if<OwnAnswer>(&*meaning))
    co_return answer_itself(context, std::move(*answer), request.configuration.accepted_output_modes);
  if (existing && PlanRuns::is_run(context.agent->config(), existing->accepted_under))
    co_return co_await answer_plan(context, std::move(request), std::move(*existing));
  if (existing)
    co_return co_await resume(context, std::move(request), std::move(*existing), std::move(*push), wanted);

  auto* structured = std::get_if<StructuredTask>(&*meaning);
  const std::string schema = structured != nullptr ? structured->input.schema : std::string();
  const bool makes_run = PlanRuns::makes_run(context.agent->config(), schema);
  const bool makes_task = structured != nullptr || makes_run;
  RunInput input = make_new_input(context, std::move(request), structured, wanted);
  input.message->push = std::move(*push);
  auto earlier = co_await find_earlier(input, makes_task ? NextStep::kMakeTask : NextStep::kAskAgent);
  if (!earlier) co_return std::unexpected(earlier.error());
  if (earlier->reply)
    co_return Started{.changed = net::Signal(executor()), .reply = std::move(earlier->reply)};
  if (!earlier->task_id.empty()) co_return driven_elsewhere(std::move(earlier->task_id));
  if (needs_agents_names(input.message->request.message)) co_await translate_names(input);
  if (earlier->is_unknown) co_return co_await find_at_agent(context, std::move(input));
  std::optional<PreparedRun> planned;
  if (makes_run) {
    auto prepared = co_await prepare_run(context, *input.message);
    if (!prepared) co_return std::unexpected(std::move(prepared.error()));
    planned = *std::move(prepared);
  }
  if (makes_task) {
    auto made = co_await make_task(input, schema, planned ? &*planned : nullptr);
    if (!made) co_return std::unexpected(made.error());
  }
  if (planned) co_return launch_plan(context, std::move(input), std::move(*planned));
  co_return co_await launch(std::move(input));
}

// What the message asks for, once its caller is known to be allowed to. `existing`: the task that it goes on
// with; nullptr: none.
Result<MessageMeaning> MessageRequests::allowed_meaning(const CallContext& context, a2a::Message& message,
                                                        const a2a::Task* existing, Wanted wanted) const {
  std::optional<object_schemas::RunningTask> running;
  if (existing != nullptr) running = {existing->id, existing->status.state};
  MessageMeaning meaning =
      read_message(context, PlanRuns::respelled(context, message), running ? &*running : nullptr,
                   {dependencies_.run.client.document, dependencies_.payloads});
  if (auto* refused = std::get_if<a2a::Error>(&meaning)) return std::unexpected(std::move(*refused));
  note_input(context, meaning, existing != nullptr);
  const std::string_view operation = wanted == Wanted::kStream ? kStreamOperation : kSendOperation;
  if (auto rights = check_input_rights(context, operation, meaning, existing != nullptr); !rights)
    return std::unexpected(std::move(rights.error()));
  return meaning;
}

// The gateway has the answer: the agent hears of nothing.
Result<MessageRequests::Started> MessageRequests::answer_itself(
    const CallContext& context, OwnAnswer&& answer,
    const std::vector<std::string>& accepted_output_modes) const {
  if (auto told = tell(context, answer); !told) return std::unexpected(std::move(told.error()));
  if (!object_schemas::accepts_json(accepted_output_modes)) make_text(answer.message);
  return reply(std::move(answer.message));
}

// Of a message that names no task. `structured`: what it means; nullptr: it is up to the agent. Its message
// is moved from.
RunInput MessageRequests::make_new_input(const CallContext& context, a2a::SendRequest&& request,
                                         StructuredTask* structured, Wanted wanted) {
  if (structured == nullptr) {
    a2a::Message received = request.message;
    return make_input(context, std::move(received), std::move(request), wanted);
  }
  a2a::Message received = std::exchange(request.message, std::move(structured->for_agent));
  RunInput input = make_input(context, std::move(received), std::move(request), wanted);
  set_skill(input, structured->input.skill);
  input.task.metadata = title_metadata(structured->input.title);
  input.typing.suggestion = suggest(context, *structured, input.typing.accepted_output_modes);
  warn_of_large_integers(context, structured->input);
  return input;
}

// A hop that knows only doubles has changed them, or will.
void MessageRequests::warn_of_large_integers(const CallContext& context,
                                             const object_schemas::StructuredInput& input) const {
  if (input.large_integers == 0) return;
  dependencies_.run.log.write(
      LogLevel::kWarn, "integers_beyond_2_53",
      {{"agent", context.agent->config().name}, {"schema", input.schema}, {"count", input.large_integers}});
}

// Whoever learns from payloads learns of wishes, and of keys that a client knows from now on.
Result<void> MessageRequests::tell(const CallContext& context, const OwnAnswer& answer) const {
  const bool concerns = dependencies_.payloads != nullptr && context.caller && !answer.scenario.empty();
  if (!concerns) return {};
  return tell_of_answer(*dependencies_.payloads, *context.agent, *context.caller, answer.scenario,
                        answer.wish);
}

std::shared_ptr<const Suggestion> MessageRequests::suggest(
    const CallContext& context, const StructuredTask& task,
    const std::vector<std::string>& accepted_output_modes) const {
  const auto* entry = context.agent->templates().find_schema(task.input.schema);
  if (task.suggestion && entry != nullptr && dependencies_.payloads != nullptr && context.caller) {
    dependencies_.payloads->on_delivery({.agent = context.agent->config().name,
                                         .client = client_of(*context.caller),
                                         .scenario = entry->schema.scenario,
                                         .key = task.suggestion->key});
  }
  if (task.suggestion == nullptr || !takes_patches(accepted_output_modes)) return task.suggestion;
  Suggestion suggestion = *task.suggestion;
  suggestion.as_part = true;
  return std::make_shared<const Suggestion>(std::move(suggestion));
}

MessageRequests::Started MessageRequests::reply(a2a::Message&& message) const {
  message.message_id = dependencies_.push.ids.next();
  return {.changed = net::Signal(executor()), .reply = std::make_unique<a2a::Message>(std::move(message))};
}

MessageRequests::Started MessageRequests::driven_elsewhere(std::string task_id) const {
  return {.task_id = std::move(task_id), .changed = net::Signal(executor())};
}

// What the agent said instead of working on a task; nullptr when there is one.
TaskRun::FirstAnswer MessageRequests::take_reply(const Started& started, PlainMessage& plain) const {
  if (!started.run) return nullptr;
  plain = {started.run->key_without_task(), started.task_id};
  return started.run->take_first_answer();
}

// What the same message led to before. While it is at the agent, this one waits for what comes of that.
Awaitable<Result<MessageRequests::Earlier>> MessageRequests::find_earlier(RunInput& input,
                                                                          store::NextStep next) const {
  std::string& key = input.message->idempotency_key;
  if (key.empty()) key = dependencies_.digest.of(input.message->received);
  const auto deadline = clock().monotonic() + dependencies_.run.client.limits.blocking_timeout;
  std::optional<store::TaskFeed::Subscription> subscription;
  std::optional<net::Signal> changed;
  std::string awaited;
  std::optional<AwaitedReplies::Waiter> waiter;
  for (;;) {
    if (const auto reply = waiter ? waiter->reply() : nullptr)
      co_return Earlier{.reply = std::make_unique<a2a::Message>(*reply)};
    auto recorded = dependencies_.run.messages.record_message(input.task.scope, key, input.task.task_id, next,
                                                              clock().utc());
    if (!recorded.ready()) co_await arrival(executor(), recorded);
    if (!recorded.result()) co_return std::unexpected(std::move(recorded.result().error()));
    auto& earlier = recorded.result()->earlier;
    if (!earlier && recorded.result()->shares_id)
      give_new_id(input.message->request.message, dependencies_.push.ids.next());
    if (!earlier) co_return Earlier{};
    if (earlier->outcome != store::EarlierMessage::Outcome::kInFlight) {
      const bool is_known = earlier->outcome == store::EarlierMessage::Outcome::kTask;
      if (!is_known) co_return Earlier{.is_unknown = true};
      co_return Earlier{.task_id = std::move(earlier->task_id)};
    }
    if (clock().monotonic() >= deadline) {
      co_return a2a::fail(ErrorCode::kInternal, "the agent still works on the same message; try again later");
    }
    if (awaited == earlier->task_id) {
      (void)co_await changed->wait(kLookAgain);
    } else {  // and look again: it may have been told just before
      awaited = std::move(earlier->task_id);
      waiter.reset();
      waiter.emplace(dependencies_.replies.wait_for(awaited));
      changed.emplace(executor());
      subscription.emplace(subscribe_to(tasks(), awaited, *changed));
    }
  }
}

// The task that the agent has made of it is followed from now on, as if it had been named in time.
Awaitable<Result<MessageRequests::Started>> MessageRequests::find_at_agent(const CallContext& context,
                                                                           RunInput&& input) const {
  if (!context.has_own_ids) co_return not_known(context);
  AgentClient client(dependencies_.run.client, *input.agent, caller_of(input),
                     clock().monotonic() + input.agent->config().request_timeout);
  auto found = co_await find_task_of(client, input.message->request.message);
  if (!found) co_return not_known(context);
  input.task.upstream = *std::move(found);
  input.known_messages.insert(input.message->received.message_id);
  auto made = create_task(dependencies_.run.writer, input.task, *input.message, {}, {});
  if (!made) co_return std::unexpected(std::move(made.error()));
  tasks().link_upstream(input.task.lease, input.task.upstream);
  input.message.reset();
  Started started = driven_elsewhere(input.task.task_id);
  TaskRun::start(std::make_shared<TaskRun>(dependencies_.run, std::move(input), net::Signal(executor())));
  co_return started;
}

RunInput MessageRequests::make_input(const CallContext& context, a2a::Message&& received,
                                     a2a::SendRequest&& request, Wanted wanted) {
  IdSource& ids = dependencies_.push.ids;
  RunInput input{{.agent = context.agent}, {.scope = context.scope()}};
  input.task.task_id = ids.next();
  const bool is_new_context = received.context_id.empty();
  input.task.context_id = is_new_context ? ids.next() : received.context_id;
  input.typing.contract = &input.agent->contract();
  input.typing.whole_texts = !input.agent->config().hidden_fields.empty();
  input.typing.accepted_output_modes = request.configuration.accepted_output_modes;
  input.typing.as_a_whole = wanted == Wanted::kAnswer && !request.configuration.return_immediately &&
                            request.configuration.push_notification_config.empty();
  input.extensions = context.extensions;
  input.holder = context.payer.holder();
  input.origin = context.origin;
  input.place = context.place;
  input.room = context.room;
  input.from_beginning = wanted == Wanted::kStream;
  input.message = std::make_unique<InitialMessage>();
  input.message->received = std::move(received);
  input.message->idempotency_key = context.idempotency_key;
  input.message->address = context.payer.address;
  input.message->accepted_output_modes = input.typing.accepted_output_modes;
  input.message->request = std::move(request);
  a2a::Message& message = input.message->request.message;
  message.message_id = input.message->received.message_id;
  remove_given_id(message);
  message.context_id = is_new_context ? "" : input.task.context_id;  // ours until translate_names()
  a2a::SendConfiguration& configuration = input.message->request.configuration;
  configuration.accepted_output_modes =
      modes_for_agent(std::move(configuration.accepted_output_modes), input.agent->contract());
  configuration.push_notification_config = {};
  configuration.history_length = std::nullopt;
  return input;
}

Awaitable<void> MessageRequests::translate_names(RunInput& input) const {
  a2a::Message& message = input.message->request.message;
  if (!message.context_id.empty()) {
    auto context = dependencies_.run.writer.contexts.upstream_context(input.task.scope, input.task.context_id,
                                                                      clock().utc());
    if (!context.ready()) co_await arrival(executor(), context);
    message.context_id = context.result().value_or("");
    input.task.upstream.context_id = message.context_id;
  }
  // What is not the caller's own could be the agent's name of somebody else's task.
  std::vector<std::string> known;
  for (const std::string& id : message.reference_task_ids) {
    auto referenced = tasks().get(input.task.scope, id);
    if (!referenced.ready()) co_await arrival(executor(), referenced);
    auto& record = referenced.result();
    if (record && !record->upstream.task_id.empty()) known.push_back(record->upstream.task_id);
  }
  message.reference_task_ids = std::move(known);
}

// Once it is known that the message is a new one: what its context refers to is read for it alone.
Awaitable<Result<PreparedRun>> MessageRequests::prepare_run(const CallContext& context,
                                                            const InitialMessage& message) const {
  auto prepared = co_await dependencies_.plans.prepare(context, message.request.message);
  if (!prepared) dependencies_.run.messages.forget_message(context.scope(), message.idempotency_key);
  co_return prepared;
}

// The task of a structured input, or of a run, before any agent hears of it: once it is certain that a
// restart knows of it, or there is none.
Awaitable<Result<void>> MessageRequests::make_task(RunInput& input, const std::string& schema,
                                                   const PreparedRun* run) {
  object_schemas::ContractReference accepted_under;
  if (input.typing.skill != nullptr) accepted_under = reference_to(*input.typing.skill, schema);
  std::vector<store::RunStep> first_steps;
  if (run != nullptr) first_steps.push_back({agent_context::write_header(run->header)});
  auto made = create_task(dependencies_.run.writer, input.task, *input.message, std::move(accepted_under),
                          std::move(first_steps));
  if (made) {
    store::Durability& durability = dependencies_.run.durability;
    auto recorded = durability.durable(durability.written());
    if (!recorded.ready()) co_await arrival(executor(), recorded);
    made = std::move(recorded.result());
    if (!made) tasks().withdraw(input.task.lease);
  }
  input.message->is_recorded = made.has_value();
  if (!made) dependencies_.run.messages.forget_message(input.task.scope, input.message->idempotency_key);
  co_return made;
}

// A caller that waits for the answer anyway takes it in place, unless it would have to be told earlier.
Awaitable<MessageRequests::Started> MessageRequests::launch(RunInput&& input) {
  const bool waits = !input.from_beginning && !input.message->request.configuration.return_immediately;
  const bool in_place =
      waits && input.agent->config().request_timeout <= dependencies_.run.client.limits.blocking_timeout;
  net::Signal changed(executor());
  std::string task_id = input.task.task_id;
  auto run = std::make_shared<TaskRun>(dependencies_.run, std::move(input), changed);
  if (in_place) {
    co_await TaskRun::start_in_place(run);
  } else {
    TaskRun::start(run);
  }
  co_return Started{std::move(task_id), std::move(run), std::move(changed)};
}

MessageRequests::Started MessageRequests::launch_plan(const CallContext& context, RunInput&& input,
                                                      PreparedRun&& run) const {
  Started started = driven_elsewhere(input.task.task_id);
  auto made = tasks().get(input.task.scope, started.task_id);
  if (input.from_beginning && made.ready() && made.result())
    started.beginning = std::make_unique<store::TaskRecord>(std::move(*made.result()));
  dependencies_.plans.begin({.task = std::move(input.task),
                             .accepted_output_modes = std::move(input.typing.accepted_output_modes),
                             .payer = context.payer,
                             .place = context.place,
                             .header = std::move(run.header),
                             .run = std::move(run.run)});
  return started;
}

// Until the task ends, waits for the client, or the time is up.
Awaitable<void> MessageRequests::wait_until_at_rest(const CallContext& context, const Started& started) {
  const auto deadline = clock().monotonic() + dependencies_.run.client.limits.blocking_timeout;
  std::optional<store::TaskFeed::Subscription> subscription;
  if (!started.run) subscription.emplace(subscribe_to(tasks(), started.task_id, started.changed));
  for (;;) {
    if (started.run) {
      if (started.run->is_at_rest()) co_return;
    } else {
      const bool rests = co_await is_at_rest(context, started);
      if (rests) co_return;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock().monotonic());
    if (left.count() <= 0) co_return;
    (void)co_await started.changed.wait(left);
  }
}

// Of a task that something else drives.
Awaitable<bool> MessageRequests::is_at_rest(const CallContext& context, const Started& started) const {
  auto state = tasks().state(context.scope(), started.task_id);
  if (!state.ready()) co_await arrival(executor(), state);
  const bool goes_on = state.result() && !a2a::is_terminal(*state.result());
  if (!goes_on) co_return true;
  if (!a2a::is_interrupted(*state.result())) co_return false;
  if (!started.answered_behind) co_return true;
  auto events =
      tasks().events_after(context.scope(), started.task_id, *started.answered_behind, kEventsToLookAt);
  if (!events.ready()) co_await arrival(executor(), events);
  co_return !events.result() || std::ranges::any_of(*events.result(), is_status);
}

}  // namespace schemagate
