#include "gateway/cli/key_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "streams.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using a2a::signature::CheckedSignature;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

constexpr auto kSdkKeys = SCHEMAGATE_SOURCE_DIR "/tests/unit/a2a/signature/data/sdk_keys.json";
constexpr auto kCardUrl = "http://127.0.0.1:1/agent/card.json";

CheckedSignature naming(std::string key_set_url) {
  CheckedSignature signature;
  signature.key_set_url = std::move(key_set_url);
  return signature;
}

TEST(KeySource, ReadsAFile) {
  Streams streams;
  const auto found = read_keys(streams.console, kSdkKeys, {});
  ASSERT_TRUE(found);
  EXPECT_THAT(found->keys, testing::Not(IsEmpty()));
  ASSERT_THAT(found->sources, SizeIs(1));
  EXPECT_EQ(found->sources[0].place, kSdkKeys);
  EXPECT_EQ(found->sources[0].problem, "");
}

TEST(KeySource, SaysWhichFileIsNoKeySet) {
  Streams streams;
  streams.in.str("{}");
  const auto none = read_keys(streams.console, "-", {});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().cause, Cause::kArgument);
  EXPECT_THAT(none.error().error.message, StartsWith("-: "));
  EXPECT_EQ(read_keys(streams.console, "/nowhere", {}).error().error.message, "/nowhere: cannot be opened");
}

TEST(KeySource, AsksNobodyForACardWithoutSignatures) {
  EXPECT_THAT(fetch_named_keys({}, kCardUrl, {.any_origin = true}).sources, IsEmpty());
}

// Who forges a card names a key set of his own.
TEST(KeySource, FetchesNothingFromAnotherOrigin) {
  const std::vector<CheckedSignature> signatures{naming("http://127.0.0.1:2/keys"),
                                                 naming("https://127.0.0.1:1/keys"),
                                                 naming("http://localhost:1/keys")};
  const FoundKeys found = fetch_named_keys(signatures, kCardUrl, {});
  EXPECT_THAT(found.keys, IsEmpty());
  ASSERT_THAT(found.sources, SizeIs(3));
  for (const KeySource& source : found.sources)
    EXPECT_EQ(source.problem, "not fetched: at another origin than the card") << source.place;
}

TEST(KeySource, LooksAtEachPlaceOnceAndAtFourAtMost) {
  std::vector<CheckedSignature> signatures;
  for (int i = 0; i < 6; ++i) {
    signatures.push_back(naming("http://other" + std::to_string(i) + "/keys"));
    signatures.push_back(signatures.back());
  }
  const FoundKeys found = fetch_named_keys(signatures, kCardUrl, {});
  ASSERT_THAT(found.sources, SizeIs(4));
  EXPECT_EQ(found.sources[1].place, "http://other1/keys");
}

// Port 1 refuses the connection at once.
TEST(KeySource, AsksTheOriginOfTheCardWhereNoneIsNamed) {
  const std::vector<CheckedSignature> signatures{naming("")};
  const FoundKeys found = fetch_named_keys(signatures, kCardUrl, {});
  ASSERT_THAT(found.sources, SizeIs(1));
  EXPECT_EQ(found.sources[0].place, "http://127.0.0.1:1/.well-known/jwks.json");
  EXPECT_NE(found.sources[0].problem, "");
  EXPECT_THAT(found.sources[0].problem, testing::Not(StartsWith("not fetched")));
}

}  // namespace
}  // namespace schemagate::cli
