#include "gateway/store/task_table.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "gateway/store/not_written.h"

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;

std::unexpected<AppendRefused> refuse(AppendRefused::Reason reason, a2a::Error error) {
  return std::unexpected(AppendRefused(reason, std::move(error)));
}

TaskEvent event_of(Note note) {
  return std::visit([](auto& one) { return TaskEvent(std::move(one)); }, note);
}

}  // namespace

a2a::Error task_not_found(const std::string& id) {
  return {ErrorCode::kTaskNotFound, "no task with the id " + id.substr(0, 64)};
}

const TaskTable::Entry* TaskTable::find(const Scope& scope, const std::string& id) const {
  const auto found = tasks_.find(PackedId(id));
  return found == tasks_.end() || found->second.scope() != scope ? nullptr : &found->second;
}

Result<TaskTable::Created> TaskTable::create(const Scope& scope, NewTask created_task, WallTime now,
                                             Forgotten& forgotten) {
  const std::string id = created_task.task.id;
  const std::string key = std::move(created_task.idempotency_key);
  const std::string address = std::move(created_task.address);
  (void)expire(now, forgotten);
  if (kept_tasks() >= limits_.tasks_max && !make_room(Measure::kCount, scope.owner, forgotten)) {
    return std::unexpected(not_written("the gateway already runs its limit of " +
                                       std::to_string(limits_.tasks_max) +
                                       " tasks (limits.tasks); try again later"));
  }
  const auto steps = std::exchange(created_task.first_steps, {});
  TaskContent content = content_of(std::move(created_task), {}, {steps.begin(), steps.end()});
  const std::size_t bytes = payload_bytes(content);
  if (auto fits = check_steps(steps.empty() ? 0 : bytes - content.created_bytes); !fits)
    return std::unexpected(std::move(fits.error()));
  if (auto room = make_room_for(kTaskBytes + bytes, scope.owner, forgotten); !room)
    return std::unexpected(std::move(room.error()));
  const auto added = add(id, next_number_);
  if (!added) return fail(ErrorCode::kInternal, "there is a task with this id already");
  Tasks::value_type& entry = **added;
  entry.second.changed = ++written_;
  if (!steps.empty() && written_ > durable_) content.marks.push_back({written_, 0});
  add_content(scope, entry, std::move(content), address);
  Created created{new_run(entry), entry.second.position.number, 0};
  if (!key.empty() && messages_.remembers()) {
    created.message =
        put_message(scope.owner, hash_of(scope, key), PackedId(id), now, EarlierMessage::Outcome::kTask);
  }
  return created;
}

// Its content comes next.
Result<TaskTable::Tasks::value_type*> TaskTable::add(std::string_view id, RowNumber number) {
  const auto [entry, added] = tasks_.try_emplace(PackedId(id));
  if (!added) return fail(ErrorCode::kInternal, "two tasks with one id");
  reserve_number(number);
  entry->second.position.number = number;
  return &*entry;
}

void TaskTable::add_content(const Scope& scope, Tasks::value_type& added, TaskContent content,
                            const std::string& address) {
  Entry& entry = added.second;
  entry.position = position_of(content.task.status.timestamp, entry.position.number);
  entry.state = content.task.status.state;
  entry.context = index_.hash_of(content.task.context_id);
  entry.bytes = payload_bytes(content);
  entry.created_bytes = static_cast<std::uint32_t>(content.created_bytes);
  entry.versions = static_cast<std::uint32_t>(content.events.size());
  entry.content = std::make_unique<TaskContent>(std::move(content));
  count(scope, entry, address);
  if (a2a::is_terminal(entry.state)) return;
  running_.insert(&added);
  begin_work(entry);
}

// In lists, too. Whatever is still to come is added with it.
void TaskTable::count(const Scope& scope, Entry& entry, const std::string& address) {
  index_.add(scope, entry);
  if (entry.orders->share == nullptr) entry.orders->share = &queues_.of(scope.owner);
  queues_.hold(share_of(entry), kTaskBytes + entry.bytes);
  bytes_ += kTaskBytes + entry.bytes;
  if (!limits_.accounts) return;
  entry.holding = limits_.accounts->open(std::string(sharer(scope.owner)), address);
  entry.holding->add_bytes(kTaskBytes + entry.bytes);
}

Result<TaskRecord> TaskTable::get(const Scope& scope, const std::string& id) const {
  const Entry* entry = find(scope, id);
  if (entry == nullptr) return std::unexpected(task_not_found(id));
  return record_of(*entry->content, entry->changed);
}

Result<a2a::TaskState> TaskTable::state(const Scope& scope, const std::string& id) const {
  const Entry* entry = find(scope, id);
  if (entry == nullptr) return std::unexpected(task_not_found(id));
  return entry->state;
}

