#include "gateway/store/ledger_schema.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace schemagate::store {
namespace {

constexpr int kApplicationId = 0x53474c31;  // "SGL1"

// Entry n leads from version n to n + 1. What has been released is never edited.
//
// Rows are named by numbers that the working set gives, and `log` is kept in the order of writing: all tables
// grow at their end, so that a commit touches few pages. `log` has the task as it was created under version
// 0, then one row per event; its index finds what is to be deleted. Times are milliseconds since 1970.
// `key_id` is NULL for a plain payload.
//
// Since version 3 the row of a task that has ended says what is kept of it in memory (EndedTask); a task from
// before has a NULL context until ledger_load.cc has seen it. `clean_stop` has a row while the ledger is
// closed, unless whoever had it open did not come to close it.
//
// Since version 5 a row has the row_checksum() of its other columns, in their order (of `log` without its
// number); NULL in rows from before.
//
// Since version 6 the row of `clean_stop` says what the tables held then (ledger_totals.h), under a checksum
// of its own. Version 7 counts `evolutions` among them, version 8 the last two tables: what an earlier
// version has written there is not compared.
//
// What a row of `context_records` holds is sealed with the key of its run, which nobody can read once the
// row of `run_keys` is gone; its checksum leaves the payload out, which has its seal.
constexpr std::array<std::string_view, 8> kMigrations = {R"sql(
CREATE TABLE tasks (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  agent TEXT NOT NULL,
  owner TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  upstream_task TEXT NOT NULL DEFAULT '',
  upstream_context TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE log (
  number INTEGER PRIMARY KEY,
  task INTEGER NOT NULL,
  version INTEGER NOT NULL,
  key_id TEXT,
  payload BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX log_of_task ON log (task, version);
CREATE TABLE contexts (
  number INTEGER PRIMARY KEY,
  agent TEXT NOT NULL,
  owner TEXT NOT NULL,
  context TEXT NOT NULL,
  upstream_context TEXT NOT NULL
) STRICT;
CREATE TABLE messages (
  number INTEGER PRIMARY KEY,
  agent TEXT NOT NULL,
  owner TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  task TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT;
)sql",
                                                         R"sql(
CREATE TABLE push_configs (
  number INTEGER PRIMARY KEY,
  task INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  given_up INTEGER NOT NULL DEFAULT 0,
  key_id TEXT,
  payload BLOB NOT NULL
) STRICT;
)sql",
                                                         R"sql(
ALTER TABLE tasks ADD COLUMN context TEXT;
ALTER TABLE tasks ADD COLUMN state INTEGER;
ALTER TABLE tasks ADD COLUMN status_time INTEGER;
ALTER TABLE tasks ADD COLUMN bytes INTEGER;
ALTER TABLE tasks ADD COLUMN versions INTEGER;
CREATE TABLE clean_stop (number INTEGER PRIMARY KEY) STRICT;
)sql",
                                                         R"sql(
ALTER TABLE contexts ADD COLUMN until INTEGER;
)sql",
                                                         R"sql(
ALTER TABLE tasks ADD COLUMN checksum INTEGER;
ALTER TABLE log ADD COLUMN checksum INTEGER;
ALTER TABLE contexts ADD COLUMN checksum INTEGER;
ALTER TABLE messages ADD COLUMN checksum INTEGER;
ALTER TABLE push_configs ADD COLUMN checksum INTEGER;
)sql",
                                                         R"sql(
ALTER TABLE clean_stop ADD COLUMN totals TEXT;
ALTER TABLE clean_stop ADD COLUMN checksum INTEGER;
)sql",
                                                         R"sql(
CREATE TABLE evolutions (
  number INTEGER PRIMARY KEY,
  agent TEXT NOT NULL,
  key_id TEXT,
  payload BLOB NOT NULL,
  checksum INTEGER
) STRICT;
)sql",
                                                         R"sql(
CREATE TABLE run_keys (
  number INTEGER PRIMARY KEY,
  run TEXT NOT NULL,
  key_id TEXT,
  payload BLOB NOT NULL,
  checksum INTEGER
) STRICT;
CREATE TABLE context_records (
  number INTEGER PRIMARY KEY,
  run_key INTEGER NOT NULL,
  id TEXT NOT NULL,
  until INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  payload BLOB NOT NULL,
  checksum INTEGER
) STRICT;
)sql"};

struct Header {
  int application_id;
  int version;
  bool has_tables;
};

int number_of(const std::string& text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

sqlite::Result<Header> read_header(sqlite::Database& database) {
  auto application_id = database.value_of("PRAGMA application_id");
  if (!application_id) return std::unexpected(application_id.error());
  auto version = database.value_of("PRAGMA user_version");
  if (!version) return std::unexpected(version.error());
  auto tables = database.value_of("SELECT count(*) FROM sqlite_schema");
  if (!tables) return std::unexpected(tables.error());
  return Header{number_of(*application_id), number_of(*version), *tables != "0"};
}

std::unexpected<sqlite::Fault> not_ours(std::string detail) {
  return std::unexpected(sqlite::Fault{sqlite::Cause::kNotOurs, std::move(detail)});
}

sqlite::Result<void> check_header(const Header& header) {
  const bool is_new = header.application_id == 0 && header.version == 0 && !header.has_tables;
  if (!is_new && header.application_id != kApplicationId) {
    return not_ours("it is the database of another program; name another file");
  }
  if (header.version > static_cast<int>(kMigrations.size())) {
    return not_ours("it was written by a newer schemagate (its version is " + std::to_string(header.version) +
                    ", this program knows up to " + std::to_string(kMigrations.size()) +
                    "); start that one, or name another file");
  }
  return {};
}

std::string step_from(std::size_t version) {
  return "BEGIN IMMEDIATE;" + std::string(kMigrations[version]) +
         "PRAGMA application_id=" + std::to_string(kApplicationId) +
         ";PRAGMA user_version=" + std::to_string(version + 1) + ";COMMIT";
}

}  // namespace

sqlite::Result<void> migrate(sqlite::Database& database) {
  auto header = read_header(database);
  if (!header) return std::unexpected(header.error());
  if (auto fits = check_header(*header); !fits) return fits;
  for (auto version = static_cast<std::size_t>(header->version); version < kMigrations.size(); ++version) {
    if (auto done = database.execute(step_from(version)); !done) return std::unexpected(done.error());
  }
  return {};
}

}  // namespace schemagate::store
