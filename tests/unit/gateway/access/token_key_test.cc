// The keys of an issuer: which are taken, which are passed over, and which make the whole set unusable.
#include "gateway/access/token_key.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/unit/gateway/access/token_maker.h"

namespace schemagate::access {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

const TokenMaker& key_maker() {
  static const TokenMaker kMaker;
  return kMaker;
}

std::string key_problem(const std::string& jwk) {
  const auto key = TokenKey::from_jwk(*a2a::parse_tree(jwk));
  return key ? "" : key.error().message;
}

std::string set_problem(const std::string& text) {
  const auto keys = parse_token_keys(text);
  return keys ? "" : keys.error().message;
}

TEST(TokenKeys, TakeEveryKindThatIsKnown) {
  const auto keys = parse_token_keys(key_maker().key_set());
  ASSERT_TRUE(keys) << keys.error().message;
  EXPECT_THAT(*keys, SizeIs(3));
  EXPECT_THAT(candidates(*keys, "rsa", TokenAlgorithm::kRs256), SizeIs(1));
  EXPECT_THAT(candidates(*keys, "rsa", TokenAlgorithm::kPs256), SizeIs(1));
  EXPECT_THAT(candidates(*keys, "rsa", TokenAlgorithm::kEs256), SizeIs(0));
  EXPECT_THAT(candidates(*keys, "ec", TokenAlgorithm::kEs256), SizeIs(1));
  EXPECT_THAT(candidates(*keys, "", TokenAlgorithm::kEdDsa), SizeIs(1));
  EXPECT_THAT(candidates(*keys, "none", TokenAlgorithm::kEs256), SizeIs(0));
}

TEST(TokenKeys, AKeyServesTheAlgorithmThatItIsPublishedFor) {
  const auto key = TokenKey::from_jwk(*a2a::parse_tree(key_maker().rsa_jwk(R"(,"alg":"PS256")")));
  ASSERT_TRUE(key);
  EXPECT_FALSE(key->serves(TokenAlgorithm::kRs256));
  EXPECT_TRUE(key->serves(TokenAlgorithm::kPs256));
  const std::string token = key_maker().token(good_claims(), TokenAlgorithm::kRs256);
  EXPECT_FALSE(key->verify(TokenAlgorithm::kRs256, token, "x"));
}

TEST(TokenKeys, VerifyWhatTheirPrivateHalfSignedAndNothingElse) {
  const auto keys = parse_token_keys(key_maker().key_set());
  for (const auto algorithm :
       {TokenAlgorithm::kRs256, TokenAlgorithm::kPs256, TokenAlgorithm::kEs256, TokenAlgorithm::kEdDsa}) {
    const std::string text = key_maker().token(good_claims(), algorithm);
    const auto token = read_token(text, token_rules(), kNow);
    const TokenKey* key = candidates(*keys, token->key_id, algorithm).at(0);
    EXPECT_TRUE(key->verify(algorithm, token->signed_text, token->signature));
    for (const auto other :
         {TokenAlgorithm::kRs256, TokenAlgorithm::kPs256, TokenAlgorithm::kEs256, TokenAlgorithm::kEdDsa}) {
      if (other == algorithm) continue;
      EXPECT_FALSE(key->verify(other, token->signed_text, token->signature));
    }
    std::string changed = token->signature;
    changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 1);
    EXPECT_FALSE(key->verify(algorithm, token->signed_text, changed));
    EXPECT_FALSE(key->verify(algorithm, std::string(token->signed_text) + "x", token->signature));
    EXPECT_FALSE(key->verify(algorithm, token->signed_text, ""));
    EXPECT_FALSE(key->verify(algorithm, token->signed_text, std::string(4'096, 'a')));
  }
}

TEST(TokenKeys, AnEsSignatureOfNothingButZerosIsNone) {
  const auto keys = parse_token_keys(key_maker().key_set());
  const TokenKey* key = candidates(*keys, "ec", TokenAlgorithm::kEs256).at(0);
  EXPECT_FALSE(key->verify(TokenAlgorithm::kEs256, "text", std::string(64, '\0')));
}

TEST(TokenKeys, RefuseKeysThatDoNotFit) {
  EXPECT_THAT(key_problem(R"({"kty":"EC","crv":"P-384","kid":"a","x":"AA","y":"AA"})"), HasSubstr("P-256"));
  EXPECT_THAT(key_problem(R"({"kty":"OKP","crv":"X25519","kid":"a","x":"AA"})"), HasSubstr("Ed25519"));
  EXPECT_THAT(key_problem(R"({"kty":"quantum","kid":"a"})"), HasSubstr("kty"));
  EXPECT_THAT(key_problem(R"({})"), HasSubstr("kty"));
  EXPECT_THAT(key_problem(R"([])"), HasSubstr("no object"));
  EXPECT_THAT(key_problem(key_maker().rsa_jwk(R"(,"use":"enc")")), HasSubstr("use"));
  EXPECT_THAT(key_problem(key_maker().rsa_jwk(R"(,"alg":"ES256")")), HasSubstr("alg"));
  EXPECT_THAT(key_problem(key_maker().rsa_jwk(R"(,"alg":"RS512")")), HasSubstr("alg"));
  EXPECT_THAT(key_problem(key_maker().rsa_jwk(R"(,"alg":"none")")), HasSubstr("alg"));
  EXPECT_THAT(key_problem(key_maker().rsa_jwk(R"(,"key_ops":["encrypt"])")), HasSubstr("key_ops"));
  EXPECT_EQ(key_problem(key_maker().rsa_jwk(R"(,"key_ops":["verify"],"use":"sig","x5c":["zz"])")), "");
}

TEST(TokenKeys, RefuseWeakRsaKeys) {
  const std::string small(170, 'A');  // 1,020 bits at most
  EXPECT_THAT(key_problem(R"({"kty":"RSA","kid":"a","e":"AQAB","n":"_)" + small + "\"}"),
              HasSubstr("2048 to 8192"));
  const std::string good_n = a2a::parse_tree(key_maker().rsa_jwk())->at("n");
  for (const char* e : {"AQ", "Ag", "AQAA", "AQAAAAE", ""}) {
    EXPECT_NE(key_problem(R"({"kty":"RSA","kid":"a","e":")" + std::string(e) + R"(","n":")" + good_n + "\"}"),
              "")
        << e;
  }
  EXPECT_NE(key_problem(R"({"kty":"RSA","kid":"a","e":"AQAB","n":")" + std::string(20'000, 'A') + "\"}"), "");
}

