#include "gateway/push/push_transport.h"

#include <algorithm>

#include "a2a/http/retry_after.h"

namespace schemagate::push {
namespace {

using a2a::client::Cause;
using net::FailureKind;

constexpr std::size_t kAnswerBytesMax = 64 << 10;
constexpr int kGone = 410;
constexpr int kTooManyRequests = 429;
constexpr int kUnavailable = 503;

AttemptResult result_of(const a2a::http::Response& answer) {
  const int status = answer.status;
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

// At least a moment: no time at all would mean no limit.
std::chrono::milliseconds time_left(std::chrono::milliseconds timeout,
                                    std::chrono::steady_clock::time_point started) {
  const auto spent = std::chrono::steady_clock::now() - started;
  const auto left = timeout - std::chrono::duration_cast<std::chrono::milliseconds>(spent);
  return std::max(left, std::chrono::milliseconds(1));
}

FailureKind kind_of(Cause cause) {
  switch (cause) {
    case Cause::kArgument:
      return FailureKind::kInvalid;
    case Cause::kTimeout:
      return FailureKind::kTimedOut;
    case Cause::kProtocol:
      return FailureKind::kMalformed;
    case Cause::kCanceled:
      return FailureKind::kCancelled;
    case Cause::kTls:
      return FailureKind::kUntrusted;
    case Cause::kUnreachable:
    case Cause::kAgent:
      return FailureKind::kUnreachable;
  }
  std::unreachable();
}

// For the client: says nothing about what is behind the receiver's name.
std::string reason_of(FailureKind kind) {
  if (kind == FailureKind::kTimedOut) return "the receiver did not answer in time";
  if (kind == FailureKind::kMalformed) return "the receiver's answer is not HTTP, or too large";
  if (kind == FailureKind::kInvalid) return "the config has a token or credentials that no header can carry";
  return "no connection to the receiver, or it broke";
}

// A notification may be repeated: its id is the same in every attempt. Only what cannot be sent never can.
AttemptResult failed_attempt(FailureKind kind, std::string reason) {
  const bool is_permanent = kind == FailureKind::kInvalid;
  return {.outcome = is_permanent ? AttemptOutcome::kPermanentFailure : AttemptOutcome::kTransientFailure,
          .reason = std::move(reason),
          .failure = kind};
}

}  // namespace

std::optional<std::vector<IpAddress>> HttpPushTransport::addresses_of(const std::string& host,
                                                                      const std::stop_token& stop) {
  if (const auto literal = IpAddress::parse(host)) return std::vector{*literal};
  return lookup_.find(host, timeout_, stop);
}

// A name with one forbidden address is not used at all: whoever gave it that one may take the others away.
AttemptResult HttpPushTransport::deliver(const Attempt& attempt, const std::stop_token& stop) {
  const auto started = std::chrono::steady_clock::now();
  const auto found = addresses_of(attempt.url.host, stop);
  if (!found)
    return failed_attempt(FailureKind::kUnresolved, "the receiver's host name was not resolved in time");
  if (found->empty())
    return failed_attempt(FailureKind::kUnresolved, "the receiver's host name cannot be resolved");
  const auto allowed = [this](const IpAddress& address) { return rules_.guard.allows(address); };
  if (!rules_.names_host(attempt.url.host) && !std::ranges::all_of(*found, allowed)) {
    return {AttemptOutcome::kPermanentFailure, "the receiver's address is not allowed"};
  }
  a2a::client::OutgoingRequest request{.method = "POST", .url = attempt.url};
  request.headers = attempt.headers;
  request.body = attempt.body;
  const auto left = time_left(timeout_, started);
  request.timeouts = {.connect = std::min(request.timeouts.connect, left), .silence = left, .total = left};
  request.body_bytes_max = kAnswerBytesMax;
  request.tls.ca = rules_.ca_file;
  request.address = (*found)[attempt.number % found->size()].text();
  const auto answer = a2a::client::perform(request, stop);
  if (answer) return result_of(*answer);
  const FailureKind kind = kind_of(answer.error().cause);
  const bool is_tls = answer.error().cause == Cause::kTls;
  return failed_attempt(kind, is_tls ? "the receiver " + answer.error().reason : reason_of(kind));
}

}  // namespace schemagate::push
