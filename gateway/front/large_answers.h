// Large answers, one at a time on a core: whoever asks for many of them is not to keep the core from others.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "gateway/net/lines.h"
#include "gateway/net/signal.h"

namespace schemagate {

// How large the answer to a read will be is known when the work is done. So a large one makes the reads
// behind it wait: holders (CallContext::holder) take turns, and before each turn runs whatever else is ready.
// Without a large one nobody waits, and nothing is paid. Belongs to one core.
class LargeAnswers {
 public:
  static constexpr std::size_t kLargeBytes = 256 << 10;

  LargeAnswers() = default;
  LargeAnswers(const LargeAnswers&) = delete;
  LargeAnswers& operator=(const LargeAnswers&) = delete;

  // Ends with its destruction.
  class Turn {
   public:
    explicit Turn(LargeAnswers& answers) : answers_(&answers) {}
    Turn(Turn&& other) noexcept : answers_(std::exchange(other.answers_, nullptr)) {}
    Turn& operator=(Turn&&) = delete;
    ~Turn() {
      if (answers_ != nullptr) answers_->pass_on();
    }

   private:
    LargeAnswers* answers_;
  };

  // Whether a read has to wait for its turn.
  bool busy() const { return busy_; }
  net::Awaitable<Turn> turn(net::Executor executor, const std::string& holder);
  // An answer of that size has been made without a turn.
  void made(net::Executor executor, std::size_t bytes);

 private:
  struct Waiter {
    net::Signal signal;
    bool has_turn = false;
  };
  class InLine;
  void pass_on();

  bool busy_ = false;  // somebody has his turn, or what was ready behind a large answer still runs
  net::Lines<Waiter*> waiting_;
};

}  // namespace schemagate
