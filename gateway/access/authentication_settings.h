// How callers prove who they are, as the configuration says it.
#pragma once

#include <chrono>
#include <string>
#include <variant>
#include <vector>

#include "gateway/access/api_keys.h"
#include "gateway/access/certificates.h"
#include "gateway/access/grants.h"
#include "gateway/access/issuer_keys.h"
#include "gateway/access/token.h"

namespace schemagate::access {

struct ApiKeyMethod {
  std::string header = "X-API-Key";
  std::vector<ApiKey> keys = {};
};

// Bearer tokens of one issuer (RFC 6750).
struct TokenMethod {
  std::string name;  // in the configuration
  TokenRules rules = {};
  KeySource source = {};
  std::chrono::seconds skew{60};                               // between the issuer's clock and ours
  std::chrono::milliseconds refresh{std::chrono::minutes(5)};  // pause between two readings of the keys
};

using AuthenticationMethod = std::variant<ApiKeyMethod, TokenMethod, CertificateMethod>;

// Tried in their order. None: nobody is asked who he is, and everybody is anonymous.
struct AuthenticationSettings {
  std::string realm = "schemagate";  // of the challenges
  std::vector<AuthenticationMethod> methods = {};
  bool anonymous = false;              // who presents nothing may call, too
  std::vector<AccessRule> rules = {};  // what callers may do: nothing else
  bool enabled() const { return !methods.empty(); }
};

}  // namespace schemagate::access
