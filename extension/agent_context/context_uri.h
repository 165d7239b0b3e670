// References to contexts that travel in place of their content: signed, for one audience, with an expiry and
// the digest of what they lead to (sections 5.2 and 6 of the draft, which leaves their form open).
//
//   https://gw.example/contexts/c81f?aud=prescription&exp=1777536300&dig=sha-256:Zm9v...&kid=k1&sig=c2ln...
//
//   KeyRing ring;
//   ring.add({"k1", secret});                                     // the last one that is added signs
//   auto uri = sign_reference(reference, ring);
//   auto read = verify_reference(*uri, "prescription", now_s, ring);
//   if (!read) return status_of(read.error());                    // 403 or 410
//   if (!has_digest(bytes, read->digest)) return poisoned();
//
// A reference alone opens nothing: whoever presents it must be its audience, by an identity of its own, which
// the caller of verify_reference() has established. Values; pure; safe from any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"

namespace schemagate::agent_context {

inline constexpr std::size_t kContextKeyBytesMin = 32;
inline constexpr std::size_t kReferenceBytesMax = 4'096;
// By how much clocks may differ, in seconds.
inline constexpr std::int64_t kClockSkew = 60;
// How long a reference lives: by default, and at most, in seconds.
inline constexpr std::int64_t kReferenceLife = std::int64_t{15} * 60;
inline constexpr std::int64_t kReferenceLifeMax = std::int64_t{24} * 60 * 60;

struct ContextKey {
  std::string id;
  std::string secret;
};

// The keys that references are signed with. More than one while they are exchanged.
class KeyRing {
 public:
  // Replaces a key of the same id. Errors: kInvalidParams for an id that is none (agent_context.h) and for a
  // secret of fewer than kContextKeyBytesMin bytes.
  a2a::Result<void> add(ContextKey key);
  // nullptr when there is none of that id. Borrowed until the next add().
  const ContextKey* find(std::string_view id) const;
  // The key that signs: the one that was added last; nullptr while there is none.
  const ContextKey* signing() const { return keys_.empty() ? nullptr : &keys_.back(); }

 private:
  std::vector<ContextKey> keys_;
};

enum class ReferenceUse : std::uint8_t {
  kRead,
  // A worker may store its own output there, once. Query member `ops=w`.
  kWrite,
};

struct ContextReference {
  // Of the store, without a slash at its end: "https://gw.example".
  std::string store;
  // Of the record; an id as in agent_context.h.
  std::string id;
  // Who may present it.
  std::string audience;
  // Seconds since 1970.
  std::int64_t expires = 0;
  // "sha-256:" and base64url; empty for kWrite, whose content is not known yet.
  std::string digest;
  ReferenceUse use = ReferenceUse::kRead;
  bool operator==(const ContextReference&) const = default;
};

// The reference with its signature (HMAC-SHA-256 over the use and every field, the store among them).
// Errors: kInvalidParams for a field that is none; kInternal when the ring has no key.
a2a::Result<std::string> sign_reference(const ContextReference& reference, const KeyRing& ring);

enum class ReferenceFault : std::uint8_t {
  // Not a reference at all: a member missing, twice, unknown, or of a wrong form.
  kMalformed,
  kUnknownKey,
  kWrongSignature,
  kWrongAudience,
  kExpired,
  // By what stands where it leads.
  kRevoked,        // nothing any more
  kDigestChanged,  // something else by now
};
std::string_view name(ReferenceFault fault);
// What an HTTP answer says: 410 from kExpired on, 403 for all before.
int status_of(ReferenceFault fault);

// Whether whoever presents a reference is the audience that it names.
using IsAudience = std::function<bool(std::string_view audience)>;

// Reads and checks a reference, in this order: form, key, signature (in constant time), audience, expiry:
// nobody but its audience learns whether it has expired. A changed character anywhere is kWrongSignature or
// an earlier fault, never a reference to something else.
a2a::Result<ContextReference, ReferenceFault> verify_reference(std::string_view uri,
                                                               const IsAudience& is_audience,
                                                               std::int64_t now, const KeyRing& ring);
// The same for one audience.
a2a::Result<ContextReference, ReferenceFault> verify_reference(std::string_view uri,
                                                               std::string_view audience, std::int64_t now,
                                                               const KeyRing& ring);

// "sha-256:" and base64url of the SHA-256 of the bytes.
std::string content_digest(std::string_view bytes);
// Whether the bytes are what the reference promised; compared in constant time.
bool has_digest(std::string_view bytes, std::string_view digest);

}  // namespace schemagate::agent_context
