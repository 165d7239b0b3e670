#include "a2a/signature/card.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "a2a/signature/base64url.h"
#include "a2a/signature/detached.h"
#include "a2a/signature/key_set.h"
#include "test_data.h"

namespace schemagate::a2a::signature {
namespace {

JsonTree example_card() {
  return parse_tree(R"({"name":"Fight","description":"","version":"1.0.0","schemas":{"a":{"type":"object"}},
                        "supportedInterfaces":[{"url":"http://gw/","protocolBinding":"JSONRPC",
                                                "protocolVersion":"1.0"}],
                        "capabilities":{"streaming":true},"skills":[]})")
      .value();
}

JsonTree signed_card(const PrivateKey& key) {
  JsonTree card = example_card();
  EXPECT_TRUE(sign_card(card, key, "http://gw/.well-known/jwks.json"));
  return card;
}

std::vector<CheckedSignature> check(const JsonTree& card, const PublicKey& key) {
  return check_signatures(card, std::vector{key}).value();
}

TEST(SignCard, GivesOneSignatureForTheSpecificationAndOneForTheSdks) {
  for (const char* file : {"p256.pem", "ed25519.pem"}) {
    const PrivateKey key = test_key(file);
    const auto checked = check(signed_card(key), key.public_key());
    ASSERT_EQ(checked.size(), 2u);
    EXPECT_EQ(checked[0].status, SignatureStatus::kValid) << checked[0].reason;
    EXPECT_EQ(checked[0].form, CardForm::kSpecification);
    EXPECT_EQ(checked[1].form, CardForm::kSdk);
    EXPECT_EQ(checked[1].key_id, "key");
    EXPECT_EQ(checked[1].algorithm, name(key.algorithm()));
    EXPECT_EQ(checked[1].key_set_url, "http://gw/.well-known/jwks.json");
  }
}

TEST(SignCard, GivesOneWhereBothFormsAreTheSame) {
  JsonTree card = parse_tree(R"({"name":"n","supportedInterfaces":[{"url":"u"}]})").value();
  ASSERT_TRUE(sign_card(card, test_key("p256.pem"), ""));
  EXPECT_EQ(card["signatures"].size(), 1u);
}

// The SDKs' form would cover no interface at all.
TEST(SignCard, GivesACardWithoutInterfacesOfV1OnlyTheFullOne) {
  JsonTree card = parse_tree(R"({"name":"n","url":"http://gw/","protocolVersion":"0.3.0"})").value();
  const PrivateKey key = test_key("p256.pem");
  ASSERT_TRUE(sign_card(card, key, ""));
  const auto checked = check(card, key.public_key());
  ASSERT_EQ(checked.size(), 1u);
  EXPECT_EQ(checked[0].form, CardForm::kSpecification);
}

TEST(SignCard, ReplacesSignaturesThatWereThere) {
  JsonTree card = example_card();
  card["signatures"] = {{{"protected", "old"}, {"signature", "old"}}};
  ASSERT_TRUE(sign_card(card, test_key("p256.pem"), ""));
  for (const JsonTree& entry : card["signatures"]) EXPECT_NE(entry["protected"], "old");
}

TEST(SignCard, RefusesACardWithoutACanonicalForm) {
  JsonTree card = {{"name", "\xFF"}, {"signatures", JsonTree::array()}};
  EXPECT_FALSE(sign_card(card, test_key("p256.pem"), ""));
  EXPECT_FALSE(card.contains("signatures"));
}

TEST(CheckSignatures, FindEveryChange) {
  const PrivateKey key = test_key("p256.pem");
  JsonTree card = signed_card(key);
  card["name"] = "Fright";
  for (const auto& checked : check(card, key.public_key()))
    EXPECT_EQ(checked.status, SignatureStatus::kInvalid);
}

TEST(CheckSignatures, BindRootSchemasInTheFullForm) {
  const PrivateKey key = test_key("p256.pem");
  JsonTree card = signed_card(key);
  card["schemas"]["a"]["type"] = "array";
  const auto checked = check(card, key.public_key());
  EXPECT_EQ(checked[0].status, SignatureStatus::kInvalid);
  EXPECT_EQ(checked[1].form, CardForm::kSdk) << "which does not know of them";
}

TEST(CheckSignatures, TakeWhatTheSdkSigned) {
  JsonTree card = parse_tree(read_data("sdk_card.json")).value();
  card["signatures"] = parse_tree(read_data("sdk_signatures.json")).value();
  const auto keys = parse_key_set(read_data("sdk_keys.json")).value();
  const auto checked = check_signatures(card, keys).value();
  ASSERT_EQ(checked.size(), 2u);
  for (const auto& each : checked) {
    EXPECT_EQ(each.status, SignatureStatus::kValid) << each.reason;
    EXPECT_EQ(each.form, CardForm::kSdk);
  }
}

TEST(CheckSignatures, TellAnUnknownKeyFromAWrongOne) {
  const JsonTree card = signed_card(test_key("p256.pem", "a"));
  EXPECT_EQ(check(card, test_key("p256.pem", "b").public_key())[0].status, SignatureStatus::kUnknownKey);
  const auto other_type = check(card, test_key("ed25519.pem", "a").public_key())[0];
  EXPECT_EQ(other_type.status, SignatureStatus::kInvalid);
  EXPECT_TRUE(other_type.reason.contains("another algorithm"));
  const std::vector<PublicKey> both = {test_key("ed25519.pem", "a").public_key(),
                                       test_key("p256.pem", "a").public_key()};
  EXPECT_EQ(check_signatures(card, both).value()[0].status, SignatureStatus::kValid) << "two keys of one id";
}

TEST(CheckSignatures, SayWhatMakesOneUnusable) {
  const PublicKey key = test_key("p256.pem").public_key();
  const std::string good = to_base64url(R"({"alg":"ES256","kid":"key"})");
  JsonTree card = example_card();
  card["signatures"] = {7,
                        JsonTree::object(),
                        {{"protected", 1}, {"signature", "s"}},
                        {{"protected", "?"}, {"signature", "s"}}};
  card["signatures"].push_back(
      {{"protected", to_base64url(R"({"alg":"none","kid":"key"})")}, {"signature", ""}});
  card["signatures"].push_back(
      {{"protected", to_base64url(R"({"alg":"HS256","kid":"key"})")}, {"signature", "s"}});
  card["signatures"].push_back({{"protected", good}, {"signature", "s"}, {"header", {{"alg", "none"}}}});
  for (const auto& checked : check(card, key)) {
    EXPECT_EQ(checked.status, SignatureStatus::kUnusable);
    EXPECT_FALSE(checked.reason.empty());
  }
  card["signatures"] = {{{"protected", good}, {"signature", "s"}}};
  EXPECT_EQ(check(card, key)[0].status, SignatureStatus::kInvalid);
}

TEST(CheckSignatures, BoundTheirNumberAndShape) {
  JsonTree card = example_card();
  EXPECT_TRUE(check_signatures(card, {}).value().empty());
  card["signatures"] = "text";
  EXPECT_FALSE(check_signatures(card, {}));
  card["signatures"] = JsonTree::array();
  for (std::size_t i = 0; i <= kSignaturesMax; ++i) card["signatures"].push_back(JsonTree::object());
  EXPECT_FALSE(check_signatures(card, {}));
}

}  // namespace
}  // namespace schemagate::a2a::signature
