// Which references to stores of others may be read.
#include "gateway/task/foreign_reference.h"

#include <gtest/gtest.h>

#include "extension/agent_context/context_uri.h"

namespace schemagate {
namespace {

constexpr std::int64_t kNow = 1'777'536'300;
const std::string kDigest = agent_context::content_digest("a record");

class ForeignReferences : public testing::Test {
 protected:
  static ContextSource source(const std::string& origin, bool requires_digest = true) {
    return {.origin = *a2a::uri::parse_url(origin), .requires_digest = requires_digest};
  }
  std::string fault_of(const std::string& uri) const {
    const auto reference = check_foreign(uri, sources_, kNow);
    return reference ? "none" : std::string(name(reference.error()));
  }
  static std::string record(const std::string& query) { return "https://store.example/contexts/c1?" + query; }

  const std::vector<ContextSource> sources_{source("https://store.example"),
                                            source("https://other.example:8443", false)};
  const std::string good_ = "dig=" + kDigest + "&exp=" + std::to_string(kNow + 60);
};

TEST_F(ForeignReferences, OneOfASourceSaysWhereAndWhatIsToBeRead) {
  const auto reference = check_foreign(record("aud=me&" + good_ + "&sig=x"), sources_, kNow);
  ASSERT_TRUE(reference) << name(reference.error());
  EXPECT_EQ(reference->source, 0U);
  EXPECT_EQ(reference->digest, kDigest);
  EXPECT_EQ(reference->url.target(), "/contexts/c1?aud=me&" + good_ + "&sig=x");
}

TEST_F(ForeignReferences, SchemeHostAndPortAreTheSourcesToTheLetter) {
  EXPECT_EQ(fault_of("https://STORE.example:443/c?" + good_), "none");
  EXPECT_EQ(fault_of("https://other.example:8443/c"), "none");
  for (const char* const place :
       {"http://store.example/c?", "https://store.example:8443/c?", "https://store.example.evil/c?",
        "https://evil/store.example?", "https://store.example./c?", "https://other.example/c?"})
    EXPECT_EQ(fault_of(place + good_), "not_allowed") << place;
}

// AC-54: who does not say where its store is is not where the plan wants it.
TEST_F(ForeignReferences, AStoreIsWhereThePlanWantsIt) {
  std::vector<ContextSource> sources{source("https://a"), source("https://b")};
  sources.front().residency = "eu";
  const auto fault = [&](const std::string& origin, std::string_view residency) {
    const auto reference = check_foreign(origin + "/c?" + good_, sources, kNow, residency);
    return reference ? "none" : std::string(name(reference.error()));
  };
  EXPECT_EQ(fault("https://a", "eu"), "none");
  EXPECT_EQ(fault("https://a", "us"), "wrong_residency");
  EXPECT_EQ(fault("https://b", "eu"), "wrong_residency");
  EXPECT_EQ(fault("https://b", ""), "none");
}

TEST_F(ForeignReferences, TheirPromisesAreNeededAndOfOneForm) {
  EXPECT_EQ(fault_of(record("exp=9999999999")), "no_digest");
  EXPECT_EQ(fault_of("https://store.example/c"), "no_digest");
  for (const std::string& query :
       {std::string("dig=md5:x"), "dig=" + kDigest + "A", "dig=" + kDigest + "&dig=" + kDigest,
        "dig=" + std::string("%zz"), "dig=" + kDigest + "&exp=soon",
        "dig=" + kDigest + "&exp=1&exp=9999999999"})
    EXPECT_EQ(fault_of(record(query)), "malformed") << query;
  EXPECT_EQ(fault_of(record("dig=sha-256%3A" + kDigest.substr(8))), "none");
}

TEST_F(ForeignReferences, TheirTimeIsOverAfterTheSkewOfClocks) {
  const auto ends = [this](std::int64_t end) {
    return fault_of(record("dig=" + kDigest + "&exp=" + std::to_string(end)));
  };
  EXPECT_EQ(ends(kNow - agent_context::kClockSkew), "none");
  EXPECT_EQ(ends(kNow - agent_context::kClockSkew - 1), "expired");
}

TEST_F(ForeignReferences, WhatIsNoUrlIsRefused) {
  for (const std::string& uri : {std::string("file:///etc/passwd"), std::string("store.example"),
                                 "https://user:word@store.example/c?" + good_, record(good_) + "#part",
                                 record(good_ + "&x=" + std::string(4'096, 'x'))})
    EXPECT_EQ(fault_of(uri), "malformed") << uri.substr(0, 60);
}

}  // namespace
}  // namespace schemagate
