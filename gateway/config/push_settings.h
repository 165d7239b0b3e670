// How push notifications are delivered.
#pragma once

#include <chrono>
#include <cstddef>

#include "gateway/push/push_relay.h"

namespace schemagate {

// Push notifications, delivered by the gateway itself.
struct PushSettings {
  bool enabled = true;
  push::PushOptions options;
  std::chrono::milliseconds timeout{10'000};  // one delivery
  std::size_t configs_per_task_max = 8;
};

}  // namespace schemagate
