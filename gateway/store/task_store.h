// The task ledger: every task that the gateway owns, with its event log and its owner.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "a2a/error.h"
#include "a2a/model/task.h"
#include "gateway/store/push_subscription.h"
#include "gateway/store/scope.h"
#include "gateway/store/task_event.h"
#include "gateway/store/task_list.h"

namespace schemagate::store {

using MonotonicTime = std::chrono::steady_clock::time_point;

// Numbers the changes of a ledger since it was opened, in the order in which they were made. 0: none.
using Sequence = std::uint64_t;

// Told once: no error when a change survives a crash of the process and of the machine, else why it cannot be
// said that it does.
using DurabilityObserver = std::move_only_function<void(const a2a::Result<void>&)>;

// The agent's own names for a task and its context.
struct UpstreamIds {
  std::string task_id;
  std::string context_id;
  bool operator==(const UpstreamIds&) const = default;
};

struct TaskRecord {
  a2a::Task task;           // as of `version`
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

struct StoreLimits {
  std::size_t tasks_max = 100'000;  // when reached, the task that ended longest ago makes room
  std::size_t task_events_max = 10'000;
  std::size_t task_bytes_max = 16 << 20;
  std::size_t contexts_max = 100'000;     // remembered context names; the oldest makes room
  std::size_t task_pushes_max = 8;        // push notification configs of one task
  std::size_t pushes_max = 100'000;       // and of all together
  std::chrono::seconds retention{3'600};  // after a task has ended
  std::chrono::seconds deduplication_window{600};
};

// Safe from any thread. Every call is atomic; a value that was returned is a copy.
class TaskStore {
 public:
  virtual ~TaskStore() = default;

  // Adds a task under its own id with an empty log and claims its run for the caller (see claim_run).
  // Errors: kInternal when tasks_max tasks are all still running, when there is a task with this id, or when
  // the ledger cannot write or cannot keep up.
  virtual a2a::Result<void> create(const Scope& scope, a2a::Task task, MonotonicTime now) = 0;

  // As create() for the message with this fingerprint (its id and content), unless an earlier one made a task
  // within the window: then nothing changes, and that task's id is returned. The message is remembered
  // together with its task, so whoever is told of the task finds it.
  virtual a2a::Result<std::optional<std::string>> create_once(const Scope& scope,
                                                              const std::string& fingerprint, a2a::Task task,
                                                              MonotonicTime now) = 0;

  // Errors: kTaskNotFound.
  virtual a2a::Result<TaskRecord> get(const Scope& scope, const std::string& id) const = 0;

  // Its state alone, without copying the task. Errors: kTaskNotFound.
  virtual a2a::Result<a2a::TaskState> state(const Scope& scope, const std::string& id) const = 0;

  // Appends the events in order and applies them to the task. All or nothing.
  // A task that has ended takes no more: kUnsupportedOperation. Errors besides: kTaskNotFound;
  // kInvalidAgentResponse naming the limit when the task would exceed task_events_max or task_bytes_max
  // (status updates always fit); kInternal when the ledger cannot write or cannot keep up.
  virtual a2a::Result<void> append(const std::string& id, std::vector<TaskEvent> events,
                                   MonotonicTime now) = 0;

  // The log behind `version`, at most `events_max` of it: durable events only, so that nobody is shown what a
  // crash could take back. Errors: kTaskNotFound.
  virtual a2a::Result<std::vector<TaskEvent>> events_after(const Scope& scope, const std::string& id,
                                                           std::uint64_t version,
                                                           std::size_t events_max) const = 0;

  // A page of the scope's tasks, the one whose status changed last first. Costs the page; with a filter,
  // which makes a count necessary, a look at each of the scope's tasks, some of them under one hold of the
  // lock. Errors: kInvalidParams for a cursor that no list gave.
  virtual a2a::Result<TaskList> list(const Scope& scope, const TaskQuery& query) const = 0;

  // One writer per task: true for exactly one caller until release_run().
  virtual bool claim_run(const std::string& id) = 0;
  virtual void release_run(const std::string& id) = 0;
  // Tasks that have neither ended nor wait for their client's input, and whose run nobody has claimed, oldest
  // first: what a restart, or a ledger that took no changes for a while, has left behind. Claim before
  // driving one. Looks at every task: not for each request.
  virtual std::vector<UnfinishedTask> unfinished() const = 0;

