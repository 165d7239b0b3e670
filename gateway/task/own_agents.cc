#include "gateway/task/own_agents.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include "extension/agent_context/agent_context.h"
#include "extension/object_schemas/mode.h"
#include "gateway/agent/nested_runs.h"
#include "gateway/net/failure.h"
#include "gateway/task/arrival.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using agent_context::CallOutcome;
using net::Awaitable;
using std::chrono::milliseconds;

constexpr milliseconds kCardPause{50};
// Cards are fetched while the gateway starts, and runs go on then.
constexpr milliseconds kCardWaitMax{5'000};
// Nobody tells when a place has been given back.
constexpr milliseconds kPlacePauseMin{20};
constexpr milliseconds kPlacePauseMax{1'000};
constexpr std::string_view kTooManyRequestsText = "not sent: too many requests for this caller (";
constexpr std::string_view kTooManyTasksText = "not sent: too many tasks are running for this caller (";
constexpr std::string_view kFullText =
    "not sent: this caller's share of the tasks that may run (limits.tasks, limits.kept_bytes) is running";
constexpr int kTooManyRequests = 429;
constexpr int kServerError = 500;

WorkerResult failed(CallOutcome outcome, std::string text) {
  return {.outcome = outcome, .text = std::move(text)};
}

WorkerResult timed_out(const WorkerCall& call) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(call.time).count();
  return failed(CallOutcome::kTimeout, "the agent did not finish within " + std::to_string(seconds) + " s");
}

// Whether the same message may be sent again: it was not taken in, or nobody knows.
CallOutcome outcome_of(const a2a::Error& error, const CallOrigin& origin) {
  using enum net::FailureKind;
  for (const net::FailureKind kind : {kUnresolved, kUnreachable, kOverloaded, kClosed}) {
    if (origin.not_answered == kind) return CallOutcome::kUnreachable;
  }
  if (origin.not_answered == kTimedOut) return CallOutcome::kTimeout;
  if (origin.http_status == kTooManyRequests || origin.http_status >= kServerError)
    return CallOutcome::kUnreachable;
  const bool is_broken = error.code == ErrorCode::kInvalidAgentResponse || error.code == ErrorCode::kInternal;
  return is_broken ? CallOutcome::kFailed : CallOutcome::kRefused;
}

bool is_known_extension(const std::string& uri) {
  return uri == object_schemas::kExtensionUri;
}

CallContext context_of(const WorkerCall& call, std::shared_ptr<const AgentSnapshot> agent) {
  CallContext context{.owner = call.owner,
                      .payer = call.payer,
                      .agent = std::move(agent),
                      .origin = std::make_shared<CallOrigin>(),
                      .is_own_wording = call.as_is,
                      .has_own_ids = true};
  std::ranges::remove_copy_if(call.message.extensions, std::back_inserter(context.extensions),
                              is_known_extension);
  context.schemas_activated = context.extensions.size() != call.message.extensions.size();
  if (context.agent->config().agent_context) std::erase(context.extensions, agent_context::kExtensionUri);
  if (call.nested_runs > 0)
    context.origin->headers.push_back({std::string(kNestedRunsField), std::to_string(call.nested_runs)});
  return context;
}

}  // namespace

// A message on its way, shared by what brings it to the agent and whoever waits for that.
struct OwnAgents::Sending {
  Sending(const CallContext& of, a2a::Message&& what, const net::Signal& whom)
      : context(of), message(std::move(what)), wake(whom) {}

  const CallContext context;
  a2a::Message message;
  const net::Signal wake;
  PlainMessage plain = {};
  std::optional<a2a::Result<StreamStart>> begun = {};
  std::exception_ptr failure = {};  // of a library
  bool is_given_up = false;
};

milliseconds OwnAgents::time_until(MonotonicTime deadline) const {
  const auto left = std::chrono::ceil<milliseconds>(deadline - dependencies_.clock.monotonic());
  return std::max(left, milliseconds(0));
}

std::shared_ptr<const AgentSnapshot> OwnAgents::find(std::string_view agent) const {
  if (dependencies_.agents == nullptr) return nullptr;
  const auto fronted = dependencies_.agents->find(agent);
  return fronted == nullptr ? nullptr : fronted->snapshot();
}

std::optional<bool> OwnAgents::takes_context(std::string_view agent) const {
  const auto snapshot = find(agent);
  if (snapshot == nullptr) return std::nullopt;
  return snapshot->contract().skill_for_input(agent_context::kAgentContextName) != nullptr;
}

bool OwnAgents::is_plain(std::string_view agent) const {
  const auto snapshot = find(agent);
  return snapshot != nullptr && snapshot->config().agent_context.has_value();
}

