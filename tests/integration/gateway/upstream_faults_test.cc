// Agents that misbehave: the caller gets a typed failure by the deadline, and nobody else notices.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

// Deadlines that a test can wait for.
Json short_deadlines() {
  Json changes = upstream_change({{"request_timeout", "1s"},
                                  {"stall_timeout", "1s"},
                                  {"task_timeout", "3s"},
                                  {"outage_timeout", "500ms"}});
  changes["limits"] = {{"event_bytes", "4KiB"}, {"drain", "1s"}, {"upstream", {{"parts", 1'000}}}};
  return changes;
}

// Over either binding.
class UpstreamFaults : public testing::TestWithParam<Dialect> {
 protected:
  Behaviour bytes(const std::string& bytes) const {
    return [bytes](const AgentCall&, AgentAnswer& answer) {
      answer.bytes(bytes);
      answer.reset();
    };
  }
  Behaviour http(int status, const std::string& type, const std::string& body) const {
    return [=](const AgentCall&, AgentAnswer& answer) { answer.http(status, type, body); };
  }
  Behaviour hang() const {
    return [](const AgentCall&, AgentAnswer& answer) { answer.hold_until_closed(); };
  }
  void on_all(const Behaviour& behaviour) {
    for (const std::string& method : {v1_.send, v1_.stream, v1_.get, v1_.subscribe})
      agent_.on(method, behaviour);
  }
  // A text makes no task: the failure is the answer. A structured input makes one: it fails, in both cases
  // for good.
  void expect_typed_failures() {
    const Json error = client_.send_error(user_text(v1_, "hello", "text-" + std::to_string(number_)));
    EXPECT_EQ(error["code"], -32006) << error;
    const Json task = client_.send(comparison(v1_, kLionAndTiger, "data-" + std::to_string(number_++)));
    ASSERT_TRUE(task.is_object());
    EXPECT_EQ(v1_.state_of(task), "failed");
    EXPECT_THAT(first_text(task["status"]["message"]), HasSubstr("agent"));
    EventStream stream = client_.stream(comparison(v1_, kLionAndTiger, "data-" + std::to_string(number_++)));
    const auto events = stream.rest();
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(v1_.state_of(v1_.unwrap(events.back())), "failed");
  }
  void expect_recovery() {
    give_task(agent_, completed_task(v1_));
    EXPECT_EQ(v1_.state_of(client_.send(comparison(v1_, kLionAndTiger, "afterwards"))), "completed");
  }

  const Dialect v1_ = v1_0();
  ScriptedAgent agent_{GetParam()};
  RunningGateway gateway_{agent_, short_deadlines()};
  GatewayClient client_ = gateway_.client();
  int number_ = 0;
};
INSTANTIATE_TEST_SUITE_P(AllBindings, UpstreamFaults, testing::Values(v1_0(), over_http_json(v1_0())),
                         name_of_dialect);

TEST_P(UpstreamFaults, FailTheTaskWhenTheAgentNeverAnswers) {
  on_all(hang());
  expect_typed_failures();
  expect_recovery();
}

TEST_P(UpstreamFaults, FailTheTaskWhenAStreamFallsSilent) {
  on_all([this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event({{"task", v1_.task("up-1", "working")}});
    answer.hold_until_closed();
  });
  EventStream stream = client_.stream(comparison(v1_));
  EXPECT_EQ(v1_.state_of(v1_.unwrap(stream.rest().back())), "failed");
  expect_recovery();
}

TEST_P(UpstreamFaults, FailTheTaskWhenTheAgentBreaksTheConnection) {
  on_all(bytes(""));
  expect_typed_failures();
  expect_recovery();
}

TEST_P(UpstreamFaults, FailTheTaskWhenAnAnswerBreaksOff) {
  on_all(
      bytes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{\"jsonrpc\""));
  expect_typed_failures();
}

TEST_P(UpstreamFaults, FailTheTaskWhenTheAnswerIsNotHttp) {
  on_all(bytes(std::string("\x16\x03\x01\0\xff garbage\r\n\r\n", 18)));
  expect_typed_failures();
}

TEST_P(UpstreamFaults, FailTheTaskWhenTheBodyIsNoAnswer) {
  on_all(http(200, "application/json", "<html>"));
  expect_typed_failures();
  on_all(http(200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":1}"));
  expect_typed_failures();
  on_all(http(200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"task\":[]}}"));
  expect_typed_failures();
  on_all(http(200, "application/json",
              "{\"jsonrpc\":\"2.0\",\"id\":\"of another request\",\"result\":{\"message\":{\"parts\":[]}}}"));
  expect_typed_failures();
}

TEST_P(UpstreamFaults, FailTheTaskWhenTheContentTypeIsWrong) {
  on_all(http(200, "text/html", "data: {}\n\n"));
  expect_typed_failures();
}

// Little on the wire, and ten times as much in memory.
TEST_P(UpstreamFaults, FailTheTaskWhenTheAnswerHasTooManyParts) {
  Json parts = Json::array();
  for (int i = 0; i < 1'200; ++i) parts.push_back({{"text", ""}});
  const Json message = v1_.message("agent", "m-1", parts);
  on_all([message](const AgentCall&, AgentAnswer& answer) { answer.result({{"message", message}}); });
  expect_typed_failures();
  const Json error = client_.send_error(user_text(v1_, "hello", "again"));
  EXPECT_THAT(error["message"], HasSubstr("too many parts (limits.upstream.parts: 1000)"));
  expect_recovery();
}

TEST_P(UpstreamFaults, FailTheTaskWhenThereIsOnlyAnHttpError) {
  for (const int status : {401, 404, 500, 502}) {
    on_all(http(status, "text/plain", "no"));
    expect_typed_failures();
  }
  on_all(http(500, "text/plain", ""));
  expect_typed_failures();
}

TEST_P(UpstreamFaults, FailTheTaskWhenAnEventIsOverTheLimit) {
  on_all([this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event({{"task", v1_.task("up-1", "working")}});
    answer.chunk("data: " + std::string(20'000, 'x'));
    answer.end_events();
  });
  EventStream stream = client_.stream(comparison(v1_));
  EXPECT_EQ(v1_.state_of(v1_.unwrap(stream.rest().back())), "failed");
}

TEST_P(UpstreamFaults, FailTheTaskWhenAnEventIsNoJson) {
  on_all([](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.chunk("data: {]\n\n");
    answer.end_events();
  });
  const auto events = client_.stream(comparison(v1_)).rest();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(v1_.state_of(v1_.unwrap(events.back())), "failed");
  EXPECT_EQ(client_.stream(user_text(v1_, "hello", "m-2")).json()["error"]["code"], -32006);
}

TEST_P(UpstreamFaults, FailTheTaskWhenAStreamOnlyDrips) {
  on_all([this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event({{"task", v1_.task("up-1", "working")}});
    // Faster than the stall timeout, endless otherwise: only the task's own deadline ends it.
    while (answer.chunk(":")) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  });
  const auto events = client_.stream(comparison(v1_)).rest();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(v1_.state_of(v1_.unwrap(events.back())), "failed");
  expect_recovery();
}

// A byte every now and then is neither an answer nor an event, nor a comment.
TEST_P(UpstreamFaults, FailTheCallWhenTheFirstAnswerOnlyDrips) {
  const RunningGateway gateway(agent_,
                               upstream_change({{"request_timeout", "1s"}, {"stall_timeout", "300ms"}}));
  const GatewayClient client = gateway.client();
  const std::string json =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string events =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const auto& [head, drop] : {std::pair(json, " "), {events, ":"}, {events, "data:"}}) {
    agent_.on(v1_.stream, [head, drop](const AgentCall&, AgentAnswer& answer) {
      answer.bytes(head);
      for (int i = 0; i < 50 && answer.chunk(drop); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    });
    const std::string id = std::to_string(number_++);
    const Json error = client.send_error(user_text(v1_, "hello", "m-" + id));
    EXPECT_THAT(error["message"].dump(), HasSubstr("the agent timed out (request_timeout: 1s)")) << drop;
    const Json streamed = client.stream(user_text(v1_, "hello", "s-" + id)).json();
    EXPECT_EQ(streamed["error"]["code"], -32006) << drop;
    const Json task = client.send(comparison(v1_, kLionAndTiger, "data-" + id));
    EXPECT_THAT(first_text(task["status"]["message"]), HasSubstr("(request_timeout: 1s)")) << drop;
  }
}

TEST_P(UpstreamFaults, AreNotWhatAnAgentDoesThatThinksForLongBeforeItsFirstEvent) {
  const RunningGateway gateway(agent_,
                               upstream_change({{"request_timeout", "1s"}, {"stall_timeout", "900ms"}}));
  agent_.on(v1_.stream, [this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    for (int i = 0; i < 3; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(600));
      answer.chunk(": hi\n\n");
    }
    answer.event({{"task", completed_task(v1_)}});
    answer.end_events();
  });
  EXPECT_EQ(v1_.state_of(gateway.client().send(user_text(v1_, "hello"))), "completed");
}

TEST_P(UpstreamFaults, FailTheTaskWhenItNeverEnds) {
  agent_.answer(v1_.send, {{"task", v1_.task("up-1", "working")}});
  for (const std::string& method : {v1_.stream, v1_.subscribe})
    agent_.on(method, [](const AgentCall&, AgentAnswer& answer) { answer.error(-32004, "no streams"); });
  agent_.answer(v1_.get, v1_.task("up-1", "working"));
  const Json task = client_.send(comparison(v1_));
  EXPECT_EQ(v1_.state_of(task), "failed");
  EXPECT_GT(agent_.calls(v1_.get).size(), 1U);
}

TEST_P(UpstreamFaults, LeaveOtherClientsAlone) {
  give_task(agent_, completed_task(v1_));
  agent_.on(v1_.stream, [this](const AgentCall& call, AgentAnswer& answer) {
    if (call.message()["messageId"] == "m-1") return answer.hold_until_closed();
    answer.begin_events();
    answer.event({{"task", completed_task(v1_)}});
    answer.end_events();
  });
  const Json stuck = client_.send(comparison(v1_), true);
  EXPECT_EQ(v1_.state_of(client_.send(comparison(v1_, kLionAndTiger, "m-2"))), "completed");
  EXPECT_EQ(v1_.state_of(client_.wait_for(stuck["id"], "failed")), "failed");
}

class UpstreamRecovery : public EveryPair {
 protected:
  RunningGateway gateway_{agent_};
  GatewayClient client_ = gateway_.client(mine_);
};
INSTANTIATE_TEST_SUITE_P(AllVersions, UpstreamRecovery, every_pair(), name_of_pair);

TEST_P(UpstreamRecovery, AStreamThatEndsTooEarlyIsTakenUpAgain) {
  agent_.on(theirs_.stream, [this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    answer.end_events();
  });
  agent_.on(theirs_.subscribe, [this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    answer.event(theirs_.status_event("up-1", "completed"));
    answer.end_events();
  });
  const auto events = client_.stream(user_text(mine_, "Lion vs Tiger")).rest();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(mine_.state_of(mine_.unwrap(events.back())), "completed");
  ASSERT_EQ(agent_.calls(theirs_.subscribe).size(), 1U);
  EXPECT_EQ(agent_.calls(theirs_.subscribe)[0].params()["id"], "up-1");
}

// RFC 9110 section 8.3.1: media types are compared without regard to case.
TEST_P(UpstreamRecovery, AnEventStreamIsOneInEverySpelling) {
  agent_.on(theirs_.stream, [this](const AgentCall&, AgentAnswer& answer) {
    answer.bytes(
        "HTTP/1.1 200 OK\r\ncontent-type: Text/Event-Stream; charset=UTF-8\r\n"
        "Transfer-Encoding: chunked\r\n\r\n");
    answer.event(theirs_.wrap("task", completed_task(theirs_)));
    answer.end_events();
  });
  const auto events = client_.stream(user_text(mine_, "Lion vs Tiger")).rest();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(mine_.state_of(mine_.unwrap(events.back())), "completed");
}

TEST_P(UpstreamRecovery, AConnectionThatBreaksIsFollowedByQuestions) {
  agent_.on(theirs_.stream, [this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    answer.reset();
  });
  agent_.answer(theirs_.get, completed_task(theirs_));
  const auto events = client_.stream(comparison(mine_)).rest();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(mine_.state_of(mine_.unwrap(events.back())), "completed");
  EXPECT_EQ(agent_.calls(theirs_.get).at(0).params()["id"], "up-1");
}

TEST_P(UpstreamRecovery, AnAgentWithoutStreamsIsAskedFromTimeToTime) {
  ScriptedAgent plain(theirs_);
  plain.change_card({{"capabilities", {{"streaming", false}}}});
  plain.answer(theirs_.send, theirs_.wrap("task", theirs_.task("up-1", "working")));
  const RunningGateway gateway(plain);
  plain.answer(theirs_.get, theirs_.task("up-1", "working"));
  EventStream stream = gateway.client(mine_).stream(comparison(mine_));
  EXPECT_EQ(mine_.kind_of(stream.next_result()), "task");
  EXPECT_TRUE(plain.wait_for_calls(theirs_.get, 2));
  plain.answer(theirs_.get, completed_task(theirs_));
  const auto events = stream.rest();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(mine_.state_of(mine_.unwrap(events.back())), "completed");
  EXPECT_TRUE(plain.calls(theirs_.stream).empty());
  EXPECT_TRUE(plain.calls(theirs_.subscribe).empty());
}

TEST_P(UpstreamRecovery, AnAgentMayRestartInBetween) {
  give_task(agent_, completed_task(theirs_));
  EXPECT_EQ(mine_.state_of(client_.send(comparison(mine_, kLionAndTiger, "m-1"))), "completed");
  agent_.go_down();
  const Json failed = client_.send(comparison(mine_, kLionAndTiger, "m-2"));
  EXPECT_EQ(mine_.state_of(failed), "failed");
  EXPECT_EQ(client_.send_error(user_text(mine_, "hello", "m-3"))["code"], -32006);
  agent_.come_up();
  EXPECT_EQ(mine_.state_of(client_.send(comparison(mine_, kLionAndTiger, "m-4"))), "completed");
}

Json health_when(const GatewayClient& client, const std::string& status) {
  Json health = client.request("GET", "/healthz").json();
  for (int i = 0; health["status"] != status && i < 800; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    health = client.request("GET", "/healthz").json();
  }
  return health;
}

TEST_P(UpstreamRecovery, HealthIsBadWhileAnAgentDoesNotAnswer) {
  EXPECT_EQ(client_.request("GET", "/healthz").json()["status"], "ok");
  agent_.go_down();
  (void)client_.send_error(user_text(mine_, "hello", "m-1"));
  const Json bad = health_when(client_, "degraded");
  EXPECT_EQ(bad["agents"]["fight"], "unreachable");
  EXPECT_EQ(bad["problems"]["fight"], "the agent could not be reached: the connection was refused");
  agent_.come_up();
  EXPECT_EQ(health_when(client_, "ok")["agents"]["fight"], "ready");
}

TEST_P(UpstreamRecovery, AnAgentMayComeLaterThanTheGateway) {
  ScriptedAgent late(theirs_);
  late.go_down();
  const RunningGateway gateway(late);
  const GatewayClient client = gateway.client(mine_);
  const std::string body = call_body(mine_.send, mine_.send_params(comparison(mine_))).dump();
  const HttpMessage refused = client.post(body);
  EXPECT_EQ(refused.status(), 503);
  EXPECT_EQ(refused.header("Retry-After"), "5");
  EXPECT_EQ(refused.json()["error"]["code"], -32006) << "as for an agent that was reached before";
  EXPECT_EQ(client.request("GET", "/healthz").json()["status"], "degraded");
  give_task(late, completed_task(theirs_));
  late.come_up();
  HttpMessage answer = client.post(body);
  for (int i = 0; answer.status() == 503 && i < 400; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    answer = client.post(body);
  }
  EXPECT_EQ(mine_.state_of(mine_.unwrap(answer.json()["result"])), "completed");
}

// An agent that answers twice, or that has taken one request for two, is out of step on its connection.
TEST(UpstreamAnswers, OfOneCallAreNotGivenToAnother) {
  const Dialect v1 = v1_0();
  ScriptedAgent agent(v1);
  Json first;
  agent.on(v1.send, [&](const AgentCall& call, AgentAnswer& answer) {
    if (first.is_null()) first = call.body["id"];
    const Json result = {{"message", v1.message("agent", "m-1", {{{"text", "for the first"}}})}};
    answer.http(200, "application/json", Json{{"jsonrpc", "2.0"}, {"id", first}, {"result", result}}.dump());
  });
  const RunningGateway gateway(agent);
  const GatewayClient client = gateway.client(v1);
  EXPECT_TRUE(client.send(user_text(v1, "hello", "of-the-first")).is_object());
  EXPECT_THAT(client.send_error(user_text(v1, "hello", "of-the-second"))["message"], HasSubstr("another id"));
}

}  // namespace
}  // namespace schemagate
