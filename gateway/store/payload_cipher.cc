#include "gateway/store/payload_cipher.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <utility>

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;

constexpr std::size_t kNonceBytes = 12;
constexpr std::size_t kTagBytes = 16;
constexpr std::size_t kOpeningContextsMax = 1'000;  // one per run of the gateway whose rows are still there
constexpr std::string_view kPurpose = "schemagate ledger payload v1";

unsigned char* bytes_of(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}
const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
int length_of(std::string_view text) {
  return static_cast<int>(text.size());
}

std::unexpected<a2a::Error> openssl_failed(std::string_view what) {
  return fail(ErrorCode::kInternal, "OpenSSL cannot " + std::string(what));
}

std::string nonce_of(std::uint64_t number) {
  std::string nonce(kNonceBytes, '\0');
  for (std::size_t i = 0; i < sizeof number; ++i) nonce[i] = static_cast<char>(number >> (8 * i));
  return nonce;
}

template <auto kFree>
struct FreedBy {
  void operator()(auto* object) const { kFree(object); }
};

// HKDF-SHA-256 (RFC 5869).
bool derive(const std::vector<std::uint8_t>& secret, std::string_view salt,
            std::array<unsigned char, 32>& derived) {
  const std::unique_ptr<EVP_KDF, FreedBy<EVP_KDF_free>> kdf(EVP_KDF_fetch(nullptr, "HKDF", nullptr));
  if (!kdf) return false;
  const std::unique_ptr<EVP_KDF_CTX, FreedBy<EVP_KDF_CTX_free>> context(EVP_KDF_CTX_new(kdf.get()));
  std::string digest = "SHA256";
  std::vector<std::uint8_t> key = secret;
  std::string salt_copy(salt);
  std::string purpose(kPurpose);
  const std::array parameters{
      OSSL_PARAM_construct_utf8_string("digest", digest.data(), 0),
      OSSL_PARAM_construct_octet_string("key", key.data(), key.size()),
      OSSL_PARAM_construct_octet_string("salt", salt_copy.data(), salt_copy.size()),
      OSSL_PARAM_construct_octet_string("info", purpose.data(), purpose.size()),
      OSSL_PARAM_construct_end(),
  };
  const int done = EVP_KDF_derive(context.get(), derived.data(), derived.size(), parameters.data());
  OPENSSL_cleanse(key.data(), key.size());
  return done == 1;
}

std::unexpected<a2a::Error> not_openable(std::string_view key_id) {
  return fail(ErrorCode::kInternal, "a row of the ledger does not open with the key \"" +
                                        std::string(key_id) +
                                        "\": the secret is another one, or the row is damaged");
}

}  // namespace

void PayloadCipher::FreeContext::operator()(evp_cipher_ctx_st* context) const {
  EVP_CIPHER_CTX_free(context);
}

PayloadCipher::~PayloadCipher() {
  for (LedgerKey& key : keys_) OPENSSL_cleanse(key.secret.data(), key.secret.size());
}

Result<PayloadCipher> PayloadCipher::make(std::vector<LedgerKey> keys) {
  PayloadCipher cipher;
  cipher.keys_ = std::move(keys);
  for (const LedgerKey& key : cipher.keys_) {
    if (key.id.empty()) return fail(ErrorCode::kInvalidParams, "a key of the ledger has no id");
    if (key.secret.size() != kSecretBytes) {
      return fail(ErrorCode::kInvalidParams, "the ledger's key \"" + key.id + "\" has " +
                                                 std::to_string(key.secret.size()) + " bytes, expected 32");
    }
    if (cipher.find_key(key.id) != &key)
      return fail(ErrorCode::kInvalidParams, "two keys of the ledger have the id \"" + key.id + "\"");
  }
  if (cipher.keys_.empty()) return cipher;
  cipher.key_id_ = cipher.keys_.front().id;
  if (auto begun = cipher.begin_run(); !begun) return std::unexpected(begun.error());
  return cipher;
}

Result<void> PayloadCipher::begin_run() {
  salt_.resize(kSaltBytes);
  if (RAND_bytes(bytes_of(salt_), static_cast<int>(kSaltBytes)) != 1) return openssl_failed("make a salt");
  auto context = make_context(keys_.front(), salt_, true);
  if (!context) return std::unexpected(context.error());
  sealing_ = std::move(*context);
  return {};
}

