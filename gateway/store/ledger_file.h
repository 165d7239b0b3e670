// The ledger's file: changes go in, the working set comes out. SQLite in WAL mode; one process at a time owns
// the file, and may have one more connection that reads (TaskArchive). Used by one thread at a time.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "gateway/store/ledger_change.h"
#include "gateway/store/payload_cipher.h"
#include "gateway/store/sqlite.h"
#include "gateway/store/task_log.h"
#include "gateway/store/task_table.h"

namespace schemagate::store {

class LedgerFile {
 public:
  // Opens, checks (what it adds up to when it was closed in order, else all of it) and migrates; makes the
  // file when there is none. Its size on disk stays below `bytes_max`, its write-ahead log beside it not
  // counted. Errors: kInternal, for the operator, naming the file and what to do: another process has it
  // open, it may not be written, it or its write-ahead log is damaged or missing, another program's, or of a
  // newer version; or the newest row does not open with the keys.
  static a2a::Result<LedgerFile> open(const std::string& path, PayloadCipher cipher, std::size_t bytes_max);

  // The last transaction of the write-ahead log was not whole and has been dropped, as after a loss of power.
  bool log_is_torn() const { return log_is_torn_; }

  // Fills an empty table. Of tasks that have ended only their rows are read, not their logs; those that had
  // by `ended_before` are named in `forgotten`, with what else does not fit the table's limits. Completes the
  // rows of an older version, in bounded transactions: whoever is interrupted goes on the next time. Errors:
  // kInternal for a row that is damaged or missing (a log has no gaps) or does not open with the keys.
  a2a::Result<void> load(TaskTable& table, WallTime now, WallTime ended_before, Forgotten& forgotten);

  // Writes all or nothing; once it returns they survive a crash of the process and of the machine. Errors:
  // kInternal with a message for clients, also while the file no longer stands under its name.
  a2a::Result<void> write(std::span<const Change> changes);
  // The last thing that is written, when nothing is missing: the next one who opens need not check the file.
  // False: the file is not whole without its write-ahead log, which stays.
  bool note_clean_stop();

 private:
  // Prepared once. In the order of ledger_file.cc.
  struct Statements {
    sqlite::Statement begin, commit, rollback;
    sqlite::Statement begin_use, stop_use;
    sqlite::Statement add_task, add_event, end_task, complete_task, link_upstream, put_context, put_message;
    sqlite::Statement put_push, advance_push, put_evolution, put_run_key, put_record;
    sqlite::Statement forget_task, forget_log, forget_context, forget_message, forget_push;
    sqlite::Statement forget_record, forget_run_key;
  };
  // Of a task whose log is read, too.
  struct WholeRow {
    RowNumber number;
    Scope scope;
    std::optional<WallTime> ended_at;
    bool is_complete;  // by this version's columns
  };
  using Done = sqlite::Result<void>;

  LedgerFile(std::string path, sqlite::Database database, PayloadCipher cipher)
      : path_(std::move(path)), database_(std::move(database)), cipher_(std::move(cipher)) {}
  Done prepare();
  a2a::Result<void> check_key();
  Done check_in_place();
  a2a::Result<void> load_tasks(TaskTable& table, WallTime now, WallTime ended_before, Forgotten& forgotten);
  a2a::Result<void> load_whole(TaskTable& table, std::span<WholeRow> rows, WallTime now);
  a2a::Result<void> load_whole(TaskTable& table, WholeRow& row, WallTime now);
  Done complete(RowNumber task, const std::string& context_id, const std::optional<EndedTask>& ended);
  a2a::Result<void> reserve_numbers(TaskTable& table);
  a2a::Result<void> load_pushes(TaskTable& table, Forgotten& forgotten);
  a2a::Result<void> load_contexts(TaskTable& table, WallTime now);
  a2a::Result<void> load_evolutions(TaskTable& table);
  a2a::Result<void> load_run_keys(TaskTable& table);
  a2a::Result<void> load_records(TaskTable& table, WallTime now, Forgotten& forgotten);
  // Where its payload belongs, for the seal.
  static std::string place_of(RowNumber push);
  static std::string evolution_place(RowNumber evolution);

  Done begin_use();
  Done write_all(std::span<const Change> changes);
  Done forget(std::span<const Change> changes, std::unordered_set<RowNumber>& gone);
  void bind_sealed(sqlite::Statement& statement, int parameter, std::string_view sealed) const;
  Done put_payload(RowNumber task, std::uint64_t version, std::string_view payload);
  Done end_task(const EventsAppended& change);
  Done link_named();
  Done put(const TaskCreated& change);
  Done put(const EventsAppended& change);
  Done put(const UpstreamLinked& change);
  Done put(const ContextLinked& change);
  Done put(const MessageRemembered& change);
  Done put(const PushPut& change);
  Done put(const PushAdvanced& change);
  Done put(const EvolutionPut& change);
  Done put(const RunKeyPut& change);
  Done put(const RecordPut& change);
  Done put(const TaskForgotten& change);
  Done put(const ContextForgotten& change);
  Done put(const MessageForgotten& change);
  Done put(const PushForgotten& change);
  Done put(const RecordForgotten& change);
  Done put(const RunKeyForgotten& change);

  std::string path_;
  sqlite::Database database_;
  PayloadCipher cipher_;
  Statements statements_;  // before the database goes, as the next
  TaskLog log_;
  // Of tasks of the transaction, as far as it is not written: borrowed from its changes.
  std::unordered_map<RowNumber, const UpstreamIds*> named_;
  bool log_is_torn_ = false;
  std::string log_path_ = {};     // of the write-ahead log
  std::uint64_t log_number_ = 0;  // of its file, in its file system
  bool is_in_use_ = false;        // clean_stop is empty
  bool has_failed_ = false;       // the latest write()
};

}  // namespace schemagate::store
