// The part of MessageRequests that goes on with a task that is there.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gateway/task/agent_conversation.h"
#include "gateway/task/arrival.h"
#include "gateway/task/message_requests.h"
#include "gateway/task/sent_message.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using net::Awaitable;

a2a::Message received_in_task(const RunInput& input) {
  a2a::Message received = input.message->received;
  received.task_id = input.task.task_id;
  return received;
}

const a2a::TaskStatus* status_in(const a2a::StreamEvent& answer) {
  if (const auto* task = std::get_if<a2a::Task>(&answer)) return &task->status;
  const auto* update = std::get_if<a2a::TaskStatusUpdate>(&answer);
  return update == nullptr ? nullptr : &update->status;
}

// Whether the agent's answer to a message in a task tells another status than it had.
bool says_more(const a2a::StreamEvent& answer, const a2a::TaskStatus& before) {
  const a2a::TaskStatus* const now = status_in(answer);
  if (now == nullptr) return false;
  if (now->state != before.state) return true;
  return now->message && (!before.message || now->message->message_id != before.message->message_id);
}

// The first thing that the agent says to the message. Agents exist that answer a message to a running task
// when that has ended, whatever they were asked; of a stream the rest is the run's to hear.
class FirstWord final : public AgentListener {
 public:
  Result<void> on_event(a2a::StreamEvent&& event) override {
    said_ = std::move(event);
    return {};
  }
  bool is_satisfied() const override { return said_.has_value(); }
  Awaitable<bool> rest(std::chrono::milliseconds) override { co_return false; }

  const std::optional<a2a::StreamEvent>& said() const { return said_; }

 private:
  std::optional<a2a::StreamEvent> said_;
};

}  // namespace

// The client's answer to a question of a run.
Awaitable<Result<MessageRequests::Started>> MessageRequests::answer_plan(const CallContext& context,
                                                                         a2a::SendRequest&& request,
                                                                         store::TaskRecord&& record) {
  store::MessageMemory& messages = dependencies_.run.messages;
  const std::string key = dependencies_.digest.of(request.message);
  auto recorded = messages.record_message(context.scope(), key, record.task.id, store::NextStep::kAskAgent,
                                          clock().utc());
  if (!recorded.ready()) co_await arrival(executor(), recorded);
  if (!recorded.result()) co_return std::unexpected(recorded.result().error());
  Started started = driven_elsewhere(record.task.id);
  if (recorded.result()->earlier) co_return std::move(started);
  const PlanRuns::Owner owner{context.payer, context.place};
  const store::Scope scope = context.scope();
  auto answered = co_await dependencies_.plans.answer(record, scope, request.message, owner);
  if (!answered) {
    messages.forget_message(context.scope(), key);
    co_return std::unexpected(answered.error());
  }
  co_return std::move(started);
}

