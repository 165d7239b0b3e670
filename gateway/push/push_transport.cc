#include "gateway/push/push_transport.h"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <memory>

namespace schemagate::push {
namespace {

using a2a::client::Cause;

constexpr std::size_t kAnswerBytesMax = 64 << 10;
constexpr int kGone = 410;

AttemptResult judge(int status) {
  if (status >= 200 && status < 300) return {Fate::kDelivered};
  std::string reason = "the receiver answered with HTTP status " + std::to_string(status);
  if (status >= 300 && status < 400) reason += "; redirects are not followed";
  return {status == kGone ? Fate::kRefused : Fate::kFailed, std::move(reason)};
}

// Says nothing about what is behind the receiver's name.
std::string reason_of(const a2a::client::Failure& failure) {
  switch (failure.cause) {
    case Cause::kTimeout:
      return "the receiver did not answer in time";
    case Cause::kProtocol:
      return "the receiver's answer is not HTTP, or too large";
    case Cause::kArgument:
      return "the config has a token or credentials that no header can carry";
    default:
      return "no connection to the receiver, or it broke";
  }
}

}  // namespace

std::vector<IpAddress> resolve_by_system(const std::string& host) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return {};
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);
  std::vector<IpAddress> addresses;
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
    if (const auto address = IpAddress::from(*entry->ai_addr)) addresses.push_back(*address);
  }
  return addresses;
}

std::vector<IpAddress> HttpPushTransport::addresses_of(const std::string& host) const {
  if (const auto literal = IpAddress::parse(host)) return {*literal};
  return resolve_(host);
}

// A name with one forbidden address is not used at all: whoever gave it that one may take the others away.
AttemptResult HttpPushTransport::deliver(const Attempt& attempt, const std::stop_token& stop) {
  const std::vector<IpAddress> addresses = addresses_of(attempt.url.host);
  if (addresses.empty()) return {Fate::kFailed, "the receiver's host name cannot be resolved"};
  const auto allowed = [this](const IpAddress& address) { return rules_.guard.allows(address); };
  if (!rules_.names_host(attempt.url.host) && !std::ranges::all_of(addresses, allowed)) {
    return {Fate::kRefused, "the receiver's address is not allowed"};
  }
  a2a::client::HttpRequest request{.method = "POST", .url = attempt.url};
  request.headers = attempt.headers;
  request.body = attempt.body;
  request.timeouts = {.silence = timeout_, .total = timeout_};
  request.body_bytes_max = kAnswerBytesMax;
  request.address = addresses[attempt.number % addresses.size()].text();
  const auto answer = a2a::client::perform(request, stop);
  if (!answer) return {Fate::kFailed, reason_of(answer.error())};
  return judge(answer->status);
}

}  // namespace schemagate::push
