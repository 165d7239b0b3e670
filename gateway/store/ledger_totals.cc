#include "gateway/store/ledger_totals.h"

namespace schemagate::store {

// In halves: the sum of 64 bits would overflow.
sqlite::Result<std::string> totals_of(sqlite::Database& database) {
  std::string sql = "SELECT ";
  for (const char* table :
       {"tasks", "contexts", "messages", "push_configs", "evolutions", "run_keys", "context_records"}) {
    sql += "(SELECT '" + std::string(table) +
           " ' || count(*) || ' ' || ifnull(sum(checksum & 4294967295), 0) || ' ' || "
           "ifnull(sum(checksum >> 32 & 4294967295), 0) FROM " +
           table + ") || ', ' || ";
  }
  sql += "(SELECT 'log ' || count(*) FROM tasks JOIN log ON log.task = tasks.number WHERE ended_at IS NULL)";
  return database.value_of(sql);
}

}  // namespace schemagate::store
