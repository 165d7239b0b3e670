// How a notification reaches its receiver: the door to the network.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "a2a/client/http.h"
#include "gateway/push/push_url.h"

namespace schemagate::push {

struct Attempt {
  a2a::client::Url url;
  a2a::client::Headers headers = {};
  std::string body = {};
  unsigned number = 0;  // from 0: which of several addresses is tried
};

enum class Fate {
  kDelivered,  // a status of 2xx
  kFailed,     // may work later
  kRefused,    // will not: an address that is not allowed, or 410 Gone
};

struct AttemptResult {
  Fate fate = Fate::kDelivered;
  std::string reason = {};  // for the client: no address, no secret
};

// Safe from any thread.
class PushTransport {
 public:
  virtual ~PushTransport() = default;
  // Blocks until there is an answer, or for a bounded time.
  virtual AttemptResult deliver(const Attempt& attempt, const std::stop_token& stop) = 0;
};

// All addresses of a host; empty when there is none. Blocks.
using Resolver = std::function<std::vector<IpAddress>(const std::string& host)>;
std::vector<IpAddress> resolve_by_system(const std::string& host);

// POST over a connection of its own, to an address that has been checked: the name is resolved once, each
// address that it has must be allowed, and the connection goes to one of them and nowhere else, whatever the
// name resolves to by then. Certificates are checked against the host's name, redirects not followed, answers
// of more than 64 KiB not read.
class HttpPushTransport final : public PushTransport {
 public:
  // `timeout`: from connecting to the last byte of the answer. `rules` must outlive it.
  HttpPushTransport(const PushRules& rules, std::chrono::milliseconds timeout,
                    Resolver resolve = resolve_by_system)
      : rules_(rules), timeout_(timeout), resolve_(std::move(resolve)) {}
  AttemptResult deliver(const Attempt& attempt, const std::stop_token& stop) override;

 private:
  std::vector<IpAddress> addresses_of(const std::string& host) const;

  const PushRules& rules_;
  const std::chrono::milliseconds timeout_;
  const Resolver resolve_;
};

}  // namespace schemagate::push
