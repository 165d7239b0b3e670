#include "a2a/signature/digest.h"

#include <openssl/evp.h>

#include "a2a/json/canonical.h"
#include "a2a/signature/base64url.h"

namespace schemagate::a2a::signature {

Result<std::string> digest_of(const JsonTree& value) {
  const auto text = canonical_json(value);
  if (!text) return std::unexpected(text.error());
  std::string digest(EVP_MAX_MD_SIZE, '\0');
  unsigned int size = 0;
  if (EVP_Digest(text->data(), text->size(), reinterpret_cast<unsigned char*>(digest.data()), &size,
                 EVP_sha256(), nullptr) != 1) {
    return fail(ErrorCode::kInternal, "OpenSSL cannot compute SHA-256");
  }
  digest.resize(size);
  return "sha-256:" + to_base64url(digest);
}

}  // namespace schemagate::a2a::signature
