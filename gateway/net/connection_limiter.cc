#include "gateway/net/connection_limiter.h"

#include <utility>

namespace schemagate::net {

ConnectionLimiter::ConnectionLimiter(std::size_t connections_max, std::size_t per_address_max)
    : connections_max_(connections_max), per_address_max_(per_address_max) {}

ConnectionLimiter::Seat::Seat(std::shared_ptr<ConnectionLimiter> limiter) : limiter_(std::move(limiter)) {}

ConnectionLimiter::Seat::~Seat() {
  if (limiter_) limiter_->leave(address_);
}

std::optional<ConnectionLimiter::Seat> ConnectionLimiter::enter() {
  {
    std::lock_guard lock(mutex_);
    if (open_ >= connections_max_) return std::nullopt;
    ++open_;
  }
  return Seat(shared_from_this());
}

bool ConnectionLimiter::count(const std::string& address) {
  auto entry = by_address_.try_emplace(address, 0).first;
  if (entry->second >= per_address_max_) return false;
  ++entry->second;
  return true;
}

bool ConnectionLimiter::Seat::count_for(const std::string& address) {
  const std::lock_guard lock(limiter_->mutex_);
  if (!address_.empty() || !limiter_->count(address)) return false;
  address_ = address;
  return true;
}

void ConnectionLimiter::leave(const std::string& address) {
  std::lock_guard lock(mutex_);
  if (!address.empty()) {
    if (auto entry = by_address_.find(address); --entry->second == 0) by_address_.erase(entry);
  }
  if (--open_ == 0) empty_.notify_all();
}

std::size_t ConnectionLimiter::open() const {
  std::lock_guard lock(mutex_);
  return open_;
}

bool ConnectionLimiter::wait_until_empty(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  return empty_.wait_for(lock, timeout, [this] { return open_ == 0; });
}

}  // namespace schemagate::net
