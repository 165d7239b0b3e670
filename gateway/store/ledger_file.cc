#include "gateway/store/ledger_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <type_traits>
#include <utility>

#include "gateway/store/ledger_schema.h"
#include "gateway/store/ledger_totals.h"
#include "gateway/store/not_written.h"
#include "gateway/store/wal_check.h"

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;
using sqlite::Cause;
using sqlite::Database;
using sqlite::Fault;

constexpr std::size_t kPageBytes = 4096;

std::string advice(const Fault& fault, const std::string& path) {
  switch (fault.cause) {
    case Cause::kLocked:
      return "another process has it open; one gateway owns a ledger";
    case Cause::kDamaged:
      return "it is damaged or no ledger (" + fault.detail + "); restore it from a backup, or move it and " +
             path + "-wal away to begin with an empty one";
    case Cause::kForbidden:
      return "it, or the folder that it is in, may not be written (" + fault.detail + ")";
    case Cause::kFull:
      return "the disk is full, or the file has reached its limit (" + fault.detail + ")";
    case Cause::kNotOurs:
    case Cause::kGone:
    case Cause::kDevice:
    case Cause::kOther:
      return fault.detail;
  }
  std::unreachable();
}

a2a::Error cannot_open(const std::string& path, const Fault& fault) {
  return {ErrorCode::kInternal, "the ledger " + path + " cannot be opened: " + advice(fault, path)};
}

sqlite::Result<void> execute(Database& database, std::span<const std::string> statements) {
  for (const std::string& statement : statements) {
    if (auto done = database.execute(statement); !done) return done;
  }
  return {};
}

// FULL: a commit is on the disk before it returns.
sqlite::Result<void> configure(Database& database, std::size_t bytes_max) {
  return execute(database, std::array{
                               std::string("PRAGMA trusted_schema=OFF"),
                               std::string("PRAGMA cell_size_check=ON"),
                               std::string("PRAGMA journal_mode=WAL"),
                               std::string("PRAGMA synchronous=FULL"),
                               std::string("PRAGMA wal_autocheckpoint=4000"),
                               std::string("PRAGMA journal_size_limit=67108864"),
                               std::string("PRAGMA cache_size=-16384"),
                               std::string("PRAGMA secure_delete=ON"),
                               "PRAGMA max_page_count=" +
                                   std::to_string(std::max<std::size_t>(bytes_max / kPageBytes, 1)),
                           });
}

// Asked of this version's tables; empty where the file is new, or of an older one.
sqlite::Result<std::string> value_if_current(Database& database, const std::string& sql) {
  auto tables = database.value_of("SELECT count(*) FROM sqlite_schema WHERE name = 'context_records'");
  if (!tables || *tables == "0") return tables ? "" : tables;
  return database.value_of(sql);
}

// What it held when it was closed in order; empty when it was not, or by an older version.
sqlite::Result<std::string> totals_when_closed(Database& database) {
  return value_if_current(database,
                          "SELECT totals FROM clean_stop WHERE checksum = row_checksum(number, totals)");
}

// After a stop in order what is there is added up, which reads little; else all of the file is looked
// through.
sqlite::Result<void> check(Database& database) {
  auto totals = totals_when_closed(database);
  if (!totals) return std::unexpected(totals.error());
  if (!totals->empty()) {
    auto now = totals_of(database);
    if (!now) return std::unexpected(now.error());
    if (*now == *totals) return {};
    return std::unexpected(Fault{
        Cause::kDamaged,
        "when it was closed it held " + *totals + "; now it holds " + *now +
            "; if that was meant, \"UPDATE clean_stop SET totals = ''\" has it checked as after a crash"});
  }
  auto verdict = database.value_of("PRAGMA integrity_check(1)");
  if (!verdict) return std::unexpected(verdict.error());
  if (*verdict != "ok") return std::unexpected(Fault{Cause::kDamaged, *verdict});
  return {};
}

// Where SQLite has it: beside the file itself, also where that is reached by a link.
std::string log_of(const std::string& path) {
  std::error_code ignored;
  const auto file = std::filesystem::weakly_canonical(path, ignored);
  return (ignored ? path : file.string()) + "-wal";
}

