// Reads an agent's card once: what happens at start, whenever the card is due, and when somebody checks.
#pragma once

#include <expected>
#include <stop_token>
#include <string>

#include "gateway/agent/fronted_agent.h"

namespace schemagate {

// Fetches the card, asks the agent about its paths where its version leaves that open, and publishes the
// outcome under `public_url` (FrontedAgent::update()). Takes as long as the agent does, at most the timeouts
// of a2a::client::fetch_card(), and ends when `stop` says so. Safe from any thread. Errors: what then stands
// in the agent's snapshot, too.
std::expected<CardUpdate, AgentProblem> read_card(FrontedAgent& agent, const std::string& public_url,
                                                  const std::stop_token& stop);

}  // namespace schemagate
