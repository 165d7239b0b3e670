#include "gateway/store/task_table.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;

// So many tasks and messages are forgotten under one hold of the lock.
constexpr int kForgottenAtOnceMax = 1'000;

bool is_push_failure(const TaskEvent& event) {
  return std::holds_alternative<PushGivenUp>(event);
}

bool always_fits(const TaskEvent& event) {
  return std::holds_alternative<a2a::TaskStatusUpdate>(event) || is_push_failure(event);
}

// An agent's name has no line break, an owner's may: its length keeps "a" + "b\nc" and "a\nb" + "c" apart.
std::string scoped(const Scope& scope, std::string_view name) {
  std::string key;
  key.reserve(scope.agent.size() + scope.owner.size() + name.size() + 24);
  key.append(scope.agent).append(1, '\n').append(std::to_string(scope.owner.size())).append(1, '\n');
  return std::move(key.append(scope.owner).append(name));
}

struct GiveNames {
  const a2a::Task& task;
  void operator()(auto& event) const {
    if constexpr (requires { event.task_id; }) {
      event.task_id = task.id;
      event.context_id = task.context_id;
    }
  }
};

a2a::Error not_found(const std::string& id) {
  return {ErrorCode::kTaskNotFound, "no task with the id " + id.substr(0, 64)};
}

std::unexpected<AppendRefused> refuse(AppendRefused::Reason reason, a2a::Error error) {
  return std::unexpected(AppendRefused(reason, std::move(error)));
}

TaskEvent event_of(Note note) {
  return std::visit([](auto& one) { return TaskEvent(std::move(one)); }, note);
}

}  // namespace

const TaskTable::Entry* TaskTable::find(const Scope& scope, const std::string& id) const {
  auto found = tasks_.find(id);
  return found == tasks_.end() || found->second.scope != scope ? nullptr : &found->second;
}

Result<TaskTable::Created> TaskTable::create(const Scope& scope, NewTask created_task, WallTime now,
                                             Forgotten& forgotten) {
  auto& [task, accepted_under, key] = created_task;
  (void)expire(now, forgotten);
  if (tasks_.size() >= limits_.tasks_max && !make_room(forgotten)) {
    return fail(ErrorCode::kInternal, "the gateway already runs its limit of " +
                                          std::to_string(limits_.tasks_max) + " tasks; try again later");
  }
  std::string id = task.id;
  const auto [entry, added] = tasks_.try_emplace(std::move(id));
  if (!added) return fail(ErrorCode::kInternal, "there is a task with this id already");
  entry->second = {.number = take_number(),
                   .scope = scope,
                   .task = std::move(task),
                   .accepted_under = std::move(accepted_under),
                   .changed = ++written_};
  add_to_index(entry->second);
  Created created{new_run(*entry), entry->second.number, 0};
  if (!key.empty() && messages_.remembers()) {
    created.message =
        put_message(scoped(scope, key), entry->first, now, EarlierMessage::Outcome::kTask, forgotten);
  }
  return created;
}

void TaskTable::add_to_index(Entry& entry) {
  entry.place = index_.add(entry.scope, entry.task, entry.number, entry.bytes);
}

bool TaskTable::make_room(Forgotten& forgotten) {
  if (ended_.empty()) return false;
  const auto oldest = tasks_.find(ended_.front().task->first);
  forgotten.tasks.push_back(oldest->second.number);
  std::ranges::copy(pushes_.remove_task(oldest->first), std::back_inserter(forgotten.pushes));
  index_.remove(oldest->second.scope, oldest->second.place, oldest->second.task);
  tasks_.erase(oldest);
  ended_.pop_front();
  return true;
}

Result<TaskRecord> TaskTable::get(const Scope& scope, const std::string& id) const {
  const Entry* entry = find(scope, id);
  if (entry == nullptr) return std::unexpected(not_found(id));
  return TaskRecord{entry->task, entry->accepted_under, entry->upstream, entry->events.size(),
                    entry->changed};
}

Result<a2a::TaskState> TaskTable::state(const Scope& scope, const std::string& id) const {
  const Entry* entry = find(scope, id);
  if (entry == nullptr) return std::unexpected(not_found(id));
  return entry->task.status.state;
}

Result<TaskTable::AppendedRows, AppendRefused> TaskTable::append(const RunLease& lease,
                                                                 std::vector<TaskEvent> events,
                                                                 WallTime now) {
  using enum AppendRefused::Reason;
  const auto found = tasks_.find(lease.task_id);
  if (found == tasks_.end()) return refuse(kNoTask, not_found(lease.task_id));
  if (a2a::is_terminal(found->second.task.status.state)) {
    return refuse(kEnded, {ErrorCode::kUnsupportedOperation, "the task has ended"});
  }
  if (!holds(found->second, lease)) {
    return refuse(kStaleLease, {ErrorCode::kUnsupportedOperation, "another run has taken over the task"});
  }
  return append_to(*found, std::move(events), now);
}

