// Time as the gateway sees it: a seam, so that tests can drive it.
#pragma once

#include <chrono>
#include <string>

namespace schemagate {

using MonotonicTime = std::chrono::steady_clock::time_point;

// Safe from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  // For deadlines and expiry: never leaps.
  virtual MonotonicTime monotonic() const = 0;
  // For timestamps.
  virtual std::chrono::system_clock::time_point utc() const = 0;
};

class SystemClock final : public Clock {
 public:
  MonotonicTime monotonic() const override { return std::chrono::steady_clock::now(); }
  std::chrono::system_clock::time_point utc() const override { return std::chrono::system_clock::now(); }
};

// RFC 3339 in UTC with milliseconds: "2026-04-30T08:00:00.000Z".
std::string format_timestamp(std::chrono::system_clock::time_point time);

}  // namespace schemagate
