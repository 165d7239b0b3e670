// What a TaskTable remembers of contexts and messages, and when what it holds is forgotten.
#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "gateway/store/not_written.h"
#include "gateway/store/task_table.h"

namespace schemagate::store {
namespace {

using a2a::Result;

// So many tasks and messages are forgotten under one hold of the lock.
constexpr int kForgottenAtOnceMax = 1'000;
// Of the bytes of all, what may be of tasks that are given up and still there.
constexpr std::size_t kGivenUpPart = 8;
// The use of a context is written down when it prolongs the context by this part of the retention.
constexpr int kRenewalParts = 16;

std::string_view id_in(std::string_view idempotency_key) {
  return idempotency_key.substr(0, idempotency_key.rfind('\n'));
}

std::uint32_t seconds_of(WallTime time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(seconds, 0, UINT32_MAX));
}

// The scope and the name that scoped() has put together.
std::pair<Scope, std::string> unscoped(std::string_view key) {
  const std::size_t agent = key.find('\n');
  const std::size_t digits = key.find('\n', agent + 1);
  std::size_t owner = 0;
  std::from_chars(key.data() + agent + 1, key.data() + digits, owner);
  const std::string_view rest = key.substr(digits + 1);
  return {Scope{std::string(key.substr(0, agent)), std::string(rest.substr(0, owner))},
          std::string(rest.substr(owner))};
}

}  // namespace

// As OwnerQueues::with_most() has it.
bool TaskTable::make_room(Measure measure, std::string_view wanting, Forgotten& forgotten) {
  TaskQueues::Share* const share = queues_.with_most(measure, queues_.find(wanting));
  if (share == nullptr) return false;
  if (share->first == nullptr) return give_up_oldest(*share);
  forget_oldest(*share, forgotten);
  return true;
}

// It stays until it has been ended, with the reason, by whoever writes logs: so many at a time.
bool TaskTable::give_up_oldest(TaskQueues::Share& share) {
  if (given_up_.size() >= kForgottenAtOnceMax || given_up_bytes_ > limits_.bytes_max / kGivenUpPart)
    return false;
  const KeptTask* const oldest = *waiting_.lower_bound(&share);
  waiting_.erase(oldest);
  queues_.take_back(share);
  given_up_.insert(oldest);
  given_up_bytes_ += kTaskBytes + oldest->second.bytes;
  return true;
}

void TaskTable::forget_oldest(TaskQueues::Share& share, Forgotten& forgotten) {
  remove(tasks_.find(queues_.pop(share).first), forgotten);
}

void TaskTable::remove(Tasks::iterator task, Forgotten& forgotten) {
  Entry& entry = task->second;
  forgotten.tasks.push_back(entry.position.number);
  const auto pushes = pushes_.remove_task(task->first.text());
  share_of(entry).pushes -= pushes.size();
  std::ranges::copy(pushes, std::back_inserter(forgotten.pushes));
  queues_.release(share_of(entry), kTaskBytes + entry.bytes);
  index_.remove(entry);
  bytes_ -= kTaskBytes + entry.bytes;
  ending_.erase(entry.changed);
  cache_.remove(entry.content);
  tasks_.erase(task);
}

// Of those that cannot make room the owner has so much that others find something.
bool TaskTable::is_fair(std::size_t bytes, std::string_view owner) {
  const net::FairShare share = limits_.shared(limits_.bytes_max, kSmallBytes);
  if (share.grants(bytes_at_work_, bytes_at_work_, bytes)) return true;
  const auto* const held = queues_.find(owner);
  return share.grants(bytes_at_work_, held == nullptr ? 0 : held->bytes_at_work, bytes);
}

// What is still too much after so many goes with the next change.
Result<void> TaskTable::make_room_for(std::size_t bytes, std::string_view wanting, Forgotten& forgotten) {
  bool has_room = is_fair(bytes, wanting);
  for (int i = 0; has_room && kept_bytes() + bytes > limits_.bytes_max && i < kForgottenAtOnceMax; ++i)
    has_room = make_room(Measure::kBytes, wanting, forgotten);
  if (has_room) return {};
  return std::unexpected(
      not_written("running tasks take the limit of " + std::to_string(limits_.bytes_max) +
                  " bytes (limits.kept_bytes), or this caller's share of it; try again later"));
}

