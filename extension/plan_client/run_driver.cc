#include "extension/plan_client/run_driver.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "extension/agent_context/delivery.h"
#include "extension/agent_context/review.h"

namespace schemagate::plan_client {
namespace {

using a2a::client::Cause;
using a2a::client::Failure;
using a2a::client::Outcome;
using agent_context::CallEnded;
using agent_context::CallKey;
using agent_context::CallOutcome;
using agent_context::NextSteps;
using agent_context::PlanRun;
using agent_context::RunEventBody;
using std::chrono::milliseconds;

constexpr milliseconds kLongestWait{100};

std::int64_t now() {
  return std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// Whether the same message may be sent again: it was not taken in, or nobody knows.
CallOutcome outcome_of(const Failure& failure) {
  const bool is_overload = failure.http_status == 429 || failure.http_status >= 500;
  switch (failure.cause) {
    case Cause::kUnreachable:
      return CallOutcome::kUnreachable;
    case Cause::kTimeout:
      return CallOutcome::kTimeout;
    case Cause::kCanceled:
      return CallOutcome::kCanceled;
    case Cause::kProtocol:
      return is_overload ? CallOutcome::kUnreachable : CallOutcome::kFailed;
    case Cause::kTls:
      return CallOutcome::kFailed;
    case Cause::kArgument:
    case Cause::kAgent:
      return is_overload ? CallOutcome::kUnreachable : CallOutcome::kRefused;
  }
  std::unreachable();
}

CallEnded ended(const CallKey& key, const Failure& failure) {
  return {.call = key,
          .outcome = outcome_of(failure),
          .text = failure.error.message,
          .results = {},
          .remarks = {}};
}

}  // namespace

// Where the threads of calls leave what they have to say.
class RunDriver::Mailbox {
 public:
  void put(const CallKey& key, CallReport report) {
    {
      const std::scoped_lock lock(mutex_);
      reports_.emplace_back(key, std::move(report));
    }
    filled_.notify_one();
  }
  // Everything that is there, after waiting for it for that time at most.
  std::deque<std::pair<CallKey, CallReport>> take(milliseconds time) {
    std::unique_lock lock(mutex_);
    filled_.wait_for(lock, time, [this] { return !reports_.empty(); });
    return std::exchange(reports_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<std::pair<CallKey, CallReport>> reports_;
};

RunDriver::RunDriver(PlanRun run, RunSurroundings surroundings)
    : run_(std::move(run)), surroundings_(std::move(surroundings)), mailbox_(std::make_unique<Mailbox>()) {}

RunDriver::~RunDriver() = default;

Outcome<void> RunDriver::record(RunEventBody body) {
  const agent_context::RunEvent event{now(), std::move(body)};
  if (surroundings_.journal != nullptr) {
    auto done = surroundings_.journal->append(agent_context::write_event(event));
    if (!done) return done;
  }
  if (auto done = run_.apply(event); !done)
    return a2a::client::failed(Cause::kArgument, done.error().message);
  surroundings_.show(run_, event);
  return {};
}

Outcome<void> RunDriver::drive() {
  while (true) {
    const auto goes_on = step();
    if (!goes_on) return std::unexpected(goes_on.error());
    if (!*goes_on) return surroundings_.journal != nullptr ? surroundings_.journal->sync() : Outcome<void>();
  }
}

// False when there is nothing more to be done.
Outcome<bool> RunDriver::step() {
  if (!run_.is_canceled() && surroundings_.is_canceled()) {
    if (auto done = record(agent_context::CancelRequested{}); !done) return std::unexpected(done.error());
  }
  const NextSteps next = run_.next(now());
  if (next.finished) return false;
  for (const std::size_t sub_task : next.evaluate) {
    drop_review(sub_task);
    if (auto done = record(run_.evaluate_round(sub_task)); !done) return std::unexpected(done.error());
  }
  if (!next.evaluate.empty()) return true;
  std::vector<PlanCall> calls;
  for (const std::size_t sub_task : next.call) {
    if (auto done = prepare(sub_task, calls); !done) return std::unexpected(done.error());
  }
  for (const std::size_t sub_task : next.review) {
    if (auto done = prepare_review(sub_task, calls); !done) return std::unexpected(done.error());
  }
  const bool has_effect = !calls.empty() || !next.cancel.empty();
  if (has_effect && surroundings_.journal != nullptr) {
    if (auto done = surroundings_.journal->sync(); !done) return std::unexpected(done.error());
  }
  for (const std::size_t sub_task : next.cancel) cancel(sub_task);
  for (PlanCall& call : calls) launch(std::move(call));
  const bool is_idle = next.call.empty() && next.review.empty() && flights_.empty();
  if (is_idle && !next.wake) return ask_somebody();
  if (auto done = take_reports(next.wake); !done) return std::unexpected(done.error());
  return true;
}

// Writes down that the call begins, and adds it to those that are to be made once that is safe.
Outcome<void> RunDriver::prepare(std::size_t sub_task, std::vector<PlanCall>& calls) {
  const CallKey key = run_.call_of(sub_task);
  const PlanAgent& agent = surroundings_.agents[run_.plan().sub_tasks[sub_task].agent];
  if (!agent.problem.empty()) return record(agent_context::SubTaskRefused{sub_task, agent.problem});
  const int attempt = run_.progress(sub_task).attempt + 1;
  const bool in_doubt = run_.progress(sub_task).in_doubt;
  if (auto done = record(agent_context::CallStarted{key, attempt}); !done) return done;
  auto message = agent_context::message_for(run_, key);
  if (!message) return record(agent_context::SubTaskRefused{sub_task, message.error().message});
  calls.push_back({.key = key,
                   .agent = agent,
                   .message = *std::move(message),
                   .task_id = run_.progress(sub_task).task_id,
                   .in_doubt = in_doubt,
                   .may_send_again = surroundings_.may_send_again,
                   .time = run_.plan().limits.call_time});
  return {};
}

// One question to the evaluator of an item, as many at once as the plan lets calls be: written down before it
// is asked, as calls are. One that stands there already is an earlier process's.
Outcome<void> RunDriver::prepare_review(std::size_t sub_task, std::vector<PlanCall>& calls) {
  const auto room = static_cast<std::size_t>(run_.plan().limits.concurrency);
  const auto review = run_.review_of(sub_task);  // a refusal just now may have stopped the run
  if (!review || flights_.contains(sub_task) || flights_.size() + calls.size() >= room) return {};
  const std::size_t item = review->item;
  const PlanAgent& agent = surroundings_.agents[agent_context::evaluator_of(run_, sub_task, item)];
  auto message = agent_context::evaluator_message(run_, sub_task, item);
  if (!message) return record(agent_context::SubTaskRefused{sub_task, message.error().message});
  if (!agent.problem.empty()) return record(agent_context::SubTaskRefused{sub_task, agent.problem});
  const CallKey key = run_.review_call_of(sub_task, item);
  const bool was_asked = run_.progress(sub_task).review == key;
  if (!was_asked) {
    if (auto done = record(agent_context::CallStarted{key, 1}); !done) return done;
  }
  const std::string& task_id = run_.progress(sub_task).review_task;
  calls.push_back({.key = key,
                   .agent = agent,
                   .message = *std::move(message),
                   .task_id = task_id,
                   .in_doubt = was_asked,
                   .may_send_again = surroundings_.may_send_again,
                   .time = run_.plan().limits.call_time,
                   .attempts = run_.plan().limits.attempts});
  return {};
}

void RunDriver::launch(PlanCall call) {
  Mailbox& mailbox = *mailbox_;
  const std::size_t sub_task = call.key.sub_task;
  flights_[sub_task].thread = std::jthread([call = std::move(call), &mailbox](const std::stop_token& stop) {
    make_call(call, stop, [&call, &mailbox](CallReport report) { mailbox.put(call.key, std::move(report)); });
  });
}

void RunDriver::cancel(std::size_t sub_task) {
  Flight& flight = flights_[sub_task];
  if (std::exchange(flight.stopping, true)) return;
  if (flight.thread.joinable()) {
    flight.thread.request_stop();
    return;
  }
  // Nobody follows a task that waits for an answer.
  const agent_context::SubTaskProgress& progress = run_.progress(sub_task);
  const PlanAgent& agent = surroundings_.agents[run_.plan().sub_tasks[sub_task].agent];
  Mailbox& mailbox = *mailbox_;
  flight.thread = std::jthread([key = progress.call, agent, task = progress.task_id, &mailbox] {
    std::string refusal = task.empty() ? "the agent had not named its task" : cancel_task(agent, task);
    mailbox.put(key, CallResult{a2a::client::failed(Cause::kCanceled, "canceled"), std::move(refusal)});
  });
}

Outcome<void> RunDriver::take_reports(std::optional<std::int64_t> wake) {
  milliseconds time = kLongestWait;
  if (wake) time = std::clamp(milliseconds(*wake - now()), milliseconds(0), kLongestWait);
  for (auto& [key, report] : mailbox_->take(time)) {
    if (auto done = take(key, std::move(report)); !done) return done;
  }
  return {};
}

Outcome<void> RunDriver::take(const CallKey& key, CallReport report) {
  auto* known = std::get_if<TaskKnown>(&report);
  const bool is_dropped = key.turn == CallKey::kReview && run_.progress(key.sub_task).review != key;
  if (known != nullptr && is_dropped) return {};
  if (known != nullptr)
    return record(agent_context::CallAccepted{key, std::move(known->task_id), std::move(known->context_id)});
  auto& last = std::get<CallResult>(report);
  if (key.turn == CallKey::kReview) return take_verdict(key, last);
  flights_.erase(key.sub_task);
  if (!last.cancel_refusal.empty()) {
    auto done = record(agent_context::CancelRefused{key.sub_task, std::move(last.cancel_refusal)});
    if (!done) return done;
  }
  return record(last.result ? agent_context::read_answer(run_, key, *last.result)
                            : ended(key, last.result.error()));
}

// One that was dropped meanwhile says nothing any more.
Outcome<void> RunDriver::take_verdict(const CallKey& key, const CallResult& last) {
  const auto flight = flights_.find(key.sub_task);
  const auto review = run_.review_of(key.sub_task);
  const auto item = static_cast<std::size_t>(key.item);
  if (flight != flights_.end()) flights_.erase(flight);
  if (!review || review->is_person || review->item != item) return {};
  const std::string& id = run_.plan().sub_tasks[key.sub_task].items[item].id;
  auto verdict = last.result ? agent_context::read_evaluator(run_, key.sub_task, item, *last.result)
                             : std::unexpected(last.result.error().error);
  if (verdict) return record(agent_context::ItemReviewed{key.sub_task, key.round, *std::move(verdict)});
  return record(agent_context::SubTaskRefused{
      key.sub_task, "item " + id + ": its evaluator gave no verdict: " + verdict.error().message});
}

// The run is being stopped: nobody waits for what its evaluator says.
void RunDriver::drop_review(std::size_t sub_task) {
  const auto flight = flights_.find(sub_task);
  if (flight == flights_.end()) return;
  flight->second.thread.request_stop();
  flights_.erase(flight);
}

// False: nobody answers, and nothing else is to be done.
Outcome<bool> RunDriver::ask_somebody() {
  for (std::size_t i = 0; i < run_.size(); ++i) {
    if (agent_context::question_of(run_, i).empty()) continue;
    auto answer = surroundings_.ask(run_, i);
    if (!answer) continue;
    if (auto done = record(agent_context::answer_to(run_, i, *std::move(answer))); !done)
      return std::unexpected(done.error());
    return true;
  }
  return false;
}

}  // namespace schemagate::plan_client
