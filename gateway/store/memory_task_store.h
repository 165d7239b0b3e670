// The ledger in memory: fast, and gone with the process.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "gateway/store/guarded.h"
#include "gateway/store/task_store.h"

namespace schemagate::store {

class MemoryTaskStore final : public TaskStore {
 public:
  explicit MemoryTaskStore(StoreLimits limits) : limits_(limits) {}

  a2a::Result<void> create(const Scope& scope, a2a::Task task, MonotonicTime now) override;
  a2a::Result<TaskRecord> get(const Scope& scope, const std::string& id) const override;
  a2a::Result<void> append(const std::string& id, std::vector<TaskEvent> events, MonotonicTime now) override;
  a2a::Result<std::vector<TaskEvent>> events_after(const Scope& scope, const std::string& id,
                                                   std::uint64_t version,
                                                   std::size_t events_max) const override;
  bool claim_run(const std::string& id) override;
  void release_run(const std::string& id) override;
  void link_upstream(const std::string& id, const UpstreamIds& upstream) override;
  std::string upstream_context(const Scope& scope, const std::string& context_id) const override;
  void link_context(const Scope& scope, const std::string& context_id,
                    const std::string& upstream_context_id) override;
  std::optional<std::string> find_duplicate(const Scope& scope, const std::string& fingerprint,
                                            MonotonicTime now) const override;
  std::optional<std::string> deduplicate(const Scope& scope, const std::string& fingerprint,
                                         const std::string& id, MonotonicTime now) override;
  void forget_message(const Scope& scope, const std::string& fingerprint) override;
  void expire(MonotonicTime now) override;
  std::size_t size() const override;

 private:
  struct Entry {
    Scope scope;
    a2a::Task task;
    UpstreamIds upstream;
    std::vector<TaskEvent> events;
    std::size_t bytes = 0;
    bool running = true;
  };
  // What goes when, oldest first.
  struct Expiry {
    MonotonicTime at;
    std::string key;
  };
  struct State {
    std::unordered_map<std::string, Entry> tasks;
    std::deque<Expiry> ended;
    std::unordered_map<std::string, std::string> contexts;
    std::deque<std::string> context_order;
    std::unordered_map<std::string, Expiry> messages;  // by fingerprint: the task, and until when
    std::deque<Expiry> message_order;
  };
  static const Entry* find(const State& state, const Scope& scope, const std::string& id);
  bool make_room(State& state) const;
  void forget_old(State& state, MonotonicTime now) const;

  const StoreLimits limits_;
  Guarded<State> state_;
};

}  // namespace schemagate::store
