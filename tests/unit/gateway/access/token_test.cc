// Every way in which a token is refused before its signature is looked at, and what a good one says.
#include "gateway/access/token.h"

#include <gmock/gmock.h>

#include "a2a/signature/base64url.h"
#include "tests/unit/gateway/access/token_maker.h"

namespace schemagate::access {
namespace {

using a2a::signature::to_base64url;
using testing::ElementsAre;
using testing::IsEmpty;

class ReadToken : public testing::Test {
 protected:
  // Why it is refused; empty: it is taken.
  std::string refusal(const std::string& token, const TokenRules& rules = token_rules()) const {
    const auto read = read_token(token, rules, kNow);
    return read ? "" : std::string(read.error());
  }
  std::string refusal_of_claims(std::string_view claims) const { return refusal(maker_.token(claims)); }
  std::string refusal_of_header(std::string_view header) const {
    return refusal(maker_.sign(header, good_claims(), TokenAlgorithm::kEs256));
  }
  static std::string seconds_from_now(int seconds) {
    return std::to_string(kNow.time_since_epoch().count() + seconds);
  }
  static std::string claims_until(int seconds) {
    return R"({"iss":"https://login.test","aud":"schemagate","sub":"a","exp":)" + seconds_from_now(seconds) +
           "}";
  }

  const TokenMaker maker_;
};

TEST_F(ReadToken, TakesAGoodOneOfEachAlgorithm) {
  for (const auto algorithm :
       {TokenAlgorithm::kRs256, TokenAlgorithm::kPs256, TokenAlgorithm::kEs256, TokenAlgorithm::kEdDsa}) {
    const std::string text = maker_.token(good_claims(), algorithm);
    const auto token = read_token(text, token_rules(), kNow);
    ASSERT_TRUE(token) << token.error();
    EXPECT_EQ(token->algorithm, algorithm);
    EXPECT_EQ(token->key_id, maker_.key_id(algorithm));
    EXPECT_EQ(token->principal.subject, "alice");
    EXPECT_TRUE(token->principal.is_authenticated);
    EXPECT_EQ(token->good_until, kNow + std::chrono::seconds(360));
  }
}

TEST_F(ReadToken, RefusesWhatIsNotThreeParts) {
  const std::string good = maker_.token(good_claims());
  for (const std::string& text : {std::string(), std::string("a"), std::string("."), std::string(".."),
                                  std::string("..."), good + ".", good + ".x", "." + good}) {
    EXPECT_NE(refusal(text), "") << text;
  }
  EXPECT_EQ(refusal("a.b"), "the token is not made of three parts");
}

TEST_F(ReadToken, RefusesAMegabyteUnread) {
  EXPECT_EQ(refusal(std::string(1 << 20, 'a')), "the token is over 16384 bytes");
  EXPECT_EQ(refusal(std::string(kTokenBytesMax + 1, '.')), "the token is over 16384 bytes");
}

TEST_F(ReadToken, RefusesEncodingsOfWhichTwoWouldMeanTheSame) {
  const std::string good = maker_.token(good_claims());
  EXPECT_NE(refusal(good + "="), "");
  EXPECT_NE(refusal(" " + good), "");
  std::string standard_alphabet = good;
  standard_alphabet[0] = '+';
  EXPECT_EQ(refusal(standard_alphabet), "the token's header cannot be read");
}

TEST_F(ReadToken, RefusesAnUnsignedOne) {
  const std::string claims = to_base64url(good_claims());
  for (const char* alg : {"none", "None", "NONE", ""}) {
    const std::string header = to_base64url(R"({"alg":")" + std::string(alg) + "\"}");
    EXPECT_EQ(refusal(header + "." + claims + "."), "the token is signed in a way that is not allowed")
        << alg;
  }
  EXPECT_EQ(refusal(to_base64url(R"({"alg":"ES256"})") + "." + claims + "."),
            "the token's signature cannot be read");
}

TEST_F(ReadToken, RefusesAnHmacWithThePublicKey) {
  EXPECT_EQ(refusal(maker_.hmac_token(good_claims(), maker_.rsa_public_pem())),
            "the token is signed in a way that is not allowed");
}

TEST_F(ReadToken, RefusesAlgorithmsThatAreNotAllowed) {
  for (const char* alg : {"HS256", "HS512", "RS384", "ES384", "ES256K", "RS1", "es256"}) {
    EXPECT_EQ(refusal_of_header(R"({"alg":")" + std::string(alg) + "\"}"),
              "the token is signed in a way that is not allowed")
        << alg;
  }
  TokenRules rules = token_rules();
  rules.algorithms = {TokenAlgorithm::kEdDsa};
  EXPECT_EQ(refusal(maker_.token(good_claims()), rules), "the token is signed in a way that is not allowed");
  EXPECT_EQ(refusal(maker_.token(good_claims(), TokenAlgorithm::kEdDsa), rules), "");
  EXPECT_NE(refusal_of_header(R"({"kid":"ec"})"), "") << "no alg";
  EXPECT_NE(refusal_of_header(R"({"alg":["ES256"]})"), "");
}

