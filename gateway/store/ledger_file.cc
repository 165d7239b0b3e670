#include "gateway/store/ledger_file.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "gateway/store/ledger_schema.h"

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
    case Cause::kDevice:
    case Cause::kOther:
      return fault.detail;
  }
  std::unreachable();
}

a2a::Error cannot_open(const std::string& path, const Fault& fault) {
  return {ErrorCode::kInternal, "the ledger " + path + " cannot be opened: " + advice(fault, path)};
}

// Exclusive before WAL: no shared memory, and nobody else gets in until this process ends. FULL: a commit is
// on the disk before it returns.
sqlite::Result<void> configure(Database& database, std::size_t bytes_max) {
  const std::array statements = {
      std::string("PRAGMA locking_mode=EXCLUSIVE"),
      std::string("PRAGMA trusted_schema=OFF"),
      std::string("PRAGMA cell_size_check=ON"),
      std::string("PRAGMA journal_mode=WAL"),
      std::string("PRAGMA synchronous=FULL"),
      std::string("PRAGMA wal_autocheckpoint=4000"),
      std::string("PRAGMA journal_size_limit=67108864"),
      std::string("PRAGMA cache_size=-16384"),
      std::string("PRAGMA secure_delete=ON"),
      "PRAGMA max_page_count=" + std::to_string(std::max<std::size_t>(bytes_max / kPageBytes, 1)),
      std::string("BEGIN EXCLUSIVE; COMMIT"),
  };
  for (const std::string& statement : statements) {
    if (auto done = database.execute(statement); !done) return done;
  }
  return {};
}

sqlite::Result<void> check(Database& database) {
  auto verdict = database.value_of("PRAGMA quick_check(1)");
  if (!verdict) return std::unexpected(verdict.error());
  if (*verdict != "ok") return std::unexpected(Fault{Cause::kDamaged, *verdict});
  return {};
}

std::int64_t milliseconds_of(WallTime time) {
  return std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count();
}

// Ends a transaction that was not committed, whatever way it is left.
class RollBack {
 public:
  explicit RollBack(sqlite::Statement& statement) : statement_(statement) {}
  ~RollBack() { (void)statement_.run(); }  // refused when there is none, or none any more
  RollBack(const RollBack&) = delete;
  RollBack& operator=(const RollBack&) = delete;

 private:
  sqlite::Statement& statement_;
};

}  // namespace

Result<LedgerFile> LedgerFile::open(const std::string& path, PayloadCipher cipher, std::size_t bytes_max) {
  // An empty name and ":memory:" mean something to SQLite, and nothing durable.
  const std::string plain = path.starts_with('/') ? path : "./" + path;
  auto database = Database::open(plain);
  if (!database) return std::unexpected(cannot_open(path, database.error()));
  LedgerFile file(path, std::move(*database), std::move(cipher));
  auto ready = configure(file.database_, bytes_max);
  if (ready) ready = check(file.database_);
  if (ready) ready = migrate(file.database_);
  if (ready) ready = file.prepare();
  if (!ready) return std::unexpected(cannot_open(path, ready.error()));
  return file;
}

