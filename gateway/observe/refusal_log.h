// Lines about requests that were refused before they were requests: somebody who sends garbage must not fill
// the operator's disk.
#pragma once

#include <cstdint>
#include <string_view>

#include "gateway/environment/clock.h"
#include "gateway/observe/log.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// Writes at most 10 lines `request_refused` a second; the next one says how many were left out before it.
// References must outlive it. Safe from any thread.
class RefusalLog {
 public:
  RefusalLog(const Log& log, const Clock& clock) : log_(log), clock_(clock) {}

  // `cause`: without anything that was received.
  void note(int status, std::string_view cause);

 private:
  struct State {
    MonotonicTime began = {};  // the second that `lines` are of
    int lines = 0;
    std::uint64_t left_out = 0;
  };

  const Log& log_;
  const Clock& clock_;
  store::Guarded<State> state_;
};

}  // namespace schemagate
