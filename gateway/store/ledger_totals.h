// What the tables of a ledger add up to. Each row has a checksum of its own, which tells nothing of rows that
// a damaged page has lost, or shows twice.
#pragma once

#include <string>

#include "gateway/store/sqlite.h"

namespace schemagate::store {

// How many rows each table has, and the sums of their checksums; and of `log`, which is large, how many rows
// those tasks have that have not ended: what the others have stands in `tasks`. The same text for the same
// rows. Reads all of these tables. REQUIRES: a ledger of the latest version.
sqlite::Result<std::string> totals_of(sqlite::Database& database);

}  // namespace schemagate::store
