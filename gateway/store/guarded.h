// Data that can be reached only while its lock is held.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <utility>

namespace schemagate::store {

// No callback may call back into the same object or block. Safe from any thread.
template <class T>
class Guarded {
 public:
  Guarded() = default;
  explicit Guarded(T value) : value_(std::move(value)) {}

  template <class Visit>
  decltype(auto) with(Visit&& visit) {
    std::lock_guard lock(mutex_);
    return std::forward<Visit>(visit)(value_);
  }
  template <class Visit>
  decltype(auto) with(Visit&& visit) const {
    std::lock_guard lock(mutex_);
    return std::forward<Visit>(visit)(std::as_const(value_));
  }

  // Gives the lock up until `ready(value)` holds, for `time` at most, or until the stop; `wake` is notified
  // by whoever makes it hold.
  template <class Ready>
  void wait(std::condition_variable_any& wake, const std::stop_token& stop, std::chrono::milliseconds time,
            Ready&& ready) const {
    std::unique_lock lock(mutex_);
    wake.wait_for(lock, stop, time, [this, &ready] { return ready(std::as_const(value_)); });
  }

 private:
  mutable std::mutex mutex_;
  T value_;
};

}  // namespace schemagate::store
