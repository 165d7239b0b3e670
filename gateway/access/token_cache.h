// Tokens that have been verified, by digest, so that a kept token is not verified with every request.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>

#include "gateway/access/digest.h"
#include "gateway/access/principal.h"
#include "gateway/access/token.h"
#include "gateway/store/guarded.h"

namespace schemagate::access {

struct VerifiedToken {
  PrincipalHandle principal;
  Timestamp good_until;
  std::size_t issuer = 0;        // its place among the issuers
  std::uint64_t generation = 0;  // of the issuer's keys then: other keys have it verified again
};

// Holds the latest `tokens_max`; the oldest goes first. Only what has been verified comes in, so nobody fills
// it with tokens of his own making. Safe from any thread.
class TokenCache {
 public:
  explicit TokenCache(std::size_t tokens_max) : tokens_max_(tokens_max) {}

  // An empty principal: not there.
  VerifiedToken find(const Digest& digest) const;
  void keep(const Digest& digest, VerifiedToken token);
  void forget(const Digest& digest);
  std::size_t size() const;

 private:
  struct State {
    std::unordered_map<Digest, VerifiedToken, DigestHash> tokens;
    std::deque<Digest> order;  // of arrival; may name what has been forgotten
  };
  const std::size_t tokens_max_;
  store::Guarded<State> state_;
};

}  // namespace schemagate::access