sqlite::Result<void> refuse_damaged(const WalFinding& log, const std::string& path) {
  if (log.state != WalState::kDamaged) return {};
  return std::unexpected(Fault{Cause::kDamaged, "its write-ahead log is, from frame " +
                                                    std::to_string(log.frame) + " of " +
                                                    std::to_string(log.frames) + " on: sqlite3 " + path +
                                                    " 'PRAGMA wal_checkpoint(TRUNCATE)' && touch " +
                                                    log_of(path) + " keeps what is before that"});
}

// SQLite would drop it without a word.
sqlite::Result<void> refuse_lone_log(const std::string& path) {
  std::error_code ignored;
  const auto file_bytes = std::filesystem::file_size(path, ignored);
  if (!ignored && file_bytes > 0) return {};
  const bool is_there = !ignored;
  const std::string log = log_of(path);
  const auto log_bytes = std::filesystem::file_size(log, ignored);
  if (ignored || log_bytes == 0) return {};
  return std::unexpected(Fault{
      Cause::kGone, std::string(is_there ? "it is empty" : "it is not there") + ", and its write-ahead log " +
                        log + " is: put the file back, or delete the log to begin with an empty ledger"});
}

// From its first change until it is closed in order the file has a log, be it an empty one.
sqlite::Result<void> refuse_missing_log(Database& database, const std::string& path) {
  const auto is_in_use = value_if_current(database, "SELECT NOT EXISTS (SELECT 1 FROM clean_stop)");
  if (!is_in_use) return std::unexpected(is_in_use.error());
  if (*is_in_use != "1") return {};
  const std::string log = log_of(path);
  return std::unexpected(
      Fault{Cause::kGone,
            "its write-ahead log " + log +
                " is not there, with what was acknowledged last: put it back. If a tool such as sqlite3 has "
                "brought it into the file, or to go on with what is left, make an empty file of that name"});
}

// By a connection that has the file to itself: it is refused while anybody has it open, in this process, too.
// A log that there is stays beside the file whatever is found; one that this connection makes does not where
// the file is refused.
sqlite::Result<WalFinding> make_ready(const std::string& path, std::size_t bytes_max) {
  if (auto complete = refuse_lone_log(path); !complete) return std::unexpected(complete.error());
  std::error_code ignored;
  const bool has_log = std::filesystem::exists(log_of(path), ignored);
  auto database = Database::open(path);
  if (!database) return std::unexpected(database.error());
  database->keep_log_on_close(has_log);
  auto ready = database->execute("PRAGMA locking_mode=EXCLUSIVE");
  if (ready) ready = configure(*database, bytes_max);
  if (ready) ready = database->execute("BEGIN EXCLUSIVE; COMMIT");
  WalFinding log;
  if (ready && has_log) {
    log = check_wal(path);
    ready = refuse_damaged(log, path);
  }
  if (ready && !has_log) ready = refuse_missing_log(*database, path);
  if (ready) ready = check(*database);
  if (ready) ready = migrate(*database);
  if (!ready) return std::unexpected(ready.error());
  database->keep_log_on_close(true);
  return log;
}

// 0: there is none.
std::uint64_t file_number(const std::string& path) {
  struct stat found{};
  return stat(path.c_str(), &found) == 0 ? found.st_ino : 0;
}

std::int64_t milliseconds_of(WallTime time) {
  return std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count();
}

sqlite::Statement& bind_ended(sqlite::Statement& statement, const EndedTask& ended) {
  return statement.bind(3, std::to_underlying(ended.state))
      .bind(4, static_cast<std::int64_t>(ended.status_time))
      .bind(5, static_cast<std::int64_t>(ended.bytes))
      .bind(6, static_cast<std::int64_t>(ended.versions));
}

}  // namespace

