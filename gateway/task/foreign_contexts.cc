#include "gateway/task/foreign_contexts.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "a2a/http/grammar.h"
#include "a2a/json/well_formed.h"
#include "a2a/text/utf8.h"
#include "extension/agent_context/context_uri.h"
#include "extension/agent_context/invoked_agent.h"
#include "gateway/net/signal.h"

namespace schemagate {
namespace {

using net::Awaitable;
using net::FailureKind;
using std::chrono::milliseconds;

constexpr int kAttemptsMax = 3;
constexpr milliseconds kFirstPause{200};  // doubles
constexpr int kOk = 200;
constexpr int kNotFound = 404;
constexpr int kGoneStatus = 410;
constexpr int kTooManyRequests = 429;

ForeignFault fault_of_failure(FailureKind kind) {
  switch (kind) {
    case FailureKind::kTooLarge:
      return ForeignFault::kTooLarge;
    case FailureKind::kUntrusted:
      return ForeignFault::kUntrusted;
    case FailureKind::kTimedOut:
    case FailureKind::kStalled:
      return ForeignFault::kTimedOut;
    case FailureKind::kInvalid:
      return ForeignFault::kMalformed;
    case FailureKind::kLocal:
    case FailureKind::kUnresolved:
    case FailureKind::kUnreachable:
    case FailureKind::kOverloaded:
    case FailureKind::kClosed:
    case FailureKind::kMalformed:
    case FailureKind::kHandshake:
    case FailureKind::kCancelled:
      return ForeignFault::kUnavailable;
  }
  std::unreachable();
}

ForeignFault fault_of_status(int status) {
  if (status >= 300 && status < 400) return ForeignFault::kRedirected;
  if (status == kNotFound || status == kGoneStatus) return ForeignFault::kGone;
  if (status < 300) return ForeignFault::kWrongType;  // a part of it, or nothing
  const bool is_refusal = status >= 400 && status < 500 && status != kTooManyRequests;
  return is_refusal ? ForeignFault::kDenied : ForeignFault::kUnavailable;
}

// Of an answer with that status and these fields; nullopt: there is none.
std::optional<ForeignFault> fault_of_head(const net::UpstreamStream& answer, bool is_json) {
  if (answer.status() != kOk) return fault_of_status(answer.status());
  const bool is_text = is_json || a2a::http::media_type(answer.header("Content-Type")).starts_with("text/");
  const bool is_plain = answer.header("Content-Encoding").empty();
  return is_text && is_plain ? std::nullopt : std::optional(ForeignFault::kWrongType);
}

net::UpstreamRequest request_for(const ForeignReference& reference, const ContextSource& source,
                                 const std::string& holder) {
  net::UpstreamRequest request{
      .method = "GET", .target = reference.url.target(), .holder = holder, .safe_to_retry = true};
  append(source.headers, request.headers);
  request.headers.emplace_back("Accept", "application/json, text/*;q=0.5");
  request.headers.emplace_back("User-Agent", "schemagate");
  return request;
}

std::int64_t seconds_of(const Clock& clock) {
  return std::chrono::floor<std::chrono::seconds>(clock.utc()).time_since_epoch().count();
}

}  // namespace

ForeignContexts::ForeignContexts(const ForeignContextDependencies& dependencies)
    : dependencies_(dependencies), lookup_(dependencies.executor, dependencies.resolve) {
  for (const ContextSource& source : dependencies.sources) trust_.emplace_back(source.ca_file);
}

std::optional<ForeignFault> ForeignContexts::fault_of(std::string_view uri,
                                                      std::string_view residency) const {
  const auto reference =
      check_foreign(uri, dependencies_.sources, seconds_of(dependencies_.clock), residency);
  return reference ? std::nullopt : std::optional(reference.error());
}

Awaitable<ForeignContexts::Reading> ForeignContexts::read(std::string uri, std::string holder) {
  const auto reference = check_foreign(uri, dependencies_.sources, seconds_of(dependencies_.clock));
  Reading reading = std::unexpected(reference ? ForeignFault::kUnavailable : reference.error());
  if (reference) reading = co_await read_from(*reference, holder);
  if (!reading) note(reference ? dependencies_.sources[reference->source].name : "", reading.error());
  co_return reading;
}

void ForeignContexts::note(const std::string& source, ForeignFault fault) const {
  dependencies_.log.write(LogLevel::kWarn, "context_not_read", {{"source", source}, {"cause", name(fault)}});
}

Awaitable<ForeignContexts::Reading> ForeignContexts::read_from(const ForeignReference& reference,
                                                               const std::string& holder) {
  const auto deadline = dependencies_.clock.monotonic() + dependencies_.sources[reference.source].timeout;
  const net::Signal never(dependencies_.executor);
  milliseconds pause = kFirstPause;
  for (int count = 1;; ++count) {
    auto reading = co_await attempt(reference, holder, count, deadline);
    const bool is_last = reading || !is_passing(reading.error()) || count == kAttemptsMax;
    if (is_last || time_until(deadline) <= pause) co_return reading;
    (void)co_await never.wait(pause);
    pause *= 2;
  }
}

Awaitable<ForeignContexts::Reading> ForeignContexts::attempt(const ForeignReference& reference,
                                                             const std::string& holder, int number,
                                                             MonotonicTime deadline) {
  const ContextSource& source = dependencies_.sources[reference.source];
  const auto addresses = co_await addresses_of(reference, holder, deadline);
  if (!addresses) co_return std::unexpected(addresses.error());
  net::UpstreamRequest request = request_for(reference, source, holder);
  request.address = (*addresses)[static_cast<std::size_t>(number) % addresses->size()];
  if (reference.url.tls) {
    auto trust = trust_[reference.source].now();
    if (!trust) co_return std::unexpected(ForeignFault::kUnavailable);
    request.tls = *std::move(trust);
  }
  auto answer = co_await dependencies_.upstream.open(reference.url, std::move(request), time_until(deadline));
  if (!answer) co_return std::unexpected(fault_of_failure(answer.error().kind));
  co_return co_await take(**answer, reference.digest, deadline);
}

// No more of it than is taken.
Awaitable<ForeignContexts::Reading> ForeignContexts::take(net::UpstreamStream& answer,
                                                          const std::string& digest,
                                                          MonotonicTime deadline) const {
  ForeignContext context{.content = {},
                         .is_json = a2a::http::is_json(a2a::http::media_type(answer.header("Content-Type")))};
  if (const auto fault = fault_of_head(answer, context.is_json)) co_return std::unexpected(*fault);
  for (;;) {
    const auto piece = co_await answer.read(time_until(deadline));
    if (!piece) co_return std::unexpected(fault_of_failure(piece.error().kind));
    if (piece->empty()) break;
    if (context.content.size() + piece->size() > agent_context::kFetchedRecordBytesMax)
      co_return std::unexpected(ForeignFault::kTooLarge);
    context.content += *piece;
  }
  if (!a2a::text::is_utf8(context.content)) co_return std::unexpected(ForeignFault::kWrongType);
  if (!digest.empty() && !agent_context::has_digest(context.content, digest))
    co_return std::unexpected(ForeignFault::kDigestChanged);
  if (context.is_json && !a2a::is_well_formed(context.content, {.bytes_max = context.content.size()}))
    co_return std::unexpected(ForeignFault::kWrongType);
  co_return context;
}

// A name with one forbidden address is not used at all: whoever gave it that one may take the others away.
Awaitable<a2a::Result<ForeignContexts::Addresses, ForeignFault>> ForeignContexts::addresses_of(
    const ForeignReference& reference, const std::string& holder, MonotonicTime deadline) const {
  std::optional<Addresses> found;
  if (const auto literal = net::IpAddress::parse(reference.url.host)) {
    found.emplace(1, *literal);
  } else {
    found = co_await lookup_.find(reference.url.host, holder, time_until(deadline));
  }
  if (!found) co_return std::unexpected(ForeignFault::kTimedOut);
  if (found->empty()) co_return std::unexpected(ForeignFault::kUnavailable);
  const push::AddressGuard& guard = dependencies_.sources[reference.source].guard;
  const auto allowed = [&guard](const net::IpAddress& address) { return guard.allows(address); };
  if (!std::ranges::all_of(*found, allowed)) co_return std::unexpected(ForeignFault::kAddressNotAllowed);
  co_return *std::move(found);
}

milliseconds ForeignContexts::time_until(MonotonicTime deadline) const {
  const auto left = std::chrono::ceil<milliseconds>(deadline - dependencies_.clock.monotonic());
  return std::max(left, milliseconds(0));
}

}  // namespace schemagate
