// Filling a TaskTable from a file.
#include <algorithm>
#include <utility>

#include "gateway/store/task_table.h"

namespace schemagate::store {

using a2a::Result;

Result<void> TaskTable::restore(TaskRow row) {
  const auto added = add(row.content.task.id, row.number);
  if (!added) return std::unexpected(added.error());
  add_content(row.scope, **added, std::move(row.content), {});
  Entry& entry = (*added)->second;
  if (entry.state == a2a::TaskState::kInputRequired) begin_waiting(**added);
  if (!a2a::is_terminal(entry.state)) return {};
  entry.repeats_until = repeats_until(entry.state, !entry.content->upstream.task_id.empty(), row.ended_at);
  queues_.push(share_of(entry), **added, row.ended_at + limits_.retention);
  return {};
}

Result<void> TaskTable::restore(EndedRow row) {
  const auto added = add(row.id, row.number);
  if (!added) return std::unexpected(added.error());
  Entry& entry = (*added)->second;
  entry.position.timestamp = row.ended.status_time;
  entry.state = row.ended.state;
  entry.context = index_.hash_of(row.context_id);
  entry.bytes = row.ended.bytes;
  count(row.scope, entry, {});
  entry.versions = static_cast<std::uint32_t>(row.ended.versions);
  entry.repeats_until = repeats_until(row.ended.state, row.is_named, row.ended_at);
  queues_.push(share_of(entry), **added, row.ended_at + limits_.retention);
  return {};
}

void TaskTable::restore(ContextRow row) {
  reserve_number(row.number);
  const auto [entry, added] = contexts_.try_emplace(scoped(row.scope, row.context_id));
  Context& context = entry->second;
  context.number = row.number;
  context.upstream_context_id = std::move(row.upstream_context_id);
  context.until = row.until;
  if (added) queue(*entry, row.scope);
}

void TaskTable::restore(RestoredMessages messages) {
  reserve_number(messages.latest);
  messages_ = std::move(messages.table);
  message_ids_ = std::move(messages.ids);
}

void TaskTable::restore(const std::string& task_id, RowNumber number, PushProgress progress) {
  reserve_number(number);
  // Beyond a limit that was lowered meanwhile, it is left out; it stays in the file until its task goes.
  constexpr std::size_t kNone = 0;  // shares are for those that come
  const auto replaced = pushes_.put(task_id, number, std::move(progress), kNone);
  const auto task = tasks_.find(PackedId(task_id));
  if (replaced && !*replaced && task != tasks_.end()) count_push(task->second);
}

void TaskTable::finish_restoring(Forgotten& forgotten) {
  queues_.sort();
  context_queues_.sort();
  const auto make = [&](Measure measure) { return make_room(measure, {}, forgotten); };
  while (kept_tasks() > limits_.tasks_max && make(Measure::kCount)) continue;
  while (kept_bytes() > limits_.bytes_max && make(Measure::kBytes)) continue;
  while (contexts_.size() > limits_.contexts_max) drop_oldest_context(forgotten);
  records_.drop_empty_runs(forgotten.records);
  while (messages_.has_too_many()) forgotten.messages.push_back(messages_.drop_of_most());
}

}  // namespace schemagate::store