TaskTable::FoundContext TaskTable::upstream_context(const Scope& scope, const std::string& context_id,
                                                    WallTime now) {
  const auto found = contexts_.find(scoped(scope, context_id));
  if (found == contexts_.end()) return {};
  Context& context = found->second;
  const WallTime until = context_until(now);
  if (until - context.until < limits_.context_retention / kRenewalParts) return {context.upstream_context_id};
  context.until = until;
  ++written_;
  return {context.upstream_context_id,
          ContextRow{context.number, scope, context_id, context.upstream_context_id, until}};
}

ContextRow TaskTable::link_context(const Scope& scope, const std::string& context_id,
                                   const std::string& upstream_context_id, WallTime now,
                                   Forgotten& forgotten) {
  const auto [entry, added] = contexts_.try_emplace(scoped(scope, context_id));
  if (added) entry->second.number = take_number();
  entry->second.upstream_context_id = upstream_context_id;
  entry->second.until = context_until(now);
  ++written_;
  ContextRow row{entry->second.number, scope, context_id, upstream_context_id, entry->second.until};
  if (added) queue(*entry, scope);
  if (contexts_.size() > limits_.contexts_max) drop_oldest_context(forgotten);
  return row;
}

void TaskTable::queue(Contexts::value_type& added, const Scope& scope) {
  ContextQueues::Share& share = context_queues_.of(scope.owner);
  context_queues_.hold(share, 0);
  context_queues_.push(share, added, added.second.until);
}

void TaskTable::forget_context(ContextQueues::Share& share, Contexts::value_type& context,
                               Forgotten& forgotten) {
  context_queues_.release(share, 0);
  forgotten.contexts.push_back(context.second.number);
  contexts_.erase(contexts_.find(context.first));
}

// All of them are in queues.
void TaskTable::drop_oldest_context(Forgotten& forgotten) {
  ContextQueues::Share& share = *context_queues_.with_most(Measure::kCount, nullptr);
  forget_context(share, context_queues_.pop(share), forgotten);
}

// The first one that is due. As long as one of its tasks is there, a context is in use.
void TaskTable::expire_context(WallTime now, Forgotten& forgotten) {
  ContextQueues::Share& share = *context_queues_.next_due();
  Contexts::value_type& context = context_queues_.pop(share);
  const auto [scope, context_id] = unscoped(context.first);
  if (index_.has_context(scope, context_id)) context.second.until = context_until(now);
  if (context.second.until > now) {
    context_queues_.push(share, context, context.second.until);
  } else {
    forget_context(share, context, forgotten);
  }
}

// nullopt: it counts no more.
std::optional<EarlierMessage> TaskTable::outcome_of(const MessageTable::Record& record, WallTime now) const {
  using enum EarlierMessage::Outcome;
  const auto task = tasks_.find(record.task);
  if (task == tasks_.end()) {
    const bool counts = record.outcome == kInFlight || (record.outcome == kUnknown && record.until > now);
    return counts ? std::optional(EarlierMessage{record.outcome, record.task.text()}) : std::nullopt;
  }
  const bool lives = !a2a::is_terminal(task->second.state);
  if (!lives && task->second.repeats_until <= seconds_of(now)) return std::nullopt;
  return EarlierMessage{kTask, record.task.text()};
}

// Until when the message of a task that has ended leads to it, in seconds since 1970. Where the task failed
// before the agent had named it, nobody knows whether the agent has acted on the message.
std::uint32_t TaskTable::repeats_until(a2a::TaskState state, bool is_named, WallTime ended_at) const {
  using enum a2a::TaskState;
  const bool repeats = state == kCompleted || (state == kFailed && !is_named);
  return repeats ? seconds_of(ended_at + messages_.window()) : 0;
}

