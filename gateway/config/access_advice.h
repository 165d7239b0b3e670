// What of listeners and authentication does not fit together, or is not as safe as it looks.
#pragma once

#include <filesystem>

#include "gateway/config/config.h"
#include "gateway/config/section.h"

namespace schemagate {

// Warns of credentials that cross the network in plain text, of client certificates that no listener asks
// for, of cards that lead from one listener to another, of extended cards that everybody gets, of names that
// authorities of different listeners may give to different clients, of agents that are this gateway itself,
// and of credentials that stand in `file`, the configuration, where others can read it.
void check_access(ConfigSection& root, const std::filesystem::path& file, const Config& config);

}  // namespace schemagate
