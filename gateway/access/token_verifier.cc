#include "gateway/access/token_verifier.h"

#include <algorithm>
#include <utility>

namespace schemagate::access {
namespace {

// A signature costs more than a request: a token that names no key must not have many tried.
constexpr std::size_t kTriesMax = 4;

std::unexpected<Rejection> rejected(std::string_view reason) {
  return std::unexpected(Rejection{reason});
}

bool is_signed(const Token& token, const std::vector<const TokenKey*>& keys) {
  return std::ranges::any_of(keys, [&token](const TokenKey* key) {
    return key->verify(token.algorithm, token.signed_text, token.signature);
  });
}

}  // namespace

Identified TokenVerifier::identify(std::string_view token) {
  if (token.size() > kTokenBytesMax) return rejected("the token is over 16384 bytes");
  const Digest digest = digest_of(token);
  const auto now = std::chrono::floor<std::chrono::seconds>(clock_.utc());
  if (auto kept = find_kept(digest, now)) return kept;
  return verify(token, digest, now);
}

std::shared_ptr<IssuerKeys> TokenVerifier::keys_of(std::string_view issuer) const {
  const auto found = std::ranges::find(issuers_, issuer, [](const auto& each) { return each.rules.issuer; });
  return found == issuers_.end() ? nullptr : found->keys;
}

PrincipalHandle TokenVerifier::find_kept(const Digest& digest, Timestamp now) {
  VerifiedToken kept = cache_.find(digest);
  if (!kept.principal) return nullptr;
  const bool is_good = now < kept.good_until && kept.generation == issuers_[kept.issuer].keys->generation();
  if (is_good) return std::move(kept.principal);
  cache_.forget(digest);
  return nullptr;
}

const TrustedIssuer* TokenVerifier::find_issuer(std::string_view text) const {
  const auto named = issuer_of(text);
  if (!named) return nullptr;
  const auto found =
      std::ranges::find_if(issuers_, [&](const TrustedIssuer& each) { return each.rules.issuer == *named; });
  return found == issuers_.end() ? nullptr : &*found;
}

// The keys come last: what is not good for another reason never has them read again.
Identified TokenVerifier::verify(std::string_view text, const Digest& digest, Timestamp now) {
  // The token of an unknown issuer is held to anybody's rules, to say what is wrong with it.
  const TrustedIssuer* named = find_issuer(text);
  const TrustedIssuer& issuer = named == nullptr ? issuers_.front() : *named;
  auto token = read_token(text, issuer.rules, now);
  if (!token) return rejected(token.error());
  const std::uint64_t generation = issuer.keys->generation();
  const auto keys = issuer.keys->current();
  if (!keys) return std::unexpected(Rejection{"the keys of the token's issuer are not known yet", true});
  const auto possible = candidates(*keys, token->key_id, token->algorithm);
  if (possible.empty()) {
    issuer.keys->ask_for_new();
    return rejected("the token is signed with a key that is not known");
  }
  if (token->key_id.empty() && possible.size() > kTriesMax)
    return rejected("the token does not name its key, and there are many");
  if (!is_signed(*token, possible)) return rejected("the token's signature does not verify");
  token->principal.grants = rules_.grants_of(token->principal);
  auto principal = std::make_shared<const Principal>(std::move(token->principal));
  const auto place = static_cast<std::size_t>(&issuer - issuers_.data());
  cache_.keep(digest, {principal, token->good_until, place, generation});
  return principal;
}

}  // namespace schemagate::access
