// What the gateway shows to one agent besides header fields: an API key, tokens of an authorization server,
// and who calls. Values; secret, so nothing of them stands in a log or an error.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "a2a/client/oauth2.h"
#include "gateway/config/secret.h"

namespace schemagate {

// How a token for the agent is got. In the configuration: `grant`.
enum class TokenGrant : std::uint8_t {
  kClientCredentials,  // one of the gateway's own (RFC 6749 section 4.4)
  kExchange,           // one for each caller, in exchange for the caller's (RFC 8693)
};

struct AgentTokenSettings {
  a2a::client::TokenEndpoint endpoint;  // but for the secret
  Secret client_secret = {};            // empty: a public client
  TokenGrant grant = TokenGrant::kClientCredentials;

  // With the secret as it is now.
  a2a::client::TokenEndpoint endpoint_now() const {
    a2a::client::TokenEndpoint now = endpoint;
    now.client_secret = client_secret.value();
    return now;
  }
};

// A JSON Web Token that says who calls, signed by the gateway.
struct CallerTokenSettings {
  std::string header = "X-Caller";  // that carries it
  std::string audience = {};        // its `aud`: the agent
  std::chrono::seconds lifetime{60};
};

struct UpstreamCredentials {
  Secret api_key = {};  // goes where the agent's card says; empty: none
  std::optional<AgentTokenSettings> tokens = {};
  std::optional<CallerTokenSettings> caller = {};

  bool exchanges() const { return tokens && tokens->grant == TokenGrant::kExchange; }
};

}  // namespace schemagate
