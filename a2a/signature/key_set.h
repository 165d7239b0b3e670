// Sets of public keys (RFC 7517 section 5): what a verifier trusts, and what a signer publishes.
//
//   auto keys = parse_key_set(text);              // Result<std::vector<PublicKey>>
//   std::string published = format_key_set(*keys);  // {"keys":[…]}, nothing private
//
// Pure; safe from any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/signature/key.h"

namespace schemagate::a2a::signature {

// Bounds on a set that is parsed.
inline constexpr std::size_t kKeySetBytesMax = 64 << 10;
inline constexpr std::size_t kKeySetKeysMax = 64;

// The keys of `{"keys":[…]}` that PublicKey::from_jwk() takes, in their order; others are passed over, as
// section 5 wants it. Errors: kParse for what is no JSON; kInvalidParams for what is no key set, for more
// than kKeySetKeysMax keys, and when none can be used, with the reason of the first.
Result<std::vector<PublicKey>> parse_key_set(std::string_view text);

// `{"keys":[…]}` with PublicKey::jwk() of each.
std::string format_key_set(std::span<const PublicKey> keys);

}  // namespace schemagate::a2a::signature
