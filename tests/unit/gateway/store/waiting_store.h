// A store as tests talk to it: calls wait for their results, and the lease of every task's run is kept.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gateway/store/store.h"

namespace schemagate {

template <class Of = store::Store>
class WaitingStore {
 public:
  WaitingStore() = default;
  // `settles`: reads wait until what was written is durable.
  WaitingStore(std::unique_ptr<Of> store, bool settles = false)
      : store_(std::move(store)), settles_(settles) {}  // NOLINT(google-explicit-constructor)

  Of& itself() const { return *store_; }
  explicit operator bool() const { return store_ != nullptr; }
  void reset() {
    store_.reset();
    leases_->clear();
  }
  const WaitingStore* operator->() const { return this; }
  const WaitingStore& operator*() const { return *this; }

  a2a::Result<void> create(const store::Scope& scope, a2a::Task task, store::WallTime now,
                           const std::string& key = "") const {
    return create(scope, store::NewTask{.task = std::move(task), .idempotency_key = key}, now);
  }
  a2a::Result<void> create(const store::Scope& scope, store::NewTask task, store::WallTime now) const {
    auto lease = store_->create(scope, std::move(task), now);
    if (!lease) return std::unexpected(lease.error());
    keep(*lease);
    return {};
  }
  // As request handling makes the task of a message: recorded first. The task that the message made before.
  a2a::Result<std::optional<std::string>> create_once(const store::Scope& scope, const std::string& key,
                                                      a2a::Task task, store::WallTime now) const {
    if (const auto earlier = record(scope, key, task.id, now, store::NextStep::kMakeTask))
      return earlier->task_id;
    auto created = create(scope, std::move(task), now, key);
    if (created) return std::nullopt;
    store_->forget_message(scope, key);
    return std::unexpected(created.error());
  }
  a2a::Result<store::TaskRecord> get(const store::Scope& scope, const std::string& id) const {
    settle();
    return store_->get(scope, id).wait();
  }
  a2a::Result<a2a::TaskState> state(const store::Scope& scope, const std::string& id) const {
    return store_->state(scope, id).wait();
  }
  a2a::Result<std::vector<store::TaskEvent>> events_after(const store::Scope& scope, const std::string& id,
                                                          std::uint64_t version,
                                                          std::size_t events_max) const {
    settle();
    return store_->events_after(scope, id, version, events_max).wait();
  }
  // With the lease of the task's latest run, or of a new one when the store was opened again; a receiver that
  // was given up needs none.
  store::Appended append(const std::string& id, std::vector<store::TaskEvent> events,
                         store::WallTime now) const {
    if (events.size() == 1) {
      if (auto* given_up = std::get_if<store::PushGivenUp>(&events.front()))
        return store_->note(id, std::move(*given_up), now);
    }
    if (lease_of(id).token == 0) (void)claim_run(id);
    return store_->append(lease_of(id), std::move(events), now);
  }
  void link_upstream(const std::string& id, const store::UpstreamIds& upstream) const {
    store_->link_upstream(lease_of(id), upstream);
  }
  bool claim_run(const std::string& id) const {
    const auto lease = store_->acquire_run(id).wait();
    if (lease) keep(*lease);
    return lease.has_value();
  }
  void release_run(const std::string& id) const { store_->release_run(lease_of(id)); }
  std::vector<store::UnfinishedTask> unfinished() const { return *store_->unfinished().wait(); }
  std::vector<store::UnfinishedTask> given_up() const { return *store_->given_up().wait(); }
  a2a::Result<store::TaskList> list(const store::Scope& scope, const store::TaskQuery& query) const {
    settle();
    return store_->list(scope, query).wait();
  }

