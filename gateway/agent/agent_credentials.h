// Credentials on a request to an agent: an API key where its card wants it, a token that says who calls.
// Pure; safe from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/json/tree.h"
#include "a2a/signature/key.h"
#include "gateway/access/principal.h"
#include "gateway/config/upstream_credentials.h"
#include "gateway/net/upstream_request.h"

namespace schemagate {

// Where an agent wants its API key (A2A v1.0.1 section 4.5.2).
struct ApiKeyPlace {
  enum class In : std::uint8_t { kHeader, kQuery, kCookie };
  In in = In::kHeader;
  std::string name = {};
  bool operator==(const ApiKeyPlace&) const = default;
};

// Of the first API key that the card's requirements name, or else its schemes do; in the members of either
// version. Errors: kInvalidAgentResponse when there is none, or its name cannot be used.
a2a::Result<ApiKeyPlace> find_api_key_place(const a2a::JsonTree& card);

// `target`: of the URL, where the request has none of its own.
void add_api_key(net::UpstreamRequest& request, const ApiKeyPlace& place, const std::string& key,
                 const std::string& target);

// Who calls, as a JSON Web Token: `iss` the gateway's public URL, `sub`, `aud`, `iat`, `exp`, and, where they
// are known, `tenant`, `scope` and `roles`; `typ` is "caller+jwt". Errors: those of PrivateKey::sign().
a2a::Result<std::string> caller_token(const Principal& caller, const CallerTokenSettings& settings,
                                      const a2a::signature::PrivateKey& signer, std::string_view issuer,
                                      std::chrono::sys_seconds now);

// Under which the token is kept that is got for the caller's `token`: one for each caller and token, as what
// a caller presents may be somebody else's.
std::string token_key(const Principal& caller, std::string_view token);

// Of "Bearer <token>"; empty: it is none.
std::string_view bearer_of(std::string_view authorization);

}  // namespace schemagate
