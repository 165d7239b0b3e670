// The ledger in memory: fast, and gone with the process. Its changes count as durable at once.
#pragma once

#include <string>
#include <vector>

#include "gateway/store/guarded.h"
#include "gateway/store/task_store.h"
#include "gateway/store/task_table.h"

namespace schemagate::store {

class MemoryTaskStore final : public TaskStore {
 public:
  explicit MemoryTaskStore(StoreLimits limits) : table_(TaskTable(limits)) {}

  a2a::Result<void> create(const Scope& scope, a2a::Task task, MonotonicTime now) override;
  a2a::Result<std::optional<std::string>> create_once(const Scope& scope, const std::string& fingerprint,
                                                      a2a::Task task, MonotonicTime now) override;
  a2a::Result<TaskRecord> get(const Scope& scope, const std::string& id) const override;
  a2a::Result<a2a::TaskState> state(const Scope& scope, const std::string& id) const override;
  a2a::Result<void> append(const std::string& id, std::vector<TaskEvent> events, MonotonicTime now) override;
  a2a::Result<std::vector<TaskEvent>> events_after(const Scope& scope, const std::string& id,
                                                   std::uint64_t version,
                                                   std::size_t events_max) const override;
  a2a::Result<TaskList> list(const Scope& scope, const TaskQuery& query) const override;
  bool claim_run(const std::string& id) override;
  void release_run(const std::string& id) override;
  std::vector<UnfinishedTask> unfinished() const override;
  void link_upstream(const std::string& id, const UpstreamIds& upstream) override;
  std::string upstream_context(const Scope& scope, const std::string& context_id) const override;
  void link_context(const Scope& scope, const std::string& context_id,
                    const std::string& upstream_context_id) override;
  bool knows_message_id(const Scope& scope, const std::string& message_id) const override;
  a2a::Result<void> announce(const Scope& scope, const std::string& fingerprint, MonotonicTime now) override;
  std::optional<std::string> find_duplicate(const Scope& scope, const std::string& fingerprint,
                                            MonotonicTime now) const override;
  std::optional<std::string> deduplicate(const Scope& scope, const std::string& fingerprint,
                                         const std::string& id, MonotonicTime now) override;
  void forget_message(const Scope& scope, const std::string& fingerprint) override;
  a2a::Result<PushTarget> put_push(const Scope& scope, const std::string& task_id,
                                   PushSubscription subscription, std::uint64_t delivered) override;
  a2a::Result<std::vector<PushSubscription>> pushes(const Scope& scope,
                                                    const std::string& task_id) const override;
  a2a::Result<void> remove_push(const Scope& scope, const std::string& task_id,
                                const std::string& config_id) override;
  std::optional<PushProgress> push_progress(const PushTarget& target) const override;
  bool advance_push(const PushTarget& target, std::uint64_t delivered, bool given_up) override;
  std::vector<PushTarget> push_targets() const override;
  void expire(MonotonicTime now) override;
  std::size_t size() const override;
  bool durable_at_once() const override { return true; }
  Sequence written() const override;
  void when_durable(Sequence sequence, DurabilityObserver observer) override;
  void close() override;

 private:
  Guarded<TaskTable> table_;
};

}  // namespace schemagate::store
