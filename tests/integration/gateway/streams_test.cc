// Who follows a task and how: several subscribers, clients that leave or read slowly, limits, draining.
#include <gmock/gmock.h>

#include <thread>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Streams : public testing::Test {
 protected:
  // An agent whose task gives `count` artifacts of `bytes` each once the gate is open, and then ends.
  void give_artifacts(const Gate& gate, int count, std::size_t bytes) {
    agent_.on(v1_.stream, [=, this](const AgentCall&, AgentAnswer& answer) {
      answer.begin_events();
      answer.event({{"task", v1_.task("up-1", "working")}});
      gate.wait();
      for (int i = 0; i < count; ++i) {
        const Json parts = Json::array({v1_.text_part(std::to_string(i) + std::string(bytes, '.'))});
        answer.event(v1_.artifact_event("up-1", v1_.artifact("x", parts), i > 0, i + 1 == count));
      }
      answer.event(v1_.status_event("up-1", "completed"));
      answer.end_events();
    });
  }
  Json start_task(const GatewayClient& client) {
    const Json task = client.send(user_text(v1_, "slow"), true);
    return client.wait_for(task["id"], "working");
  }

  // A call whose agent has no answer when the time to drain is up.
  void be_cut_off(const std::string& path, const Json& body, HttpMessage& answer) {
    RunningGateway gateway(agent_, limits_change({{"drain", "100ms"}}));
    const Gate gate;
    work_until(agent_, gate);
    std::jthread call([&, client = gateway.client()] {
      answer = client.request("POST", path, {{"Content-Type", "application/json"}}, body.dump());
    });
    ASSERT_TRUE(agent_.wait_for_messages(1));
    EXPECT_EQ(gateway.drain(), 1U);
    call.join();
    gate.open();
  }

  const Dialect v1_ = v1_0();
  ScriptedAgent agent_;
};

TEST_F(Streams, TwoSubscribersSeeTheSameEventsInTheSameOrder) {
  const RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client();
  const Gate gate;
  give_artifacts(gate, 200, 10);
  const Json task = start_task(client);
  EventStream one = client.subscribe(task["id"]);
  EventStream other = client.subscribe(task["id"]);
  EXPECT_EQ(one.next_result(), other.next_result());
  gate.open();
  const auto events = one.rest();
  EXPECT_EQ(events, other.rest());
  ASSERT_EQ(events.size(), 201U);
  for (std::size_t i = 0; i < 200; ++i) {
    EXPECT_TRUE(first_text(events[i]["artifactUpdate"]["artifact"]).starts_with(std::to_string(i) + "."));
  }
}

// What an agent says at once is told one by one, as it was said: nothing of it is in the first event.
TEST_F(Streams, EventsThatCameAtOnceAreToldOneByOne) {
  const RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client();
  Gate gate;
  gate.open();
  give_artifacts(gate, 7, 10);
  for (int i = 0; i < 20; ++i) {
    const auto events = client.stream(user_text(v1_, "go", "m-" + std::to_string(i))).rest();
    ASSERT_EQ(events.size(), 9U) << Json(events);
    EXPECT_EQ(v1_.state_of(events[0]["task"]), "working");
    EXPECT_FALSE(events[0]["task"].contains("artifacts")) << events[0];
    for (std::size_t k = 0; k < 7; ++k) {
      EXPECT_TRUE(
          first_text(events[k + 1]["artifactUpdate"]["artifact"]).starts_with(std::to_string(k) + "."));
    }
    EXPECT_EQ(v1_.state_of(events[8]["statusUpdate"]), "completed");
  }
}

TEST_F(Streams, ATaskWithAStructuredInputIsToldFromItsBeginning) {
  const RunningGateway gateway(agent_);
  for (int i = 0; i < 20; ++i) {
    give_task(agent_, completed_task(v1_));
    const auto events =
        gateway.client().stream(comparison(v1_, kLionAndTiger, "m-" + std::to_string(i))).rest();
    ASSERT_GE(events.size(), 3U) << Json(events);
    EXPECT_EQ(v1_.state_of(events[0]["task"]), "submitted");
    EXPECT_TRUE(events[1].contains("artifactUpdate")) << events[1];
    EXPECT_EQ(v1_.state_of(events[2]["statusUpdate"]), "completed");
  }
}