// A further message to a task that is there: its run goes on with it, or, while it is running, the agent just
// gets it.
Awaitable<Result<MessageRequests::Started>> MessageRequests::resume(const CallContext& context,
                                                                    a2a::SendRequest&& request,
                                                                    store::TaskRecord&& record,
                                                                    RequestedPush push, Wanted wanted) {
  const std::string id = record.task.id;
  if (record.upstream.task_id.empty()) {
    co_return a2a::fail(ErrorCode::kUnsupportedOperation,
                        "the agent has not taken up the task yet; try again");
  }
  store::MessageMemory& messages = dependencies_.run.messages;
  const std::string key = dependencies_.digest.of(request.message);
  auto recorded =
      messages.record_message(context.scope(), key, id, store::NextStep::kAskAgent, clock().utc());
  if (!recorded.ready()) co_await arrival(executor(), recorded);
  if (!recorded.result()) co_return std::unexpected(recorded.result().error());
  if (recorded.result()->earlier) co_return driven_elsewhere(id);
  if (push) {
    auto subscribed = dependencies_.push.registration.relay->subscribe(context.scope(), id, std::move(*push),
                                                                       record.version);
    if (!subscribed.ready()) co_await arrival(executor(), subscribed);
    if (!subscribed.result()) {
      messages.forget_message(context.scope(), key);
      co_return std::unexpected(subscribed.result().error());
    }
  }
  request.message.context_id = record.task.context_id;
  a2a::Message received = request.message;
  RunInput input = make_input(context, std::move(received), std::move(request), wanted);
  continue_task(input, record);
  a2a::Message& message = input.message->request.message;
  if (recorded.result()->shares_id) give_new_id(message, dependencies_.push.ids.next());
  if (!message.reference_task_ids.empty()) co_await translate_names(input);
  message.task_id = record.upstream.task_id;
  message.context_id = record.upstream.context_id;

  auto lease = tasks().acquire_run(id);
  if (!lease.ready()) co_await arrival(executor(), lease);
  const bool acquired = lease.result().has_value();
  Started elsewhere = driven_elsewhere(id);
  Result<void> taken;
  if (acquired) {
    input.task.lease = std::move(*lease.result());
    const bool client_waits = !input.message->request.configuration.return_immediately;
    input.pending_input = std::make_unique<PendingInput>(
        std::move(record.task.status), input.message->received.message_id, key, client_waits);
    taken = record_input(input);
    if (!taken) tasks().release_run(input.task.lease);
  } else {
    auto answered = co_await pass_on(input, record.task.status);
    if (!answered) taken = std::unexpected(answered.error());
    if (answered && *answered) elsewhere.answered_behind = record.version;
  }
  if (!taken) {
    messages.forget_message(context.scope(), key);
    co_return std::unexpected(taken.error());
  }
  if (!acquired) co_return std::move(elsewhere);
  co_return co_await launch(std::move(input));
}

// What the client was asked for is here: who looks from now on sees a task at work, and not the old question.
Result<void> MessageRequests::record_input(RunInput& input) {
  TaskIdentity& task = input.task;
  task.state = a2a::TaskState::kWorking;
  task.status_time = std::max(format_timestamp(clock().utc()), task.status_time);
  a2a::TaskStatusUpdate at_work;
  at_work.status = {.state = task.state, .timestamp = task.status_time};
  std::vector<store::TaskEvent> events;
  events.emplace_back(received_in_task(input));
  events.emplace_back(std::move(at_work));
  auto appended = tasks().append(input.task.lease, std::move(events), clock().utc());
  if (!appended) return std::unexpected(std::move(appended.error()));
  return {};
}

// The task's own run sees what comes of it. True when the agent's answer says more of the task than `before`.
Awaitable<Result<bool>> MessageRequests::pass_on(RunInput& input, const a2a::TaskStatus& before) {
  input.message->request.configuration.return_immediately = true;
  // Before the agent hears of it: its answer must not stand in the log in front of what it answers.
  if (auto noted = tasks().note(input.task.task_id, received_in_task(input), clock().utc()); !noted)
    co_return std::unexpected(std::move(noted.error()));
  store::Durability& durability = dependencies_.run.durability;
  auto recorded = durability.durable(durability.written());
  if (!recorded.ready()) co_await arrival(executor(), recorded);
  Result<void> taken = std::move(recorded.result());
  bool tells_more = false;
  if (taken) {
    FirstWord answer;
    AgentConversation conversation({executor(), dependencies_.run.client}, *input.agent, caller_of(input),
                                   clock().monotonic() + input.agent->config().task_timeout, answer);
    taken = co_await conversation.begin(input.message->request);
    if (taken && conversation.is_listening()) taken = co_await conversation.go_on();
    if (taken && !answer.said())
      taken = a2a::fail(ErrorCode::kInvalidAgentResponse, "the agent ended its stream without an answer");
    tells_more = taken && says_more(*answer.said(), before);
  }
  if (taken) co_return tells_more;
  store::MessageWithdrawn withdrawn{input.message->received.message_id};
  if (before.message) withdrawn.answered = before.message->message_id;
  (void)tasks().note(input.task.task_id, std::move(withdrawn), clock().utc());
  co_return std::unexpected(std::move(taken.error()));
}

}  // namespace schemagate