Result<TaskTable::AppendedRows, AppendRefused> TaskTable::note(const std::string& id, Note note,
                                                               WallTime now) {
  const auto found = tasks_.find(id);
  if (found == tasks_.end()) return refuse(AppendRefused::Reason::kNoTask, not_found(id));
  const bool ended = a2a::is_terminal(found->second.task.status.state);
  if (ended && !std::holds_alternative<PushGivenUp>(note)) {
    return refuse(AppendRefused::Reason::kEnded, {ErrorCode::kUnsupportedOperation, "the task has ended"});
  }
  return append_to(*found, {event_of(std::move(note))}, now);
}

Result<TaskTable::AppendedRows, AppendRefused> TaskTable::append_to(Tasks::value_type& found,
                                                                    std::vector<TaskEvent> events,
                                                                    WallTime now) {
  Entry& entry = found.second;
  const bool had_ended = a2a::is_terminal(entry.task.status.state);
  std::size_t bytes = entry.bytes;
  for (const TaskEvent& event : events) bytes += payload_bytes(event);
  if (auto fits = check_size(entry, bytes, events); !fits)
    return refuse(AppendRefused::Reason::kTooLarge, std::move(fits.error()));

  const std::uint64_t first_version = entry.events.size() + 1;
  entry.bytes = bytes;
  mark(entry);
  for (const TaskEvent& event : events) apply(entry.task, event);
  std::ranges::move(events, std::back_inserter(entry.events));
  TaskIndex::move(entry.place, entry.task, entry.bytes);
  const bool ended = !had_ended && a2a::is_terminal(entry.task.status.state);
  if (ended) ended_.push_back({now + limits_.retention, &found});
  return AppendedRows{entry.number, first_version, ended};
}

Result<void> TaskTable::check_size(const Entry& entry, std::size_t bytes,
                                   const std::vector<TaskEvent>& events) const {
  if (std::ranges::all_of(events, always_fits)) return {};
  if (bytes > limits_.task_bytes_max) {
    return fail(ErrorCode::kInvalidAgentResponse, "the agent's output exceeds the limit of " +
                                                      std::to_string(limits_.task_bytes_max) + " bytes");
  }
  if (entry.events.size() + events.size() > limits_.task_events_max) {
    return fail(ErrorCode::kInvalidAgentResponse, "the agent sent more than the limit of " +
                                                      std::to_string(limits_.task_events_max) + " events");
  }
  return {};
}

// A store whose changes are durable at once needs no marks.
void TaskTable::mark(Entry& entry) {
  entry.changed = ++written_;
  std::erase_if(entry.marks, [this](const Mark& mark) { return mark.sequence <= durable_; });
  if (written_ > durable_) entry.marks.push_back({written_, entry.events.size()});
}

std::size_t TaskTable::visible_events(const Entry& entry) const {
  for (const Mark& mark : entry.marks) {
    if (mark.sequence > durable_) return mark.version;
  }
  return entry.events.size();
}

Result<std::vector<TaskEvent>> TaskTable::events_after(const Scope& scope, const std::string& id,
                                                       std::uint64_t version, std::size_t events_max) const {
  const Entry* entry = find(scope, id);
  if (entry == nullptr) return std::unexpected(not_found(id));
  const std::size_t visible = visible_events(*entry);
  const std::size_t begin = std::min<std::size_t>(version, visible);
  const std::size_t end = begin + std::min(events_max, visible - begin);
  const auto first = entry->events.begin();
  std::vector<TaskEvent> events(first + static_cast<std::ptrdiff_t>(begin),
                                first + static_cast<std::ptrdiff_t>(end));
  for (TaskEvent& event : events) std::visit(GiveNames{entry->task}, event);
  return events;
}

Result<RunLease> TaskTable::acquire_run(const std::string& id) {
  const auto found = tasks_.find(id);
  if (found == tasks_.end()) return std::unexpected(not_found(id));
  if (found->second.token != 0) return fail(ErrorCode::kUnsupportedOperation, "the task has a run already");
  return new_run(*found);
}

Result<RunLease> TaskTable::take_over_run(const std::string& id) {
  const auto found = tasks_.find(id);
  if (found == tasks_.end()) return std::unexpected(not_found(id));
  return new_run(*found);
}

