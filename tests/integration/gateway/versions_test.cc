// Every operation for every pair of versions: what the agent really gets and what the client really gets.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class EveryOperation : public EveryPair {
 protected:
  // A task that is working at the agent.
  Json start_task(const Gate& gate) {
    work_until(agent_, gate);
    const Json task = client_.send(user_text(mine_, "slow"), true);
    return client_.wait_for(task["id"], "working");
  }
  // The last call of that method, as far as it is the version's own.
  AgentCall last_call(const std::string& method) {
    EXPECT_TRUE(agent_.wait_for_calls(method, 1));
    const AgentCall call = agent_.calls(method).back();
    if (!theirs_.http_json) {
      EXPECT_EQ(call.body["jsonrpc"], "2.0");
      EXPECT_TRUE(call.body.contains("id"));
      EXPECT_TRUE(call.http.start_line.starts_with("POST /rpc ")) << call.http.start_line;
    }
    EXPECT_EQ(call.http.header("Content-Type"), "application/json");
    // Pitfall 3: v1.0 agents refuse who does not name the version.
    EXPECT_EQ(call.http.header("A2A-Version"), theirs_.is_v1() ? "1.0" : "");
    return call;
  }

  RunningGateway gateway_{agent_};
  GatewayClient client_ = gateway_.client(mine_);
};
INSTANTIATE_TEST_SUITE_P(AllVersions, EveryOperation, every_pair(), name_of_pair);

TEST_P(EveryOperation, SendHandsEveryKindOfPartOver) {
  give_task(agent_, completed_task(theirs_));
  Json file = {{"raw", "aGk="}, {"mediaType", "text/plain"}, {"filename", "a.txt"}};
  Json same_file = {{"kind", "file"},
                    {"file", {{"bytes", "aGk="}, {"mimeType", "text/plain"}, {"name", "a.txt"}}}};
  Json proto_file = {{"file", {{"fileWithBytes", "aGk="}, {"mimeType", "text/plain"}, {"name", "a.txt"}}}};
  const auto parts_in = [&](const Dialect& dialect) {
    const Json v0_3_file = dialect.has_kind() ? same_file : proto_file;
    return Json::array(
        {dialect.text_part("look"), dialect.data_part({{"n", 1}}), dialect.is_v1() ? file : v0_3_file});
  };
  Json message = mine_.message(mine_.user(), "m-1", parts_in(mine_));
  message["metadata"] = {{"trace", "x"}};
  const Json task = client_.send(message);
  const Json got = last_call(theirs_.stream).message();
  EXPECT_EQ(got[theirs_.parts_name()], parts_in(theirs_));
  EXPECT_EQ(got["metadata"], message["metadata"]);
  EXPECT_EQ(got["role"], theirs_.user());
  EXPECT_EQ(task["history"][0]["parts"], message["parts"]);
  EXPECT_EQ(task["artifacts"][0]["parts"][0]["text"], kTigerWins.dump()) << "not typed: no structured input";
  EXPECT_NE(task["id"], "up-1") << "the client's task is the gateway's own";
}

TEST_P(EveryOperation, SendWaitsUnlessAskedNotTo) {
  const Gate gate;
  work_until(agent_, gate);
  const Json task = client_.send(user_text(mine_, "slow"), true);
  EXPECT_NE(mine_.state_of(task), "completed");
  gate.open();
  client_.wait_for(task["id"], "completed");
  give_task(agent_, completed_task(theirs_));
  EXPECT_EQ(mine_.state_of(client_.send(user_text(mine_, "quick", "m-2"))), "completed");
  const Json configuration = last_call(theirs_.stream).params().value("configuration", Json::object());
  EXPECT_NE(configuration.value("blocking", true), false);
  EXPECT_NE(configuration.value("returnImmediately", false), true);
}

TEST_P(EveryOperation, StreamBeginsWithTheTaskAndEndsWithItsEnd) {
  const Gate gate;
  work_until(agent_, gate);
  EventStream stream = client_.stream(user_text(mine_, "Lion vs Tiger"));
  EXPECT_EQ(stream.head().status(), 200);
  EXPECT_EQ(stream.head().header("Content-Type"), "text/event-stream");
  EXPECT_EQ(stream.head().header("Cache-Control"), "no-cache");
  const auto first = stream.next();
  ASSERT_TRUE(first);
  EXPECT_EQ((*first)["id"], 7);
  EXPECT_EQ((*first)["jsonrpc"], "2.0");
  ASSERT_EQ(mine_.kind_of((*first)["result"]), "task");
  const Json task = mine_.unwrap((*first)["result"]);
  gate.open();
  std::vector<std::string> finals;
  Json last;
  for (const Json& result : stream.rest()) {
    last = mine_.unwrap(result);
    EXPECT_EQ(last["taskId"], task["id"]);
    EXPECT_EQ(last["contextId"], task["contextId"]);
    if (last.contains("final")) finals.push_back(last["final"].dump());
  }
  EXPECT_EQ(mine_.state_of(last), "completed");
  if (mine_.is_v1()) {
    EXPECT_THAT(finals, IsEmpty());
  } else {
    ASSERT_FALSE(finals.empty());
    EXPECT_EQ(finals.back(), "true");
    EXPECT_EQ(std::ranges::count(finals, "true"), 1);
  }
  last_call(theirs_.stream);
}