TEST_F(Streams, AClientThatLeavesStopsNeitherTheTaskNorTheOthers) {
  const RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client();
  const Gate gate;
  give_artifacts(gate, 20, 10);
  EventStream sender = client.stream(user_text(v1_, "slow"));
  const std::string id = v1_.unwrap(sender.next_result())["id"];
  client.wait_for(id, "working");
  EventStream other = client.subscribe(id);
  EventStream third = client.subscribe(id);
  other.next_result();
  sender.leave();
  third.reset();
  gate.open();
  EXPECT_EQ(v1_.state_of(v1_.unwrap(other.rest().back())), "completed");
  EXPECT_EQ(client.get(id)["artifacts"][0]["parts"].size(), 20U);
}

// Pitfall 9: the agent's stream is read on.
TEST_F(Streams, AClientThatLeavesAloneStopsNothing) {
  const RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client();
  const Gate gate;
  give_artifacts(gate, 1, 10);
  std::string id;
  {
    EventStream sender = client.stream(user_text(v1_, "slow"));
    id = v1_.unwrap(sender.next_result())["id"];
  }
  gate.open();
  EXPECT_EQ(v1_.state_of(client.wait_for(id, "completed")), "completed");
}

TEST_F(Streams, ASlowReaderDelaysNobodyAndMissesNothing) {
  const RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client();
  const Gate gate;
  give_artifacts(gate, 100, 50'000);
  const Json task = start_task(client);
  EventStream slow = client.subscribe(task["id"]);
  EventStream quick = client.subscribe(task["id"]);
  EXPECT_EQ(slow.next_result(), quick.next_result()) << "both have begun before the first artifact";
  gate.open();
  const auto seen = quick.rest();
  EXPECT_EQ(v1_.state_of(v1_.unwrap(seen.back())), "completed");
  EXPECT_EQ(slow.rest(), seen) << "the slow one had not read an artifact until now";
}

TEST_F(Streams, ALateSubscriberSeesWhatWasAndWhatComes) {
  const RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client();
  const Gate gate;
  const Gate end;
  agent_.on(v1_.stream, [=, this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event({{"task", v1_.task("up-1", "working")}});
    answer.event(
        v1_.artifact_event("up-1", v1_.artifact("x", Json::array({v1_.text_part("1")})), false, false));
    gate.open();
    end.wait();
    answer.event(
        v1_.artifact_event("up-1", v1_.artifact("x", Json::array({v1_.text_part("2")})), true, true));
    answer.event(v1_.status_event("up-1", "completed"));
    answer.end_events();
  });
  const Json task = start_task(client);
  gate.wait();
  Json before = client.get(task["id"]);
  while (!before.contains("artifacts")) before = client.get(task["id"]);
  EventStream late = client.subscribe(task["id"]);
  EXPECT_EQ(late.next_result()["task"], before);
  end.open();
  const auto events = late.rest();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(first_text(events[0]["artifactUpdate"]["artifact"]), "2");
}

// As a2a-java 0.3.3 does now and then.
TEST_F(Streams, PiecesThatHaveChangedPlacesBecomeTheArtifactThatTheAgentKeeps) {
  const RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client();
  const auto piece = [this](const std::string& text, bool append, bool last) {
    return v1_.artifact_event("up-1", v1_.artifact("x", Json::array({v1_.text_part(text)})), append, last);
  };
  agent_.on(v1_.stream, [=, this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event({{"task", v1_.task("up-1", "working")}});
    answer.event(piece("2", true, false));
    answer.event(v1_.status_event("up-1", "completed"));
    answer.event(piece("1", false, false));
    answer.event(piece("3", true, true));
    answer.end_events();
  });
  Json kept = v1_.task("up-1", "completed");
  kept["artifacts"] = Json::array(
      {v1_.artifact("x", Json::array({v1_.text_part("1"), v1_.text_part("2"), v1_.text_part("3")}))});
  agent_.answer(v1_.get, kept);
  const auto events = client.stream(user_text(v1_, "go")).rest();
  EXPECT_EQ(v1_.state_of(v1_.unwrap(events.back())), "completed");
  EXPECT_FALSE(events[1]["artifactUpdate"].value("append", false)) << events[1];
  const Json task = client.get(events[0]["task"]["id"]);
  ASSERT_EQ(task["artifacts"].size(), 1U);
  EXPECT_EQ(task["artifacts"][0]["parts"], kept["artifacts"][0]["parts"]);
  EXPECT_EQ(agent_.calls(v1_.get).size(), 1U);
}

// Pitfall 7: who is to close a stream when its task is interrupted.
TEST_F(Streams, ASubscriberMayStayWhileTheClientIsAsked) {
  const RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client();
  give_task(agent_, v1_.task("up-1", "input-required"));
  const Json task = client.send(comparison(v1_));
  EventStream stream = client.subscribe(task["id"]);
  EXPECT_EQ(v1_.state_of(stream.next_result()["task"]), "input-required");
  give_task(agent_, completed_task(v1_));
  client.send(in_task(user_text(v1_, "go on", "m-2"), task));
  EXPECT_EQ(v1_.state_of(v1_.unwrap(stream.rest().back())), "completed");
}

// Pitfall 10: intermediaries close what is silent for a minute.
TEST_F(Streams, ASilentStreamIsKeptAlive) {
  const RunningGateway gateway(agent_, limits_change({{"keep_alive", "100ms"}}));
  const GatewayClient client = gateway.client();
  const Gate gate;
  give_artifacts(gate, 1, 1);
  EventStream stream = client.stream(user_text(v1_, "slow"));
  stream.next_result();
  std::jthread later([&gate] {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    gate.open();
  });
  stream.rest();
  EXPECT_GE(stream.comments(), 1U);
}

TEST_F(Streams, MoreStreamsThanTheLimitAreRefused) {
  const RunningGateway gateway(agent_, limits_change({{"streams", 1}}));
  const GatewayClient client = gateway.client();
  const Gate gate;
  give_artifacts(gate, 1, 1);
  EventStream stream = client.stream(user_text(v1_, "slow"));
  const std::string id = v1_.unwrap(stream.next_result())["id"];
  const Json error = client.subscribe(id).json()["error"];
  EXPECT_EQ(error["code"], -32603);
  EXPECT_THAT(std::string(error["message"]), HasSubstr("limit of 1"));
  gate.open();
  stream.rest();
  EXPECT_EQ(v1_.state_of(client.wait_for(id, "completed")), "completed");
  EXPECT_EQ(client.subscribe(id).json()["error"]["code"], -32004) << "the place is free again";
}

TEST_F(Streams, AClientThatWaitsGetsTheRunningTaskAfterTheTimeout) {
  const RunningGateway gateway(agent_, limits_change({{"blocking_timeout", "100ms"}}));
  const GatewayClient client = gateway.client();
  const Gate gate;
  work_until(agent_, gate);
  const Json task = client.send(comparison(v1_));
  EXPECT_THAT(v1_.state_of(task), testing::AnyOf("submitted", "working"));
  gate.open();
  EXPECT_EQ(v1_.state_of(client.wait_for(task["id"], "completed")), "completed");
}

TEST_F(Streams, DrainingEndsStreamsWithAWord) {
  RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client();
  const Gate gate;
  give_artifacts(gate, 1, 1);
  EventStream one = client.stream(user_text(v1_, "slow"));
  EventStream other = client.subscribe(v1_.unwrap(one.next_result())["id"]);
  other.next_result();
  EXPECT_EQ(gateway.drain(), 0U);
  for (EventStream* stream : {&one, &other}) {
    Json last;
    for (const Json& result : stream->rest()) last = result;
    EXPECT_THAT(last["error"]["message"].get<std::string>(), HasSubstr("shutting down")) << last;
  }
  gate.open();
}

TEST_F(Streams, DrainingLetsACallFinish) {
  RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client();
  const Gate gate;
  work_until(agent_, gate);
  Json task;
  std::jthread call([&] { task = client.send(comparison(v1_)); });
  ASSERT_TRUE(agent_.wait_for_messages(1));
  std::jthread later([&gate] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    gate.open();
  });
  EXPECT_EQ(gateway.drain(), 0U);
  call.join();
  EXPECT_EQ(v1_.state_of(task), "completed");
}

