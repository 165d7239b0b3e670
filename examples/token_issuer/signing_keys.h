// The keys of an issuer of tokens, and how one takes the place of another without a refused token. Safe from
// any thread.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "a2a/json/tree.h"
#include "a2a/signature/key.h"

namespace schemagate::token_issuer {

class SigningKeys {
 public:
  // With one key, which signs.
  SigningKeys();

  // A JSON Web Token (RFC 7519) with these claims, by the key that signs now.
  std::string sign(const a2a::JsonTree& claims) const;
  // All keys as they are published (RFC 7517).
  std::string key_set() const;
  // "key-1, key-2": those that are published.
  std::string names() const;
  // The next step of a rotation: publishes a further key; then signs with it; then publishes the old one no
  // more. Says what it did.
  std::string rotate();

 private:
  void add_key();

  mutable std::mutex mutex_;
  int made_ = 0;
  std::size_t signing_ = 0;
  std::vector<a2a::signature::PrivateKey> keys_;
};

}  // namespace schemagate::token_issuer
