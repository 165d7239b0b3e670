#include "gateway/push/push_transport.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <thread>
#include <utility>

#include "a2a/http/grammar.h"
#include "a2a/http/retry_after.h"
#include "gateway/net/peer_trust.h"
#include "gateway/net/upstream.h"
#include "gateway/push/name_lookup.h"

namespace schemagate::push {
namespace {

namespace asio = boost::asio;
using net::FailureKind;
using std::chrono::steady_clock;

constexpr int kGone = 410;
constexpr int kTooManyRequests = 429;
constexpr int kUnavailable = 503;

// What is read of an answer's body, so that its connection may serve again.
constexpr std::size_t kBodyBytesMax = 64 << 10;
constexpr std::chrono::milliseconds kBodyTime{100};

// Anybody may name receivers, as many as he likes: few connections are kept, and not for long.
net::UpstreamLimits limits() {
  return {.idle_connections_max = 8, .idle_of_all_hosts_max = 128, .idle_timeout = std::chrono::seconds(10)};
}

AttemptResult result_of(const net::UpstreamStream& answer) {
  const int status = answer.status();
  if (status >= 200 && status < 300) return {AttemptOutcome::kDelivered};
  AttemptResult result{
      status == kGone ? AttemptOutcome::kPermanentFailure : AttemptOutcome::kTransientFailure,
      "the receiver answered with HTTP status " + std::to_string(status)};
  if (status >= 300 && status < 400) result.reason += "; redirects are not followed";
  if (status == kTooManyRequests || status == kUnavailable) {
    const auto now = std::chrono::system_clock::now();
    result.retry_after =
        a2a::http::parse_retry_after(answer.header("Retry-After"), now).value_or(std::chrono::seconds(0));
  }
  return result;
}

std::chrono::milliseconds time_left(steady_clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now());
  return std::max(left, std::chrono::milliseconds(0));
}

// For the client: says nothing about what is behind the receiver's name. `detail` of TLS is about the
// certificate and the handshake only.
std::string reason_of(const net::Failure& failure) {
  switch (failure.kind) {
    case FailureKind::kTimedOut:
    case FailureKind::kStalled:
      return "the receiver did not answer in time";
    case FailureKind::kMalformed:
    case FailureKind::kTooLarge:
      return "the receiver's answer is not HTTP, or its head is too large";
    case FailureKind::kInvalid:
      return "the config has a token or credentials that no header can carry";
    case FailureKind::kUntrusted:
    case FailureKind::kHandshake:
      return "the receiver " + failure.detail;
    case FailureKind::kLocal:
    case FailureKind::kOverloaded:
      return "the gateway cannot call the receiver at the moment";
    case FailureKind::kUnresolved:
    case FailureKind::kUnreachable:
    case FailureKind::kClosed:
    case FailureKind::kCancelled:
      return "no connection to the receiver, or it broke";
  }
  std::unreachable();
}

// A notification may be repeated: its id is the same in every attempt. Only what cannot be sent never can.
AttemptResult failed_attempt(FailureKind kind, std::string reason) {
  const bool is_permanent = kind == FailureKind::kInvalid;
  return {.outcome = is_permanent ? AttemptOutcome::kPermanentFailure : AttemptOutcome::kTransientFailure,
          .reason = std::move(reason),
          .failure = kind};
}

// No name is looked up, and nobody called, for what cannot be sent.
bool can_be_sent(const a2a::http::Headers& headers) {
  return std::ranges::all_of(headers, [](const a2a::http::Header& header) {
    return a2a::http::is_token(header.name) && a2a::http::is_field_value(header.value);
  });
}

// Whatever becomes of it: the status has said it all. A body that has not come to its end takes its
// connection with it.
net::Awaitable<void> drop_body(net::UpstreamStream& answer) {
  const auto deadline = steady_clock::now() + kBodyTime;
  for (std::size_t bytes = 0; bytes <= kBodyBytesMax;) {
    const auto piece = co_await answer.read(time_left(deadline));
    if (!piece || piece->empty()) co_return;
    bytes += piece->size();
  }
}

net::UpstreamRequest request_of(Attempt& attempt, const IpAddress& address) {
  net::UpstreamRequest request{.headers = std::move(attempt.headers),
                               .body = std::move(attempt.body),
                               .address = address,
                               .safe_to_retry = true};
  request.headers.emplace_back("User-Agent", "schemagate");
  return request;
}

}  // namespace

