// What goes along with every call to an agent: header fields of the operator, and names of those of the
// client.
#pragma once

#include <filesystem>

#include "gateway/config/agent_config.h"
#include "gateway/config/section.h"

namespace schemagate {

// `headers` and `client_headers` of an agent's `upstream`. Values come from the file itself, the environment
// or a file found relative to `folder`; no problem quotes one.
void read_headers(ConfigSection& upstream, const std::filesystem::path& folder, AgentConfig& agent);

}  // namespace schemagate
