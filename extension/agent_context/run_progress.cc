// What events make of a run.
#include <algorithm>
#include <utility>

#include "extension/agent_context/item_output.h"
#include "extension/agent_context/run.h"

namespace schemagate::agent_context {
namespace {

using a2a::ErrorCode;
using a2a::Result;

constexpr std::int64_t kFirstPause = 500;  // ms; doubles with each attempt
constexpr std::string_view kStopped = "the run was stopped";
constexpr std::size_t kRemarksOfSubTaskMax = 64;

std::unexpected<a2a::Error> does_not_follow(std::string_view what) {
  return a2a::fail(ErrorCode::kInvalidParams, "an event does not fit the run: " + std::string(what));
}

// Up to a quarter of the pause, the same for the same message and attempt (FNV-1a).
std::int64_t jitter(std::string_view message_id, int attempt, std::int64_t pause) {
  std::uint64_t hash = 14'695'981'039'346'656'037u + static_cast<std::uint64_t>(attempt);
  for (const char c : message_id) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211u;
  return static_cast<std::int64_t>(hash % static_cast<std::uint64_t>(pause / 4 + 1));
}

}  // namespace

bool PlanRun::fits(const CallKey& call, CallState state) const {
  return call.sub_task < progress_.size() && progress_[call.sub_task].call_state == state &&
         progress_[call.sub_task].call == call;
}

struct PlanRun::Applier {
  PlanRun& run;
  std::int64_t time;

