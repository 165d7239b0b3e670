// The ledger's file as it is on the disk, for whoever is going to open it.
#pragma once

#include <vector>

#include "gateway/config/ledger_config.h"
#include "gateway/config/problem.h"

namespace schemagate {

// A fatal problem where this user cannot write the file, or make files beside it; a warning where others than
// its owner can read or change it, or the log that SQLite keeps beside it. Nothing for a ledger in memory.
std::vector<ConfigProblem> check_ledger_file(const LedgerConfig& ledger);

}  // namespace schemagate
