// The ledger on disk: the working set in memory, and every change of it in a file. What is durable survives
// kill -9 and the loss of power. Of a task that has ended the working set keeps an index only; what it says
// is read when it is asked for.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "gateway/store/commit_queue.h"
#include "gateway/store/guarded.h"
#include "gateway/store/ledger_file.h"
#include "gateway/store/ledger_reader.h"
#include "gateway/store/store.h"
#include "gateway/store/task_table.h"

namespace schemagate::store {

struct LedgerFigures {
  std::uint64_t commits = 0;  // each is one flush to the disk
  std::uint64_t changes = 0;  // written with them
  bool log_is_left = false;   // at the end: the file is not whole without its write-ahead log
};

struct LedgerOptions {
  std::string path;
  std::vector<LedgerKey> keys = {};  // the first seals payloads, all open them; none: plain text
  std::size_t file_bytes_max = std::size_t{64} << 30;
  std::size_t queue_bytes_max = 64 << 20;    // waiting to be written; more is refused
  std::size_t cache_bytes_max = 32 << 20;    // about, of tasks that have ended and stay in memory
  std::size_t reads_max = 1'024;             // of others, that wait; more are refused
  std::chrono::milliseconds retry_min{100};  // between attempts to write while that fails, doubling
  std::chrono::milliseconds retry_max{5'000};
  // Told from the writer's thread that writing fails (an error for the operator's log) and that it works
  // again, from the reader's, once for each, of tasks that cannot be read, and by open() of a write-ahead log
  // whose end is torn. Must not block, throw or call
  // the store.
  std::function<void(const a2a::Result<void>&)> on_health = {};
  // Told by close() what has been written since the ledger was opened.
  std::function<void(const LedgerFigures&)> on_closed = {};
};

// Reading is reading memory, or waiting for the one thread that reads tasks that have ended. Changes are made
// in memory, queued in the same order under the same lock, and written by one thread, many in one
// transaction. While writing fails, what was queued is kept and tried again, create() and append() are
// refused, whoever waits is told, and reading goes on.
class SqliteStore final : public Store {
 public:
  // Reads the ledger's index, and whole what has not ended; `now` is this moment. What had expired meanwhile
  // is forgotten. Errors: kInvalidParams for keys that are none; kInternal for the operator, naming the file
  // and what to do (see LedgerFile).
  static a2a::Result<std::unique_ptr<SqliteStore>> open(LedgerOptions options, StoreLimits limits,
                                                        WallTime now);
  // As close().
  ~SqliteStore() override;
  SqliteStore(const SqliteStore&) = delete;
  SqliteStore& operator=(const SqliteStore&) = delete;

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
    return state_.with([](const State& state) { return state.table.given_up(); });
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

  EvolutionText evolution(const std::string& agent) const override;
  a2a::Result<void> put_evolution(const std::string& agent, EvolutionText text) override;

  a2a::Result<void> put_record(ContextRecord record, WallTime now) override;
  Deferred<std::optional<ContextRecord>> record(const std::string& id, WallTime now) const override;
  a2a::Result<Filled> fill_record(const std::string& id, std::string content, WallTime now) override;
  void drop_record(const std::string& id) override;
  void purge_run(const std::string& run) override;

  Sequence written() const override;
  Deferred<void> durable(Sequence sequence) override;

  void expire(WallTime now) override;
  std::size_t size() const override;
  void close() override;

  StoreHealth health() const override;
  LedgerFigures figures() const;

 private:
  struct State {
    TaskTable table;
    CommitQueue queue;
    LedgerFigures figures = {};
    std::unordered_set<RowNumber> unreadable = {};

    void put(Change change) { queue.put(table.written(), std::move(change)); }
    void put(const Forgotten& forgotten);
  };
  struct Opened {
    LedgerFile file;
    TaskArchive archive;
    State state;
  };

  SqliteStore(LedgerOptions options, Opened opened);
  // Makes a change under the lock and has it written. A writer that has something queued already looks by
  // itself.
  template <class Make>
  auto change(Make make) {
    bool was_empty = false;
    bool gives_up = false;
    auto made = state_.with([&make, &was_empty, &gives_up](State& state) {
      was_empty = state.queue.empty();
      const std::size_t before = state.table.given_up_count();
      auto made_here = make(state);
      gives_up = state.table.given_up_count() > before;
      return made_here;
    });
    if (was_empty) wake_.notify_one();
    if (gives_up) feed_.tell_given_up();
    return made;
  }

  void tell_when_durable(State& state, const std::string& task_id) const;
  void tell_of_hidden(State& state, const std::string& task_id) const;
  Appended append_to(State& state, const std::string& id, std::vector<std::string> payloads, WallTime now,
                     const auto& make);
  void await_durable(Sequence sequence, DurabilityObserver observer) const;

  // What `in_memory(state)` says, or, of a task that is archived, `read(archive, archived)`, which gives a
  // Result<std::optional<T>> on the reader's thread; nullopt: it was forgotten meanwhile.
  template <class T, class Read>
  Deferred<T> show(const Scope& scope, const std::string& id, const auto& in_memory, Read read) const;
  a2a::Result<std::optional<TaskRecord>> read_record(TaskArchive& archive, const Scope& scope,
                                                     const ArchivedTask& archived) const;
  static a2a::Result<void> put_record(State& state, const ContextRecord& record, const RecordContent& content,
                                      WallTime now);
  using FoundRecord = std::optional<ContextRecord>;
  a2a::Result<FoundRecord> read_context_record(TaskArchive& archive, const std::string& id,
                                               const RecordTable::Entry& entry, WallTime now) const;
  TaskList read_page(TaskArchive& archive, TaskListing& listing) const;
  template <class T>
  a2a::Result<T> guarded(RowNumber task, const auto& work) const;
  void report_damage(RowNumber task, const a2a::Error& error) const;

  void write_changes(const std::stop_token& stop);
  bool gather(CommitQueue::Batch& batch, const std::stop_token& stop);
  a2a::Result<void> write(const CommitQueue::Batch& batch);
  void settle(const CommitQueue::Batch& batch);
  void report(const a2a::Error& error);

  const LedgerOptions options_;
  TaskFeed feed_;
  mutable Guarded<State> state_;              // reading, too, changes what stays in the cache
  mutable std::condition_variable_any wake_;  // of the writer
  LedgerFile file_;                           // the writer's alone
  mutable LedgerReader reader_;               // of the same file
  std::jthread writer_;                       // last: it uses all the above
};

}  // namespace schemagate::store
