#include "gateway/store/run_key.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "gateway/store/payload_cipher.h"

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;

constexpr std::size_t kKeyBytes = 32;
constexpr std::string_view kName = "run";

Result<PayloadCipher> cipher_with(const std::string& bytes) {
  return PayloadCipher::make({{std::string(kName), std::vector<std::uint8_t>(bytes.begin(), bytes.end())}});
}

}  // namespace

Result<std::shared_ptr<const RunKey>> RunKey::make() {
  std::string bytes(kKeyBytes, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(kKeyBytes)) != 1)
    return fail(ErrorCode::kInternal, "OpenSSL cannot make a key");
  return std::make_shared<const RunKey>(std::move(bytes));
}

Result<std::shared_ptr<const RunKey>> RunKey::read(std::string bytes) {
  if (bytes.size() != kKeyBytes) return fail(ErrorCode::kInternal, "the key of a run is damaged");
  return std::make_shared<const RunKey>(std::move(bytes));
}

RunKey::~RunKey() {
  OPENSSL_cleanse(bytes_.data(), bytes_.size());
}

Result<std::string> RunKey::seal(std::string_view content, std::string_view place) const {
  auto cipher = cipher_with(bytes_);
  return cipher ? cipher->seal(content, place) : std::unexpected(std::move(cipher.error()));
}

Result<std::string> RunKey::open(std::string sealed, std::string_view place) const {
  auto cipher = cipher_with(bytes_);
  return cipher ? cipher->open(kName, std::move(sealed), place) : std::unexpected(std::move(cipher.error()));
}

}  // namespace schemagate::store