TEST_P(EveryOperation, AStreamMayBeOneMessage) {
  agent_.on(theirs_.stream, [this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    const Json parts = Json::array({theirs_.text_part("Hello")});
    answer.event(theirs_.wrap("message", theirs_.message(theirs_.agent(), "a-1", parts)));
    answer.end_events();
  });
  const auto results = client_.stream(user_text(mine_, "hello")).rest();
  ASSERT_EQ(results.size(), 1U);
  ASSERT_EQ(mine_.kind_of(results[0]), "message");
  EXPECT_EQ(first_text(mine_.unwrap(results[0])), "Hello");
}

TEST_P(EveryOperation, AStreamEndsWhenTheClientIsAsked) {
  agent_.on(theirs_.stream, [this](const AgentCall& call, AgentAnswer& answer) {
    const bool again = call.message().contains("taskId");
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    answer.event(theirs_.status_event("up-1", again ? "completed" : "input-required"));
    answer.end_events();
  });
  const auto asked = client_.stream(user_text(mine_, "book")).rest();
  ASSERT_FALSE(asked.empty());
  const Json question = mine_.unwrap(asked.back());
  EXPECT_EQ(mine_.state_of(question), "input-required");
  EXPECT_EQ(question.value("final", false), !mine_.is_v1() && question.contains("taskId"));

  const Json task = client_.get(mine_.unwrap(asked.front())["id"]);
  const auto answered = client_.stream(in_task(user_text(mine_, "tomorrow", "m-2"), task)).rest();
  ASSERT_FALSE(answered.empty());
  EXPECT_EQ(mine_.state_of(mine_.unwrap(answered.back())), "completed")
      << "the answer's stream goes on to the end: " << Json(answered);
  EXPECT_EQ(mine_.state_of(client_.get(task["id"])), "completed");
}

// v1.0 has no word for it.
class FinalStatus : public EveryOperation {};
INSTANTIATE_TEST_SUITE_P(AllVersions, FinalStatus,
                         testing::Combine(testing::Values(v0_3(), v1_0()),
                                          testing::Values(v0_3(), over_http_json(v0_3()))),
                         name_of_pair);

// Pitfall 7: streams stay open at auth-required, unless the agent has said that it tells nothing more in its
// own.
TEST_P(FinalStatus, EndsAStreamAtAuthRequired) {
  agent_.on(theirs_.stream, [this](const AgentCall&, AgentAnswer& answer) {
    Json update = theirs_.status_event("up-1", "auth-required");
    (theirs_.has_kind() ? update : update["statusUpdate"])["final"] = true;
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    answer.event(update);
    answer.end_events();
  });
  agent_.answer(theirs_.get, theirs_.task("up-1", "auth-required"));
  const auto told = client_.stream(user_text(mine_, "book")).rest();
  ASSERT_GE(told.size(), 2U);
  const Json last = mine_.unwrap(told.back());
  EXPECT_EQ(mine_.state_of(last), "auth-required");
  EXPECT_EQ(last.value("final", false), !mine_.is_v1());
  EXPECT_EQ(last.contains("metadata"), mine_.is_v1()) << last;
}

TEST_P(EveryOperation, GetIsAnsweredByTheGatewayItself) {
  give_task(agent_, completed_task(theirs_));
  const Json task = client_.send(user_text(mine_, "Lion vs Tiger"));
  agent_.go_down();
  EXPECT_EQ(client_.get(task["id"]), task);
  const Json without_history = client_.call(mine_.get, {{"id", task["id"]}, {"historyLength", 0}})["result"];
  EXPECT_TRUE(without_history.value("history", Json::array()).empty());
  EXPECT_EQ(client_.call(mine_.get, {{"id", task["id"]}, {"historyLength", -1}})["error"]["code"], -32602);
}

