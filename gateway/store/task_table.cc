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

// Of the key of a message: its scope, its id, a line break, and the digest of what it says.
std::string_view id_in(std::string_view key) {
  return key.substr(0, key.rfind('\n'));
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

std::unexpected<a2a::Error> not_found(const std::string& id) {
  return fail(ErrorCode::kTaskNotFound, "no task with the id " + id.substr(0, 64));
}

}  // namespace

const TaskTable::Entry* TaskTable::find(const Scope& scope, const std::string& id) const {
  auto found = tasks_.find(id);
  return found == tasks_.end() || found->second.scope != scope ? nullptr : &found->second;
}

Result<RowNumber> TaskTable::create(const Scope& scope, a2a::Task task, MonotonicTime now,
                                    Forgotten& forgotten) {
  (void)expire(now, forgotten);
  if (tasks_.size() >= limits_.tasks_max && !make_room(forgotten)) {
    return fail(ErrorCode::kInternal, "the gateway already runs its limit of " +
                                          std::to_string(limits_.tasks_max) + " tasks; try again later");
  }
  std::string id = task.id;
  const auto [entry, added] = tasks_.try_emplace(std::move(id));
  if (!added) return fail(ErrorCode::kInternal, "there is a task with this id already");
  entry->second = {.number = take_number(), .scope = scope, .task = std::move(task), .changed = ++written_};
  add_to_index(entry->second);
  return entry->second.number;
}

void TaskTable::add_to_index(Entry& entry) {
  entry.place = index_.add(entry.scope, entry.task, entry.number, entry.bytes);
}

Result<TaskTable::CreatedOnce> TaskTable::create_once(const Scope& scope, const std::string& fingerprint,
                                                      a2a::Task task, MonotonicTime now,
                                                      Forgotten& forgotten) {
  if (auto earlier = find_duplicate(scope, fingerprint, now)) return CreatedOnce{.earlier = earlier};
  const std::string id = task.id;
  const auto number = create(scope, std::move(task), now, forgotten);
  if (!number) return std::unexpected(number.error());
  const Sequence created_by = written_;
  const Remembered remembered = deduplicate(scope, fingerprint, id, now, forgotten);
  return CreatedOnce{std::nullopt, *number, created_by, remembered.message};
}

bool TaskTable::make_room(Forgotten& forgotten) {
  if (ended_.empty()) return false;
  const auto oldest = tasks_.find(ended_.front().task->first);
  forgotten.tasks.push_back(oldest->second.number);
  std::ranges::copy(pushes_.remove_task(oldest->first), std::back_inserter(forgotten.pushes));
  index_.remove(oldest->second.scope, oldest->second.place);
  tasks_.erase(oldest);
  ended_.pop_front();
  return true;
}

Result<TaskRecord> TaskTable::get(const Scope& scope, const std::string& id) const {
  const Entry* entry = find(scope, id);
  if (entry == nullptr) return not_found(id);
  return TaskRecord{entry->task, entry->upstream, entry->events.size(), entry->changed};
}

Result<a2a::TaskState> TaskTable::state(const Scope& scope, const std::string& id) const {
  const Entry* entry = find(scope, id);
  if (entry == nullptr) return not_found(id);
  return entry->task.status.state;
}

Result<TaskTable::Appended> TaskTable::append(const std::string& id, std::vector<TaskEvent> events,
                                              MonotonicTime now) {
  auto found = tasks_.find(id);
  if (found == tasks_.end()) return not_found(id);
  Entry& entry = found->second;
  const bool had_ended = a2a::is_terminal(entry.task.status.state);
  if (had_ended && !std::ranges::all_of(events, is_push_failure))
    return fail(ErrorCode::kUnsupportedOperation, "the task has ended");
  std::size_t bytes = entry.bytes;
  for (const TaskEvent& event : events) bytes += payload_bytes(event);
  if (auto fits = check_size(entry, bytes, events); !fits) return std::unexpected(fits.error());

  const Appended appended{entry.number, entry.events.size() + 1, false};
  entry.bytes = bytes;
  mark(entry);
  for (const TaskEvent& event : events) apply(entry.task, event);
  std::ranges::move(events, std::back_inserter(entry.events));
  TaskIndex::move(entry.place);
  const bool ended = !had_ended && a2a::is_terminal(entry.task.status.state);
  if (ended) ended_.push_back({now + limits_.retention, &*found});
  return Appended{appended.task, appended.first_version, ended};
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
  if (entry == nullptr) return not_found(id);
  const std::size_t visible = visible_events(*entry);
  const std::size_t begin = std::min<std::size_t>(version, visible);
  const std::size_t end = begin + std::min(events_max, visible - begin);
  const auto first = entry->events.begin();
  std::vector<TaskEvent> events(first + static_cast<std::ptrdiff_t>(begin),
                                first + static_cast<std::ptrdiff_t>(end));
  for (TaskEvent& event : events) std::visit(GiveNames{entry->task}, event);
  return events;
}

bool TaskTable::claim_run(const std::string& id) {
  auto found = tasks_.find(id);
  return found != tasks_.end() && !std::exchange(found->second.running, true);
}

void TaskTable::release_run(const std::string& id) {
  if (auto found = tasks_.find(id); found != tasks_.end()) found->second.running = false;
}

