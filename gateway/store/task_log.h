// Reading one task from the ledger's file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gateway/store/payload_cipher.h"
#include "gateway/store/sqlite.h"
#include "gateway/store/task_content.h"
#include "gateway/store/task_index.h"

namespace schemagate::store {

// Where a payload of a task's log belongs, for its seal.
std::string log_place(RowNumber task, std::uint64_t version);
// For whoever opens the ledger: what cannot be read, in words that may go to a client.
std::unexpected<a2a::Error> not_readable(const sqlite::Fault& fault);

// Must not outlive its database; used by the thread that uses that.
class TaskLog {
 public:
  TaskLog() = default;
  static sqlite::Result<TaskLog> prepare(sqlite::Database& database);

  // Its row and its log as of one moment; nullopt: there is no such task. Errors: kInternal for rows that are
  // damaged or missing (a log has no gaps), or do not open with the keys.
  a2a::Result<std::optional<TaskContent>> read(RowNumber task, PayloadCipher& cipher);
  // The events behind `version`, at most `events_max`: nothing else is read. Otherwise the same.
  a2a::Result<std::optional<std::vector<TaskEvent>>> read_events(RowNumber task, std::uint64_t version,
                                                                 std::size_t events_max,
                                                                 PayloadCipher& cipher);

 private:
  struct Names {
    std::string id;
    UpstreamIds upstream;
    std::string context_id;
    std::int64_t versions;  // of a task that has ended; 0: it goes on
  };
  a2a::Result<std::optional<Names>> read_names(RowNumber task);
  a2a::Result<TaskContent> read_log(RowNumber task, Names names, PayloadCipher& cipher);
  // Calls `take` with every payload of the versions from `first` on, `rows_max` at most.
  a2a::Result<void> for_each_version(RowNumber task, std::int64_t first, std::int64_t rows_max,
                                     PayloadCipher& cipher, const auto& take);

  sqlite::Statement names_;
  sqlite::Statement log_;
};

}  // namespace schemagate::store
