// `listen` and `listeners`: where the gateway listens, and how each listener is secured.
#pragma once

#include <filesystem>
#include <vector>

#include "gateway/config/agent_config.h"
#include "gateway/config/listener_config.h"
#include "gateway/config/section.h"

namespace schemagate {

// At least one, unless there is a problem. Reads the certificates, found relative to `folder`.
std::vector<ListenerConfig> read_listeners(ConfigSection& root, const std::filesystem::path& folder);

// Whether the agents that listeners name exist.
void check_listeners(ConfigSection& root, const std::vector<ListenerConfig>& listeners,
                     const std::vector<AgentConfig>& agents);

}  // namespace schemagate
