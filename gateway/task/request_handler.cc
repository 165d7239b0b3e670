#include "gateway/task/request_handler.h"

#include <algorithm>
#include <utility>

#include "a2a/json/text.h"
#include "extension/object_schemas/mode.h"
#include "gateway/task/durability.h"
#include "gateway/task/push_requests.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using net::Awaitable;

constexpr std::chrono::hours kForever{24 * 365};
constexpr std::chrono::seconds kLookAgain{1};  // another process may not tell
constexpr int kPageSizeDefault = 50;           // A2A v1.0.1, ListTasksRequest.page_size

a2a::RawJson title_metadata(const std::string& title) {
  if (title.empty()) return {};
  std::string text = "{";
  a2a::append_string_member(text, "title", title);
  return {text + "}"};
}

// The agent knows nothing of our schemas: to it they are plain JSON.
std::vector<std::string> plain_modes(std::vector<std::string> modes) {
  for (std::string& mode : modes) {
    if (std::holds_alternative<object_schemas::FlaggedWith>(object_schemas::parse_mode(mode)))
      mode = "application/json";
  }
  const auto [first, last] = std::ranges::unique(modes);
  modes.erase(first, last);
  return modes;
}

// The agent does not know the task any more: there is nothing left to cancel.
a2a::Error not_cancelable(a2a::Error error) {
  if (error.code == ErrorCode::kTaskNotFound)
    error = {ErrorCode::kTaskNotCancelable, "the agent does not know the task any more"};
  return error;
}

a2a::Message said_in_task(const RunInput& input) {
  a2a::Message said = input.opening->said;
  said.task_id = input.task_id;
  return said;
}

}  // namespace

Awaitable<Result<a2a::SendResult>> RequestHandler::send(const CallContext& context,
                                                        a2a::SendRequest&& request, std::string& announced) {
  const bool returns_at_once = request.configuration.return_immediately;
  const std::optional<int> history_length = request.configuration.history_length;
  const bool live = returns_at_once && context.agent->published->endpoint.streaming;
  auto begun = co_await begin(context, std::move(request), live);
  if (!begun) co_return std::unexpected(begun.error());
  if (begun->said) co_return a2a::SendResult(std::move(*begun->said));
  if (!returns_at_once) co_await wait_until_at_rest(context, *begun);
  co_await wait_for_decision(*begun);
  auto answer = plain_answer(*begun, announced);
  if (!answer) co_return std::unexpected(answer.error());
  if (*answer) co_return a2a::SendResult(std::move(**answer));
  auto task = co_await snapshot(context, begun->task_id, history_length);
  if (!task) co_return std::unexpected(task.error());
  co_return a2a::SendResult(std::move(*task));
}

Awaitable<Result<StreamStart>> RequestHandler::stream(const CallContext& context, a2a::SendRequest&& request,
                                                      std::string& announced) {
  auto begun = co_await begin(context, std::move(request), true);
  if (!begun) co_return std::unexpected(begun.error());
  if (begun->said) co_return StreamStart(std::move(*begun->said));
  co_await wait_for_decision(*begun);
  auto answer = plain_answer(*begun, announced);
  if (!answer) co_return std::unexpected(answer.error());
  if (*answer) co_return StreamStart(std::move(**answer));
  co_return StreamStart(FollowTask{begun->task_id, begun->run == nullptr});
}

// What the agent said instead of working on a task; nullopt when there is one.
Result<std::optional<a2a::Message>> RequestHandler::plain_answer(const Begun& begun, std::string& announced) {
  if (!begun.run) return std::nullopt;
  announced = begun.run->announced();
  TaskRun::Decision decision = begun.run->take_decision();
  if (!decision) return std::unexpected(std::move(decision.error()));
  if (*decision == nullptr) return std::nullopt;
  return std::move(**decision);
}

void RequestHandler::answered(const CallContext& context, const std::string& announced) {
  if (!announced.empty()) edges_.messages.forget_message(context.scope(), announced);
}

