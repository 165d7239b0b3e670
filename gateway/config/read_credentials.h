// `credentials` of an agent's `upstream`.
#pragma once

#include <filesystem>

#include "gateway/config/agent_config.h"
#include "gateway/config/section.h"

namespace schemagate {

// Secrets come from the environment or from a file found relative to `folder`; no problem quotes one. Call it
// behind read_headers(), whose fields it must not write a second time.
void read_credentials(ConfigSection& upstream, const std::filesystem::path& folder, AgentConfig& agent);

// The tokens that say who calls need a key that signs them; a problem at `root` where there is none.
void check_caller_tokens(ConfigSection& root, const std::vector<AgentConfig>& agents, bool has_signer);

}  // namespace schemagate