TEST_P(EveryOperation, CancelReachesTheAgentUnderItsOwnName) {
  const Gate gate;
  const Json task = start_task(gate);
  agent_.answer(theirs_.cancel, theirs_.task("up-1", "canceled"));
  const Json canceled = client_.cancel(task["id"])["result"];
  EXPECT_EQ(mine_.state_of(canceled), "canceled");
  EXPECT_EQ(canceled["id"], task["id"]);
  EXPECT_EQ(last_call(theirs_.cancel).params()["id"], "up-1");
  EXPECT_EQ(mine_.state_of(client_.cancel(task["id"])["result"]), "canceled") << "again: idempotent";
  EXPECT_EQ(agent_.calls(theirs_.cancel).size(), 1U);
  gate.open();
  EXPECT_EQ(mine_.state_of(client_.get(task["id"])), "canceled");
}

TEST_P(EveryOperation, CancelOfWhatHasEndedIsRefused) {
  give_task(agent_, completed_task(theirs_));
  const Json task = client_.send(user_text(mine_, "Lion vs Tiger"));
  EXPECT_EQ(client_.cancel(task["id"])["error"]["code"], -32002);
  EXPECT_EQ(agent_.calls(theirs_.cancel).size(), 0U);
}

TEST_P(EveryOperation, ARefusalOfTheAgentToCancelComesThrough) {
  const Gate gate;
  const Json task = start_task(gate);
  agent_.on(theirs_.cancel, [](const AgentCall&, AgentAnswer& answer) { answer.error(-32002, "too late"); });
  EXPECT_EQ(client_.cancel(task["id"])["error"]["code"], -32002);
  gate.open();
  EXPECT_EQ(mine_.state_of(client_.wait_for(task["id"], "completed")), "completed");
}

TEST_P(EveryOperation, SubscribeShowsTheTaskThenWhatFollows) {
  const Gate gate;
  const Json task = start_task(gate);
  EventStream stream = client_.subscribe(task["id"]);
  const Json first = stream.next_result();
  EXPECT_EQ(mine_.kind_of(first), "task");
  EXPECT_EQ(mine_.unwrap(first), client_.get(task["id"]));
  gate.open();
  const auto events = stream.rest();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(mine_.state_of(mine_.unwrap(events.back())), "completed");
}

TEST_P(EveryOperation, SubscribeToWhatHasEndedGivesItsEndOrAnError) {
  give_task(agent_, completed_task(theirs_));
  const Json task = client_.send(user_text(mine_, "Lion vs Tiger"));
  EventStream stream = client_.subscribe(task["id"]);
  if (mine_.is_v1()) {
    EXPECT_EQ(stream.json()["error"]["code"], -32004);
  } else {
    const auto results = stream.rest();
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0], task);
  }
}

TEST_P(EveryOperation, ExtensionsAreAnsweredInTheWordsOfTheVersion) {
  give_task(agent_, completed_task(theirs_));
  const std::string name = mine_.is_v1() ? "A2A-Extensions" : "X-A2A-Extensions";
  const Json params = mine_.send_params(comparison(mine_));
  const Headers asked = {{name, "https://other.example/v1, " + kSchemasUri}};
  const HttpMessage answer = client_.post(call_body(mine_.send, params).dump(), asked);
  EXPECT_EQ(answer.header(name), kSchemasUri);
  const Headers& passed_on = last_call(theirs_.stream).http.headers;
  EXPECT_THAT(passed_on,
              testing::Contains(std::pair<std::string, std::string>(
                  theirs_.is_v1() ? "A2A-Extensions" : "X-A2A-Extensions", "https://other.example/v1")));
  EXPECT_EQ(client_.open(mine_.stream, params, asked).head().header(name), kSchemasUri);
}

TEST_P(EveryOperation, AnErrorOfTheAgentKeepsItsCode) {
  agent_.on(theirs_.send,
            [](const AgentCall&, AgentAnswer& answer) { answer.error(-32005, "no such type"); });
  const Json error = client_.send_error(user_text(mine_, "Lion vs Tiger"));
  EXPECT_EQ(error["code"], -32005);
  EXPECT_THAT(std::string(error["message"]), HasSubstr("no such type"));
}

class Envelope : public GatewayTest {
 protected:
  Json error_of(const std::string& body, const Headers& headers = {}) const {
    const Json answer = GatewayClient(gateway_.port(), v0_3()).post(body, headers).json();
    EXPECT_EQ(answer.value("jsonrpc", ""), "2.0") << answer;
    EXPECT_FALSE(answer.contains("result"));
    id_ = answer["id"];
    return answer["error"];
  }
  mutable Json id_;
};

