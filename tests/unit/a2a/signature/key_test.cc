#include "a2a/signature/key.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "a2a/signature/base64url.h"
#include "test_data.h"

namespace schemagate::a2a::signature {
namespace {

JsonTree ed25519_jwk() {
  return {
      {"kty", "OKP"}, {"crv", "Ed25519"}, {"x", "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}, {"kid", "k"}};
}

JsonTree p256_jwk() {
  return {{"kty", "EC"},
          {"crv", "P-256"},
          {"x", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"},
          {"y", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"},
          {"kid", "k"}};
}

struct Vector {
  JsonTree jwk;
  std::string text;
  std::string signature;
};

// RFC 8037 appendix A.4 and RFC 7515 appendix A.3.
std::vector<Vector> published_vectors() {
  return {{ed25519_jwk(), "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc",
           "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"},
          {p256_jwk(),
           "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9p"
           "c19yb290Ijp0cnVlfQ",
           "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"}};
}

TEST(PublicKey, VerifiesWhatTheStandardsSign) {
  for (const auto& [jwk, text, signature] : published_vectors()) {
    const auto key = PublicKey::from_jwk(jwk);
    ASSERT_TRUE(key) << key.error().message;
    const std::string bytes = from_base64url(signature).value();
    EXPECT_TRUE(key->verify(text, bytes)) << name(key->algorithm());
    EXPECT_FALSE(key->verify(text + "x", bytes));
    EXPECT_FALSE(key->verify(text, bytes.substr(1)));
    EXPECT_FALSE(key->verify(text, bytes + "x"));
    EXPECT_FALSE(key->verify(text, std::string(64, '\0')));
    EXPECT_FALSE(key->verify(text, std::string(64, '\xFF')));
    for (const std::size_t place : {0u, 31u, 32u, 63u}) {
      std::string changed = bytes;
      changed[place] = static_cast<char>(changed[place] ^ 1);
      EXPECT_FALSE(key->verify(text, changed)) << place;
    }
  }
}

TEST(PublicKey, ReadsBackItsOwnJwk) {
  for (JsonTree jwk : {ed25519_jwk(), p256_jwk()}) {
    const PublicKey key = PublicKey::from_jwk(jwk).value();
    jwk["alg"] = name(key.algorithm());
    jwk["use"] = "sig";
    EXPECT_EQ(key.jwk(), jwk);
    EXPECT_TRUE(PublicKey::from_jwk(key.jwk()));
  }
}

struct BadJwk {
  const char* member;
  JsonTree value;
};

TEST(PublicKey, RefusesJwksThatDoNotFitAndNamesTheMember) {
  const std::vector<BadJwk> cases = {{"kid", ""},      {"kid", 7},        {"kid", std::string(257, 'k')},
                                     {"kty", "oct"},   {"kty", "RSA"},    {"kty", nullptr},
                                     {"crv", "P-384"}, {"crv", "X25519"}, {"x", "f83OJ3D2xF1B"},
                                     {"x", "no+b64"},  {"x", 1},          {"alg", "HS256"},
                                     {"alg", "none"},  {"use", "enc"},    {"d", "secret"}};
  for (const auto& [member, value] : cases) {
    for (JsonTree jwk : {ed25519_jwk(), p256_jwk()}) {
      jwk[member] = value;
      const auto key = PublicKey::from_jwk(jwk);
      ASSERT_FALSE(key) << jwk;
      EXPECT_TRUE(key.error().message.starts_with(member)) << key.error().message;
    }
  }
  JsonTree other = p256_jwk();
  other["alg"] = "EdDSA";
  EXPECT_FALSE(PublicKey::from_jwk(other)) << "the algorithm of the other type";
  for (const JsonTree& none : {JsonTree(), JsonTree("text"), JsonTree::array()})
    EXPECT_FALSE(PublicKey::from_jwk(none));
}

TEST(PublicKey, RefusesAPointBesideTheCurve) {
  JsonTree jwk = p256_jwk();
  std::swap(jwk["x"], jwk["y"]);
  EXPECT_FALSE(PublicKey::from_jwk(jwk));
  jwk["x"] = jwk["y"] = to_base64url(std::string(32, '\0'));
  EXPECT_FALSE(PublicKey::from_jwk(jwk));
}

// Whoever has such a key need not have signed: 64 bytes of zero are its signature of many a text.
TEST(PublicKey, RefusesAPointOfSmallOrder) {
  std::string order_8 = from_base64url("JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_AU").value();
  std::string minus_one(32, '\xff');
  minus_one.front() = '\xec';
  minus_one.back() = '\x7f';
  for (std::string point : {std::string(32, '\0'), "\1" + std::string(31, '\0'), order_8, minus_one}) {
    for (const char sign : {'\0', '\x80'}) {
      JsonTree jwk = ed25519_jwk();
      point.back() = static_cast<char>(point.back() | sign);
      jwk["x"] = to_base64url(point);
      const auto key = PublicKey::from_jwk(jwk);
      ASSERT_FALSE(key) << jwk;
      EXPECT_EQ(key.error().message, "x is no Ed25519 key");
    }
  }
}

TEST(PrivateKey, SignsWhatItsPublicHalfVerifies) {
  for (const char* file : {"ed25519.pem", "p256.pem"}) {
    const PrivateKey key = test_key(file);
    const PublicKey shown = PublicKey::from_jwk(key.public_key().jwk()).value();
    for (int round = 0; round < 32; ++round) {  // r and s of an ECDSA signature are short now and then
      const std::string text = "text " + std::to_string(round);
      const auto signature = key.sign(text);
      ASSERT_TRUE(signature);
      EXPECT_EQ(signature->size(), 64u);
      EXPECT_TRUE(shown.verify(text, *signature)) << file;
      EXPECT_FALSE(shown.verify(text + ".", *signature)) << file;
    }
  }
}

TEST(PrivateKey, RefusesWhatIsNoUsablePem) {
  for (const char* file : {"p384.pem", "encrypted.pem", "p256.pub.pem", "sdk_keys.json", "absent"}) {
    const auto key = PrivateKey::from_pem("key", read_data(file));
    ASSERT_FALSE(key) << file;
    EXPECT_EQ(key.error().code, ErrorCode::kInvalidParams);
  }
  EXPECT_FALSE(PrivateKey::from_pem("", read_data("p256.pem"))) << "no id";
}

TEST(PublicKey, IsReadFromEitherHalf) {
  const auto shown = PublicKey::from_pem("key", read_data("p256.pub.pem"));
  ASSERT_TRUE(shown) << shown.error().message;
  EXPECT_EQ(shown->jwk(), PublicKey::from_pem("key", read_data("p256.pem")).value().jwk());
  EXPECT_FALSE(shown->jwk().contains("d"));
  EXPECT_FALSE(PublicKey::from_pem("key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"));
}

TEST(Algorithm, KnowsNoOtherNames) {
  EXPECT_EQ(parse_algorithm("ES256"), Algorithm::kEs256);
  EXPECT_EQ(parse_algorithm("EdDSA"), Algorithm::kEdDsa);
  EXPECT_EQ(parse_algorithm("Ed25519"), Algorithm::kEdDsa);
  for (const char* text :
       {"none", "None", "HS256", "HS512", "RS256", "ES384", "ES256K", "es256", "", "Ed448"}) {
    EXPECT_EQ(parse_algorithm(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace schemagate::a2a::signature
