#include "gateway/task/foreign_reference.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "a2a/signature/base64url.h"
#include "a2a/text/ascii.h"
#include "a2a/uri/percent.h"
#include "extension/agent_context/context_uri.h"

namespace schemagate {
namespace {

constexpr std::string_view kDigestPrefix = "sha-256:";
constexpr std::size_t kDigestBytes = 32;

// What the query promises; nullopt: it has another form.
struct Promise {
  std::optional<std::string> digest = {};
  std::optional<std::int64_t> expires = {};
};

std::optional<std::string> read_digest(std::string_view value) {
  auto text = a2a::uri::percent_decoded(value);
  if (!text || !text->starts_with(kDigestPrefix)) return std::nullopt;
  const auto bytes = a2a::signature::from_base64url(std::string_view(*text).substr(kDigestPrefix.size()));
  return bytes && bytes->size() == kDigestBytes ? text : std::nullopt;
}

std::optional<std::int64_t> read_seconds(std::string_view value) {
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  return error == std::errc() && end == value.data() + value.size() ? std::optional(seconds) : std::nullopt;
}

// A member that stands there twice could be read as one of them here and as the other one there.
template <class T>
bool take(std::optional<T>& member, std::optional<T> value) {
  if (member || !value) return false;
  member = std::move(value);
  return true;
}

std::optional<Promise> read_promise(std::string_view query) {
  Promise promise;
  if (query.starts_with('?')) query.remove_prefix(1);
  while (!query.empty()) {
    const std::string_view member = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), member.size() + 1));
    const std::string_view key = member.substr(0, member.find('='));
    const std::string_view value = member.substr(std::min(member.size(), key.size() + 1));
    if (key == "dig" && !take(promise.digest, read_digest(value))) return std::nullopt;
    if (key == "exp" && !take(promise.expires, read_seconds(value))) return std::nullopt;
  }
  return promise;
}

bool is_at(const ContextSource& source, const a2a::uri::Url& url) {
  return source.origin.tls == url.tls && source.origin.host == url.host && source.origin.port == url.port;
}

}  // namespace

std::string_view name(ForeignFault fault) {
  switch (fault) {
    case ForeignFault::kMalformed:
      return "malformed";
    case ForeignFault::kNotAllowed:
      return "not_allowed";
    case ForeignFault::kWrongResidency:
      return "wrong_residency";
    case ForeignFault::kNoDigest:
      return "no_digest";
    case ForeignFault::kExpired:
      return "expired";
    case ForeignFault::kAddressNotAllowed:
      return "address_not_allowed";
    case ForeignFault::kUntrusted:
      return "untrusted";
    case ForeignFault::kRedirected:
      return "redirected";
    case ForeignFault::kDenied:
      return "denied";
    case ForeignFault::kGone:
      return "gone";
    case ForeignFault::kTooLarge:
      return "too_large";
    case ForeignFault::kWrongType:
      return "wrong_type";
    case ForeignFault::kDigestChanged:
      return "digest_changed";
    case ForeignFault::kTimedOut:
      return "timed_out";
    case ForeignFault::kUnavailable:
      return "unavailable";
  }
  std::unreachable();
}

a2a::Result<ForeignReference, ForeignFault> check_foreign(std::string_view uri,
                                                          const std::vector<ContextSource>& sources,
                                                          std::int64_t now, std::string_view residency) {
  if (uri.size() > agent_context::kReferenceBytesMax || uri.contains('#'))
    return std::unexpected(ForeignFault::kMalformed);
  auto url = a2a::uri::parse_url(uri);
  if (!url) return std::unexpected(ForeignFault::kMalformed);
  url->host = a2a::text::lower_case(url->host);
  const auto source =
      std::ranges::find_if(sources, [&url](const ContextSource& each) { return is_at(each, *url); });
  if (source == sources.end()) return std::unexpected(ForeignFault::kNotAllowed);
  if (!residency.empty() && source->residency != residency)
    return std::unexpected(ForeignFault::kWrongResidency);
  auto promise = read_promise(url->query);
  if (!promise) return std::unexpected(ForeignFault::kMalformed);
  if (source->requires_digest && !promise->digest) return std::unexpected(ForeignFault::kNoDigest);
  if (promise->expires && now - agent_context::kClockSkew > *promise->expires)
    return std::unexpected(ForeignFault::kExpired);
  return ForeignReference{.source = static_cast<std::size_t>(source - sources.begin()),
                          .url = *std::move(url),
                          .digest = promise->digest.value_or("")};
}

}  // namespace schemagate
