// What is answered to a request that the listener refuses before it is whole: too large, too slow, broken.
#pragma once

#include <vector>

#include "gateway/agent/agent_directory.h"
#include "gateway/config/listener_config.h"
#include "gateway/net/http.h"
#include "gateway/net/listener_limits.h"
#include "gateway/net/refused_request.h"

namespace schemagate {

// References must outlive the call.
struct EarlyRefusalScope {
  const AgentDirectory& agents;
  const std::vector<ListenerConfig>& listeners;  // in the order of net::PeerIdentity::listener
  const net::ListenerLimits& limits;             // which the message names
};

// As the pipeline refuses whoever it does not know: where an agent is called in the form of its binding, in
// JSON-RPC with an id of null, else {"error":MESSAGE}. Safe from any thread.
net::HttpResponse early_refusal(const EarlyRefusalScope& scope, const net::RefusedRequest& refused,
                                const net::HttpRequest& request);

}  // namespace schemagate
