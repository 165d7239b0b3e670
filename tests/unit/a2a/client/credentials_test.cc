// Credentials as cards of both versions want them presented.
#include "a2a/client/credentials.h"

#include <gmock/gmock.h>

namespace schemagate::a2a::client {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class PresentCredentials : public testing::Test {
 protected:
  JsonValue card(const std::string& text) { return *document_.parse_own(text); }
  std::string problem(const Credentials& credentials, const std::string& text,
                      const http::Headers& sent = {}) {
    const auto headers = present(credentials, card(text), sent);
    return headers ? "" : headers.error().error.message;
  }
  JsonDocument document_;
};

const std::string kV1 =
    R"({"securitySchemes":{"k":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}},)"
    R"("t":{"openIdConnectSecurityScheme":{"openIdConnectUrl":"https://i/.well-known/openid-configuration"}}},)"
    R"("securityRequirements":[{"schemes":{"k":{"list":[]}}},{"schemes":{"t":{"list":[]}}}]})";
const std::string kV0 =
    R"({"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"X-Key"},"t":{"type":"http","scheme":"bearer"}},)"
    R"("security":[{"k":[]},{"t":[]}]})";

TEST_F(PresentCredentials, ATokenIsAuthorization) {
  for (const std::string& text : {kV1, kV0, std::string("{}")}) {
    const auto headers = present({.token = "abc"}, card(text));
    ASSERT_TRUE(headers) << text;
    EXPECT_THAT(*headers, ElementsAre(http::Header{"Authorization", "Bearer abc"})) << text;
  }
}

TEST_F(PresentCredentials, AKeyGoesWhereTheCardWantsIt) {
  for (const std::string& text : {kV1, kV0}) {
    const auto headers = present({.api_key = "abc"}, card(text));
    ASSERT_TRUE(headers) << text;
    EXPECT_THAT(*headers, ElementsAre(http::Header{"X-Key", "abc"})) << text;
  }
  EXPECT_THAT(*present({.api_key = "abc"}, card("{}")), ElementsAre(http::Header{"X-API-Key", "abc"}));
}

TEST_F(PresentCredentials, SaysWhatIsMissing) {
  for (const std::string& text : {kV1, kV0})
    EXPECT_THAT(problem({}, text),
                testing::StartsWith("the agent asks for an API key in X-Key, or a token (t"))
        << text;
  EXPECT_EQ(problem({}, kV1, {{"authorization", "Bearer x"}}), "") << "it is sent anyway";
  EXPECT_EQ(problem({}, kV1, {{"x-key", "x"}}), "");
  EXPECT_EQ(problem({}, kV1, {{"x-other", "x"}}),
            "the agent asks for an API key in X-Key, or a token (t, of the issuer https://i)");
}

TEST_F(PresentCredentials, ACardThatAsksForNothingGetsNothing) {
  for (const char* text : {"{}", R"({"securitySchemes":{"k":{"type":"apiKey"}}})", R"({"security":[{}]})",
                           R"({"securitySchemes":{"k":{}},"security":[{"k":[]},{}]})",
                           R"({"securitySchemes":7,"securityRequirements":"x"})"}) {
    EXPECT_THAT(wanted_schemes(card(text)), IsEmpty()) << text;
    EXPECT_EQ(problem({}, text), "") << text;
  }
}

TEST_F(PresentCredentials, AKeyGoesIntoNoFieldThatACallOrItsConnectionWrites) {
  for (const char* name : {"Content-Length", "host", "Transfer-Encoding", "Connection", "A2A-Version",
                           "Content-Type", "Accept", "X\\r\\nY", ""}) {
    const std::string scheme = std::string(R"({"type":"apiKey","in":"header","name":")") + name + "\"}";
    const std::string text = R"({"securitySchemes":{"k":)" + scheme + R"(},"security":[{"k":[]}]})";
    const auto headers = present({.api_key = "abc"}, card(text));
    ASSERT_FALSE(headers) << name;
    EXPECT_EQ(headers.error().cause, Cause::kArgument);
    EXPECT_THAT(headers.error().error.message,
                testing::AllOf(testing::HasSubstr(name), testing::Not(testing::HasSubstr("abc"))));
  }
}

TEST_F(PresentCredentials, WhatIsNotKnownHereIsLeftToTheAgent) {
  EXPECT_EQ(problem({}, R"({"securitySchemes":{"m":{"type":"mutualTLS"}},"security":[{"m":[]}]})"), "");
  EXPECT_EQ(
      problem({.api_key = "abc"},
              R"({"securitySchemes":{"k":{"type":"apiKey","in":"query","name":"q"}},"security":[{"k":[]}]})"),
      "the agent wants its API key elsewhere than in a header field");
}

}  // namespace
}  // namespace schemagate::a2a::client