TEST_F(ReadToken, RefusesCriticalHeaders) {
  for (const char* member :
       {R"("crit":["exp"])", R"("crit":[])", R"("b64":false)", R"("b64":true)", R"("zip":"DEF")"}) {
    EXPECT_EQ(refusal_of_header(R"({"alg":"ES256",)" + std::string(member) + "}"),
              "the token's header asks for what is not done here")
        << member;
  }
}

TEST_F(ReadToken, RefusesTypesThatAreNotForAccess) {
  for (const char* type : {"\"logout+jwt\"", "\"secevent+jwt\"", "\"dpop+jwt\"", "\"\"", "7", "null"}) {
    EXPECT_EQ(refusal_of_header(R"({"alg":"ES256","typ":)" + std::string(type) + "}"),
              "the token is of a type that is not for access")
        << type;
  }
  for (const char* type : {"JWT", "jwt", "at+jwt", "application/at+jwt"}) {
    EXPECT_EQ(refusal_of_header(R"({"alg":"ES256","typ":")" + std::string(type) + "\"}"), "") << type;
  }
}

TEST_F(ReadToken, RefusesNamesThatStandTwice) {
  EXPECT_EQ(refusal_of_header(R"({"alg":"ES256","alg":"none"})"), "the token's header cannot be read");
  EXPECT_EQ(refusal_of_claims(good_claims(R"(,"sub":"root")")), "the token's claims cannot be read");
  EXPECT_EQ(refusal_of_claims(good_claims(R"(,"s\u0075b":"root")")), "the token's claims cannot be read");
}

