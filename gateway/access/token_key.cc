#include "gateway/access/token_key.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/rsa.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/signature/base64url.h"
#include "a2a/signature/openssl.h"

namespace schemagate::access {
namespace {

using a2a::ErrorCode;
using a2a::JsonTree;
using a2a::Result;
using a2a::signature::DigestContext;
using a2a::signature::FreedBy;
using a2a::signature::KeyContext;
using a2a::signature::NoTrace;
using a2a::signature::Number;

constexpr int kModulusBitsMin = 2'048;
constexpr int kModulusBitsMax = 8'192;
constexpr int kExponentBitsMax = 32;
constexpr int kSaltBytes = 32;
// Stands in for an id where a key needs none.
constexpr const char* kNoId = "-";

using ParameterBuilder = std::unique_ptr<OSSL_PARAM_BLD, FreedBy<OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, FreedBy<OSSL_PARAM_free>>;

std::unexpected<a2a::Error> refused(std::string message) {
  return a2a::fail(ErrorCode::kInvalidParams, std::move(message));
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string_view text_of(const JsonTree& jwk, std::string_view member) {
  const std::string* text = a2a::find_string(jwk, member);
  return text == nullptr ? std::string_view() : *text;
}

Number number_of(const JsonTree& jwk, std::string_view member) {
  const auto bytes = a2a::signature::from_base64url(text_of(jwk, member));
  if (!bytes || bytes->empty() || bytes->size() > kModulusBitsMax / 8) return nullptr;
  return Number(BN_bin2bn(bytes_of(*bytes), static_cast<int>(bytes->size()), nullptr));
}

std::shared_ptr<EVP_PKEY> make_rsa_key(const Number& modulus, const Number& exponent) {
  const ParameterBuilder builder(OSSL_PARAM_BLD_new());
  if (!builder || OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, modulus.get()) != 1 ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, exponent.get()) != 1) {
    return nullptr;
  }
  const Parameters parameters(OSSL_PARAM_BLD_to_param(builder.get()));
  const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "RSA", nullptr));
  EVP_PKEY* made = nullptr;
  if (!parameters || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &made, EVP_PKEY_PUBLIC_KEY, parameters.get()) != 1) {
    return nullptr;
  }
  return {made, EVP_PKEY_free};
}

bool ask_for_pss(EVP_PKEY_CTX* context) {
  return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1 &&
         EVP_PKEY_CTX_set_rsa_pss_saltlen(context, kSaltBytes) == 1;
}

bool may_verify(const JsonTree& jwk) {
  const JsonTree* operations = a2a::find_member(jwk, "key_ops");
  return operations == nullptr ||
         (operations->is_array() && std::ranges::any_of(*operations, [](const JsonTree& each) {
            return each.is_string() && each == "verify";
          }));
}

// d, p, q and the rest of a private key; k, the whole of a symmetric one (RFC 7518 section 6).
bool holds_secret(const JsonTree& jwk) {
  return a2a::find_member(jwk, "d") != nullptr || a2a::find_member(jwk, "p") != nullptr ||
         a2a::find_member(jwk, "k") != nullptr;
}

// The algorithm that the key is published for; an error where it does not fit the kind of key.
Result<std::optional<TokenAlgorithm>> stated_algorithm(const JsonTree& jwk, bool is_rsa) {
  const std::string_view stated = text_of(jwk, "alg");
  if (stated.empty()) return std::nullopt;
  const auto algorithm = parse_token_algorithm(stated);
  const bool is_for_rsa = algorithm == TokenAlgorithm::kRs256 || algorithm == TokenAlgorithm::kPs256;
  if (!algorithm || is_for_rsa != is_rsa) return refused("alg does not fit the key, or is not known here");
  return algorithm;
}

}  // namespace

std::string_view name(TokenAlgorithm algorithm) {
  switch (algorithm) {
    case TokenAlgorithm::kRs256:
      return "RS256";
    case TokenAlgorithm::kPs256:
      return "PS256";
    case TokenAlgorithm::kEs256:
      return "ES256";
    case TokenAlgorithm::kEdDsa:
      return "EdDSA";
  }
  std::unreachable();
}

std::optional<TokenAlgorithm> parse_token_algorithm(std::string_view name) {
  if (name == "RS256") return TokenAlgorithm::kRs256;
  if (name == "PS256") return TokenAlgorithm::kPs256;
  if (name == "ES256") return TokenAlgorithm::kEs256;
  if (name == "EdDSA" || name == "Ed25519") return TokenAlgorithm::kEdDsa;
  return std::nullopt;
}

