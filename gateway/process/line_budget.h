// How many lines of a child go into the log: so many a minute, the rest is counted.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace schemagate::process {

class LineBudget {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  explicit LineBudget(std::size_t per_minute) : per_minute_(per_minute) {}

  // Whether one more may be written at `now`.
  bool take(TimePoint now) {
    if (now - began_ >= std::chrono::minutes(1)) {
      began_ = now;
      written_ = 0;
    }
    const bool may = written_ < per_minute_;
    may ? ++written_ : ++left_out_;
    return may;
  }
  // How many were not since this was asked last: to be said with the next one that is.
  std::size_t take_left_out() { return std::exchange(left_out_, 0); }

 private:
  const std::size_t per_minute_;
  TimePoint began_{};
  std::size_t written_ = 0;
  std::size_t left_out_ = 0;
};

// What a child wrote, fit for the log: UTF-8, without control characters.
std::string cleaned(std::string_view line);

}  // namespace schemagate::process