// The thread that all attempts share, and what they use on it. What is suspended dies with the context, which
// goes last.
class HttpPushTransport::Loop {
 public:
  Loop(const PushRules& rules, std::chrono::milliseconds timeout, Resolver resolve)
      : rules_(rules),
        timeout_(timeout),
        client_(net::make_upstream_client(context_.get_executor(), limits())),
        lookup_(context_.get_executor(), std::move(resolve)),
        trust_(rules.ca_file),
        thread_([this] {
          const auto work = asio::make_work_guard(context_);
          context_.run();
        }) {}
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop() { stop(); }

  void deliver(Attempt attempt, OnAttempted told);
  void stop() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  using Addresses = std::optional<std::vector<IpAddress>>;

  net::Awaitable<AttemptResult> attempt_it(Attempt attempt);
  net::Awaitable<Addresses> addresses_of(const Attempt& attempt);
  std::optional<AttemptResult> refuse(const std::string& host, const Addresses& found) const;

  const PushRules& rules_;
  const std::chrono::milliseconds timeout_;
  asio::io_context context_;
  const std::unique_ptr<net::UpstreamClient> client_;
  const NameLookup lookup_;
  net::PeerTrust trust_;
  std::thread thread_;
};

// The outermost guard of the attempt.
void HttpPushTransport::Loop::deliver(Attempt attempt, OnAttempted told) {
  asio::co_spawn(context_.get_executor(), attempt_it(std::move(attempt)),
                 [told = std::move(told)](const std::exception_ptr& thrown, AttemptResult result) mutable {
                   if (thrown) result = {AttemptOutcome::kTransientFailure, "internal error"};
                   told(std::move(result));
                 });
}

net::Awaitable<AttemptResult> HttpPushTransport::Loop::attempt_it(Attempt attempt) {
  const auto deadline = steady_clock::now() + timeout_;
  if (!can_be_sent(attempt.headers))
    co_return failed_attempt(FailureKind::kInvalid, reason_of({FailureKind::kInvalid, {}}));
  const Addresses found = co_await addresses_of(attempt);
  if (auto refused = refuse(attempt.url.host, found)) co_return *std::move(refused);
  net::UpstreamRequest request = request_of(attempt, (*found)[attempt.number % found->size()]);
  if (attempt.url.tls) {
    auto trust = trust_.now();
    if (!trust) co_return failed_attempt(FailureKind::kLocal, reason_of({FailureKind::kLocal, {}}));
    request.tls = *std::move(trust);
  }
  const auto left = time_left(deadline);
  const auto answer = co_await client_->open(attempt.url, std::move(request), left);
  if (!answer) co_return failed_attempt(answer.error().kind, reason_of(answer.error()));
  AttemptResult result = result_of(**answer);
  co_await drop_body(**answer);
  co_return result;
}

net::Awaitable<HttpPushTransport::Loop::Addresses> HttpPushTransport::Loop::addresses_of(
    const Attempt& attempt) {
  if (const auto literal = IpAddress::parse(attempt.url.host)) co_return std::vector{*literal};
  Addresses found = co_await lookup_.find(attempt.url.host, attempt.holder, timeout_);
  co_return found;
}

// A name with one forbidden address is not used at all: whoever gave it that one may take the others away.
std::optional<AttemptResult> HttpPushTransport::Loop::refuse(const std::string& host,
                                                             const Addresses& found) const {
  if (!found)
    return failed_attempt(FailureKind::kUnresolved, "the receiver's host name was not resolved in time");
  if (found->empty())
    return failed_attempt(FailureKind::kUnresolved, "the receiver's host name cannot be resolved");
  const auto allowed = [this](const IpAddress& address) { return rules_.guard.allows(address); };
  if (rules_.names_host(host) || std::ranges::all_of(*found, allowed)) return std::nullopt;
  return AttemptResult{AttemptOutcome::kPermanentFailure, "the receiver's address is not allowed"};
}

HttpPushTransport::HttpPushTransport(const PushRules& rules, std::chrono::milliseconds timeout,
                                     Resolver resolve)
    : loop_(std::make_unique<Loop>(rules, timeout, std::move(resolve))) {}

HttpPushTransport::~HttpPushTransport() = default;

void HttpPushTransport::deliver(Attempt attempt, OnAttempted told) {
  loop_->deliver(std::move(attempt), std::move(told));
}

void HttpPushTransport::stop() {
  loop_->stop();
}

}  // namespace schemagate::push
