#include "gateway/observe/line_limit.h"

#include <chrono>
#include <utility>

namespace schemagate {
namespace {

constexpr std::size_t kLinesOfAKind = 10;
constexpr std::size_t kKindsMax = 16;
constexpr std::chrono::seconds kPeriod{10};

}  // namespace

// Those that nothing was heard of lately make room; what was left out of them is not forgotten.
LineLimit::Kind& LineLimit::kind_of(State& state, std::string_view what, MonotonicTime now) {
  if (const auto known = state.kinds.find(what); known != state.kinds.end()) return known->second;
  if (state.kinds.size() == kKindsMax) {
    std::erase_if(state.kinds, [&state, now](const auto& entry) {
      const bool is_over = now - entry.second.began >= kPeriod;
      if (is_over) state.others.left_out += entry.second.left_out;
      return is_over;
    });
  }
  if (state.kinds.size() == kKindsMax) return state.others;
  return state.kinds.emplace(what, Kind{}).first->second;
}

std::optional<std::uint64_t> LineLimit::admit(std::string_view what, MonotonicTime now) {
  return state_.with([what, now](State& state) -> std::optional<std::uint64_t> {
    Kind& kind = kind_of(state, what, now);
    if (kind.lines == 0 || now - kind.began >= kPeriod) {
      kind.began = now;
      kind.lines = 0;
    }
    if (kind.lines == kLinesOfAKind) {
      ++kind.left_out;
      return std::nullopt;
    }
    ++kind.lines;
    return std::exchange(kind.left_out, 0);
  });
}

}  // namespace schemagate
