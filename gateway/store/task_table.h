// The working set of the ledger: the rules that every store shares. It has no lock, its owner has one, and it
// knows no file: what it does is returned, so that a store that keeps one can write it down.
#pragma once

#include <absl/container/flat_hash_set.h>
#include <absl/container/node_hash_map.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateway/store/accounts.h"
#include "gateway/store/content_cache.h"
#include "gateway/store/evolution_table.h"
#include "gateway/store/keyed_hash.h"
#include "gateway/store/message_ids.h"
#include "gateway/store/message_table.h"
#include "gateway/store/owner_queues.h"
#include "gateway/store/packed_id.h"
#include "gateway/store/push_table.h"
#include "gateway/store/record_table.h"
#include "gateway/store/store_limits.h"
#include "gateway/store/task_index.h"
#include "gateway/store/task_store.h"

namespace schemagate::store {

// kTaskNotFound
a2a::Error task_not_found(const std::string& id);

// What an operation has forgotten besides doing its work: expired, or out of room.
struct Forgotten {
  std::vector<RowNumber> tasks = {};
  std::vector<RowNumber> contexts = {};
  std::vector<RowNumber> messages = {};
  std::vector<RowNumber> pushes = {};
  RecordTable::Gone records = {};
};

// What the working set keeps of a task that has ended when its content is in the file only.
struct EndedTask {
  a2a::TaskState state = {};
  std::uint64_t status_time = 0;  // see ListPosition
  std::size_t bytes = 0;
  std::uint64_t versions = 0;
  bool operator==(const EndedTask&) const = default;
};

// Where the content of such a task is to be read.
struct ArchivedTask {
  RowNumber number;
  Sequence changed;  // not before that is durable
};

// Rows as a file gives them back.
struct TaskRow {
  RowNumber number;
  Scope scope;
  TaskContent content = {};
  WallTime ended_at = {};  // when it has ended
};
struct EndedRow {
  RowNumber number;
  Scope scope;
  std::string_view id;
  std::string_view context_id;
  EndedTask ended;
  WallTime ended_at;
  bool is_named;  // the agent has said how it calls it
};
struct ContextRow {
  RowNumber number;
  Scope scope;
  std::string context_id;
  std::string upstream_context_id;
  WallTime until;
};
struct MessageRow {
  RowNumber number;
  Scope scope;
  std::string_view key;
  std::string_view task_id;  // empty: the message had made none when the program ended
  WallTime until;
};

// A file's messages, which may be read beside everything else: they know nothing of it.
struct RestoredMessages {
  MessageTable table;
  MessageIds ids;
  RowNumber latest = 0;
  void add(const MessageRow& row);
};

// The operations are those of the store's interfaces; see there. Used under its owner's lock.
//
// Once the end of a task is durable, its content stays only as long as `cache_bytes_max` lets it: then it is
// archived, and whoever wants to see it reads the ledger. What writes does not need it. Where everything is
// durable at once nothing is archived.
class TaskTable {
 public:
  struct Created {
    RunLease lease;
    RowNumber task;
    RowNumber message;  // the row that says which task its message has made; 0: none
  };
  struct AppendedRows {
    RowNumber task;
    std::uint64_t first_version;             // of the events that were appended
    std::optional<EndedTask> ended;          // by now
    std::optional<ContextRow> context = {};  // of the task, where its end has renewed it
  };
  struct Recorded {
    RecordedMessage message;
    RowNumber row = 0;      // of what was recorded; 0: nothing was
    bool has_task = false;  // the task that it names is there
  };

  struct PushPut {
    RowNumber task;
    RowNumber push;
  };
  // The agent's name for a context; what is to be written when its use keeps it for longer.
  struct FoundContext {
    std::string upstream_context_id = {};
    std::optional<ContextRow> renewed = {};
  };

  explicit TaskTable(StoreLimits limits, std::size_t cache_bytes_max = 0)
      : limits_(limits),
        cache_(cache_bytes_max),
        messages_(limits.deduplication_window, limits.tasks_max),
        message_ids_(limits.tasks_max),
        pushes_(limits.task_pushes_max, limits.shared(limits.pushes_max, kFew)),
        records_(limits.shared(limits.records_max, kFew),
                 limits.shared(limits.records_bytes_max, kRecordBytesMax)) {
    tasks_.reserve(std::min(limits.tasks_max, kReservedMax));
  }