bool TaskTable::release_run(const RunLease& lease) {
  const auto found = tasks_.find(lease.task_id);
  if (found == tasks_.end() || !holds(found->second, lease)) return false;
  found->second.token = 0;
  return is_unfinished(found->second);
}

bool TaskTable::is_unfinished(const Entry& entry) {
  const a2a::TaskState state = entry.task.status.state;
  return entry.token == 0 && !a2a::is_terminal(state) && state != a2a::TaskState::kInputRequired;
}

std::vector<UnfinishedTask> TaskTable::unfinished() const {
  std::vector<std::pair<RowNumber, UnfinishedTask>> found;
  for (const auto& [id, entry] : tasks_) {
    if (!is_unfinished(entry)) continue;
    found.emplace_back(entry.number,
                       UnfinishedTask{entry.scope, id, entry.task.status.state, entry.upstream});
  }
  std::ranges::sort(found, {}, &std::pair<RowNumber, UnfinishedTask>::first);
  std::vector<UnfinishedTask> tasks;
  tasks.reserve(found.size());
  for (auto& [number, task] : found) tasks.push_back(std::move(task));
  return tasks;
}

std::optional<RowNumber> TaskTable::link_upstream(const RunLease& lease, const UpstreamIds& upstream) {
  const auto found = tasks_.find(lease.task_id);
  if (found == tasks_.end() || !holds(found->second, lease)) return std::nullopt;
  if (found->second.upstream == upstream) return std::nullopt;
  found->second.upstream = upstream;
  found->second.changed = ++written_;
  return found->second.number;
}

std::string TaskTable::upstream_context(const Scope& scope, const std::string& context_id) const {
  auto found = contexts_.find(scoped(scope, context_id));
  return found == contexts_.end() ? std::string() : found->second.upstream_context_id;
}

RowNumber TaskTable::link_context(const Scope& scope, const std::string& context_id,
                                  const std::string& upstream_context_id, Forgotten& forgotten) {
  const auto [entry, added] = contexts_.try_emplace(scoped(scope, context_id));
  if (added) entry->second.number = take_number();
  entry->second.upstream_context_id = upstream_context_id;
  ++written_;
  const RowNumber number = entry->second.number;
  if (added) context_order_.push_back(&*entry);
  if (context_order_.size() > limits_.contexts_max) drop_oldest_context(forgotten);
  return number;
}

void TaskTable::drop_oldest_context(Forgotten& forgotten) {
  const auto oldest = contexts_.find(context_order_.front()->first);
  forgotten.contexts.push_back(oldest->second.number);
  contexts_.erase(oldest);
  context_order_.pop_front();
}

// nullopt: it counts no more.
std::optional<EarlierMessage> TaskTable::outcome_of(const MessageTable::Record& record) const {
  using enum EarlierMessage::Outcome;
  if (tasks_.contains(record.task_id)) return EarlierMessage{kTask, record.task_id};
  if (record.outcome == kTask) return std::nullopt;
  return EarlierMessage{record.outcome, record.task_id};
}

TaskTable::Recorded TaskTable::record_message(const Scope& scope, const std::string& key,
                                              const std::string& task_id, WallTime now,
                                              Forgotten& forgotten) {
  if (!messages_.remembers()) return {};
  (void)expire(now, forgotten);
  if (auto earlier = find_message(scope, key, now)) return {std::move(earlier)};
  using enum EarlierMessage::Outcome;
  const bool has_task = tasks_.contains(task_id);
  ++written_;
  return {std::nullopt,
          put_message(scoped(scope, key), task_id, now, has_task ? kTask : kInFlight, forgotten), has_task};
}

std::optional<EarlierMessage> TaskTable::find_message(const Scope& scope, const std::string& key,
                                                      WallTime now) const {
  const auto* record = messages_.find(scoped(scope, key), now);
  return record == nullptr ? std::nullopt : outcome_of(*record);
}

RowNumber TaskTable::put_message(const std::string& name, const std::string& task_id, WallTime now,
                                 EarlierMessage::Outcome outcome, Forgotten& forgotten) {
  const RowNumber number = take_number();
  const auto replaced = messages_.put(name, {number, task_id, messages_.until(now), outcome});
  if (replaced) forgotten.messages.push_back(*replaced);
  return number;
}

std::optional<MessageTable::Record> TaskTable::forget_message(const Scope& scope, const std::string& key) {
  auto removed = messages_.remove(scoped(scope, key));
  if (removed) ++written_;
  return removed;
}

