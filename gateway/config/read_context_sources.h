// The section `context_sources` of the configuration.
#pragma once

#include <filesystem>
#include <vector>

#include "gateway/config/context_source.h"
#include "gateway/config/section.h"

namespace schemagate {

// Files are found relative to `folder`.
std::vector<ContextSource> read_context_sources(ConfigSection& root, const std::filesystem::path& folder);

}  // namespace schemagate
