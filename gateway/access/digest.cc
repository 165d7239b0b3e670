#include "gateway/access/digest.h"

#include <openssl/sha.h>

#include "a2a/signature/constant_time.h"
#include "a2a/text/ascii.h"

namespace schemagate::access {

Digest digest_of(std::string_view secret) {
  Digest digest{};
  SHA256(reinterpret_cast<const unsigned char*>(secret.data()), secret.size(), digest.data());
  return digest;
}

std::optional<Digest> parse_digest(std::string_view text) {
  Digest digest{};
  if (text.size() != 2 * digest.size()) return std::nullopt;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const int high = a2a::text::hex_value(text[2 * i]);
    const int low = a2a::text::hex_value(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    digest[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return digest;
}

bool equals_in_constant_time(const Digest& a, const Digest& b) {
  const auto bytes = [](const Digest& digest) {
    return std::string_view(reinterpret_cast<const char*>(digest.data()), digest.size());
  };
  return a2a::signature::equals_in_constant_time(bytes(a), bytes(b));
}

}  // namespace schemagate::access
