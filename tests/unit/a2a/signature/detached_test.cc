#include "a2a/signature/detached.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "a2a/signature/base64url.h"
#include "test_data.h"

namespace schemagate::a2a::signature {
namespace {

constexpr std::string_view kPayload = R"({"name":"n"})";

DetachedSignature signed_with(const PrivateKey& key) {
  return sign_detached(kPayload, key, "https://gateway.example/jwks").value();
}

// The same signature under another header, as an attacker would write it.
DetachedSignature under_header(const PrivateKey& key, const std::string& header) {
  DetachedSignature made{to_base64url(header), {}};
  made.signature = to_base64url(key.sign(made.protected_header + "." + to_base64url(kPayload)).value());
  return made;
}

TEST(SignDetached, WritesTheHeaderOfSection842) {
  const DetachedSignature made = signed_with(test_key("p256.pem", "key-1"));
  EXPECT_EQ(from_base64url(made.protected_header),
            R"({"alg":"ES256","typ":"JOSE","kid":"key-1","jku":"https://gateway.example/jwks"})");
  const auto plain = sign_detached(kPayload, test_key("ed25519.pem", "k\"2"), "").value();
  EXPECT_EQ(from_base64url(plain.protected_header), R"({"alg":"EdDSA","typ":"JOSE","kid":"k\"2"})");
}

TEST(VerifyDetached, TakesWhatWasSignedAndNothingElse) {
  for (const char* file : {"p256.pem", "ed25519.pem"}) {
    const PrivateKey key = test_key(file);
    const DetachedSignature made = signed_with(key);
    EXPECT_TRUE(verify_detached(kPayload, made, key.public_key()));
    EXPECT_FALSE(verify_detached(R"({"name":"m"})", made, key.public_key()));
    EXPECT_FALSE(verify_detached(kPayload, {made.protected_header, made.signature + "="}, key.public_key()));
    EXPECT_FALSE(verify_detached(kPayload, {made.protected_header, ""}, key.public_key()));
    EXPECT_FALSE(verify_detached(kPayload, {"", made.signature}, key.public_key()));
    const auto other = under_header(key, R"({"alg":"ES256","kid":"other"})");
    EXPECT_FALSE(verify_detached(kPayload, {other.protected_header, made.signature}, key.public_key()));
  }
}

TEST(VerifyDetached, RefusesAlgorithmsThatDoNotFitTheKey) {
  const PrivateKey ec = test_key("p256.pem");
  const PrivateKey okp = test_key("ed25519.pem");
  for (const char* algorithm : {"none", "HS256", "RS256", "ES384", "es256", "EdDSA"}) {
    const auto made = under_header(ec, R"({"alg":")" + std::string(algorithm) + R"(","kid":"key"})");
    EXPECT_FALSE(verify_detached(kPayload, made, ec.public_key())) << algorithm;
  }
  EXPECT_FALSE(
      verify_detached(kPayload, under_header(okp, R"({"alg":"ES256","kid":"key"})"), okp.public_key()));
  EXPECT_TRUE(
      verify_detached(kPayload, under_header(okp, R"({"alg":"Ed25519","kid":"key"})"), okp.public_key()))
      << "the name of RFC 9864";
}

TEST(ProtectedHeader, IsRefusedWhenItSaysTooLittleOrTooMuch) {
  for (const char* header :
       {"", "[]", "text", "{}", R"({"alg":"ES256"})", R"({"kid":"k"})", R"({"alg":1,"kid":"k"})",
        R"({"alg":"ES256","kid":""})", R"({"alg":"ES256","kid":["k"]})",
        R"({"alg":"ES256","kid":"k","jku":1})", R"({"alg":"ES256","kid":"k","crit":["exp"],"exp":1})",
        R"({"alg":"ES256","kid":"k","b64":false})", R"({"alg":"none","alg":"ES256","kid":"k"})"}) {
    EXPECT_FALSE(parse_protected_header(to_base64url(header))) << header;
  }
  EXPECT_FALSE(parse_protected_header("ey==")) << "no base64url";
  EXPECT_FALSE(parse_protected_header(
      to_base64url(R"({"alg":"ES256","kid":"k","pad":")" + std::string(kHeaderBytesMax, 'x') + "\"}")))
      << "too long";
}

TEST(ProtectedHeader, GivesWhatTheSignerClaims) {
  const auto header =
      parse_protected_header(to_base64url(R"({"alg":"none","kid":"k","jku":"http://evil","x":{}})"));
  ASSERT_TRUE(header);
  EXPECT_EQ(header->algorithm, "none") << "to be told to readers; nothing verifies with it";
  EXPECT_EQ(header->key_id, "k");
  EXPECT_EQ(header->key_set_url, "http://evil");
}

}  // namespace
}  // namespace schemagate::a2a::signature