Awaitable<Result<RequestHandler::Begun>> RequestHandler::begin(const CallContext& context,
                                                               a2a::SendRequest&& request, bool live) {
  auto push = requested_push(edges_, context.version, request.configuration.push_notification_config);
  if (!push) co_return std::unexpected(push.error());
  Result<std::optional<store::TaskRecord>> existing;
  if (!request.message.task_id.empty()) {
    auto found = edges_.tasks.get(context.scope(), request.message.task_id);
    if (!found.ready()) co_await arrival(edges_.executor, found);
    existing = open_task(found.result(), request.message);
  }
  if (!existing) co_return std::unexpected(existing.error());
  std::optional<object_schemas::RunningTask> running;
  if (*existing) running = {(*existing)->task.id, (*existing)->task.status.state};
  auto meaning = read_message(context, request.message, running ? &*running : nullptr, edges_);
  if (auto* refused = std::get_if<a2a::Error>(&meaning)) co_return std::unexpected(std::move(*refused));
  if (auto* answer = std::get_if<TemplateAnswer>(&meaning)) co_return say(std::move(answer->message));
  if (*existing)
    co_return co_await resume(context, std::move(request), std::move(**existing), std::move(*push), live);

  auto* structured = std::get_if<StructuredTask>(&meaning);
  a2a::Message said = structured != nullptr ? std::exchange(request.message, std::move(structured->for_agent))
                                            : request.message;
  RunInput input = make_run(context, std::move(said), std::move(request), live);
  input.opening->push = std::move(*push);
  if (structured != nullptr) {
    input.typing = structured->input.skill;
    input.metadata = title_metadata(structured->input.title);
  }
  using enum store::NextStep;
  auto earlier = co_await record(input, structured != nullptr ? kMakeTask : kAskAgent);
  if (!earlier) co_return std::unexpected(earlier.error());
  if (!earlier->empty()) co_return Begun{std::move(*earlier), nullptr, net::Signal(edges_.executor)};
  if (needs_agents_names(input)) co_await translate_names(input);
  if (structured != nullptr) {
    if (auto created = create_task(input); !created) co_return std::unexpected(created.error());
  }
  co_return co_await launch(std::move(input));
}

// The gateway itself is asked, and knows the answer.
RequestHandler::Begun RequestHandler::say(a2a::Message&& answer) const {
  answer.message_id = edges_.ids.next();
  return {.changed = net::Signal(edges_.executor), .said = std::make_unique<a2a::Message>(std::move(answer))};
}

// Returns the task that the same message made before; empty when it is a new one. While the same message is
// at the agent, this one waits for what comes of that.
Awaitable<Result<std::string>> RequestHandler::record(RunInput& input, store::NextStep next) const {
  using Outcome = store::EarlierMessage::Outcome;
  std::string& key = input.opening->idempotency_key = edges_.digest.of(input.opening->said);
  const auto deadline = edges_.clock.monotonic() + edges_.limits.blocking_timeout;
  std::optional<store::TaskFeed::Subscription> subscription;
  std::optional<net::Signal> changed;
  std::string awaited;
  for (;;) {
    auto recorded = edges_.messages.record_message(input.scope, key, input.task_id, next, edges_.clock.utc());
    if (!recorded.ready()) co_await arrival(edges_.executor, recorded);
    auto& earlier = recorded.result();
    if (!earlier) co_return std::unexpected(std::move(earlier.error()));
    if (!*earlier) co_return std::string();
    if ((*earlier)->outcome == Outcome::kTask) co_return std::move((*earlier)->task_id);
    if ((*earlier)->outcome == Outcome::kUnknown) {
      co_return a2a::fail(
          ErrorCode::kInternal,
          "the gateway was restarted while the agent had this message, so it is not known whether "
          "the agent has acted on it; a new messageId sends it again");
    }
    if (edges_.clock.monotonic() >= deadline) {
      co_return a2a::fail(ErrorCode::kInternal, "the agent still works on the same message; try again later");
    }
    if (awaited == (*earlier)->task_id) {
      (void)co_await changed->wait(kLookAgain);
    } else {  // and look again: it may have been told just before
      awaited = std::move((*earlier)->task_id);
      changed.emplace(edges_.executor);
      subscription.emplace(subscribe_to(edges_, awaited, *changed));
    }
  }
}

Result<std::optional<store::TaskRecord>> RequestHandler::open_task(Result<store::TaskRecord>& record,
                                                                   const a2a::Message& message) {
  if (!record) return std::unexpected(record.error());
  if (!message.context_id.empty() && message.context_id != record->task.context_id) {
    return a2a::fail(ErrorCode::kInvalidParams,
                     "message.contextId is not the context of the task that message.taskId names");
  }
  if (a2a::is_terminal(record->task.status.state)) {
    return a2a::fail(
        ErrorCode::kUnsupportedOperation,
        "the task has ended (" + std::string(a2a::name_v0_3(record->task.status.state)) +
            "); send a new message without taskId, with its contextId to stay in the conversation");
  }
  return std::optional<store::TaskRecord>(std::move(*record));
}