  // The changes below are small and are taken also when create() and append() are refused, up to a second
  // limit on what waits to be written; beyond it they are not made at all.

  // Remembers the agent's names. Unknown ids are ignored.
  virtual void link_upstream(const std::string& id, const UpstreamIds& upstream) = 0;

  // The agent's context behind ours; empty when there is none yet.
  virtual std::string upstream_context(const Scope& scope, const std::string& context_id) const = 0;
  virtual void link_context(const Scope& scope, const std::string& context_id,
                            const std::string& upstream_context_id) = 0;

  // Whether a message with this id is remembered, whatever it says. Saves the fingerprint of one that is not;
  // may be true for a while longer than find_duplicate() finds it.
  virtual bool knows_message_id(const Scope& scope, const std::string& message_id) const = 0;
  // Remembers that the message with this fingerprint goes to the agent and may come to need no task. When the
  // program ends before forget_message() or deduplicate(), find_duplicate() tells the next run of it. Does
  // nothing where nothing survives. Errors: kInternal when the ledger cannot write or cannot keep up.
  virtual a2a::Result<void> announce(const Scope& scope, const std::string& fingerprint,
                                     MonotonicTime now) = 0;
  // The task that a message with this fingerprint made within the window, if it did. An empty id: the message
  // was under way when the program ended, and nobody knows what came of it.
  virtual std::optional<std::string> find_duplicate(const Scope& scope, const std::string& fingerprint,
                                                    MonotonicTime now) const = 0;
  // Remembers that the message with this fingerprint belongs to task `id`, unless an earlier one within the
  // window did: then that task's id is returned and nothing is remembered.
  virtual std::optional<std::string> deduplicate(const Scope& scope, const std::string& fingerprint,
                                                 const std::string& id, MonotonicTime now) = 0;
  // Takes that back: the message came to nothing and may be sent again. Unknown fingerprints are ignored.
  virtual void forget_message(const Scope& scope, const std::string& fingerprint) = 0;

  // --- push notification configs: kept with their task, and forgotten with it ---
  // Registers it with what the log has from `delivered` on to tell, in place of one with the same id. Errors:
  // kTaskNotFound; kInvalidParams when the task has its limit of configs; kInternal when all have, or when
  // the ledger cannot write or cannot keep up.
  virtual a2a::Result<PushTarget> put_push(const Scope& scope, const std::string& task_id,
                                           PushSubscription subscription, std::uint64_t delivered) = 0;
  // In the order of their first registration. Errors: kTaskNotFound.
  virtual a2a::Result<std::vector<PushSubscription>> pushes(const Scope& scope,
                                                            const std::string& task_id) const = 0;
  // An unknown config is gone already. Errors: kTaskNotFound; kInternal as put_push().
  virtual a2a::Result<void> remove_push(const Scope& scope, const std::string& task_id,
                                        const std::string& config_id) = 0;
  // nullopt when it, or its task, is gone.
  virtual std::optional<PushProgress> push_progress(const PushTarget& target) const = 0;
  // A small change, as above. False when it was not made: the registration is gone, or the ledger cannot keep
  // up.
  virtual bool advance_push(const PushTarget& target, std::uint64_t delivered, bool given_up) = 0;
  // All that have not been given up, oldest first: what a restart goes on with.
  virtual std::vector<PushTarget> push_targets() const = 0;

  // Forgets what is older than the limits say.
  virtual void expire(MonotonicTime now) = 0;
  virtual std::size_t size() const = 0;

  // True for a store whose changes are durable as soon as they are made: nobody needs to wait.
  virtual bool durable_at_once() const = 0;
  // The number of the latest change. Right after a call that changed something: wait for this one.
  virtual Sequence written() const = 0;
  // Tells `observer` once change `sequence` and all before it are durable, or that the ledger cannot write:
  // kInternal, and the change may still become durable later. Told at once, before this returns, when that is
  // known already; else from a thread of the store. `observer` must not block, throw, or call the store.
  virtual void when_durable(Sequence sequence, DurabilityObserver observer) = 0;
  // Makes what has been changed durable, or gives up when that fails, and tells whoever waits. A ledger on
  // disk then refuses create() and append(); reading goes on. To be called before what observers refer to is
  // gone; by one thread, as often as it likes.
  virtual void close() = 0;
};

}  // namespace schemagate::store
