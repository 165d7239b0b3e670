// Requests that are refused before they are whole: their clients read A2A's errors, and nothing else.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr int kInvalidRequestCode = -32600;

class EarlyRefusals : public testing::Test {
 protected:
  HttpMessage send_too_much(const std::string& target, Headers headers = {}) const {
    headers.push_back({"Content-Type", "application/json"});
    return client_.request("POST", target, headers, std::string(2'000, ' '));
  }

  ScriptedAgent agent_;
  const RunningGateway gateway_{agent_, limits_change({{"body", "1KiB"}, {"headers", 8}})};
  const GatewayClient client_ = gateway_.client();
};

TEST_F(EarlyRefusals, AreErrorsOfJsonRpcAtItsAddress) {
  const HttpMessage answer = send_too_much("/fight", {{"A2A-Version", "1.0"}});
  EXPECT_EQ(answer.status(), 413);
  EXPECT_EQ(answer.json()["jsonrpc"], "2.0");
  EXPECT_TRUE(answer.json()["id"].is_null());
  const Json error = answer.json()["error"];
  EXPECT_EQ(error["code"], kInvalidRequestCode);
  EXPECT_EQ(error["message"], "the body is too large (limits.body: 1KiB)");
  EXPECT_THAT(reasons_of(error), ElementsAre("BODY_TOO_LARGE"));
  EXPECT_EQ(error["data"][0]["metadata"]["limits.body"], "1KiB");
  EXPECT_EQ(send_too_much("/fight").json()["error"]["data"]["details"], error["data"]) << "v0.3";
}

TEST_F(EarlyRefusals, AreEventsForWhoReadsNothingElse) {
  const HttpMessage answer = send_too_much("/fight", {{"Accept", "text/event-stream"}});
  EXPECT_EQ(answer.status(), 413);
  EXPECT_EQ(answer.header("Content-Type"), "text/event-stream");
  EXPECT_THAT(answer.body, HasSubstr(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,)"));
}

TEST_F(EarlyRefusals, AreErrorsOfHttpJsonAtItsPaths) {
  const HttpMessage v1 = send_too_much("/fight/message:send");
  EXPECT_EQ(v1.status(), 413);
  EXPECT_EQ(v1.json()["error"]["code"], 413);
  EXPECT_EQ(v1.json()["error"]["status"], "INVALID_ARGUMENT");
  EXPECT_THAT(reasons_of({{"data", v1.json()["error"]["details"]}}),
              ElementsAre("INVALID_REQUEST", "BODY_TOO_LARGE"));
  const HttpMessage v0_3 = send_too_much("/fight/v1/message:send");
  EXPECT_EQ(v0_3.status(), 413);
  EXPECT_EQ(v0_3.json()["code"], kInvalidRequestCode);
  EXPECT_THAT(v0_3.json().value("message", ""), HasSubstr("limits.body"));
}

TEST_F(EarlyRefusals, OfV03HaveV10sMemberTooForWhoNamesTheVersion) {
  const HttpMessage answer = send_too_much("/fight/v1/message:send", {{"A2A-Version", "0.3"}});
  EXPECT_EQ(answer.json()["code"], kInvalidRequestCode);
  EXPECT_EQ(answer.json()["error"]["code"], 413);
  const Json late = client_.request("GET", "/fight/v1/tasks/x", {{"A2A-Version", "0.3"}}).json();
  EXPECT_EQ(late["code"], -32001);
  EXPECT_EQ(late["error"]["status"], "NOT_FOUND");
  EXPECT_FALSE(client_.request("GET", "/fight/v1/tasks/x").json().contains("error"));
}

TEST_F(EarlyRefusals, ArePlainWhereNothingIsCalled) {
  for (const std::string target : {"/healthz", "/fight/.well-known/agent-card.json"}) {
    const HttpMessage answer = send_too_much(target);
    EXPECT_EQ(answer.status(), 413);
    EXPECT_EQ(answer.json()["error"], "the body is too large (limits.body: 1KiB)") << target;
  }
}

TEST_F(EarlyRefusals, OfAHeadAreErrorsWhereItsFirstLineIsUnderstood) {
  Headers many;
  for (int i = 0; i < 9; ++i) many.push_back({"X-" + std::to_string(i), "1"});
  const HttpMessage answer = client_.request("POST", "/fight", many, "{}");
  EXPECT_EQ(answer.status(), 431);
  EXPECT_EQ(answer.json()["error"]["message"], "too many headers");
  const HttpMessage broken = client_.request("POST", "/fight", {{"Content-Length", "x"}}, "");
  EXPECT_EQ(broken.status(), 400);
  EXPECT_EQ(broken.json()["error"]["code"], kInvalidRequestCode);
  EXPECT_EQ(client_.request("G@T", "/fight").json()["error"], "malformed request method");
}

TEST_F(EarlyRefusals, OfAMethodAreErrorsOfJsonRpcToo) {
  const HttpMessage answer = client_.request("GET", "/fight");
  EXPECT_EQ(answer.status(), 405);
  EXPECT_EQ(answer.header("Allow"), "POST");
  EXPECT_EQ(answer.json()["error"]["code"], kInvalidRequestCode);
  EXPECT_EQ(answer.json()["error"]["message"], "this address takes POST");
}

}  // namespace
}  // namespace schemagate
