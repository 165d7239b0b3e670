#include "gateway/access/card_security.h"

#include <utility>
#include <variant>

#include "gateway/access/authentication_settings.h"

namespace schemagate::access {
namespace {

CardScheme scheme_of(const AuthenticationMethod& method) {
  if (const auto* keys = std::get_if<ApiKeyMethod>(&method))
    return {.name = std::string(kApiKeyScheme), .header = keys->header};
  if (std::holds_alternative<CertificateMethod>(method))
    return {.name = std::string(kCertificateScheme), .by_certificate = true};
  const auto& tokens = std::get<TokenMethod>(method);
  CardScheme scheme{.name = tokens.name};
  if (!std::holds_alternative<Discovery>(tokens.source)) return scheme;
  scheme.discovery = tokens.rules.issuer;
  while (scheme.discovery.ends_with('/')) scheme.discovery.pop_back();
  scheme.discovery += "/.well-known/openid-configuration";
  return scheme;
}

}  // namespace

CardSecurity card_security(const AuthenticationSettings& settings) {
  CardSecurity security{.anonymous = settings.anonymous};
  for (const AuthenticationMethod& each : settings.methods) security.schemes.push_back(scheme_of(each));
  return security;
}

}  // namespace schemagate::access