Awaitable<std::shared_ptr<const AgentSnapshot>> OwnAgents::wait_for_card(const WorkerCall& call,
                                                                         const WorkerControl& control) const {
  const auto deadline = dependencies_.clock.monotonic() + std::min(call.time, kCardWaitMax);
  for (;;) {
    auto agent = find(call.agent);
    const bool is_there = agent == nullptr || agent->published != nullptr;
    if (is_there || control.stopping || dependencies_.clock.monotonic() >= deadline) co_return agent;
    (void)co_await control.wake.wait(kCardPause);
  }
}

Awaitable<WorkerResult> OwnAgents::call(WorkerCall& call, WorkerControl& control, const Accepted& accepted) {
  auto agent = co_await wait_for_card(call, control);
  if (agent == nullptr) co_return failed(CallOutcome::kRefused, "no agent " + call.agent + " is configured");
  if (!agent->published)
    co_return failed(CallOutcome::kUnreachable, agent->problem.value_or(card_not_read()).shown);
  CallContext context = context_of(call, std::move(agent));
  if (call.first_wording) context.idempotency_key = digest_.of(*call.first_wording);
  std::string task_id = call.task_id;
  const bool is_first = call.message.task_id.empty();
  const bool is_to_send = task_id.empty() || !is_first;
  if (is_to_send) {
    std::string denied = co_await take_place(call, control, context);
    if (!denied.empty()) co_return failed(CallOutcome::kRefused, std::move(denied));
  }
  const auto deadline = dependencies_.clock.monotonic() + call.time;
  if (is_to_send && !control.stopping) {
    auto begun = co_await begin(context, call, control, deadline);
    if (auto* result = std::get_if<WorkerResult>(&begun)) co_return std::move(*result);
    task_id = std::get<std::string>(begun);
    auto known = dependencies_.tasks.get(context.scope(), task_id);
    if (!known.ready()) co_await arrival(dependencies_.executor, known);
    accepted(task_id, known.result() ? known.result()->task.context_id : "");
  }
  WorkerResult result = co_await follow(context, call, control, task_id, deadline);
  if (is_to_send && is_first) co_await note_untaken(context, result);
  co_return result;
}

// Sends the message, and waits until it is known what comes of it: the id of a task that is to be followed,
// or a result without one.
Awaitable<std::variant<std::string, WorkerResult>> OwnAgents::begin(const CallContext& context,
                                                                    WorkerCall& call, WorkerControl& control,
                                                                    MonotonicTime deadline) {
  auto sending = std::make_shared<Sending>(context, std::move(call.message), control.wake);
  const auto body = [this, sending]() -> Awaitable<void> { co_await send(sending); };
  boost::asio::co_spawn(dependencies_.executor, body, boost::asio::detached);
  while (!sending->begun && dependencies_.clock.monotonic() < deadline)
    (void)co_await control.wake.wait(time_until(deadline));
  if (!sending->begun) {
    sending->is_given_up = true;
    co_return timed_out(call);
  }
  std::function<void()> recorded = [this, sending] {
    dependencies_.messages.answered(sending->context, sending->plain);
  };
  if (sending->failure) {
    recorded();
    std::rethrow_exception(sending->failure);
  }
  auto& begun = *sending->begun;
  if (!begun) {
    co_return WorkerResult{.outcome = outcome_of(begun.error(), *context.origin),
                           .text = begun.error().message,
                           .recorded = std::move(recorded)};
  }
  if (auto* message = std::get_if<a2a::Message>(&*begun)) {
    co_return WorkerResult{.answer = a2a::SendResult(std::move(*message)), .recorded = std::move(recorded)};
  }
  co_return std::move(std::get<FollowTask>(*begun).task_id);
}

// An input has a task before its agent hears of it. Where the agent never did, that stands for nothing: the
// gateway does not remember the message either, and it may be sent again like a text that was refused.
Awaitable<void> OwnAgents::note_untaken(const CallContext& context, WorkerResult& result) const {
  const auto* task = result.answer ? std::get_if<a2a::Task>(&*result.answer) : nullptr;
  const bool has_failed = task != nullptr && task->status.state == a2a::TaskState::kFailed;
  if (!has_failed || !never_arrived(*context.origin)) co_return;
  auto known = dependencies_.tasks.get(context.scope(), task->id);
  if (!known.ready()) co_await arrival(dependencies_.executor, known);
  if (!known.result() || !known.result()->upstream.task_id.empty()) co_return;
  const auto& said = task->status.message;
  if (said && !said->parts.empty()) result.text = said->parts.front().content;
  result.outcome = CallOutcome::kNotTaken;
  result.answer.reset();
}

