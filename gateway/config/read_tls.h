// The section `agents.<name>.upstream.tls`.
#pragma once

#include <filesystem>

#include "gateway/config/agent_config.h"
#include "gateway/config/section.h"

namespace schemagate {

// Fills in what https to the agent is secured with, and reads the files, found relative to `folder`.
void read_tls(ConfigSection& tls, const std::filesystem::path& folder, AgentConfig& agent);

}  // namespace schemagate
