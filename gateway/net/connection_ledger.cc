#include "gateway/net/connection_ledger.h"

#include <utility>

namespace schemagate::net {

ConnectionLedger::ConnectionLedger(std::size_t connections_max, std::size_t per_address_max)
    : connections_max_(connections_max), per_address_max_(per_address_max) {}

ConnectionLedger::Seat::Seat(std::shared_ptr<ConnectionLedger> ledger, std::string address)
    : ledger_(std::move(ledger)), address_(std::move(address)) {}

ConnectionLedger::Seat::~Seat() {
  if (ledger_) ledger_->leave(address_);
}

std::optional<ConnectionLedger::Seat> ConnectionLedger::enter(const std::string& address) {
  {
    std::lock_guard lock(mutex_);
    if (open_ >= connections_max_) return std::nullopt;
    auto entry = by_address_.try_emplace(address, 0).first;
    if (entry->second >= per_address_max_) return std::nullopt;
    ++entry->second;
    ++open_;
  }
  return Seat(shared_from_this(), address);
}

void ConnectionLedger::leave(const std::string& address) {
  std::lock_guard lock(mutex_);
  if (auto entry = by_address_.find(address); --entry->second == 0) by_address_.erase(entry);
  if (--open_ == 0) empty_.notify_all();
}

std::size_t ConnectionLedger::open() const {
  std::lock_guard lock(mutex_);
  return open_;
}

bool ConnectionLedger::wait_until_empty(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return empty_.wait_for(lock, patience, [this] { return open_ == 0; });
}

}  // namespace schemagate::net
