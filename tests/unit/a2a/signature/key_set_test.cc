#include "a2a/signature/key_set.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "test_data.h"

namespace schemagate::a2a::signature {
namespace {

TEST(KeySet, ReadsBackWhatItWrites) {
  const std::vector<PublicKey> keys = {test_key("p256.pem", "new").public_key(),
                                       test_key("ed25519.pem", "old").public_key()};
  const auto read = parse_key_set(format_key_set(keys));
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].jwk(), keys[0].jwk());
  EXPECT_EQ((*read)[1].jwk(), keys[1].jwk());
}

TEST(KeySet, PassesOverKeysThatItDoesNotKnow) {
  JsonTree set = {{"keys", {{{"kty", "RSA"}, {"kid", "r"}}, "no key"}}};
  set["keys"].push_back(test_key("p256.pem", "good").public_key().jwk());
  const auto read = parse_key_set(dump_tree(set));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 1u);
  EXPECT_EQ(read->front().id(), "good");
}

TEST(KeySet, SaysWhyNoKeyCanBeUsed) {
  const auto refused = parse_key_set(R"({"keys":[{"kty":"RSA","kid":"r"},{"kty":"oct","kid":"o"}]})");
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.contains("keys[0]: kty")) << refused.error().message;
}

TEST(KeySet, RefusesWhatIsNone) {
  for (const char* text : {"", "[]", "{}", R"({"keys":{}})", R"({"keys":[]})", "{\"keys\":[],\"keys\":[]}"}) {
    EXPECT_FALSE(parse_key_set(text)) << text;
  }
  EXPECT_FALSE(parse_key_set(std::string(kKeySetBytesMax, ' ') + "{}")) << "too large";
  const std::vector<PublicKey> many(kKeySetKeysMax + 1, test_key("ed25519.pem").public_key());
  EXPECT_FALSE(parse_key_set(format_key_set(many))) << "too many";
}

}  // namespace
}  // namespace schemagate::a2a::signature
