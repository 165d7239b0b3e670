// Keys that tokens are verified with (RFC 7517, RFC 7518): RSA, P-256 and Ed25519, by OpenSSL. Values; copies
// share OpenSSL's object, which nobody changes; safe from any thread.
//
//   auto keys = parse_token_keys(R"({"keys":[…]})");     // a JSON Web Key Set
//   for (const TokenKey* key : candidates(*keys, "2026-11", TokenAlgorithm::kRs256)) … key->verify(…)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "a2a/json/tree.h"
#include "a2a/signature/key.h"

namespace schemagate::access {

// The only ones. `none` and every HMAC have no value here, so that no configuration can allow them.
enum class TokenAlgorithm : std::uint8_t { kRs256, kPs256, kEs256, kEdDsa };
std::string_view name(TokenAlgorithm algorithm);
// "Ed25519" (RFC 9864) is EdDSA. nullopt for what is not known here.
std::optional<TokenAlgorithm> parse_token_algorithm(std::string_view name);

// The public half of an RSA key.
class RsaKey {
 public:
  // Errors: kInvalidParams for `n` and `e` that are not base64url or no key, a modulus that is not of 2,048
  // to 8,192 bits, an exponent that is even, below 3 or beyond 32 bits.
  static a2a::Result<RsaKey> from_jwk(const a2a::JsonTree& jwk);
  // With SHA-256: PKCS #1 v1.5 (RS256), or PSS with a salt of 32 bytes (PS256).
  bool verify(TokenAlgorithm algorithm, std::string_view text, std::string_view signature) const;

 private:
  explicit RsaKey(std::shared_ptr<evp_pkey_st> key) : key_(std::move(key)) {}
  std::shared_ptr<evp_pkey_st> key_;
};

class TokenKey {
 public:
  // A key for signatures. Errors: kInvalidParams, naming the member: an unknown type or curve, an `alg` that
  // does not fit, a `use` other than sig, `key_ops` without verify, those of RsaKey and of
  // a2a::signature::PublicKey.
  static a2a::Result<TokenKey> from_jwk(const a2a::JsonTree& jwk);

  const std::string& id() const { return id_; }  // `kid`; empty: it has none
  // An RSA key that names no algorithm of its own serves two.
  bool serves(TokenAlgorithm algorithm) const;
  // False for an algorithm that the key does not serve.
  bool verify(TokenAlgorithm algorithm, std::string_view text, std::string_view signature) const;

 private:
  using Key = std::variant<RsaKey, a2a::signature::PublicKey>;
  TokenKey(std::string id, std::optional<TokenAlgorithm> only, Key key)
      : id_(std::move(id)), only_(only), key_(std::move(key)) {}

  std::string id_;
  std::optional<TokenAlgorithm> only_;  // nullopt: RS256 and PS256
  Key key_;
};

using TokenKeys = std::vector<TokenKey>;

// Bounds on a set that is parsed.
inline constexpr std::size_t kTokenKeysBytesMax = 256 << 10;
inline constexpr std::size_t kTokenKeysMax = 64;

// The keys of `{"keys":[…]}` that from_jwk() takes; others are passed over (RFC 7517 section 5). Errors:
// kParse for what is no JSON or beyond kTokenKeysBytesMax; kInvalidParams for what is no key set, for more
// than kTokenKeysMax keys, when none can be used, with the reason of the first, and for a set with a private
// or symmetric key in it: whoever could read the set can sign tokens.
a2a::Result<TokenKeys> parse_token_keys(std::string_view text);

// Those that may have signed: of that id, or, without one, all that serve the algorithm.
std::vector<const TokenKey*> candidates(const TokenKeys& keys, std::string_view id, TokenAlgorithm algorithm);

}  // namespace schemagate::access
