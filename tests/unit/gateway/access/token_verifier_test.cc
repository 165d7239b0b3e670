// Which tokens stand for whom, and for how long that is remembered.
#include "gateway/access/token_verifier.h"

#include <gmock/gmock.h>

#include "tests/unit/gateway/access/scripted_keys.h"

namespace schemagate::access {
namespace {

class TokenVerifierTest : public testing::Test {
 protected:
  void publish(const std::string& keys) {
    const auto before = keys_->generation();
    issuer_.publish(keys);
    clock_.passed += std::chrono::minutes(1);
    keys_->ask_for_new();
    ASSERT_TRUE(comes_true([&] { return keys_->generation() != before; }));
    clock_.passed -= std::chrono::minutes(1);
  }
  std::unique_ptr<TokenVerifier> make(std::size_t tokens_max = 100) {
    auto keys = std::make_unique<IssuerKeys>(issuer_.options(), clock_, log_);
    keys_ = keys.get();
    std::vector<TrustedIssuer> issuers;
    issuers.push_back({token_rules(), std::move(keys)});
    return std::make_unique<TokenVerifier>(std::move(issuers), rules_, clock_, tokens_max);
  }
  std::unique_ptr<TokenVerifier> make_with_keys(std::size_t tokens_max = 100) {
    issuer_.publish(maker_.key_set());
    auto verifier = make(tokens_max);
    EXPECT_TRUE(comes_true([&] { return keys_->generation() == 1; }));
    return verifier;
  }
  static std::string refusal(TokenVerifier& verifier, const std::string& token) {
    const auto caller = verifier.identify(token);
    return caller ? "" : std::string(caller.error().reason);
  }

  const TokenMaker maker_;
  StoppedClock clock_{};
  const Log log_{LogLevel::kOff};
  const RuleBook rules_{{}};
  ScriptedIssuer issuer_;
  IssuerKeys* keys_ = nullptr;

