// The request that an agent is called for: what goes along with the call, and what comes of it for the log.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateway/access/principal.h"
#include "gateway/net/failure.h"
#include "gateway/net/http.h"

namespace schemagate {

// Shared by the request and the run that it starts, on one core. A run that goes on with a task after a
// restart has none.
struct CallOrigin {
  std::string request_id;                 // as the client was told it
  std::vector<net::Header> headers = {};  // of the client's, those that are passed on
  PrincipalHandle caller = {};            // nullptr: not known
  std::string token = {};  // the caller's, where one for the agent is got in exchange for it; a secret
  // The structured input that was sent, for the audit log; empty: none was.
  std::string skill = {};
  std::string schema = {};
  std::string scenario = {};
  bool goes_on = false;  // with a task that was there
  // How the last call to the agent that failed on its way did so; empty: none did.
  std::string failure_kind = {};
  std::string failure_cause = {};
  std::optional<net::FailureKind> not_answered = {};  // set where no whole answer came
  int http_status = 0;                                // of the agent's last answer; 0: there was none

  // The last call did not fail on its way: it was answered, or not made.
  void note(std::string_view kind, std::string cause) {
    failure_kind = kind;
    failure_cause = std::move(cause);
    not_answered.reset();
  }
};

// Whether what was sent may have been acted on, though no answer says so. True of the last call alone.
inline bool may_have_acted(const CallOrigin& origin) {
  using enum net::FailureKind;
  return origin.not_answered == kTimedOut || origin.not_answered == kStalled ||
         origin.not_answered == kClosed;
}

// Whether what was to be sent has certainly not been taken in: no connection came about, or the agent has
// said that it has had too many requests. A 503 is none: a proxy says so, too, when the agent has broken off
// after it had the request. True of the last call alone.
inline bool never_arrived(const CallOrigin& origin) {
  constexpr int kTooManyRequests = 429;
  if (origin.not_answered)
    return *origin.not_answered == net::FailureKind::kUnresolved ||
           *origin.not_answered == net::FailureKind::kUnreachable;
  return origin.http_status == kTooManyRequests;
}

}  // namespace schemagate