Result<LedgerFile> LedgerFile::open(const std::string& path, PayloadCipher cipher, std::size_t bytes_max) {
  const auto log = make_ready(path, bytes_max);
  if (!log) return std::unexpected(cannot_open(path, log.error()));
  auto database = Database::open(path);
  if (!database) return std::unexpected(cannot_open(path, database.error()));
  LedgerFile file(path, std::move(*database), std::move(cipher));
  file.database_.keep_log_on_close(true);
  auto ready = configure(file.database_, bytes_max);
  if (ready) ready = file.prepare();
  if (!ready) return std::unexpected(cannot_open(path, ready.error()));
  if (auto opens = file.check_key(); !opens) return std::unexpected(opens.error());
  file.log_is_torn_ = log->state == WalState::kTorn;
  file.log_path_ = log_of(path);
  file.log_number_ = file_number(file.log_path_);
  return file;
}

// Another key would be noticed by the first one who asks for a task. A damaged row is told where it is read.
Result<void> LedgerFile::check_key() {
  auto newest = database_.prepare(
      "SELECT task, version, key_id, payload FROM log "
      "WHERE checksum = row_checksum(task, version, key_id, payload) ORDER BY number DESC LIMIT 1");
  if (!newest) return std::unexpected(cannot_open(path_, newest.error()));
  const auto row = newest->step();
  if (!row || !*row) return {};
  const std::string place = log_place(newest->integer(0), static_cast<std::uint64_t>(newest->integer(1)));
  const auto payload = cipher_.open(newest->text(2), std::string(newest->blob(3)), place);
  if (payload) return {};
  return fail(payload.error().code, "the ledger " + path_ + " cannot be opened: " + payload.error().message);
}

sqlite::Result<void> LedgerFile::prepare() {
  const std::array<std::pair<sqlite::Statement*, const char*>, 24> statements{{
      {&statements_.begin, "BEGIN IMMEDIATE"},
      {&statements_.commit, "COMMIT"},
      {&statements_.rollback, "ROLLBACK"},
      {&statements_.begin_use, "DELETE FROM clean_stop"},
      {&statements_.stop_use, "INSERT OR REPLACE INTO clean_stop VALUES (1, ?1, row_checksum(1, ?1))"},
      {&statements_.add_task,
       "INSERT INTO tasks (number, id, agent, owner, created_at, context, checksum) "
       "VALUES (?1, ?2, ?3, ?4, ?5, ?6, "
       "row_checksum(?1, ?2, ?3, ?4, ?5, NULL, '', '', ?6, NULL, NULL, NULL, NULL))"},
      {&statements_.add_event,
       "INSERT INTO log (task, version, key_id, payload, checksum) "
       "VALUES (?1, ?2, ?3, ?4, row_checksum(?1, ?2, ?3, ?4))"},
      {&statements_.end_task,
       "UPDATE tasks SET ended_at = ifnull(ended_at, ?2), state = ?3, status_time = ?4, bytes = ?5, "
       "versions = ?6, upstream_task = ifnull(?7, upstream_task), "
       "upstream_context = ifnull(?8, upstream_context), "
       "checksum = row_checksum(number, id, agent, owner, created_at, ifnull(ended_at, ?2), "
       "ifnull(?7, upstream_task), ifnull(?8, upstream_context), context, ?3, ?4, ?5, ?6) "
       "WHERE number = ?1"},
      {&statements_.complete_task,
       "UPDATE tasks SET context = ?2, state = ?3, status_time = ?4, bytes = ?5, versions = ?6, "
       "checksum = row_checksum(number, id, agent, owner, created_at, ended_at, upstream_task, "
       "upstream_context, ?2, ?3, ?4, ?5, ?6) WHERE number = ?1"},
      {&statements_.link_upstream,
       "UPDATE tasks SET upstream_task = ?2, upstream_context = ?3, "
       "checksum = row_checksum(number, id, agent, owner, created_at, ended_at, ?2, ?3, context, state, "
       "status_time, bytes, versions) WHERE number = ?1"},
      {&statements_.put_context,
       "INSERT OR REPLACE INTO contexts VALUES (?1, ?2, ?3, ?4, ?5, ?6, row_checksum(?1, ?2, ?3, ?4, ?5, "
       "?6))"},
      {&statements_.put_message,
       "INSERT OR REPLACE INTO messages VALUES (?1, ?2, ?3, ?4, ?5, ?6, row_checksum(?1, ?2, ?3, ?4, ?5, "
       "?6))"},
      {&statements_.put_push,
       "INSERT INTO push_configs (number, task, delivered, key_id, payload, checksum) "
       "VALUES (?1, ?2, ?3, ?4, ?5, row_checksum(?1, ?2, ?3, 0, ?4, ?5))"},
      {&statements_.advance_push,
       "UPDATE push_configs SET delivered = ?2, given_up = ?3, "
       "checksum = row_checksum(number, task, ?2, ?3, key_id, payload) WHERE number = ?1"},
      {&statements_.put_evolution,
       "INSERT OR REPLACE INTO evolutions VALUES (?1, ?2, ?3, ?4, row_checksum(?1, ?2, ?3, ?4))"},
      {&statements_.put_run_key,
       "INSERT INTO run_keys VALUES (?1, ?2, ?3, ?4, row_checksum(?1, ?2, ?3, ?4))"},
      {&statements_.put_record,
       "INSERT OR REPLACE INTO context_records VALUES (?1, ?2, ?3, ?4, ?5, ?6, "
       "row_checksum(?1, ?2, ?3, ?4, ?5))"},
      {&statements_.forget_task, "DELETE FROM tasks WHERE number = ?"},
      {&statements_.forget_log, "DELETE FROM log WHERE task = ?"},
      {&statements_.forget_context, "DELETE FROM contexts WHERE number = ?"},
      {&statements_.forget_message, "DELETE FROM messages WHERE number = ?"},
      {&statements_.forget_push, "DELETE FROM push_configs WHERE number = ?"},
      {&statements_.forget_record, "DELETE FROM context_records WHERE number = ?"},
      {&statements_.forget_run_key, "DELETE FROM run_keys WHERE number = ?"},
  }};
  for (const auto& [statement, sql] : statements) {
    auto prepared = database_.prepare(sql);
    if (!prepared) return std::unexpected(prepared.error());
    *statement = std::move(*prepared);
  }
  auto log = TaskLog::prepare(database_);
  if (!log) return std::unexpected(log.error());
  log_ = std::move(*log);
  return {};
}