Result<TaskTable::AppendedRows, AppendRefused> TaskTable::append(const RunLease& lease,
                                                                 std::vector<TaskEvent> events, WallTime now,
                                                                 Forgotten& forgotten) {
  using enum AppendRefused::Reason;
  const auto found = tasks_.find(PackedId(lease.task_id));
  if (found == tasks_.end()) return refuse(kNoTask, task_not_found(lease.task_id));
  if (a2a::is_terminal(found->second.state)) {
    return refuse(kEnded, {ErrorCode::kUnsupportedOperation, "the task has ended"});
  }
  if (!holds(found->second, lease)) {
    return refuse(kStaleLease, {ErrorCode::kUnsupportedOperation, "another run has taken over the task"});
  }
  return append_to(*found, std::move(events), now, forgotten);
}

Result<TaskTable::AppendedRows, AppendRefused> TaskTable::note(const std::string& id, Note note, WallTime now,
                                                               Forgotten& forgotten) {
  const auto found = tasks_.find(PackedId(id));
  if (found == tasks_.end()) return refuse(AppendRefused::Reason::kNoTask, task_not_found(id));
  const bool ended = a2a::is_terminal(found->second.state);
  if (ended && !std::holds_alternative<PushGivenUp>(note)) {
    return refuse(AppendRefused::Reason::kEnded, {ErrorCode::kUnsupportedOperation, "the task has ended"});
  }
  return append_to(*found, {event_of(std::move(note))}, now, forgotten);
}

Result<TaskTable::AppendedRows, AppendRefused> TaskTable::append_to(Tasks::value_type& found,
                                                                    std::vector<TaskEvent> events,
                                                                    WallTime now, Forgotten& forgotten) {
  Entry& entry = found.second;
  std::size_t added = 0;
  for (const TaskEvent& event : events) added += payload_bytes(event);
  if (auto fits = check_size(entry, added, events, forgotten); !fits)
    return refuse(AppendRefused::Reason::kTooLarge, std::move(fits.error()));

  AppendedRows rows{entry.position.number, entry.versions + 1, std::nullopt};
  const bool had_ended = a2a::is_terminal(entry.state);
  if (!had_ended) grow(found, added);
  entry.bytes += added;
  bytes_ += added;
  queues_.grow(share_of(entry), added);
  if (entry.holding) entry.holding->add_bytes(added);
  mark(entry);
  entry.versions += static_cast<std::uint32_t>(events.size());
  if (entry.content) {
    TaskContent& content = *entry.content;
    for (const TaskEvent& event : events) apply(content.task, event);
    std::ranges::move(events, std::back_inserter(content.events));
    index_.move(entry, content.task.status);
  }
  if (!a2a::is_terminal(entry.state)) return rows;
  if (!had_ended) {
    end(found, now);
    rows.context = upstream_context(entry.scope(), entry.content->task.context_id, now).renewed;
  }
  rows.ended = ended_of(entry);
  return rows;
}

void TaskTable::end(Tasks::value_type& ended, WallTime now) {
  running_.erase(&ended);
  end_work(ended.second);
  const TaskContent& content = *ended.second.content;
  ended.second.repeats_until = repeats_until(ended.second.state, !content.upstream.task_id.empty(), now);
  queues_.push(share_of(ended.second), ended, now + limits_.retention);
  if (ended.second.changed > durable_) ending_.emplace(ended.second.changed, &ended.second);
}

EndedTask TaskTable::ended_of(const Entry& entry) {
  return {entry.state, entry.position.timestamp, entry.bytes, entry.versions};
}

// A store whose changes are durable at once needs no marks.
void TaskTable::mark(Entry& entry) {
  change(entry);
  if (!entry.content) return;
  std::vector<TaskContent::Mark>& marks = entry.content->marks;
  std::erase_if(marks, [this](const TaskContent::Mark& mark) { return mark.sequence <= durable_; });
  if (written_ > durable_) marks.push_back({written_, entry.versions});
}

void TaskTable::change(Entry& entry) {
  const Sequence before = std::exchange(entry.changed, ++written_);
  if (ending_.erase(before) != 0) ending_.emplace(entry.changed, &entry);
}

std::size_t TaskTable::visible_events(const Entry& entry) const {
  for (const TaskContent::Mark& mark : entry.content->marks) {
    if (mark.sequence > durable_) return mark.version;
  }
  return entry.content->events.size();
}

TaskContent::Mark* TaskTable::hidden(const std::string& id) {
  const auto found = tasks_.find(PackedId(id));
  if (found == tasks_.end() || !found->second.content) return nullptr;
  std::vector<TaskContent::Mark>& marks = found->second.content->marks;
  return marks.empty() || marks.back().sequence <= durable_ ? nullptr : &marks.back();
}

