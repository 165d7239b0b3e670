// The memory of messages that were sent: what tells a message that is sent again from a new one.
#pragma once

#include <optional>
#include <string>

#include "gateway/store/deferred.h"
#include "gateway/store/scope.h"
#include "gateway/store/wall_time.h"

namespace schemagate::store {

// What the same message led to when it came before.
struct EarlierMessage {
  enum class Outcome {
    kTask,      // it made the task `task_id`, or was said in it
    kInFlight,  // it is being worked on, and if it comes to need a task, that will be `task_id`
    kUnknown,   // it was being worked on when the program ended: nobody knows whether the agent has acted on
                // it
  };
  Outcome outcome;
  std::string task_id = {};
  bool operator==(const EarlierMessage&) const = default;
};

// What is known of a message that is to be recorded.
struct RecordedMessage {
  std::optional<EarlierMessage> earlier = {};  // what it led to when it came before: nothing is recorded anew
  bool shares_id = false;  // within the window, another message to this agent, by whomever, had its id
};

// What becomes of a message next.
enum class NextStep {
  kMakeTask,  // the agent hears of it when it has a task: a record without one is not kept over a restart
  kAskAgent,  // the agent may hear of it before it has a task: after a restart nobody knows whether it has
};

// Idempotency records (A2A v1.0.1 section 3.3.1: a message id may be used to detect duplicates). A message is
// recognised by its idempotency key: its id, a line feed, and a digest of what it says, which has none. A
// record counts while its message is in flight or its task lives, and then for
// StoreLimits::deduplication_window: after the task's success, or, when the program ended with the message in
// flight, after the next start. What led to a task that did not succeed may be sent again, unless the task
// failed before the agent had named it: nobody knows whether the agent has acted on it then, and it counts as
// after a success. Who knows that the agent has not had it says so by forget_message(). With a window of 0
// nothing is recorded, and no id counts as shared. Safe from any thread.
class MessageMemory {
 public:
  virtual ~MessageMemory() = default;

  // Records the key as in flight for the task `task_id`, unless it is there: then nothing changes, and what
  // it led to is returned. One atomic step: of identical messages that come at once, exactly one is new. A
  // record whose task is there counts as kTask from the beginning; one whose task was made and has been
  // forgotten since does not count at all. Ids are remembered for the agent, whoever sent them, and also when
  // their messages came to nothing: the agent may know them. Errors: kInternal when the store cannot write or
  // cannot keep up.
  virtual Deferred<RecordedMessage> record_message(const Scope& scope, const std::string& key,
                                                   const std::string& task_id, NextStep next,
                                                   WallTime now) = 0;
  // Takes that back: the message came to nothing, or its caller has the answer, and sending it again is a new
  // message. Tells the task's feed, which wakes whoever waits for a message in flight. A small change (see
  // TaskStore); unknown keys are ignored.
  virtual void forget_message(const Scope& scope, const std::string& key) = 0;
};

}  // namespace schemagate::store