TEST_F(ReadToken, RefusesDeepJson) {
  const std::string deep = std::string(5'000, '[') + std::string(5'000, ']');
  EXPECT_EQ(refusal_of_claims(good_claims(R"(,"x":)" + deep)), "the token's claims cannot be read");
  EXPECT_EQ(refusal_of_header(R"({"alg":"ES256","x":[[[[[[[[[0]]]]]]]]]})"),
            "the token's header cannot be read");
}

TEST_F(ReadToken, RefusesClaimsThatAreNoObject) {
  for (const char* claims : {"", "[]", "null", "\"a\"", "{", "{}x", "\xff", "{\"iss\":\"\xff\"}"}) {
    EXPECT_EQ(refusal_of_claims(claims), "the token's claims cannot be read") << claims;
  }
}

TEST_F(ReadToken, RefusesAnotherIssuer) {
  for (const char* issuer : {"\"https://login.test/\"", "\"https://LOGIN.test\"", "\"\"", "null", "7",
                             "[\"https://login.test\"]"}) {
    const std::string claims = R"({"iss":)" + std::string(issuer) +
                               R"(,"aud":"schemagate","sub":"a","exp":)" + seconds_from_now(300) + "}";
    EXPECT_EQ(refusal_of_claims(claims), "the token is of another issuer") << issuer;
  }
}

TEST_F(ReadToken, RefusesAnotherAudience) {
  const auto with_audience = [](const std::string& audience) {
    return R"({"iss":"https://login.test",)" + audience + R"("sub":"a","exp":)" + seconds_from_now(300) + "}";
  };
  for (const char* audience : {"", "\"aud\":\"other\",", "\"aud\":[],", "\"aud\":[\"other\",7],",
                               "\"aud\":{},", "\"aud\":\"schemagate2\",", "\"aud\":\"\","}) {
    EXPECT_EQ(refusal_of_claims(with_audience(audience)), "the token is meant for somebody else") << audience;
  }
  EXPECT_EQ(refusal_of_claims(with_audience(R"("aud":["other","schemagate"],)")), "");
}

TEST_F(ReadToken, TakesAMinuteOfDifferenceBetweenTheClocksAndNoMore) {
  EXPECT_EQ(refusal_of_claims(claims_until(-59)), "");
  EXPECT_EQ(refusal_of_claims(claims_until(-60)), "the token has expired");
  EXPECT_EQ(refusal_of_claims(good_claims(",\"nbf\":" + seconds_from_now(60))), "");
  EXPECT_EQ(refusal_of_claims(good_claims(",\"nbf\":" + seconds_from_now(61))), "the token is not good yet");
  EXPECT_EQ(refusal_of_claims(good_claims(",\"iat\":" + seconds_from_now(61))), "the token is not good yet");
}

TEST_F(ReadToken, RefusesTimesThatAreNone) {
  const std::string begin = R"({"iss":"https://login.test","aud":"schemagate","sub":"a")";
  EXPECT_EQ(refusal_of_claims(begin + "}"), "the token does not say when it expires");
  for (const char* time : {"null", "\"1795521900\"", "-1", "1e300", "1e999", "[1]", "253402300800"}) {
    EXPECT_EQ(refusal_of_claims(begin + R"(,"exp":)" + time + "}"), "the token does not say when it expires")
        << time;
    EXPECT_EQ(refusal_of_claims(good_claims(",\"nbf\":" + std::string(time))),
              "the token's times are no times")
        << time;
  }
  EXPECT_EQ(refusal_of_claims(begin + R"(,"exp":253402300799})"), "") << "the last second of the year 9999";
  EXPECT_EQ(refusal_of_claims(begin + R"(,"exp":1795521900.5})"), "");
}

TEST_F(ReadToken, RefusesSubjectsThatCannotBeUsed) {
  for (const std::string& subject :
       {std::string(), std::string(257, 'a'), std::string("a\\nb"), std::string("a\\u0000")}) {
    EXPECT_EQ(refusal_of_claims(good_claims("", subject)), "the token names no subject that can be used")
        << subject;
  }
  EXPECT_EQ(refusal_of_claims(good_claims("", std::string(256, 'a'))), "");
}

TEST_F(ReadToken, RefusesATokenThatIsBoundToAKey) {
  EXPECT_EQ(refusal_of_claims(good_claims(R"(,"cnf":{"jkt":"x"})")),
            "the token is bound to a key that is not checked here");
}

TEST_F(ReadToken, RefusesAKeyIdThatIsNoText) {
  EXPECT_EQ(refusal_of_header(R"({"alg":"ES256","kid":7})"), "the token's key id is no text");
}

TEST_F(ReadToken, ReadsThePrincipalFromTheClaimsThatAreNamed) {
  TokenRules rules = token_rules();
  rules.claims = {.subject = "client_id", .tenant = "tid", .scopes = "scp", .roles = "/realm_access/roles"};
  const std::string text = maker_.token(
      good_claims(R"(,"client_id":"app","tid":"acme","scp":["a","b"],"realm_access":{"roles":["admin"]})"));
  const auto token = read_token(text, rules, kNow);
  ASSERT_TRUE(token) << token.error();
  EXPECT_EQ(token->principal.subject, "app");
  EXPECT_EQ(token->principal.tenant, "acme");
  EXPECT_THAT(token->principal.scopes, ElementsAre("a", "b"));
  EXPECT_THAT(token->principal.roles, ElementsAre("admin"));
}

TEST_F(ReadToken, ReadsScopesFromOneText) {
  const auto token =
      read_token(maker_.token(good_claims(R"(,"scope":"  a  b ","roles":null)")), token_rules(), kNow);
  ASSERT_TRUE(token);
  EXPECT_THAT(token->principal.scopes, ElementsAre("a", "b"));
  EXPECT_THAT(token->principal.roles, IsEmpty());
}

TEST_F(ReadToken, RefusesGrantsThatCannotBeUsed) {
  for (const char* grants : {"7", "{}", "[7]", "[\"\"]", "true"}) {
    EXPECT_EQ(refusal_of_claims(good_claims(",\"scope\":" + std::string(grants))),
              "the token's scopes cannot be used")
        << grants;
    EXPECT_EQ(refusal_of_claims(good_claims(",\"roles\":" + std::string(grants))),
              "the token's roles cannot be used")
        << grants;
  }
  std::string many;
  for (int i = 0; i < 257; ++i) many += "a ";
  EXPECT_EQ(refusal_of_claims(good_claims(",\"scope\":\"" + many + "\"")),
            "the token's scopes cannot be used");
}

TEST_F(ReadToken, ATenantThatIsAskedForHasToBeThere) {
  TokenRules rules = token_rules();
  rules.claims.tenant = "tid";
  EXPECT_EQ(refusal(maker_.token(good_claims()), rules), "the token names no tenant");
  EXPECT_EQ(refusal(maker_.token(good_claims(R"(,"tid":"acme")")), rules), "");
}

// "anonymous" owns what nobody in particular owns: no token may say that it is that.
TEST_F(ReadToken, NoTokenStandsForNobodyOrForAnotherTenantsSubject) {
  EXPECT_NE(read_token(maker_.token(good_claims("", "anonymous")), token_rules(), kNow)->principal.owner,
            Principal().owner);
  const auto owner = [](const char* authority, const char* tenant, const char* subject) {
    return authenticated(authority, {.subject = subject, .tenant = tenant}).owner;
  };
  EXPECT_NE(owner("i", "ab", "c"), owner("i", "a", "bc"));
  EXPECT_NE(owner("i", "a", "b"), owner("ia", "", "b"));
  EXPECT_NE(owner("i", "", "a"), owner("j", "", "a"));
  EXPECT_EQ(owner("i", "t", "a"), owner("i", "t", "a"));
}

TEST_F(ReadToken, FindsTheIssuerOfWhateverIsSent) {
  EXPECT_EQ(issuer_of(maker_.token(good_claims())), kIssuer);
  for (const char* text : {"", "a.b.c", "..", "a"}) EXPECT_EQ(issuer_of(text), std::nullopt);
  EXPECT_EQ(issuer_of(std::string(1 << 20, 'a')), std::nullopt);
}

}  // namespace
}  // namespace schemagate::access
