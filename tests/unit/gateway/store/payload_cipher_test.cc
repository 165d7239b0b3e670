#include "gateway/store/payload_cipher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace schemagate {

namespace {

using schemagate::store::LedgerKey;
using schemagate::store::PayloadCipher;
using testing::HasSubstr;

LedgerKey cipher_key(const std::string& id, std::uint8_t byte) {
  return {id, std::vector<std::uint8_t>(32, byte)};
}

PayloadCipher cipher(std::vector<LedgerKey> keys) {
  return std::move(*PayloadCipher::make(std::move(keys)));
}

TEST(PayloadCipher, OpensWhatItSealed) {
  auto one = cipher({cipher_key("a", 1)});
  for (const std::string& text : {std::string(), std::string("x"), std::string(100'000, 'y')}) {
    const auto sealed = one.seal(text, "row 1");
    ASSERT_TRUE(sealed);
    EXPECT_EQ(sealed->size(), text.size() + 44);
    EXPECT_THAT(*sealed, testing::Not(HasSubstr("yyyy")));
    EXPECT_EQ(*one.open("a", *sealed, "row 1"), text);
  }
}

TEST(PayloadCipher, OpensWhatAnEarlierRunSealed) {
  const std::string sealed = *cipher({cipher_key("a", 1)}).seal("text", "row 1");
  EXPECT_EQ(*cipher({cipher_key("a", 1)}).open("a", sealed, "row 1"), "text");
}

TEST(PayloadCipher, SealsWithTheFirstKeyAndOpensWithAll) {
  const std::string before = *cipher({cipher_key("old", 1)}).seal("text", "row 1");
  auto rotated = cipher({cipher_key("new", 2), cipher_key("old", 1)});
  EXPECT_EQ(rotated.key_id(), "new");
  EXPECT_EQ(*rotated.open("old", before, "row 1"), "text");
  const std::string after = *rotated.seal("text", "row 2");
  EXPECT_EQ(*cipher({cipher_key("new", 2)}).open("new", after, "row 2"), "text");
}

TEST(PayloadCipher, LeavesPayloadsPlainWithoutAKeyAndReadsThemWithOne) {
  auto plain = cipher({});
  EXPECT_EQ(plain.key_id(), "");
  EXPECT_EQ(*plain.seal("text", "row 1"), "text");
  EXPECT_EQ(*cipher({cipher_key("a", 1)}).open("", "text", "row 1"), "text");
}

TEST(PayloadCipher, NamesTheKeyThatIsMissing) {
  const std::string sealed = *cipher({cipher_key("old", 1)}).seal("text", "row 1");
  EXPECT_THAT(cipher({cipher_key("new", 2)}).open("old", sealed, "row 1").error().message,
              HasSubstr("the key \"old\", which is not configured"));
  EXPECT_FALSE(cipher({}).open("old", sealed, "row 1"));
}

TEST(PayloadCipher, RefusesAnotherSecretAnotherPlaceAndDamage) {
  auto right = cipher({cipher_key("a", 1)});
  const std::string sealed = *right.seal("text", "row 1");
  EXPECT_THAT(cipher({cipher_key("a", 2)}).open("a", sealed, "row 1").error().message,
              HasSubstr("key \"a\""));
  EXPECT_FALSE(right.open("a", sealed, "row 2"));
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string damaged = sealed;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_FALSE(right.open("a", damaged, "row 1")) << i;
    EXPECT_FALSE(right.open("a", sealed.substr(0, i), "row 1")) << i;
  }
  EXPECT_TRUE(right.open("a", sealed, "row 1")) << "a refusal spoils nothing";
}

TEST(PayloadCipher, NeverUsesANonceTwice) {
  auto one = cipher({cipher_key("a", 1)});
  auto restarted = cipher({cipher_key("a", 1)});
  std::set<std::string> heads;
  for (int i = 0; i < 1'000; ++i) {
    heads.insert(one.seal("text", "row")->substr(0, 28));
    heads.insert(restarted.seal("text", "row")->substr(0, 28));
  }
  EXPECT_EQ(heads.size(), 2'000U);
}

TEST(PayloadCipher, RefusesKeysThatAreNone) {
  EXPECT_EQ(PayloadCipher::make({cipher_key("", 1)}).error().code, a2a::ErrorCode::kInvalidParams);
  EXPECT_THAT(PayloadCipher::make({{"a", {1, 2}}}).error().message,
              HasSubstr("\"a\" has 2 bytes, expected 32"));
  EXPECT_THAT(PayloadCipher::make({cipher_key("a", 1), cipher_key("a", 2)}).error().message,
              HasSubstr("two keys"));
}

}  // namespace

}  // namespace schemagate
