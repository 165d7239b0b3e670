// Large requests and answers take turns on a core, so that a caller who sends many does not keep it from
// others.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>

#include "gateway/net/lines.h"
#include "gateway/net/signal.h"

namespace schemagate {

// A request with a large body is known beforehand, and waits for its turn. How large the answer to a read
// will be is known when the work is done, so a large one makes the reads behind it wait. Turns go round among
// the holders (CallContext::holder, or the address), and between two turns runs whatever else is ready.
// Without large work nobody waits, and nothing is paid. Belongs to one core.
class LargeWork {
 public:
  static constexpr std::size_t kLargeBytes = 256 << 10;

  LargeWork() = default;
  LargeWork(const LargeWork&) = delete;
  LargeWork& operator=(const LargeWork&) = delete;

  // Ends with its destruction.
  class Turn {
   public:
    explicit Turn(LargeWork& work) : work_(&work) {}
    Turn(Turn&& other) noexcept : work_(std::exchange(other.work_, nullptr)) {}
    Turn& operator=(Turn&&) = delete;
    ~Turn() {
      if (work_ != nullptr) work_->pass_on();
    }

   private:
    LargeWork* work_;
  };

  // Waits for the turn of a request with a large body, which ends by itself when the caller is suspended
  // next: it is not held while an agent answers.
  net::Awaitable<void> begin_large_body(net::Executor executor, const std::string& holder);

  // Whether a read has to wait for its turn.
  bool busy() const { return busy_; }
  net::Awaitable<Turn> turn(net::Executor executor, const std::string& holder);
  // A read has been answered without a turn: from kLargeBytes on, those behind it wait.
  void note_answer(net::Executor executor, std::size_t bytes);

 private:
  struct Waiter {
    net::Signal signal;
    bool has_turn = false;
  };
  class InLine;
  net::Awaitable<void> wait_for_turn(net::Executor executor, const std::string& holder);
  void pass_on();
  void pass_on_behind(net::Executor executor);

  bool busy_ = false;  // somebody has his turn, or what was ready behind large work still runs
  net::Lines<Waiter*> waiting_;
  std::chrono::steady_clock::time_point began_ = {};  // the turn
  std::chrono::milliseconds pause_{0};                // before the next one
};

}  // namespace schemagate
