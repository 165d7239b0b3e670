// When a child that has ended is started again. Pure.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>

namespace schemagate::process {

// The first time at once, then after 1 s, 2 s and so on up to 30 s. One that has lived for a minute begins
// anew.
class RestartPolicy {
 public:
  // `in_a_row_max`: so often, then not any more.
  explicit RestartPolicy(std::size_t in_a_row_max) : in_a_row_max_(in_a_row_max) {}

  // The pause before the next start; nullopt: it is given up.
  std::optional<std::chrono::milliseconds> after(std::chrono::steady_clock::duration lived) {
    if (lived >= kLongLife) in_a_row_ = 0;
    if (in_a_row_ == in_a_row_max_) return std::nullopt;
    if (in_a_row_++ == 0) return std::chrono::milliseconds(0);
    const std::size_t doublings = std::min<std::size_t>(in_a_row_ - 2, 5);
    return std::min<std::chrono::milliseconds>(std::chrono::seconds(1) * (1 << doublings), kLongestPause);
  }

 private:
  static constexpr std::chrono::minutes kLongLife{1};
  static constexpr std::chrono::seconds kLongestPause{30};
  const std::size_t in_a_row_max_;
  std::size_t in_a_row_ = 0;
};

}  // namespace schemagate::process
