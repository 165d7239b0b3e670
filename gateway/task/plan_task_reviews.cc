// What of a run evaluators and persons decide.
#include <utility>
// Boost's awaitable.hpp takes std::exchange() as known.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <exception>

#include "extension/agent_context/review.h"
#include "gateway/task/plan_task.h"

namespace schemagate {
namespace {

using agent_context::CallKey;
using agent_context::CallOutcome;
using net::Awaitable;
using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{500};  // doubles

std::string no_verdict(const agent_context::PlanRun& run, std::size_t sub_task, std::size_t item,
                       const std::string& reason) {
  return "item " + run.plan().sub_tasks[sub_task].items[item].id +
         ": its evaluator gave no verdict: " + reason;
}

}  // namespace

// As many at once as the plan lets calls be.
std::vector<PlanTask::DueReview> PlanTask::due_reviews(const std::vector<std::size_t>& sub_tasks) {
  std::vector<DueReview> due;
  const auto room = static_cast<std::size_t>(run_.plan().limits.concurrency);
  for (const std::size_t sub_task : sub_tasks) {
    const auto review = run_.review_of(sub_task);  // a refusal just now may have stopped the run
    if (!review || flights_.contains(sub_task) || flights_.size() + due.size() >= room) continue;
    const std::size_t item = review->item;
    const agent_context::PlannedAgent& agent =
        run_.plan().agents[agent_context::evaluator_of(run_, sub_task, item)];
    WorkerCall call{.agent = worker_name(task_.scope.agent, agent),
                    .owner = owner_of_messages(),
                    .payer = payer_,
                    .message = {},
                    .time = run_.plan().limits.call_time,
                    .nested_runs = header_.nested_runs};
    auto message = agent_context::evaluator_message(run_, sub_task, item);
    if (message) {
      const CallKey key = run_.review_call_of(sub_task, item);
      const bool was_asked = run_.progress(sub_task).review == key;  // before a restart
      if (!was_asked && !record(agent_context::CallStarted{key, 1})) break;
      call.message = *std::move(message);
      call.task_id = run_.progress(sub_task).review_task;
      due.push_back({sub_task, item, std::move(call)});
    } else {
      (void)record(agent_context::SubTaskRefused{sub_task, message.error().message});
      wake_.notify();
    }
  }
  return due;
}

void PlanTask::launch(DueReview due) {
  auto control = std::make_shared<WorkerControl>(net::Signal(dependencies_.executor));
  flights_[due.sub_task] = control;
  boost::asio::co_spawn(
      dependencies_.executor,
      [self = shared_from_this(), due = std::move(due), control = std::move(control)]() mutable
          -> Awaitable<void> { co_await self->make_review(std::move(due), std::move(control)); },
      boost::asio::detached);
}

Awaitable<void> PlanTask::make_review(DueReview due, std::shared_ptr<WorkerControl> control) {
  WorkerResult result;
  try {
    result = co_await ask_evaluator(due, control);
  } catch (const std::exception& exception) {
    dependencies_.log.write(LogLevel::kError, "plan_review_failed", {{"cause", exception.what()}});
    result = {
        .outcome = CallOutcome::kFailed, .text = "internal error", .recorded = std::move(result.recorded)};
  }
  if (is_current(due.sub_task, control)) {
    flights_.erase(due.sub_task);
    wake_.notify();
    if (!ended_) write_down(due, result);
  }
  if (result.recorded && !problem_) result.recorded();
}

// Under one id: whoever has had it before says the same again.
Awaitable<WorkerResult> PlanTask::ask_evaluator(const DueReview& due,
                                                std::shared_ptr<WorkerControl> control) {
  const CallKey key = run_.review_call_of(due.sub_task, due.item);
  const WorkerCalls::Accepted accepted = [&](const std::string& task_id, const std::string& context_id) {
    if (!ended_ && is_current(due.sub_task, control))
      (void)record(agent_context::CallAccepted{key, task_id, context_id});
  };
  milliseconds pause = kFirstPause;
  for (int attempt = 1;; ++attempt) {
    WorkerCall call = due.call;
    WorkerResult result = co_await dependencies_.workers.call(call, *control, accepted);
    const bool is_over = result.answer || result.outcome != CallOutcome::kUnreachable || control->stopping ||
                         attempt >= run_.plan().limits.attempts;
    if (is_over) co_return result;
    if (result.recorded) result.recorded();
    (void)co_await control->wake.wait(pause);
    pause *= 2;
  }
}

void PlanTask::write_down(const DueReview& due, const WorkerResult& result) {
  a2a::Result<agent_context::Verdict> verdict =
      result.answer ? agent_context::read_evaluator(run_, due.sub_task, due.item, *result.answer)
                    : a2a::fail(a2a::ErrorCode::kInvalidAgentResponse, result.text);
  if (!verdict) {
    (void)record(agent_context::SubTaskRefused{
        due.sub_task, no_verdict(run_, due.sub_task, due.item, verdict.error().message)});
    return;
  }
  (void)record(
      agent_context::ItemReviewed{due.sub_task, run_.progress(due.sub_task).round, *std::move(verdict)});
}

// The run is being stopped: nobody waits for what its evaluator says.
void PlanTask::drop_review(std::size_t sub_task) {
  const auto flight = flights_.find(sub_task);
  if (flight == flights_.end()) return;
  flight->second->stopping = true;
  flight->second->wake.notify();
  flights_.erase(flight);
}

}  // namespace schemagate
