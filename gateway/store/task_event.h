// One change of a task, as its log keeps it. Plain values and pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "a2a/model/task.h"

namespace schemagate::store {

// Replaces the task's metadata; not shown to subscribers.
struct MetadataChange {
  a2a::RawJson metadata;
  bool operator==(const MetadataChange&) const = default;
};

// Takes a message out of the history again: the agent has refused it. The status' message that it answered,
// if it is named, is that of the status again. Not shown to subscribers.
struct MessageWithdrawn {
  std::string message_id;
  std::string answered = {};
  bool operator==(const MessageWithdrawn&) const = default;
};

// The receiver of a push notification config will be told no more. Noted in the task's metadata under
// kPushFailures, by the config's id, also when the task has ended; not shown to subscribers.
struct PushGivenUp {
  std::string config_id;
  std::string at;      // RFC 3339 UTC
  std::string reason;  // for the client
  bool operator==(const PushGivenUp&) const = default;
};

// One step of a plan's run, safe before its effect: a line of its journal, opaque to the store. Changes
// nothing of the task; not shown to subscribers.
struct RunStep {
  std::string line;
  bool operator==(const RunStep&) const = default;
};

inline constexpr std::string_view kPushFailures = "https://schemagate.dev/v1/pushFailures";

// A Message is an addition to the history and is not shown to subscribers. The ids of task and context are
// those of the task that it is kept for: whoever appends an event may leave them out, whoever reads one finds
// them.
using TaskEvent = std::variant<a2a::TaskStatusUpdate, a2a::TaskArtifactUpdate, a2a::Message, MetadataChange,
                               MessageWithdrawn, PushGivenUp, RunStep>;

// What counts against the limits on bytes: what it takes in memory (a2a/model/memory.h).
std::size_t payload_bytes(const TaskEvent& event);
// The same of what a task holds as it is made; the task itself is not counted.
std::size_t payload_bytes(const a2a::Task& task);

// Makes `task` what it is after the event. No word is lost: the message of a status that is replaced moves to
// the history, and so does the one that a client's answer refers to. A status that asks the latest question
// again takes it back from there.
void apply(a2a::Task& task, const TaskEvent& event);

}  // namespace schemagate::store
