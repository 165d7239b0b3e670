// The request that an agent is called for: what goes along with the call, and what comes of it for the log.
#pragma once

#include <string>
#include <vector>

#include "gateway/access/principal.h"
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
  int http_status = 0;  // of the agent's last answer; 0: there was none
};

}  // namespace schemagate