Result<void> LedgerFile::write(std::span<const Change> changes) {
  const sqlite::RollBack roll_back(statements_.rollback);
  auto written = write_all(changes);
  if (written && !is_in_use_) written = begin_use();
  has_failed_ = !written;
  if (written) return {};
  return std::unexpected(not_written(
      "the ledger cannot be written: " + std::string(sqlite::reason(written.error())) + "; try again later"));
}

// Into the file itself, for whoever would copy that without its write-ahead log.
sqlite::Result<void> LedgerFile::begin_use() {
  is_in_use_ = true;
  (void)database_.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  return {};
}

bool LedgerFile::note_clean_stop() {
  const auto totals = totals_of(database_);
  if (!totals || !statements_.stop_use.bind_text(1, *totals).run()) return false;
  if (!database_.value_of("PRAGMA wal_checkpoint(TRUNCATE)")) return false;
  database_.keep_log_on_close(false);
  return true;
}

// What is written into a log that nobody finds is lost with the process; as long as that is there, it brings
// what it has acknowledged into the file.
sqlite::Result<void> LedgerFile::check_in_place() {
  if (auto in_place = database_.check_in_place(); !in_place) return in_place;
  if (file_number(log_path_) == log_number_) return {};
  (void)database_.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  return std::unexpected(Fault{Cause::kGone, "its write-ahead log was moved or deleted"});
}

// What is forgotten goes first, and what was to be written about it goes nowhere: a full file gets room
// before more is asked of it.
sqlite::Result<void> LedgerFile::write_all(std::span<const Change> changes) {
  std::unordered_set<RowNumber> gone;
  named_.clear();
  if (auto in_place = check_in_place(); !in_place) return in_place;
  if (auto begun = statements_.begin.run(); !begun) return begun;
  if (auto forgotten = forget(changes, gone); !forgotten) return forgotten;
  for (const Change& change : changes) {
    const auto put_unless_gone = [this, &gone](const auto& one) {
      return gone.contains(one.number) ? Done() : put(one);
    };
    if (auto done = std::visit(put_unless_gone, change); !done) return done;
  }
  if (auto done = link_named(); !done) return done;
  if (has_failed_) {  // what is left may be nothing, which a full disk takes, too
    if (auto tried = statements_.stop_use.bind_text(1, "").run(); !tried) return tried;
  }
  if (!is_in_use_ || has_failed_) {
    if (auto begun = statements_.begin_use.run(); !begun) return begun;
  }
  return statements_.commit.run();
}

