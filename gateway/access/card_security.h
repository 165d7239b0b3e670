// What an agent card says of how callers prove who they are (A2A v1.0.1 section 4.5, v0.3.0 section 5.5.3).
// Values; pure.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/access/grants.h"

namespace schemagate::access {

struct AuthenticationSettings;

// Names of schemes; those of issuers are the configuration's.
inline constexpr std::string_view kApiKeyScheme = "apiKey";
inline constexpr std::string_view kCertificateScheme = "clientCertificate";

// One security scheme, under the name that requirements call it by.
struct CardScheme {
  std::string name;
  std::string header = {};      // an API key in that field; empty: a bearer token
  std::string discovery = {};   // of a bearer token: the issuer's OpenID configuration; empty: it has none
  bool by_certificate = false;  // neither: the client's certificate
};

// Shares the rules with all agents' values.
struct CardSecurity {
  std::vector<CardScheme> schemes = {};                       // each is enough; none: nobody is asked
  bool anonymous = false;                                     // nothing is enough, too
  std::string agent = {};                                     // whose card it is
  std::shared_ptr<const std::vector<AccessRule>> rules = {};  // nullptr: there are none

  // Scopes that a token has to have for the skill, each list enough; empty: none.
  std::vector<std::vector<std::string>> scopes_of(std::string_view skill) const {
    return rules == nullptr ? std::vector<std::vector<std::string>>() : scopes_for(*rules, agent, skill);
  }
};

// Of the methods alone: agent and rules are the caller's to set.
CardSecurity card_security(const AuthenticationSettings& settings);

}  // namespace schemagate::access
