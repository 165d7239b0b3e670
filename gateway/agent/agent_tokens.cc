#include "gateway/agent/agent_tokens.h"

#include <algorithm>
#include <utility>

namespace schemagate {
namespace {

using a2a::client::AccessToken;
using a2a::client::Cause;
using a2a::client::Failure;
using std::chrono::milliseconds;
using std::chrono::seconds;

TokenFailure described(const Failure& failure) {
  TokenFailure told{std::string(name(failure.cause)), failure.error.message, "the authorization server "};
  switch (failure.cause) {
    case Cause::kAgent:
      return {"refused", failure.error.message, failure.error.message};
    case Cause::kUnreachable:
      told.shown += failure.reason.empty() ? "cannot be reached" : failure.reason;
      return told;
    case Cause::kTls:
      told.shown += failure.reason;
      return told;
    case Cause::kTimeout:
      told.shown += "does not answer in time";
      return told;
    case Cause::kProtocol:
    case Cause::kArgument:
    case Cause::kCanceled:
      told.shown += "gives no token";
      return told;
  }
  std::unreachable();
}

TokenFailure too_many() {
  const std::string text = "too many tokens are being asked for";
  return {"overloaded", text, text};
}

TokenFailure too_late() {
  const std::string text = "the authorization server does not answer in time";
  return {"timeout", text, text};
}

}  // namespace

// A coroutine that is told when something came of its wish; no more once it is gone.
class AgentTokens::Waiting {
 public:
  Waiting(AgentTokens& tokens, const std::string& key, const net::Signal& signal)
      : tokens_(tokens),
        place_(tokens.state_.with([&](State& state) { return state.waiting.emplace(key, signal); })) {}
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() {
    tokens_.state_.with([this](State& state) { state.waiting.erase(place_); });
  }

 private:
  AgentTokens& tokens_;
  const std::multimap<std::string, net::Signal>::iterator place_;
};

AgentTokens::AgentTokens(AgentTokensOptions options) : options_(std::move(options)) {
  while (threads_.size() < options_.threads)
    threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
}

AgentTokens::~AgentTokens() {
  for (std::jthread& thread : threads_) thread.request_stop();
  threads_.clear();
}

std::optional<AgentTokens::Outcome> AgentTokens::look(const TokenWish& wish) {
  bool asks = false;
  auto outcome = state_.with([&](State& state) {
    const std::size_t before = state.line.size();
    auto found = look_at(state, wish);
    asks = state.line.size() > before;
    return found;
  });
  if (asks) wake_.notify_all();
  return outcome;
}

std::optional<AgentTokens::Outcome> AgentTokens::look_at(State& state, const TokenWish& wish) const {
  const auto now = Clock::now();
  Entry* const entry = make_entry(state, wish.key);
  const bool is_good = entry != nullptr && !entry->token.empty() && now < entry->good_until;
  if (is_good && (now < entry->refresh_at || entry->is_asked_for || now < entry->retry_at))
    return entry->token;
  if (entry != nullptr && !is_good && entry->failure && now < entry->retry_at)
    return std::unexpected(*entry->failure);
  const bool has_room = state.line.size() < options_.waiting_max;
  if (entry == nullptr || (!has_room && !entry->is_asked_for)) {
    if (is_good) return entry->token;
    return std::unexpected(too_many());
  }
  if (!std::exchange(entry->is_asked_for, true)) {
    entry->subject = wish.subject;
    state.line.push_back(wish.key);
  }
  if (is_good) return entry->token;
  return std::nullopt;
}

// nullptr: all that are kept are being asked for.
AgentTokens::Entry* AgentTokens::make_entry(State& state, const std::string& key) const {
  const auto found = state.entries.find(key);
  if (found != state.entries.end()) return &found->second;
  if (state.entries.size() >= options_.kept_max) {
    auto first = state.entries.end();
    for (auto each = state.entries.begin(); each != state.entries.end(); ++each) {
      const bool is_earlier =
          first == state.entries.end() || each->second.good_until < first->second.good_until;
      if (!each->second.is_asked_for && is_earlier) first = each;
    }
    if (first == state.entries.end()) return nullptr;
    state.entries.erase(first);
  }
  return &state.entries[key];
}

net::Awaitable<AgentTokens::Outcome> AgentTokens::get(TokenWish wish, milliseconds timeout) {
  const auto deadline = Clock::now() + timeout;
  const net::Executor executor = co_await net::own_executor();
  const net::Signal told(executor);
  const Waiting waiting(*this, wish.key, told);
  for (;;) {
    auto outcome = look(wish);
    if (outcome) co_return *std::move(outcome);
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
    const bool was_told = co_await told.wait(std::max(left, milliseconds(0)));
    if (!was_told) co_return std::unexpected(too_late());
  }
}

AgentTokens::Outcome AgentTokens::wait_for(const TokenWish& wish, const std::stop_token& stop,
                                           milliseconds timeout) {
  const auto deadline = Clock::now() + timeout;
  while (!stop.stop_requested()) {
    auto outcome = look(wish);
    if (outcome) return *std::move(outcome);
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) break;
    state_.wait(wake_, stop, left, [&wish](const State& state) {
      const auto entry = state.entries.find(wish.key);
      return entry == state.entries.end() || !entry->second.is_asked_for;
    });
  }
  return std::unexpected(too_late());
}

