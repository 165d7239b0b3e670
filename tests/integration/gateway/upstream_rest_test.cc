// HTTP+JSON towards the agent, beyond what EveryPair shows: paths, tenants, errors in every shape.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::HasSubstr;

class UpstreamRest : public testing::TestWithParam<Dialect> {
 protected:
  std::string target(const std::string& path) const {
    return "/rest" + std::string(theirs_.is_v1() ? "" : "/v1") + path + " HTTP/1.1";
  }
  Json start_task(const Gate& gate) {
    work_until(agent_, gate);
    const Json task = client_.send(user_text(v1_0(), "slow"), true);
    return client_.wait_for(task["id"], "working");
  }

  const Dialect theirs_ = GetParam();
  ScriptedAgent agent_{theirs_};
  RunningGateway gateway_{agent_};
  GatewayClient client_ = gateway_.client();
};
INSTANTIATE_TEST_SUITE_P(AllVersions, UpstreamRest,
                         testing::Values(over_http_json(v0_3()), over_http_json(v1_0())), name_of_dialect);

TEST_P(UpstreamRest, EveryOperationHasItsMethodAndPath) {
  const Gate gate;
  const Json task = start_task(gate);
  agent_.answer(theirs_.cancel, theirs_.task("up-1", "canceled"));
  client_.cancel(task["id"]);
  const AgentCall streamed = agent_.calls(theirs_.stream).at(0);
  EXPECT_EQ(streamed.http.start_line, "POST " + target("/message:stream"));
  EXPECT_EQ(streamed.http.header("Accept"), "text/event-stream");
  EXPECT_EQ(streamed.http.header("A2A-Version"), theirs_.is_v1() ? "1.0" : "");
  const AgentCall canceled = agent_.calls(theirs_.cancel).at(0);
  EXPECT_EQ(canceled.http.start_line, "POST " + target("/tasks/up-1:cancel"));
  EXPECT_EQ(canceled.http.body, "{}");
  gate.open();
}

// A2A#1574: the specification's text and its a2a.proto name different methods.
TEST_P(UpstreamRest, SubscribesWithTheOtherMethodWhenTheFirstIsNotServed) {
  agent_.on(theirs_.stream, [this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    answer.end_events();
  });
  const std::string served = theirs_.is_v1() ? "POST" : "GET";
  agent_.on(theirs_.subscribe, [this, served](const AgentCall& call, AgentAnswer& answer) {
    if (!call.http.start_line.starts_with(served)) return answer.http(405, "text/html", "<p>no</p>");
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    answer.event(theirs_.status_event("up-1", "completed"));
    answer.end_events();
  });
  const auto events = client_.stream(user_text(v1_0(), "Lion vs Tiger")).rest();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(v1_0().state_of(v1_0().unwrap(events.back())), "completed");
  EXPECT_EQ(agent_.calls(theirs_.subscribe).size(), 2U);
  EXPECT_TRUE(agent_.calls(theirs_.get).empty()) << "followed, not polled";
}

