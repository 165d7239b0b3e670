// What goes along with the calls to an agent, and what is said when that is not enough.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kParent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

class UpstreamHeaders : public testing::TestWithParam<Dialect> {
 protected:
  static Json with_headers() {
    return upstream_change(
        {{"headers", {{"X-Api-Key", {{"value", "k-1"}}}}}, {"client_headers", {"X-Customer"}}});
  }
  ScriptedAgent agent_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(AllBindings, UpstreamHeaders,
                         testing::Values(v1_0(), v0_3(), over_http_json(v1_0()), over_http_json(v0_3())),
                         name_of_dialect);

TEST_P(UpstreamHeaders, AreTheOperatorsAndThoseOfTheClientThatAreNamed) {
  give_task(agent_, completed_task(agent_.dialect()));
  const RunningGateway gateway(agent_, with_headers());
  const Dialect mine = v1_0();
  const std::string body = call_body(mine.send, mine.send_params(comparison(mine))).dump();
  const auto answer = gateway.client().request("POST", "/fight",
                                               {{"Content-Type", "application/json"},
                                                {"A2A-Version", "1.0"},
                                                {"Authorization", "Bearer client"},
                                                {"X-Customer", "7"},
                                                {"traceparent", kParent},
                                                {"tracestate", "a=1"}},
                                               body);
  EXPECT_EQ(answer.status(), 200);
  const auto calls = agent_.messages();
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0].http.header("X-Api-Key"), "k-1");
  EXPECT_EQ(calls[0].http.header("X-Customer"), "7");
  EXPECT_EQ(calls[0].http.header("traceparent"), kParent);
  EXPECT_EQ(calls[0].http.header("tracestate"), "a=1");
  EXPECT_EQ(calls[0].http.header("Authorization"), "") << "nobody has named it";
  EXPECT_THAT(answer.body, Not(HasSubstr("k-1")));
  for (const HttpMessage& miss : agent_.misses())
    EXPECT_EQ(miss.header("X-Api-Key"), "k-1") << miss.start_line;
}

TEST_P(UpstreamHeaders, ThatAreWrongAreSaidToBeTheGatewaysBusiness) {
  const RunningGateway gateway(agent_);
  for (const std::string& body :
       {std::string(), std::string("<p>log in</p>"), std::string(R"({"error":"no"})")}) {
    for (const std::string& method : {agent_.dialect().send, agent_.dialect().stream})
      agent_.on(method, [&body](const AgentCall&, AgentAnswer& answer) {
        answer.http(401, "application/json", body);
      });
    const Json message = user_text(v1_0(), "hello", "m-" + std::to_string(body.size()));
    for (const Json& error :
         {gateway.client().send_error(message), gateway.client().stream(message).json()["error"]}) {
      EXPECT_EQ(error["code"], -32006);
      EXPECT_THAT(error["message"], HasSubstr("does not let the gateway in (HTTP 401)")) << body;
    }
  }
}

}  // namespace
}  // namespace schemagate
