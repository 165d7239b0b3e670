// Holds a store's writer: nothing becomes durable until it is gone.
#pragma once

#include <latch>
#include <memory>
#include <string>

#include "gateway/store/sqlite_store.h"
#include "waiting_store.h"

namespace schemagate {

class HeldWriter {
 public:
  // An observer that blocks, which none may, blocks the writer's thread.
  explicit HeldWriter(const WaitingStore<schemagate::store::SqliteStore>& store) {
    store.link_context({"held", "writer"}, std::to_string(store.written()), "x");
    store.when_durable(store.written(), [latches = latches_](const a2a::Result<void>&) {
      latches->held.count_down();
      latches->released.wait();
    });
    latches_->held.wait();
  }
  ~HeldWriter() { latches_->released.count_down(); }
  HeldWriter(const HeldWriter&) = delete;
  HeldWriter& operator=(const HeldWriter&) = delete;

 private:
  struct Latches {
    std::latch held{1};
    std::latch released{1};
  };
  const std::shared_ptr<Latches> latches_ = std::make_shared<Latches>();
};

}  // namespace schemagate
