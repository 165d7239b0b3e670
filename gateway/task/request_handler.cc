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
constexpr int kPageSizeDefault = 50;  // A2A v1.0.1, ListTasksRequest.page_size

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
  if (!announced.empty()) edges_.store.forget_message(context.scope(), announced);
}

Awaitable<Result<RequestHandler::Begun>> RequestHandler::begin(const CallContext& context,
                                                               a2a::SendRequest&& request, bool live) {
  auto push = requested_push(edges_, context.version, request.configuration.push_notification_config);
  if (!push) co_return std::unexpected(push.error());
  auto existing = find_task(context, request.message);
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
  auto earlier = structured != nullptr ? create_task(input) : announce(input);
  if (!earlier) co_return std::unexpected(earlier.error());
  if (*earlier && (*earlier)->empty()) {
    co_return a2a::fail(
        ErrorCode::kInternal,
        "the gateway was restarted while the agent had this message, so it is not known whether "
        "the agent has acted on it; a new messageId sends it again");
  }
  if (*earlier) co_return Begun{std::move(**earlier), nullptr, net::Signal(edges_.executor)};
  co_return co_await launch(std::move(input));
}

// The gateway itself is asked, and knows the answer.
RequestHandler::Begun RequestHandler::say(a2a::Message&& answer) const {
  answer.message_id = edges_.ids.next();
  return {.changed = net::Signal(edges_.executor), .said = std::make_unique<a2a::Message>(std::move(answer))};
}

// A plain message may come to need no task. Returns the one that the same message made before, if it did.
Result<std::optional<std::string>> RequestHandler::announce(RunInput& input) const {
  const a2a::Message& said = input.opening->said;
  const bool nothing_to_do =
      edges_.store.durable_at_once() && !edges_.store.knows_message_id(input.scope, said.message_id);
  if (nothing_to_do) return std::nullopt;
  std::string& fingerprint = input.opening->fingerprint = edges_.digest.of(said);
  const auto now = edges_.clock.monotonic();
  if (auto earlier = edges_.store.find_duplicate(input.scope, fingerprint, now)) return earlier;
  if (auto announced = edges_.store.announce(input.scope, fingerprint, now); !announced) {
    return std::unexpected(announced.error());
  }
  return std::nullopt;
}

Result<std::optional<store::TaskRecord>> RequestHandler::find_task(const CallContext& context,
                                                                   const a2a::Message& message) const {
  if (message.task_id.empty()) return std::optional<store::TaskRecord>();
  auto record = edges_.store.get(context.scope(), message.task_id);
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
  message.context_id = is_new ? "" : edges_.store.upstream_context(input.scope, input.context_id);
  input.upstream.context_id = message.context_id;
  for (std::string& id : message.reference_task_ids) {
    auto referenced = edges_.store.get(input.scope, id);
    if (referenced && !referenced->upstream.task_id.empty()) id = referenced->upstream.task_id;
  }
  a2a::SendConfiguration& configuration = input.opening->request.configuration;
  configuration.accepted_output_modes = plain_modes(std::move(configuration.accepted_output_modes));
  configuration.push_notification_config = {};
  configuration.history_length = std::nullopt;
  return input;
}

// Returns the task that the same message made before, if it did.
Result<std::optional<std::string>> RequestHandler::create_task(RunInput& input) {
  a2a::Task task{.id = input.task_id, .context_id = input.context_id, .metadata = input.metadata};
  task.status = {.state = a2a::TaskState::kSubmitted, .timestamp = format_timestamp(edges_.clock.utc())};
  input.opening->fingerprint = edges_.digest.of(input.opening->said);
  a2a::Message& first = task.history.emplace_back(std::move(input.opening->said));
  first.task_id = input.task_id;
  first.context_id = input.context_id;
  input.has_task = true;
  auto earlier = edges_.store.create_once(input.scope, input.opening->fingerprint, std::move(task),
                                          edges_.clock.monotonic());
  if (earlier && !*earlier) begin_push(edges_, input.scope, input.task_id, std::move(input.opening->push));
  return earlier;
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
  const auto now = edges_.clock.monotonic();
  if (edges_.store.deduplicate(context.scope(), sent, id, now)) {
    co_return Begun{id, nullptr, net::Signal(edges_.executor)};
  }
  Result<void> subscribed;
  if (push) subscribed = edges_.push->subscribe(context.scope(), id, std::move(*push), record.version);
  if (!subscribed) {
    edges_.store.forget_message(context.scope(), sent);
    co_return std::unexpected(subscribed.error());
  }
  request.message.context_id = record.task.context_id;
  a2a::Message said = request.message;
  RunInput input = make_run(context, std::move(said), std::move(request), live);
  take_task(input, record);
  input.opening->request.message.task_id = record.upstream.task_id;
  input.opening->request.message.context_id = record.upstream.context_id;

  const bool claimed = edges_.store.claim_run(id);
  Result<void> taken;
  if (claimed) {
    input.question =
        std::make_unique<Question>(std::move(record.task.status), input.opening->said.message_id, sent,
                                   !input.opening->request.configuration.return_immediately);
    taken = record_answer(input);
    if (!taken) edges_.store.release_run(id);
  } else {
    taken = co_await pass_on(input);
  }
  if (!taken) {
    edges_.store.forget_message(context.scope(), sent);
    co_return std::unexpected(taken.error());
  }
  if (!claimed) co_return Begun{id, nullptr, net::Signal(edges_.executor)};
  co_return co_await launch(std::move(input));
}