Result<std::vector<TaskEvent>> TaskTable::events_after(const Scope& scope, const std::string& id,
                                                       std::uint64_t version, std::size_t events_max) const {
  const Entry* entry = find(scope, id);
  if (entry == nullptr) return std::unexpected(task_not_found(id));
  return events_of(*entry->content, version, events_max, visible_events(*entry));
}

std::vector<ContentCache::Slot> TaskTable::set_durable(Sequence sequence) {
  durable_ = sequence;
  while (!ending_.empty() && ending_.begin()->first <= sequence) {
    cache_.add(ending_.begin()->second->content);
    ending_.erase(ending_.begin());
  }
  return cache_.evict();
}

std::optional<ArchivedTask> TaskTable::find_archived(const Scope& scope, const std::string& id) {
  const Entry* entry = find(scope, id);
  if (entry == nullptr) return std::nullopt;
  if (!entry->content) return ArchivedTask{entry->position.number, entry->changed};
  cache_.touch(entry->content);
  return std::nullopt;
}

std::vector<ContentCache::Slot> TaskTable::keep(const Scope& scope, const ArchivedTask& archived,
                                                ContentCache::Slot content) {
  const auto found = tasks_.find(PackedId(content->task.id));
  const bool is_there = found != tasks_.end() && found->second.scope() == scope;
  const bool is_latest = is_there && found->second.position.number == archived.number &&
                         found->second.changed == archived.changed &&
                         found->second.versions == content->events.size();
  if (is_latest && !found->second.content) {
    found->second.content = std::move(content);
    cache_.add(found->second.content);
  }
  auto evicted = cache_.evict();
  evicted.push_back(std::move(content));
  return evicted;
}

Result<RunLease> TaskTable::acquire_run(const std::string& id) {
  const auto found = tasks_.find(PackedId(id));
  if (found == tasks_.end()) return std::unexpected(task_not_found(id));
  if (found->second.token != 0) return fail(ErrorCode::kUnsupportedOperation, "the task has a run already");
  return new_run(*found);
}

Result<RunLease> TaskTable::take_over_run(const std::string& id) {
  const auto found = tasks_.find(PackedId(id));
  if (found == tasks_.end()) return std::unexpected(task_not_found(id));
  return new_run(*found);
}

bool TaskTable::release_run(const RunLease& lease) {
  const auto found = tasks_.find(PackedId(lease.task_id));
  if (found == tasks_.end() || !holds(found->second, lease)) return false;
  found->second.token = 0;
  if (found->second.state == a2a::TaskState::kInputRequired) begin_waiting(*found);
  return is_unfinished(found->second);
}

RunLease TaskTable::new_run(Tasks::value_type& found) {
  const bool waited = found.second.token == 0 && found.second.state == a2a::TaskState::kInputRequired;
  if (waited) end_waiting(found);
  return {found.first.text(), found.second.token = ++latest_token_};
}

void TaskTable::begin_work(Entry& entry) {
  share_of(entry).bytes_at_work += kTaskBytes + entry.bytes;
  bytes_at_work_ += kTaskBytes + entry.bytes;
}

void TaskTable::grow(const Tasks::value_type& task, std::size_t bytes) {
  const Entry& entry = task.second;
  if (entry.token != 0 || entry.state != a2a::TaskState::kInputRequired) {
    share_of(entry).bytes_at_work += bytes;
    bytes_at_work_ += bytes;
  } else if (given_up_.contains(&task)) {
    given_up_bytes_ += bytes;
  }
}

void TaskTable::end_work(Entry& entry) {
  share_of(entry).bytes_at_work -= kTaskBytes + entry.bytes;
  bytes_at_work_ -= kTaskBytes + entry.bytes;
}

void TaskTable::begin_waiting(Tasks::value_type& task) {
  end_work(task.second);
  waiting_.insert(&task);
  queues_.offer(share_of(task.second));
}

void TaskTable::end_waiting(Tasks::value_type& task) {
  if (waiting_.erase(&task) != 0) {
    queues_.take_back(share_of(task.second));
  } else if (given_up_.erase(&task) != 0) {
    given_up_bytes_ -= kTaskBytes + task.second.bytes;
  } else {
    return;  // it has just been made
  }
  begin_work(task.second);
}

bool TaskTable::withdraw(const RunLease& lease, Forgotten& forgotten) {
  const auto found = tasks_.find(PackedId(lease.task_id));
  if (found == tasks_.end() || !holds(found->second, lease)) return false;
  if (running_.erase(&*found) == 0) return false;
  end_work(found->second);
  remove(found, forgotten);
  return true;
}

