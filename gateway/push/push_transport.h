// Sends one notification to its receiver. An interface, so that tests need no network.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "a2a/http/message.h"
#include "a2a/uri/url.h"
#include "gateway/net/failure.h"
#include "gateway/push/push_url.h"
#include "gateway/push/resolver.h"

namespace schemagate::push {

struct Attempt {
  a2a::uri::Url url;
  a2a::http::Headers headers = {};
  std::string body = {};
  unsigned number = 0;      // from 0: which of several addresses is tried
  std::string holder = {};  // who has registered: name look-ups are shared out by it
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

// Must not block or throw.
using OnAttempted = std::move_only_function<void(AttemptResult)>;

// Safe from any thread.
class PushTransport {
 public:
  virtual ~PushTransport() = default;
  // Begins the attempt and does not wait for it. `told` is called once, within a bounded time: from a thread
  // of the transport, or before this returns.
  virtual void deliver(Attempt attempt, OnAttempted told) = 0;
  // Breaks off what is under way. When this has returned, nobody is told anything any more.
  virtual void stop() = 0;
};

// POST to an address that has been checked: the name is resolved once, each address that it has must be
// allowed, and the connection goes to one of them and nowhere else, whatever the name resolves to by then.
// Certificates are checked against the host's name, redirects not followed. The status counts, whatever
// becomes of the body. Connections are kept for a while. All attempts share one thread, which waits for none
// of them.
class HttpPushTransport final : public PushTransport {
 public:
  // `timeout`: from looking the name up to the end of the answer's head. `rules` must outlive it.
  HttpPushTransport(const PushRules& rules, std::chrono::milliseconds timeout,
                    Resolver resolve = resolve_by_system);
  // As stop().
  ~HttpPushTransport() override;
  void deliver(Attempt attempt, OnAttempted told) override;
  void stop() override;

 private:
  class Loop;
  const std::unique_ptr<Loop> loop_;
};

}  // namespace schemagate::push
