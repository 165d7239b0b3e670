// A ledger in a folder of its own that can be closed and opened again, with a clock that the test moves.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "gateway/store/durable_task_store.h"
#include "gateway/store/sqlite.h"
#include "task_values.h"
#include "temporary_folder.h"

namespace schemagate {

class LedgerTest : public testing::Test {
 protected:
  using Store = schemagate::store::DurableTaskStore;
  using Opened = a2a::Result<std::unique_ptr<Store>>;

  LedgerTest() {
    options_.path = folder_.file("ledger");
    options_.retry_min = std::chrono::milliseconds(1);
    options_.retry_max = std::chrono::milliseconds(10);
    options_.utc = [this] { return wall_.load(); };
  }

  Opened try_open() {
    store_.reset();
    return Store::open(options_, limits_, now_);
  }
  Store& open() {
    auto opened = try_open();
    EXPECT_TRUE(opened) << opened.error().message;
    store_ = std::move(*opened);
    return *store_;
  }
  // What a restart of the process finds; `later` passes meanwhile on the wall, not on the monotonic clock.
  Store& reopen(std::chrono::seconds later = {}) {
    wall_ = wall_.load() + later;
    now_ = {};  // a machine that was restarted counts anew
    return open();
  }
  // Everything on the way to the file is in it.
  void close() { store_.reset(); }

  // Changes the closed file behind the store's back.
  void run_sql(const std::string& sql) {
    close();
    auto database = schemagate::store::sqlite::Database::open(options_.path);
    ASSERT_TRUE(database) << database.error().detail;
    const auto done = database->execute(sql);
    ASSERT_TRUE(done) << done.error().detail;
  }
  std::string value_of(const std::string& sql) {
    close();
    auto database = schemagate::store::sqlite::Database::open(options_.path);
    return database ? database->value_of(sql).value_or("unreadable") : "unreadable";
  }

  const TemporaryFolder folder_;
  schemagate::store::LedgerOptions options_;
  schemagate::store::StoreLimits limits_;
  schemagate::store::MonotonicTime now_{std::chrono::hours(5)};
  std::atomic<schemagate::store::WallTime> wall_{schemagate::store::WallTime(std::chrono::days(20'000))};
  std::unique_ptr<Store> store_;
};

}  // namespace schemagate