sqlite::Result<void> LedgerFile::prepare() {
  const std::array<std::pair<sqlite::Statement*, const char*>, 16> statements{{
      {&statements_.begin, "BEGIN IMMEDIATE"},
      {&statements_.commit, "COMMIT"},
      {&statements_.rollback, "ROLLBACK"},
      {&statements_.add_task,
       "INSERT INTO tasks (number, id, agent, owner, created_at) VALUES (?, ?, ?, ?, ?)"},
      {&statements_.add_event, "INSERT INTO log (task, version, key_id, payload) VALUES (?, ?, ?, ?)"},
      {&statements_.end_task, "UPDATE tasks SET ended_at = ?2 WHERE number = ?1"},
      {&statements_.link_upstream,
       "UPDATE tasks SET upstream_task = ?2, upstream_context = ?3 WHERE number = ?1"},
      {&statements_.put_context, "INSERT OR REPLACE INTO contexts VALUES (?, ?, ?, ?, ?)"},
      {&statements_.put_message, "INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)"},
      {&statements_.put_push,
       "INSERT INTO push_configs (number, task, delivered, key_id, payload) VALUES (?, ?, ?, ?, ?)"},
      {&statements_.advance_push, "UPDATE push_configs SET delivered = ?2, given_up = ?3 WHERE number = ?1"},
      {&statements_.forget_task, "DELETE FROM tasks WHERE number = ?"},
      {&statements_.forget_log, "DELETE FROM log WHERE task = ?"},
      {&statements_.forget_context, "DELETE FROM contexts WHERE number = ?"},
      {&statements_.forget_message, "DELETE FROM messages WHERE number = ?"},
      {&statements_.forget_push, "DELETE FROM push_configs WHERE number = ?"},
  }};
  for (const auto& [statement, sql] : statements) {
    auto prepared = database_.prepare(sql);
    if (!prepared) return std::unexpected(prepared.error());
    *statement = std::move(*prepared);
  }
  return {};
}

Result<void> LedgerFile::write(std::span<const Change> changes) {
  const RollBack roll_back(statements_.rollback);
  auto written = write_all(changes);
  if (written) return {};
  return fail(ErrorCode::kInternal, "the ledger cannot be written: " +
                                        std::string(sqlite::reason(written.error())) + "; try again later");
}

// What is forgotten goes first, and what was to be written about it goes nowhere: a full file gets room
// before more is asked of it.
sqlite::Result<void> LedgerFile::write_all(std::span<const Change> changes) {
  std::unordered_set<RowNumber> gone;
  if (auto begun = statements_.begin.run(); !begun) return begun;
  if (auto forgotten = forget(changes, gone); !forgotten) return forgotten;
  for (const Change& change : changes) {
    const auto put_unless_gone = [this, &gone](const auto& one) {
      return gone.contains(one.number) ? Done() : put(one);
    };
    if (auto done = std::visit(put_unless_gone, change); !done) return done;
  }
  return statements_.commit.run();
}

sqlite::Result<void> LedgerFile::forget(std::span<const Change> changes,
                                        std::unordered_set<RowNumber>& gone) {
  const auto forget_one = [this, &gone]<class T>(const T& change) -> Done {
    constexpr bool kForgets = std::is_same_v<T, TaskForgotten> || std::is_same_v<T, ContextForgotten> ||
                              std::is_same_v<T, MessageForgotten> || std::is_same_v<T, PushForgotten>;
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
                   .run();
  return added ? put_payload(change.number, 0, change.payload) : added;
}

sqlite::Result<void> LedgerFile::put(const EventsAppended& change) {
  std::uint64_t version = change.first_version;
  for (const std::string& payload : change.payloads) {
    if (auto added = put_payload(change.number, version++, payload); !added) return added;
  }
  if (!change.ended_at) return {};
  return statements_.end_task.bind(1, change.number).bind(2, milliseconds_of(*change.ended_at)).run();
}

sqlite::Result<void> LedgerFile::put_payload(RowNumber task, std::uint64_t version,
                                             std::string_view payload) {
  auto sealed = cipher_.seal(payload, place_of(task, version));
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

std::string LedgerFile::place_of(RowNumber task, std::uint64_t version) {
  return "log " + std::to_string(task) + ' ' + std::to_string(version);
}

std::string LedgerFile::place_of(RowNumber push) {
  return "push " + std::to_string(push);
}

sqlite::Result<void> LedgerFile::put(const UpstreamLinked& change) {
  return statements_.link_upstream.bind(1, change.number)
      .bind_text(2, change.upstream.task_id)
      .bind_text(3, change.upstream.context_id)
      .run();
}

sqlite::Result<void> LedgerFile::put(const ContextLinked& change) {
  return statements_.put_context.bind(1, change.number)
      .bind_text(2, change.scope.agent)
      .bind_text(3, change.scope.owner)
      .bind_text(4, change.context_id)
      .bind_text(5, change.upstream_context_id)
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

}  // namespace schemagate::store
