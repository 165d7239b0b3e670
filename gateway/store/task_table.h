// The working set of the ledger: the rules that every store shares. It has no lock, its owner has one, and it
// knows no file: what it does is returned, so that a store that keeps one can write it down.
#pragma once

#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gateway/store/keyed_hash.h"
#include "gateway/store/message_table.h"
#include "gateway/store/push_table.h"
#include "gateway/store/store_limits.h"
#include "gateway/store/task_index.h"
#include "gateway/store/task_store.h"

namespace schemagate::store {

// Names a task, a context, a message or a push notification config in the ledger's file. Never used twice
// while a ledger is open.
using RowNumber = std::int64_t;

// What an operation has forgotten besides doing its work: expired, or out of room.
struct Forgotten {
  std::vector<RowNumber> tasks = {};
  std::vector<RowNumber> contexts = {};
  std::vector<RowNumber> messages = {};
  std::vector<RowNumber> pushes = {};
};

// Rows as a file gives them back.
struct TaskRow {
  RowNumber number;
  Scope scope;
  NewTask created = {};  // its key is not kept
  UpstreamIds upstream = {};
  std::vector<TaskEvent> events = {};
  WallTime ended_at = {};  // when it has ended
};
struct ContextRow {
  RowNumber number;
  Scope scope;
  std::string context_id;
  std::string upstream_context_id;
};
struct MessageRow {
  RowNumber number;
  Scope scope;
  std::string key;
  std::string task_id;  // empty: the message had made none when the program ended
  WallTime until;
};

// The operations are those of the store's interfaces; see there. Used under its owner's lock.
class TaskTable {
 public:
  struct Created {
    RunLease lease;
    RowNumber task;
    RowNumber message;  // the row that says which task its message has made; 0: none
  };
  struct AppendedRows {
    RowNumber task;
    std::uint64_t first_version;  // of the events that were appended
    bool ended;
  };
  struct Recorded {
    std::optional<EarlierMessage> earlier;  // nothing was recorded
    RowNumber message = 0;                  // otherwise; 0 when messages are not remembered at all
    bool has_task = false;                  // the task that it names is there
  };

  struct PushPut {
    RowNumber task;
    RowNumber push;
  };

  explicit TaskTable(StoreLimits limits)
      : limits_(limits),
        messages_(limits.deduplication_window, limits.tasks_max),
        pushes_(limits.task_pushes_max, limits.pushes_max) {}

  a2a::Result<Created> create(const Scope& scope, NewTask task, WallTime now, Forgotten& forgotten);
  a2a::Result<TaskRecord> get(const Scope& scope, const std::string& id) const;
  a2a::Result<a2a::TaskState> state(const Scope& scope, const std::string& id) const;
  a2a::Result<AppendedRows, AppendRefused> append(const RunLease& lease, std::vector<TaskEvent> events,
                                                  WallTime now);
  a2a::Result<AppendedRows, AppendRefused> note(const std::string& id, Note note, WallTime now);
  a2a::Result<std::vector<TaskEvent>> events_after(const Scope& scope, const std::string& id,
                                                   std::uint64_t version, std::size_t events_max) const;
  // Some of it; false when it is complete.
  bool list(const Scope& scope, TaskListing& listing) const { return index_.list(scope, listing); }
  a2a::Result<RunLease> acquire_run(const std::string& id);
  a2a::Result<RunLease> take_over_run(const std::string& id);
  // True when that leaves the task unfinished.
  bool release_run(const RunLease& lease);
  std::vector<UnfinishedTask> unfinished() const;

  std::optional<RowNumber> link_upstream(const RunLease& lease, const UpstreamIds& upstream);
  std::string upstream_context(const Scope& scope, const std::string& context_id) const;
  RowNumber link_context(const Scope& scope, const std::string& context_id,
                         const std::string& upstream_context_id, Forgotten& forgotten);

  Recorded record_message(const Scope& scope, const std::string& key, const std::string& task_id,
                          WallTime now, Forgotten& forgotten);
  // Records nothing.
  std::optional<EarlierMessage> find_message(const Scope& scope, const std::string& key, WallTime now) const;
  WallTime until(WallTime now) const { return messages_.until(now); }
  std::optional<MessageTable::Record> forget_message(const Scope& scope, const std::string& key);

