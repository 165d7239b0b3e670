// Every task of a ledger's file, one after another, for tools that look at what was: the file itself, which
// belongs to the gateway that may be running, is copied and not touched.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "a2a/error.h"
#include "gateway/store/payload_cipher.h"
#include "gateway/store/task_content.h"

namespace schemagate::store {

// Whether the file is SQLite's, as a ledger is.
bool is_ledger(const std::string& path);

// Calls `each` with the tasks in the order in which they were made, until it returns false. The copy stands
// in the folder for temporary files, readable for this user alone, and goes away again; it is as large as the
// ledger. Errors: kInternal with what to do: the file cannot be copied, is damaged or no ledger, or its rows
// do not open with the keys. A ledger that is being written may be copied in the middle of a change: then
// trying again helps.
a2a::Result<void> scan_ledger(const std::string& path, std::vector<LedgerKey> keys,
                              const std::function<bool(const TaskContent&)>& each);

}  // namespace schemagate::store
