// An agent's `schemas`, `skills` and `agent_wide` of the configuration.
#pragma once

#include <filesystem>

#include "extension/object_schemas/contract.h"
#include "gateway/config_section.h"

namespace schemagate {

// Reads and compiles every schema file (relative to `folder`) and binds the skills' modes to them.
object_schemas::Contract read_contract(ConfigSection& agent, const std::filesystem::path& folder);

}  // namespace schemagate
