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

std::string RefusalLog::note(const net::RefusedRequest& refused, std::string_view path) {
  const MonotonicTime now = clock_.monotonic();
  std::string id;
  const auto left_out = state_.with([now, &id](State& state) -> std::optional<std::uint64_t> {
    id = state.ids.next();
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
  if (!left_out) return id;
  const bool is_answered = refused.status != 0;
  log_.write(LogLevel::kWarn, "request_refused",
             {{"request_id", is_answered ? id : std::string()},
              {"client.address", refused.address},
              {"http.request.method", refused.method},
              {"url.path", path},
              {"http.response.status_code", refused.status},
              {"cause", refused.message},
              {"left_out", *left_out}});
  return id;
}

}  // namespace schemagate
