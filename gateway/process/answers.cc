#include "gateway/process/answers.h"

namespace schemagate::process {

bool Answers::put(std::string line) {
  const bool fits = state_.with([&](State& state) {
    const std::size_t bytes = state.bytes + line.size();
    if (bytes > bytes_max_ && !state.lines.empty()) {
      state.failure = net::Failure{net::FailureKind::kTooLarge, "sends faster than its events are read"};
    } else if (!state.memory.grow_to(net::counted_bytes(bytes))) {
      state.failure = net::Failure{net::FailureKind::kOverloaded,
                                   "sent more than the gateway has memory for at the moment"};
    } else {
      state.bytes = bytes;
      state.lines.push_back(std::move(line));
    }
    return !state.failure;
  });
  wake_();
  return fits;
}

void Answers::fail(net::Failure why, bool sent) {
  state_.with([&](State& state) {
    state.failure = std::move(why);
    state.sent = sent;
  });
  wake_();
}

net::Result<std::optional<std::string>> Answers::take() {
  return state_.with([](State& state) -> net::Result<std::optional<std::string>> {
    if (state.lines.empty()) {
      if (state.failure) return std::unexpected(*state.failure);
      return std::optional<std::string>();
    }
    std::string line = std::move(state.lines.front());
    state.lines.pop_front();
    state.bytes -= line.size();
    if (state.lines.empty()) state.memory.give_back();
    return std::optional(std::move(line));
  });
}

bool Answers::is_unsent() const {
  return state_.with([](const State& state) { return !state.sent; });
}

}  // namespace schemagate::process
