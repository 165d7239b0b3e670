// How many attempts to tell receivers came to what.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "gateway/push/push_transport.h"

namespace schemagate::push {

// Counts what another transport does. Safe from any thread.
class CountedTransport final : public PushTransport {
 public:
  explicit CountedTransport(std::unique_ptr<PushTransport> transport) : transport_(std::move(transport)) {}

  void deliver(Attempt attempt, OnAttempted told) override {
    transport_->deliver(std::move(attempt), [this, told = std::move(told)](AttemptResult result) mutable {
      ++(result.outcome == AttemptOutcome::kDelivered ? delivered_ : failed_);
      told(std::move(result));
    });
  }
  void stop() override { transport_->stop(); }

  std::uint64_t delivered() const { return delivered_; }
  std::uint64_t failed() const { return failed_; }

 private:
  std::atomic<std::uint64_t> delivered_ = 0;
  std::atomic<std::uint64_t> failed_ = 0;
  const std::unique_ptr<PushTransport> transport_;  // last: its threads count
};

}  // namespace schemagate::push