// By itself: an agent that does not answer is not waited for, and what it makes of the message later is
// canceled.
Awaitable<void> OwnAgents::send(std::shared_ptr<Sending> sending) {
  a2a::SendRequest request;
  request.message = std::move(sending->message);
  a2a::Result<StreamStart> begun = a2a::fail(ErrorCode::kInternal, "internal error");
  try {
    begun = co_await dependencies_.messages.stream(sending->context, std::move(request), sending->plain);
  } catch (...) {
    sending->failure = std::current_exception();
  }
  if (!sending->is_given_up) {
    sending->begun.emplace(std::move(begun));
    sending->wake.notify();
    co_return;
  }
  const auto* task = begun ? std::get_if<FollowTask>(&*begun) : nullptr;
  if (task != nullptr) (void)co_await cancel_task(sending->context, task->task_id);
  dependencies_.messages.answered(sending->context, sending->plain);
}

// Waits for a place among the running tasks, as a client would that is told to try again later. Returns why
// there was none; empty: the message may go. A message that only rewords one that has a place needs no
// second.
Awaitable<std::string> OwnAgents::take_place(const WorkerCall& call, WorkerControl& control,
                                             CallContext& context) const {
  if (dependencies_.places == nullptr || call.is_of_context) co_return std::string();
  const auto deadline = dependencies_.clock.monotonic() + call.time;
  milliseconds pause = kPlacePauseMin;
  bool is_counted = false;
  for (;;) {
    if (control.stopping) co_return std::string();
    std::string denied;
    milliseconds wait = pause;
    if (!is_counted) {
      const auto told = dependencies_.places->take_request(call.payer);
      is_counted = !told;
      if (told) wait = std::min<milliseconds>(told->time, time_until(deadline));
      if (told) denied = std::string(kTooManyRequestsText) + told->used_up + ")";
    }
    if (is_counted) {
      auto taken = dependencies_.places->take(call.payer, 1);
      if (auto* place = std::get_if<RunPlaces::Place>(&taken)) {
        context.place = std::move(*place);
        co_return std::string();
      }
      const std::string& used_up = std::get<RunPlaces::Denied>(taken).used_up;
      denied = used_up.empty() ? std::string(kFullText) : std::string(kTooManyTasksText) + used_up + ")";
    }
    if (dependencies_.clock.monotonic() >= deadline) co_return denied;
    (void)co_await control.wake.wait(wait);
    pause = std::min(2 * pause, kPlacePauseMax);
  }
}

// Until the task has ended or asks, the time is up, or the call is stopped.
Awaitable<WorkerResult> OwnAgents::follow(const CallContext& context, const WorkerCall& call,
                                          WorkerControl& control, const std::string& task_id,
                                          MonotonicTime deadline) const {
  if (task_id.empty())
    co_return WorkerResult{.outcome = CallOutcome::kCanceled, .text = "canceled before it was sent"};
  const auto subscription = subscribe_to(dependencies_.tasks, task_id, control.wake);
  for (;;) {
    auto state = dependencies_.tasks.state(context.scope(), task_id);
    if (!state.ready()) co_await arrival(dependencies_.executor, state);
    if (!state.result()) co_return failed(CallOutcome::kFailed, state.result().error().message);
    if (a2a::is_settled(*state.result())) break;
    if (control.stopping) {
      std::string refusal = co_await cancel_task(context, task_id);
      co_return WorkerResult{
          .outcome = CallOutcome::kCanceled, .text = "canceled", .cancel_refusal = std::move(refusal)};
    }
    if (dependencies_.clock.monotonic() >= deadline) {
      (void)co_await cancel_task(context, task_id);
      co_return timed_out(call);
    }
    (void)co_await control.wake.wait(time_until(deadline));
  }
  auto task = co_await read_task(dependencies_.executor, dependencies_.tasks, dependencies_.durability,
                                 context.scope(), task_id, 0);
  if (!task) co_return failed(CallOutcome::kFailed, task.error().message);
  co_return WorkerResult{.answer = a2a::SendResult(std::move(*task))};
}

Awaitable<std::string> OwnAgents::cancel_task(const CallContext& context, const std::string& task_id) const {
  const a2a::TaskIdRequest request{task_id};
  const auto task = co_await dependencies_.requests.cancel(context, request);
  if (!task) co_return task.error().message;
  const bool is_canceled = task->status.state == a2a::TaskState::kCanceled;
  // A task of ours, for an agent that contexts are taken for: what it is about may go on at the agent itself.
  if (is_canceled && context.agent->config().agent_context) {
    const store::Scope scope = context.scope();
    co_return co_await dependencies_.plans.cancel_refusal(scope, task_id);
  }
  if (is_canceled) co_return std::string();
  co_return "the agent's task is " + std::string(a2a::name_v0_3(task->status.state));
}

Awaitable<std::string> OwnAgents::cancel(const WorkerCall& call) {
  const WorkerControl control{net::Signal(dependencies_.executor)};
  auto agent = co_await wait_for_card(call, control);
  if (agent == nullptr || !agent->published) co_return "the agent cannot be reached";
  if (call.task_id.empty()) co_return "the agent had not named its task";
  const CallContext context = context_of(call, std::move(agent));
  co_return co_await cancel_task(context, call.task_id);
}

}  // namespace schemagate
