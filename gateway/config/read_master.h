// Master agents of the configuration: their plans, and who does the work.
#pragma once

#include <filesystem>
#include <vector>

#include "gateway/config/agent_config.h"
#include "gateway/config/section.h"

namespace schemagate {

// `plan`: the file, read and checked; without one, the agent is refused.
void read_master_plan(ConfigSection& section, const std::filesystem::path& folder, AgentConfig& agent);

// That the plans' agents without a URL are agents of the file and no masters. Each with a URL becomes one of
// its own, "master/agent", which no path of the gateway leads to.
void add_workers(ConfigSection& root, std::vector<AgentConfig>& agents);

}  // namespace schemagate
