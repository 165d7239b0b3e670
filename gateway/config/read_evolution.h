// An agent's `evolution`, and the `admin` of the configuration.
#pragma once

#include <filesystem>
#include <vector>

#include "gateway/config/admin_config.h"
#include "gateway/config/config.h"
#include "gateway/config/evolution_config.h"
#include "gateway/config/section.h"

namespace schemagate {

// Files are found relative to `folder`.
EvolutionConfig read_evolution(ConfigSection& agent, const std::filesystem::path& folder);
// An agent whose templates evolve declares the schema of their patches. After its own schemas are read.
void declare_patches(AgentConfig& agent);

AdminConfig read_admin(ConfigSection& root);

// What evolution needs of the rest: templates, and a ledger that keeps what users wish for sealed or not at
// all. Warns where nobody is known, so that nothing can evolve by itself.
void check_evolution(ConfigSection& root, const Config& config);

}  // namespace schemagate
