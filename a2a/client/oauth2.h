// Access tokens from an OAuth 2.0 authorization server: client credentials (RFC 6749 section 4.4), token
// exchange (RFC 8693) and the device flow (RFC 8628).
//
//   const client::TokenEndpoint endpoint{.url = "https://login.example/token", .client_id = "gateway"};
//
//   auto token = client::fetch_token(endpoint);
//
//   if (!token) return report(token.error());   // "the authorization server refuses it: invalid_client"
//
//   use(token->text, token->lifetime);
//
// Secrets are in no message. What waits for the server blocks; every function may be called from any number
// of threads at once.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/failure.h"
#include "a2a/tls/files.h"

namespace schemagate::a2a::client {

inline constexpr std::size_t kAccessTokenBytesMax = 16 << 10;

// Where tokens come from, and who asks for them.
struct TokenEndpoint {
  // https, or http of this machine.
  std::string url;
  std::string client_id;
  // Empty: a public client, which the form names.
  std::string client_secret = {};
  // The secret goes into the form instead of the field Authorization (RFC 6749 section 2.3.1).
  bool secret_in_form = false;
  std::vector<std::string> scopes = {};
  std::string audience = {};  // RFC 8693 section 2.1; empty: none
  std::string resource = {};  // RFC 8707; empty: none
  tls::Files tls = {};
  // Of one request.
  std::chrono::milliseconds timeout{10'000};
};

struct AccessToken {
  std::string text;
  // As the server says; nullopt: it does not.
  std::optional<std::chrono::seconds> lifetime = {};
};

// Whether secrets may be sent there: https, or http of this machine.
bool is_safe_token_url(std::string_view url);

// A token for the client itself. Errors of this and of exchange_token(): kArgument for a URL that is not
// safe; kUnreachable, kTls, kTimeout, kCanceled; kAgent when the server refuses, with the error's code as RFC
// 6749 section 5.2 has it, and nothing else of what it says; kProtocol for an answer that is none, or with a
// token that is not of the type Bearer, longer than kAccessTokenBytesMax, or cannot stand in a header.
Outcome<AccessToken> fetch_token(const TokenEndpoint& endpoint, const std::stop_token& stop = {});

// A token in the place of the access token `subject` of somebody else.
Outcome<AccessToken> exchange_token(const TokenEndpoint& endpoint, std::string_view subject,
                                    const std::stop_token& stop = {});

// What a user has to do to log a device in (RFC 8628 section 3.2).
struct DeviceLogin {
  std::string device_code;  // a secret
  std::string user_code;
  std::string verification_url;
  std::string complete_url = {};  // with the code in it; empty: there is none
  std::chrono::seconds lifetime{600};
  std::chrono::seconds interval{5};
};
// `url`: the server's device authorization endpoint, as safe as the token endpoint's. Errors: as
// fetch_token().
Outcome<DeviceLogin> begin_login(const TokenEndpoint& endpoint, std::string_view url,
                                 const std::stop_token& stop = {});
// Waits until the user has agreed: as long as the login lives, asking no more often than the server wants.
// Errors: as fetch_token(); kAgent when the user refuses, or does nothing for the login's lifetime.
Outcome<AccessToken> wait_for_login(const TokenEndpoint& endpoint, const DeviceLogin& login,
                                    const std::stop_token& stop = {});

// What a token endpoint answered. Pure.
Outcome<AccessToken> read_token_answer(int status, std::string_view body);

// What of an issuer's OpenID configuration these functions need (OpenID Connect Discovery 1.0).
struct IssuerEndpoints {
  std::string token_url;
  std::string device_url = {};  // empty: it offers no device flow
};
// Errors: as fetch_token(), kProtocol for a document of another issuer or with endpoints that are not safe.
Outcome<IssuerEndpoints> discover_issuer(std::string_view issuer, const tls::Files& tls,
                                         const std::stop_token& stop = {});

}  // namespace schemagate::a2a::client