TEST_F(Streams, DrainingTellsACallThatTakesTooLongToComeAgain) {
  HttpMessage answer;
  const Json body = call_body(v1_.send, {{"message", comparison(v1_)}});
  ASSERT_NO_FATAL_FAILURE(be_cut_off("/fight", body, answer));
  EXPECT_EQ(answer.status(), 503);
  EXPECT_EQ(answer.header("Retry-After"), "1");
  EXPECT_EQ(answer.json()["jsonrpc"], "2.0");
  EXPECT_EQ(answer.json()["id"], call_body(v1_.send, {})["id"]);
  EXPECT_EQ(answer.json()["error"]["code"], -32603);
  EXPECT_THAT(answer.json()["error"]["message"].get<std::string>(), HasSubstr("stopping"));
}

TEST_F(Streams, DrainingTellsSoInHttpJsonToo) {
  HttpMessage answer;
  ASSERT_NO_FATAL_FAILURE(be_cut_off("/fight/message:send", {{"message", comparison(v1_)}}, answer));
  EXPECT_EQ(answer.status(), 503);
  EXPECT_EQ(answer.json()["error"]["code"], 503);
  EXPECT_EQ(answer.json()["error"]["status"], "UNAVAILABLE");
}

TEST_F(Streams, DestructionWithoutADrainLeavesNothingBehind) {
  const Gate gate;
  std::jthread cut_off;
  {
    const RunningGateway gateway(agent_, limits_change({{"drain", "100ms"}}));
    give_artifacts(gate, 1, 1);
    start_task(gateway.client());
    agent_.on(v1_.stream, [gate](const AgentCall&, AgentAnswer&) { gate.wait(); });
    cut_off = std::jthread([client = gateway.client(), this] {
      (void)client.request("POST", "/fight", {{"Content-Type", "application/json"}},
                           call_body(v1_.send, {{"message", comparison(v1_, kLionAndTiger, "m-2")}}).dump());
    });
    ASSERT_TRUE(agent_.wait_for_messages(2));
  }
  gate.open();
}

