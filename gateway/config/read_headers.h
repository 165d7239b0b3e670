// What goes along with every call to an agent: header fields of the operator, and names of those of the
// client.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gateway/config/agent_config.h"
#include "gateway/config/secret.h"
#include "gateway/config/section.h"

namespace schemagate {

// `headers` and `client_headers` of an agent's `upstream`. Values come from the file itself, the environment
// or a file found relative to `folder`; no problem quotes one.
void read_headers(ConfigSection& upstream, const std::filesystem::path& folder, AgentConfig& agent);

// The member `name`, {env: …} or {file: …}; empty, with a problem, when it is there and gives none.
Secret read_secret(ConfigSection& owner, std::string_view name, const std::filesystem::path& folder);

// `headers` of a section, likewise.
FixedHeaders read_fixed_headers(ConfigSection& section, const std::filesystem::path& folder);

// Why the gateway may write no field of this name for an agent, to be read behind the name; empty when it
// may.
std::string header_problem(std::string_view name);

}  // namespace schemagate
