// Keys that sign cards, by OpenSSL: ECDSA on P-256 with SHA-256 (ES256, RFC 7518 section 3.4) and Ed25519
// (EdDSA, RFC 8037). Values: copies share OpenSSL's object, which nobody changes; safe from any thread.
//
//   auto key = PrivateKey::from_pem("2026-01", pem);      // the id becomes `kid`
//   auto signature = key->sign(text);
//   key->public_key().verify(text, *signature)            // true
//   JsonTree published = key->public_key().jwk();
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/json/tree.h"

struct evp_pkey_st;

namespace schemagate::a2a::signature {

// The only two: the key decides which one, never what is to be verified.
enum class Algorithm : std::uint8_t { kEs256, kEdDsa };
// As the `alg` of a JWS names it.
std::string_view name(Algorithm algorithm);
// "Ed25519", the newer name of RFC 9864, counts as well; nullopt for everything that is not signed with here:
// `none` and every HMAC among it.
std::optional<Algorithm> parse_algorithm(std::string_view name);

inline constexpr std::size_t kKeyIdBytesMax = 256;

// A key that can verify. Nothing private is in it.
class PublicKey {
 public:
  // RFC 7517: EC on P-256 or OKP with Ed25519. Errors: kInvalidParams, naming the member: no `kid` or one
  // over kKeyIdBytesMax, another key type or curve, an `alg` that does not fit, a `use` other than sig,
  // coordinates of another length or beside the curve, a point of small order, a private member.
  static Result<PublicKey> from_jwk(const JsonTree& jwk);
  // Of a `PUBLIC KEY` or a `PRIVATE KEY` block. Errors: kInvalidParams.
  static Result<PublicKey> from_pem(std::string id, std::string_view pem);

  // `kid`: what a signature names its key by.
  const std::string& id() const { return id_; }
  Algorithm algorithm() const { return algorithm_; }
  // With kid, alg and use; nothing private.
  JsonTree jwk() const;
  // Whether `signature` is of this key over `text`: 64 bytes, r and s (ES256) or as RFC 8032 has it (EdDSA).
  bool verify(std::string_view text, std::string_view signature) const;

 private:
  PublicKey(std::string id, Algorithm algorithm, std::shared_ptr<evp_pkey_st> key)
      : id_(std::move(id)), algorithm_(algorithm), key_(std::move(key)) {}

  std::string id_;
  Algorithm algorithm_;
  std::shared_ptr<evp_pkey_st> key_;
};

// A key that can sign. The private part is in OpenSSL's object only and is never printed.
class PrivateKey {
 public:
  // An unencrypted PEM block with a private key, PKCS #8 or SEC 1. Errors: kInvalidParams for anything else,
  // and for an id that is empty or over kKeyIdBytesMax.
  static Result<PrivateKey> from_pem(std::string id, std::string_view pem);

  const PublicKey& public_key() const { return public_; }
  const std::string& id() const { return public_.id(); }
  Algorithm algorithm() const { return public_.algorithm(); }
  // 64 bytes, as PublicKey::verify() takes them. Errors: kInternal when OpenSSL fails.
  Result<std::string> sign(std::string_view text) const;

 private:
  PrivateKey(PublicKey public_key, std::shared_ptr<evp_pkey_st> key)
      : public_(std::move(public_key)), key_(std::move(key)) {}

  PublicKey public_;
  std::shared_ptr<evp_pkey_st> key_;
};

}  // namespace schemagate::a2a::signature
