// The card of an agent that is a child process. It has no well-known place: it is asked for by method.
#pragma once

#include <expected>
#include <stop_token>
#include <string>

#include "gateway/agent/agent_snapshot.h"

namespace schemagate {

// Asks by GetExtendedAgentCard, then by agent/getAuthenticatedExtendedCard (or by that of the configured
// version alone); an agent that answers both with an error has the card of the configuration. Blocks for 15 s
// at most for each. REQUIRES: the agent is a process. Errors: what then stands in its snapshot.
std::expected<std::string, AgentProblem> ask_for_card(const AgentSnapshot& agent,
                                                      const std::stop_token& stop);

}  // namespace schemagate
