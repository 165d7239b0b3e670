// The section `context_store` of the configuration.
#pragma once

#include <filesystem>

#include "gateway/config/config.h"
#include "gateway/config/section.h"

namespace schemagate {

// Reads the files that hold keys, found relative to `folder`.
ContextStoreConfig read_context_store(ConfigSection& root, const std::filesystem::path& folder);

// What the store needs of the rest: callers that are known, a ledger that is sealed, a public_url that nobody
// listens in at, and readers that are agents of a plan. What plans need of it: the residency that they name.
void check_context_store(ConfigSection& root, const Config& config);

// Whether a plan of the configuration has a subtask of the agent with that id delivered so.
bool delivers(const Config& config, std::string_view agent, agent_context::Delivery delivery);

}  // namespace schemagate
