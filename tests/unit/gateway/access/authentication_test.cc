// The configured methods, in their order, on requests as they come.
#include "gateway/access/authentication.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/gateway/access/scripted_keys.h"

namespace schemagate::access {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

net::HttpRequest presenting(std::vector<net::Header> headers) {
  net::HttpRequest request;
  request.headers = std::move(headers);
  return request;
}

ApiKey key_of(std::string_view secret, std::string subject) {
  return {digest_of(secret),
          std::make_shared<const Principal>(authenticated("key", {.subject = std::move(subject)}))};
}

class AuthenticationTest : public testing::Test {
 protected:
  AuthenticationTest() { std::ofstream(file_) << maker_.key_set(); }
  ~AuthenticationTest() override { std::filesystem::remove(file_); }

  TokenMethod tokens() const { return {.name = "login", .rules = token_rules(), .source = KeyFile{file_}}; }
  static ApiKeyMethod keys() {
    return {"X-API-Key", {key_of("old-secret", "ci"), key_of("new-secret", "ci"), key_of("x", "ops")}};
  }
  // Who it is, or why nobody.
  static std::string who(const Authentication& authentication, std::vector<net::Header> headers) {
    const auto caller = authentication.identify(presenting(std::move(headers)));
    if (caller && !(*caller)->is_authenticated && !authentication.allows_anonymous()) return "401 nobody";
    return caller ? (*caller)->subject : "401 " + std::string(caller.error().reason);
  }
  std::string bearer(std::string_view subject = "alice") const {
    return "Bearer " + maker_.token(good_claims("", subject));
  }
  // Waits until the issuer's keys have been read.
  bool knows_keys(const Authentication& authentication) const {
    return comes_true([&] { return authentication.identify(presenting({{"Authorization", bearer()}})); });
  }

  const TokenMaker maker_;
  const Log log_{LogLevel::kOff};
  const std::filesystem::path file_ =
      std::filesystem::path(testing::TempDir()) / ("issuer-" + std::to_string(::getpid()) + ".json");
  StoppedClock clock_{};