void AgentTokens::reject(const std::string& key, const std::string& token) {
  state_.with([&](State& state) {
    const auto entry = state.entries.find(key);
    if (entry == state.entries.end() || entry->second.token != token) return;
    if (Clock::now() - entry->second.fetched_at >= options_.trusted_for) entry->second.token.clear();
  });
}

void AgentTokens::forget_failures() {
  state_.with([](State& state) {
    for (auto& [key, entry] : state.entries) {
      entry.failure.reset();
      entry.retry_at = {};
      entry.pause = milliseconds(0);
    }
  });
}

void AgentTokens::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::optional<std::pair<std::string, std::string>> next;  // key and subject
    state_.wait(wake_, stop, std::chrono::hours(1), [](const State& state) { return !state.line.empty(); });
    state_.with([&next](State& state) {
      if (state.line.empty()) return;
      std::string key = std::move(state.line.front());
      state.line.pop_front();
      std::string subject = std::exchange(state.entries[key].subject, {});
      next.emplace(std::move(key), std::move(subject));
    });
    if (next) settle(next->first, options_.fetch(next->second, stop));
  }
}

void AgentTokens::settle(const std::string& key, a2a::client::Outcome<AccessToken> fetched) {
  state_.with([&](State& state) {
    Entry& entry = state.entries[key];
    entry.is_asked_for = false;
    if (fetched) {
      keep(entry, *std::move(fetched));
    } else {
      note(entry, fetched.error());
    }
    const auto [first, last] = state.waiting.equal_range(key);
    for (auto each = first; each != last; ++each) each->second.notify();
  });
  wake_.notify_all();
}

// A token goes a little before its time: it has to reach the agent. A new one is asked for before that.
void AgentTokens::keep(Entry& entry, AccessToken token) const {
  // One that has expired when it comes would be asked for without end.
  constexpr milliseconds kShortest{1'000};
  const milliseconds lifetime =
      std::max(kShortest, token.lifetime ? milliseconds(*token.lifetime) : options_.usual_lifetime);
  entry.token = std::move(token.text);
  entry.fetched_at = Clock::now();
  entry.good_until = entry.fetched_at + lifetime - std::min<milliseconds>(lifetime / 10, seconds(5));
  entry.refresh_at = entry.fetched_at + lifetime - std::min<milliseconds>(lifetime / 5, seconds(60));
  entry.failure.reset();
  entry.retry_at = {};
  entry.pause = milliseconds(0);
}

void AgentTokens::note(Entry& entry, const Failure& failure) const {
  entry.failure = described(failure);
  entry.pause = std::clamp(entry.pause * 2, options_.first_pause, options_.longest_pause);
  entry.retry_at = Clock::now() + entry.pause;
}

}  // namespace schemagate