  Result<void> operator()(const CallStarted& event) const {
    const std::size_t i = event.call.sub_task;
    if (i >= run.size()) return does_not_follow("no such subtask");
    if (event.call.turn == CallKey::kReview) return run.start_review(event.call);
    const bool is_new = run.progress_[i].state == SubTaskState::kWaiting && run.is_ready(i);
    if (!is_new && !run.fits(event.call, CallState::kDue)) return does_not_follow("a call that is not due");
    if (is_new && run.call_of(i) != event.call) return does_not_follow("another call than the first");
    if (is_new) run.start(i);
    run.progress_[i].call_state = CallState::kSent;
    run.progress_[i].attempt = event.attempt;
    return {};
  }
  Result<void> operator()(const RecordStored& event) const {
    if (!run.fits(event.call, CallState::kSent))
      return does_not_follow("a record for a call that was not sent");
    SubTaskProgress& task = run.progress_[event.call.sub_task];
    GivenReferences earlier{std::exchange(task.reference, event.reference),
                            std::exchange(task.output_place, event.output_place)};
    if (!earlier.reference.empty() || !earlier.output_place.empty())
      task.replaced.push_back(std::move(earlier));
    return {};
  }
  Result<void> operator()(const OutputStored& event) const {
    if (event.sub_task >= run.size() || run.progress_[event.sub_task].call_state != CallState::kSent)
      return does_not_follow("an output for a call that was not sent");
    run.progress_[event.sub_task].output_digest = event.digest;
    return {};
  }
  Result<void> operator()(const CallAccepted& event) const {
    const std::size_t i = event.call.sub_task;
    if (i < run.size() && run.progress_[i].review == event.call) {
      run.progress_[i].review_task = event.task_id;
      return {};
    }
    if (!run.fits(event.call, CallState::kSent)) return does_not_follow("a call that was not sent");
    SubTaskProgress& task = run.progress_[event.call.sub_task];
    task.task_id = event.task_id;
    if (!event.context_id.empty()) task.context_id = event.context_id;
    return {};
  }
  Result<void> operator()(const CallEnded& event) const {
    const bool may_be_canceled =
        run.fits(event.call, CallState::kAsking) || (run.stopping_ && run.fits(event.call, CallState::kDue));
    const bool is_canceled = may_be_canceled && event.outcome == CallOutcome::kCanceled;
    if (!is_canceled && !run.fits(event.call, CallState::kSent))
      return does_not_follow("the end of a call that was not sent");
    const std::size_t items = run.plan().sub_tasks[event.call.sub_task].items.size();
    for (const ItemResult& result : event.results) {
      if (result.item >= items) return does_not_follow("no such item");
    }
    run.take_end(event, time);
    return {};
  }
  Result<void> operator()(const QuestionAnswered& event) const {
    if (event.sub_task >= run.size() || run.progress_[event.sub_task].call_state != CallState::kAsking)
      return does_not_follow("an answer without a question");
    SubTaskProgress& task = run.progress_[event.sub_task];
    run.set_state(event.sub_task, SubTaskState::kRunning);
    task.call_state = CallState::kDue;
    task.answer = event.text;
    task.question.clear();
    task.attempt = 0;
    ++task.call.turn;
    return {};
  }
  Result<void> operator()(const ItemReviewed& event) const {
    if (event.sub_task >= run.size() || !run.progress_[event.sub_task].awaits_evaluation ||
        run.progress_[event.sub_task].round != event.round)
      return does_not_follow("a review of another round");
    if (event.verdict.item >= run.progress_[event.sub_task].items.size())
      return does_not_follow("no such item");
    run.progress_[event.sub_task].reviews.push_back(event.verdict);
    run.forget_review(event.sub_task);
    return {};
  }
  Result<void> operator()(const RoundEvaluated& event) const {
    if (event.sub_task >= run.size() || !run.progress_[event.sub_task].awaits_evaluation ||
        run.progress_[event.sub_task].round != event.round)
      return does_not_follow("verdicts on another round");
    for (const Verdict& verdict : event.verdicts) {
      if (verdict.item >= run.progress_[event.sub_task].items.size()) return does_not_follow("no such item");
    }
    run.take_verdicts(event);
    return {};
  }
  Result<void> operator()(const SubTaskRefused& event) const {
    if (event.sub_task >= run.size() || is_terminal(run.progress_[event.sub_task].state))
      return does_not_follow("a subtask that has ended");
    run.fail(event.sub_task, FailureKind::kAgent, event.reason);
    return {};
  }
  Result<void> operator()(const CancelRequested&) const {
    run.canceled_ = true;
    run.stop(kRunCanceled);
    return {};
  }
  Result<void> operator()(const CancelRefused& event) const {
    if (event.sub_task >= run.size()) return does_not_follow("no such subtask");
    run.progress_[event.sub_task].remarks.push_back({RemarkKind::kCancelRefused, event.reason});
    return {};
  }
  Result<void> operator()(const Resumed&) const {
    for (const std::size_t i : run.active_) {
      SubTaskProgress& task = run.progress_[i];
      if (task.call_state == CallState::kSent) {
        task.call_state = CallState::kDue;
        task.in_doubt = true;
      }
      task.not_before = 0;
    }
    if (run.stopping_) run.stop(kStopped);
    return {};
  }
};

Result<void> PlanRun::apply(const RunEvent& event) {
  auto done = std::visit(Applier{*this, event.time}, event.body);
  if (done) last_change_ = event.time;
  return done;
}

Result<void> PlanRun::start_review(const CallKey& call) {
  const auto due = review_of(call.sub_task);
  if (!due || due->is_person || call != review_call_of(call.sub_task, due->item))
    return does_not_follow("a question to an evaluator that is not due");
  SubTaskProgress& task = progress_[call.sub_task];
  if (task.review != call) task.review_task.clear();
  task.review = call;
  return {};
}

void PlanRun::forget_review(std::size_t sub_task) {
  progress_[sub_task].review.reset();
  progress_[sub_task].review_task.clear();
}

void PlanRun::start(std::size_t sub_task) {
  leave_ready(sub_task);
  active_.insert(sub_task);
  set_state(sub_task, SubTaskState::kRunning);
  begin_round(sub_task);
}

void PlanRun::set_state(std::size_t sub_task, SubTaskState state) {
  progress_[sub_task].state = state;
  state_changes_.push_back(sub_task);
}

void PlanRun::begin_round(std::size_t sub_task) {
  SubTaskProgress& task = progress_[sub_task];
  ++task.round;
  for (const ItemResult& result : task.results)
    output_bytes_ -= agent_context::output_room(result.given.output, result.given.data);
  task.results.clear();
  task.todo.clear();
  task.remarks_before = task.remarks.size();
  task.reference.clear();
  task.output_place.clear();
  task.output_digest.clear();
  task.replaced.clear();
  task.reviews.clear();
  forget_review(sub_task);
  for (std::size_t item = 0; item < task.items.size(); ++item) {
    if (!task.items[item].accepted) task.todo.push_back(item);
  }
  set_due(sub_task);
}

// The call for the next items of the round of which nothing has come back.
void PlanRun::set_due(std::size_t sub_task) {
  SubTaskProgress& task = progress_[sub_task];
  const bool by_item = delivery_of(sub_task) == Delivery::kPerItem;
  const std::size_t done = task.results.size();
  task.call = {.sub_task = sub_task,
               .round = task.round,
               .item = by_item ? static_cast<int>(task.todo[done]) : CallKey::kAllItems,
               .turn = 0};
  task.call_state = CallState::kDue;
  task.attempt = 0;
  task.in_doubt = false;
  task.not_before = 0;
  if (!task.task_id.empty()) task.earlier_tasks.push_back(std::exchange(task.task_id, {}));
}

void PlanRun::take_end(const CallEnded& event, std::int64_t time) {
  const std::size_t i = event.call.sub_task;
  for (const Remark& remark : event.remarks) {
    if (progress_[i].remarks.size() < kRemarksOfSubTaskMax) progress_[i].remarks.push_back(remark);
  }
  progress_[i].call_state = CallState::kNone;
  progress_[i].in_doubt = progress_[i].in_doubt && event.outcome == CallOutcome::kUnreachable;
  switch (event.outcome) {
    case CallOutcome::kAnswered:
      return take_results(i, event);
    case CallOutcome::kQuestion:
      return ask(i, event);
    case CallOutcome::kNotTaken:
      drop_task(i);
      return retry(i, event, time);
    case CallOutcome::kUnreachable:
      return retry(i, event, time);
    case CallOutcome::kCanceled:
      if (stopping_) return finish(i, SubTaskState::kCanceled, std::string(kStopped));
      return fail(i, FailureKind::kAgent, event.text.empty() ? "the agent canceled its task" : event.text);
    case CallOutcome::kFailed:
    case CallOutcome::kRefused:
    case CallOutcome::kTimeout:
      return fail(i, FailureKind::kAgent, event.text);
  }
}

void PlanRun::take_results(std::size_t sub_task, const CallEnded& event) {
  SubTaskProgress& task = progress_[sub_task];
  task.results.insert(task.results.end(), event.results.begin(), event.results.end());
  for (const ItemResult& result : event.results)
    output_bytes_ += agent_context::output_room(result.given.output, result.given.data);
  const bool by_item = delivery_of(sub_task) == Delivery::kPerItem;
  if (by_item && event.results.size() != 1)
    return fail(sub_task, FailureKind::kAgent, "no result for the item");
  if (!by_item || task.results.size() >= task.todo.size()) {
    task.awaits_evaluation = true;
  } else if (stopping_) {
    finish(sub_task, SubTaskState::kCanceled, std::string(kStopped));
  } else {
    set_due(sub_task);
  }
}

// So that the message says the same of tasks and contexts when it is sent again.
void PlanRun::drop_task(std::size_t sub_task) {
  SubTaskProgress& task = progress_[sub_task];
  task.task_id.clear();
  if (task.earlier_tasks.empty()) task.context_id.clear();
}

void PlanRun::retry(std::size_t sub_task, const CallEnded& event, std::int64_t time) {
  SubTaskProgress& task = progress_[sub_task];
  if (stopping_) return finish(sub_task, SubTaskState::kCanceled, std::string(kStopped));
  if (task.attempt >= plan().limits.attempts) {
    return fail(sub_task, FailureKind::kAgent,
                event.text + " (" + std::to_string(task.attempt) + " attempts)");
  }
  const std::int64_t pause = kFirstPause << std::min(task.attempt - 1, 10);
  task.call_state = CallState::kDue;
  task.not_before = time + pause + jitter(message_id(task.call), task.attempt, pause);
}

void PlanRun::ask(std::size_t sub_task, const CallEnded& event) {
  SubTaskProgress& task = progress_[sub_task];
  if (++task.questions > plan().limits.questions) {
    return fail(sub_task, FailureKind::kAgent,
                "the agent asked more than " + std::to_string(plan().limits.questions) + " times");
  }
  set_state(sub_task, SubTaskState::kAsking);
  task.call_state = CallState::kAsking;
  task.question = event.text;
}

void PlanRun::take_verdicts(const RoundEvaluated& event) {
  SubTaskProgress& task = progress_[event.sub_task];
  task.awaits_evaluation = false;
  std::map<std::size_t, ItemResult*> results;
  for (ItemResult& result : task.results) results[result.item] = &result;
  for (const Verdict& verdict : event.verdicts) {
    ItemProgress& item = task.items[verdict.item];
    item.verdict = verdict;
    const auto result = results.find(verdict.item);
    if (!verdict.accepted || item.accepted || result == results.end()) continue;
    // What is large is kept once.
    ItemOutput& given = result->second->given;
    item = {
        .accepted = true, .given = std::exchange(given, {.abstract = given.abstract}), .verdict = verdict};
  }
  const auto open = std::ranges::find(task.items, false, &ItemProgress::accepted);
  if (open == task.items.end()) return finish(event.sub_task, SubTaskState::kCompleted, "");
  if (stopping_) return finish(event.sub_task, SubTaskState::kCanceled, std::string(kStopped));
  if (task.round < plan().limits.rounds) return begin_round(event.sub_task);
  const auto item = static_cast<std::size_t>(open - task.items.begin());
  const bool undone = open->verdict.check == kNotDone;
  const std::string rounds = task.round > 1 ? " after " + std::to_string(task.round) + " rounds" : "";
  std::string reason =
      "item " + plan().sub_tasks[event.sub_task].items[item].id + rounds + ": " + open->verdict.reason;
  if (undone && task.remarks.size() > task.remarks_before)
    reason += " (" + text_of(task.remarks.back()) + ")";
  fail(event.sub_task, undone ? FailureKind::kAgent : FailureKind::kRejected, std::move(reason));
}

void PlanRun::fail(std::size_t sub_task, FailureKind kind, std::string reason) {
  progress_[sub_task].failure = kind;
  finish(sub_task, SubTaskState::kFailed, std::move(reason));
  if (plan().on_failure == FailurePolicy::kFailFast)
    stop("stopped because " + plan().sub_tasks[sub_task].id + " failed");
}

void PlanRun::finish(std::size_t sub_task, SubTaskState state, std::string reason) {
  std::vector<std::size_t> blocked;
  set_state(sub_task, state);
  progress_[sub_task].reason = std::move(reason);
  settle(sub_task, blocked);
  while (!blocked.empty()) {
    const std::size_t next = blocked.back();
    blocked.pop_back();
    settle(next, blocked);
  }
}

// Counts a subtask that has ended, and tells those that need it; those that are blocked by it are left to the
// caller, so that a long chain is no deep recursion.
void PlanRun::settle(std::size_t sub_task, std::vector<std::size_t>& blocked) {
  SubTaskProgress& task = progress_[sub_task];
  task.call_state = CallState::kNone;
  task.awaits_evaluation = false;
  leave_ready(sub_task);
  active_.erase(sub_task);
  ++ended_;
  const bool goes_on =
      task.state == SubTaskState::kCompleted || plan().on_failure == FailurePolicy::kBestEffort;
  for (const std::size_t next : plan().sub_tasks[sub_task].dependants) {
    SubTaskProgress& other = progress_[next];
    if (other.state != SubTaskState::kWaiting) continue;
    if (goes_on) {
      if (--other.open_prerequisites == 0) make_ready(next);
    } else {
      const bool is_canceled = task.state == SubTaskState::kCanceled;
      set_state(next, is_canceled ? SubTaskState::kCanceled : SubTaskState::kBlocked);
      other.reason = "it needs " + plan().sub_tasks[sub_task].id;
      blocked.push_back(next);
    }
  }
}

void PlanRun::stop(std::string_view reason) {
  stopping_ = true;
  for (std::size_t i = 0; i < progress_.size(); ++i) {
    const SubTaskProgress& task = progress_[i];
    const bool is_idle = task.state == SubTaskState::kWaiting || task.call_state == CallState::kDue;
    if (!is_terminal(task.state) && is_idle && !task.is_live())
      finish(i, SubTaskState::kCanceled, std::string(reason));
  }
}

}  // namespace schemagate::agent_context