bool TaskTable::expire(WallTime now, Forgotten& forgotten) {
  for (int i = 0; i < kForgottenAtOnceMax; ++i) {
    if (!ended_.empty() && ended_.front().at <= now) {
      make_room(forgotten);
    } else if (const auto message = messages_.expire_one(now)) {
      forgotten.messages.push_back(*message);
    } else {
      return false;
    }
  }
  return true;
}

Result<TaskTable::PushPut> TaskTable::put_push(const Scope& scope, const std::string& task_id,
                                               PushSubscription subscription, std::uint64_t delivered,
                                               Forgotten& forgotten) {
  const Entry* entry = find(scope, task_id);
  if (entry == nullptr) return std::unexpected(not_found(task_id));
  const RowNumber number = take_number();
  const auto replaced = pushes_.put(task_id, number, {std::move(subscription), delivered});
  if (!replaced) return std::unexpected(replaced.error());
  ++written_;
  if (*replaced) forgotten.pushes.push_back(**replaced);
  return PushPut{entry->number, number};
}

Result<std::vector<PushSubscription>> TaskTable::pushes(const Scope& scope,
                                                        const std::string& task_id) const {
  if (find(scope, task_id) == nullptr) return std::unexpected(not_found(task_id));
  return pushes_.of_task(task_id);
}

Result<void> TaskTable::remove_push(const Scope& scope, const std::string& task_id,
                                    const std::string& config_id, Forgotten& forgotten) {
  if (find(scope, task_id) == nullptr) return std::unexpected(not_found(task_id));
  const auto number = pushes_.remove(task_id, config_id);
  if (!number) return {};
  ++written_;
  forgotten.pushes.push_back(*number);
  return {};
}

std::optional<PushProgress> TaskTable::push_progress(const PushTarget& target) const {
  const PushProgress* progress = pushes_.find(target.task_id, target.number);
  return progress == nullptr ? std::nullopt : std::optional(*progress);
}

bool TaskTable::advance_push(const PushTarget& target, std::uint64_t delivered, bool given_up) {
  PushProgress* progress = pushes_.find(target.task_id, target.number);
  if (progress == nullptr) return false;
  progress->delivered = delivered;
  progress->given_up = given_up;
  ++written_;
  return true;
}

std::vector<PushTarget> TaskTable::push_targets() const {
  std::vector<PushTarget> targets;
  for (auto& [number, task_id] : pushes_.active()) {
    targets.push_back({tasks_.at(task_id).scope, task_id, number});
  }
  return targets;
}

Result<void> TaskTable::restore(TaskRow row) {
  reserve_number(row.number);
  Entry entry{.number = row.number, .scope = std::move(row.scope), .task = std::move(row.created.task)};
  entry.accepted_under = std::move(row.created.accepted_under);
  entry.upstream = std::move(row.upstream);
  entry.events = std::move(row.events);
  for (const TaskEvent& event : entry.events) {
    entry.bytes += payload_bytes(event);
    apply(entry.task, event);
  }
  std::string id = entry.task.id;
  const auto [restored, added] = tasks_.try_emplace(std::move(id), std::move(entry));
  if (!added) return fail(ErrorCode::kInternal, "two tasks with one id");
  const bool ended = a2a::is_terminal(restored->second.task.status.state);
  if (ended) ended_.push_back({row.ended_at + limits_.retention, &*restored});
  add_to_index(restored->second);
  return {};
}

void TaskTable::restore(ContextRow row) {
  reserve_number(row.number);
  const auto [entry, added] = contexts_.try_emplace(scoped(row.scope, row.context_id));
  entry->second = {row.number, std::move(row.upstream_context_id)};
  if (added) context_order_.push_back(&*entry);
}

void TaskTable::restore(MessageRow row) {
  using enum EarlierMessage::Outcome;
  reserve_number(row.number);
  const auto outcome = row.task_id.empty() ? kUnknown : kTask;
  (void)messages_.put(scoped(row.scope, row.key), {row.number, std::move(row.task_id), row.until, outcome});
}

void TaskTable::restore(const std::string& task_id, RowNumber number, PushProgress progress) {
  reserve_number(number);
  // Beyond a limit that was lowered meanwhile, it is left out; it stays in the file until its task goes.
  (void)pushes_.put(task_id, number, std::move(progress));
}

void TaskTable::finish_restoring(Forgotten& forgotten) {
  std::ranges::sort(ended_, {}, &DueTask::at);
  messages_.sort();
  while (tasks_.size() > limits_.tasks_max && make_room(forgotten)) continue;
  while (context_order_.size() > limits_.contexts_max) drop_oldest_context(forgotten);
  while (const auto message = messages_.expire_one(WallTime::min())) forgotten.messages.push_back(*message);
}

}  // namespace schemagate::store
