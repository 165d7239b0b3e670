// Data that can be reached only while its lock is held.
#pragma once

#include <mutex>
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

 private:
  mutable std::mutex mutex_;
  T value_;
};

}  // namespace schemagate::store