TaskTable::Recorded TaskTable::record_message(const Scope& scope, const std::string& key,
                                              const std::string& task_id, WallTime now,
                                              Forgotten& forgotten) {
  if (!messages_.remembers()) return {};
  (void)expire(now, forgotten);
  const WideHash name = hash_of(scope, key);
  if (auto earlier = find_message(name, now)) return {{.earlier = std::move(earlier)}};
  using enum EarlierMessage::Outcome;
  PackedId task(task_id);
  const bool has_task = tasks_.contains(task);
  ++written_;
  const bool is_own_id = message_ids_.claim(scope, id_in(key), name, now, messages_.until(now));
  return {{.shares_id = !is_own_id},
          put_message(scope.owner, name, std::move(task), now, has_task ? kTask : kInFlight),
          has_task};
}

std::optional<EarlierMessage> TaskTable::find_message(WideHash name, WallTime now) const {
  const auto* record = messages_.find(name);
  return record == nullptr ? std::nullopt : outcome_of(*record, now);
}

// One that is there keeps its number: its row, if the ledger has one, is written over.
RowNumber TaskTable::put_message(const std::string& owner, WideHash name, PackedId task, WallTime now,
                                 EarlierMessage::Outcome outcome) {
  const MessageTable::Record* earlier = messages_.find(name);
  const RowNumber number = earlier != nullptr ? earlier->number : take_number();
  messages_.put(owner, name, {number, std::move(task), messages_.until(now), outcome});
  return number;
}

std::optional<MessageTable::Record> TaskTable::forget_message(const Scope& scope, const std::string& key) {
  auto removed = messages_.remove(scope.owner, hash_of(scope, key));
  if (removed) ++written_;
  return removed;
}

bool TaskTable::expire(WallTime now, Forgotten& forgotten) {
  for (int i = 0; i < kForgottenAtOnceMax; ++i) {
    if (queues_.is_due(now)) {
      forget_oldest(*queues_.next_due(), forgotten);
    } else if (kept_bytes() > limits_.bytes_max && make_room(Measure::kBytes, {}, forgotten)) {
      continue;
    } else if (kept_tasks() > limits_.tasks_max && make_room(Measure::kCount, {}, forgotten)) {
      continue;
    } else if (context_queues_.is_due(now)) {
      expire_context(now, forgotten);
    } else if (!expire_message(now, forgotten)) {
      return expire_records(now, forgotten);
    }
  }
  return true;
}

bool TaskTable::expire_message(WallTime now, Forgotten& forgotten) {
  const MessageTable::Record* due = messages_.due(now);
  if (due == nullptr && !messages_.has_too_many()) return false;
  if (due != nullptr && outcome_of(*due, now)) {
    messages_.postpone_due(now);
  } else {
    forgotten.messages.push_back(due != nullptr ? messages_.drop_due() : messages_.drop_of_most());
  }
  return true;
}

// A key that goes is a change that can be waited for; a record that goes with nobody's key is none.
void TaskTable::count_keys(std::size_t before, const Forgotten& forgotten) {
  if (forgotten.records.keys.size() != before) ++written_;
}

bool TaskTable::expire_records(WallTime now, Forgotten& forgotten) {
  const std::size_t keys = forgotten.records.keys.size();
  const bool is_more = records_.expire(now, kForgottenAtOnceMax, forgotten.records);
  count_keys(keys, forgotten);
  return is_more;
}

void RestoredMessages::add(const MessageRow& row) {
  using enum EarlierMessage::Outcome;
  latest = std::max(latest, row.number);
  const auto outcome = row.task_id.empty() ? kUnknown : kTask;
  const WideHash name = table.hash_of(scoped(row.scope, row.key));
  (void)ids.claim(row.scope, id_in(row.key), name, WallTime::min(), row.until);
  table.put(row.scope.owner, name, {row.number, PackedId(row.task_id), row.until, outcome});
}

}  // namespace schemagate::store