Result<RsaKey> RsaKey::from_jwk(const JsonTree& jwk) {
  const NoTrace no_trace;
  const Number modulus = number_of(jwk, "n");
  const Number exponent = number_of(jwk, "e");
  if (!modulus || !exponent) return refused("n or e is no number in base64url");
  const int bits = BN_num_bits(modulus.get());
  if (bits < kModulusBitsMin || bits > kModulusBitsMax) return refused("n is not of 2048 to 8192 bits");
  const bool fits = BN_is_odd(exponent.get()) == 1 && BN_is_one(exponent.get()) == 0 &&
                    BN_num_bits(exponent.get()) <= kExponentBitsMax;
  if (!fits) return refused("e is even, 1, or beyond 32 bits");
  auto key = make_rsa_key(modulus, exponent);
  if (!key) return refused("n and e are no RSA key");
  return RsaKey(std::move(key));
}

bool RsaKey::verify(TokenAlgorithm algorithm, std::string_view text, std::string_view signature) const {
  const NoTrace no_trace;
  const DigestContext context(EVP_MD_CTX_new());
  EVP_PKEY_CTX* padding = nullptr;
  if (!context || EVP_DigestVerifyInit(context.get(), &padding, EVP_sha256(), nullptr, key_.get()) != 1) {
    return false;
  }
  if (algorithm == TokenAlgorithm::kPs256 && !ask_for_pss(padding)) return false;
  return EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(text),
                          text.size()) == 1;
}

Result<TokenKey> TokenKey::from_jwk(const JsonTree& jwk) {
  if (!jwk.is_object()) return refused("a key is no object");
  if (holds_secret(jwk)) return refused("the key is a private or symmetric one");
  if (const auto use = text_of(jwk, "use"); !use.empty() && use != "sig") return refused("use is not sig");
  if (!may_verify(jwk)) return refused("key_ops has no verify");
  const bool is_rsa = text_of(jwk, "kty") == "RSA";
  const auto stated = stated_algorithm(jwk, is_rsa);
  if (!stated) return std::unexpected(stated.error());
  std::string id(text_of(jwk, "kid"));
  if (id.size() > a2a::signature::kKeyIdBytesMax) return refused("kid is over 256 bytes");
  if (is_rsa) {
    auto key = RsaKey::from_jwk(jwk);
    if (!key) return std::unexpected(key.error());
    return TokenKey(std::move(id), *stated, *std::move(key));
  }
  JsonTree named = jwk;
  if (id.empty()) named["kid"] = kNoId;
  auto key = a2a::signature::PublicKey::from_jwk(named);
  if (!key) return std::unexpected(key.error());
  const bool is_ec = key->algorithm() == a2a::signature::Algorithm::kEs256;
  const TokenAlgorithm algorithm = is_ec ? TokenAlgorithm::kEs256 : TokenAlgorithm::kEdDsa;
  return TokenKey(std::move(id), algorithm, *std::move(key));
}

bool TokenKey::serves(TokenAlgorithm algorithm) const {
  if (only_) return only_ == algorithm;
  return algorithm == TokenAlgorithm::kRs256 || algorithm == TokenAlgorithm::kPs256;
}

bool TokenKey::verify(TokenAlgorithm algorithm, std::string_view text, std::string_view signature) const {
  if (!serves(algorithm)) return false;
  if (const auto* rsa = std::get_if<RsaKey>(&key_)) return rsa->verify(algorithm, text, signature);
  return std::get<a2a::signature::PublicKey>(key_).verify(text, signature);
}

Result<TokenKeys> parse_token_keys(std::string_view text) {
  const auto set = a2a::parse_tree(text, {.bytes_max = kTokenKeysBytesMax, .depth_max = 8});
  if (!set) return std::unexpected(set.error());
  const JsonTree* list = a2a::find_member(*set, "keys");
  if (list == nullptr || !list->is_array()) return refused("is no key set: the array keys is missing");
  if (list->size() > kTokenKeysMax) return refused("the key set has more than 64 keys");
  if (std::ranges::any_of(*list, holds_secret))
    return refused("the key set holds a private or symmetric key: whoever read it can sign tokens");
  TokenKeys keys;
  std::string first_reason = "it is empty";
  for (const JsonTree& each : *list) {
    if (auto key = TokenKey::from_jwk(each)) {
      keys.push_back(*std::move(key));
    } else if (&each == &list->front()) {
      first_reason = key.error().message;
    }
  }
  if (keys.empty()) return refused("the key set has no key that can be used: " + first_reason);
  return keys;
}

std::vector<const TokenKey*> candidates(const TokenKeys& keys, std::string_view id,
                                        TokenAlgorithm algorithm) {
  std::vector<const TokenKey*> found;
  for (const TokenKey& each : keys) {
    if ((id.empty() || each.id() == id) && each.serves(algorithm)) found.push_back(&each);
  }
  return found;
}

}  // namespace schemagate::access
