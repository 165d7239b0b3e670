// The section `signing` of the configuration, and the keys that agents' cards are checked with.
#pragma once

#include <filesystem>

#include "gateway/config/agent_config.h"
#include "gateway/config/section.h"
#include "gateway/config/signing_config.h"

namespace schemagate {

// Reads the key files. The first key has to be a private one.
SigningConfig read_signing(ConfigSection& root, const std::filesystem::path& folder);

// `card_keys` and `card_signature` of an agent's `upstream`. Reads the key set.
void read_card_keys(ConfigSection& upstream, const std::filesystem::path& folder, AgentConfig& agent);

}  // namespace schemagate
