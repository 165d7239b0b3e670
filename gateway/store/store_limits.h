// How much a store keeps, and for how long.
#pragma once

#include <chrono>
#include <cstddef>

namespace schemagate::store {

struct StoreLimits {
  std::size_t tasks_max = 100'000;  // when reached, the task that ended longest ago makes room
  std::size_t task_events_max = 10'000;
  std::size_t task_bytes_max = 16 << 20;
  std::size_t contexts_max = 100'000;     // remembered context names; the oldest makes room
  std::size_t task_pushes_max = 8;        // push notification configs of one task
  std::size_t pushes_max = 100'000;       // and of all together
  std::chrono::seconds retention{3'600};  // after a task has ended
  std::chrono::seconds deduplication_window{600};
};

}  // namespace schemagate::store
