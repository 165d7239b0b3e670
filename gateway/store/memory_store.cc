#include "gateway/store/memory_store.h"

#include <utility>

namespace schemagate::store {

using a2a::Result;

Result<RunLease> MemoryStore::create(const Scope& scope, NewTask task, WallTime now) {
  auto created = change([&](TaskTable& table) -> Result<RunLease> {
    Forgotten forgotten;
    auto made = table.create(scope, std::move(task), now, forgotten);
    if (!made) return std::unexpected(std::move(made.error()));
    return std::move(made->lease);
  });
  if (created) feed_.tell(created->task_id);
  return created;
}

void MemoryStore::withdraw(const RunLease& lease) {
  const bool gone = table_.with([&](TaskTable& table) {
    Forgotten forgotten;
    return table.withdraw(lease, forgotten);
  });
  if (gone) feed_.tell(lease.task_id);
}

Deferred<TaskRecord> MemoryStore::get_durable(const Scope& scope, const std::string& id) const {
  return get(scope, id);
}

Deferred<TaskRecord> MemoryStore::get(const Scope& scope, const std::string& id) const {
  return table_.with([&](const TaskTable& table) { return table.get(scope, id); });
}

Deferred<a2a::TaskState> MemoryStore::state(const Scope& scope, const std::string& id) const {
  return table_.with([&](const TaskTable& table) { return table.state(scope, id); });
}

Deferred<std::vector<TaskEvent>> MemoryStore::events_after(const Scope& scope, const std::string& id,
                                                           std::uint64_t version,
                                                           std::size_t events_max) const {
  return table_.with(
      [&](const TaskTable& table) { return table.events_after(scope, id, version, events_max); });
}

Appended MemoryStore::append(const RunLease& lease, std::vector<TaskEvent> events, WallTime now) {
  auto appended = change([&](TaskTable& table) {
    Forgotten forgotten;
    return table.append(lease, std::move(events), now, forgotten);
  });
  if (!appended) return std::unexpected(std::move(appended.error()));
  feed_.tell(lease.task_id);
  return {};
}

Appended MemoryStore::note(const std::string& id, Note note, WallTime now) {
  auto appended = change([&](TaskTable& table) {
    Forgotten forgotten;
    return table.note(id, std::move(note), now, forgotten);
  });
  if (!appended) return std::unexpected(std::move(appended.error()));
  feed_.tell(id);
  return {};
}

void MemoryStore::link_upstream(const RunLease& lease, const UpstreamIds& upstream) {
  table_.with([&](TaskTable& table) { (void)table.link_upstream(lease, upstream); });
}

Deferred<RunLease> MemoryStore::acquire_run(const std::string& id) {
  return table_.with([&](TaskTable& table) { return table.acquire_run(id); });
}

Deferred<RunLease> MemoryStore::take_over_run(const std::string& id) {
  return table_.with([&](TaskTable& table) { return table.take_over_run(id); });
}

void MemoryStore::release_run(const RunLease& lease) {
  const bool left = table_.with([&](TaskTable& table) { return table.release_run(lease); });
  if (left) feed_.tell_unfinished();
}

Deferred<std::vector<UnfinishedTask>> MemoryStore::unfinished() const {
  return table_.with([](const TaskTable& table) { return table.unfinished(); });
}

Deferred<TaskList> MemoryStore::list(const Scope& scope, const TaskQuery& query) const {
  auto listing = TaskListing::start(query);
  if (!listing) return std::unexpected(std::move(listing.error()));
  table_.with([&](const TaskTable& table) { table.list(scope, *listing); });
  return listing->finish();
}

Deferred<RecordedMessage> MemoryStore::record_message(const Scope& scope, const std::string& key,
                                                      const std::string& task_id, NextStep /*next*/,
                                                      WallTime now) {
  return change([&](TaskTable& table) {
    Forgotten forgotten;
    return table.record_message(scope, key, task_id, now, forgotten).message;
  });
}

void MemoryStore::forget_message(const Scope& scope, const std::string& key) {
  const auto removed = table_.with([&](TaskTable& table) { return table.forget_message(scope, key); });
  if (removed) feed_.tell(removed->task.text());
}

Deferred<std::string> MemoryStore::upstream_context(const Scope& scope, const std::string& context_id,
                                                    WallTime now) {
  return table_.with(
      [&](TaskTable& table) { return table.upstream_context(scope, context_id, now).upstream_context_id; });
}

void MemoryStore::link_context(const Scope& scope, const std::string& context_id,
                               const std::string& upstream_context_id, WallTime now) {
  table_.with([&](TaskTable& table) {
    Forgotten forgotten;
    table.link_context(scope, context_id, upstream_context_id, now, forgotten);
  });
}

Deferred<PushTarget> MemoryStore::put_push(const Scope& scope, const std::string& task_id,
                                           PushSubscription subscription, std::uint64_t delivered) {
  return table_.with([&](TaskTable& table) -> Result<PushTarget> {
    Forgotten forgotten;
    const auto put = table.put_push(scope, task_id, std::move(subscription), delivered, forgotten);
    if (!put) return std::unexpected(put.error());
    return PushTarget{scope, task_id, put->push};
  });
}

Deferred<std::vector<KeptPush>> MemoryStore::pushes(const Scope& scope, const std::string& task_id) const {
  return table_.with([&](const TaskTable& table) { return table.pushes(scope, task_id); });
}

Deferred<void> MemoryStore::remove_push(const Scope& scope, const std::string& task_id,
                                        const std::string& config_id) {
  return table_.with([&](TaskTable& table) {
    Forgotten forgotten;
    return table.remove_push(scope, task_id, config_id, forgotten);
  });
}

Deferred<std::optional<PushProgress>> MemoryStore::push_progress(const PushTarget& target) const {
  return table_.with([&](const TaskTable& table) { return table.push_progress(target); });
}

bool MemoryStore::advance_push(const PushTarget& target, std::uint64_t delivered, bool given_up) {
  return table_.with([&](TaskTable& table) { return table.advance_push(target, delivered, given_up); });
}

Deferred<std::vector<PushTarget>> MemoryStore::push_targets() const {
  return table_.with([](const TaskTable& table) { return table.push_targets(); });
}

Result<void> MemoryStore::put_record(ContextRecord record, WallTime now) {
  return change([&](TaskTable& table) -> Result<void> {
    Forgotten forgotten;
    const auto content = std::make_shared<const std::string>(std::move(record.content));
    auto put = table.put_record(record, content, RecordTable::Keep::kContent, now, forgotten);
    return put ? Result<void>() : std::unexpected(std::move(put.error()));
  });
}

Deferred<std::optional<ContextRecord>> MemoryStore::record(const std::string& id, WallTime now) const {
  return table_.with([&](const TaskTable& table) -> std::optional<ContextRecord> {
    const auto* entry = table.find_record(id, now);
    if (entry == nullptr) return std::nullopt;
    return ContextRecord{id, entry->run, *entry->content, entry->until};
  });
}

Result<MemoryStore::Filled> MemoryStore::fill_record(const std::string& id, std::string content,
                                                     WallTime now) {
  return change([&](TaskTable& table) -> Result<Filled> {
    const auto record = table.record_to_fill(id, now);
    if (!record) return record.error();
    Forgotten forgotten;
    const auto filling = std::make_shared<const std::string>(std::move(content));
    auto put = table.put_record(*record, filling, RecordTable::Keep::kContent, now, forgotten);
    return put ? Result<Filled>(Filled::kFilled) : std::unexpected(std::move(put.error()));
  });
}

void MemoryStore::drop_record(const std::string& id) {
  table_.with([&](TaskTable& table) {
    Forgotten forgotten;
    table.drop_record(id, forgotten);
  });
}

void MemoryStore::purge_run(const std::string& run) {
  table_.with([&](TaskTable& table) {
    Forgotten forgotten;
    table.purge_run(run, forgotten);
  });
}

void MemoryStore::expire(WallTime now) {
  const auto expire_some = [now](TaskTable& table) {
    Forgotten forgotten;
    return table.expire(now, forgotten);
  };
  while (change(expire_some)) continue;
}

std::size_t MemoryStore::size() const {
  return table_.with([](const TaskTable& table) { return table.size(); });
}

Sequence MemoryStore::written() const {
  return table_.with([](const TaskTable& table) { return table.written(); });
}

}  // namespace schemagate::store
