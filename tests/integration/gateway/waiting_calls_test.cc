// Calls whose client waits for one answer: an agent that streams is called by a stream for them, too, so that
// its task is known from its first word on.
#include <gmock/gmock.h>

#include <future>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::chrono::milliseconds kBeyondRequestTimeout{1'200};

Json short_request_timeout() {
  return upstream_change({{"request_timeout", "1s"}, {"poll_interval", "10ms"}});
}

class BlockingCalls : public EveryPair {
 protected:
  // A text, and a structured input, at the same time.
  std::vector<Json> send_both(const RunningGateway& gateway) const {
    const GatewayClient client = gateway.client(mine_);
    auto text = std::async(std::launch::async, [&] { return client.send(user_text(mine_, "go", "m-1")); });
    Json structured = client.send(comparison(mine_, kLionAndTiger, "m-2"));
    return {text.get(), std::move(structured)};
  }
  std::string artifact_text(const Json& task) const { return task["artifacts"][0].dump(); }
};
INSTANTIATE_TEST_SUITE_P(AllVersions, BlockingCalls, every_pair(), name_of_pair);

TEST_P(BlockingCalls, MayTakeLongerThanOneRequest) {
  const Json artifact = theirs_.artifact("x", Json::array({theirs_.text_part(kTigerWins.dump())}));
  agent_.on(theirs_.stream, [&](const AgentCall& call, AgentAnswer& answer) {
    const std::string id = "up-" + call.message()["messageId"].get<std::string>();
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task(id, "submitted")));
    answer.event(theirs_.status_event(id, "working"));
    std::this_thread::sleep_for(kBeyondRequestTimeout);
    answer.event(theirs_.artifact_event(id, artifact, false, true));
    answer.event(theirs_.status_event(id, "completed"));
    answer.end_events();
  });
  agent_.on(theirs_.send, [&](const AgentCall&, AgentAnswer& answer) {
    std::this_thread::sleep_for(kBeyondRequestTimeout);
    answer.result(theirs_.wrap("task", completed_task(theirs_)));
  });
  const RunningGateway gateway(agent_, short_request_timeout());
  for (const Json& task : send_both(gateway)) {
    ASSERT_TRUE(task.is_object());
    EXPECT_EQ(mine_.state_of(task), "completed");
    EXPECT_THAT(artifact_text(task), HasSubstr("Tiger"));
  }
}

TEST_P(BlockingCalls, OutliveTheConnectionToTheAgent) {
  agent_.on(theirs_.stream, [this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    answer.reset();
  });
  agent_.on(theirs_.send, [](const AgentCall&, AgentAnswer& answer) { answer.reset(); });
  agent_.answer(theirs_.get, completed_task(theirs_));
  const RunningGateway gateway(agent_, short_request_timeout());
  for (const Json& task : send_both(gateway)) {
    ASSERT_TRUE(task.is_object());
    EXPECT_EQ(mine_.state_of(task), "completed");
    EXPECT_THAT(artifact_text(task), HasSubstr("Tiger"));
  }
}

TEST_P(BlockingCalls, GetTheRunningTaskAfterTheBlockingTimeout) {
  const Gate gate;
  work_until(agent_, gate);
  const RunningGateway gateway(agent_, limits_change({{"blocking_timeout", "100ms"}}));
  const std::vector<Json> tasks = send_both(gateway);
  for (const Json& task : tasks) {
    ASSERT_TRUE(task.is_object());
    EXPECT_THAT(mine_.state_of(task), testing::AnyOf("submitted", "working"));
  }
  gate.open();
  for (const Json& task : tasks)
    EXPECT_EQ(mine_.state_of(gateway.client(mine_).wait_for(task["id"], "completed")), "completed");
}

TEST_P(BlockingCalls, GetAMessageOfAStreamAsTheAnswer) {
  const Json message = theirs_.message(theirs_.agent(), "a-1", Json::array({theirs_.text_part("hi")}));
  agent_.on(theirs_.stream, [&](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(theirs_.wrap("message", message));
    answer.end_events();
  });
  const RunningGateway gateway(agent_);
  const Json answer = gateway.client(mine_).send(user_text(mine_, "hello"));
  ASSERT_TRUE(answer.is_object());
  EXPECT_EQ(answer["messageId"], "a-1");
  EXPECT_EQ(first_text(answer), "hi");
  EXPECT_THAT(agent_.calls(theirs_.send), IsEmpty());
}

