// The core rules around tasks together with the structured-input flow (A2A v1.0.1, section 3;
// object-schemas v1, section 3).
#include <gmock/gmock.h>

#include <thread>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class TaskRules : public GatewayTest {
 protected:
  // A task of the client that is in that state at the agent.
  Json task_in(const std::string& state) {
    give_task(agent_, v1_.task("up-1", state));
    return client_.send(comparison(v1_, kLionAndTiger, "first"));
  }
  // Sends `message` and expects that error, that the agent heard nothing and that the task stayed as it was.
  void expect_refused(const Json& message, const Json& task, int code, const std::string& words) {
    const Json before = client_.get(task["id"]);
    const std::size_t calls = agent_.call_count();
    const Json error = client_.send_error(message);
    EXPECT_EQ(error["code"], code) << error;
    EXPECT_THAT(std::string(error["message"]), HasSubstr(words));
    EXPECT_EQ(client_.get(task["id"]), before);
    EXPECT_EQ(agent_.call_count(), calls);
  }
};

TEST_F(TaskRules, Row14APartHasExactlyOneContent) {
  const Json both = {{"text", "x"}, {"data", {{"a", "Lion"}}}, {"mediaType", "application/json;schema=nope"}};
  for (const Json& part : {both, Json::object(), Json{{"metadata", Json::object()}}}) {
    const Json error = client_.send_error(v1_.message("ROLE_USER", "m-1", Json::array({part})));
    EXPECT_EQ(error["code"], -32602) << part;
  }
  const Dialect old = v0_3();
  const Json unknown = {{"kind", "hologram"}, {"hologram", 1}};
  EXPECT_EQ(gateway_.client(old).send_error(old.message("user", "m-1", Json::array({unknown})))["code"],
            -32602);
  EXPECT_EQ(agent_.call_count(), 0U);
}

TEST_F(TaskRules, Row16And19ATaskThatWaitsForTheClientTakesNoStructuredInput) {
  const Json task = task_in("input-required");
  expect_refused(in_task(comparison(v1_, kLionAndTiger, "m-2"), task), task, -32004,
                 "a task is already running");
  expect_refused(in_task(comparison(v1_, {{"a", 1}}, "m-3"), task), task, -32004,
                 "a task is already running");
}

TEST_F(TaskRules, Row17TextBesideTheDataChangesNothing) {
  const Json task = task_in("input-required");
  const Json parts =
      Json::array({v1_.text_part("and this"), v1_.flagged_part("fightComparison", kLionAndTiger)});
  expect_refused(in_task(v1_.message("ROLE_USER", "m-2", parts), task), task, -32004,
                 "a task is already running");
}

TEST_F(TaskRules, Row18ATextToARunningTaskIsForwarded) {
  const Gate gate;
  work_until(agent_, gate);
  const Json task = client_.send(comparison(v1_), true);
  client_.wait_for(task["id"], "working");
  const Json answer = client_.send(in_task(user_text(v1_, "hurry up", "m-2"), task), true);
  EXPECT_EQ(answer["id"], task["id"]);
  ASSERT_EQ(agent_.messages().size(), 2U);
  EXPECT_EQ(agent_.messages()[1].message()["taskId"], "up-1");
  gate.open();
  const Json done = client_.wait_for(task["id"], "completed");
  EXPECT_EQ(done["history"].size(), 2U);
  EXPECT_EQ(first_text(done["history"][1]), "hurry up");
}

// As the SDK of Python does it, whatever the message says of returning at once.
TEST_F(TaskRules, Row18AnAgentThatAnswersWhenTheTaskHasEndedIsNotWaitedFor) {
  const Gate gate;
  work_until(agent_, gate);
  const Json task = client_.send(comparison(v1_), true);
  client_.wait_for(task["id"], "working");
  agent_.on("SendMessage", [&](const AgentCall&, AgentAnswer& answer) {
    gate.wait();
    answer.result({{"task", completed_task(v1_)}});
  });
  const Json answer = client_.send(in_task(user_text(v1_, "hurry up", "m-2"), task), true);
  EXPECT_EQ(v1_.state_of(answer), "working");
  gate.open();
  const Json done = client_.wait_for(task["id"], "completed");
  EXPECT_EQ(first_text(done["history"][1]), "hurry up");
}

TEST_F(TaskRules, Row20AnUnknownTaskIsNotFound) {
  Json message = comparison(v1_);
  message["taskId"] = "nobodys";
  EXPECT_EQ(client_.send_error(message)["code"], -32001);
  EXPECT_EQ(client_.call("GetTask", {{"id", "nobodys"}})["error"]["code"], -32001);
  EXPECT_EQ(client_.cancel("nobodys")["error"]["code"], -32001);
  EXPECT_EQ(client_.subscribe("nobodys").json()["error"]["code"], -32001);
  EXPECT_EQ(agent_.call_count(), 0U);
}

