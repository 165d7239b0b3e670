#include "a2a/signature/constant_time.h"

#include <openssl/crypto.h>

namespace schemagate::a2a::signature {

bool equals_in_constant_time(std::string_view one, std::string_view other) {
  return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

}  // namespace schemagate::a2a::signature
