// Deadlines for thousands of connections on one timer: arming one costs a store, in the usual case.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>

#include "gateway/net/executor.h"

namespace schemagate::net {

using Clock = std::chrono::steady_clock;

class DeadlineWheel;

// One link of a circular list.
class DeadlineLink {
 public:
  DeadlineLink() = default;
  DeadlineLink(const DeadlineLink&) = delete;
  DeadlineLink& operator=(const DeadlineLink&) = delete;
  ~DeadlineLink() { unlink(); }

 protected:
  friend class DeadlineWheel;
  bool linked() const { return next_ != this; }
  void unlink();
  void insert_before(DeadlineLink& other);

  DeadlineLink* previous_ = this;
  DeadlineLink* next_ = this;
};

// A moment at which something happens unless it is moved or taken away first. Belongs to one wheel, which
// must outlive it; both are used on one thread.
class Deadline : public DeadlineLink {
 public:
  explicit Deadline(DeadlineWheel& wheel) : wheel_(wheel) {}
  virtual ~Deadline() = default;

  // Fires within DeadlineWheel::kTick after `when`, never before.
  void arm(Clock::time_point when);
  void disarm() { when_ = Clock::time_point::max(); }
  Clock::time_point when() const { return when_; }

 protected:
  // Called by the wheel; may destroy this or any other deadline.
  virtual void on_deadline() = 0;

 private:
  friend class DeadlineWheel;
  DeadlineWheel& wheel_;
  Clock::time_point when_ = Clock::time_point::max();
  Clock::time_point filed_ = Clock::time_point::max();  // when the wheel will look at it
};

// A ring of slots, one per tick. A deadline that was moved further away, or lies beyond the ring, stays where
// it is and is filed again when its slot comes up. Sleeps until the next slot that has something in it.
class DeadlineWheel {
 public:
  static constexpr std::chrono::milliseconds kTick{50};

  explicit DeadlineWheel(const Executor& executor);

 private:
  friend class Deadline;
  static constexpr std::size_t kSlots = 512;

  void file(Deadline& deadline);
  void wake_at(Clock::time_point when);
  void tick();
  void sleep();
  void expire(DeadlineLink& slot, Clock::time_point now);

  std::array<DeadlineLink, kSlots> slots_;
  Timer timer_;
  Clock::time_point next_tick_{};
  std::size_t current_ = 0;                                // slot of next_tick_
  Clock::time_point wakes_at_ = Clock::time_point::max();  // max(): nothing is filed
  // A tick may already be queued when the wheel goes: it looks here first.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace schemagate::net
