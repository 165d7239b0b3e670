// A ledger in a folder of its own that can be closed and opened again, with a clock that the test moves.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "gateway/store/sqlite.h"
#include "gateway/store/sqlite_store.h"
#include "task_values.h"
#include "temporary_folder.h"
#include "waiting_store.h"

namespace schemagate {

// Makes a ledger what the release before wrote.
inline constexpr const char* kBackToVersion2 =
    "ALTER TABLE tasks DROP COLUMN context; ALTER TABLE tasks DROP COLUMN state;"
    "ALTER TABLE tasks DROP COLUMN status_time; ALTER TABLE tasks DROP COLUMN bytes;"
    "ALTER TABLE tasks DROP COLUMN versions; ALTER TABLE contexts DROP COLUMN until;"
    "ALTER TABLE tasks DROP COLUMN checksum; ALTER TABLE log DROP COLUMN checksum;"
    "ALTER TABLE contexts DROP COLUMN checksum; ALTER TABLE messages DROP COLUMN checksum;"
    "ALTER TABLE push_configs DROP COLUMN checksum;"
    "DROP TABLE clean_stop; DROP TABLE evolutions; DROP TABLE run_keys; DROP TABLE context_records;"
    "PRAGMA user_version = 2;";

class LedgerTest : public testing::Test {
 protected:
  using Store = WaitingStore<schemagate::store::SqliteStore>;
  using Opened = a2a::Result<std::unique_ptr<schemagate::store::SqliteStore>>;

  LedgerTest() {
    options_.path = folder_.file("ledger");
    options_.retry_min = std::chrono::milliseconds(1);
    options_.retry_max = std::chrono::milliseconds(10);
  }

  Opened try_open() {
    store_.reset();
    return schemagate::store::SqliteStore::open(options_, limits_, now_);
  }
  Store& open() {
    auto opened = try_open();
    EXPECT_TRUE(opened) << opened.error().message;
    store_ = std::move(*opened);
    return store_;
  }
  // What a restart of the process finds; `later` passes meanwhile.
  Store& reopen(std::chrono::seconds later = {}) {
    now_ += later;
    return open();
  }
  // Everything on the way to the file is in it.
  void close() { store_.reset(); }

  // Changes the closed file behind the store's back; a stop in order is none any more then.
  void run_sql(const std::string& sql) {
    close();
    auto database = schemagate::store::sqlite::Database::open(options_.path);
    ASSERT_TRUE(database) << database.error().detail;
    const auto done = database->execute(sql);
    ASSERT_TRUE(done) << done.error().detail;
    (void)database->execute("UPDATE clean_stop SET totals = ''");
  }
  std::string value_of(const std::string& sql) {
    close();
    auto database = schemagate::store::sqlite::Database::open(options_.path);
    return database ? database->value_of(sql).value_or("unreadable") : "unreadable";
  }

  const TemporaryFolder folder_;
  schemagate::store::LedgerOptions options_;
  schemagate::store::StoreLimits limits_;
  schemagate::store::WallTime now_{std::chrono::days(20'000)};
  Store store_;
};

}  // namespace schemagate