 public:
  TokenVerifierTest() { clock_.passed = std::chrono::seconds(0); }
};

TEST_F(TokenVerifierTest, KnowsWhoseTokenItIs) {
  const auto verifier = make_with_keys();
  for (const auto algorithm :
       {TokenAlgorithm::kRs256, TokenAlgorithm::kPs256, TokenAlgorithm::kEs256, TokenAlgorithm::kEdDsa}) {
    const auto caller = verifier->identify(maker_.token(good_claims(R"(,"roles":["admin"])"), algorithm));
    ASSERT_TRUE(caller) << caller.error().reason;
    EXPECT_EQ((*caller)->subject, "alice");
    EXPECT_EQ((*caller)->roles, std::vector<std::string>{"admin"});
  }
}

TEST_F(TokenVerifierTest, RemembersAGoodTokenUntilItExpires) {
  const auto verifier = make_with_keys();
  const std::string token = maker_.token(good_claims());
  const auto first = verifier->identify(token);
  EXPECT_EQ(verifier->identify(token)->get(), first->get()) << "not read again";
  clock_.passed = std::chrono::seconds(359);
  EXPECT_EQ(verifier->identify(token)->get(), first->get());
  clock_.passed = std::chrono::seconds(360);
  EXPECT_EQ(refusal(*verifier, token), "the token has expired");
}

TEST_F(TokenVerifierTest, OtherKeysHaveARememberedTokenVerifiedAgain) {
  const auto verifier = make_with_keys();
  const std::string token = maker_.token(good_claims());
  ASSERT_TRUE(verifier->identify(token));
  publish(R"({"keys":[)" + maker_.ed_jwk() + "]}");
  EXPECT_EQ(refusal(*verifier, token), "the token is signed with a key that is not known");
}

TEST_F(TokenVerifierTest, ARotatedKeyIsTakenAndTheOldOneWhileItIsPublished) {
  const auto verifier = make_with_keys();
  const TokenMaker rotated("-2");
  const std::string old_token = maker_.token(good_claims());
  const std::string new_token = rotated.token(good_claims("", "bob"));
  EXPECT_EQ(refusal(*verifier, new_token), "the token is signed with a key that is not known");
  publish(R"({"keys":[)" + maker_.ec_jwk() + "," + rotated.ec_jwk() + "]}");
  EXPECT_EQ((*verifier->identify(new_token))->subject, "bob");
  EXPECT_EQ((*verifier->identify(old_token))->subject, "alice");
}

TEST_F(TokenVerifierTest, AForgottenTokenIsVerifiedAgain) {
  const auto verifier = make_with_keys(2);
  const auto token_of = [&](const char* subject) { return maker_.token(good_claims("", subject)); };
  const std::string first = token_of("a");
  const auto kept = verifier->identify(first);
  for (const char* subject : {"b", "c", "d"}) ASSERT_TRUE(verifier->identify(token_of(subject)));
  const auto again = verifier->identify(first);
  ASSERT_TRUE(again);
  EXPECT_NE(again->get(), kept->get());
}

TEST_F(TokenVerifierTest, RefusesWhatAnotherKeyOfThatIdHasSigned) {
  const auto verifier = make_with_keys();
  const TokenMaker impostor;
  EXPECT_EQ(refusal(*verifier, impostor.token(good_claims())), "the token's signature does not verify");
  const std::string good = maker_.token(good_claims());
  const std::string other = maker_.token(good_claims("", "root"));
  const auto claims_of = [](const std::string& token) {
    const auto begin = token.find('.');
    return token.substr(begin, token.rfind('.') - begin);
  };
  std::string spliced = good;
  spliced.replace(good.find('.'), claims_of(good).size(), claims_of(other));
  EXPECT_EQ(refusal(*verifier, spliced), "the token's signature does not verify");
}

TEST_F(TokenVerifierTest, RefusesAKeyOfAnotherCurveThanTheAlgorithm) {
  const auto verifier = make_with_keys();
  EXPECT_EQ(
      refusal(*verifier, maker_.sign(R"({"alg":"ES256","kid":"ed"})", good_claims(), TokenAlgorithm::kEdDsa)),
      "the token is signed with a key that is not known");
  EXPECT_EQ(refusal(*verifier,
                    maker_.sign(R"({"alg":"PS256","kid":"rsa"})", good_claims(), TokenAlgorithm::kRs256)),
            "the token's signature does not verify");
}

TEST_F(TokenVerifierTest, ATokenWithoutAKeyIdIsTriedWithTheKeysThatFit) {
  const auto verifier = make_with_keys();
  EXPECT_EQ(refusal(*verifier, maker_.sign(R"({"alg":"ES256"})", good_claims(), TokenAlgorithm::kEs256)), "");
}

TEST_F(TokenVerifierTest, ATokenWithoutAKeyIdIsNotTriedWithManyKeys) {
  std::string keys;
  for (const char* suffix : {"1", "2", "3", "4", "5"}) keys += "," + TokenMaker(suffix).ec_jwk();
  issuer_.publish(R"({"keys":[)" + keys.substr(1) + "]}");
  const auto verifier = make();
  ASSERT_TRUE(comes_true([&] { return keys_->generation() == 1; }));
  EXPECT_EQ(refusal(*verifier, maker_.sign(R"({"alg":"ES256"})", good_claims(), TokenAlgorithm::kEs256)),
            "the token does not name its key, and there are many");
}

TEST_F(TokenVerifierTest, KeysInTheTokensHeaderAreNotTrusted) {
  const auto verifier = make_with_keys();
  const TokenMaker impostor("-x");
  const std::string header =
      R"({"alg":"ES256","kid":"ec-x","jwk":)" + impostor.ec_jwk() + R"(,"jku":"http://127.0.0.1:1/keys"})";
  EXPECT_EQ(refusal(*verifier, impostor.sign(header, good_claims(), TokenAlgorithm::kEs256)),
            "the token is signed with a key that is not known");
}

TEST_F(TokenVerifierTest, SaysThatTheKeysAreNotThereYet) {
  const auto verifier = make();
  const auto caller = verifier->identify(maker_.token(good_claims()));
  ASSERT_FALSE(caller);
  EXPECT_TRUE(caller.error().comes_by_itself);
}

TEST_F(TokenVerifierTest, OnlyAnOtherwiseGoodTokenHasTheKeysReadAgain) {
  const auto verifier = make_with_keys();
  const TokenMaker impostor("-x");
  for (const char* claims : {"{}", R"({"iss":"https://login.test"})"})
    EXPECT_NE(refusal(*verifier, impostor.token(claims)), "");
  EXPECT_EQ(issuer_.readings(), 1);
  for (int i = 0; i < 100; ++i) EXPECT_NE(refusal(*verifier, impostor.token(good_claims())), "");
  EXPECT_TRUE(comes_true([&] { return issuer_.readings() == 2; }));
}

TEST_F(TokenVerifierTest, EachIssuerIsHeldToItsOwnRulesAndKeys) {
  const TokenMaker other("-other");
  ScriptedIssuer other_issuer;
  issuer_.publish(maker_.key_set());
  other_issuer.publish(other.key_set());
  TokenRules other_rules = token_rules();
  other_rules.issuer = "https://other.test";
  std::vector<TrustedIssuer> issuers;
  issuers.push_back({token_rules(), std::make_unique<IssuerKeys>(issuer_.options(), clock_, log_)});
  issuers.push_back({other_rules, std::make_unique<IssuerKeys>(other_issuer.options(), clock_, log_)});
  const IssuerKeys& first = *issuers[0].keys;
  const IssuerKeys& second = *issuers[1].keys;
  TokenVerifier verifier(std::move(issuers), rules_, clock_);
  ASSERT_TRUE(comes_true([&] { return first.generation() == 1 && second.generation() == 1; }));
  std::string others_claims = good_claims();
  others_claims.replace(others_claims.find("login"), 5, "other");
  const auto alice = verifier.identify(maker_.token(good_claims()));
  const auto namesake = verifier.identify(other.token(others_claims));
  ASSERT_TRUE(alice && namesake);
  EXPECT_EQ((*alice)->subject, (*namesake)->subject);
  EXPECT_NE((*alice)->owner, (*namesake)->owner);
  EXPECT_EQ(refusal(verifier, other.token(good_claims())),
            "the token is signed with a key that is not known");
}

}  // namespace
}  // namespace schemagate::access
