#include "examples/token_issuer/signing_keys.h"

#include <openssl/bio.h>
#include <openssl/pem.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "a2a/signature/base64url.h"
#include "a2a/signature/key_set.h"
#include "a2a/signature/openssl.h"

namespace schemagate::token_issuer {
namespace {

using a2a::signature::FreedBy;
using a2a::signature::PrivateKey;
using a2a::signature::PublicKey;
using a2a::signature::to_base64url;

// A new key on P-256.
std::string new_key_pem() {
  const std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>> key(EVP_EC_gen("P-256"));
  const std::unique_ptr<BIO, FreedBy<BIO_free_all>> out(BIO_new(BIO_s_mem()));
  PEM_write_bio_PrivateKey(out.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  char* text = nullptr;
  const long bytes = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(bytes)};
}

}  // namespace

SigningKeys::SigningKeys() {
  add_key();
}

void SigningKeys::add_key() {
  keys_.push_back(*PrivateKey::from_pem("key-" + std::to_string(++made_), new_key_pem()));
}

std::string SigningKeys::sign(const a2a::JsonTree& claims) const {
  const std::lock_guard lock(mutex_);
  const PrivateKey& key = keys_[signing_];
  const a2a::JsonTree header{{"alg", name(key.algorithm())}, {"typ", "at+jwt"}, {"kid", key.id()}};
  const std::string text = to_base64url(a2a::dump_tree(header)) + "." + to_base64url(a2a::dump_tree(claims));
  return text + "." + to_base64url(*key.sign(text));
}

std::string SigningKeys::key_set() const {
  const std::lock_guard lock(mutex_);
  std::vector<PublicKey> published;
  published.reserve(keys_.size());
  for (const PrivateKey& key : keys_) published.push_back(key.public_key());
  return a2a::signature::format_key_set(published);
}

std::string SigningKeys::names() const {
  const std::lock_guard lock(mutex_);
  std::string names;
  for (const PrivateKey& key : keys_) names += (names.empty() ? "" : ", ") + key.id();
  return names;
}

std::string SigningKeys::rotate() {
  const std::lock_guard lock(mutex_);
  if (keys_.size() == 1) {
    add_key();
    return keys_.back().id() + " is published, " + keys_.front().id() + " signs";
  }
  if (signing_ == 0) {
    signing_ = 1;
    return keys_.back().id() + " signs, " + keys_.front().id() + " is still published";
  }
  const std::string old = keys_.front().id();
  keys_.erase(keys_.begin());
  signing_ = 0;
  return old + " is published no more";
}

}  // namespace schemagate::token_issuer