TEST_F(Envelope, EveryWrongRequestHasItsCode) {
  const std::vector<std::tuple<std::string, int, Json>> cases = {
      {"", -32700, nullptr},
      {"{", -32700, nullptr},
      {"[]", -32600, nullptr},
      {R"([{"jsonrpc":"2.0","id":1,"method":"GetTask"}])", -32600, nullptr},
      {R"({"jsonrpc":"1.0","id":1,"method":"GetTask","params":{}})", -32600, 1},
      {R"({"jsonrpc":"2.0","id":{},"method":"GetTask","params":{}})", -32600, nullptr},
      {R"({"jsonrpc":"2.0","id":"x","method":"Nope","params":{}})", -32601, "x"},
      {R"({"jsonrpc":"2.0","id":2,"method":"GetTask","params":[]})", -32602, 2},
      {R"({"jsonrpc":"2.0","id":3,"method":"GetTask","params":{}})", -32602, 3},
      {R"({"jsonrpc":"2.0","id":4,"method":"SendMessage","params":{"message":{}}})", -32602, 4},
      {R"({"jsonrpc":"2.0","id":5,"method":"ListTasks","params":{"pageSize":101}})", -32602, 5},
      {R"({"jsonrpc":"2.0","id":5,"method":"GetExtendedAgentCard","params":{}})", -32004, 5},
      {R"({"jsonrpc":"2.0","id":6,"method":"CreateTaskPushNotificationConfig","params":{}})", -32602, 6},
      {R"({"jsonrpc":"2.0","id":7,"method":"tasks/pushNotificationConfig/set","params":{}})", -32602, 7}};
  for (const auto& [body, code, id] : cases) {
    EXPECT_EQ(error_of(body)["code"], code) << body;
    EXPECT_EQ(id_, id) << body;
  }
  EXPECT_EQ(agent_.call_count(), 0U);
}

TEST_F(Envelope, AVersionThatTheMethodDoesNotBelongToIsRefused) {
  const std::string v1_call = R"({"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}})";
  EXPECT_EQ(error_of(v1_call, {{"A2A-Version", "0.3"}})["code"], -32009);
  EXPECT_EQ(error_of(v1_call, {{"A2A-Version", "9.9"}})["code"], -32009);
  EXPECT_EQ(id_, 1);
  EXPECT_EQ(error_of(v1_call, {{"A2A-Version", "1.0.1"}})["code"], -32001);
  EXPECT_EQ(error_of(v1_call)["code"], -32001);
  const std::string v03_call = R"({"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"x"}})";
  EXPECT_EQ(error_of(v03_call, {{"A2A-Version", "1.0"}})["code"], -32009);
  EXPECT_EQ(error_of(v03_call)["code"], -32001);
}

TEST_F(Envelope, OtherContentTypesMethodsAndPathsAreRefused) {
  const std::string body = call_body("GetTask", {{"id", "x"}}).dump();
  EXPECT_EQ(client_.request("POST", "/fight", {{"Content-Type", "text/plain"}}, body).status(), 415);
  EXPECT_EQ(client_.request("POST", "/fight", {{"Content-Type", "application/a2a+json; charset=utf-8"}}, body)
                .status(),
            200);
  EXPECT_EQ(client_.request("GET", "/fight").status(), 405);
  EXPECT_EQ(client_.request("GET", "/fight").header("Allow"), "POST");
  EXPECT_EQ(client_.request("POST", "/nobody", {{"Content-Type", "application/json"}}, body).status(), 404);
  EXPECT_EQ(client_.request("POST", "/", {{"Content-Type", "application/json"}}, body).status(), 200);
  EXPECT_EQ(client_.request("GET", "/healthz").json()["status"], "ok");
}

// a2a-go 2 in its v0.3 reads an array alone and names the version; a2a-go 0.3 an object alone and does not.
TEST(ErrorDetails, OfV03AreAnArrayForAClientThatNamesTheVersion) {
  const ScriptedAgent agent;
  const RunningGateway gateway(agent);
  const GatewayClient client = gateway.client(v0_3());
  const Json params = v0_3().send_params(comparison(v0_3(), {{"a", "Lion"}}));
  EXPECT_TRUE(client.call("message/send", params)["error"]["data"].is_object());
  const Json named = client.call("message/send", params, {{"A2A-Version", "0.3"}})["error"];
  EXPECT_TRUE(named["data"].is_array()) << named;
  EXPECT_THAT(reasons_of(named), testing::Contains("STRUCTURED_INPUT_INVALID"));
}

}  // namespace
}  // namespace schemagate
