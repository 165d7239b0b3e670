#include "gateway/push/retry_policy.h"

#include <algorithm>

namespace schemagate::push {

std::optional<std::chrono::milliseconds> RetryPolicy::next_pause(unsigned failures,
                                                                 std::chrono::milliseconds elapsed,
                                                                 double random,
                                                                 std::chrono::milliseconds asked) const {
  if (elapsed >= give_up) return std::nullopt;
  auto pause = pause_min;
  for (unsigned i = 1; i < failures && pause < pause_max; ++i) pause *= 2;
  pause = std::min(pause, pause_max);
  const auto half = pause / 2;
  const std::chrono::duration<double, std::milli> spread = (pause - half) * std::clamp(random, 0.0, 1.0);
  return std::max(half, std::min(asked, asked_max)) +
         std::chrono::duration_cast<std::chrono::milliseconds>(spread);
}

}  // namespace schemagate::push
