// The ledger's file: changes go in, the working set comes out. SQLite in WAL mode; one process at a time owns
// the file. Used by one thread at a time.
#pragma once

#include <span>
#include <string>
#include <unordered_set>

#include "gateway/store/ledger_change.h"
#include "gateway/store/payload_cipher.h"
#include "gateway/store/sqlite.h"
#include "gateway/store/task_table.h"

namespace schemagate::store {

class LedgerFile {
 public:
  // Opens, checks (quick_check) and migrates; makes the file when there is none. Its size on disk stays below
  // `bytes_max`, its write-ahead log beside it not counted. Errors: kInternal, for the operator, naming the
  // file and what to do: another process has it open, it may not be written, it is damaged, another
  // program's, or of a newer version.
  static a2a::Result<LedgerFile> open(const std::string& path, PayloadCipher cipher, std::size_t bytes_max);

  // Fills an empty table. Tasks that had ended by `ended_before` are not read but named in `forgotten`, with
  // what else does not fit the table's limits. Errors: kInternal for a row that is damaged or missing (a log
  // has no gaps) or does not open with the keys.
  a2a::Result<void> load(TaskTable& table, WallTime now, WallTime ended_before, Forgotten& forgotten);

  // Writes all or nothing; once it returns they survive a crash of the process and of the machine. Errors:
  // kInternal with a message for clients.
  a2a::Result<void> write(std::span<const Change> changes);

 private:
  // Prepared once. In the order of ledger_file.cc.
  struct Statements {
    sqlite::Statement begin, commit, rollback;
    sqlite::Statement add_task, add_event, end_task, link_upstream, put_context, put_message;
    sqlite::Statement put_push, advance_push;
    sqlite::Statement forget_task, forget_log, forget_context, forget_message, forget_push;
  };
  class TaskRows;
  using Done = sqlite::Result<void>;

  LedgerFile(std::string path, sqlite::Database database, PayloadCipher cipher)
      : path_(std::move(path)), database_(std::move(database)), cipher_(std::move(cipher)) {}
  Done prepare();
  a2a::Result<void> load_tasks(TaskTable& table, WallTime now, WallTime ended_before, Forgotten& forgotten);
  a2a::Result<void> load_logs(TaskRows& tasks);
  a2a::Result<void> load_pushes(TaskTable& table, const TaskRows& tasks, Forgotten& forgotten);
  a2a::Result<void> load_contexts(TaskTable& table);
  a2a::Result<void> load_messages(TaskTable& table, WallTime now);
  // Where a payload belongs, for its seal.
  static std::string place_of(RowNumber task, std::uint64_t version);
  static std::string place_of(RowNumber push);

  Done write_all(std::span<const Change> changes);
  Done forget(std::span<const Change> changes, std::unordered_set<RowNumber>& gone);
  void bind_sealed(sqlite::Statement& statement, int parameter, std::string_view sealed) const;
  Done put_payload(RowNumber task, std::uint64_t version, std::string_view payload);
  Done put(const TaskCreated& change);
  Done put(const EventsAppended& change);
  Done put(const UpstreamLinked& change);
  Done put(const ContextLinked& change);
  Done put(const MessageRemembered& change);
  Done put(const PushPut& change);
  Done put(const PushAdvanced& change);
  Done put(const TaskForgotten& change);
  Done put(const ContextForgotten& change);
  Done put(const MessageForgotten& change);
  Done put(const PushForgotten& change);

  std::string path_;
  sqlite::Database database_;
  PayloadCipher cipher_;
  Statements statements_;  // before the database goes
};

}  // namespace schemagate::store
