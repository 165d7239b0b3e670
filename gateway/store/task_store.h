// Every task that the gateway owns, with its owner, its event log, and the run that writes it.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "a2a/error.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/contract_reference.h"
#include "gateway/store/deferred.h"
#include "gateway/store/durability.h"
#include "gateway/store/scope.h"
#include "gateway/store/task_event.h"
#include "gateway/store/task_feed.h"
#include "gateway/store/wall_time.h"

namespace schemagate::store {

// The agent's own names for a task and its context.
struct UpstreamIds {
  std::string task_id;
  std::string context_id;
  bool operator==(const UpstreamIds&) const = default;
};

// A task as it is made.
struct NewTask {
  a2a::Task task;
  // Under which contract its input was accepted; empty: the task was not begun by a structured input.
  object_schemas::ContractReference accepted_under = {};
  std::vector<std::string> accepted_output_modes = {};  // of its client; empty: all
  std::string address = {};  // that it is made from, for StoreLimits::accounts; not kept
  // Of the message that makes it, which leads to this task from now on (see MessageMemory); empty: none.
  std::string idempotency_key = {};
  // What stands in its log from the beginning: there is no task without it.
  std::vector<RunStep> first_steps = {};
};

struct TaskRecord {
  a2a::Task task;                                         // as of `version`
  object_schemas::ContractReference accepted_under = {};  // as it was created, as the next
  std::vector<std::string> accepted_output_modes = {};
  UpstreamIds upstream;     // empty until the agent has answered
  std::uint64_t version;    // number of events in the log
  Sequence changed_by = 0;  // the latest change to it: what it says may be lost until that is durable
};

// A task that goes on at the agent while nobody here drives it.
struct UnfinishedTask {
  Scope scope;
  std::string id;
  a2a::TaskState state;
  UpstreamIds upstream;  // empty: the agent has not said how it calls the task
  bool operator==(const UnfinishedTask&) const = default;
};

// The right to write one task's log: a run of the task. It ends when it is released, when another run takes
// over, and with the process. The token grows from run to run of a task, so that a store refuses what a run
// writes that has lost its task and does not know it yet (a fencing token). A default value is no lease, and
// is refused everywhere.
struct RunLease {
  std::string task_id = {};
  std::uint64_t token = 0;
  bool operator==(const RunLease&) const = default;
};

// Why events were not appended, with the error for whoever asked.
struct AppendRefused : a2a::Error {
  enum class Reason {
    kNoTask,      // kTaskNotFound
    kEnded,       // kUnsupportedOperation: a task that has ended takes no more
    kStaleLease,  // kUnsupportedOperation: another run has taken over, or this one was released
    kTooLarge,    // kInvalidAgentResponse naming task_events_max or task_bytes_max
    kNotWritten,  // kInternal: the store cannot write or cannot keep up
  };
  AppendRefused(Reason why, a2a::Error error) : a2a::Error(std::move(error)), reason(why) {}
  Reason reason;
};
using Appended = a2a::Result<void, AppendRefused>;

// What others than its run may add to a task's log: what a client said to a task that is at work, that the
// agent has refused it, and that a receiver of its push notifications was given up, what a plan's run
// is asked to do. None changes the task's state.
using Note = std::variant<a2a::Message, MessageWithdrawn, PushGivenUp, RunStep>;

// Every call is atomic; what is returned is a copy. What returns a Deferred may wait for a database; the
// other calls never do: whoever holds a run's lease holds the task's working copy beside it, so a store can
// answer at once and write later (see Durability). Safe from any thread.
//
// Calls that are said to make a small change are taken also when the others are refused, because the database
// cannot be written, up to a second limit on what waits to be written; beyond it they are not made at all.
class TaskStore {
 public:
  virtual ~TaskStore() = default;

  // Adds a task under its own id with an empty log; the caller has its first run. Errors: kInternal when no
  // ended task may make room (owner_queues.h), when there is a task with this id, or when the store cannot
  // write or cannot keep up.
  virtual a2a::Result<RunLease> create(const Scope& scope, NewTask task, WallTime now) = 0;

  // Takes back a task that has not ended and that nobody was told of: it has never been, here or after a
  // restart. A small change; ignored when the lease is stale.
  virtual void withdraw(const RunLease& lease) = 0;

  // Errors: kTaskNotFound.
  virtual Deferred<TaskRecord> get(const Scope& scope, const std::string& id) const = 0;
  // The same as a restart would find it: without what is not durable. For whoever has learnt that a change
  // cannot be written. Errors: kTaskNotFound, also for one that is not durable at all.
  virtual Deferred<TaskRecord> get_durable(const Scope& scope, const std::string& id) const = 0;
  // Its state alone, without copying the task. Errors: kTaskNotFound.
  virtual Deferred<a2a::TaskState> state(const Scope& scope, const std::string& id) const = 0;
  // The log behind `version`, at most `events_max` of it: durable events only, so that nobody is shown what a
  // crash could take back. Errors: kTaskNotFound.
  virtual Deferred<std::vector<TaskEvent>> events_after(const Scope& scope, const std::string& id,
                                                        std::uint64_t version,
                                                        std::size_t events_max) const = 0;

  // Appends the events in order and applies them to the task. All or nothing. Status updates fit always, and
  // so does a RunStep of one word; the log of a plan's run, which begins with a RunStep, is not counted by
  // task_events_max.
  virtual Appended append(const RunLease& lease, std::vector<TaskEvent> events, WallTime now) = 0;
  // Adds it whoever runs the task; a PushGivenUp also when the task has ended. Refused as append().
  virtual Appended note(const std::string& id, Note note, WallTime now) = 0;
  // Remembers the agent's names. A small change; ignored when the lease is stale.
  virtual void link_upstream(const RunLease& lease, const UpstreamIds& upstream) = 0;

  // One writer per task: the next run of one that nobody runs. Errors: kTaskNotFound; kUnsupportedOperation
  // when another run has it.
  virtual Deferred<RunLease> acquire_run(const std::string& id) = 0;
  // The next run, whoever has it: the lease of that one is stale from now on. Errors: kTaskNotFound.
  virtual Deferred<RunLease> take_over_run(const std::string& id) = 0;
  // A stale lease is ignored. Tells the feed when the task is left unfinished.
  virtual void release_run(const RunLease& lease) = 0;
  // Tasks that have neither ended nor wait for their client's input, and that nobody runs, oldest first: what
  // a restart, or a store that took no changes for a while, has left behind. Acquire before driving one.
  // Looks at every task that has not ended: not for each request.
  virtual Deferred<std::vector<UnfinishedTask>> unfinished() const = 0;
  // Tasks that wait for their client's input, without a run, and are to make room (owner_queues.h): whoever
  // writes logs acquires and ends them, with the reason. Their room is given to others already; one that is
  // acquired and goes on has it again.
  virtual Deferred<std::vector<UnfinishedTask>> given_up() const = 0;

  // Tells whoever subscribes that a task's log has grown, by whatever process, once that is durable:
  // events_after() shows it.
  virtual TaskFeed& feed() = 0;
};

}  // namespace schemagate::store
