#include "a2a/signature/key_set.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace schemagate::a2a::signature {

Result<std::vector<PublicKey>> parse_key_set(std::string_view text) {
  const auto set = parse_tree(text, {.bytes_max = kKeySetBytesMax, .depth_max = 16});
  if (!set) return std::unexpected(set.error());
  const JsonTree* members = find_member(*set, "keys");
  if (members == nullptr || !members->is_array()) {
    return fail(ErrorCode::kInvalidParams, "no key set: expected an object with an array keys");
  }
  if (members->size() > kKeySetKeysMax) {
    return fail(ErrorCode::kInvalidParams,
                "the key set has more than " + std::to_string(kKeySetKeysMax) + " keys");
  }
  std::vector<PublicKey> keys;
  std::string reason = "it is empty";
  for (std::size_t i = members->size(); i-- > 0;) {
    auto key = PublicKey::from_jwk((*members)[i]);
    if (key) {
      keys.insert(keys.begin(), *std::move(key));
    } else {
      reason = "keys[" + std::to_string(i) + "]: " + key.error().message;
    }
  }
  if (!keys.empty()) return keys;
  return fail(ErrorCode::kInvalidParams, "the key set has no key that can be used: " + reason);
}

std::string format_key_set(std::span<const PublicKey> keys) {
  JsonTree list = JsonTree::array();
  for (const PublicKey& key : keys) list.push_back(key.jwk());
  return dump_tree({{"keys", std::move(list)}});
}

}  // namespace schemagate::a2a::signature
