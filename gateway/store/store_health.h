// How a store does, for health checks.
#pragma once

#include <cstddef>

#include "a2a/error.h"

namespace schemagate::store {

struct StoreHealth {
  a2a::Result<void> writing = {};    // why it cannot be written now, in words that may go to a client
  std::size_t unreadable_tasks = 0;  // tasks that were asked for and are damaged; counted up to 1,000
};

// Safe from any thread.
class HealthSource {
 public:
  virtual ~HealthSource() = default;
  virtual StoreHealth health() const = 0;
};

}  // namespace schemagate::store