RunInput RequestHandler::make_run(const CallContext& context, a2a::Message&& said, a2a::SendRequest&& request,
                                  bool live) {
  RunInput input{.agent = context.agent, .scope = context.scope()};
  input.task_id = edges_.ids.next();
  const bool is_new = said.context_id.empty();
  input.context_id = is_new ? edges_.ids.next() : said.context_id;
  input.opening = std::make_unique<Opening>();
  input.opening->said = std::move(said);
  input.accepted_output_modes = request.configuration.accepted_output_modes;
  input.extensions = context.extensions;
  input.live = live;
  input.opening->request = std::move(request);
  a2a::Message& message = input.opening->request.message;
  message.message_id = edges_.ids.next();
  message.context_id = is_new ? "" : input.context_id;
  a2a::SendConfiguration& configuration = input.opening->request.configuration;
  configuration.accepted_output_modes = plain_modes(std::move(configuration.accepted_output_modes));
  configuration.push_notification_config = {};
  configuration.history_length = std::nullopt;
  return input;
}

// A context that goes on, and tasks that are referred to, have names of the agent's own.
bool RequestHandler::needs_agents_names(const RunInput& input) {
  const a2a::Message& message = input.opening->request.message;
  return !message.context_id.empty() || !message.reference_task_ids.empty();
}

Awaitable<void> RequestHandler::translate_names(RunInput& input) const {
  a2a::Message& message = input.opening->request.message;
  if (!message.context_id.empty()) {
    auto context = edges_.contexts.upstream_context(input.scope, input.context_id);
    if (!context.ready()) co_await arrival(edges_.executor, context);
    message.context_id = context.result().value_or("");
    input.upstream.context_id = message.context_id;
  }
  for (std::string& id : message.reference_task_ids) {
    auto referenced = edges_.tasks.get(input.scope, id);
    if (!referenced.ready()) co_await arrival(edges_.executor, referenced);
    auto& record = referenced.result();
    if (record && !record->upstream.task_id.empty()) id = record->upstream.task_id;
  }
}

Result<void> RequestHandler::create_task(RunInput& input) {
  a2a::Task task{.id = input.task_id, .context_id = input.context_id, .metadata = input.metadata};
  task.status = {.state = a2a::TaskState::kSubmitted, .timestamp = format_timestamp(edges_.clock.utc())};
  a2a::Message& first = task.history.emplace_back(std::move(input.opening->said));
  first.task_id = input.task_id;
  first.context_id = input.context_id;
  const std::string& key = input.opening->idempotency_key;
  auto lease = edges_.tasks.create(input.scope, std::move(task), key, edges_.clock.utc());
  if (!lease) {
    edges_.messages.forget_message(input.scope, key);
    return std::unexpected(std::move(lease.error()));
  }
  input.lease = std::move(*lease);
  input.has_task = true;
  begin_push(edges_, input.scope, input.task_id, std::move(input.opening->push));
  return {};
}

// A caller that waits for the answer anyway takes it in place, unless it would have to be told earlier.
Awaitable<RequestHandler::Begun> RequestHandler::launch(RunInput&& input) {
  const bool waits = !input.live && !input.opening->request.configuration.return_immediately;
  const bool in_place = waits && input.agent->config().request_timeout <= edges_.limits.blocking_timeout;
  net::Signal changed(edges_.executor);
  std::string task_id = input.task_id;
  auto run = std::make_shared<TaskRun>(edges_, std::move(input), changed);
  if (in_place) {
    co_await TaskRun::start_in_place(run);
  } else {
    TaskRun::start(run);
  }
  co_return Begun{std::move(task_id), std::move(run), std::move(changed)};
}