  std::optional<store::EarlierMessage> record(const store::Scope& scope, const std::string& key,
                                              const std::string& task_id, store::WallTime now,
                                              store::NextStep next = store::NextStep::kAskAgent) const {
    return store_->record_message(scope, key, task_id, next, now)
        .wait()
        .value_or(store::RecordedMessage())
        .earlier;
  }
  // Records the message as new, and says whether its id is another's.
  bool shares_id(const store::Scope& scope, const std::string& key, store::WallTime now) const {
    const auto recorded = store_->record_message(scope, key, "t", store::NextStep::kAskAgent, now).wait();
    return recorded && !recorded->earlier && recorded->shares_id;
  }
  // The task that the message has led to before.
  std::optional<std::string> deduplicate(const store::Scope& scope, const std::string& key,
                                         const std::string& task_id, store::WallTime now) const {
    const auto earlier = record(scope, key, task_id, now);
    return earlier ? std::optional(earlier->task_id) : std::nullopt;
  }
  void forget_message(const store::Scope& scope, const std::string& key) const {
    store_->forget_message(scope, key);
  }
  std::string upstream_context(const store::Scope& scope, const std::string& context_id,
                               store::WallTime now = {}) const {
    return *store_->upstream_context(scope, context_id, now).wait();
  }
  void link_context(const store::Scope& scope, const std::string& context_id,
                    const std::string& upstream_context_id,
                    store::WallTime now = store::WallTime(std::chrono::days(20'000))) const {
    store_->link_context(scope, context_id, upstream_context_id, now);
  }

  a2a::Result<store::PushTarget> put_push(const store::Scope& scope, const std::string& task_id,
                                          store::PushSubscription subscription,
                                          std::uint64_t delivered) const {
    return store_->put_push(scope, task_id, std::move(subscription), delivered).wait();
  }
  a2a::Result<std::vector<store::PushSubscription>> pushes(const store::Scope& scope,
                                                           const std::string& task_id) const {
    const auto kept = store_->pushes(scope, task_id).wait();
    if (!kept) return std::unexpected(kept.error());
    std::vector<store::PushSubscription> subscriptions;
    for (const store::KeptPush& one : *kept) subscriptions.push_back(one.subscription);
    return subscriptions;
  }
  a2a::Result<void> remove_push(const store::Scope& scope, const std::string& task_id,
                                const std::string& config_id) const {
    return store_->remove_push(scope, task_id, config_id).wait();
  }
  std::optional<store::PushProgress> push_progress(const store::PushTarget& target) const {
    return *store_->push_progress(target).wait();
  }
  bool advance_push(const store::PushTarget& target, std::uint64_t delivered, bool given_up) const {
    return store_->advance_push(target, delivered, given_up);
  }
  std::vector<store::PushTarget> push_targets() const { return *store_->push_targets().wait(); }

  void expire(store::WallTime now) const { store_->expire(now); }
  std::size_t size() const { return store_->size(); }
  store::Sequence written() const { return store_->written(); }
  a2a::Result<void> durable(store::Sequence sequence) const { return store_->durable(sequence).wait(); }
  void when_durable(store::Sequence sequence, store::Deferred<void>::Receiver receiver) const {
    store_->durable(sequence).then(std::move(receiver));
  }
  void close() const { store_->close(); }
  a2a::Result<void> health() const { return store_->health().writing; }
  std::size_t unreadable_tasks() const { return store_->health().unreadable_tasks; }
  auto figures() const { return store_->figures(); }

  store::RunLease lease_of(const std::string& id) const {
    const std::lock_guard lock(*mutex_);
    const auto found = leases_->find(id);
    return found == leases_->end() ? store::RunLease{id, 0} : found->second;
  }

 private:
  void settle() const {
    if (settles_) (void)store_->durable(store_->written()).wait();
  }
  void keep(const store::RunLease& lease) const {
    const std::lock_guard lock(*mutex_);
    (*leases_)[lease.task_id] = lease;
  }

  std::unique_ptr<Of> store_;
  bool settles_ = false;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  std::unique_ptr<std::unordered_map<std::string, store::RunLease>> leases_ =
      std::make_unique<std::unordered_map<std::string, store::RunLease>>();
};

}  // namespace schemagate
