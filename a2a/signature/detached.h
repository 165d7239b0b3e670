// JSON web signatures over a payload that travels elsewhere (RFC 7515, appendix F).
//
//   auto signature = sign_detached(payload, key, "https://agent.example/keys.json");
//   verify_detached(payload, *signature, key.public_key())   // true
//
// Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>

#include "a2a/signature/key.h"

namespace schemagate::a2a::signature {

inline constexpr std::size_t kHeaderBytesMax = 4'096;  // of the protected header, encoded

// What stands in a card: both in base64url.
struct DetachedSignature {
  std::string protected_header;
  std::string signature;
};

// `{"alg","typ":"JOSE","kid"}` and, unless `key_set_url` is empty, `jku` are signed along. Errors: those of
// PrivateKey::sign().
Result<DetachedSignature> sign_detached(std::string_view payload, const PrivateKey& key,
                                        std::string_view key_set_url);

// What the signer claims. Nothing of it is proven before a signature verifies, and `jku` names no one to be
// trusted: it is the signer's own word (A2A issue 2096).
struct ProtectedHeader {
  std::string algorithm;
  std::string key_id;
  // Empty: none.
  std::string key_set_url;
};

// Errors: kInvalidParams for what is not base64url of a JSON object, for a header over kHeaderBytesMax,
// without alg or kid, or with crit or b64, which ask for what is not done here.
Result<ProtectedHeader> parse_protected_header(std::string_view encoded);

// Whether `signature` verifies with this key. False, too, when the header's algorithm is not the key's: a key
// signs in one way only, whatever a header says.
bool verify_detached(std::string_view payload, const DetachedSignature& signature, const PublicKey& key);

}  // namespace schemagate::a2a::signature
