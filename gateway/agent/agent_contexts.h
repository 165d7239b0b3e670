// What agent contexts (extension/agent_context) add to an agent: to its contract and to its card. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/object_schemas/card.h"
#include "gateway/config/agent_config.h"

namespace schemagate {

// The card of a master as its plan gives it; the configured one is laid over it.
std::string master_card(const AgentConfig& agent);

// AgentContext as an input and an output of an agent that the gateway takes contexts for, TaskContext as an
// output of a master. Returns what keeps it from being added (fatal): the agent declares that name itself.
std::vector<object_schemas::CardProblem> add_contexts(const AgentConfig& agent,
                                                      object_schemas::Contract& contract);

// Declares the extension, with the agent's role, how large a context may be that stands in a message, and
// where there is a context store, which is at `store_url`; nothing for other agents.
void declare_contexts(a2a::JsonTree& card, const AgentConfig& agent, std::string_view store_url);

}  // namespace schemagate