std::optional<RowNumber> TaskTable::number_of(const Scope& scope, const std::string& id) const {
  const Entry* entry = find(scope, id);
  if (entry == nullptr) return std::nullopt;
  return entry->position.number;
}

bool TaskTable::is_unfinished(const Entry& entry) {
  return entry.token == 0 && !a2a::is_terminal(entry.state) && entry.state != a2a::TaskState::kInputRequired;
}

std::vector<UnfinishedTask> TaskTable::unfinished() const {
  std::vector<const KeptTask*> found;
  std::ranges::copy_if(running_, std::back_inserter(found),
                       [](const auto* task) { return is_unfinished(task->second); });
  return described(std::move(found));
}

std::vector<UnfinishedTask> TaskTable::given_up() const {
  return described({given_up_.begin(), given_up_.end()});
}

std::vector<UnfinishedTask> TaskTable::described(std::vector<const KeptTask*> tasks) {
  std::ranges::sort(tasks, {}, [](const auto* task) { return task->second.position.number; });
  std::vector<UnfinishedTask> described;
  described.reserve(tasks.size());
  for (const auto* task : tasks) {
    const Entry& entry = task->second;
    described.push_back({entry.scope(), task->first.text(), entry.state, entry.content->upstream});
  }
  return described;
}

std::optional<RowNumber> TaskTable::link_upstream(const RunLease& lease, const UpstreamIds& upstream) {
  const auto found = tasks_.find(PackedId(lease.task_id));
  if (found == tasks_.end() || !holds(found->second, lease)) return std::nullopt;
  Entry& entry = found->second;
  if (entry.content) {
    if (entry.content->upstream == upstream) return std::nullopt;
    entry.content->upstream = upstream;
  }
  change(entry);
  return entry.position.number;
}

Result<RecordTable::Put> TaskTable::put_record(const ContextRecord& record, const RecordContent& content,
                                               RecordTable::Keep keep, WallTime now, Forgotten& forgotten) {
  (void)expire(now, forgotten);
  auto put = records_.put(record, content, keep, written_ + 1, [this] { return take_number(); });
  if (put) ++written_;
  return put;
}

Result<ContextRecord, RecordStore::Filled> TaskTable::record_to_fill(const std::string& id,
                                                                     WallTime now) const {
  const RecordTable::Entry* entry = find_record(id, now);
  if (entry == nullptr) return std::unexpected(RecordStore::Filled::kGone);
  if (entry->bytes != 0) return std::unexpected(RecordStore::Filled::kAlready);
  return ContextRecord{.id = id, .run = entry->run, .content = {}, .until = entry->until};
}

void TaskTable::drop_record(const std::string& id, Forgotten& forgotten) {
  const std::size_t keys = forgotten.records.keys.size();
  records_.drop(id, forgotten.records);
  count_keys(keys, forgotten);
}

void TaskTable::purge_run(const std::string& run, Forgotten& forgotten) {
  const std::size_t keys = forgotten.records.keys.size();
  records_.purge(run, forgotten.records);
  count_keys(keys, forgotten);
}

Result<TaskTable::PushPut> TaskTable::put_push(const Scope& scope, const std::string& task_id,
                                               PushSubscription subscription, std::uint64_t delivered,
                                               Forgotten& forgotten) {
  const Entry* entry = find(scope, task_id);
  if (entry == nullptr) return std::unexpected(task_not_found(task_id));
  const RowNumber number = take_number();
  const std::size_t held = share_of(*entry).pushes;
  const auto replaced =
      pushes_.put(task_id, number, {std::move(subscription), delivered}, held, written_ + 1);
  if (!replaced) return std::unexpected(replaced.error());
  ++written_;
  if (*replaced) {
    forgotten.pushes.push_back(**replaced);
  } else {
    count_push(*entry);
  }
  return PushPut{entry->position.number, number};
}

void TaskTable::count_push(const Entry& entry) {
  ++share_of(entry).pushes;
  if (entry.holding) entry.holding->add_push_config();
}

Result<std::vector<KeptPush>> TaskTable::pushes(const Scope& scope, const std::string& task_id) const {
  if (find(scope, task_id) == nullptr) return std::unexpected(task_not_found(task_id));
  return pushes_.of_task(task_id);
}

Result<void> TaskTable::remove_push(const Scope& scope, const std::string& task_id,
                                    const std::string& config_id, Forgotten& forgotten) {
  const Entry* entry = find(scope, task_id);
  if (entry == nullptr) return std::unexpected(task_not_found(task_id));
  const auto number = pushes_.remove(task_id, config_id);
  if (!number) return {};
  if (entry->holding) entry->holding->remove_push_config();
  --share_of(*entry).pushes;
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
    targets.push_back({tasks_.at(PackedId(task_id)).scope(), task_id, number});
  }
  return targets;
}

}  // namespace schemagate::store
