// How often lines of the log that say the same may be written: an outage must not fill the operator's disk.
//
//   const auto left_out = limit.admit("unreachable the connection was refused", clock.monotonic());
//   if (left_out) log.write(…, {…, {"left_out", *left_out}});
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "gateway/environment/clock.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// Ten lines in ten seconds for each thing that is said, of which it tells sixteen apart; the others are one.
// Takes a lock for a moment. Safe from any thread.
class LineLimit {
 public:
  // How many lines like this one were left out before it; nullopt: this one is, too.
  std::optional<std::uint64_t> admit(std::string_view what, MonotonicTime now);

 private:
  struct Kind {
    MonotonicTime began = {};  // the ten seconds that `lines` are of
    std::size_t lines = 0;
    std::uint64_t left_out = 0;
  };
  struct State {
    std::map<std::string, Kind, std::less<>> kinds = {};
    Kind others = {};
  };
  static Kind& kind_of(State& state, std::string_view what, MonotonicTime now);

  store::Guarded<State> state_;
};

}  // namespace schemagate