// A further message to a task that is there: its run goes on with it, or, while it is running, the agent just
// gets it.
Awaitable<Result<RequestHandler::Begun>> RequestHandler::resume(const CallContext& context,
                                                                a2a::SendRequest&& request,
                                                                store::TaskRecord&& record,
                                                                RequestedPush push, bool live) {
  const std::string id = record.task.id;
  if (record.upstream.task_id.empty()) {
    co_return a2a::fail(ErrorCode::kUnsupportedOperation,
                        "the agent has not taken up the task yet; try again");
  }
  const std::string sent = edges_.digest.of(request.message);
  auto recorded = edges_.messages.record_message(context.scope(), sent, id, store::NextStep::kAskAgent,
                                                 edges_.clock.utc());
  if (!recorded.ready()) co_await arrival(edges_.executor, recorded);
  if (!recorded.result()) co_return std::unexpected(recorded.result().error());
  if (*recorded.result()) co_return Begun{id, nullptr, net::Signal(edges_.executor)};
  if (push) {
    auto subscribed = edges_.push->subscribe(context.scope(), id, std::move(*push), record.version);
    if (!subscribed.ready()) co_await arrival(edges_.executor, subscribed);
    if (!subscribed.result()) {
      edges_.messages.forget_message(context.scope(), sent);
      co_return std::unexpected(subscribed.result().error());
    }
  }
  request.message.context_id = record.task.context_id;
  a2a::Message said = request.message;
  RunInput input = make_run(context, std::move(said), std::move(request), live);
  if (!input.opening->request.message.reference_task_ids.empty()) co_await translate_names(input);
  take_task(input, record);
  input.opening->request.message.task_id = record.upstream.task_id;
  input.opening->request.message.context_id = record.upstream.context_id;

  auto lease = edges_.tasks.acquire_run(id);
  if (!lease.ready()) co_await arrival(edges_.executor, lease);
  const bool acquired = lease.result().has_value();
  Result<void> taken;
  if (acquired) {
    input.lease = std::move(*lease.result());
    input.question =
        std::make_unique<Question>(std::move(record.task.status), input.opening->said.message_id, sent,
                                   !input.opening->request.configuration.return_immediately);
    taken = record_answer(input);
    if (!taken) edges_.tasks.release_run(input.lease);
  } else {
    taken = co_await pass_on(input);
  }
  if (!taken) {
    edges_.messages.forget_message(context.scope(), sent);
    co_return std::unexpected(taken.error());
  }
  if (!acquired) co_return Begun{id, nullptr, net::Signal(edges_.executor)};
  co_return co_await launch(std::move(input));
}

// What the client was asked for is here: who looks from now on sees a task at work, and not the old question.
Result<void> RequestHandler::record_answer(const RunInput& input) {
  a2a::TaskStatusUpdate at_work;
  at_work.status = {.state = a2a::TaskState::kWorking, .timestamp = format_timestamp(edges_.clock.utc())};
  std::vector<store::TaskEvent> events;
  events.emplace_back(said_in_task(input));
  events.emplace_back(std::move(at_work));
  auto appended = edges_.tasks.append(input.lease, std::move(events), edges_.clock.utc());
  if (!appended) return std::unexpected(std::move(appended.error()));
  return {};
}

// The task's own run sees what comes of it.
Awaitable<Result<void>> RequestHandler::pass_on(RunInput& input) {
  AgentClient upstream(agent_dependencies(edges_), *input.agent, input.extensions,
                       edges_.clock.monotonic() + input.agent->config().request_timeout);
  input.opening->request.configuration.return_immediately = true;
  auto remembered = edges_.durability.durable(edges_.durability.written());
  if (!remembered.ready()) co_await arrival(edges_.executor, remembered);
  if (!remembered.result()) co_return std::move(remembered.result());
  auto answer = co_await upstream.send(input.opening->request);
  if (!answer) co_return std::unexpected(answer.error());
  // Refused when the task has ended meanwhile: the agent has the message all the same.
  (void)edges_.tasks.note(input.task_id, said_in_task(input), edges_.clock.utc());
  co_return Result<void>();
}

Awaitable<void> RequestHandler::wait_until_at_rest(const CallContext& context, const Begun& begun) {
  const auto deadline = edges_.clock.monotonic() + edges_.limits.blocking_timeout;
  std::optional<store::TaskFeed::Subscription> subscription;
  if (!begun.run) subscription.emplace(subscribe_to(edges_, begun.task_id, begun.changed));
  for (;;) {
    if (begun.run) {
      if (begun.run->at_rest()) co_return;
    } else {
      auto state = edges_.tasks.state(context.scope(), begun.task_id);
      if (!state.ready()) co_await arrival(edges_.executor, state);
      const bool goes_on = state.result() && !a2a::is_terminal(*state.result());
      if (!goes_on || a2a::is_interrupted(*state.result())) co_return;
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - edges_.clock.monotonic());
    if (left.count() <= 0) co_return;
    (void)co_await begun.changed.wait(left);
  }
}

// The run's own deadlines bound this.
Awaitable<void> RequestHandler::wait_for_decision(const Begun& begun) {
  while (begun.run && !begun.run->decided()) (void)co_await begun.changed.wait(kForever);
}

// What it shows, a crash does not take back.
Awaitable<Result<a2a::Task>> RequestHandler::snapshot(const CallContext& context, const std::string& task_id,
                                                      std::optional<int> history_length) const {
  auto found = edges_.tasks.get(context.scope(), task_id);
  if (!found.ready()) co_await arrival(edges_.executor, found);
  auto& record = found.result();
  if (!record) co_return std::unexpected(record.error());
  auto durable = edges_.durability.durable(record->changed_by);
  if (!durable.ready()) co_await arrival(edges_.executor, durable);
  if (!durable.result()) co_return std::unexpected(durable.result().error());
  limit_history(record->task, history_length);
  co_return std::move(record->task);
}