TEST(TokenKeys, PassOverWhatTheyDoNotKnow) {
  const auto keys = parse_token_keys(R"({"keys":[{"kty":"EC","crv":"P-521","kid":"x"},"nonsense",)" +
                                     key_maker().ec_jwk() + "]}");
  ASSERT_TRUE(keys);
  EXPECT_THAT(*keys, SizeIs(1));
}

TEST(TokenKeys, ASetWithASecretInItIsRefusedAsAWhole) {
  for (const char* secret : {R"({"kty":"oct","kid":"s","k":"c2VjcmV0"})",
                             R"({"kty":"EC","crv":"P-256","kid":"s","x":"AA","y":"AA","d":"AA"})",
                             R"({"kty":"RSA","kid":"s","n":"AA","e":"AQAB","p":"AA"})"}) {
    EXPECT_THAT(set_problem(R"({"keys":[)" + key_maker().ec_jwk() + "," + secret + "]}"),
                HasSubstr("private or symmetric"));
  }
}

TEST(TokenKeys, ASetThatIsNoneIsRefused) {
  EXPECT_NE(set_problem(""), "");
  EXPECT_NE(set_problem("<html>"), "");
  EXPECT_THAT(set_problem("{}"), HasSubstr("no key set"));
  EXPECT_THAT(set_problem("[]"), HasSubstr("no key set"));
  EXPECT_THAT(set_problem(R"({"keys":{}})"), HasSubstr("no key set"));
  EXPECT_THAT(set_problem(R"({"keys":[]})"), HasSubstr("empty"));
  EXPECT_THAT(set_problem(R"({"keys":[{"kty":"quantum"}]})"), HasSubstr("kty"));
  EXPECT_NE(set_problem(std::string(kTokenKeysBytesMax + 1, ' ')), "");
  std::string many = R"({"keys":[0)";
  for (int i = 0; i < 64; ++i) many += ",0";
  EXPECT_THAT(set_problem(many + "]}"), HasSubstr("more than 64"));
  EXPECT_NE(set_problem(std::string(100'000, '[')), "") << "deep";
}

TEST(TokenKeys, AKeyNeedsNoId) {
  auto jwk = *a2a::parse_tree(key_maker().ed_jwk());
  jwk.erase("kid");
  const auto key = TokenKey::from_jwk(jwk);
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(key->id(), "");
}

}  // namespace
}  // namespace schemagate::access
