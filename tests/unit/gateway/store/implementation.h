// What a suite that runs on every kind of Store is given.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "gateway/store/memory_store.h"
#include "gateway/store/sqlite_store.h"
#include "gateway/store/store.h"

namespace schemagate {

struct Implementation {
  static Implementation in_memory() {
    return {"Memory", [](schemagate::store::StoreLimits limits, const std::string& /*file*/) {
              return std::make_unique<schemagate::store::MemoryStore>(limits);
            }};
  }
  // Of a ledger that keeps nothing in memory of a task that has ended.
  static Implementation archiving(std::string name, schemagate::store::LedgerOptions options = {}) {
    options.cache_bytes_max = 0;
    const auto make = [options](schemagate::store::StoreLimits limits, const std::string& file) {
      schemagate::store::LedgerOptions here = options;
      here.path = file;
      auto opened = schemagate::store::SqliteStore::open(std::move(here), limits, {});
      return std::unique_ptr<schemagate::store::Store>(opened ? std::move(*opened) : nullptr);
    };
    return {std::move(name), make, true};
  }

  std::string name;
  std::function<std::unique_ptr<schemagate::store::Store>(schemagate::store::StoreLimits,
                                                          const std::string& file)>
      make;
  // Every read waits until what was written is durable: only then is it read from the file.
  bool settles = false;
};

}  // namespace schemagate