// What the client was asked for is here: who looks from now on sees a task at work, and not the old question.
Result<void> RequestHandler::record_answer(const RunInput& input) {
  a2a::TaskStatusUpdate at_work;
  at_work.status = {.state = a2a::TaskState::kWorking, .timestamp = format_timestamp(edges_.clock.utc())};
  std::vector<store::TaskEvent> events;
  events.emplace_back(said_in_task(input));
  events.emplace_back(std::move(at_work));
  auto appended = edges_.store.append(input.task_id, std::move(events), edges_.clock.monotonic());
  if (appended) publish_when_durable(edges_, input.task_id);
  return appended;
}

// The task's own run sees what comes of it.
Awaitable<Result<void>> RequestHandler::pass_on(RunInput& input) {
  AgentClient upstream(agent_dependencies(edges_), *input.agent, input.extensions,
                       edges_.clock.monotonic() + input.agent->config().request_timeout);
  input.opening->request.configuration.return_immediately = true;
  if (!edges_.store.durable_at_once()) {
    auto remembered = co_await until_durable(edges_, edges_.store.written());
    if (!remembered) co_return remembered;
  }
  auto answer = co_await upstream.send(input.opening->request);
  if (!answer) co_return std::unexpected(answer.error());
  // Refused when the task has ended meanwhile: the agent has the message all the same.
  (void)edges_.store.append(input.task_id, {said_in_task(input)}, edges_.clock.monotonic());
  co_return Result<void>();
}

Awaitable<void> RequestHandler::wait_until_at_rest(const CallContext& context, const Begun& begun) {
  const auto deadline = edges_.clock.monotonic() + edges_.limits.blocking_timeout;
  std::optional<TaskFeed::Subscription> subscription;
  if (!begun.run) subscription.emplace(edges_.feed.subscribe(begun.task_id, begun.changed));
  const auto is_at_rest = [this, &context, &begun] {
    if (begun.run) return begun.run->at_rest();
    const auto state = edges_.store.state(context.scope(), begun.task_id);
    return !state || a2a::is_terminal(*state) || a2a::is_interrupted(*state);
  };
  while (!is_at_rest()) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - edges_.clock.monotonic());
    if (left.count() <= 0) break;
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
  auto record = edges_.store.get(context.scope(), task_id);
  if (!record) co_return std::unexpected(record.error());
  if (!edges_.store.durable_at_once()) {
    auto durable = co_await until_durable(edges_, record->changed_by);
    if (!durable) co_return std::unexpected(durable.error());
  }
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
  auto list = edges_.store.list(context.scope(), query);
  if (!list) co_return std::unexpected(list.error());
  if (!edges_.store.durable_at_once()) {
    auto durable = co_await until_durable(edges_, edges_.store.written());
    if (!durable) co_return std::unexpected(durable.error());
  }
  co_return a2a::TaskPage{.tasks = std::move(list->tasks),
                          .next_page_token = std::move(list->next_cursor),
                          .page_size = page_size,
                          .total_size = list->total};
}

Awaitable<Result<a2a::Task>> RequestHandler::cancel(const CallContext& context,
                                                    const a2a::TaskIdRequest& request) {
  auto record = edges_.store.get(context.scope(), request.id);
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
  if (a2a::is_terminal(status.state)) record_end(record->task, std::move(status));
  co_return co_await snapshot(context, request.id, std::nullopt);
}

void RequestHandler::record_end(const a2a::Task& task, a2a::TaskStatus status) {
  status.timestamp = format_timestamp(edges_.clock.utc());
  if (status.message) {
    status.message->task_id = task.id;
    status.message->context_id = task.context_id;
  }
  a2a::TaskStatusUpdate update{.status = std::move(status)};
  // Refused when the task's own run was faster: it has recorded the same end.
  if (edges_.store.append(task.id, {std::move(update)}, edges_.clock.monotonic()))
    publish_when_durable(edges_, task.id);
}

Result<FollowTask> RequestHandler::subscribe(const CallContext& context, const a2a::TaskIdRequest& request,
                                             bool ended_too, std::optional<std::uint64_t> seen) const {
  auto record = edges_.store.get(context.scope(), request.id);
  if (!record) return std::unexpected(record.error());
  const bool all_seen = seen.value_or(record->version) >= record->version;
  if (!ended_too && all_seen && a2a::is_terminal(record->task.status.state)) {
    return a2a::fail(ErrorCode::kUnsupportedOperation, "the task has ended; read it with GetTask");
  }
  return FollowTask{request.id, true};
}

}  // namespace schemagate
