#include "extension/agent_context/context_uri.h"

#include <gtest/gtest.h>

namespace schemagate::agent_context {
namespace {

constexpr std::int64_t kNow = 1'777'536'000;

KeyRing ring_of(std::initializer_list<std::string_view> ids) {
  KeyRing ring;
  for (const std::string_view id : ids)
    EXPECT_TRUE(ring.add({std::string(id), std::string(id) + std::string(32, 's')}));
  return ring;
}

ContextReference reference() {
  return {.store = "https://gw.example",
          .id = "c81f",
          .audience = "prescription",
          .expires = kNow + 300,
          .digest = content_digest("record")};
}

ReferenceFault fault_of(std::string_view uri, std::string_view audience, std::int64_t now,
                        const KeyRing& ring) {
  const auto read = verify_reference(uri, audience, now, ring);
  EXPECT_FALSE(read) << uri;
  return read ? ReferenceFault::kMalformed : read.error();
}

// AC-50, AC-33.
TEST(ContextUri, SignedOnesAreReadBack) {
  const KeyRing ring = ring_of({"k1"});
  const auto uri = sign_reference(reference(), ring);
  ASSERT_TRUE(uri) << uri.error().message;
  EXPECT_TRUE(
      uri->starts_with("https://gw.example/contexts/c81f?aud=prescription&exp=1777536300&dig=sha-256:"))
      << *uri;
  const auto read = verify_reference(*uri, "prescription", kNow, ring);
  ASSERT_TRUE(read) << name(read.error());
  EXPECT_EQ(*read, reference());
  ContextReference write = reference();
  write.use = ReferenceUse::kWrite;
  write.digest.clear();
  EXPECT_EQ(verify_reference(*sign_reference(write, ring), "prescription", kNow, ring)->use,
            ReferenceUse::kWrite);
}

// AC-50: every character counts, whatever it is changed to.
TEST(ContextUri, AChangedCharacterAnywhereIsRefused) {
  const KeyRing ring = ring_of({"k1"});
  const std::string uri = *sign_reference(reference(), ring);
  for (std::size_t i = 0; i < uri.size(); ++i) {
    for (const char other : {'A', 'b', '0', '1', '-', '%', '&', '/'}) {
      if (uri[i] == other) continue;
      std::string changed = uri;
      changed[i] = other;
      const auto read = verify_reference(changed, "prescription", kNow, ring);
      EXPECT_FALSE(read) << changed;
      if (!read) {
        EXPECT_EQ(status_of(read.error()), 403) << changed;
      }
    }
    EXPECT_FALSE(verify_reference(uri.substr(0, i), "prescription", kNow, ring));
  }
  EXPECT_FALSE(verify_reference(uri + "&ops=w", "prescription", kNow, ring));
  EXPECT_FALSE(verify_reference(uri + "x", "prescription", kNow, ring));
}

// Section 6: to be used by the intended agent only.
TEST(ContextUri, AnotherAudienceIsRefused) {
  const KeyRing ring = ring_of({"k1"});
  EXPECT_EQ(fault_of(*sign_reference(reference(), ring), "pharmacy", kNow, ring),
            ReferenceFault::kWrongAudience);
  EXPECT_EQ(fault_of(*sign_reference(reference(), ring), "", kNow, ring), ReferenceFault::kWrongAudience);
}

// AC-52: with a minute for clocks that differ.
TEST(ContextUri, AnExpiredOneIsGone) {
  const KeyRing ring = ring_of({"k1"});
  const std::string uri = *sign_reference(reference(), ring);
  EXPECT_TRUE(verify_reference(uri, "prescription", kNow + 300 + kClockSkew, ring));
  EXPECT_EQ(fault_of(uri, "prescription", kNow + 301 + kClockSkew, ring), ReferenceFault::kExpired);
  EXPECT_EQ(status_of(ReferenceFault::kExpired), 410);
}

TEST(ContextUri, KeysAreExchangedWithoutAGap) {
  const KeyRing old = ring_of({"k1"});
  const KeyRing both = ring_of({"k1", "k2"});
  EXPECT_TRUE(verify_reference(*sign_reference(reference(), old), "prescription", kNow, both));
  const std::string newer = *sign_reference(reference(), both);
  EXPECT_NE(newer.find("kid=k2"), std::string::npos);
  EXPECT_EQ(fault_of(newer, "prescription", kNow, old), ReferenceFault::kUnknownKey);
  KeyRing impostor;
  ASSERT_TRUE(impostor.add({"k1", std::string(32, 'x')}));
  EXPECT_EQ(fault_of(*sign_reference(reference(), impostor), "prescription", kNow, old),
            ReferenceFault::kWrongSignature);
}

TEST(ContextUri, WhatCannotBeOneIsNeverSigned) {
  const KeyRing ring = ring_of({"k1"});
  const auto refused = [&ring](auto change) {
    ContextReference changed = reference();
    change(changed);
    return !sign_reference(changed, ring);
  };
  EXPECT_TRUE(refused([](auto& each) { each.store = "ftp://x"; }));
  EXPECT_TRUE(refused([](auto& each) { each.store = "https://x/"; }));
  EXPECT_TRUE(refused([](auto& each) { each.id = "a/b"; }));
  EXPECT_TRUE(refused([](auto& each) { each.audience = "a&exp=1"; }));
  EXPECT_TRUE(refused([](auto& each) { each.digest = "sha-256:x"; }));
  EXPECT_TRUE(refused([](auto& each) { each.expires = 0; }));
  EXPECT_FALSE(sign_reference(reference(), KeyRing()));
  KeyRing short_one;
  EXPECT_FALSE(short_one.add({"k", "too short"}));
}

// AC-55.
TEST(ContextUri, ChangedContentHasAnotherDigest) {
  EXPECT_TRUE(has_digest("record", content_digest("record")));
  EXPECT_FALSE(has_digest("Record", content_digest("record")));
  EXPECT_FALSE(has_digest("record", ""));
}

}  // namespace
}  // namespace schemagate::agent_context