  a2a::Result<Created> create(const Scope& scope, NewTask task, WallTime now, Forgotten& forgotten);
  // For a task that is not archived.
  a2a::Result<TaskRecord> get(const Scope& scope, const std::string& id) const;
  a2a::Result<a2a::TaskState> state(const Scope& scope, const std::string& id) const;
  a2a::Result<AppendedRows, AppendRefused> append(const RunLease& lease, std::vector<TaskEvent> events,
                                                  WallTime now, Forgotten& forgotten);
  a2a::Result<AppendedRows, AppendRefused> note(const std::string& id, Note note, WallTime now,
                                                Forgotten& forgotten);
  // For a task that is not archived.
  a2a::Result<std::vector<TaskEvent>> events_after(const Scope& scope, const std::string& id,
                                                   std::uint64_t version, std::size_t events_max) const;
  // Some of it; false when it is complete.
  void list(const Scope& scope, TaskListing& listing) const { index_.list(scope, listing); }
  a2a::Result<RunLease> acquire_run(const std::string& id);
  a2a::Result<RunLease> take_over_run(const std::string& id);
  // True when that leaves the task unfinished.
  bool release_run(const RunLease& lease);
  // False for a stale lease, and for a task that has ended.
  bool withdraw(const RunLease& lease, Forgotten& forgotten);
  // Its row; nullopt: there is no such task.
  std::optional<RowNumber> number_of(const Scope& scope, const std::string& id) const;
  std::vector<UnfinishedTask> unfinished() const;
  std::vector<UnfinishedTask> given_up() const;
  // How many that are; when it grows, whoever ends them is to be told.
  std::size_t given_up_count() const { return given_up_.size(); }

  std::optional<RowNumber> link_upstream(const RunLease& lease, const UpstreamIds& upstream);
  FoundContext upstream_context(const Scope& scope, const std::string& context_id, WallTime now);
  ContextRow link_context(const Scope& scope, const std::string& context_id,
                          const std::string& upstream_context_id, WallTime now, Forgotten& forgotten);

  Recorded record_message(const Scope& scope, const std::string& key, const std::string& task_id,
                          WallTime now, Forgotten& forgotten);
  // Records nothing.
  std::optional<EarlierMessage> find_message(const Scope& scope, const std::string& key, WallTime now) const {
    return find_message(hash_of(scope, key), now);
  }
  WallTime until(WallTime now) const { return messages_.until(now); }
  WallTime context_until(WallTime now) const { return now + limits_.context_retention; }
  std::optional<MessageTable::Record> forget_message(const Scope& scope, const std::string& key);

  a2a::Result<PushPut> put_push(const Scope& scope, const std::string& task_id, PushSubscription subscription,
                                std::uint64_t delivered, Forgotten& forgotten);
  a2a::Result<std::vector<KeptPush>> pushes(const Scope& scope, const std::string& task_id) const;
  a2a::Result<void> remove_push(const Scope& scope, const std::string& task_id, const std::string& config_id,
                                Forgotten& forgotten);
  std::optional<PushProgress> push_progress(const PushTarget& target) const;
  // False when it is gone.
  bool advance_push(const PushTarget& target, std::uint64_t delivered, bool given_up);
  std::vector<PushTarget> push_targets() const;

  // Forgets some of what is older than the limits say; false when nothing of it is left.
  bool expire(WallTime now, Forgotten& forgotten);
  std::size_t size() const { return tasks_.size(); }
  bool contains(const std::string& id) const { return tasks_.contains(PackedId(id)); }

  // --- evolution ---
  // Returns the row.
  RowNumber put_evolution(const std::string& agent, EvolutionText text) {
    ++written_;
    return evolutions_.put(agent, std::move(text), [this] { return take_number(); });
  }
  EvolutionText evolution(const std::string& agent) const { return evolutions_.find(agent); }

  // --- context records ---
  // As RecordTable::put().
  a2a::Result<RecordTable::Put> put_record(const ContextRecord& record, const RecordContent& content,
                                           RecordTable::Keep keep, WallTime now, Forgotten& forgotten);
  const RecordTable::Entry* find_record(const std::string& id, WallTime now) const {
    return records_.find(id, now);
  }
  // An empty record to be put again with content; else why it cannot be filled.
  a2a::Result<ContextRecord, RecordStore::Filled> record_to_fill(const std::string& id, WallTime now) const;
  void drop_record(const std::string& id, Forgotten& forgotten);
  void purge_run(const std::string& run, Forgotten& forgotten);

