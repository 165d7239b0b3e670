// A ledger that is opened again, as a restart does it.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <utility>

#include "gateway/store/sqlite_store.h"
#include "task_values.h"
#include "temporary_folder.h"
#include "waiting_store.h"

namespace schemagate {

class ReopenedLedger : public testing::Test {
 protected:
  WaitingStore<> open(store::StoreLimits limits) const {
    auto opened = store::SqliteStore::open({.path = folder_.file("ledger"), .cache_bytes_max = 0}, limits,
                                           kStart + std::chrono::seconds(100));
    return {opened ? std::move(*opened) : nullptr, true};
  }

 private:
  const TemporaryFolder folder_;
};

}  // namespace schemagate
