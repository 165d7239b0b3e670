// The task ledger: every task that the gateway owns, with its event log and its owner.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "a2a/error.h"
#include "a2a/model/task.h"

namespace schemagate::store {

using MonotonicTime = std::chrono::steady_clock::time_point;

// Who may see a task, and through which agent's door. Another owner's task, another agent's task and an
// unknown id all answer kTaskNotFound.
struct Scope {
  std::string agent;
  std::string owner;
  bool operator==(const Scope&) const = default;
};

// The agent's own names for a task and its context.
struct UpstreamIds {
  std::string task_id;
  std::string context_id;
  bool operator==(const UpstreamIds&) const = default;
};

struct TaskRecord {
  a2a::Task task;         // as of `version`
  UpstreamIds upstream;   // empty until the agent has answered
  std::uint64_t version;  // number of events in the log
};

// Replaces the task's metadata; not shown to subscribers.
struct MetadataChange {
  a2a::RawJson metadata;
  bool operator==(const MetadataChange&) const = default;
};

// One change. A Message is an addition to the history and is not shown to subscribers.
using TaskEvent = std::variant<a2a::TaskStatusUpdate, a2a::TaskArtifactUpdate, a2a::Message, MetadataChange>;

struct StoreLimits {
  std::size_t tasks_max = 100'000;  // when reached, the task that ended longest ago makes room
  std::size_t task_events_max = 10'000;
  std::size_t task_bytes_max = 16 << 20;
  std::size_t contexts_max = 100'000;     // remembered context names; the oldest makes room
  std::chrono::seconds retention{3'600};  // after a task has ended
  std::chrono::seconds deduplication_window{600};
};

// Safe from any thread. Every call is atomic; a value that was returned is a copy.
class TaskStore {
 public:
  virtual ~TaskStore() = default;

  // Adds a task under its own id with an empty log and claims its run for the caller (see claim_run).
  // Errors: kInternal when tasks_max tasks are all still running.
  virtual a2a::Result<void> create(const Scope& scope, a2a::Task task, MonotonicTime now) = 0;

  // Errors: kTaskNotFound.
  virtual a2a::Result<TaskRecord> get(const Scope& scope, const std::string& id) const = 0;

  // Appends the events in order and applies them to the task. All or nothing.
  // A task that has ended takes no more: kUnsupportedOperation. Errors besides: kTaskNotFound;
  // kInvalidAgentResponse naming the limit when the task would exceed task_events_max or task_bytes_max
  // (status updates always fit).
  virtual a2a::Result<void> append(const std::string& id, std::vector<TaskEvent> events,
                                   MonotonicTime now) = 0;

  // The log behind `version`, at most `events_max` of it. Errors: kTaskNotFound.
  virtual a2a::Result<std::vector<TaskEvent>> events_after(const Scope& scope, const std::string& id,
                                                           std::uint64_t version,
                                                           std::size_t events_max) const = 0;

  // One writer per task: true for exactly one caller until release_run().
  virtual bool claim_run(const std::string& id) = 0;
  virtual void release_run(const std::string& id) = 0;

  // Remembers the agent's names. Unknown ids are ignored.
  virtual void link_upstream(const std::string& id, const UpstreamIds& upstream) = 0;

  // The agent's context behind ours; empty when there is none yet.
  virtual std::string upstream_context(const Scope& scope, const std::string& context_id) const = 0;
  virtual void link_context(const Scope& scope, const std::string& context_id,
                            const std::string& upstream_context_id) = 0;

  // The task that a message with this fingerprint made within the window, if it did.
  virtual std::optional<std::string> find_duplicate(const Scope& scope, const std::string& fingerprint,
                                                    MonotonicTime now) const = 0;
  // Remembers that the message with this fingerprint (its id and content) made task `id`, unless an earlier
  // one within the window did: then that task's id is returned and nothing is remembered.
  virtual std::optional<std::string> deduplicate(const Scope& scope, const std::string& fingerprint,
                                                 const std::string& id, MonotonicTime now) = 0;
  // Takes that back: the message came to nothing and may be sent again. Unknown fingerprints are ignored.
  virtual void forget_message(const Scope& scope, const std::string& fingerprint) = 0;

  // Forgets what is older than the limits say.
  virtual void expire(MonotonicTime now) = 0;
  virtual std::size_t size() const = 0;
};

}  // namespace schemagate::store
