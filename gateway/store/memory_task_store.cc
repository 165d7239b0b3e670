#include "gateway/store/memory_task_store.h"

#include <utility>

namespace schemagate::store {

a2a::Result<void> MemoryTaskStore::create(const Scope& scope, a2a::Task task, MonotonicTime now) {
  return table_.with([&](TaskTable& table) -> a2a::Result<void> {
    Forgotten forgotten;
    auto created = table.create(scope, std::move(task), now, forgotten);
    if (!created) return std::unexpected(created.error());
    return {};
  });
}

a2a::Result<std::optional<std::string>> MemoryTaskStore::create_once(const Scope& scope,
                                                                     const std::string& fingerprint,
                                                                     a2a::Task task, MonotonicTime now) {
  return table_.with([&](TaskTable& table) -> a2a::Result<std::optional<std::string>> {
    Forgotten forgotten;
    auto created = table.create_once(scope, fingerprint, std::move(task), now, forgotten);
    if (!created) return std::unexpected(created.error());
    return std::move(created->earlier);
  });
}

a2a::Result<TaskRecord> MemoryTaskStore::get(const Scope& scope, const std::string& id) const {
  return table_.with([&](const TaskTable& table) { return table.get(scope, id); });
}

a2a::Result<a2a::TaskState> MemoryTaskStore::state(const Scope& scope, const std::string& id) const {
  return table_.with([&](const TaskTable& table) { return table.state(scope, id); });
}

a2a::Result<void> MemoryTaskStore::append(const std::string& id, std::vector<TaskEvent> events,
                                          MonotonicTime now) {
  return table_.with([&](TaskTable& table) -> a2a::Result<void> {
    auto appended = table.append(id, std::move(events), now);
    if (!appended) return std::unexpected(appended.error());
    return {};
  });
}

a2a::Result<std::vector<TaskEvent>> MemoryTaskStore::events_after(const Scope& scope, const std::string& id,
                                                                  std::uint64_t version,
                                                                  std::size_t events_max) const {
  return table_.with(
      [&](const TaskTable& table) { return table.events_after(scope, id, version, events_max); });
}

a2a::Result<TaskList> MemoryTaskStore::list(const Scope& scope, const TaskQuery& query) const {
  auto listing = TaskListing::start(query);
  if (!listing) return std::unexpected(listing.error());
  const auto list_some = [&](const TaskTable& table) { return table.list(scope, *listing); };
  while (table_.with(list_some)) continue;
  return listing->finish();
}

bool MemoryTaskStore::claim_run(const std::string& id) {
  return table_.with([&](TaskTable& table) { return table.claim_run(id); });
}

void MemoryTaskStore::release_run(const std::string& id) {
  table_.with([&](TaskTable& table) { table.release_run(id); });
}

std::vector<UnfinishedTask> MemoryTaskStore::unfinished() const {
  return table_.with([](const TaskTable& table) { return table.unfinished(); });
}

void MemoryTaskStore::link_upstream(const std::string& id, const UpstreamIds& upstream) {
  table_.with([&](TaskTable& table) { (void)table.link_upstream(id, upstream); });
}

std::string MemoryTaskStore::upstream_context(const Scope& scope, const std::string& context_id) const {
  return table_.with([&](const TaskTable& table) { return table.upstream_context(scope, context_id); });
}

void MemoryTaskStore::link_context(const Scope& scope, const std::string& context_id,
                                   const std::string& upstream_context_id) {
  table_.with([&](TaskTable& table) {
    Forgotten forgotten;
    table.link_context(scope, context_id, upstream_context_id, forgotten);
  });
}

bool MemoryTaskStore::knows_message_id(const Scope& scope, const std::string& message_id) const {
  return table_.with([&](const TaskTable& table) { return table.knows_message_id(scope, message_id); });
}

a2a::Result<void> MemoryTaskStore::announce(const Scope& /*scope*/, const std::string& /*fingerprint*/,
                                            MonotonicTime /*now*/) {
  return {};
}

std::optional<std::string> MemoryTaskStore::find_duplicate(const Scope& scope, const std::string& fingerprint,
                                                           MonotonicTime now) const {
  return table_.with([&](const TaskTable& table) { return table.find_duplicate(scope, fingerprint, now); });
}

std::optional<std::string> MemoryTaskStore::deduplicate(const Scope& scope, const std::string& fingerprint,
                                                        const std::string& id, MonotonicTime now) {
  return table_.with([&](TaskTable& table) {
    Forgotten forgotten;
    return table.deduplicate(scope, fingerprint, id, now, forgotten).earlier;
  });
}

void MemoryTaskStore::forget_message(const Scope& scope, const std::string& fingerprint) {
  table_.with([&](TaskTable& table) { (void)table.forget_message(scope, fingerprint); });
}

a2a::Result<PushTarget> MemoryTaskStore::put_push(const Scope& scope, const std::string& task_id,
                                                  PushSubscription subscription, std::uint64_t delivered) {
  return table_.with([&](TaskTable& table) -> a2a::Result<PushTarget> {
    Forgotten forgotten;
    const auto put = table.put_push(scope, task_id, std::move(subscription), delivered, forgotten);
    if (!put) return std::unexpected(put.error());
    return PushTarget{scope, task_id, put->push};
  });
}

a2a::Result<std::vector<PushSubscription>> MemoryTaskStore::pushes(const Scope& scope,
                                                                   const std::string& task_id) const {
  return table_.with([&](const TaskTable& table) { return table.pushes(scope, task_id); });
}

a2a::Result<void> MemoryTaskStore::remove_push(const Scope& scope, const std::string& task_id,
                                               const std::string& config_id) {
  return table_.with([&](TaskTable& table) {
    Forgotten forgotten;
    return table.remove_push(scope, task_id, config_id, forgotten);
  });
}

std::optional<PushProgress> MemoryTaskStore::push_progress(const PushTarget& target) const {
  return table_.with([&](const TaskTable& table) { return table.push_progress(target); });
}

bool MemoryTaskStore::advance_push(const PushTarget& target, std::uint64_t delivered, bool given_up) {
  return table_.with([&](TaskTable& table) { return table.advance_push(target, delivered, given_up); });
}

std::vector<PushTarget> MemoryTaskStore::push_targets() const {
  return table_.with([](const TaskTable& table) { return table.push_targets(); });
}

void MemoryTaskStore::expire(MonotonicTime now) {
  const auto expire_some = [now](TaskTable& table) {
    Forgotten forgotten;
    return table.expire(now, forgotten);
  };
  while (table_.with(expire_some)) continue;
}

std::size_t MemoryTaskStore::size() const {
  return table_.with([](const TaskTable& table) { return table.size(); });
}

Sequence MemoryTaskStore::written() const {
  return table_.with([](const TaskTable& table) { return table.written(); });
}

void MemoryTaskStore::when_durable(Sequence /*sequence*/, DurabilityObserver observer) {
  observer({});
}

void MemoryTaskStore::close() {}

}  // namespace schemagate::store
