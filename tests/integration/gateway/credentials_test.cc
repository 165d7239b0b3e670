// What the gateway shows to agents: tokens of an authorization server, exchanged tokens, API keys where the
// card wants them, and who calls.
#include <gmock/gmock.h>

#include <cstdlib>

#include "a2a/signature/base64url.h"
#include "a2a/signature/key_set.h"
#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/push_receiver.h"

namespace schemagate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kSigningKeys = std::string(SCHEMAGATE_SOURCE_DIR) + "/tests/unit/a2a/signature/data/";

std::string json_answer(int status, const Json& body) {
  const std::string text = body.dump();
  return "HTTP/1.1 " + std::to_string(status) +
         " X\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(text.size()) +
         "\r\n\r\n" + text;
}

// Its first token is "t-1".
std::string next_token(std::size_t count) {
  return json_answer(
      200,
      {{"access_token", "t-" + std::to_string(count + 1)}, {"token_type", "Bearer"}, {"expires_in", 3600}});
}

Json tokens_of(const PushReceiver& server, const std::string& grant) {
  return upstream_change({{"credentials",
                           {{"oauth2",
                             {{"token_url", server.url()},
                              {"client_id", "gw"},
                              {"client_secret", {{"env", "SCHEMAGATE_TEST_SECRET"}}},
                              {"scopes", {"fight"}},
                              {"grant", grant}}}}}});
}

Json merged(Json a, const Json& b) {
  a.merge_patch(b);
  return a;
}

class AgentCredentials : public testing::TestWithParam<Dialect> {
 protected:
  AgentCredentials() {
    ::setenv("SCHEMAGATE_TEST_SECRET", "secret-canary", 1);
    give_task(agent_, completed_task(agent_.dialect()));
  }
  ~AgentCredentials() override { ::unsetenv("SCHEMAGATE_TEST_SECRET"); }

  // The answer to a comparison from whoever sends these fields.
  static Json compare(const RunningGateway& gateway, const Headers& who = {}, const std::string& id = "m-1") {
    return gateway.client().call("SendMessage", {{"message", comparison(v1_0(), kLionAndTiger, id)}}, who);
  }
  std::vector<AgentCall> heard() const { return agent_.messages(); }

