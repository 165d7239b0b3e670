// `upstream.command` and what belongs to it: an agent that is a child process.
#pragma once

#include <filesystem>

#include "gateway/config/agent_config.h"
#include "gateway/config/section.h"

namespace schemagate {

// Where there is a command, what belongs to agents with a URL is refused; where there is none, what belongs
// to it has no effect, and is warned of. `folder`: of the configuration file, in which the program runs.
void read_command(ConfigSection& upstream, const std::filesystem::path& folder, AgentConfig& agent);

}  // namespace schemagate
