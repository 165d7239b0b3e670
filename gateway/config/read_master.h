// Master agents of the configuration: their plans, and who does the work.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "extension/agent_context/plan.h"
#include "gateway/config/agent_config.h"
#include "gateway/config/section.h"

namespace schemagate {

// `plan`: the file, read and checked; without one, the agent is refused.
void read_master_plan(ConfigSection& section, const std::filesystem::path& folder, AgentConfig& agent);

// The first subtask of the plan that sends its items to that agent (an index of Plan::agents) as texts;
// nullptr: none does. `takes_contexts`: it is sent contexts where the plan leaves that to its card.
const agent_context::PlannedSubTask* first_with_texts(const agent_context::Plan& plan, std::size_t agent,
                                                      bool takes_contexts);
// What is wrong with that where the agent takes no texts, to be said behind its name.
std::string texts_in_vain(const agent_context::PlannedSubTask& task);

// That the plans' agents without a URL are agents of the file and no masters, and take what they are sent as
// far as the file says what they take. Each with a URL becomes one of
// its own, "master/agent", which no path of the gateway leads to.
void add_workers(ConfigSection& root, std::vector<AgentConfig>& agents);

}  // namespace schemagate