TEST_F(TaskRules, Row20ATaskOfAnotherAgentIsNotFound) {
  const ScriptedAgent other;
  const RunningGateway gateway(agent_, {{"agents", {{"other", {{"upstream", {{"url", other.url()}}}}}}}});
  give_task(agent_, completed_task(v1_));
  const Json task = gateway.client().send(comparison(v1_));
  const GatewayClient through_other(gateway.port(), v1_, "/other");
  EXPECT_EQ(through_other.call("GetTask", {{"id", task["id"]}})["error"]["code"], -32001);
  EXPECT_EQ(gateway.client().get(task["id"]), task);
}

TEST_F(TaskRules, Row21AnEndedTaskTakesNothingMore) {
  const Json task = task_in("completed");
  for (const Json& message : {comparison(v1_, kLionAndTiger, "m-2"), user_text(v1_, "more", "m-3")}) {
    expect_refused(in_task(message, task), task, -32004, "has ended");
  }
}

TEST_F(TaskRules, Row22TheContextHasToBeThatOfTheTask) {
  const Json task = task_in("input-required");
  Json message = in_task(user_text(v1_, "more", "m-2"), task);
  message["contextId"] = "another";
  expect_refused(message, task, -32602, "contextId");
  message = in_task(comparison(v1_, kLionAndTiger, "m-3"), task);
  message["contextId"] = "another";
  expect_refused(message, task, -32602, "contextId");
}

TEST_F(TaskRules, Row23AContextAloneStartsANewTaskInIt) {
  const Gate gate;
  work_until(agent_, gate);
  const Json running = client_.send(comparison(v1_, kLionAndTiger, "m-1"), true);
  client_.wait_for(running["id"], "working");
  give_task(agent_, completed_task(v1_));
  Json message = comparison(v1_, kLionAndTiger, "m-2");
  message["contextId"] = running["contextId"];
  const Json task = client_.send(message);
  EXPECT_NE(task["id"], running["id"]);
  EXPECT_EQ(task["contextId"], running["contextId"]);
  EXPECT_EQ(v1_.state_of(task), "completed");
  EXPECT_EQ(agent_.messages().at(1).message()["contextId"], "up-1-context")
      << "the agent gets its own name of the context";
  gate.open();
}

// Only those of the caller's own tasks: others might be the agent's names of somebody else's.
TEST_F(TaskRules, Row24ReferencesAreHints) {
  const Json earlier = task_in("completed");
  Json message = comparison(v1_, kLionAndTiger, "m-2");
  message["referenceTaskIds"] = {earlier["id"], "nobodys", "up-1"};
  const Json task = client_.send(message);
  EXPECT_NE(task["id"], earlier["id"]);
  EXPECT_EQ(agent_.messages().at(1).message()["referenceTaskIds"], Json::array({"up-1"}));
}

TEST_F(TaskRules, Row25TheSameMessageAgainGetsTheFirstTask) {
  give_task(agent_, completed_task(v1_));
  const Json first = client_.send(comparison(v1_));
  EXPECT_EQ(client_.send(comparison(v1_)), first);
  EXPECT_EQ(agent_.call_count(), 1U);
  EventStream stream = client_.stream(comparison(v1_));
  EXPECT_EQ(v1_.unwrap(stream.next_result())["id"], first["id"]);
  EXPECT_EQ(agent_.call_count(), 1U);
}

TEST_F(TaskRules, Row25TheSameIdWithOtherContentIsAnotherMessage) {
  give_task(agent_, completed_task(v1_));
  const Json first = client_.send(comparison(v1_));
  const Json second = client_.send(comparison(v1_, {{"a", "Cat"}, {"b", "Dog"}}));
  EXPECT_NE(second["id"], first["id"]);
  EXPECT_EQ(agent_.call_count(), 2U);
}

TEST_F(TaskRules, Row25AMessageRepeatedWhileItsTaskRunsWaitsForThatTask) {
  const Gate gate;
  work_until(agent_, gate);
  const Json first = client_.send(comparison(v1_), true);
  Json again;
  std::jthread repeated([&] { again = client_.send(comparison(v1_)); });
  gate.open();
  repeated.join();
  EXPECT_EQ(again["id"], first["id"]);
  EXPECT_EQ(v1_.state_of(again), "completed");
  EXPECT_EQ(agent_.call_count(), 1U);
}