  // --- durability ---
  // The number of the latest change. Every operation above that changes something counts as one.
  Sequence written() const { return written_; }
  // Events of later changes are not shown until they are durable. At first: everything is. Returns what is
  // archived now, to be destroyed under no lock.
  std::vector<std::unique_ptr<TaskContent>> set_durable(Sequence sequence);
  // The latest change that added to that task's log, where it is not durable yet; else nullptr.
  TaskContent::Mark* hidden(const std::string& id);

  // --- tasks that are archived ---
  // nullopt: it is not, or there is no such task.
  std::optional<ArchivedTask> find_archived(const Scope& scope, const std::string& id);
  // What was read for it, unless the task has changed or gone since. Returns what is to be destroyed under no
  // lock.
  std::vector<ContentCache::Slot> keep(const Scope& scope, const ArchivedTask& archived,
                                       ContentCache::Slot content);

  // --- filling it from a file, before anything else ---
  // In the order of their numbers. An event log must be complete; kInternal for an id that is there already.
  a2a::Result<void> restore(TaskRow row);
  a2a::Result<void> restore(EndedRow row);
  void restore(ContextRow row);
  // As this table keeps them.
  RestoredMessages no_messages() const {
    return {MessageTable(limits_.deduplication_window, limits_.tasks_max), MessageIds(limits_.tasks_max)};
  }
  void restore(RestoredMessages messages);
  // Behind its task.
  void restore(const std::string& task_id, RowNumber number, PushProgress progress);
  void restore_evolution(const std::string& agent, RowNumber number, EvolutionText text) {
    reserve_number(number);
    evolutions_.restore(agent, number, std::move(text));
  }
  // Keys before their records.
  void restore_run_key(const std::string& run, RecordTable::Key key) {
    reserve_number(key.number);
    records_.restore_key(run, std::move(key));
  }
  void restore_record(const std::string& id, const RecordRow& row, Forgotten& forgotten) {
    reserve_number(row.number);
    if (!records_.restore(id, row)) forgotten.records.records.push_back(row.number);
  }
  void reserve_number(RowNumber number) { next_number_ = std::max(next_number_, number + 1); }
  // Puts what was restored in order and keeps the limits.
  void finish_restoring(Forgotten& forgotten);

 private:
  struct Entry;
  using KeptTask = std::pair<const PackedId, Entry>;
  struct Entry : ListedTask {
    std::uint32_t versions = 0;
    std::uint32_t repeats_until = 0;                  // of one that has ended: see repeats_until()
    std::uint32_t created_bytes = 0;                  // of `bytes`; 0 when the task was archived
    std::uint64_t token = 0;                          // of the run that has it; 0: none has
    std::unique_ptr<Accounts::Holding> holding = {};  // nullptr: there are no accounts
    Queued<KeptTask> queued = {};                     // of one that has ended
  };
  struct Context {
    RowNumber number;
    std::string upstream_context_id;
    WallTime until;
    // To be looked at when it is due: it may have been used since.
    Queued<std::pair<const std::string, Context>> queued = {};
  };
  struct TaskOwner : OwnerShare {
    std::size_t bytes_at_work = 0;
    std::size_t pushes = 0;
  };
  // By their owner, and of each who has waited longest in front.
  struct LongestWait {
    using is_transparent = void;
    static std::pair<const OwnerShare*, ListPosition> rank(const KeptTask* task) {
      return {task->second.orders->share, task->second.position};
    }
    bool operator()(const KeptTask* one, const KeptTask* other) const { return rank(one) < rank(other); }
    bool operator()(const KeptTask* one, const OwnerShare* owner) const {
      return one->second.orders->share < owner;
    }
  };
  using Tasks = absl::node_hash_map<PackedId, Entry, PackedId::Hash>;
  using Contexts = absl::node_hash_map<std::string, Context, KeyedHash>;
  using TaskQueues = OwnerQueues<Tasks::value_type, TaskOwner>;
  using ContextQueues = OwnerQueues<Contexts::value_type>;

  // What a task takes beside its payload, about: its entries in the working set and its rows.
  static constexpr std::size_t kTaskBytes = 1'024;
  // Growing the table of so many would be felt by whoever waits meanwhile.
  static constexpr std::size_t kReservedMax = 1'000'000;
  // An owner's as long as there is any.
  static constexpr std::size_t kSmallBytes = 64 << 10;
  static constexpr std::size_t kFew = 16;

