#include "gateway/access/authentication.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "a2a/text/ascii.h"

namespace schemagate::access {
namespace {

using a2a::text::equals_ignore_case;

constexpr std::string_view kAuthorization = "Authorization";
constexpr std::string_view kBearer = "Bearer";

std::unexpected<Rejection> rejected(std::string_view reason) {
  return std::unexpected(Rejection{reason});
}

// The values of a field. Two of them are one too many, and who would take the other one sees another caller.
struct Presented {
  std::size_t count = 0;
  std::string_view value = {};
};

Presented presented(const net::HttpRequest& request, std::string_view header) {
  Presented found;
  for (const net::Header& each : request.headers) {
    if (!equals_ignore_case(each.name, header)) continue;
    ++found.count;
    found.value = each.value;
  }
  return found;
}

// The token behind "Bearer" (RFC 6750 section 2.1); nullopt: another scheme, or no token.
std::optional<std::string_view> bearer_token(std::string_view authorization) {
  const auto end = authorization.find(' ');
  if (end == authorization.npos || !equals_ignore_case(authorization.substr(0, end), kBearer))
    return std::nullopt;
  const std::string_view token = a2a::text::trimmed(authorization.substr(end));
  return token.empty() ? std::nullopt : std::optional(token);
}

std::vector<ApiKey> with_grants(std::vector<ApiKey> keys, const RuleBook& rules) {
  for (ApiKey& each : keys) each.principal = rules.with_grants(*each.principal);
  return keys;
}

TrustedIssuer make_issuer(const TokenMethod& method, const Clock& clock, const Log& log) {
  IssuerKeysOptions options{
      .issuer = method.rules.issuer,
      .fetch = [source = method.source, issuer = method.rules.issuer](
                   const std::stop_token& stop) { return fetch_key_set(source, issuer, stop); },
      .refresh = method.refresh};
  TokenRules rules = method.rules;
  rules.skew = method.skew;
  return {std::move(rules), std::make_unique<IssuerKeys>(std::move(options), clock, log)};
}

}  // namespace

Authentication::Authentication(const AuthenticationSettings& settings, const Clock& clock, const Log& log)
    : realm_(settings.realm),
      lets_nobody_in_(settings.anonymous),
      rules_(settings.rules),
      nobody_(rules_.with_grants(Principal())) {
  std::vector<TrustedIssuer> issuers;
  for (const AuthenticationMethod& each : settings.methods) {
    if (const auto* keys = std::get_if<ApiKeyMethod>(&each)) {
      methods_.emplace_back(ApiKeys(keys->header, with_grants(keys->keys, rules_)));
    } else if (const auto* certificates = std::get_if<CertificateMethod>(&each)) {
      methods_.emplace_back(std::make_unique<const Certificates>(*certificates, rules_));
    } else {
      if (issuers.empty()) methods_.emplace_back(Bearer());
      issuers.push_back(make_issuer(std::get<TokenMethod>(each), clock, log));
    }
  }
  if (!issuers.empty()) tokens_ = std::make_unique<TokenVerifier>(std::move(issuers), rules_, clock);
}

Identified Authentication::identify(const net::HttpRequest& request) const {
  for (std::size_t i = 0; i < methods_.size(); ++i) {
    if (const auto* keys = std::get_if<ApiKeys>(&methods_[i])) {
      if (presented(request, keys->header()).count != 0) return try_keys(request, i);
    } else if (const auto* certificates = std::get_if<KnownCertificates>(&methods_[i])) {
      if (request.peer.certificate) return (*certificates)->find(*request.peer.certificate);
    } else if (presented(request, kAuthorization).count != 0) {
      return try_bearer(request);
    }
  }
  return nobody_;
}

Identified Authentication::try_keys(const net::HttpRequest& request, std::size_t first) const {
  const std::string& header = std::get<ApiKeys>(methods_[first]).header();
  const Presented key = presented(request, header);
  if (key.count != 1) return rejected("the request presents two API keys");
  for (std::size_t i = first; i < methods_.size(); ++i) {
    const auto* keys = std::get_if<ApiKeys>(&methods_[i]);
    if (keys == nullptr || !equals_ignore_case(keys->header(), header)) continue;
    if (auto principal = keys->find(key.value)) return principal;
  }
  return rejected("the API key is not known");
}

Identified Authentication::try_bearer(const net::HttpRequest& request) const {
  const Presented authorization = presented(request, kAuthorization);
  if (authorization.count != 1) return rejected("the request has Authorization twice");
  const auto token = bearer_token(authorization.value);
  if (!token) return rejected("Authorization has no bearer token");
  auto caller = tokens_->identify(*token);
  if (!caller) caller.error().is_of_token = true;
  return caller;
}

std::vector<std::string> Authentication::challenges(const Rejection& rejection) const {
  std::vector<std::string> challenges;
  for (const Method& each : methods_) {
    if (std::holds_alternative<Bearer>(each)) {
      std::string challenge = "Bearer realm=\"" + realm_ + "\"";
      if (rejection.is_of_token)
        challenge += ", error=\"invalid_token\", error_description=\"" + std::string(rejection.reason) + "\"";
      challenges.push_back(std::move(challenge));
    } else if (const auto* keys = std::get_if<ApiKeys>(&each)) {
      challenges.push_back("ApiKey realm=\"" + realm_ + "\", in=\"header\", name=\"" + keys->header() + "\"");
    } else {
      challenges.push_back("ClientCertificate realm=\"" + realm_ + "\"");
    }
  }
  return challenges;
}

}  // namespace schemagate::access
