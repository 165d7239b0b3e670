// The section `agents.*.evolution.embedding`.
#pragma once

#include <filesystem>

#include "gateway/config/evolution_config.h"
#include "gateway/config/section.h"

namespace schemagate {

// Fills in `embedding` and the threshold of its vectors; behind the other settings. The key comes from the
// environment or from a file found relative to `folder`, and no problem quotes it.
void read_embedding(ConfigSection& evolution, const std::filesystem::path& folder, EvolutionConfig& out);

}  // namespace schemagate
