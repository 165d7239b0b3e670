#include "gateway/task/plan_task.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <exception>
#include <utility>

#include "a2a/model/metadata.h"
#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/delivery.h"
#include "extension/agent_context/invoked_agent.h"
#include "extension/agent_context/review.h"
#include "extension/agent_context/run_report.h"
#include "extension/object_schemas/mode.h"
#include "extension/object_schemas/output_schemas.h"
#include "gateway/task/arrival.h"

namespace schemagate {
namespace {

using a2a::TaskState;
using agent_context::CallKey;
using agent_context::CallState;
using agent_context::NextSteps;
using agent_context::RunOutcome;
using net::Awaitable;
using std::chrono::milliseconds;

constexpr milliseconds kLongestWait{60'000};
constexpr std::size_t kEventsPerRead = 256;

}  // namespace

std::string worker_name(const std::string& master, const agent_context::PlannedAgent& agent) {
  return agent.url.empty() ? agent.id : master + "/" + agent.id;
}

PlanTask::PlanTask(const PlanTaskDependencies& dependencies, PlanTaskBegin&& begin)
    : dependencies_(dependencies),
      references_(dependencies.contexts, dependencies.foreign),
      task_(std::move(begin.task)),
      accepted_output_modes_(std::move(begin.accepted_output_modes)),
      payer_(std::move(begin.payer)),
      place_(std::move(begin.place)),
      header_(std::move(begin.header)),
      run_(std::move(begin.run)),
      version_(begin.version),
      cancel_wanted_(begin.cancel_wanted),
      first_events_(std::move(begin.events)),
      wake_(dependencies.executor),
      board_(run_),
      context_writes_(begin.context_writes) {
  for (std::size_t i = 0; dependencies_.contexts != nullptr && i < run_.size(); ++i) {
    const agent_context::SubTaskProgress& progress = run_.progress(i);
    if (!progress.reference.empty() || !progress.output_place.empty()) kept_.insert(i);
  }
}

void PlanTask::start(std::shared_ptr<PlanTask> task) {
  const auto executor = task->dependencies_.executor;
  const auto body = [task = std::move(task)]() -> Awaitable<void> { co_await task->drive(); };
  boost::asio::co_spawn(executor, body, boost::asio::detached);
}

std::int64_t PlanTask::now() const {
  return std::chrono::duration_cast<milliseconds>(dependencies_.clock.utc().time_since_epoch()).count();
}

Awaitable<void> PlanTask::drive() {
  const auto subscription = subscribe_to(dependencies_.tasks, task_.task_id, wake_);
  try {
    for (bool goes_on = !problem_; goes_on;) goes_on = co_await step();
  } catch (const std::exception& exception) {
    dependencies_.log.write(LogLevel::kError, "plan_run_failed", {{"cause", exception.what()}});
    give_up({a2a::ErrorCode::kInternal, "internal error"});
  }
  end();
}

// False when there is nothing more to be done.
Awaitable<bool> PlanTask::step() {
  co_await read_log();
  if (cancel_wanted_ && !run_.is_canceled()) (void)record(agent_context::CancelRequested{});
  if (problem_) co_return false;
  const NextSteps next = run_.next(now());
  if (next.finished) {
    finish();
    co_return false;
  }
  for (const std::size_t sub_task : next.evaluate) {
    drop_review(sub_task);
    (void)record(run_.evaluate_round(sub_task));
  }
  if (!next.evaluate.empty()) co_return !problem_;
  std::vector<DueCall> calls;
  for (const std::size_t sub_task : next.call) prepare(sub_task, calls);
  std::vector<DueReview> reviews = due_reviews(next.review);
  if (problem_) co_return false;
  if (!calls.empty() || !reviews.empty() || !next.cancel.empty()) {
    const bool recorded = co_await is_recorded();
    if (!recorded) co_return false;
  }
  for (const std::size_t sub_task : next.cancel) cancel(sub_task);
  for (DueCall& due : calls) launch(std::move(due));
  for (DueReview& due : reviews) launch(std::move(due));
  if (calls.empty() && !next.call.empty()) co_return true;       // all of them were refused
  if (flights_.empty() && !next.review.empty()) co_return true;  // the same of reviews
  if (flights_.empty() && !next.cancel.empty()) co_return true;  // nothing of them is under way any more
  if (flights_.empty() && !next.wake) {
    ask();
    co_return false;
  }
  const auto time = next.wake ? milliseconds(*next.wake - now()) : kLongestWait;
  (void)co_await wake_.wait(std::clamp(time, milliseconds(1), kLongestWait));
  co_return !problem_;
}

// What others have noted in the log.
Awaitable<void> PlanTask::read_log() {
  for (std::size_t count = kEventsPerRead; count == kEventsPerRead;) {
    auto events = dependencies_.tasks.events_after(task_.scope, task_.task_id, version_, kEventsPerRead);
    if (!events.ready()) co_await arrival(dependencies_.executor, events);
    if (!events.result()) co_return;
    count = events.result()->size();
    version_ += count;
    for (const store::TaskEvent& event : *events.result()) {
      const auto* step = std::get_if<store::RunStep>(&event);
      if (step != nullptr && step->line == kCancelMark) cancel_wanted_ = true;
    }
  }
}

// Nothing leaves before it is certain that a restart knows of it.
Awaitable<bool> PlanTask::is_recorded() {
  auto recorded = dependencies_.durability.durable(dependencies_.durability.written());
  if (!recorded.ready()) co_await arrival(dependencies_.executor, recorded);
  if (!recorded.result()) problem_ = recorded.result().error();
  co_return !problem_;
}

a2a::Result<void> PlanTask::record(agent_context::RunEventBody body) {
  if (problem_) return std::unexpected(*problem_);
  const agent_context::RunEvent event{now(), std::move(body)};
  auto applied = run_.apply(event);
  if (!applied) {
    give_up({a2a::ErrorCode::kInternal, "the run came into disorder: " + applied.error().message});
    return applied;
  }
  revoke_ended();
  Events events;
  events.emplace_back(store::RunStep{agent_context::write_event(event)});
  add_news(events);
  append(std::move(events));
  if (problem_) return std::unexpected(*problem_);
  return {};
}

const agent_context::PlannedAgent& PlanTask::agent_of(std::size_t sub_task) const {
  return run_.plan().agents[run_.plan().sub_tasks[sub_task].agent];
}

WorkerCall PlanTask::call_to(std::size_t sub_task) const {
  const agent_context::PlannedAgent& agent = agent_of(sub_task);
  const bool is_of_context = !header_.context.empty();
  return {.agent = worker_name(task_.scope.agent, agent),
          .owner = owner_of_messages(),
          .payer = payer_,
          .message = {},
          .is_of_context = is_of_context,
          .as_is = is_of_context && run_.delivery_of(sub_task) != agent_context::Delivery::kStructured,
          .task_id = run_.progress(sub_task).task_id,
          .time = run_.plan().limits.call_time,
          .nested_runs = header_.nested_runs};
}

// Whether the message that goes out for the call has references of its own still to get, or others than those
// that it has: their time may be over where the gateway was stopped, or the agent not reached, for long.
bool PlanTask::needs_references(const CallKey& key) const {
  const agent_context::SubTaskProgress& progress = run_.progress(key.sub_task);
  const bool has_context = key.turn == 0 && progress.task_id.empty() &&
                           run_.delivery_of(key.sub_task) == agent_context::Delivery::kAgentContext;
  if (dependencies_.contexts == nullptr || !has_context) return false;
  const auto needs_renewal = [this](const std::string& uri) {
    return !uri.empty() && dependencies_.contexts->needs_renewal(uri, run_.plan().limits.call_time);
  };
  return (progress.reference.empty() && progress.output_place.empty()) || needs_renewal(progress.reference) ||
         needs_renewal(progress.output_place);
}

// What is too large for the message is kept before it leaves, and the message refers to it. An agent that can
// read here may write what it gives here, too.
a2a::Result<void> PlanTask::keep_record(const CallKey& key) {
  if (!needs_references(key)) return {};
  const std::size_t sub_task = key.sub_task;
  const agent_context::SubTaskProgress& progress = run_.progress(sub_task);
  const agent_context::PlannedAgent& agent = agent_of(sub_task);
  const bool reads_itself = dependencies_.contexts->has_reader(agent.id);
  if (!reads_itself && !dependencies_.workers.is_plain(worker_name(task_.scope.agent, agent))) return {};
  agent_context::RecordStored stored{.call = key, .reference = {}, .output_place = {}};
  // What the gateway reads in an agent's place has less room.
  const std::size_t bytes_max =
      reads_itself ? agent_context::kStoredRecordBytesMax : agent_context::kFetchedRecordBytesMax;
  std::string content = agent_context::referred_record_of(
      run_, sub_task, reads_itself ? outputs_for(agent.id) : agent_context::StoredOutputs(), bytes_max);
  const bool refers_to_outputs =
      reads_itself && content != agent_context::referred_record_of(run_, sub_task, {}, bytes_max);
  const bool is_large = dependencies_.contexts->offloads(content.size()) ||
                        content.size() > agent_context::kInlineRecordBytesMax;
  if (refers_to_outputs || is_large) {
    auto reference = dependencies_.contexts->keep(kept_for(sub_task, std::move(content)));
    if (!reference) return std::unexpected(std::move(reference.error()));
    stored.reference = *std::move(reference);
  }
  if (reads_itself) {
    auto place = place_for(sub_task);
    if (!place) return std::unexpected(std::move(place.error()));
    stored.output_place = *std::move(place);
  }
  if (stored.reference == progress.reference && stored.output_place == progress.output_place) return {};
  kept_.insert(sub_task);
  return record(std::move(stored));
}

// What may have been put there already stays.
a2a::Result<std::string> PlanTask::place_for(std::size_t sub_task) const {
  if (run_.progress(sub_task).output_place.empty())
    return dependencies_.contexts->keep_place(kept_for(sub_task, {}));
  return dependencies_.contexts->refer_to_place(run_.sub_task_id(sub_task), agent_of(sub_task).id,
                                                run_.plan().limits.call_time);
}

KeptContext PlanTask::kept_for(std::size_t sub_task, std::string content) const {
  return {.run = owner_of_messages(),
          .id = run_.sub_task_id(sub_task),
          .audience = agent_of(sub_task).id,
          .content = std::move(content),
          .call_time = run_.plan().limits.call_time};
}

// What the agents of other subtasks have stored, for that agent to read.
agent_context::StoredOutputs PlanTask::outputs_for(const std::string& agent) const {
  return [this, agent](std::size_t sub_task) -> std::string {
    const std::string& digest = run_.progress(sub_task).output_digest;
    if (digest.empty()) return {};
    return dependencies_.contexts
        ->refer_to_output(run_.sub_task_id(sub_task), agent, digest, run_.plan().limits.call_time)
        .value_or("");
  };
}

// Empty: the agent has stored nothing.
Awaitable<std::string> PlanTask::digest_of_output(std::size_t sub_task) const {
  if (dependencies_.contexts == nullptr || run_.progress(sub_task).output_place.empty())
    co_return std::string();
  auto output = dependencies_.contexts->read_output(run_.sub_task_id(sub_task));
  if (!output.ready()) co_await arrival(dependencies_.executor, output);
  const bool is_there = output.result() && *output.result() && !(*output.result())->content.empty();
  if (!is_there) co_return std::string();
  co_return agent_context::content_digest((*output.result())->content);
}

// Nobody reads for a subtask that has ended.
void PlanTask::revoke_ended() {
  std::erase_if(kept_, [this](std::size_t sub_task) {
    if (!is_terminal(run_.progress(sub_task).state)) return false;
    dependencies_.contexts->revoke(run_.sub_task_id(sub_task));
    if (run_.progress(sub_task).output_digest.empty())
      dependencies_.contexts->revoke_place(run_.sub_task_id(sub_task));
    return true;
  });
}

// Writes down that the call begins, and adds it to those that are to be made once that is safe.
void PlanTask::prepare(std::size_t sub_task, std::vector<DueCall>& calls) {
  const CallKey key = run_.call_of(sub_task);
  const int attempt = run_.progress(sub_task).attempt + 1;
  if (auto done = record(agent_context::CallStarted{key, attempt}); !done) return;
  if (auto kept = keep_record(key); !kept) {
    (void)record(agent_context::SubTaskRefused{sub_task, kept.error().message});
    return;
  }
  auto message = agent_context::message_for(run_, key);
  if (!message) {
    (void)record(agent_context::SubTaskRefused{sub_task, message.error().message});
    return;
  }
  WorkerCall call = call_to(sub_task);
  call.message = *std::move(message);
  if (!run_.progress(sub_task).replaced.empty()) {
    auto first = agent_context::first_message_for(run_, key);
    if (first) call.first_wording = *std::move(first);
  }
  calls.push_back({key, std::move(call)});
}

void PlanTask::launch(DueCall due) {
  auto control = std::make_shared<WorkerControl>(net::Signal(dependencies_.executor));
  flights_[due.key.sub_task] = control;
  boost::asio::co_spawn(
      dependencies_.executor,
      [self = shared_from_this(), due = std::move(due), control = std::move(control)]() mutable
          -> Awaitable<void> { co_await self->make_call(std::move(due), std::move(control)); },
      boost::asio::detached);
}

Awaitable<void> PlanTask::make_call(DueCall due, std::shared_ptr<WorkerControl> control) {
  WorkerResult result;
  const WorkerCalls::Accepted accepted = [this, key = due.key, &control](const std::string& task_id,
                                                                         const std::string& context_id) {
    if (!ended_ && is_current(key.sub_task, control))
      (void)record(agent_context::CallAccepted{key, task_id, context_id});
  };
  std::optional<agent_context::CallEnded> read;
  try {
    result = co_await dependencies_.workers.call(due.call, *control, accepted);
    co_await note_output(due.key, control);
    if (result.answer && !ended_ && is_current(due.key.sub_task, control))
      read = co_await read_whole(due.key, *result.answer, control);
  } catch (const std::exception& exception) {
    dependencies_.log.write(LogLevel::kError, "plan_call_failed", {{"cause", exception.what()}});
    result = {.outcome = agent_context::CallOutcome::kFailed,
              .text = "internal error",
              .recorded = std::move(result.recorded)};
  }
  if (is_current(due.key.sub_task, control)) {
    take(due.key, std::move(result), std::move(read));
  } else if (result.recorded) {
    result.recorded();
  }
}

// What the agent has put into the store meanwhile.
Awaitable<void> PlanTask::note_output(CallKey key, std::shared_ptr<WorkerControl> control) {
  const std::string digest = co_await digest_of_output(key.sub_task);
  const bool is_news = !digest.empty() && run_.progress(key.sub_task).output_digest != digest;
  if (is_news && !ended_ && is_current(key.sub_task, control))
    (void)record(agent_context::OutputStored{key.sub_task, digest});
}

// What the answer means, with what it refers to where somebody needs that: a check of the plan, or an agent
// that goes on with it. A reference that is needed and refused fails the subtask, whatever else was said.
Awaitable<agent_context::CallEnded> PlanTask::read_whole(CallKey key, const a2a::SendResult& answer,
                                                         std::shared_ptr<WorkerControl> control) {
  agent_context::CallEnded ended = agent_context::read_answer(run_, key, answer);
  note_cuts(ended);
  std::string uri = agent_context::reference_of(run_, key, answer);
  const bool leads_elsewhere = !uri.empty() && !agent_context::is_data_url(uri);
  if (!leads_elsewhere || ended.outcome != agent_context::CallOutcome::kAnswered) co_return ended;
  AnsweredReference reference{std::move(uri), agent_of(key.sub_task).id, payer_.holder(),
                              run_.plan().residency};
  const bool is_checked = agent_context::lacks_data(run_, ended);
  if (!is_checked && !is_read_on(key.sub_task)) {
    const std::string fault = references_.fault_of(reference);
    if (!fault.empty()) note_refusal(ended, fault);
    co_return ended;
  }
  auto json = co_await references_.read(std::move(reference));
  if (!json) {
    note_refusal(ended, json.error());
    ended.outcome = agent_context::CallOutcome::kFailed;
    ended.text = "the agent's reference was refused: " + json.error();
    ended.results.clear();
    co_return ended;
  }
  if (is_checked) agent_context::give_data(run_, ended, *json);
  if (!ended_ && is_current(key.sub_task, control)) pass_on(ended, *std::move(json));
  co_return ended;
}

// What a line of the log says of the subtask. A context is answered without a master.
Log::Fields PlanTask::told_of(std::size_t sub_task, std::string cause) const {
  return {{"agent", worker_name(task_.scope.agent, agent_of(sub_task))},
          {"master", header_.context.empty() ? task_.scope.agent : ""},
          {"a2a.task.id", task_.task_id},
          {"cause", std::move(cause)}};
}

// That of what an agent said not all is kept, which the results say of the item, too.
void PlanTask::note_cuts(const agent_context::CallEnded& ended) const {
  for (const agent_context::Remark& remark : ended.remarks) {
    if (remark.kind != agent_context::RemarkKind::kOutputCut) continue;
    dependencies_.log.write(LogLevel::kWarn, "output_cut", told_of(ended.call.sub_task, remark.text));
  }
}

void PlanTask::note_refusal(agent_context::CallEnded& ended, const std::string& fault) const {
  ended.remarks.push_back({agent_context::RemarkKind::kReferenceRefused, fault});
  dependencies_.log.write(LogLevel::kWarn, "reference_refused", told_of(ended.call.sub_task, fault));
}

// Whether an agent that reads here by itself goes on with what the subtask gives, and nothing is there yet.
bool PlanTask::is_read_on(std::size_t sub_task) const {
  if (dependencies_.contexts == nullptr || !run_.progress(sub_task).output_digest.empty()) return false;
  return std::ranges::any_of(run_.plan().sub_tasks[sub_task].dependants, [this](std::size_t next) {
    return run_.delivery_of(next) == agent_context::Delivery::kAgentContext &&
           !agent_context::takes_outputs(run_.plan().sub_tasks[next]) &&
           dependencies_.contexts->has_reader(agent_of(next).id);
  });
}

// It is kept here, so that who goes on with it reads what was checked, with credentials for this store alone.
void PlanTask::pass_on(agent_context::CallEnded& ended, std::string json) {
  const std::size_t sub_task = ended.call.sub_task;
  if (!is_read_on(sub_task)) return;
  std::string digest = agent_context::content_digest(json);
  if (auto kept = dependencies_.contexts->keep_output(kept_for(sub_task, std::move(json))); kept) {
    (void)record(agent_context::OutputStored{sub_task, std::move(digest)});
  } else {
    ended.outcome = agent_context::CallOutcome::kFailed;
    ended.text = std::move(kept.error().message);
    ended.results.clear();
  }
}

// Whether the run still waits for that call.
bool PlanTask::is_current(std::size_t sub_task, const std::shared_ptr<WorkerControl>& control) const {
  const auto flight = flights_.find(sub_task);
  return flight != flights_.end() && flight->second == control;
}

void PlanTask::take(CallKey key, WorkerResult result, std::optional<agent_context::CallEnded> read) {
  flights_.erase(key.sub_task);
  wake_.notify();
  if (!ended_) write_down(key, result, std::move(read));
  if (result.recorded && !problem_) result.recorded();
}

void PlanTask::write_down(const CallKey& key, WorkerResult& result,
                          std::optional<agent_context::CallEnded> read) {
  if (!result.cancel_refusal.empty())
    (void)record(agent_context::CancelRefused{key.sub_task, std::move(result.cancel_refusal)});
  if (read) {
    (void)record(*std::move(read));
    return;
  }
  (void)record(agent_context::CallEnded{
      .call = key, .outcome = result.outcome, .text = std::move(result.text), .results = {}, .remarks = {}});
}

void PlanTask::cancel(std::size_t sub_task) {
  const auto flight = flights_.find(sub_task);
  if (flight != flights_.end()) {
    WorkerControl* const control = flight->second.get();
    if (std::exchange(control->stopping, true)) return;
    control->wake.notify();
    // The call goes on by itself, and cancels the task once the agent has named it.
    if (run_.progress(sub_task).task_id.empty())
      take(run_.progress(sub_task).call, {.outcome = agent_context::CallOutcome::kCanceled,
                                          .text = "canceled",
                                          .cancel_refusal = "the agent had not named its task"});
    return;
  }
  // It may have ended meanwhile. Nobody follows a task that waits for an answer, or that a restart has left.
  const CallState state = run_.progress(sub_task).call_state;
  if (state != CallState::kAsking && state != CallState::kDue) return;
  flights_[sub_task] = std::make_shared<WorkerControl>(net::Signal(dependencies_.executor), true);
  DueCall due{run_.progress(sub_task).call, call_to(sub_task)};
  boost::asio::co_spawn(
      dependencies_.executor,
      [self = shared_from_this(), due = std::move(due)]() mutable -> Awaitable<void> {
        co_await self->cancel_asking(std::move(due));
      },
      boost::asio::detached);
}

Awaitable<void> PlanTask::cancel_asking(DueCall due) {
  std::string refusal = "internal error";
  try {
    refusal = co_await dependencies_.workers.cancel(due.call);
  } catch (const std::exception& exception) {
    dependencies_.log.write(LogLevel::kError, "plan_cancel_failed", {{"cause", exception.what()}});
  }
  take(due.key, {.outcome = agent_context::CallOutcome::kCanceled,
                 .text = "canceled",
                 .cancel_refusal = std::move(refusal)});
}

void PlanTask::end() {
  ended_ = true;
  place_.reset();
  dependencies_.tasks.release_run(task_.lease);
}

}  // namespace schemagate
