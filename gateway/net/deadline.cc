#include "gateway/net/deadline.h"

#include <algorithm>
#include <utility>

namespace schemagate::net {

void DeadlineLink::unlink() {
  previous_->next_ = next_;
  next_->previous_ = previous_;
  previous_ = next_ = this;
}

void DeadlineLink::insert_before(DeadlineLink& other) {
  previous_ = other.previous_;
  next_ = &other;
  previous_->next_ = this;
  other.previous_ = this;
}

void Deadline::arm(Clock::time_point when) {
  when_ = when;
  if (linked() && filed_ <= when) return;
  wheel_.file(*this);
}

DeadlineWheel::DeadlineWheel(const Executor& executor) : timer_(executor) {}

void DeadlineWheel::file(Deadline& deadline) {
  if (wakes_at_ == Clock::time_point::max()) next_tick_ = Clock::now() + kTick;
  deadline.unlink();
  auto ahead = std::max(deadline.when_ - next_tick_, Clock::duration::zero());
  auto ticks = (ahead + kTick - Clock::duration(1)) / std::chrono::duration_cast<Clock::duration>(kTick);
  std::size_t steps = std::min(static_cast<std::size_t>(ticks), kSlots - 1);
  deadline.filed_ = next_tick_ + steps * kTick;
  deadline.insert_before(slots_[(current_ + steps) % kSlots]);
  if (deadline.filed_ < wakes_at_) wake_at(deadline.filed_);
}

void DeadlineWheel::wake_at(Clock::time_point when) {
  wakes_at_ = when;
  timer_.expires_at(when);
  timer_.async_wait([this, alive = std::weak_ptr<bool>(alive_)](const boost::system::error_code& error) {
    if (!error && !alive.expired()) tick();
  });
}

void DeadlineWheel::tick() {
  wakes_at_ = Clock::time_point::min();  // what is filed meanwhile is seen below
  Clock::time_point now = Clock::now();
  while (next_tick_ <= now) {
    std::size_t slot = std::exchange(current_, (current_ + 1) % kSlots);
    next_tick_ += kTick;
    expire(slots_[slot], now);
  }
  sleep();
}

// Until the first slot that something is in.
void DeadlineWheel::sleep() {
  wakes_at_ = Clock::time_point::max();
  for (std::size_t steps = 0; steps < kSlots; ++steps) {
    if (slots_[(current_ + steps) % kSlots].linked()) return wake_at(next_tick_ + steps * kTick);
  }
}

void DeadlineWheel::expire(DeadlineLink& slot, Clock::time_point now) {
  DeadlineLink due;
  while (slot.linked()) {
    DeadlineLink* link = slot.next_;
    link->unlink();
    link->insert_before(due);
  }
  while (due.linked()) {
    Deadline* deadline = static_cast<Deadline*>(due.next_);
    deadline->unlink();
    if (deadline->when_ > now) {
      if (deadline->when_ != Clock::time_point::max()) file(*deadline);
    } else {
      deadline->disarm();
      deadline->on_deadline();
    }
  }
}

}  // namespace schemagate::net
