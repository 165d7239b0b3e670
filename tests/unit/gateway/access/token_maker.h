// An issuer of tokens for tests: keys of each kind, their key set, and tokens with any header and claims.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "a2a/signature/key.h"
#include "gateway/access/token.h"
#include "gateway/environment/clock.h"

struct evp_pkey_st;

namespace schemagate::access {

class TokenMaker {
 public:
  // `suffix` is appended to the keys' ids: "rsa", "ec", "ed".
  explicit TokenMaker(const std::string& suffix = "");

  // `{"keys":[…]}` with all three, the RSA one without `alg`.
  std::string key_set() const;
  std::string rsa_jwk(std::string_view members = "") const;
  std::string ec_jwk() const { return jwk_of(ec_); }
  std::string ed_jwk() const { return jwk_of(ed_); }

  // header.claims.signature, signed as `algorithm` with the key that suits it.
  std::string sign(std::string_view header, std::string_view claims, TokenAlgorithm algorithm) const;
  // The header names the algorithm and the key.
  std::string token(std::string_view claims, TokenAlgorithm algorithm = TokenAlgorithm::kEs256) const;
  std::string key_id(TokenAlgorithm algorithm) const;
  // HS256 with any text as its secret: the public key in PEM, as the well-known attack has it.
  std::string hmac_token(std::string_view claims, std::string_view secret) const;
  std::string rsa_public_pem() const;

 private:
  static std::string jwk_of(const a2a::signature::PrivateKey& key);
  std::string rsa_signature(std::string_view text, bool pss) const;

  const std::string suffix_;
  std::shared_ptr<evp_pkey_st> rsa_;
  a2a::signature::PrivateKey ec_;
  a2a::signature::PrivateKey ed_;
};

inline constexpr std::string_view kIssuer = "https://login.test";
inline constexpr std::string_view kAudience = "schemagate";
// 2026-11-24T12:00:00Z
inline constexpr Timestamp kNow{std::chrono::seconds(1'795'521'600)};

TokenRules token_rules();
// Claims that are good at kNow, for five minutes. `more` begins with a comma, and may repeat a name.
std::string good_claims(std::string_view more = "", std::string_view subject = "alice");

// Stands still unless it is moved.
class StoppedClock final : public Clock {
 public:
  MonotonicTime monotonic() const override { return MonotonicTime() + passed; }
  std::chrono::system_clock::time_point utc() const override { return kNow + passed; }
  std::chrono::seconds passed{3'600};
};

}  // namespace schemagate::access
