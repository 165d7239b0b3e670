#include "gateway/task/own_agents.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "extension/agent_context/agent_context.h"
#include "extension/object_schemas/mode.h"
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
constexpr int kTooManyRequests = 429;
constexpr int kServerError = 500;

WorkerResult failed(CallOutcome outcome, std::string text) {
  return {.outcome = outcome, .text = std::move(text)};
}

// Whether the same message may be sent again: it was not taken in, or nobody knows.
CallOutcome outcome_of(const a2a::Error& error, const CallOrigin& origin) {
  using enum net::FailureKind;
  for (const net::FailureKind kind : {kUnresolved, kUnreachable, kOverloaded, kClosed}) {
    if (origin.failure_kind == net::name(kind)) return CallOutcome::kUnreachable;
  }
  if (origin.failure_kind == net::name(kTimedOut)) return CallOutcome::kTimeout;
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
                      .holder = call.holder,
                      .agent = std::move(agent),
                      .origin = std::make_shared<CallOrigin>(),
                      .is_own_wording = call.as_is};
  std::ranges::remove_copy_if(call.message.extensions, std::back_inserter(context.extensions),
                              is_known_extension);
  context.schemas_activated = context.extensions.size() != call.message.extensions.size();
  if (context.agent->config().agent_context) std::erase(context.extensions, agent_context::kExtensionUri);
  return context;
}

}  // namespace

std::shared_ptr<const AgentSnapshot> OwnAgents::find(std::string_view agent) const {
  if (dependencies_.agents == nullptr) return nullptr;
  const FrontedAgent* fronted = dependencies_.agents->find(agent);
  return fronted == nullptr ? nullptr : fronted->snapshot();
}

std::optional<bool> OwnAgents::takes_context(std::string_view agent) const {
  const auto snapshot = find(agent);
  if (snapshot == nullptr) return std::nullopt;
  return snapshot->contract().skill_for_input(agent_context::kAgentContextName) != nullptr;
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
  const CallContext context = context_of(call, std::move(agent));
  std::string task_id = call.task_id;
  const bool is_to_send = task_id.empty() || !call.message.task_id.empty();
  if (is_to_send && !control.stopping) {
    a2a::SendRequest request;
    request.message = std::move(call.message);
    PlainMessage plain;
    auto begun = co_await dependencies_.messages.stream(context, std::move(request), plain);
    std::function<void()> recorded = [this, context, plain] {
      dependencies_.messages.answered(context, plain);
    };
    WorkerResult result{.recorded = std::move(recorded)};
    if (!begun) {
      result.outcome = outcome_of(begun.error(), *context.origin);
      result.text = begun.error().message;
      co_return result;
    }
    if (auto* message = std::get_if<a2a::Message>(&*begun)) {
      result.answer = a2a::SendResult(std::move(*message));
      co_return result;
    }
    task_id = std::get<FollowTask>(*begun).task_id;
    auto known = dependencies_.tasks.get(context.scope(), task_id);
    if (!known.ready()) co_await arrival(dependencies_.executor, known);
    accepted(task_id, known.result() ? known.result()->task.context_id : "");
  }
  co_return co_await follow(context, call, control, task_id);
}

// Until the task has ended or asks, the time is up, or the call is stopped.
Awaitable<WorkerResult> OwnAgents::follow(const CallContext& context, const WorkerCall& call,
                                          WorkerControl& control, const std::string& task_id) const {
  if (task_id.empty())
    co_return WorkerResult{.outcome = CallOutcome::kCanceled, .text = "canceled before it was sent"};
  const auto deadline = dependencies_.clock.monotonic() + call.time;
  const auto subscription = subscribe_to(dependencies_.tasks, task_id, control.wake);
  for (;;) {
    auto state = dependencies_.tasks.state(context.scope(), task_id);
    if (!state.ready()) co_await arrival(dependencies_.executor, state);
    if (!state.result()) co_return failed(CallOutcome::kFailed, state.result().error().message);
    if (a2a::is_terminal(*state.result()) || a2a::is_interrupted(*state.result())) break;
    if (control.stopping) {
      std::string refusal = co_await cancel_task(context, task_id);
      co_return WorkerResult{
          .outcome = CallOutcome::kCanceled, .text = "canceled", .cancel_refusal = std::move(refusal)};
    }
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - dependencies_.clock.monotonic());
    if (left.count() <= 0) {
      (void)co_await cancel_task(context, task_id);
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(call.time).count();
      co_return failed(CallOutcome::kTimeout,
                       "the agent did not finish within " + std::to_string(seconds) + " s");
    }
    (void)co_await control.wake.wait(left);
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
  if (task->status.state == a2a::TaskState::kCanceled) co_return std::string();
  co_return "the agent's task is " + std::string(a2a::name_v0_3(task->status.state));
}

Awaitable<std::string> OwnAgents::cancel(const WorkerCall& call) {
  auto agent = find(call.agent);
  if (agent == nullptr || !agent->published) co_return "the agent cannot be reached";
  if (call.task_id.empty()) co_return "the agent had not named its task";
  const CallContext context = context_of(call, std::move(agent));
  co_return co_await cancel_task(context, call.task_id);
}

}  // namespace schemagate