TEST_F(TaskRules, Row25AMessageWhoseTaskWasCanceledIsNewWhenItIsSentAgain) {
  const Gate gate;
  work_until(agent_, gate);
  agent_.answer("CancelTask", v1_.task("up-1", "canceled"));
  const Json first = client_.send(user_text(v1_, "go"), true);
  client_.wait_for(first["id"], "working");
  EXPECT_EQ(client_.send(user_text(v1_, "go"), true)["id"], first["id"]) << "while it lives";
  EXPECT_EQ(v1_.state_of(client_.call("CancelTask", {{"id", first["id"]}})["result"]), "canceled");
  EXPECT_NE(client_.send(user_text(v1_, "go"), true)["id"], first["id"]);
  gate.open();
}

TEST_F(TaskRules, Row25AnInputThatTheAgentRefusedMayBeSentAgain) {
  agent_.on("SendMessage", [](const AgentCall&, AgentAnswer& answer) { answer.error(-32603, "not now"); });
  const Json first = client_.send(comparison(v1_));
  EXPECT_EQ(v1_.state_of(first), "failed");
  give_task(agent_, completed_task(v1_));
  const Json second = client_.send(comparison(v1_));
  EXPECT_NE(second["id"], first["id"]);
  EXPECT_EQ(v1_.state_of(second), "completed");
  EXPECT_EQ(agent_.messages().back().message()["messageId"], "m-1");
}

TEST_F(TaskRules, Row25AFollowUpThatCouldNotBeDeliveredMayBeSentAgain) {
  const Gate gate;
  work_until(agent_, gate);
  const Json task = client_.send(comparison(v1_), true);
  client_.wait_for(task["id"], "working");
  agent_.on("SendStreamingMessage",
            [](const AgentCall&, AgentAnswer& answer) { answer.error(-32603, "not now"); });
  const Json message = in_task(user_text(v1_, "hurry up", "m-2"), task);
  EXPECT_EQ(client_.send_error(message)["code"], -32603);
  work_until(agent_, gate);
  EXPECT_EQ(client_.send(message, true)["id"], task["id"]);
  EXPECT_EQ(agent_.messages().size(), 3U) << "the second attempt reaches the agent";
  gate.open();
  EXPECT_EQ(client_.wait_for(task["id"], "completed")["history"].size(), 2U);
}

TEST_F(TaskRules, Row26TheWordsOfAMessageAnswerBecomeTheStatus) {
  const Json parts = Json::array({v1_.text_part("I cannot say")});
  agent_.answer("SendMessage", {{"message", v1_.message("ROLE_AGENT", "a-1", parts)}});
  const Json task = client_.send(comparison(v1_));
  EXPECT_EQ(v1_.state_of(task), "completed");
  EXPECT_EQ(first_text(task["status"]["message"]), "I cannot say");
  EXPECT_EQ(task["status"]["message"]["taskId"], task["id"]);
}

TEST_F(TaskRules, Row27AStreamedMessageAnswerIsShownAsATask) {
  const Gate gate;
  const Json words = v1_.message("ROLE_AGENT", "a-1", Json::array({v1_.text_part(kTigerWins.dump())}));
  agent_.on("SendStreamingMessage", [=](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    gate.wait();
    answer.event({{"message", words}});
    answer.end_events();
  });
  EventStream stream = client_.stream(comparison(v1_));
  const Json task = v1_.unwrap(stream.next_result());
  EXPECT_EQ(v1_.state_of(task), "submitted");
  gate.open();
  const auto events = stream.rest();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0]["artifactUpdate"]["artifact"]["parts"][0],
            v1_.flagged_part("fightResponse", kTigerWins));
  EXPECT_EQ(v1_.state_of(events[1]["statusUpdate"]), "completed");
}

TEST_F(TaskRules, Row28AClientThatDoesNotWaitGetsTheTaskAtOnce) {
  const Gate gate;
  agent_.on("SendStreamingMessage", [gate](const AgentCall&, AgentAnswer&) { gate.wait(); });
  EXPECT_EQ(v1_.state_of(client_.send(comparison(v1_), true)), "submitted");
  const Dialect old = v0_3();
  EXPECT_EQ(old.state_of(gateway_.client(old).send(comparison(old, kLionAndTiger, "m-2"), true)),
            "submitted");
  gate.open();
}

TEST_F(TaskRules, Row29AnErrorOfAStreamingCallIsItsOnlyEvent) {
  EventStream stream = client_.stream(comparison(v1_, {{"a", "Lion"}}));
  EXPECT_EQ(stream.head().status(), 200);
  EXPECT_EQ(stream.head().header("Content-Type"), "text/event-stream");
  const Json error = stream.json();
  EXPECT_EQ(error["id"], 7);
  EXPECT_EQ(error["error"]["code"], -32602);
}

