#include "gateway/task/message_digest.h"

#include <xxhash.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace schemagate {
namespace {

constexpr std::string_view kDigestDigits = "0123456789abcdef";

// It fails only without memory; a message that cannot be recognised would be sent twice.
void must_succeed(bool done) {
  if (!done) std::abort();
}

}  // namespace

void MessageDigest::Free::operator()(XXH3_state_s* state) const {
  XXH3_freeState(state);
}

MessageDigest::MessageDigest() : state_(XXH3_createState()) {
  must_succeed(state_ != nullptr);
}

// Most of what a message may have is not there: only its length counts then.
void MessageDigest::add(std::string_view text) {
  if (!text.empty()) must_succeed(XXH3_128bits_update(state_.get(), text.data(), text.size()) == XXH_OK);
  lengths_.push_back(text.size());
}

std::string MessageDigest::of(const a2a::Message& message) {
  must_succeed(XXH3_128bits_reset(state_.get()) == XXH_OK);
  lengths_.clear();
  add(message.context_id);
  add(message.task_id);
  for (const a2a::Part& part : message.parts) {
    add(part.content);
    add(part.media_type);
    add(part.metadata.text);
  }
  // They keep "a" + "bc" and "ab" + "c" apart.
  const std::size_t bytes = lengths_.size() * sizeof(lengths_.front());
  must_succeed(XXH3_128bits_update(state_.get(), lengths_.data(), bytes) == XXH_OK);
  XXH128_canonical_t digest{};
  XXH128_canonicalFromHash(&digest, XXH3_128bits_digest(state_.get()));
  std::array<char, 2 * sizeof(digest.digest)> digits{};
  for (std::size_t i = 0; i < sizeof(digest.digest); ++i) {
    digits[2 * i] = kDigestDigits[digest.digest[i] >> 4];
    digits[2 * i + 1] = kDigestDigits[digest.digest[i] & 15];
  }
  std::string text;
  text.reserve(message.message_id.size() + 1 + digits.size());
  return std::move(text.append(message.message_id).append(1, '\n').append(digits.data(), digits.size()));
}

}  // namespace schemagate
