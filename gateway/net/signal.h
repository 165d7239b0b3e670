// Wakes one waiting coroutine from any thread.
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "gateway/net/executor.h"

namespace schemagate::net {

// Copies share one signal. notify() may be called from any thread, also under a lock: it only posts. A
// notification that comes while nobody waits is remembered (one, not a count), so "check, then wait" misses
// nothing.
class Signal {
 public:
  explicit Signal(Executor executor);

  void notify() const;
  // True when notified, false after `timeout`. One waiter at a time, on the executor given at construction.
  Awaitable<bool> wait(std::chrono::milliseconds timeout) const;
  // Ends a running wait() at once, as if its time were over. On the executor's thread only.
  void interrupt() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace schemagate::net
