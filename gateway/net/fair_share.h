// How a limit that many share is divided, so that who comes new finds something left.
#pragma once

#include <cstddef>

namespace schemagate::net {

// At most the whole goes to all together, and to one holder at most three times what is then left. A single
// holder so gets three quarters, two get three sevenths each, and there is always a rest for a third. A
// holder that has no more than `small` gets it as long as there is any: of a small whole everybody may take
// all.
struct FairShare {
  static constexpr std::size_t kTimesTheRest = 3;

  std::size_t whole;
  std::size_t small;

  // Whether a holder that `has` some of the `taken` may have `more`.
  constexpr bool grants(std::size_t taken, std::size_t has, std::size_t more) const {
    if (taken > whole || more > whole - taken) return false;
    const std::size_t rest = whole - taken - more;
    return has + more <= small || (has + more + kTimesTheRest - 1) / kTimesTheRest <= rest;
  }
};

}  // namespace schemagate::net
