// When a delivery that failed is tried again, and when no more. Pure; safe from any thread.
#pragma once

#include <chrono>
#include <optional>

namespace schemagate::push {

struct RetryPolicy {
  std::chrono::milliseconds pause_min{1'000};        // after the first failure; doubles with each
  std::chrono::milliseconds pause_max{60'000};       //
  std::chrono::milliseconds asked_max{10 * 60'000};  // of what a receiver may ask for
  std::chrono::milliseconds give_up{30 * 60'000};    // after the first failure of the same notification

  // The pause after failure number `failures` (from 1), `elapsed` after the first; nullopt: give up.
  // `random` from 0 to 1 spreads receivers that failed together: half of the pause is certain. `asked` is
  // what the receiver itself asked for: the pause is no shorter.
  std::optional<std::chrono::milliseconds> next_pause(unsigned failures, std::chrono::milliseconds elapsed,
                                                      double random,
                                                      std::chrono::milliseconds asked = {}) const;
};

}  // namespace schemagate::push