const LedgerKey* PayloadCipher::find_key(std::string_view id) const {
  const auto found = std::ranges::find(keys_, id, &LedgerKey::id);
  return found == keys_.end() ? nullptr : &*found;
}

Result<PayloadCipher::Context> PayloadCipher::make_context(const LedgerKey& key, std::string_view salt,
                                                           bool seals) {
  std::array<unsigned char, kSecretBytes> derived{};
  if (!derive(key.secret, salt, derived)) return openssl_failed("derive a key");
  Context context(EVP_CIPHER_CTX_new());
  const int ready =
      EVP_CipherInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, derived.data(), nullptr, seals ? 1 : 0);
  OPENSSL_cleanse(derived.data(), derived.size());
  if (ready != 1) return openssl_failed("use AES-256-GCM");
  return context;
}

Result<std::string> PayloadCipher::seal(std::string_view payload, std::string_view place) {
  if (!sealing_) return std::string(payload);
  const std::string nonce = nonce_of(sealed_++);
  std::string sealed = salt_ + nonce;
  const std::size_t head = sealed.size();
  sealed.resize(head + payload.size() + kTagBytes);
  EVP_CIPHER_CTX* context = sealing_.get();
  int length = 0;
  const bool done =
      EVP_EncryptInit_ex(context, nullptr, nullptr, nullptr, bytes_of(std::string_view(nonce))) == 1 &&
      EVP_EncryptUpdate(context, nullptr, &length, bytes_of(place), length_of(place)) == 1 &&
      EVP_EncryptUpdate(context, bytes_of(sealed) + head, &length, bytes_of(payload), length_of(payload)) ==
          1 &&
      EVP_EncryptFinal_ex(context, bytes_of(sealed) + head + payload.size(), &length) == 1 &&
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, kTagBytes,
                          bytes_of(sealed) + head + payload.size()) == 1;
  if (!done) return openssl_failed("seal a payload");
  return sealed;
}

Result<evp_cipher_ctx_st*> PayloadCipher::opening_context(std::string_view key_id, std::string_view salt) {
  const LedgerKey* key = find_key(key_id);
  if (key == nullptr) {
    return fail(ErrorCode::kInternal, "a row of the ledger is sealed with the key \"" + std::string(key_id) +
                                          "\", which is not configured");
  }
  if (opening_.size() >= kOpeningContextsMax) opening_.clear();
  Context& context = opening_[std::string(salt).append(key_id)];
  if (!context) {
    auto made = make_context(*key, salt, false);
    if (!made) return std::unexpected(made.error());
    context = std::move(*made);
  }
  return context.get();
}

Result<std::string> PayloadCipher::open(std::string_view key_id, std::string payload,
                                        std::string_view place) {
  if (key_id.empty()) return payload;
  constexpr std::size_t kHead = kSaltBytes + kNonceBytes;
  const std::string_view sealed = payload;
  if (sealed.size() < kHead + kTagBytes) return not_openable(key_id);
  const auto context = opening_context(key_id, sealed.substr(0, kSaltBytes));
  if (!context) return std::unexpected(context.error());
  const std::string_view nonce = sealed.substr(kSaltBytes, kNonceBytes);
  const std::string_view text = sealed.substr(kHead, sealed.size() - kHead - kTagBytes);
  std::string tag(sealed.substr(sealed.size() - kTagBytes));
  std::string opened(text.size(), '\0');
  int length = 0;
  const bool done =
      EVP_DecryptInit_ex(*context, nullptr, nullptr, nullptr, bytes_of(nonce)) == 1 &&
      EVP_DecryptUpdate(*context, nullptr, &length, bytes_of(place), length_of(place)) == 1 &&
      EVP_DecryptUpdate(*context, bytes_of(opened), &length, bytes_of(text), length_of(text)) == 1 &&
      EVP_CIPHER_CTX_ctrl(*context, EVP_CTRL_GCM_SET_TAG, kTagBytes, tag.data()) == 1 &&
      EVP_DecryptFinal_ex(*context, bytes_of(opened) + text.size(), &length) == 1;
  if (!done) return not_openable(key_id);
  return opened;
}

}  // namespace schemagate::store