  a2a::Result<PushPut> put_push(const Scope& scope, const std::string& task_id, PushSubscription subscription,
                                std::uint64_t delivered, Forgotten& forgotten);
  a2a::Result<std::vector<PushSubscription>> pushes(const Scope& scope, const std::string& task_id) const;
  a2a::Result<void> remove_push(const Scope& scope, const std::string& task_id, const std::string& config_id,
                                Forgotten& forgotten);
  std::optional<PushProgress> push_progress(const PushTarget& target) const;
  // False when it is gone.
  bool advance_push(const PushTarget& target, std::uint64_t delivered, bool given_up);
  std::vector<PushTarget> push_targets() const;

  // Forgets some of what is older than the limits say; false when nothing of it is left.
  bool expire(WallTime now, Forgotten& forgotten);
  std::size_t size() const { return tasks_.size(); }

  // --- durability ---
  // The number of the latest change. Every operation above that changes something counts as one.
  Sequence written() const { return written_; }
  // Events of later changes are not shown until they are durable. At first: everything is.
  void set_durable(Sequence sequence) { durable_ = sequence; }

  // --- filling it from a file, before anything else ---
  // In the order of their numbers. An event log must be complete; kInternal for an id that is there already.
  a2a::Result<void> restore(TaskRow row);
  void restore(ContextRow row);
  void restore(MessageRow row);
  // Behind its task.
  void restore(const std::string& task_id, RowNumber number, PushProgress progress);
  // Puts what was restored in order and keeps the limits.
  void finish_restoring(Forgotten& forgotten);

 private:
  // Events from `version` on came with that change.
  struct Mark {
    Sequence sequence;
    std::uint64_t version;
  };
  struct Entry {
    RowNumber number;
    Scope scope;
    a2a::Task task;
    object_schemas::ContractReference accepted_under = {};
    UpstreamIds upstream = {};
    std::vector<TaskEvent> events = {};
    std::vector<Mark> marks = {};  // of changes that were not durable yet
    std::size_t bytes = 0;
    Sequence changed = 0;
    std::uint64_t token = 0;      // of the run that has it; 0: none has
    TaskIndex::Place place = {};  // in index_
  };
  struct Context {
    RowNumber number;
    std::string upstream_context_id;
  };
  using Tasks = std::unordered_map<std::string, Entry, KeyedHash>;
  using Contexts = std::unordered_map<std::string, Context, KeyedHash>;
  // What goes when. It is there until the last that names it has gone.
  struct DueTask {
    WallTime at;
    const Tasks::value_type* task;
  };

  const Entry* find(const Scope& scope, const std::string& id) const;
  a2a::Result<void> check_size(const Entry& entry, std::size_t bytes,
                               const std::vector<TaskEvent>& events) const;
  std::size_t visible_events(const Entry& entry) const;
  void mark(Entry& entry);
  void add_to_index(Entry& entry);
  a2a::Result<AppendedRows, AppendRefused> append_to(Tasks::value_type& found, std::vector<TaskEvent> events,
                                                     WallTime now);
  static bool holds(const Entry& entry, const RunLease& lease) {
    return lease.token != 0 && entry.token == lease.token;
  }
  static bool is_unfinished(const Entry& entry);
  RunLease new_run(Tasks::value_type& found) { return {found.first, found.second.token = ++latest_token_}; }
  std::optional<EarlierMessage> outcome_of(const MessageTable::Record& record) const;
  RowNumber put_message(const std::string& name, const std::string& task_id, WallTime now,
                        EarlierMessage::Outcome outcome, Forgotten& forgotten);
  bool make_room(Forgotten& forgotten);
  void drop_oldest_context(Forgotten& forgotten);
  RowNumber take_number() { return next_number_++; }
  void reserve_number(RowNumber number) { next_number_ = std::max(next_number_, number + 1); }

  const StoreLimits limits_;
  Tasks tasks_;
  TaskIndex index_;  // of tasks_
  std::deque<DueTask> ended_;
  Contexts contexts_;  // by scope and id
  std::deque<const Contexts::value_type*> context_order_;
  MessageTable messages_;  // by scope and key
  PushTable pushes_;
  RowNumber next_number_ = 1;
  std::uint64_t latest_token_ = 0;
  Sequence written_ = 0;
  Sequence durable_ = std::numeric_limits<Sequence>::max();
};

}  // namespace schemagate::store
