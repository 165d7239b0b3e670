// The section `ledger` of the configuration.
#pragma once

#include <filesystem>

#include "gateway/config/ledger_config.h"
#include "gateway/config/section.h"

namespace schemagate {

// `file` is the configuration itself: without a path the ledger stands beside it, `gateway.ledger` beside
// `gateway.yaml`. Reads the files that hold keys.
LedgerConfig read_ledger(ConfigSection& root, const std::filesystem::path& file);

}  // namespace schemagate
