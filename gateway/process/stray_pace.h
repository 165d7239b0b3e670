// How much a child may say that answers nobody: so many bytes a second. Beyond them its pipe is not read, and
// it waits.
#pragma once

#include <chrono>
#include <cstddef>

namespace schemagate::process {

class StrayPace {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  explicit StrayPace(std::size_t bytes_per_second) : bytes_max_(bytes_per_second) {}

  // Of a line, however short, that has been looked at.
  void note_line(std::size_t bytes, TimePoint now) { note(bytes + kLineCost, now); }
  void note(std::size_t bytes, TimePoint now) {
    if (now >= ends_) {
      ends_ = now + std::chrono::seconds(1);
      bytes_ = 0;
    }
    bytes_ += bytes;
  }
  // For how long nothing is to be read; 0: go on.
  std::chrono::milliseconds pause(TimePoint now) const {
    if (bytes_ <= bytes_max_ || now >= ends_) return std::chrono::milliseconds(0);
    return std::chrono::ceil<std::chrono::milliseconds>(ends_ - now);
  }

 private:
  static constexpr std::size_t kLineCost = 64;  // of a line as of so many bytes

  const std::size_t bytes_max_;
  TimePoint ends_{};  // the second that is counted
  std::size_t bytes_ = 0;
};

}  // namespace schemagate::process
