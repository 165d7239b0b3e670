// Reading tasks that have ended from the ledger's file while it is being written.
#pragma once

#include <condition_variable>
#include <deque>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "a2a/error.h"
#include "gateway/store/guarded.h"
#include "gateway/store/payload_cipher.h"
#include "gateway/store/run_key.h"
#include "gateway/store/sqlite.h"
#include "gateway/store/task_content.h"
#include "gateway/store/task_log.h"

namespace schemagate::store {

// A second connection to a file that LedgerFile has open. It shows what is durable. Used by one thread at a
// time.
class TaskArchive {
 public:
  // REQUIRES: a LedgerFile of the same path, which outlives it. Errors: kInternal, for the operator.
  static a2a::Result<TaskArchive> open(const std::string& path, PayloadCipher cipher);

  // nullopt: there is no such task any more. Errors: kInternal as TaskLog, for the operator.
  a2a::Result<std::optional<TaskContent>> read(RowNumber task) { return log_.read(task, cipher_); }
  // What the row of a context record holds; nullopt: there is none any more. Errors: kInternal when it does
  // not open.
  a2a::Result<std::optional<std::string>> read_context_record(RowNumber number, const RunKey& key);
  // The events behind `version`, `events_max` at most.
  a2a::Result<std::optional<std::vector<TaskEvent>>> read_events(RowNumber task, std::uint64_t version,
                                                                 std::size_t events_max) {
    return log_.read_events(task, version, events_max, cipher_);
  }

 private:
  TaskArchive(sqlite::Database database, PayloadCipher cipher, TaskLog log, sqlite::Statement record)
      : database_(std::move(database)),
        cipher_(std::move(cipher)),
        log_(std::move(log)),
        record_(std::move(record)) {}

  sqlite::Database database_;
  PayloadCipher cipher_;
  TaskLog log_;  // before the database goes, as the next
  sqlite::Statement record_;
};

// The thread that reads, one job after another. Safe from any thread.
class LedgerReader {
 public:
  // Called once: with the archive from the reader's thread, or with an error from whoever asks or closes.
  // Must not throw or close the reader.
  using Job = std::move_only_function<void(a2a::Result<TaskArchive*>)>;

  LedgerReader(TaskArchive archive, std::size_t jobs_max);
  // As close().
  ~LedgerReader();
  LedgerReader(const LedgerReader&) = delete;
  LedgerReader& operator=(const LedgerReader&) = delete;

  // Errors that the job is told: kInternal when jobs_max wait already, and from close() on.
  void ask(Job job);
  // Ends the thread; the jobs that wait are told. More than once is as once.
  void close();

 private:
  struct Queue {
    std::deque<Job> jobs = {};
    bool is_closed = false;
  };
  std::optional<Job> next(const std::stop_token& stop);
  void run(const std::stop_token& stop);

  const std::size_t jobs_max_;
  Guarded<Queue> queue_;
  std::condition_variable_any wake_;
  std::optional<TaskArchive> archive_;  // the thread's alone
  std::jthread thread_;                 // last: it uses all the above
};

}  // namespace schemagate::store
