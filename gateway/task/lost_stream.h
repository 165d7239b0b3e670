// Whether a task goes on whose stream has broken off. Agents made with a2a-sdk 0.3 lose a task with its
// stream when they fail of it, and show it at work for ever.
//
//   LostStream lost;
//   lost.break_off(error);                          // of the stream, whoever is to blame
//   lost.note(status, now);                         // of the task, whenever the agent is asked for it
//   lost.miss(subscribed);                          // the agent was asked for another one, and said nothing
//   if (auto why = lost.reason_lost(now, t))           // nor anything new of the task
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "a2a/error.h"
#include "a2a/model/task.h"
#include "gateway/environment/clock.h"

namespace schemagate {

// Used on one core only.
class LostStream {
 public:
  void break_off(const a2a::Error& error) { broken_ = std::make_unique<Broken>(Broken{.error = error}); }
  // A stream has broken off, and none has told of the task since.
  bool is_pending() const { return broken_ != nullptr; }
  // A stream tells of the task, again or still.
  void resume() { broken_ = nullptr; }
  // What came of a subscription that has told nothing: silence, an end, or that the agent has no such task.
  // Another refusal means nothing: there are agents that stream messages alone.
  void miss(const a2a::Result<void>& subscribed);

  // Of the task, as the agent tells it when it is asked.
  void note(const a2a::TaskStatus& status, MonotonicTime now);

  // Why the task, which has not ended, is lost; nullopt: it may go on. It is lost where its stream was
  // missed: at once when that broke off with an error of the agent's own; else when the status that was noted
  // has been the same for `standstill_max`.
  std::optional<a2a::Error> reason_lost(MonotonicTime now, std::chrono::milliseconds standstill_max) const;

 private:
  struct Broken {
    a2a::Error error;
    bool is_missed = false;
    a2a::TaskStatus status = {};  // as the agent told it last
    MonotonicTime since = {};     // it is so
  };
  std::unique_ptr<Broken> broken_;  // nullptr: nothing has broken off
};

}  // namespace schemagate
