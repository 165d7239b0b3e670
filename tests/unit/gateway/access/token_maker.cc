#include "tests/unit/gateway/access/token_maker.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <nlohmann/json.hpp>

#include "a2a/signature/base64url.h"

namespace schemagate::access {
namespace {

using a2a::signature::PrivateKey;
using a2a::signature::to_base64url;

const unsigned char* raw(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string private_pem(EVP_PKEY* key) {
  BIO* bio = BIO_new(BIO_s_mem());
  PEM_write_bio_PrivateKey(bio, key, nullptr, nullptr, 0, nullptr, nullptr);
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  std::string pem(data, static_cast<std::size_t>(size));
  BIO_free(bio);
  EVP_PKEY_free(key);
  return pem;
}

// A key of 2,048 bits takes a moment: all tests share one.
std::shared_ptr<EVP_PKEY> shared_rsa_key() {
  static const std::shared_ptr<EVP_PKEY> kKey(EVP_RSA_gen(2'048), EVP_PKEY_free);
  return kKey;
}

std::string number_of(EVP_PKEY* key, const char* name) {
  BIGNUM* number = nullptr;
  EVP_PKEY_get_bn_param(key, name, &number);
  std::string bytes(static_cast<std::size_t>(BN_num_bytes(number)), '\0');
  BN_bn2bin(number, reinterpret_cast<unsigned char*>(bytes.data()));
  BN_free(number);
  return to_base64url(bytes);
}

}  // namespace

TokenMaker::TokenMaker(const std::string& suffix)
    : suffix_(suffix),
      rsa_(shared_rsa_key()),
      ec_(*PrivateKey::from_pem("ec" + suffix, private_pem(EVP_EC_gen("P-256")))),
      ed_(*PrivateKey::from_pem("ed" + suffix, private_pem(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519")))) {
}

std::string TokenMaker::jwk_of(const PrivateKey& key) {
  return a2a::dump_tree(key.public_key().jwk());
}

std::string TokenMaker::rsa_jwk(std::string_view members) const {
  return R"({"kty":"RSA","kid":")" + key_id(TokenAlgorithm::kRs256) + R"(","n":")" +
         number_of(rsa_.get(), OSSL_PKEY_PARAM_RSA_N) + R"(","e":")" +
         number_of(rsa_.get(), OSSL_PKEY_PARAM_RSA_E) + "\"" + std::string(members) + "}";
}

std::string TokenMaker::key_set() const {
  return R"({"keys":[)" + rsa_jwk() + "," + ec_jwk() + "," + ed_jwk() + "]}";
}

std::string TokenMaker::key_id(TokenAlgorithm algorithm) const {
  if (algorithm == TokenAlgorithm::kEs256) return ec_.id();
  if (algorithm == TokenAlgorithm::kEdDsa) return ed_.id();
  return "rsa" + suffix_;
}

std::string TokenMaker::rsa_signature(std::string_view text, bool pss) const {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  EVP_PKEY_CTX* padding = nullptr;
  EVP_DigestSignInit(context, &padding, EVP_sha256(), nullptr, rsa_.get());
  if (pss) {
    EVP_PKEY_CTX_set_rsa_padding(padding, RSA_PKCS1_PSS_PADDING);
    EVP_PKEY_CTX_set_rsa_pss_saltlen(padding, RSA_PSS_SALTLEN_DIGEST);
  }
  std::string signature(512, '\0');
  std::size_t size = signature.size();
  EVP_DigestSign(context, reinterpret_cast<unsigned char*>(signature.data()), &size, raw(text), text.size());
  EVP_MD_CTX_free(context);
  signature.resize(size);
  return signature;
}

std::string TokenMaker::sign(std::string_view header, std::string_view claims,
                             TokenAlgorithm algorithm) const {
  const std::string text = to_base64url(header) + "." + to_base64url(claims);
  std::string signature;
  switch (algorithm) {
    case TokenAlgorithm::kRs256:
      signature = rsa_signature(text, false);
      break;
    case TokenAlgorithm::kPs256:
      signature = rsa_signature(text, true);
      break;
    case TokenAlgorithm::kEs256:
      signature = *ec_.sign(text);
      break;
    case TokenAlgorithm::kEdDsa:
      signature = *ed_.sign(text);
      break;
  }
  return text + "." + to_base64url(signature);
}

std::string TokenMaker::token(std::string_view claims, TokenAlgorithm algorithm) const {
  const std::string header =
      R"({"alg":")" + std::string(name(algorithm)) + R"(","typ":"JWT","kid":")" + key_id(algorithm) + "\"}";
  return sign(header, claims, algorithm);
}

std::string TokenMaker::hmac_token(std::string_view claims, std::string_view secret) const {
  const std::string text =
      to_base64url(R"({"alg":"HS256","typ":"JWT","kid":")" + key_id(TokenAlgorithm::kRs256) + "\"}") + "." +
      to_base64url(claims);
  std::string signature(EVP_MAX_MD_SIZE, '\0');
  unsigned int size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), raw(text), text.size(),
       reinterpret_cast<unsigned char*>(signature.data()), &size);
  signature.resize(size);
  return text + "." + to_base64url(signature);
}

std::string TokenMaker::rsa_public_pem() const {
  BIO* bio = BIO_new(BIO_s_mem());
  PEM_write_bio_PUBKEY(bio, rsa_.get());
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  std::string pem(data, static_cast<std::size_t>(size));
  BIO_free(bio);
  return pem;
}

TokenRules token_rules() {
  TokenRules rules;
  rules.issuer = kIssuer;
  rules.audiences = {std::string(kAudience)};
  return rules;
}

std::string good_claims(std::string_view more, std::string_view subject) {
  return R"({"iss":")" + std::string(kIssuer) + R"(","aud":")" + std::string(kAudience) + R"(","sub":")" +
         std::string(subject) + R"(","exp":)" + std::to_string(kNow.time_since_epoch().count() + 300) +
         std::string(more) + "}";
}

}  // namespace schemagate::access