Awaitable<Result<a2a::Task>> RequestHandler::get(const CallContext& context,
                                                 const a2a::GetTaskRequest& request) const {
  return snapshot(context, request.id, request.history_length);
}

Awaitable<Result<a2a::TaskPage>> RequestHandler::list(const CallContext& context,
                                                      const a2a::ListTasksRequest& request) const {
  const int page_size = request.page_size.value_or(kPageSizeDefault);
  store::TaskQuery query{.context_id = request.context_id,
                         .state = request.status,
                         .status_from = request.status_timestamp_after,
                         .cursor = request.page_token,
                         .tasks_max = static_cast<std::size_t>(page_size),
                         .history_max = static_cast<std::size_t>(request.history_length.value_or(0)),
                         .artifacts = request.include_artifacts};
  auto listed = edges_.lists.list(context.scope(), query);
  if (!listed.ready()) co_await arrival(edges_.executor, listed);
  auto& list = listed.result();
  if (!list) co_return std::unexpected(list.error());
  auto durable = edges_.durability.durable(edges_.durability.written());
  if (!durable.ready()) co_await arrival(edges_.executor, durable);
  if (!durable.result()) co_return std::unexpected(durable.result().error());
  co_return a2a::TaskPage{.tasks = std::move(list->tasks),
                          .next_page_token = std::move(list->next_cursor),
                          .page_size = page_size,
                          .total_size = list->total};
}

Awaitable<Result<a2a::Task>> RequestHandler::cancel(const CallContext& context,
                                                    const a2a::TaskIdRequest& request) {
  auto found = edges_.tasks.get(context.scope(), request.id);
  if (!found.ready()) co_await arrival(edges_.executor, found);
  auto& record = found.result();
  if (!record) co_return std::unexpected(record.error());
  if (record->task.status.state == a2a::TaskState::kCanceled)
    co_return co_await snapshot(context, request.id, std::nullopt);
  if (a2a::is_terminal(record->task.status.state)) {
    co_return a2a::fail(ErrorCode::kTaskNotCancelable, "the task has already ended");
  }
  a2a::TaskStatus status{.state = a2a::TaskState::kCanceled};
  if (!record->upstream.task_id.empty()) {
    AgentClient upstream(agent_dependencies(edges_), *context.agent, context.extensions,
                         edges_.clock.monotonic() + context.agent->config().request_timeout);
    auto canceled = co_await upstream.cancel(record->upstream.task_id);
    if (!canceled) co_return std::unexpected(not_cancelable(canceled.error()));
    status = std::move(canceled->status);
  }
  if (a2a::is_terminal(status.state)) co_await record_end(record->task, std::move(status));
  co_return co_await snapshot(context, request.id, std::nullopt);
}

// Whoever runs the task learns that it has lost it.
Awaitable<void> RequestHandler::record_end(const a2a::Task& task, a2a::TaskStatus status) {
  status.timestamp = format_timestamp(edges_.clock.utc());
  if (status.message) {
    status.message->task_id = task.id;
    status.message->context_id = task.context_id;
  }
  a2a::TaskStatusUpdate update{.status = std::move(status)};
  auto taken_over = edges_.tasks.take_over_run(task.id);
  if (!taken_over.ready()) co_await arrival(edges_.executor, taken_over);
  const auto& lease = taken_over.result();
  if (!lease) co_return;
  // Refused when the task's own run was faster: it has recorded the same end.
  (void)edges_.tasks.append(*lease, {std::move(update)}, edges_.clock.utc());
  edges_.tasks.release_run(*lease);
}

Awaitable<Result<FollowTask>> RequestHandler::subscribe(const CallContext& context,
                                                        const a2a::TaskIdRequest& request, bool ended_too,
                                                        std::optional<std::uint64_t> seen) const {
  auto found = edges_.tasks.get(context.scope(), request.id);
  if (!found.ready()) co_await arrival(edges_.executor, found);
  auto& record = found.result();
  if (!record) co_return std::unexpected(record.error());
  const bool all_seen = seen.value_or(record->version) >= record->version;
  if (!ended_too && all_seen && a2a::is_terminal(record->task.status.state)) {
    co_return a2a::fail(ErrorCode::kUnsupportedOperation, "the task has ended; read it with GetTask");
  }
  co_return FollowTask{request.id, true};
}

}  // namespace schemagate