TEST_F(Streams, AnEndedTaskIsForgottenAfterItsTime) {
  const RunningGateway gateway(agent_, limits_change({{"task_retention", "1s"}}));
  const GatewayClient client = gateway.client();
  give_task(agent_, completed_task(v1_));
  const Json task = client.send(comparison(v1_));
  EXPECT_EQ(client.get(task["id"]), task);
  std::this_thread::sleep_for(std::chrono::milliseconds(1'100));
  client.send(comparison(v1_, kLionAndTiger, "m-2"));
  EXPECT_TRUE(client.get(task["id"]).is_null());
}

TEST_F(Streams, TheOldestEndedTaskMakesRoomForANewOne) {
  const RunningGateway gateway(agent_, limits_change({{"tasks", 2}}));
  const GatewayClient client = gateway.client();
  give_task(agent_, completed_task(v1_));
  const Json first = client.send(comparison(v1_, kLionAndTiger, "m-1"));
  const Json second = client.send(comparison(v1_, kLionAndTiger, "m-2"));
  const Json third = client.send(comparison(v1_, kLionAndTiger, "m-3"));
  EXPECT_TRUE(client.get(first["id"]).is_null());
  EXPECT_EQ(client.get(second["id"]), second);
  EXPECT_EQ(client.get(third["id"]), third);
}

TEST_F(Streams, RunningTasksMakeNoRoom) {
  const RunningGateway gateway(agent_, limits_change({{"tasks", 1}}));
  const GatewayClient client = gateway.client();
  const Gate gate;
  work_until(agent_, gate);
  const Json running = client.send(comparison(v1_), true);
  const Json error = client.send_error(comparison(v1_, kLionAndTiger, "m-2"));
  EXPECT_EQ(error["code"], -32603);
  EXPECT_THAT(std::string(error["message"]), HasSubstr("limit of 1 tasks"));
  gate.open();
  client.wait_for(running["id"], "completed");
  EXPECT_TRUE(client.send(comparison(v1_, kLionAndTiger, "m-2")).is_object()) << "now there is room";
}

TEST_F(Streams, ATaskOverItsEventsFails) {
  const RunningGateway gateway(agent_, limits_change({{"task_events", 16}}));
  const GatewayClient client = gateway.client();
  const Gate gate;
  gate.open();
  give_artifacts(gate, 100, 1);
  const Json task = client.send(user_text(v1_, "much"), true);
  const Json failed = client.wait_for(task["id"], "failed");
  EXPECT_THAT(first_text(failed["status"]["message"]), HasSubstr("limit of 16 events"));
}

TEST_F(Streams, ATaskOverItsBytesFails) {
  const RunningGateway gateway(agent_, limits_change({{"task_bytes", "64KiB"}}));
  const GatewayClient client = gateway.client();
  const Gate gate;
  gate.open();
  give_artifacts(gate, 100, 10'000);
  const Json task = client.send(user_text(v1_, "much"), true);
  const Json failed = client.wait_for(task["id"], "failed");
  EXPECT_THAT(first_text(failed["status"]["message"]), HasSubstr("bytes"));
}

}  // namespace
}  // namespace schemagate
