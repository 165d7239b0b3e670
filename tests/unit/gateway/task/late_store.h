// A store that answers later whatever may be answered later, as one with a database does: the contract of
// Deferred, without a database.
#pragma once

#include <boost/asio/post.hpp>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gateway/net/executor.h"
#include "gateway/store/not_written.h"
#include "gateway/store/store.h"

namespace schemagate {

// Borrows the other store. What it returns arrives on `executor`, once somebody waits for it.
class LateStore final : public store::Store {
 public:
  LateStore(store::Store& store, net::Executor executor) : store_(store), executor_(std::move(executor)) {}

  a2a::Result<store::RunLease> create(const store::Scope& scope, store::NewTask task,
                                      store::WallTime now) override {
    return store_.create(scope, std::move(task), now);
  }
  void withdraw(const store::RunLease& lease) override { store_.withdraw(lease); }
  store::Deferred<store::TaskRecord> get_durable(const store::Scope& scope,
                                                 const std::string& id) const override {
    return later([this, scope, id] { return store_.get_durable(scope, id); });
  }
  store::Deferred<store::TaskRecord> get(const store::Scope& scope, const std::string& id) const override {
    return later([this, scope, id] { return store_.get(scope, id); });
  }
  store::Deferred<a2a::TaskState> state(const store::Scope& scope, const std::string& id) const override {
    return later([this, scope, id] { return store_.state(scope, id); });
  }
  store::Deferred<std::vector<store::TaskEvent>> events_after(const store::Scope& scope,
                                                              const std::string& id, std::uint64_t version,
                                                              std::size_t events_max) const override {
    return later([=, this] { return store_.events_after(scope, id, version, events_max); });
  }
  store::Appended append(const store::RunLease& lease, std::vector<store::TaskEvent> events,
                         store::WallTime now) override {
    if (takes_no_events) {
      return std::unexpected(store::AppendRefused(store::AppendRefused::Reason::kNotWritten,
                                                  store::not_written("the disk is full")));
    }
    return store_.append(lease, std::move(events), now);
  }
  store::Appended note(const std::string& id, store::Note note, store::WallTime now) override {
    return store_.note(id, std::move(note), now);
  }
  void link_upstream(const store::RunLease& lease, const store::UpstreamIds& upstream) override {
    if (!remembers_no_names) store_.link_upstream(lease, upstream);
  }
  store::Deferred<store::RunLease> acquire_run(const std::string& id) override {
    return later([this, id] { return store_.acquire_run(id); });
  }
  store::Deferred<store::RunLease> take_over_run(const std::string& id) override {
    return later([this, id] {
      if (before_take_over) before_take_over();
      return store_.take_over_run(id);
    });
  }
  void release_run(const store::RunLease& lease) override { store_.release_run(lease); }
  store::Deferred<std::vector<store::UnfinishedTask>> unfinished() const override {
    return later([this] { return store_.unfinished(); });
  }
  store::Deferred<std::vector<store::UnfinishedTask>> given_up() const override {
    return later([this] { return store_.given_up(); });
  }
  store::TaskFeed& feed() override { return store_.feed(); }
  store::Deferred<store::TaskList> list(const store::Scope& scope,
                                        const store::TaskQuery& query) const override {
    return later([this, scope, query] { return store_.list(scope, query); });
  }
  store::Deferred<store::RecordedMessage> record_message(const store::Scope& scope, const std::string& key,
                                                         const std::string& task_id, store::NextStep next,
                                                         store::WallTime now) override {
    return later([=, this] { return store_.record_message(scope, key, task_id, next, now); });
  }
  void forget_message(const store::Scope& scope, const std::string& key) override {
    store_.forget_message(scope, key);
  }
  store::Deferred<std::string> upstream_context(const store::Scope& scope, const std::string& context_id,
                                                store::WallTime now) override {
    return later([=, this] { return store_.upstream_context(scope, context_id, now); });
  }
  void link_context(const store::Scope& scope, const std::string& context_id,
                    const std::string& upstream_context_id, store::WallTime now) override {
    store_.link_context(scope, context_id, upstream_context_id, now);
  }
  store::Deferred<store::PushTarget> put_push(const store::Scope& scope, const std::string& task_id,
                                              store::PushSubscription subscription,
                                              std::uint64_t delivered) override {
    return later([=, this] { return store_.put_push(scope, task_id, subscription, delivered); });
  }
  store::Deferred<std::vector<store::KeptPush>> pushes(const store::Scope& scope,
                                                       const std::string& task_id) const override {
    return later([this, scope, task_id] { return store_.pushes(scope, task_id); });
  }
  store::Deferred<void> remove_push(const store::Scope& scope, const std::string& task_id,
                                    const std::string& config_id) override {
    return later([=, this] { return store_.remove_push(scope, task_id, config_id); });
  }
  store::Deferred<std::optional<store::PushProgress>> push_progress(
      const store::PushTarget& target) const override {
    return later([this, target] { return store_.push_progress(target); });
  }
  bool advance_push(const store::PushTarget& target, std::uint64_t delivered, bool given_up) override {
    return store_.advance_push(target, delivered, given_up);
  }
  store::Deferred<std::vector<store::PushTarget>> push_targets() const override {
    return later([this] { return store_.push_targets(); });
  }
  store::EvolutionText evolution(const std::string& agent) const override { return store_.evolution(agent); }
  a2a::Result<void> put_evolution(const std::string& agent, store::EvolutionText text) override {
    return store_.put_evolution(agent, std::move(text));
  }
  a2a::Result<void> put_record(store::ContextRecord record, store::WallTime now) override {
    return store_.put_record(std::move(record), now);
  }
  store::Deferred<std::optional<store::ContextRecord>> record(const std::string& id,
                                                              store::WallTime now) const override {
    return later([=, this] { return store_.record(id, now); });
  }
  a2a::Result<Filled> fill_record(const std::string& id, std::string content, store::WallTime now) override {
    return store_.fill_record(id, std::move(content), now);
  }
  void drop_record(const std::string& id) override { store_.drop_record(id); }
  void purge_run(const std::string& run) override { store_.purge_run(run); }
  store::Sequence written() const override { return store_.written(); }
  // `writes_nothing`: no change ever becomes durable, and nobody is told that it does not.
  store::Deferred<void> durable(store::Sequence sequence) override {
    if (writes_nothing && sequence != 0) return store::Deferred<void>::later([](const auto&) {});
    return later([this, sequence] { return store_.durable(sequence); });
  }
  store::StoreHealth health() const override { return store_.health(); }
  void expire(store::WallTime now) override { store_.expire(now); }
  std::size_t size() const override { return store_.size(); }
  void close() override { store_.close(); }

  bool writes_nothing = false;
  bool takes_no_events = false;            // as one whose disk is full
  bool remembers_no_names = false;         // of agents, as one that has too much to write
  std::function<void()> before_take_over;  // what comes in between

 private:
  template <class Call, class Arriving = std::invoke_result_t<Call>>
  Arriving later(Call call) const {
    return Arriving::later(
        [executor = executor_, call = std::move(call)](typename Arriving::Receiver receiver) mutable {
          boost::asio::post(executor, [call = std::move(call), receiver = std::move(receiver)]() mutable {
            receiver(call().wait());
          });
        });
  }

  store::Store& store_;
  const net::Executor executor_;
};

}  // namespace schemagate