sqlite::Result<void> LedgerFile::forget(std::span<const Change> changes,
                                        std::unordered_set<RowNumber>& gone) {
  const auto forget_one = [this, &gone]<class T>(const T& change) -> Done {
    constexpr bool kForgets = std::is_same_v<T, TaskForgotten> || std::is_same_v<T, ContextForgotten> ||
                              std::is_same_v<T, MessageForgotten> || std::is_same_v<T, PushForgotten> ||
                              std::is_same_v<T, RecordForgotten> || std::is_same_v<T, RunKeyForgotten>;
    if constexpr (!kForgets) return {};
    gone.insert(change.number);
    return put(change);
  };
  for (const Change& change : changes) {
    if (auto done = std::visit(forget_one, change); !done) return done;
  }
  return {};
}

sqlite::Result<void> LedgerFile::put(const TaskCreated& change) {
  auto added = statements_.add_task.bind(1, change.number)
                   .bind_text(2, change.id)
                   .bind_text(3, change.scope.agent)
                   .bind_text(4, change.scope.owner)
                   .bind(5, milliseconds_of(change.at))
                   .bind_text(6, change.context_id)
                   .run();
  return added ? put_payload(change.number, 0, change.payload) : added;
}

sqlite::Result<void> LedgerFile::put(const EventsAppended& change) {
  std::uint64_t version = change.first_version;
  for (const std::string& payload : change.payloads) {
    if (auto added = put_payload(change.number, version++, payload); !added) return added;
  }
  return change.ended ? end_task(change) : Done();
}

sqlite::Result<void> LedgerFile::end_task(const EventsAppended& change) {
  auto& statement = statements_.end_task.bind(1, change.number).bind(2, milliseconds_of(change.at));
  bind_ended(statement, *change.ended);
  const auto named = named_.extract(change.number);
  if (named.empty()) return statement.bind_null(7).bind_null(8).run();
  return statement.bind_text(7, named.mapped()->task_id).bind_text(8, named.mapped()->context_id).run();
}

sqlite::Result<void> LedgerFile::put_payload(RowNumber task, std::uint64_t version,
                                             std::string_view payload) {
  auto sealed = cipher_.seal(payload, log_place(task, version));
  if (!sealed) return std::unexpected(Fault{Cause::kOther, sealed.error().message});
  auto& statement = statements_.add_event;
  statement.bind(1, task).bind(2, static_cast<std::int64_t>(version));
  bind_sealed(statement, 3, *sealed);
  return statement.run();
}

// The key's id and, behind it, what it has sealed.
void LedgerFile::bind_sealed(sqlite::Statement& statement, int parameter, std::string_view sealed) const {
  if (cipher_.key_id().empty()) {
    statement.bind_null(parameter);
  } else {
    statement.bind_text(parameter, cipher_.key_id());
  }
  statement.bind_blob(parameter + 1, sealed);
}

sqlite::Result<void> LedgerFile::complete(RowNumber task, const std::string& context_id,
                                          const std::optional<EndedTask>& ended) {
  auto& statement = statements_.complete_task.bind(1, task).bind_text(2, context_id);
  if (ended) return bind_ended(statement, *ended).run();
  for (int parameter = 3; parameter <= 6; ++parameter) statement.bind_null(parameter);
  return statement.run();
}

std::string LedgerFile::place_of(RowNumber push) {
  return "push " + std::to_string(push);
}

// Most tasks that an agent names end in the same transaction: then their row is written once.
sqlite::Result<void> LedgerFile::put(const UpstreamLinked& change) {
  named_[change.number] = &change.upstream;
  return {};
}

sqlite::Result<void> LedgerFile::link_named() {
  for (const auto& [task, upstream] : named_) {
    statements_.link_upstream.bind(1, task);
    statements_.link_upstream.bind_text(2, upstream->task_id).bind_text(3, upstream->context_id);
    if (auto linked = statements_.link_upstream.run(); !linked) return linked;
  }
  return {};
}

