// JSON Web Tokens (RFC 7519) as they are refused and believed: after RFC 8725, RFC 9068 and OpenID Connect
// Core. Pure; safe from any thread.
//
//   auto token = read_token(text, rules, now);                 // everything but the signature
//   if (!token) return refuse(token.error());                  // "the token has expired"
//   for (const TokenKey* key : candidates(keys, token->key_id, token->algorithm))
//     if (key->verify(token->algorithm, token->signed_text, token->signature)) return token->principal;
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/access/principal.h"
#include "gateway/access/token_key.h"

namespace schemagate::access {

// Whole seconds, as tokens have them: in finer units their latest times would not fit.
using Timestamp = std::chrono::sys_seconds;

// Where in the claims the parts of a principal stand. A name with slashes in front of its parts is a JSON
// Pointer ("/realm_access/roles"); else it is a member's name, whatever it looks like.
struct ClaimNames {
  std::string subject = "sub";
  std::string tenant = {};       // empty: a principal has none
  std::string scopes = "scope";  // a text with blanks between them, or an array of texts
  std::string roles = "roles";   // the same
};

// What one issuer's tokens have to be.
struct TokenRules {
  std::string issuer;                  // `iss`, to the byte
  std::vector<std::string> audiences;  // `aud` names one of them at least
  std::vector<TokenAlgorithm> algorithms = {TokenAlgorithm::kRs256, TokenAlgorithm::kPs256,
                                            TokenAlgorithm::kEs256, TokenAlgorithm::kEdDsa};
  std::chrono::seconds skew{60};  // between the issuer's clock and ours
  ClaimNames claims;
};

// Bounds on a token.
inline constexpr std::size_t kTokenBytesMax = 16 << 10;
inline constexpr std::size_t kTokenDepthMax = 8;
inline constexpr std::size_t kSubjectBytesMax = 256;  // the tenant, each scope and each role, too
inline constexpr std::size_t kGrantsMax = 256;        // scopes; roles, too

// What a token claims. Nothing of it is proven before its signature verifies.
struct Token {
  Principal principal;
  Timestamp good_until;  // `exp` and the skew
  TokenAlgorithm algorithm = {};
  std::string key_id;            // empty: it names none
  std::string_view signed_text;  // borrows from the token's text
  std::string signature;
};

// The issuer that an unverified token names: only to find whose rules it has to keep. nullopt for what is no
// token or names none.
std::optional<std::string> issuer_of(std::string_view text);

// Reads and checks everything but the signature. The reason of a refusal is a literal for the caller and the
// log: nothing of the token is in it. Refused: more than kTokenBytesMax, other than three parts in strict
// base64url, headers or claims that are no JSON object, deep, or with a name twice; an `alg` that `rules` do
// not allow; `crit`, `b64`, `zip` and types that are not for access (RFC 8725 section 3.11); another issuer;
// an audience that is not here; an `exp` that is missing or past; an `nbf` or `iat` to come; a subject that
// is missing, empty or over kSubjectBytesMax; `cnf`: a token bound to a key, whose holder is not checked
// here.
a2a::Result<Token, std::string_view> read_token(std::string_view text, const TokenRules& rules,
                                                Timestamp now);

}  // namespace schemagate::access
