#include "gateway/task/message_digest.h"

#include <openssl/evp.h>

#include <array>
#include <bit>
#include <cstdlib>

namespace schemagate {
namespace {

constexpr std::size_t kDigestBytes = 32;
constexpr std::string_view kDigestDigits = "0123456789abcdef";

// OpenSSL fails here only without memory; a message that cannot be recognised would be sent twice.
void must_succeed(int result) {
  if (result != 1) std::abort();
}

}  // namespace

void MessageDigest::Free::operator()(evp_md_ctx_st* context) const {
  EVP_MD_CTX_free(context);
}

MessageDigest::MessageDigest() : context_(EVP_MD_CTX_new()) {
  must_succeed(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

// The length in front keeps "a" + "bc" and "ab" + "c" apart.
void MessageDigest::add(std::string_view text) {
  const auto length = std::bit_cast<std::array<char, sizeof(std::size_t)>>(text.size());
  must_succeed(EVP_DigestUpdate(context_.get(), length.data(), length.size()));
  must_succeed(EVP_DigestUpdate(context_.get(), text.data(), text.size()));
}

std::string MessageDigest::of(const a2a::Message& message) {
  add(message.context_id);
  add(message.task_id);
  for (const a2a::Part& part : message.parts) {
    add(part.content);
    add(part.media_type);
    add(part.metadata.text);
  }
  std::array<unsigned char, kDigestBytes> digest{};
  must_succeed(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr));
  must_succeed(EVP_DigestInit_ex(context_.get(), nullptr, nullptr));
  std::string text = message.message_id + '\n';
  for (const unsigned char byte : digest) {
    text += kDigestDigits[byte >> 4];
    text += kDigestDigits[byte & 15];
  }
  return text;
}

}  // namespace schemagate
