#include "gateway/task/message_digest.h"

#include <xxhash.h>

#include <cstdlib>

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

void MessageDigest::add(std::string_view text) {
  must_succeed(XXH3_128bits_update(state_.get(), text.data(), text.size()) == XXH_OK);
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
  std::string text;
  text.reserve(message.message_id.size() + 1 + 2 * sizeof(digest.digest));
  text.append(message.message_id) += '\n';
  for (const unsigned char byte : digest.digest) {
    text += kDigestDigits[byte >> 4];
    text += kDigestDigits[byte & 15];
  }
  return text;
}

}  // namespace schemagate