std::vector<UnfinishedTask> TaskTable::unfinished() const {
  std::vector<std::pair<RowNumber, UnfinishedTask>> found;
  for (const auto& [id, entry] : tasks_) {
    const a2a::TaskState state = entry.task.status.state;
    if (entry.running || a2a::is_terminal(state) || state == a2a::TaskState::kInputRequired) continue;
    found.emplace_back(entry.number, UnfinishedTask{entry.scope, id, state, entry.upstream});
  }
  std::ranges::sort(found, {}, &std::pair<RowNumber, UnfinishedTask>::first);
  std::vector<UnfinishedTask> tasks;
  tasks.reserve(found.size());
  for (auto& [number, task] : found) tasks.push_back(std::move(task));
  return tasks;
}

std::optional<RowNumber> TaskTable::link_upstream(const std::string& id, const UpstreamIds& upstream) {
  auto found = tasks_.find(id);
  if (found == tasks_.end() || found->second.upstream == upstream) return std::nullopt;
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

bool TaskTable::knows_message_id(const Scope& scope, const std::string& message_id) const {
  return message_ids_.contains(scoped(scope, message_id));
}

bool TaskTable::counts(const Message& message, MonotonicTime now) const {
  if (message.taken_back || message.until <= now) return false;
  return message.left_behind || tasks_.contains(message.task_id);
}

std::optional<std::string> TaskTable::find_duplicate(const Scope& scope, const std::string& fingerprint,
                                                     MonotonicTime now) const {
  auto found = messages_.find(scoped(scope, fingerprint));
  if (found == messages_.end() || !counts(found->second, now)) return std::nullopt;
  return found->second.task_id;
}

TaskTable::Remembered TaskTable::deduplicate(const Scope& scope, const std::string& fingerprint,
                                             const std::string& id, MonotonicTime now, Forgotten& forgotten) {
  if (limits_.deduplication_window.count() == 0) return {};
  (void)expire(now, forgotten);
  const auto [entry, added] = messages_.try_emplace(scoped(scope, fingerprint));
  if (!added && counts(entry->second, now)) return {entry->second.task_id};
  if (!added && !entry->second.taken_back) forgotten.messages.push_back(entry->second.number);
  add_message(*entry, {take_number(), id, now + limits_.deduplication_window});
  ++written_;
  return {std::nullopt, entry->second.number};
}

void TaskTable::add_message(Messages::value_type& entry, Message message) {
  entry.second = std::move(message);
  message_order_.push_back({entry.second.until, entry.second.number, &entry});
  message_ids_.add(id_in(entry.first));
}

std::optional<RowNumber> TaskTable::forget_message(const Scope& scope, const std::string& fingerprint) {
  auto found = messages_.find(scoped(scope, fingerprint));
  if (found == messages_.end() || std::exchange(found->second.taken_back, true)) return std::nullopt;
  ++written_;
  return found->second.number;
}

// A message that was remembered anew later is not the one that the oldest entry means.
void TaskTable::drop_oldest_message(Forgotten& forgotten) {
  const DueMessage oldest = message_order_.front();
  message_order_.pop_front();
  const auto& [key, message] = *oldest.message;
  message_ids_.remove(id_in(key));
  if (message.number != oldest.number) return;
  if (!message.taken_back) forgotten.messages.push_back(message.number);
  messages_.erase(messages_.find(key));
}

bool TaskTable::expire(MonotonicTime now, Forgotten& forgotten) {
  for (int i = 0; i < kForgottenAtOnceMax; ++i) {
    if (!ended_.empty() && ended_.front().at <= now) {
      make_room(forgotten);
    } else if (!message_order_.empty() &&
               (message_order_.front().at <= now || message_order_.size() > limits_.tasks_max)) {
      drop_oldest_message(forgotten);
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
  if (entry == nullptr) return not_found(task_id);
  const RowNumber number = take_number();
  const auto replaced = pushes_.put(task_id, number, {std::move(subscription), delivered});
  if (!replaced) return std::unexpected(replaced.error());
  ++written_;
  if (*replaced) forgotten.pushes.push_back(**replaced);
  return PushPut{entry->number, number};
}

Result<std::vector<PushSubscription>> TaskTable::pushes(const Scope& scope,
                                                        const std::string& task_id) const {
  if (find(scope, task_id) == nullptr) return not_found(task_id);
  return pushes_.of_task(task_id);
}

Result<void> TaskTable::remove_push(const Scope& scope, const std::string& task_id,
                                    const std::string& config_id, Forgotten& forgotten) {
  if (find(scope, task_id) == nullptr) return not_found(task_id);
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
  Entry entry{.number = row.number, .scope = std::move(row.scope), .task = std::move(row.task)};
  entry.upstream = std::move(row.upstream);
  entry.events = std::move(row.events);
  entry.running = false;
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
  reserve_number(row.number);
  const auto entry = messages_.try_emplace(scoped(row.scope, row.fingerprint)).first;
  const bool left_behind = row.task_id.empty();
  add_message(*entry, {row.number, std::move(row.task_id), row.until, false, left_behind});
}

void TaskTable::restore(const std::string& task_id, RowNumber number, PushProgress progress) {
  reserve_number(number);
  // Beyond a limit that was lowered meanwhile, it is left out; it stays in the file until its task goes.
  (void)pushes_.put(task_id, number, std::move(progress));
}

void TaskTable::finish_restoring(Forgotten& forgotten) {
  std::ranges::sort(ended_, {}, &DueTask::at);
  std::ranges::stable_sort(message_order_, {}, &DueMessage::at);
  while (tasks_.size() > limits_.tasks_max && make_room(forgotten)) continue;
  while (context_order_.size() > limits_.contexts_max) drop_oldest_context(forgotten);
  while (message_order_.size() > limits_.tasks_max) drop_oldest_message(forgotten);
}

}  // namespace schemagate::store
