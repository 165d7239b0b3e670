// Tokens that an agent is called with: got from an authorization server when they are needed, kept until
// shortly before they expire, and got anew while the old one still holds.
//
//   AgentTokens tokens({.fetch = ask_the_server});
//   auto token = co_await tokens.get({.key = caller, .subject = callers_token}, seconds(10));
//   if (!token) return refuse(token.error().shown);
//   call_with(*token);      // tokens.reject(…) where the agent does not take it
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "a2a/client/oauth2.h"
#include "gateway/net/executor.h"
#include "gateway/net/signal.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// Why there is no token: once for the operator, once for everybody.
struct TokenFailure {
  std::string kind;   // for logs: "refused", "unreachable", ...
  std::string cause;  // for the log: may name addresses; nothing secret
  std::string shown;  // for clients, a sentence without addresses
  bool operator==(const TokenFailure&) const = default;
};

// Whose token: one is kept for each key.
struct TokenWish {
  std::string key = {};
  std::string subject = {};  // what it is got in exchange for; empty: for nothing
};

struct AgentTokensOptions {
  // Asks the server; blocks. Called from the threads below.
  std::function<a2a::client::Outcome<a2a::client::AccessToken>(const std::string& subject,
                                                               const std::stop_token& stop)>
      fetch;
  std::size_t threads = 1;          // tokens that are got at the same time
  std::size_t kept_max = 4'096;     // keys; beyond it the one goes that expires first
  std::size_t waiting_max = 1'024;  // keys that wait to be asked for; beyond it wishes fail
  std::chrono::milliseconds usual_lifetime{std::chrono::minutes(5)};  // where the server states none
  // After a failure the server is not asked again for that key; doubles up to the longest.
  std::chrono::milliseconds first_pause{std::chrono::seconds(1)};
  std::chrono::milliseconds longest_pause{std::chrono::seconds(30)};
  // Younger tokens are not asked for anew because the agent refuses them: it may refuse all.
  std::chrono::milliseconds trusted_for{std::chrono::seconds(10)};
};

// Safe from any thread. Whoever waits must have gone before it is destroyed.
class AgentTokens {
 public:
  using Outcome = std::expected<std::string, TokenFailure>;

  // Its threads start at once.
  explicit AgentTokens(AgentTokensOptions options);
  ~AgentTokens();
  AgentTokens(const AgentTokens&) = delete;
  AgentTokens& operator=(const AgentTokens&) = delete;

  // What there is without waiting; nullopt: the token has been asked for, and comes later.
  std::optional<Outcome> look(const TokenWish& wish);
  // Waits without holding the core.
  net::Awaitable<Outcome> get(TokenWish wish, std::chrono::milliseconds timeout);
  // Blocks, for threads that may.
  Outcome wait_for(const TokenWish& wish, const std::stop_token& stop, std::chrono::milliseconds timeout);
  // The agent does not take that token: another one is got for the next wish.
  void reject(const std::string& key, const std::string& token);
  // What a token is asked for with has changed: the server is asked at the next wish, whatever it said last.
  void forget_failures();

 private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    std::string token = {};  // empty: none yet
    Clock::time_point fetched_at = {};
    Clock::time_point refresh_at = {};
    Clock::time_point good_until = {};
    std::optional<TokenFailure> failure = {};  // of the last try
    Clock::time_point retry_at = {};
    std::chrono::milliseconds pause{0};
    std::string subject = {};
    bool is_asked_for = false;  // waits in the line, or is being got
  };
  struct State {
    std::unordered_map<std::string, Entry> entries = {};
    std::deque<std::string> line = {};                     // keys
    std::multimap<std::string, net::Signal> waiting = {};  // of coroutines, by key
  };
  class Waiting;

  std::optional<Outcome> look_at(State& state, const TokenWish& wish) const;
  Entry* make_entry(State& state, const std::string& key) const;
  void run(const std::stop_token& stop);
  void settle(const std::string& key, a2a::client::Outcome<a2a::client::AccessToken> fetched);
  void keep(Entry& entry, a2a::client::AccessToken token) const;
  void note(Entry& entry, const a2a::client::Failure& failure) const;

  const AgentTokensOptions options_;
  store::Guarded<State> state_;
  std::condition_variable_any wake_;  // of the threads and of those who block
  std::vector<std::jthread> threads_;
};

}  // namespace schemagate
