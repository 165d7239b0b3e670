// The tables of the ledger's file, and how a file of an earlier version becomes one of this.
#pragma once

#include "gateway/store/sqlite.h"

namespace schemagate::store {

// Makes an empty file a ledger, brings an older one up to date, each step in one transaction. Faults besides
// SQLite's: kNotOurs for another program's database and for a ledger of a newer version, with what to do.
sqlite::Result<void> migrate(sqlite::Database& database);

}  // namespace schemagate::store
