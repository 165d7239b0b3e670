#include "gateway/access/card_security.h"

#include <utility>
#include <variant>

#include "gateway/access/authentication_settings.h"

namespace schemagate::access {
namespace {

// One for each method.

CardScheme scheme_of(const ApiKeyMethod& method) {
  return {.name = std::string(kApiKeyScheme), .header = method.header};
}

CardScheme scheme_of(const CertificateMethod&) {
  return {.name = std::string(kCertificateScheme), .by_certificate = true};
}

CardScheme scheme_of(const TokenMethod& method) {
  CardScheme scheme{.name = method.name};
  if (!std::holds_alternative<Discovery>(method.source)) return scheme;
  scheme.discovery = method.rules.issuer;
  while (scheme.discovery.ends_with('/')) scheme.discovery.pop_back();
  scheme.discovery += "/.well-known/openid-configuration";
  return scheme;
}

}  // namespace

CardSecurity card_security(const AuthenticationSettings& settings) {
  CardSecurity security{.anonymous = settings.anonymous};
  for (const AuthenticationMethod& each : settings.methods)
    security.schemes.push_back(std::visit([](const auto& method) { return scheme_of(method); }, each));
  return security;
}

}  // namespace schemagate::access