 public:
  void SetUp() override { clock_.passed = std::chrono::seconds(0); }
};

TEST_F(AuthenticationTest, KnowsAKeyByItsDigestAndSeveralOfOneCaller) {
  const Authentication authentication({.methods = {keys()}}, clock_, log_);
  EXPECT_EQ(who(authentication, {{"x-api-key", "old-secret"}}), "ci");
  EXPECT_EQ(who(authentication, {{"X-API-Key", "new-secret"}}), "ci");
  EXPECT_EQ(who(authentication, {{"X-API-Key", "x"}}), "ops");
  for (const std::string& wrong :
       {std::string("y"), std::string(), std::string("old-secret "), std::string(1 << 20, 'x')})
    EXPECT_EQ(who(authentication, {{"X-API-Key", wrong}}), "401 the API key is not known");
}

TEST_F(AuthenticationTest, RefusesWhoPresentsNothing) {
  const Authentication authentication({.methods = {keys(), tokens()}}, clock_, log_);
  EXPECT_EQ(who(authentication, {}), "401 nobody");
  EXPECT_EQ(who(authentication, {{"X-Other", "x"}}), "401 nobody");
}

TEST_F(AuthenticationTest, NobodyIsLetInOnlyWhereItIsStatedAndNeverWithBadCredentials) {
  const Authentication authentication({.methods = {keys(), tokens()}, .anonymous = true}, clock_, log_);
  EXPECT_EQ(who(authentication, {}), "anonymous");
  EXPECT_EQ(who(authentication, {{"X-API-Key", "y"}}), "401 the API key is not known");
  EXPECT_EQ(who(authentication, {{"Authorization", "Bearer x"}}), "401 the token is not made of three parts");
  EXPECT_FALSE((*authentication.identify(presenting({})))->is_authenticated);
}

TEST_F(AuthenticationTest, TheFirstMethodThatFindsItsCredentialsDecides) {
  const Authentication keys_first({.methods = {keys(), tokens()}}, clock_, log_);
  ASSERT_TRUE(knows_keys(keys_first));
  EXPECT_EQ(who(keys_first, {{"Authorization", bearer()}, {"X-API-Key", "x"}}), "ops");
  EXPECT_EQ(who(keys_first, {{"Authorization", bearer()}, {"X-API-Key", "y"}}),
            "401 the API key is not known");
  const Authentication tokens_first({.methods = {tokens(), keys()}}, clock_, log_);
  ASSERT_TRUE(knows_keys(tokens_first));
  EXPECT_EQ(who(tokens_first, {{"Authorization", bearer()}, {"X-API-Key", "x"}}), "alice");
  EXPECT_EQ(who(tokens_first, {{"X-API-Key", "x"}}), "ops");
}

TEST_F(AuthenticationTest, SeveralMethodsMayTakeKeysOfOneField) {
  ApiKeyMethod more{"x-api-key", {key_of("partner", "partner")}};
  const Authentication authentication({.methods = {keys(), more}}, clock_, log_);
  EXPECT_EQ(who(authentication, {{"X-API-Key", "partner"}}), "partner");
  EXPECT_EQ(who(authentication, {{"X-API-Key", "x"}}), "ops");
}

TEST_F(AuthenticationTest, RefusesCredentialsThatAreThereTwice) {
  const Authentication authentication({.methods = {keys(), tokens()}}, clock_, log_);
  EXPECT_EQ(who(authentication, {{"X-API-Key", "x"}, {"x-api-key", "old-secret"}}),
            "401 the request presents two API keys");
  EXPECT_EQ(who(authentication, {{"Authorization", bearer()}, {"authorization", bearer()}}),
            "401 the request has Authorization twice");
}

TEST_F(AuthenticationTest, TakesNoOtherSchemeThanBearer) {
  const Authentication authentication({.methods = {tokens()}}, clock_, log_);
  for (const char* value : {"Basic YTpi", "Bearer", "Bearer ", "", "bearerx", "Bearer\tx"})
    EXPECT_EQ(who(authentication, {{"Authorization", value}}), "401 Authorization has no bearer token")
        << value;
  ASSERT_TRUE(knows_keys(authentication));
  EXPECT_EQ(who(authentication, {{"Authorization", "bearer  " + bearer().substr(7)}}), "alice");
}

TEST_F(AuthenticationTest, SaysWhatWouldBeTaken) {
  const Authentication authentication({.realm = "gate", .methods = {tokens(), keys()}, .anonymous = true},
                                      clock_, log_);
  const auto refused = authentication.identify(presenting({{"Authorization", "Bearer a.b"}}));
  ASSERT_FALSE(refused);
  EXPECT_THAT(authentication.challenges(refused.error()),
              ElementsAre(R"(Bearer realm="gate", error="invalid_token", )"
                          R"(error_description="the token is not made of three parts")",
                          R"(ApiKey realm="gate", in="header", name="X-API-Key")"));
}

TEST_F(AuthenticationTest, AWrongKeyIsNoErrorOfAToken) {
  const Authentication authentication({.methods = {tokens(), keys()}}, clock_, log_);
  const auto refused = authentication.identify(presenting({{"X-API-Key", "y"}}));
  EXPECT_EQ(authentication.challenges(refused.error()).at(0), R"(Bearer realm="schemagate")");
}

TEST_F(AuthenticationTest, ARequestWithoutCredentialsIsToldOfNoError) {
  const Authentication authentication({.methods = {tokens()}}, clock_, log_);
  EXPECT_THAT(authentication.challenges(kNothingPresented), ElementsAre(R"(Bearer realm="schemagate")"));
}

TEST_F(AuthenticationTest, NoReasonHoldsAnythingOfTheCredentials) {
  const Authentication authentication({.methods = {keys(), tokens()}}, clock_, log_);
  ASSERT_TRUE(knows_keys(authentication));
  const std::string canary = "canary";
  const TokenMaker other("-canary");
  for (const net::Header& header :
       {net::Header{"X-API-Key", canary}, net::Header{"Authorization", "Bearer " + canary},
        net::Header{"Authorization", canary},
        net::Header{"Authorization", "Bearer " + other.token(good_claims("", canary))},
        net::Header{"Authorization", "Bearer " + maker_.token(R"({"iss":"canary","sub":"canary"})")}}) {
    const auto refused = authentication.identify(presenting({header}));
    ASSERT_FALSE(refused);
    EXPECT_THAT(std::string(refused.error().reason), Not(HasSubstr(canary)));
    for (const std::string& challenge : authentication.challenges(refused.error()))
      EXPECT_THAT(challenge, Not(HasSubstr(canary)));
  }
}

TEST(ApiKeyDigest, IsReadAsItIsPrinted) {
  const std::string printed = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(parse_digest(printed), digest_of("abc"));
  for (const char* bad : {"", "ba", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a",
                          "zz7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"})
    EXPECT_EQ(parse_digest(bad), std::nullopt) << bad;
}

// Its issuer need not be asked again, and nobody waits for it.
TEST_F(AuthenticationTest, TakesThePlaceOfAnotherWithTheKeysOfItsIssuers) {
  auto before =
      std::make_unique<Authentication>(AuthenticationSettings{.methods = {tokens(), keys()}}, clock_, log_);
  ASSERT_TRUE(knows_keys(*before));
  std::filesystem::remove(file_);
  const Authentication after({.methods = {tokens()}}, clock_, log_, before.get());
  before = nullptr;
  EXPECT_EQ(who(after, {{"Authorization", bearer()}}), "alice");
  EXPECT_EQ(who(after, {{"X-API-Key", "x"}}), "401 nobody");
}

TEST_F(AuthenticationTest, WhomItKnewKeepsHisRightsWithoutIt) {
  auto before = std::make_unique<Authentication>(
      AuthenticationSettings{.methods = {keys()}, .rules = {{.name = "r", .operations = {"GetTask"}}}},
      clock_, log_);
  const auto caller = before->identify(presenting({{"X-API-Key", "x"}}));
  before = nullptr;
  ASSERT_TRUE(caller);
  EXPECT_EQ((*caller)->grants->allows("fight", "GetTask")->name, "r");
  EXPECT_EQ((*caller)->grants->allows("fight", "CancelTask"), nullptr);
}

}  // namespace
}  // namespace schemagate::access
