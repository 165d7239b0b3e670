// What a token endpoint may answer.
#include "a2a/client/oauth2.h"

#include <gmock/gmock.h>

namespace schemagate::a2a::client {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string reason(int status, std::string_view body) {
  const auto token = read_token_answer(status, body);
  return token ? "token" : std::string(name(token.error().cause)) + ": " + token.error().error.message;
}

TEST(ReadTokenAnswer, TakesTokenAndLifetime) {
  const auto token = read_token_answer(200, R"({"access_token":"t","token_type":"bearer","expires_in":60})");
  ASSERT_TRUE(token);
  EXPECT_EQ(token->text, "t");
  EXPECT_EQ(token->lifetime, std::chrono::seconds(60));
}

TEST(ReadTokenAnswer, TakesNoLifetimeThatIsNone) {
  for (const std::string lifetime : {"-1", "\"60\"", "null", "{}"}) {
    const auto token =
        read_token_answer(200, R"({"access_token":"t","token_type":"Bearer","expires_in":)" + lifetime + "}");
    ASSERT_TRUE(token) << lifetime;
    EXPECT_EQ(token->lifetime, std::nullopt) << lifetime;
  }
  const auto endless =
      read_token_answer(200, R"({"access_token":"t","token_type":"Bearer","expires_in":1e300})");
  EXPECT_EQ(endless->lifetime, std::chrono::hours(24 * 365));
}

TEST(ReadTokenAnswer, SaysWhatIsWrong) {
  EXPECT_EQ(reason(200, "<p>"),
            "protocol: the authorization server answers with HTTP 200 and no JSON object");
  EXPECT_EQ(reason(200, "[]"), "protocol: the authorization server answers with HTTP 200 and no JSON object");
  EXPECT_EQ(reason(502, "<p>"), "protocol: the authorization server answers HTTP 502");
  EXPECT_EQ(reason(200, "{}"), "protocol: the authorization server gives no access_token");
  EXPECT_THAT(reason(200, R"({"access_token":"t","token_type":"mac"})"), HasSubstr("not Bearer"));
  EXPECT_THAT(reason(200, R"({"access_token":"a b","token_type":"Bearer"})"),
              HasSubstr("no header could hold"));
  EXPECT_THAT(reason(200, R"({"access_token":"a\r\nX: y","token_type":"Bearer"})"),
              HasSubstr("no header could hold"));
  EXPECT_THAT(reason(200, R"({"access_token":")" + std::string(20'000, 'a') + R"(","token_type":"Bearer"})"),
              HasSubstr("no header could hold"));
}

TEST(ReadTokenAnswer, NamesTheCodeOfARefusalAndNothingElseOfIt) {
  const auto told = reason(400, R"({"error":"invalid_client","error_description":"secret canary"})");
  EXPECT_EQ(told, "agent: the authorization server refuses it: invalid_client");
  EXPECT_EQ(reason(400, R"({"error":"secret canary\u001b[31m"})"),
            "agent: the authorization server refuses it: HTTP 400");
}

TEST(IsSafeTokenUrl, TakesHttpsAndThisMachine) {
  for (const std::string_view url :
       {"https://a/t", "http://127.0.0.1:1/t", "http://localhost/t", "http://[::1]/t"})
    EXPECT_TRUE(is_safe_token_url(url)) << url;
  for (const std::string_view url : {"http://a/t", "http://127.0.0.1.example/t", "ftp://a", "", "x"})
    EXPECT_FALSE(is_safe_token_url(url)) << url;
}

TEST(FetchToken, SendsNoSecretWhereItIsNotSafe) {
  const auto token = fetch_token({.url = "http://a.invalid/t", .client_id = "i", .client_secret = "canary"});
  ASSERT_FALSE(token);
  EXPECT_EQ(token.error().cause, Cause::kArgument);
  EXPECT_THAT(token.error().error.message, Not(HasSubstr("canary")));
}

}  // namespace
}  // namespace schemagate::a2a::client
