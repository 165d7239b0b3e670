// Any bytes as a set of public keys, and as one key: what is read can be written, reads back as the same
// keys, holds nothing private and takes no signature that nobody made.
#include <nlohmann/json.hpp>
#include <string>

#include "a2a/signature/key_set.h"
#include "property.h"

namespace schemagate {

namespace {

using a2a::signature::PublicKey;

void check_key(const PublicKey& key) {
  const a2a::JsonTree jwk = key.jwk();
  fuzz::require(!key.id().empty() && key.id().size() <= a2a::signature::kKeyIdBytesMax, "a key has an id");
  fuzz::require(a2a::find_member(jwk, "d") == nullptr, "nothing private is published");
  const auto again = PublicKey::from_jwk(jwk);
  fuzz::require(again && again->jwk() == jwk, "a key that is written reads back");
  fuzz::require(!key.verify("text", std::string(64, '\0')) && !key.verify("text", ""),
                "a signature that nobody made is none");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  if (const auto keys = a2a::signature::parse_key_set(text)) {
    fuzz::require(!keys->empty() && keys->size() <= a2a::signature::kKeySetKeysMax, "keys are bounded");
    for (const PublicKey& key : *keys) check_key(key);
    const std::string written = a2a::signature::format_key_set(*keys);
    const auto again = a2a::signature::parse_key_set(written);
    fuzz::require(again && a2a::signature::format_key_set(*again) == written,
                  "a set that is written reads back");
  }
  const auto jwk = a2a::parse_tree(text);
  if (!jwk) return 0;
  if (const auto key = PublicKey::from_jwk(*jwk)) check_key(*key);
  return 0;
}

}  // namespace schemagate