// Whichever way it goes, the agent gets the same.
TEST_P(BlockingCalls, LoseNothingOfTheirRequest) {
  ScriptedAgent plain(theirs_);
  plain.change_card({{"capabilities", {{"streaming", false}}}});
  give_task(plain, completed_task(theirs_));
  give_task(agent_, completed_task(theirs_));
  Json params = mine_.send_params(user_text(mine_, "hello"));
  params["metadata"] = {{"https://example.org/of-the-request", 1}};
  params["configuration"]["acceptedOutputModes"] = {"text/plain", "image/png"};
  params["configuration"]["historyLength"] = 0;
  const Headers extensions = {
      {mine_.is_v1() ? "A2A-Extensions" : "X-A2A-Extensions", "https://example.org/e"}};
  for (const ScriptedAgent* each : {&agent_, &plain}) {
    const RunningGateway gateway(*each);
    const Json answer = gateway.client(mine_).call(mine_.send, params, extensions);
    EXPECT_EQ(mine_.unwrap(answer["result"]).value("history", Json::array()), Json::array());
  }
  ASSERT_THAT(agent_.calls(theirs_.stream), SizeIs(1));
  ASSERT_THAT(plain.calls(theirs_.send), SizeIs(1));
  const AgentCall streamed = agent_.calls(theirs_.stream)[0];
  const AgentCall sent = plain.calls(theirs_.send)[0];
  EXPECT_EQ(streamed.params(), sent.params());
  EXPECT_TRUE(streamed.params().contains("metadata"));
  const std::string header = theirs_.is_v1() ? "A2A-Extensions" : "X-A2A-Extensions";
  EXPECT_EQ(streamed.http.header(header), sent.http.header(header));
  EXPECT_THAT(std::string(streamed.http.header(header)), HasSubstr("https://example.org/e"));
}

TEST_P(BlockingCalls, AreSentWhereTheOperatorWantsNoStreams) {
  give_task(agent_, completed_task(theirs_));
  const RunningGateway gateway(agent_, upstream_change({{"streaming", "never"}}));
  EXPECT_EQ(mine_.state_of(gateway.client(mine_).send(comparison(mine_))), "completed");
  EXPECT_THAT(agent_.calls(theirs_.stream), IsEmpty());
  EXPECT_THAT(agent_.calls(theirs_.send), SizeIs(1));
}

// A card that claims more than the agent can.
class RefusedStreams : public EveryPair {
 protected:
  void expect_all_served(const Behaviour& refusal) {
    give_task(agent_, completed_task(theirs_));
    agent_.on(theirs_.stream, refusal);
    const RunningGateway gateway(agent_);
    const GatewayClient client = gateway.client(mine_);
    EXPECT_EQ(mine_.state_of(client.send(comparison(mine_, kLionAndTiger, "m-1"))), "completed");
    EXPECT_EQ(mine_.state_of(client.send(user_text(mine_, "hello", "m-2"))), "completed");
    EventStream stream = client.stream(comparison(mine_, kLionAndTiger, "m-3"));
    const auto events = stream.rest();
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(mine_.state_of(mine_.unwrap(events.back())), "completed");
    EXPECT_THAT(agent_.calls(theirs_.stream), SizeIs(1)) << "it is asked once";
    EXPECT_THAT(agent_.calls(theirs_.send), SizeIs(3));
  }
};
INSTANTIATE_TEST_SUITE_P(AllVersions, RefusedStreams, every_pair(), name_of_pair);

TEST_P(RefusedStreams, AreNoReasonNotToBeServed) {
  expect_all_served(
      [](const AgentCall&, AgentAnswer& answer) { answer.error(-32004, "This operation is not supported"); });
}

TEST_P(RefusedStreams, MayBeAMethodThatIsNotFound) {
  expect_all_served(
      [](const AgentCall&, AgentAnswer& answer) { answer.http(404, "text/plain", "Not Found"); });
}

TEST_P(RefusedStreams, OfTheFirstEventAreSuch) {
  expect_all_served([this](const AgentCall& call, AgentAnswer& answer) {
    if (theirs_.http_json) return answer.error(-32004, "no streams");
    answer.begin_events();
    const Json error = {{"jsonrpc", "2.0"},
                        {"id", call.body["id"]},
                        {"error", {{"code", -32601}, {"message", "no streams"}}}};
    answer.chunk("data: " + error.dump() + "\n\n");
    answer.end_events();
  });
}

// It says no to the message, and says so twice.
TEST_P(RefusedStreams, AreNotRememberedWhereItIsTheMessageThatTheAgentRefuses) {
  const auto refuse = [](const AgentCall&, AgentAnswer& answer) { answer.error(-32004, "not this one"); };
  agent_.on(theirs_.send, refuse);
  agent_.on(theirs_.stream, refuse);
  const RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client(mine_);
  EXPECT_EQ(client.send_error(user_text(mine_, "hello", "m-1"))["code"], -32004);
  give_task(agent_, completed_task(theirs_));
  EXPECT_EQ(mine_.state_of(client.send(user_text(mine_, "hello", "m-2"))), "completed");
  EXPECT_THAT(agent_.calls(theirs_.stream), SizeIs(2));
  EXPECT_THAT(agent_.calls(theirs_.send), SizeIs(1));
}

}  // namespace
}  // namespace schemagate
