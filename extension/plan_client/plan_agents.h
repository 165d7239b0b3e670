// The agents of a plan, found: where each is called, and what its card says.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "a2a/client/client.h"
#include "extension/agent_context/plan_reader.h"

namespace schemagate::plan_client {

struct PlanAgent {
  a2a::client::AgentInterface interface = {};
  a2a::http::Headers headers = {};  // its credentials
  a2a::tls::Files tls = {};
  agent_context::OfferedAgent offered = {};
  bool takes_context = false;  // its card declares AgentContext
  // Why it cannot be called; empty: it can.
  std::string problem = {};
};

// What a card declares: its skills, and the schemas among its input modes.
agent_context::OfferedAgent offered_by(const std::string& id, const std::string& card_text);

// Of each, as a run wants to know it.
std::vector<bool> takes_context(const std::vector<PlanAgent>& agents);

// Reads the card of each agent that a subtask or the check of an item names, one after the other; agents that
// none names are left empty. One whose card cannot be read has that as its problem: it is that of its own
// subtasks and of no others. `tls`: of those with https. Errors: kArgument with the agent's id for one
// without a URL, or whose token's variable is not set.
a2a::client::Outcome<std::vector<PlanAgent>> find_agents(const agent_context::Plan& plan,
                                                         const a2a::tls::Files& tls = {});

}  // namespace schemagate::plan_client
