// From the text of a bearer token to the principal that it stands for.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/access/grants.h"
#include "gateway/access/issuer_keys.h"
#include "gateway/access/rejection.h"
#include "gateway/access/token.h"
#include "gateway/access/token_cache.h"
#include "gateway/environment/clock.h"

namespace schemagate::access {

// One issuer whose tokens are taken.
struct TrustedIssuer {
  TokenRules rules;
  std::shared_ptr<IssuerKeys> keys;
};

// Verifies once; what is good is remembered, by digest, until the token expires or its issuer has other keys.
// Safe from any thread; never blocks for longer than a signature takes.
class TokenVerifier {
 public:
  static constexpr std::size_t kTokensMax = 10'000;  // remembered

  // The issuers' names differ. The rules and the clock must outlive it.
  TokenVerifier(std::vector<TrustedIssuer> issuers, const RuleBook& rules, const Clock& clock,
                std::size_t tokens_max = kTokensMax)
      : issuers_(std::move(issuers)), rules_(rules), clock_(clock), cache_(tokens_max) {}

  // The issuer is the one that the token names, and its rules decide (read_token()).
  Identified identify(std::string_view token);
  // nullptr: its tokens are not taken.
  std::shared_ptr<IssuerKeys> keys_of(std::string_view issuer) const;

 private:
  Identified verify(std::string_view text, const Digest& digest, Timestamp now);
  const TrustedIssuer* find_issuer(std::string_view text) const;
  PrincipalHandle find_kept(const Digest& digest, Timestamp now);

  const std::vector<TrustedIssuer> issuers_;
  const RuleBook& rules_;
  const Clock& clock_;
  TokenCache cache_;
};

}  // namespace schemagate::access
