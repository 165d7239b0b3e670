// The store in memory: fast, and gone with the process. Its changes count as durable at once, and nothing
// waits.
#pragma once

#include <string>
#include <vector>

#include "gateway/store/guarded.h"
#include "gateway/store/store.h"
#include "gateway/store/task_table.h"

namespace schemagate::store {

class MemoryStore final : public Store {
 public:
  explicit MemoryStore(StoreLimits limits) : table_(TaskTable(limits)) {}

  a2a::Result<RunLease> create(const Scope& scope, NewTask task, WallTime now) override;
  void withdraw(const RunLease& lease) override;
  Deferred<TaskRecord> get(const Scope& scope, const std::string& id) const override;
  Deferred<TaskRecord> get_durable(const Scope& scope, const std::string& id) const override;
  Deferred<a2a::TaskState> state(const Scope& scope, const std::string& id) const override;
  Deferred<std::vector<TaskEvent>> events_after(const Scope& scope, const std::string& id,
                                                std::uint64_t version, std::size_t events_max) const override;
  Appended append(const RunLease& lease, std::vector<TaskEvent> events, WallTime now) override;
  Appended note(const std::string& id, Note note, WallTime now) override;
  void link_upstream(const RunLease& lease, const UpstreamIds& upstream) override;
  Deferred<RunLease> acquire_run(const std::string& id) override;
  Deferred<RunLease> take_over_run(const std::string& id) override;
  void release_run(const RunLease& lease) override;
  Deferred<std::vector<UnfinishedTask>> unfinished() const override;
  Deferred<std::vector<UnfinishedTask>> given_up() const override {
    return table_.with([](const TaskTable& table) { return table.given_up(); });
  }
  TaskFeed& feed() override { return feed_; }

  Deferred<TaskList> list(const Scope& scope, const TaskQuery& query) const override;

  Deferred<RecordedMessage> record_message(const Scope& scope, const std::string& key,
                                           const std::string& task_id, NextStep next, WallTime now) override;
  void forget_message(const Scope& scope, const std::string& key) override;

  Deferred<std::string> upstream_context(const Scope& scope, const std::string& context_id,
                                         WallTime now) override;
  void link_context(const Scope& scope, const std::string& context_id, const std::string& upstream_context_id,
                    WallTime now) override;

  Deferred<PushTarget> put_push(const Scope& scope, const std::string& task_id, PushSubscription subscription,
                                std::uint64_t delivered) override;
  Deferred<std::vector<KeptPush>> pushes(const Scope& scope, const std::string& task_id) const override;
  Deferred<void> remove_push(const Scope& scope, const std::string& task_id,
                             const std::string& config_id) override;
  Deferred<std::optional<PushProgress>> push_progress(const PushTarget& target) const override;
  bool advance_push(const PushTarget& target, std::uint64_t delivered, bool given_up) override;
  Deferred<std::vector<PushTarget>> push_targets() const override;

  EvolutionText evolution(const std::string& agent) const override {
    return table_.with([&](const TaskTable& table) { return table.evolution(agent); });
  }
  a2a::Result<void> put_evolution(const std::string& agent, EvolutionText text) override {
    table_.with([&](TaskTable& table) { return table.put_evolution(agent, std::move(text)); });
    return {};
  }

  a2a::Result<void> put_record(ContextRecord record, WallTime now) override;
  Deferred<std::optional<ContextRecord>> record(const std::string& id, WallTime now) const override;
  a2a::Result<Filled> fill_record(const std::string& id, std::string content, WallTime now) override;
  void drop_record(const std::string& id) override;
  void purge_run(const std::string& run) override;

  Sequence written() const override;
  Deferred<void> durable(Sequence /*sequence*/) override { return a2a::Result<void>(); }

  void expire(WallTime now) override;
  std::size_t size() const override;
  StoreHealth health() const override { return {}; }
  void close() override {}

 private:
  // For what may make room.
  template <class Make>
  auto change(Make make) {
    bool gives_up = false;
    auto made = table_.with([&make, &gives_up](TaskTable& table) {
      const std::size_t before = table.given_up_count();
      auto made_here = make(table);
      gives_up = table.given_up_count() > before;
      return made_here;
    });
    if (gives_up) feed_.tell_given_up();
    return made;
  }

  TaskFeed feed_;
  Guarded<TaskTable> table_;
};

}  // namespace schemagate::store
