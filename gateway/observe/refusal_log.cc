#include "gateway/observe/refusal_log.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace schemagate {
namespace {

constexpr int kLinesMax = 10;
constexpr std::chrono::seconds kWhile{1};

}  // namespace

void RefusalLog::note(int status, std::string_view cause) {
  const MonotonicTime now = clock_.monotonic();
  const auto left_out = state_.with([now](State& state) -> std::optional<std::uint64_t> {
    if (now - state.began >= kWhile) {
      state.began = now;
      state.lines = 0;
    }
    if (state.lines == kLinesMax) {
      ++state.left_out;
      return std::nullopt;
    }
    ++state.lines;
    return std::exchange(state.left_out, 0);
  });
  if (!left_out) return;
  log_.write(LogLevel::kWarn, "request_refused",
             {{"http.response.status_code", status}, {"cause", std::string(cause)}, {"left_out", *left_out}});
}

}  // namespace schemagate
