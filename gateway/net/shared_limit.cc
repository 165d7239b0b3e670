#include "gateway/net/shared_limit.h"

#include <mutex>
#include <unordered_map>

#include "gateway/net/fair_share.h"

namespace schemagate::net {

struct SharedLimit::Holder {
  std::size_t taken = 0;
  std::size_t parts = 0;  // that are more than nothing
};

struct SharedLimit::State {
  State(std::size_t whole, std::size_t small) : share{whole, small} {}

  bool grants(std::size_t has, std::size_t more) const { return share.grants(taken, has, more); }

  const FairShare share;
  mutable std::mutex mutex;  // guards all below
  std::size_t taken = 0;
  std::unordered_map<std::string, Holder> holders;  // who have something
};

SharedLimit::SharedLimit(std::size_t whole, std::size_t small)
    : state_(std::make_shared<State>(whole, small)) {}

SharedLimit::Part SharedLimit::part_of(std::string_view holder) const {
  return {state_, holder};
}

bool SharedLimit::grants(const std::string& holder, std::size_t amount) const {
  return part_of(holder).may_grow_to(amount);
}

std::size_t SharedLimit::taken() const {
  const std::lock_guard lock(state_->mutex);
  return state_->taken;
}

SharedLimit::Part::Part(Part&& other) noexcept
    : state_(std::move(other.state_)),
      name_(std::move(other.name_)),
      holder_(std::exchange(other.holder_, nullptr)),
      amount_(std::exchange(other.amount_, 0)) {}

SharedLimit::Part& SharedLimit::Part::operator=(Part&& other) noexcept {
  std::swap(state_, other.state_);
  std::swap(name_, other.name_);
  std::swap(holder_, other.holder_);
  std::swap(amount_, other.amount_);
  return *this;
}

bool SharedLimit::Part::grow_to(std::size_t amount) {
  if (!state_ || amount <= amount_) return true;
  const std::size_t more = amount - amount_;
  const std::lock_guard lock(state_->mutex);
  Holder* holder = holder_ != nullptr ? holder_ : &state_->holders[name_];
  const bool granted = state_->grants(holder->taken, more);
  if (granted) {
    if (holder_ == nullptr) ++holder->parts;
    holder_ = holder;
    amount_ = amount;
    holder->taken += more;
    state_->taken += more;
  } else if (holder->parts == 0) {
    state_->holders.erase(name_);
  }
  return granted;
}

bool SharedLimit::Part::may_grow_to(std::size_t amount) const {
  if (!state_ || amount <= amount_) return true;
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->holders.find(name_);
  return state_->grants(found == state_->holders.end() ? 0 : found->second.taken, amount - amount_);
}

void SharedLimit::Part::give_back() {
  if (holder_ == nullptr) return;
  const std::lock_guard lock(state_->mutex);
  state_->taken -= amount_;
  holder_->taken -= std::exchange(amount_, 0);
  if (--std::exchange(holder_, nullptr)->parts == 0) state_->holders.erase(name_);
}

}  // namespace schemagate::net
