#include "gateway/process/pending_calls.h"

#include <charconv>
#include <utility>

#include "a2a/json/document.h"
#include "a2a/wire/jsonrpc.h"

namespace schemagate::process {
namespace {

using net::FailureKind;

constexpr std::size_t kCallsMax = 1'024;
constexpr std::size_t kSmallShare = 4;  // calls that a holder gets as long as there is any
constexpr std::size_t kUnsentBytesMax = 64 << 20;
constexpr std::size_t kIdFoundWithin = 1 << 10;
constexpr std::size_t kDepthMax = 512;  // whoever asked has a stricter one

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || text.empty()) return std::nullopt;
  const std::string_view rest(end, text.data() + text.size());
  return rest.empty() || rest == ".0" ? std::optional(value) : std::nullopt;
}

// 7, 7.0 and "7" are the same id: some SDKs make a text of it.
std::optional<std::uint64_t> id_of(a2a::JsonValue id) {
  return number(id.string().value_or(id.raw()));
}

// An answer, with the place of its id in the text.
struct Answer {
  std::uint64_t id;
  std::size_t place;
  std::size_t size;
};

// Of a JSON text.
std::optional<Answer> read_answer(a2a::JsonValue root, const std::string& line) {
  const auto id = root.find("method") ? std::nullopt : root.find("id");
  const auto value = id ? id_of(*id) : std::nullopt;
  if (!value) return std::nullopt;
  return Answer{*value, static_cast<std::size_t>(id->raw().data() - line.data()), id->raw().size()};
}

// Where the value of the member "id" begins that the outermost object has, as far as a text can be told that
// is no whole JSON; npos: there is none.
std::size_t find_id(std::string_view text) {
  constexpr std::string_view kName = "\"id\"";
  int depth = 0;
  bool is_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_text) {
      if (c == '\\') ++i;
      is_text = c != '"';
      continue;
    }
    if (depth == 1 && text.substr(i).starts_with(kName)) {
      const std::size_t colon = text.find_first_not_of(' ', i + kName.size());
      if (colon != text.npos && text[colon] == ':') return text.find_first_not_of(" \"", colon + 1);
    }
    is_text = c == '"';
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
  }
  return text.npos;
}

// Of a line that cannot be read.
std::optional<std::uint64_t> likely_id(std::string_view line) {
  line = line.substr(0, kIdFoundWithin);
  if (!line.starts_with('{')) return std::nullopt;
  const std::size_t first = find_id(line);
  if (first == line.npos) return std::nullopt;
  const std::size_t end = line.find_first_not_of("0123456789", first);
  return number(line.substr(first, end - first));
}

}  // namespace

PendingCalls::PendingCalls(std::function<void()> wake)
    : wake_(std::move(wake)), places_(kCallsMax, kSmallShare) {}

net::Result<std::uint64_t> PendingCalls::add(const std::string& request, const std::string& holder,
                                             std::shared_ptr<Answers> answers) {
  net::SharedLimit::Part part = places_.part_of(holder);
  if (!part.grow_to(1))
    return net::failed(FailureKind::kOverloaded, "has as many calls waiting as it may have");
  return state_.with([&](State& state) -> net::Result<std::uint64_t> {
    if (state.down) return std::unexpected(*state.down);
    if (state.unsent_bytes + request.size() > kUnsentBytesMax)
      return net::failed(FailureKind::kOverloaded, "does not read what it is sent");
    const std::uint64_t id = ++state.last_id;
    Call call{std::move(answers), std::move(part), a2a::wire::with_id(request, std::to_string(id)) + "\n"};
    state.unsent_bytes += call.line.size();
    state.calls.emplace(id, std::move(call));
    state.unsent.push_back(id);
    wake_();
    return id;
  });
}

void PendingCalls::forget(State& state, std::map<std::uint64_t, Call>::iterator call) {
  state.unsent_bytes -= call->second.line.size();
  state.calls.erase(call);
}

void PendingCalls::remove(std::uint64_t id) {
  state_.with([id](State& state) {
    const auto call = state.calls.find(id);
    if (call != state.calls.end()) forget(state, call);
  });
}

std::optional<std::string> PendingCalls::next_line() {
  return state_.with([](State& state) -> std::optional<std::string> {
    while (!state.unsent.empty()) {
      const auto call = state.calls.find(state.unsent.front());
      state.unsent.pop_front();
      if (call == state.calls.end()) continue;
      state.unsent_bytes -= call->second.line.size();
      return std::exchange(call->second.line, {});
    }
    return std::nullopt;
  });
}

PendingCalls::Use PendingCalls::answer(std::string line) {
  const auto root = document_.parse(line, {.bytes_max = line.size(), .depth_max = kDepthMax});
  if (!root) {
    fail_likely(line, {FailureKind::kMalformed, "answered with a line that is no JSON"});
    return Use::kStray;
  }
  const auto found = read_answer(*root, line);
  if (!found) return Use::kStray;
  line.replace(found->place, found->size, a2a::wire::kRequestId);
  return state_.with([&](State& state) {
    const auto call = state.calls.find(found->id);
    if (call == state.calls.end() || !call->second.line.empty())
      return found->id <= state.last_id ? Use::kLate : Use::kStray;
    if (!call->second.answers->put(std::move(line))) forget(state, call);
    return Use::kAnswer;
  });
}

void PendingCalls::answer_cut(std::string_view beginning, std::size_t bytes_max) {
  const std::string limit = std::to_string(bytes_max);
  fail_likely(beginning, {FailureKind::kTooLarge, "sent a line of more than " + limit + " bytes"});
}

void PendingCalls::fail_likely(std::string_view line, const net::Failure& why) {
  const auto id = likely_id(line);
  if (!id) return;
  state_.with([&](State& state) {
    const auto call = state.calls.find(*id);
    if (call == state.calls.end() || !call->second.line.empty()) return;
    call->second.answers->fail(why, true);
    forget(state, call);
  });
}

void PendingCalls::interrupt(const net::Failure& why, std::optional<net::Failure> down) {
  state_.with([&](State& state) {
    for (auto& [id, call] : state.calls) call.answers->fail(why, call.line.empty());
    state.calls.clear();
    state.unsent.clear();
    state.unsent_bytes = 0;
    state.down = std::move(down);
  });
}

void PendingCalls::resume() {
  state_.with([](State& state) { state.down.reset(); });
}

bool PendingCalls::is_wanted() const {
  return state_.with([](const State& state) { return !state.calls.empty(); });
}

}  // namespace schemagate::process
