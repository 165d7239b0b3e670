// Lines about requests that were refused before they were requests: somebody who sends garbage must not fill
// the operator's disk.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gateway/environment/clock.h"
#include "gateway/environment/id_source.h"
#include "gateway/net/refused_request.h"
#include "gateway/observe/log.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// Writes at most 10 lines `request_refused` a second; the next one says how many were left out before it.
// References must outlive it. Safe from any thread.
class RefusalLog {
 public:
  RefusalLog(const Log& log, const Clock& clock) : log_(log), clock_(clock) {}

  // Gives the id of the request, which its line has, if there is one, and its answer. `path`: of the target.
  std::string note(const net::RefusedRequest& refused, std::string_view path);

 private:
  struct State {
    MonotonicTime began = {};  // the second that `lines` are of
    int lines = 0;
    std::uint64_t left_out = 0;
    RandomIds ids = {};
  };

  const Log& log_;
  const Clock& clock_;
  store::Guarded<State> state_;
};

}  // namespace schemagate