  const Entry* find(const Scope& scope, const std::string& id) const;
  a2a::Result<void> check_steps(std::size_t bytes) const;
  a2a::Result<void> check_size(const Entry& entry, std::size_t added, const std::vector<TaskEvent>& events,
                               Forgotten& forgotten);
  a2a::Result<void> make_room_for(std::size_t bytes, std::string_view wanting, Forgotten& forgotten);
  bool is_fair(std::size_t bytes, std::string_view owner);
  // Those that are to make room have made it already.
  std::size_t kept_tasks() const { return tasks_.size() - given_up_.size(); }
  std::size_t kept_bytes() const { return bytes_ - given_up_bytes_; }
  std::size_t visible_events(const Entry& entry) const;
  void mark(Entry& entry);
  void change(Entry& entry);
  a2a::Result<Tasks::value_type*> add(std::string_view id, RowNumber number);
  void add_content(const Scope& scope, Tasks::value_type& added, TaskContent content,
                   const std::string& address);
  void count(const Scope& scope, Entry& entry, const std::string& address);
  void count_push(const Entry& entry);
  void end(Tasks::value_type& ended, WallTime now);
  static EndedTask ended_of(const Entry& entry);
  a2a::Result<AppendedRows, AppendRefused> append_to(Tasks::value_type& found, std::vector<TaskEvent> events,
                                                     WallTime now, Forgotten& forgotten);
  static bool holds(const Entry& entry, const RunLease& lease) {
    return lease.token != 0 && entry.token == lease.token;
  }
  static bool is_unfinished(const Entry& entry);
  RunLease new_run(Tasks::value_type& found);
  static std::vector<UnfinishedTask> described(std::vector<const KeptTask*> tasks);
  // A task that has not ended is at work, or waits for its client, or waits and is given up.
  void begin_work(Entry& entry);
  void grow(const Tasks::value_type& task, std::size_t bytes);
  void end_work(Entry& entry);
  void begin_waiting(Tasks::value_type& task);
  void end_waiting(Tasks::value_type& task);
  std::optional<EarlierMessage> outcome_of(const MessageTable::Record& record, WallTime now) const;
  std::uint32_t repeats_until(a2a::TaskState state, bool is_named, WallTime ended_at) const;
  bool expire_message(WallTime now, Forgotten& forgotten);
  bool expire_records(WallTime now, Forgotten& forgotten);
  void count_keys(std::size_t before, const Forgotten& forgotten);
  WideHash hash_of(const Scope& scope, const std::string& key) const {
    return messages_.hash_of(scoped(scope, key));
  }
  std::optional<EarlierMessage> find_message(WideHash name, WallTime now) const;
  RowNumber put_message(const std::string& owner, WideHash name, PackedId task, WallTime now,
                        EarlierMessage::Outcome outcome);
  TaskQueues::Share& share_of(const Entry& entry) {
    return static_cast<TaskQueues::Share&>(*entry.orders->share);
  }
  // For that owner; "": for nobody.
  bool make_room(Measure measure, std::string_view wanting, Forgotten& forgotten);
  void forget_oldest(TaskQueues::Share& share, Forgotten& forgotten);
  bool give_up_oldest(TaskQueues::Share& share);
  void remove(Tasks::iterator task, Forgotten& forgotten);
  void forget_context(ContextQueues::Share& share, Contexts::value_type& context, Forgotten& forgotten);
  void queue(Contexts::value_type& added, const Scope& scope);
  void drop_oldest_context(Forgotten& forgotten);
  void expire_context(WallTime now, Forgotten& forgotten);
  RowNumber take_number() { return next_number_++; }

  const StoreLimits limits_;
  Tasks tasks_;
  TaskIndex index_;                                        // of tasks_
  TaskQueues queues_;                                      // of those that have ended; all are held
  absl::flat_hash_set<const Tasks::value_type*> running_;  // the others
  std::set<const KeptTask*, LongestWait> waiting_;         // of them: for their clients, and without a run
  absl::flat_hash_set<const KeptTask*> given_up_;          // of them: as those, and to make room
  std::size_t given_up_bytes_ = 0;
  std::size_t bytes_at_work_ = 0;      // of the rest of them
  std::map<Sequence, Entry*> ending_;  // ended, by its latest change: not durable yet
  ContentCache cache_;                 // ended, and durable
  std::size_t bytes_ = 0;              // of all tasks
  Contexts contexts_;                  // by scope and id
  ContextQueues context_queues_;
  MessageTable messages_;  // by scope and key
  MessageIds message_ids_;
  PushTable pushes_;
  EvolutionTable evolutions_;
  RecordTable records_;
  RowNumber next_number_ = 1;
  std::uint64_t latest_token_ = 0;
  Sequence written_ = 0;
  Sequence durable_ = std::numeric_limits<Sequence>::max();
};

}  // namespace schemagate::store
