// Where a v0.3 agent serves HTTP+JSON. v0.3.0's a2a.proto puts `/v1` in front of every path; a2a-go
// before 2.4 leaves it out, and its cards do not say so.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "a2a/tls/files.h"
#include "gateway/agent/card.h"

namespace schemagate {

// Whether the agent at that interface leaves /v1 out; nullopt when it cannot be asked.
using PathProbe = std::function<std::optional<bool>(const UpstreamEndpoint& endpoint)>;

// Asks by a GET where only a POST is taken, so no operation is called: an agent that has no such path under
// /v1 (404), but refuses the method without it (405), leaves it out. Every other answer counts as v0.3.0's
// paths. The agent's headers and files of TLS go along. Only v0.3's HTTP+JSON is asked. Blocks for 10 s at
// most.
std::optional<bool> leaves_out_v1(const UpstreamEndpoint& endpoint, const AgentConfig& agent,
                                  const a2a::http::Headers& headers, const std::stop_token& stop);

}  // namespace schemagate
