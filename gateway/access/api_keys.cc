#include "gateway/access/api_keys.h"

namespace schemagate::access {

PrincipalHandle ApiKeys::find(std::string_view presented) const {
  if (presented.size() > kApiKeyBytesMax) return nullptr;
  const Digest digest = digest_of(presented);
  const ApiKey* found = nullptr;
  for (const ApiKey& each : keys_) {
    if (equals_in_constant_time(each.digest, digest)) found = &each;
  }
  return found == nullptr ? nullptr : found->principal;
}

}  // namespace schemagate::access