  ScriptedAgent agent_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(AllBindings, AgentCredentials,
                         testing::Values(v1_0(), v0_3(), over_http_json(v1_0()), over_http_json(v0_3())),
                         name_of_dialect);

TEST_P(AgentCredentials, ATokenOfTheGatewaysOwnIsGotOnceForAllCalls) {
  const PushReceiver server(next_token);
  const RunningGateway gateway(agent_, tokens_of(server, "client_credentials"));
  const Headers client{{"Authorization", "Bearer client-canary"}};
  EXPECT_TRUE(compare(gateway, client).contains("result"));
  (void)gateway.client().send(user_text(v1_0(), "hello", "m-2"));
  ASSERT_EQ(heard().size(), 2U);
  for (const AgentCall& call : heard()) EXPECT_EQ(call.http.header("Authorization"), "Bearer t-1");
  const auto asked = server.wait_for(1);
  ASSERT_EQ(server.count(), 1U);
  EXPECT_EQ(asked[0].body, "grant_type=client_credentials&scope=fight");
  EXPECT_EQ(asked[0].header("Authorization"), "Basic Z3c6c2VjcmV0LWNhbmFyeQ==");
}

TEST_P(AgentCredentials, WithoutATokenTheAgentIsNotServedAndTheReasonIsSaidWithoutAddresses) {
  const PushReceiver server([](std::size_t) {
    return json_answer(401, {{"error", "invalid_client"}, {"error_description", "canary"}});
  });
  const RunningGateway gateway(agent_, tokens_of(server, "client_credentials"));
  const HttpMessage health = gateway.client().request("GET", "/healthz");
  EXPECT_EQ(health.json()["agents"]["fight"], "no_token");
  EXPECT_EQ(health.json()["problems"]["fight"],
            "the gateway has no token for the agent: the authorization server refuses it: invalid_client");
  const Json answer = compare(gateway);
  EXPECT_THAT(answer.dump(),
              AllOf(HasSubstr("invalid_client"), Not(HasSubstr("canary")), Not(HasSubstr("127.0.0.1"))));
  EXPECT_EQ(heard().size(), 0U);
}

TEST_P(AgentCredentials, ACallersTokenIsExchangedOnceForEachCallerAndToken) {
  const PushReceiver server(next_token);
  const Json rules{{"rules", {{"all", Json::object()}}}};
  const RunningGateway gateway(
      agent_, merged(merged(tokens_of(server, "token_exchange"), with_api_keys({"alice", "bob"})), rules));
  const auto with = [](const std::string& caller, const std::string& token) {
    Headers headers = key_of(caller);
    headers.emplace_back("Authorization", "Bearer " + token);
    return headers;
  };
  (void)compare(gateway, with("alice", "alice-token"), "m-1");
  (void)compare(gateway, with("alice", "alice-token"), "m-2");
  (void)compare(gateway, with("bob", "bob-token"), "m-3");
  (void)compare(gateway, with("bob", "alice-token"), "m-4");
  ASSERT_EQ(server.count(), 3U);
  const auto asked = server.wait_for(3);
  EXPECT_EQ(asked[0].body,
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange&subject_token=alice-token"
            "&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token"
            "&requested_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token&scope=fight");
  EXPECT_THAT(asked[1].body, HasSubstr("subject_token=bob-token"));
  ASSERT_EQ(heard().size(), 4U);
  EXPECT_EQ(heard()[0].http.header("Authorization"), "Bearer t-1");
  EXPECT_EQ(heard()[1].http.header("Authorization"), "Bearer t-1");
  EXPECT_EQ(heard()[2].http.header("Authorization"), "Bearer t-2");
  for (const AgentCall& call : heard())
    EXPECT_THAT(call.http.header("Authorization"), Not(HasSubstr("-token")));
}

TEST_P(AgentCredentials, WhoHasNoTokenToExchangeIsRefused) {
  const PushReceiver server(next_token);
  const Json rules{{"rules", {{"all", Json::object()}}}};
  const RunningGateway gateway(
      agent_, merged(merged(tokens_of(server, "token_exchange"), with_api_keys({"alice"})), rules));
  const Json answer = compare(gateway, key_of("alice"));
  EXPECT_THAT(answer.dump(), HasSubstr("the caller has presented none"));
  EXPECT_EQ(server.count(), 0U);
  EXPECT_EQ(heard().size(), 0U);
}

TEST_P(AgentCredentials, WhoCallsIsSaidInASignedTokenThatNobodyElseCanWrite) {
  const Json signing{{"signing", {{"keys", {{"k", kSigningKeys + "p256.pem"}}}}},
                     {"rules", {{"all", Json::object()}}}};
  const Json caller = upstream_change({{"credentials", {{"caller", {{"audience", "fight"}}}}}});
  const RunningGateway gateway(agent_, merged(merged(caller, with_api_keys({"alice"})), signing));
  Headers forged = key_of("alice");
  forged.emplace_back("X-Caller", "forged-canary");
  EXPECT_TRUE(compare(gateway, forged).contains("result"));
  ASSERT_EQ(heard().size(), 1U);
  const Headers sent = heard()[0].http.headers;
  EXPECT_EQ(std::ranges::count(sent, "X-Caller", &Headers::value_type::first), 1);
  const std::string token = heard()[0].http.header("X-Caller");
  const auto first = token.find('.');
  const auto last = token.rfind('.');
  ASSERT_LT(first, last);
  const auto keys =
      a2a::signature::parse_key_set(gateway.client().request("GET", "/.well-known/jwks.json").body);
  ASSERT_TRUE(keys);
  EXPECT_TRUE(
      keys->front().verify(token.substr(0, last), *a2a::signature::from_base64url(token.substr(last + 1))));
  const Json claims = Json::parse(*a2a::signature::from_base64url(token.substr(first + 1, last - first - 1)));
  EXPECT_EQ(claims["sub"], "alice");
  EXPECT_EQ(claims["aud"], "fight");
  EXPECT_EQ(claims["roles"], Json({"alice"}));
  EXPECT_EQ(claims["exp"].get<int>() - claims["iat"].get<int>(), 60);
  EXPECT_THAT(claims["iss"].get<std::string>(), testing::StartsWith("http://127.0.0.1:"));
}

TEST_P(AgentCredentials, AnApiKeyGoesWhereTheCardWantsIt) {
  const bool is_v1_0 = agent_.dialect().is_v1();
  const Json key = upstream_change({{"credentials", {{"api_key", {{"env", "SCHEMAGATE_TEST_SECRET"}}}}}});
  for (const std::string in : {"query", "cookie", "header"}) {
    const Json scheme = is_v1_0 ? Json{{"apiKeySecurityScheme", {{"location", in}, {"name", "the-key"}}}}
                                : Json{{"type", "apiKey"}, {"in", in}, {"name", "the-key"}};
    ScriptedAgent agent(GetParam());
    give_task(agent, completed_task(agent.dialect()));
    agent.change_card({{"securitySchemes", {{"k", scheme}}}});
    const RunningGateway gateway(agent, key);
    EXPECT_TRUE(compare(gateway).contains("result"));
    const auto calls = agent.messages();
    ASSERT_EQ(calls.size(), 1U) << in;
    const HttpMessage& http = calls[0].http;
    EXPECT_EQ(http.start_line.contains("?the-key=secret-canary"), in == "query") << http.start_line;
    EXPECT_EQ(http.header("Cookie"), in == "cookie" ? "the-key=secret-canary" : "");
    EXPECT_EQ(http.header("the-key"), in == "header" ? "secret-canary" : "");
  }
}

TEST_P(AgentCredentials, AnApiKeyThatTheCardHasNoPlaceForIsSaidToBe) {
  const RunningGateway gateway(
      agent_, upstream_change({{"credentials", {{"api_key", {{"env", "SCHEMAGATE_TEST_SECRET"}}}}}}));
  const HttpMessage health = gateway.client().request("GET", "/healthz");
  EXPECT_EQ(health.json()["agents"]["fight"], "unusable");
  EXPECT_THAT(health.body, AllOf(HasSubstr("the agent's card names none"), Not(HasSubstr("canary"))));
}

}  // namespace
}  // namespace schemagate
