// The `agents` of the configuration.
#pragma once

#include <filesystem>
#include <vector>

#include "gateway/config/agent_config.h"
#include "gateway/config/section.h"

namespace schemagate {

// In the file's order. Files are found relative to `folder`. At least one agent is demanded, at most one at
// the root; names that the gateway's own paths need are refused.
std::vector<AgentConfig> read_agents(ConfigSection& root, const std::filesystem::path& folder);

}  // namespace schemagate
