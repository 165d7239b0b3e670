// Seals the payloads of the ledger's rows: AES-256-GCM, by OpenSSL.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "a2a/error.h"

struct evp_cipher_ctx_st;

namespace schemagate::store {

// `id` is kept beside every row that was sealed with the key, readable for everybody; `secret` is 32 random
// bytes. Neither an id nor a secret may be used for a second key.
struct LedgerKey {
  std::string id;
  std::vector<std::uint8_t> secret;
};

// Used by one thread at a time; the keys are wiped with it.
//
// A random nonce of 96 bits would bound a key to 2^32 rows (NIST SP 800-38D, 8.3), which a busy gateway
// writes in days. So each run derives a key of its own (HKDF-SHA-256 with a random salt of 128 bits) and
// counts its nonces. A sealed payload is the salt (16 bytes), the nonce (12), the ciphertext and the tag
// (16).
class PayloadCipher {
 public:
  // The first key seals, all open; none: payloads stay plain. Errors: kInvalidParams for an empty id, an id
  // that is there twice, or a secret of another length than 32 bytes; kInternal when OpenSSL fails.
  static a2a::Result<PayloadCipher> make(std::vector<LedgerKey> keys);
  PayloadCipher(PayloadCipher&&) noexcept = default;
  PayloadCipher& operator=(PayloadCipher&&) noexcept = default;
  ~PayloadCipher();

  // Of the key that seals; empty: payloads stay plain.
  const std::string& key_id() const { return key_id_; }
  // `place` says which row it is for: opened for another one, it is refused. Errors: kInternal.
  a2a::Result<std::string> seal(std::string_view payload, std::string_view place);
  // An empty `key_id` stands for a plain payload. Errors: kInternal naming the key when it is not there, or
  // when the payload was not sealed with it for this place.
  a2a::Result<std::string> open(std::string_view key_id, std::string payload, std::string_view place);

 private:
  static constexpr std::size_t kSaltBytes = 16;
  static constexpr std::size_t kSecretBytes = 32;
  struct FreeContext {
    void operator()(evp_cipher_ctx_st* context) const;
  };
  using Context = std::unique_ptr<evp_cipher_ctx_st, FreeContext>;

  PayloadCipher() = default;
  a2a::Result<void> begin_run();
  a2a::Result<evp_cipher_ctx_st*> opening_context(std::string_view key_id, std::string_view salt);
  const LedgerKey* find_key(std::string_view id) const;
  static a2a::Result<Context> make_context(const LedgerKey& key, std::string_view salt, bool seals);

  std::vector<LedgerKey> keys_;
  std::string key_id_;
  std::string salt_;  // of this run
  std::uint64_t sealed_ = 0;
  Context sealing_;
  std::unordered_map<std::string, Context> opening_;  // by key id and salt
};

}  // namespace schemagate::store
