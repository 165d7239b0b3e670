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

Identified rejected(std::string_view reason) {
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

std::shared_ptr<IssuerKeys> make_keys(const TokenMethod& method, const Clock& clock, const Log& log) {
  IssuerKeysOptions options{
      .issuer = method.rules.issuer,
      .fetch = [source = method.source, issuer = method.rules.issuer](
                   const std::stop_token& stop) { return fetch_key_set(source, issuer, stop); },
      .refresh = method.refresh};
  return std::make_shared<IssuerKeys>(std::move(options), clock, log);
}

}  // namespace

Authentication::Authentication(const AuthenticationSettings& settings, const Clock& clock, const Log& log,
                               const Authentication* before)
    : clock_(clock),
      log_(log),
      before_(before),
      realm_(settings.realm),
      allows_anonymous_(settings.anonymous),
      rules_(settings.rules),
      anonymous_(rules_.with_grants(Principal())) {
  std::vector<TrustedIssuer> issuers;
  for (const AuthenticationMethod& each : settings.methods)
    std::visit([&](const auto& method) { add(method, issuers); }, each);
  if (!issuers.empty()) tokens_ = std::make_unique<TokenVerifier>(std::move(issuers), rules_, clock);
  before_ = nullptr;
}

void Authentication::add(const ApiKeyMethod& method, std::vector<TrustedIssuer>&) {
  methods_.emplace_back(ApiKeys(method.header, with_grants(method.keys, rules_)));
}

void Authentication::add(const CertificateMethod& method, std::vector<TrustedIssuer>&) {
  methods_.emplace_back(std::make_unique<const Certificates>(method, rules_));
}

// Tokens of all issuers are one kind of credentials, in the place of the first.
void Authentication::add(const TokenMethod& method, std::vector<TrustedIssuer>& issuers) {
  if (issuers.empty()) methods_.emplace_back(Bearer());
  TokenRules rules = method.rules;
  rules.skew = method.skew;
  auto keys = before_ == nullptr ? nullptr : before_->keys_of(rules.issuer);
  if (keys == nullptr) keys = make_keys(method, clock_, log_);
  issuers.push_back({std::move(rules), std::move(keys)});
}

std::shared_ptr<IssuerKeys> Authentication::keys_of(std::string_view issuer) const {
  return tokens_ == nullptr ? nullptr : tokens_->keys_of(issuer);
}

Identified Authentication::identify(const net::HttpRequest& request) const {
  for (const Method& each : methods_) {
    auto found = std::visit([&](const auto& method) { return identify_by(method, request); }, each);
    if (found) return *std::move(found);
  }
  return anonymous_;
}

// All keys of the field are tried, those of later methods, too.
std::optional<Identified> Authentication::identify_by(const ApiKeys& keys,
                                                      const net::HttpRequest& request) const {
  const Presented key = presented(request, keys.header());
  if (key.count == 0) return std::nullopt;
  if (key.count != 1) return rejected("the request presents two API keys");
  for (const Method& each : methods_) {
    const auto* of_field = std::get_if<ApiKeys>(&each);
    if (of_field == nullptr || !equals_ignore_case(of_field->header(), keys.header())) continue;
    if (auto principal = of_field->find(key.value)) return principal;
  }
  return rejected("the API key is not known");
}

std::optional<Identified> Authentication::identify_by(const KnownCertificates& known,
                                                      const net::HttpRequest& request) const {
  if (!request.peer.certificate) return std::nullopt;
  return known->find(*request.peer.certificate);
}

std::optional<Identified> Authentication::identify_by(const Bearer&, const net::HttpRequest& request) const {
  const Presented authorization = presented(request, kAuthorization);
  if (authorization.count == 0) return std::nullopt;
  if (authorization.count != 1) return rejected("the request has Authorization twice");
  const auto token = bearer_token(authorization.value);
  if (!token) return rejected("Authorization has no bearer token");
  auto caller = tokens_->identify(*token);
  if (!caller) caller.error().is_of_token = true;
  return caller;
}

std::vector<std::string> Authentication::challenges(const Rejection& rejection) const {
  std::vector<std::string> challenges;
  challenges.reserve(methods_.size());
  for (const Method& each : methods_) {
    challenges.push_back(
        std::visit([&](const auto& method) { return challenge_of(method, rejection); }, each));
  }
  return challenges;
}

std::string Authentication::challenge_of(const ApiKeys& keys, const Rejection&) const {
  return "ApiKey realm=\"" + realm_ + "\", in=\"header\", name=\"" + keys.header() + "\"";
}

std::string Authentication::challenge_of(const KnownCertificates&, const Rejection&) const {
  return "ClientCertificate realm=\"" + realm_ + "\"";
}

std::string Authentication::challenge_of(const Bearer&, const Rejection& rejection) const {
  std::string challenge = "Bearer realm=\"" + realm_ + "\"";
  if (!rejection.is_of_token) return challenge;
  return challenge + ", error=\"invalid_token\", error_description=\"" + std::string(rejection.reason) + "\"";
}

}  // namespace schemagate::access