TEST(TaskRulesOfAStrictRoute, Row31AnOutputThatFitsNoSchemaFailsTheTask) {
  ScriptedAgent agent;
  Json wrong = kTigerWins;
  wrong.erase("winner");
  give_task(agent, completed_task(v1_0(), wrong));
  const RunningGateway gateway(agent, skill_change({{"strict_output", true}}));
  const Json task = gateway.client().send(comparison(v1_0()));
  EXPECT_EQ(v1_0().state_of(task), "failed");
  EXPECT_THAT(first_text(task["status"]["message"]),
              testing::AllOf(HasSubstr("INVALID_AGENT_RESPONSE"), HasSubstr("data.winner (required)")));
}

class StreamedChunks : public EveryPair {};
INSTANTIATE_TEST_SUITE_P(AllVersions, StreamedChunks, every_pair(), name_of_pair);

TEST_P(StreamedChunks, Row32JsonInTextChunksBecomesOneTypedPart) {
  const RunningGateway gateway(agent_);
  const GatewayClient client = gateway.client(mine_);
  const Gate gate;
  const std::string text = kTigerWins.dump();
  agent_.on(theirs_.stream, [=, this](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(theirs_.wrap("task", theirs_.task("up-1", "working")));
    gate.wait();
    for (std::size_t at = 0; at < text.size(); at += 7) {
      const Json part = theirs_.text_part(text.substr(at, 7));
      answer.event(theirs_.artifact_event("up-1", theirs_.artifact("x", Json::array({part})), at > 0,
                                          at + 7 >= text.size()));
    }
    answer.event(theirs_.status_event("up-1", "completed"));
    answer.end_events();
  });
  EventStream stream = client.stream(comparison(mine_));
  const std::string id = mine_.unwrap(stream.next_result())["id"];
  gate.open();
  std::vector<Json> artifacts;
  for (const Json& event : stream.rest()) {
    if (mine_.kind_of(event) == "artifactUpdate") artifacts.push_back(mine_.unwrap(event)["artifact"]);
  }
  ASSERT_EQ(artifacts.size(), 1U);
  EXPECT_EQ(artifacts[0]["parts"], Json::array({mine_.flagged_part("fightResponse", kTigerWins)}));
  EXPECT_EQ(client.get(id)["artifacts"][0]["parts"], artifacts[0]["parts"]);
}
TEST_F(TaskRules, Row33TheClientChoosesAmongTheOutputModes) {
  give_task(agent_, completed_task(v1_));
  const auto artifact_for = [this](const Json& modes, const std::string& id) {
    const Json params = {{"message", comparison(v1_, kLionAndTiger, id)},
                         {"configuration", {{"acceptedOutputModes", modes}}}};
    return client_.call("SendMessage", params)["result"]["task"]["artifacts"][0];
  };
  const Json typed = artifact_for({"application/json;schema=fightResponse"}, "m-1");
  EXPECT_EQ(typed["parts"][0]["data"], kTigerWins);
  const Json unknown = artifact_for({"application/json;schema=nobodys"}, "m-2");
  EXPECT_EQ(unknown["parts"][0]["data"], kTigerWins);
  const Json text = artifact_for({"text/plain"}, "m-3");
  EXPECT_EQ(Json::parse(first_text(text)), kTigerWins);
  EXPECT_EQ(agent_.messages()[0].params()["configuration"]["acceptedOutputModes"],
            Json::array({"application/json"}))
      << "to the agent a schema is plain JSON";
}

TEST_F(TaskRules, Row34MarksInTheHistoryOfTheAgentAreNotInputs) {
  Json task = v1_.task("up-1", "completed");
  const Json marked = v1_.flagged_part("fightComparison", kLionAndTiger);
  task["history"] = Json::array({v1_.message("ROLE_AGENT", "a-1", Json::array({marked}))});
  give_task(agent_, task);
  const Json seen = client_.send(comparison(v1_));
  EXPECT_EQ(v1_.state_of(seen), "completed");
  ASSERT_EQ(seen["history"].size(), 2U);
  EXPECT_EQ(seen["history"][1]["parts"][0], marked);
}

TEST(TaskRulesOfAPlainAgent, Row38WithoutSchemasAMarkIsJustPassedOn) {
  ScriptedAgent agent;
  give_task(agent, completed_task(v1_0()));
  const RunningGateway gateway(agent,
                               agent_change({{"schemas", nullptr}, {"skills", nullptr}, {"card", nullptr}}));
  const Json message = comparison(v1_0(), {{"a", 1}});
  EXPECT_EQ(v1_0().state_of(gateway.client().send(message)), "completed");
  EXPECT_EQ(agent.messages().at(0).message()["parts"], message["parts"]);
}

}  // namespace
}  // namespace schemagate