sqlite::Result<void> LedgerFile::put(const ContextLinked& change) {
  return statements_.put_context.bind(1, change.number)
      .bind_text(2, change.scope.agent)
      .bind_text(3, change.scope.owner)
      .bind_text(4, change.context_id)
      .bind_text(5, change.upstream_context_id)
      .bind(6, milliseconds_of(change.until))
      .run();
}

sqlite::Result<void> LedgerFile::put(const MessageRemembered& change) {
  return statements_.put_message.bind(1, change.number)
      .bind_text(2, change.scope.agent)
      .bind_text(3, change.scope.owner)
      .bind_text(4, change.key)
      .bind_text(5, change.task_id)
      .bind(6, milliseconds_of(change.until))
      .run();
}

sqlite::Result<void> LedgerFile::put(const PushPut& change) {
  auto sealed = cipher_.seal(change.payload, place_of(change.number));
  if (!sealed) return std::unexpected(Fault{Cause::kOther, sealed.error().message});
  auto& statement = statements_.put_push;
  statement.bind(1, change.number).bind(2, change.task).bind(3, static_cast<std::int64_t>(change.delivered));
  bind_sealed(statement, 4, *sealed);
  return statement.run();
}

sqlite::Result<void> LedgerFile::put(const PushAdvanced& change) {
  return statements_.advance_push.bind(1, change.number)
      .bind(2, static_cast<std::int64_t>(change.delivered))
      .bind(3, change.given_up ? 1 : 0)
      .run();
}

std::string LedgerFile::evolution_place(RowNumber evolution) {
  return "evolution " + std::to_string(evolution);
}

sqlite::Result<void> LedgerFile::put(const EvolutionPut& change) {
  auto sealed = cipher_.seal(*change.text, evolution_place(change.number));
  if (!sealed) return std::unexpected(Fault{Cause::kOther, sealed.error().message});
  auto& statement = statements_.put_evolution;
  statement.bind(1, change.number).bind_text(2, change.agent);
  bind_sealed(statement, 3, *sealed);
  return statement.run();
}

sqlite::Result<void> LedgerFile::put(const RunKeyPut& change) {
  auto sealed = cipher_.seal(change.key->bytes(), run_key_place(change.number));
  if (!sealed) return std::unexpected(Fault{Cause::kOther, sealed.error().message});
  auto& statement = statements_.put_run_key;
  statement.bind(1, change.number).bind_text(2, change.run);
  bind_sealed(statement, 3, *sealed);
  return statement.run();
}

sqlite::Result<void> LedgerFile::put(const RecordPut& change) {
  const auto sealed = change.key.key->seal(*change.content, record_place(change.number));
  if (!sealed) return std::unexpected(Fault{Cause::kOther, sealed.error().message});
  return statements_.put_record.bind(1, change.number)
      .bind(2, change.key.number)
      .bind_text(3, change.id)
      .bind(4, milliseconds_of(change.until))
      .bind(5, static_cast<std::int64_t>(change.content->size()))
      .bind_blob(6, *sealed)
      .run();
}

sqlite::Result<void> LedgerFile::put(const TaskForgotten& change) {
  auto done = statements_.forget_task.bind(1, change.number).run();
  return done ? statements_.forget_log.bind(1, change.number).run() : done;
}

sqlite::Result<void> LedgerFile::put(const ContextForgotten& change) {
  return statements_.forget_context.bind(1, change.number).run();
}

sqlite::Result<void> LedgerFile::put(const MessageForgotten& change) {
  return statements_.forget_message.bind(1, change.number).run();
}

sqlite::Result<void> LedgerFile::put(const PushForgotten& change) {
  return statements_.forget_push.bind(1, change.number).run();
}

sqlite::Result<void> LedgerFile::put(const RecordForgotten& change) {
  return statements_.forget_record.bind(1, change.number).run();
}

sqlite::Result<void> LedgerFile::put(const RunKeyForgotten& change) {
  return statements_.forget_run_key.bind(1, change.number).run();
}

}  // namespace schemagate::store
