// The keys of one issuer of tokens: read at start and again when it is due, on a thread of its own, never
// while a request waits.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>

#include "gateway/access/token_key.h"
#include "gateway/environment/clock.h"
#include "gateway/observe/log.h"
#include "gateway/store/guarded.h"

namespace schemagate::access {

struct KeyFile {
  std::filesystem::path path;
};
struct KeySetUrl {
  std::string url;
};
// OpenID Connect Discovery 1.0: the issuer's `/.well-known/openid-configuration` says where the keys are.
struct Discovery {};
using KeySource = std::variant<Discovery, KeySetUrl, KeyFile>;

// The text of a key set. Blocks for at most some 20 seconds. Errors, each with what was asked and what came:
// a file that cannot be read, an answer that is not 200 or beyond kTokenKeysBytesMax, a discovery document
// that is of another issuer or names no `jwks_uri`, or one by plain http off loopback.
a2a::Result<std::string> fetch_key_set(const KeySource& source, const std::string& issuer,
                                       const std::stop_token& stop);

// Whether keys may be fetched from there: https, or plain http of this machine.
bool is_safe_key_url(std::string_view url);

struct IssuerKeysOptions {
  std::string issuer;  // for the log
  std::function<a2a::Result<std::string>(const std::stop_token&)> fetch;
  std::chrono::milliseconds refresh{std::chrono::minutes(5)};      // between two readings
  std::chrono::milliseconds ask_pause{std::chrono::minutes(1)};    // between two that somebody asked for
  std::chrono::milliseconds retry_pause{std::chrono::seconds(1)};  // after a failure; doubles up to `refresh`
};

// Keys that could not be read again stay as they were, and the log says once why. Safe from any thread.
class IssuerKeys {
 public:
  // The thread starts at once. References must outlive it.
  IssuerKeys(IssuerKeysOptions options, const Clock& clock, const Log& log);
  ~IssuerKeys();
  IssuerKeys(const IssuerKeys&) = delete;
  IssuerKeys& operator=(const IssuerKeys&) = delete;

  // nullptr: none could be read yet.
  std::shared_ptr<const TokenKeys> current() const;
  // Another number for every set of keys; 0: none yet.
  std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }
  // A token names a key that is not there: it may be new. The keys are read again soon, unless somebody asked
  // less than `ask_pause` ago. Returns at once.
  void ask_for_new();

 private:
  struct State {
    std::shared_ptr<const TokenKeys> keys = {};
    std::string text = {};
    std::string told = {};  // the failure that is in the log
    bool is_asked = false;
    std::optional<MonotonicTime> asked_at = {};
  };
  void run(const std::stop_token& stop);
  bool read(const std::stop_token& stop);
  void keep(std::string text, TokenKeys keys);
  void tell(const std::string& cause);

  const IssuerKeysOptions options_;
  const Clock& clock_;
  const Log& log_;
  std::atomic<std::uint64_t> generation_ = 0;
  store::Guarded<State> state_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace schemagate::access
