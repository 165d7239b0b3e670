#include "gateway/access/digest.h"

#include <openssl/evp.h>

#include <memory>
#include <new>

#include "a2a/signature/constant_time.h"
#include "a2a/text/ascii.h"

namespace schemagate::access {
namespace {

struct FreeAlgorithm {
  void operator()(EVP_MD* algorithm) const { EVP_MD_free(algorithm); }
};

// Fetched once: to look it up among the providers costs as much as to use it.
const EVP_MD* sha256() {
  static const std::unique_ptr<EVP_MD, FreeAlgorithm> algorithm(EVP_MD_fetch(nullptr, "SHA256", nullptr));
  return algorithm.get();
}

}  // namespace

// Without the memory for it there is no digest: a made-up one would be that of every other secret.
Digest digest_of(std::string_view secret) {
  Digest digest{};
  if (EVP_Digest(secret.data(), secret.size(), digest.data(), nullptr, sha256(), nullptr) != 1)
    throw std::bad_alloc();
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
