// Sends one notification to its receiver. An interface, so that tests need no network.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "a2a/client/http.h"
#include "a2a/uri/url.h"
#include "gateway/net/failure.h"
#include "gateway/push/name_lookup.h"
#include "gateway/push/push_url.h"

namespace schemagate::push {

struct Attempt {
  a2a::uri::Url url;
  a2a::http::Headers headers = {};
  std::string body = {};
  unsigned number = 0;  // from 0: which of several addresses is tried
};

enum class AttemptOutcome {
  kDelivered,         // a status of 2xx
  kTransientFailure,  // may work later
  kPermanentFailure,  // will not: an address that is not allowed, 410 Gone, or a request that cannot be sent
};

struct AttemptResult {
  AttemptOutcome outcome = AttemptOutcome::kDelivered;
  std::string reason = {};                       // for the client: no address, no secret
  std::chrono::milliseconds retry_after{};       // what the receiver asks for before the next attempt
  std::optional<net::FailureKind> failure = {};  // when there was no answer, and it was not for our own rules
};

// Safe from any thread.
class PushTransport {
 public:
  virtual ~PushTransport() = default;
  // Blocks until there is an answer, or for a bounded time.
  virtual AttemptResult deliver(const Attempt& attempt, const std::stop_token& stop) = 0;
};

// POST over a connection of its own, to an address that has been checked: the name is resolved once, each
// address that it has must be allowed, and the connection goes to one of them and nowhere else, whatever the
// name resolves to by then. Certificates are checked against the host's name, redirects not followed, answers
// of more than 64 KiB not read.
class HttpPushTransport final : public PushTransport {
 public:
  // `timeout`: from looking the name up to the last byte of the answer. `rules` must outlive it.
  HttpPushTransport(const PushRules& rules, std::chrono::milliseconds timeout,
                    Resolver resolve = resolve_by_system)
      : rules_(rules), timeout_(timeout), lookup_(std::move(resolve)) {}
  AttemptResult deliver(const Attempt& attempt, const std::stop_token& stop) override;

 private:
  // As NameLookup::find().
  std::optional<std::vector<IpAddress>> addresses_of(const std::string& host, const std::stop_token& stop);

  const PushRules& rules_;
  const std::chrono::milliseconds timeout_;
  NameLookup lookup_;
};

}  // namespace schemagate::push
