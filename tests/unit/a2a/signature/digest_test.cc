#include "a2a/signature/digest.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace schemagate::a2a::signature {
namespace {

TEST(Digest, IsThatOfTheCanonicalForm) {
  // printf '{"a":1,"b":[]}' | openssl dgst -sha256 -binary | basenc --base64url
  const auto digest = digest_of(parse_tree(R"({ "b": [], "a": 1.0 })").value());
  EXPECT_EQ(digest.value(), "sha-256:-H5Amem-XnUJTgpPRtPcGKnDdCkxSlokkPt40x5-Fww");
  EXPECT_NE(digest_of(parse_tree(R"({"a":1})").value()).value(), *digest) << "an empty value counts";
}

TEST(Digest, RefusesWhatHasNoCanonicalForm) {
  EXPECT_FALSE(digest_of(JsonTree("\xFF")));
}

}  // namespace
}  // namespace schemagate::a2a::signature