TEST_P(UpstreamRest, ErrorsOfAllShapesKeepTheirMeaning) {
  const std::string info =
      R"({"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"CONTENT_TYPE_NOT_SUPPORTED","domain":"a2a-protocol.org"})";
  const std::vector<std::tuple<int, std::string, std::string>> shapes = {
      {400, "application/json",
       R"({"error":{"code":400,"status":"INVALID_ARGUMENT","message":"no","details":[)" + info + "]}}"},
      {415, "application/a2a+json",
       R"({"error":{"code":415,"status":"INVALID_ARGUMENT","message":"no","details":[)" + info + "]}}"},
      {400, "application/json", R"({"code":-32005,"message":"no"})"},
      {415, "application/problem+json",
       R"({"type":"https://a2a-protocol.org/errors/content-type-not-supported","status":415,"detail":"no"})"}};
  int number = 0;
  for (const auto& [status, type, body] : shapes) {
    const auto refuse = [=](const AgentCall&, AgentAnswer& answer) { answer.http(status, type, body); };
    agent_.on(theirs_.send, refuse);
    agent_.on(theirs_.stream, refuse);
    const Json message = user_text(v1_0(), "hello", "m-" + std::to_string(number++));
    EXPECT_EQ(client_.send_error(message)["code"], -32005) << body;
    EXPECT_EQ(client_.stream(message).json()["error"]["code"], -32005) << body;
  }
}

TEST_P(UpstreamRest, AnErrorInTheMiddleOfAStreamIsFollowedByQuestions) {
  agent_.on(theirs_.stream, [this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    answer.chunk("event: error\ndata: {\"code\":-32603,\"message\":\"broken\"}\n\n");
    answer.end_events();
  });
  agent_.answer(theirs_.get, completed_task(theirs_));
  const auto events = client_.stream(comparison(v1_0())).rest();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(v1_0().state_of(v1_0().unwrap(events.back())), "completed");
  EXPECT_EQ(agent_.calls(theirs_.get).at(0).http.start_line, "GET " + target("/tasks/up-1"));
}

// Pitfall 5: not every v0.3 agent speaks ProtoJSON in its HTTP+JSON.
TEST(UpstreamRestKind, IsUnderstoodWhereProtoJsonIsExpected) {
  ScriptedAgent agent(over_http_json(v0_3()));
  agent.answer(agent.dialect().send, v0_3().task("up-1", "completed"));
  const RunningGateway gateway(agent);
  EXPECT_EQ(v1_0().state_of(gateway.client().send(user_text(v1_0(), "hello"))), "completed");
}

// A courtesy to agents made with a2a-go before 2.4: nothing in their card says it.
TEST(UpstreamRestWithoutV1, IsFoundOutBeforeTheFirstCall) {
  const Dialect theirs = v0_3_without_v1();
  ScriptedAgent agent(theirs);
  const RunningGateway gateway(agent);
  const GatewayClient client = gateway.client();
  EXPECT_EQ(agent.call_count(), 0U) << "no operation is called to find it out";
  const Gate gate;
  work_until(agent, gate);
  const Json task = client.send(user_text(v1_0(), "slow"), true);
  client.wait_for(task["id"], "working");
  const AgentCall streamed = agent.calls(theirs.stream).at(0);
  EXPECT_EQ(streamed.http.start_line, "POST /rest/message:stream HTTP/1.1");
  EXPECT_EQ(streamed.message()["parts"], Json::array({theirs.text_part("slow")}));
  gate.open();
  EXPECT_THAT(client.wait_for(task["id"], "completed")["artifacts"], testing::SizeIs(1));
  agent.on(theirs.stream,
           [](const AgentCall&, AgentAnswer& answer) { answer.error(-32005, "no such type"); });
  EXPECT_EQ(client.send_error(user_text(v1_0(), "other", "m-2"))["code"], -32005);
}

// The bytes of "hello" in a file part of v1.0, and what the agent has of them.
constexpr const char* kBytes = "aGVsbG8=";
constexpr const char* kBytesTwice = "YUdWc2JHOD0=";

Json bytes_sent(ScriptedAgent& agent, const Json& changes = Json::object()) {
  agent.answer(agent.dialect().send, agent.dialect().task("up-1", "completed"));
  const RunningGateway gateway(agent, changes);
  const Json file = {{"raw", kBytes}, {"mediaType", "text/plain"}, {"filename", "hello.txt"}};
  (void)gateway.client().send(v1_0().message("ROLE_USER", "m-1", Json::array({file})));
  return agent.messages().at(0).message()["content"][0]["file"]["fileWithBytes"];
}

// Agents of the SDKs for Python, Java and Go cannot read a file that has them once.
TEST(UpstreamRestFiles, HaveBase64TwiceWhereTheAgentsSdkWantsIt) {
  const std::pair<const char*, const char*> rows[] = {
      {R"({"message":"Task not found"})", kBytesTwice},
      {R"({"error":"io.a2a.spec.TaskNotFoundError","message":"Task not found"})", kBytesTwice},
      {R"({"code":-32001,"message":"Task not found"})", kBytes},
      {"<html>no</html>", kBytes}};
  for (const auto& [said, bytes] : rows) {
    ScriptedAgent agent(over_http_json(v0_3()));
    agent.say_of_no_task(said);
    EXPECT_EQ(bytes_sent(agent), bytes) << said;
  }
}

TEST(UpstreamRestFiles, AreAsConfiguredWhateverTheAgentSays) {
  for (const char* wanted : {"once", "twice"}) {
    ScriptedAgent agent(over_http_json(v0_3()));
    const bool is_once = std::string_view(wanted) == "once";
    agent.say_of_no_task(is_once ? R"({"message":"Task not found"})" : "{}");
    EXPECT_EQ(bytes_sent(agent, upstream_change({{"file_bytes", wanted}})), is_once ? kBytes : kBytesTwice);
  }
}

TEST(UpstreamRestTenant, IsTheFirstSegmentOfEveryPath) {
  ScriptedAgent agent(over_http_json(v1_0()));
  agent.change_card({{"supportedInterfaces", Json::array({{{"url", "/base/?key=1"},
                                                           {"protocolBinding", "HTTP+JSON"},
                                                           {"protocolVersion", "1.0"},
                                                           {"tenant", "our tenant"}}})}});
  const RunningGateway gateway(agent);
  EXPECT_EQ(gateway.client().send_error(user_text(v1_0(), "hello"))["code"], -32006);
  EXPECT_EQ(agent.misses().at(0).start_line, "POST /base/our%20tenant/message:stream?key=1 HTTP/1.1");
  EXPECT_EQ(agent.misses().at(1).start_line, "POST /base/our%20tenant/message:send?key=1 HTTP/1.1");
}

}  // namespace
}  // namespace schemagate
