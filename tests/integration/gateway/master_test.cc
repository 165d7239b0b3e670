// A master agent of the configuration: a message starts a run of its plan, as a task like any other's.
#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "gateway/config/load.h"
#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/workers.h"

namespace schemagate {
namespace {

using namespace nlohmann::literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr std::string_view kTour = R"(
name: tour-plan
description: Hotel and weather for the tour
query: "Plan a tour to {input.destination} for {input.travellers}"
mode: async
agents: {hotel: {}, weather: {}}
limits: {rounds: 2, call_seconds: 10}
subtasks:
  - id: hotel
    goal: Book a hotel
    agent: hotel
    items:
      - {id: h1, do: "Find a hotel in {input.destination}"}
      - {id: h2, do: "Reserve a room for {input.travellers}", check: {pattern: "HB-[0-9]+"}}
  - id: weather
    goal: Check the weather
    agent: weather
    items: [{id: w1, do: "Forecast for {input.destination}"}]
)";

constexpr std::string_view kDoctor = R"(
name: see-a-doctor
agents: {hotel: {}, weather: {}}
limits: {rounds: 2, call_seconds: 10}
subtasks:
  - {id: diagnose, goal: Diagnose, agent: hotel, items: [{id: d1, do: "Diagnose: {input}"}]}
  - {id: prescribe, goal: Prescribe, agent: weather, after: [diagnose], items: [{id: p1, do: "Prescribe for {diagnose.d1}"}]}
)";

class Master : public testing::TestWithParam<Dialect> {
 protected:
  Master() {
    std::filesystem::create_directory(folder_);
    weather_.change_card(kNoStreams);
  }
  ~Master() override {
    gateway_.reset();
    std::filesystem::remove_all(folder_);
  }

  // The configuration beside the example agent's: two workers, and the master in front of them.
  Json changes(std::string_view plan) const {
    std::ofstream(folder_ / "plan.yaml") << plan;
    const auto worker = [](const ScriptedAgent& agent) {
      return Json{{"upstream", {{"url", agent.url()}, {"poll_interval", "20ms"}}}};
    };
    const Json master = {{"kind", "master"}, {"plan", (folder_ / "plan.yaml").string()}};
    return {{"ledger", {{"store", "sqlite"}, {"path", (folder_ / "ledger").string()}}},
            {"limits", {{"drain", "0s"}}},
            {"agents", {{"hotel", worker(hotel_)}, {"weather", worker(weather_)}, {"tour", master}}}};
  }
  GatewayClient start(std::string_view plan = kTour) {
    gateway_.reset();
    gateway_.emplace(fight_, changes(plan));
    return gateway_->client(mine_, "/tour");
  }
  Json data_message(const Json& data, const std::string& id = "m-1") const {
    return mine_.message(mine_.user(), id, Json::array({mine_.data_part(data)}));
  }
  void work_well() {
    work_by(hotel_, [](const std::string& text) {
      return Done{.text = text.starts_with("Find") ? "Lake view hotel" : "booked as HB-17"};
    });
    work_by(weather_, [](const std::string&) { return Done{.text = "18 to 24 C"}; });
  }

  const Dialect mine_ = GetParam();
  const Json tour_ = {{"destination", "Hangzhou"}, {"travellers", 2}};
  ScriptedAgent fight_;
  ScriptedAgent hotel_{v0_3()};
  ScriptedAgent weather_;
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("schemagate-master-" + std::to_string(::getpid()));
  std::optional<RunningGateway> gateway_;
};
INSTANTIATE_TEST_SUITE_P(AllVersions, Master, testing::Values(v0_3(), v1_0()), name_of_dialect);

// AC-3, AC-7, AC-26, AC-27.
TEST_P(Master, AMessageStartsARunAsATask) {
  work_well();
  const Json task = start().send(data_message(tour_));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_EQ(goals_of(task), (Json{{"Book a hotel", "completed"}, {"Check the weather", "completed"}}));
  const Json context = data_of(task, "task-context").value("TaskContext", Json::object());
  EXPECT_EQ(context["TaskID"], task["id"]);
  EXPECT_EQ(context["UserQuery"], "Plan a tour to Hangzhou for 2");
  EXPECT_EQ(context["OverallStatus"], "completed");
  const Json results = data_of(task, "results");
  EXPECT_EQ(results["outcome"], "completed");
  EXPECT_EQ(results.value("/subtasks/0/items/1/outputabstract"_json_pointer, ""), "booked as HB-17");
  EXPECT_THAT(texts_of(hotel_), ElementsAre("Find a hotel in Hangzhou", "Reserve a room for 2"));
  EXPECT_THAT(texts_of(weather_), ElementsAre("Forecast for Hangzhou"));
}

// AC-4, AC-25, AC-48: no agent gets what belongs to another, to the user or to the whole.
TEST_P(Master, NoAgentSeesMoreThanItsOwnItems) {
  work_well();
  Json input = tour_;
  input["destination"] = "CANARY-ALL";
  input["passport"] = "CANARY-USER";
  (void)start().send(data_message(input));
  for (const char* const foreign : {"CANARY-USER", "TaskContext", "GoalStatus", "tour", "Reserve", "HB-17"})
    EXPECT_THAT(everything_of(weather_), Not(HasSubstr(foreign)));
  for (const char* const foreign : {"CANARY-USER", "TaskContext", "GoalStatus", "tour", "Forecast"})
    EXPECT_THAT(everything_of(hotel_), Not(HasSubstr(foreign)));
}

// AC-2, AC-45: the artifact is replaced at each change.
TEST_P(Master, AStreamShowsTheGoalsAsTheyAreReached) {
  work_well();
  EventStream stream = start().stream(data_message(tour_));
  std::vector<std::string> overall;
  std::vector<std::string> states;
  for (const Json& result : stream.rest()) {
    const std::string kind = mine_.kind_of(result);
    const Json event = mine_.unwrap(result);
    if (kind == "artifactUpdate" && event["artifact"]["artifactId"] == "task-context") {
      EXPECT_FALSE(event.value("append", false));
      overall.push_back(event["artifact"]["parts"][0]["data"]["TaskContext"]["OverallStatus"]);
    }
    if (kind == "statusUpdate") states.push_back(mine_.state_of(event));
  }
  ASSERT_GE(overall.size(), 3U);
  EXPECT_EQ(overall.front(), "working");
  EXPECT_EQ(overall.back(), "completed");
  ASSERT_THAT(states, Not(IsEmpty()));
  EXPECT_EQ(states.back(), "completed");
}

// AC-22: what was not done is asked for again, alone; AC-39: what does not fit its check is not done.
TEST_P(Master, AnItemThatFailsItsCheckIsAskedForAgainAlone) {
  work_well();
  auto booked = std::make_shared<int>(0);
  work_by(hotel_, [booked](const std::string& text) {
    if (text.starts_with("Find")) return Done{.text = "Lake view hotel"};
    return Done{.text = ++*booked == 1 ? "done" : "HB-18"};
  });
  const Json task = start().send(data_message(tour_));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_THAT(texts_of(hotel_),
              ElementsAre("Find a hotel in Hangzhou", "Reserve a room for 2", "Reserve a room for 2"));
}

// AC-16, AC-20: one after the other, and each gets what the one before has found.
TEST_P(Master, ASubtaskGetsWhatItsPrerequisiteGave) {
  work_by(hotel_, [](const std::string&) { return Done{.text = "Influenza A"}; });
  work_by(weather_, [](const std::string&) { return Done{.text = "Oseltamivir"}; });
  const Json task = start(kDoctor).send(user_text(mine_, "fever for three days"));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_THAT(texts_of(hotel_), ElementsAre("Diagnose: fever for three days"));
  EXPECT_THAT(texts_of(weather_), ElementsAre("Prescribe for Influenza A"));
}

// AC-32: what needs a failed subtask is blocked.
TEST_P(Master, WhatNeedsAFailedSubtaskIsBlockedAndTheReasonSaid) {
  work_by(hotel_, [](const std::string&) { return Done{.state = "failed"}; });
  const Json task = start(kDoctor).send(user_text(mine_, "fever"));
  EXPECT_EQ(mine_.state_of(task), "failed") << task;
  EXPECT_EQ(goals_of(task), (Json{{"Diagnose", "failed"}, {"Prescribe", "blocked"}}));
  EXPECT_THAT(first_text(task["status"]["message"]), HasSubstr("Diagnose"));
  EXPECT_THAT(texts_of(weather_), IsEmpty());
}

TEST_P(Master, AWorkerThatIsDownFailsItsOwnGoalOnly) {
  work_well();
  const GatewayClient client = start();
  hotel_.go_down();
  const Json task = client.send(data_message(tour_));
  EXPECT_EQ(mine_.state_of(task), "failed") << task;
  EXPECT_EQ(goals_of(task), (Json{{"Book a hotel", "failed"}, {"Check the weather", "completed"}}));
  EXPECT_EQ(data_of(task, "results")["outcome"], "partial");
}

// AC-2, AC-5.
TEST_P(Master, AQuestionOfAWorkerBecomesTheRunsOwnAndItsAnswerIsPassedOn) {
  work_well();
  const Dialect theirs = weather_.dialect();
  weather_.on(theirs.send, [theirs](const AgentCall& call, AgentAnswer& answer) {
    const bool asks = text_of(call).starts_with("Forecast");
    Json task = theirs.task("up-1", asks ? "input-required" : "completed");
    const Json part = theirs.text_part(asks ? "For which day?" : "rain on " + text_of(call));
    if (asks) task["status"]["message"] = theirs.message(theirs.agent(), "q-1", Json::array({part}));
    if (!asks) task["artifacts"] = Json::array({theirs.artifact("x", Json::array({part}))});
    answer.result(theirs.wrap("task", task));
  });
  const GatewayClient client = start();
  const Json asked = client.send(data_message(tour_));
  ASSERT_EQ(mine_.state_of(asked), "input-required") << asked;
  EXPECT_EQ(first_text(asked["status"]["message"]), "For which day?");
  EXPECT_EQ(goals_of(client.get(asked["id"])),
            (Json{{"Book a hotel", "completed"}, {"Check the weather", "working"}}));
  const Json task = client.send(in_task(user_text(mine_, "Sunday", "m-2"), asked));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_EQ(data_of(task, "results").value("/subtasks/1/items/0/outputabstract"_json_pointer, ""),
            "rain on Sunday");
}

constexpr std::string_view kReviewedTour = R"(
name: reviewed
agents: {hotel: {}, weather: {}}
limits: {rounds: 2, call_seconds: 10}
subtasks:
  - id: book
    agent: hotel
    items: [{id: h1, do: Book a room, check: {evaluator: {agent: weather, ask: "Is it cheap?"}, person: "Shall it be this one?"}}]
)";

// AC-39, X-57: an agent decides by a typed verdict, then a person by an answer to the run.
TEST_P(Master, AnEvaluatorAndAPersonDecideOnAnItem) {
  auto asked = std::make_shared<int>(0);
  work_by(hotel_, [](const std::string&) { return Done{.text = "Lake view, CNY 600"}; });
  work_by(weather_, [asked](const std::string&) {
    return Done{.text = ++*asked == 1 ? R"({"accepted": false, "reason": "600 is much"})"
                                      : R"({"accepted": true})"};
  });
  const GatewayClient client = start(kReviewedTour);
  const Json waits = client.send(user_text(mine_, "CANARY-USER wants a room"));
  ASSERT_EQ(mine_.state_of(waits), "input-required") << waits;
  EXPECT_THAT(first_text(waits["status"]["message"]),
              testing::AllOf(HasSubstr("Shall it be this one?"), HasSubstr("h1: Lake view, CNY 600")));
  EXPECT_THAT(texts_of(hotel_), SizeIs(2)) << "asked for again when the evaluator would not have it";
  EXPECT_THAT(texts_of(weather_), SizeIs(2));
  EXPECT_THAT(texts_of(weather_).front(), testing::StartsWith("Is it cheap?\n\nh1: Lake view, CNY 600"));
  EXPECT_THAT(everything_of(weather_), Not(HasSubstr("CANARY-USER")));
  const Json task = client.send(in_task(user_text(mine_, "yes", "m-2"), waits));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
}

TEST_P(Master, WhatAPersonDoesNotAcceptFailsWithThatReason) {
  work_by(hotel_, [](const std::string&) { return Done{.text = "Lake view, CNY 600"}; });
  work_by(weather_, [](const std::string&) { return Done{.text = R"({"accepted": true})"}; });
  const GatewayClient client = start(kReviewedTour);
  Json task = client.send(user_text(mine_, "a room"));
  for (const char* const id : {"m-2", "m-3"}) {
    ASSERT_EQ(mine_.state_of(task), "input-required") << task;
    task = client.send(in_task(user_text(mine_, "no, too dear", id), task));
  }
  EXPECT_EQ(mine_.state_of(task), "failed") << task;
  EXPECT_THAT(first_text(task["status"]["message"]), HasSubstr("item h1 after 2 rounds: no, too dear"));
}

// The goal has a typed outcome, whose fault it is.
TEST_P(Master, AnEvaluatorThatGivesNoVerdictFailsTheGoalByName) {
  work_by(hotel_, [](const std::string&) { return Done{.text = "Lake view, CNY 600"}; });
  work_by(weather_, [](const std::string&) { return Done{.text = "Looks good to me, accepted!"}; });
  const Json task = start(kReviewedTour).send(user_text(mine_, "a room"));
  EXPECT_EQ(mine_.state_of(task), "failed") << task;
  EXPECT_THAT(first_text(task["status"]["message"]),
              HasSubstr("item h1: its evaluator gave no verdict: what it answered is no verdict"));
}

// AC-7: what a person is asked, and what an evaluator has said, is known after a restart.
TEST_P(Master, AReviewGoesOnAfterARestart) {
  work_by(hotel_, [](const std::string&) { return Done{.text = "Lake view, CNY 600"}; });
  work_by(weather_, [](const std::string&) { return Done{.text = R"({"accepted": true})"}; });
  const Json waits = start(kReviewedTour).send(user_text(mine_, "a room"));
  ASSERT_EQ(mine_.state_of(waits), "input-required") << waits;
  const GatewayClient again = start(kReviewedTour);
  const Json task = again.send(in_task(user_text(mine_, "yes", "m-2"), waits));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_THAT(texts_of(weather_), SizeIs(1));
  EXPECT_THAT(texts_of(hotel_), SizeIs(1));
}

TEST_P(Master, CancelReachesTheWorkers) {
  work_well();
  const Dialect theirs = weather_.dialect();
  weather_.answer(theirs.send, theirs.wrap("task", theirs.task("up-1", "working")));
  weather_.answer(theirs.get, theirs.task("up-1", "working"));
  weather_.answer(theirs.cancel, theirs.task("up-1", "canceled"));
  const GatewayClient client = start();
  const Json task = client.send(data_message(tour_), true);
  ASSERT_TRUE(weather_.wait_for_messages(1));
  const Json canceled = client.cancel(task["id"])["result"];
  EXPECT_EQ(mine_.state_of(canceled), "canceled") << canceled;
  EXPECT_TRUE(weather_.wait_for_calls(theirs.cancel, 1));
  EXPECT_EQ(goals_of(canceled)["Check the weather"], "canceled");
}

TEST_P(Master, CancelDoesNotWaitForAWorkerThatHasNotAnswered) {
  work_well();
  const Gate gate;
  const Dialect theirs = weather_.dialect();
  weather_.on(theirs.send, [theirs, gate](const AgentCall&, AgentAnswer& answer) {
    gate.wait();
    answer.result(theirs.wrap("task", theirs.task("up-1", "working")));
  });
  weather_.answer(theirs.get, theirs.task("up-1", "working"));
  weather_.answer(theirs.cancel, theirs.task("up-1", "canceled"));
  const GatewayClient client = start();
  const Json task = client.send(data_message(tour_), true);
  ASSERT_TRUE(weather_.wait_for_messages(1));
  EXPECT_EQ(mine_.state_of(client.cancel(task["id"])["result"]), "canceled");
  gate.open();
  EXPECT_TRUE(weather_.wait_for_calls(theirs.cancel, 1)) << "canceled as soon as it has a name";
}

TEST_P(Master, CancelOfARunThatAsksEndsIt) {
  const Dialect theirs = weather_.dialect();
  work_well();
  weather_.answer(theirs.send, theirs.wrap("task", theirs.task("up-1", "input-required")));
  weather_.answer(theirs.cancel, theirs.task("up-1", "canceled"));
  const GatewayClient client = start();
  const Json asked = client.send(data_message(tour_));
  ASSERT_EQ(mine_.state_of(asked), "input-required") << asked;
  EXPECT_EQ(mine_.state_of(client.cancel(asked["id"])["result"]), "canceled");
  EXPECT_TRUE(weather_.wait_for_calls(theirs.cancel, 1));
}

// AC-7: the run goes on where it stood; nothing is sent twice.
TEST_P(Master, ARunGoesOnAfterARestart) {
  work_well();
  const Dialect theirs = weather_.dialect();
  weather_.answer(theirs.send, theirs.wrap("task", theirs.task("up-1", "working")));
  weather_.answer(theirs.get, theirs.task("up-1", "working"));
  GatewayClient client = start();
  const Json task = client.send(data_message(tour_), true);
  ASSERT_TRUE(hotel_.wait_for_calls(hotel_.dialect().stream, 2));
  ASSERT_TRUE(weather_.wait_for_calls(theirs.get, 1));
  // What has been answered and is not written down yet would count as not known.
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (goals_of(client.get(task["id"]))["Book a hotel"] != "completed" &&
         std::chrono::steady_clock::now() < give_up)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  gateway_.reset();
  const Json artifact = theirs.artifact("x", Json::array({theirs.text_part("18 to 24 C")}));
  weather_.answer(theirs.get, theirs.task("up-1", "completed", Json::array({artifact})));
  client = start();
  const Json done = client.wait_for(task["id"], "completed");
  EXPECT_EQ(mine_.state_of(done), "completed") << done;
  EXPECT_THAT(weather_.messages(), SizeIs(1));
  EXPECT_THAT(texts_of(hotel_), SizeIs(2));
  EXPECT_EQ(data_of(done, "results")["outcome"], "completed");
}

// What health says of the master in the end: agents are read one after the other.
std::string health_of_master(const GatewayClient& client, const std::string& expected) {
  std::string said;
  for (int i = 0; i < 2'000; ++i) {
    const Json health = client.request("GET", "/healthz").json();
    said = health["status"].get<std::string>() + " " + health["agents"].value("tour", "") + " " +
           health.value("problems", Json::object()).value("tour", "");
    if (said == expected) return said;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return said;
}

TEST_P(Master, IsNoBetterThanTheAgentsOfItsPlan) {
  const std::string good = "ok ready ";
  EXPECT_EQ(health_of_master(start(), good), good);
  gateway_.reset();
  hotel_.go_down();
  const std::string bad =
      "degraded degraded the agent hotel of its plan is unreachable: the agent could not be reached: the "
      "connection was refused";
  EXPECT_EQ(health_of_master(start(), bad), bad);
}

TEST_P(Master, WhoeverSendsTooLittleIsToldWhatToSend) {
  const GatewayClient client = start();
  const Json text = client.send_error(user_text(mine_, "To Hangzhou, please", "m-1"));
  EXPECT_EQ(text["code"], -32602);
  EXPECT_EQ(text["message"],
            "this agent needs data, not text: send a data part with a JSON object that has destination, "
            "travellers");
  EXPECT_THAT(reasons_of(text), testing::Contains("PLAN_INPUT_MISSING"));
  const Json data = client.send_error(data_message({{"destination", "Hangzhou"}}, "m-2"));
  EXPECT_EQ(data["message"], "the data of the message lacks travellers");
  EXPECT_THAT(texts_of(hotel_), IsEmpty());
}

TEST_P(Master, WhoeverSendsTextInPlaceOfASchemaIsToldTheLabel) {
  Json with_schema = changes(kTour);
  with_schema["agents"]["tour"]["schemas"] = {
      {"tourRequest", SCHEMAGATE_SOURCE_DIR "/agent_cards/fight/schemas/fightComparison.json"}};
  with_schema["agents"]["tour"]["skills"] = {{"tour-plan", {{"input", {"tourRequest"}}}}};
  gateway_.emplace(fight_, with_schema);
  const Json text = gateway_->client(mine_, "/tour").send_error(user_text(mine_, "To Hangzhou", "m-1"));
  EXPECT_THAT(text["message"].get<std::string>(),
              HasSubstr(", labelled application/json;schema=tourRequest"));
}

TEST_P(Master, TheSameMessageIsTheSameRun) {
  work_well();
  const GatewayClient client = start();
  const Json task = client.send(data_message(tour_));
  EXPECT_EQ(client.send(data_message(tour_))["id"], task["id"]);
  EXPECT_THAT(texts_of(weather_), SizeIs(1));
}

// AC-19, AC-30, AC-56: declared like any other schema.
TEST_P(Master, HasACardOfItsOwn) {
  const GatewayClient client = start();
  const Json card = client.request("GET", "/tour/.well-known/agent-card.json").json();
  EXPECT_EQ(card["name"], "tour-plan");
  EXPECT_EQ(card["description"], "Hotel and weather for the tour");
  EXPECT_THAT(card["capabilities"]["extensions"].dump(), HasSubstr(kContextsUri));
  EXPECT_THAT(card["capabilities"]["extensions"].dump(), HasSubstr(R"("role":"master")"));
  EXPECT_THAT(card["capabilities"]["extensions"].dump(), HasSubstr(R"("maxInlineBytes":16384)"));
  EXPECT_THAT(card.dump(), Not(HasSubstr("contextStore"))) << "there is none";
  EXPECT_TRUE(card["schemas"].contains("TaskContext"));
  EXPECT_THAT(card.dump(), Not(HasSubstr(hotel_.url())));
}

// C4 with agents that take contexts through the gateway: one mechanism on both sides.
TEST_P(Master, AWorkerMayTakeAgentContexts) {
  work_well();
  Json with_contexts = changes(kTour);
  with_contexts["agents"]["weather"]["agent_context"] = {{"mode", "per_item"}};
  gateway_.emplace(fight_, with_contexts);
  const Json task = gateway_->client(mine_, "/tour").send(data_message(tour_));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_THAT(texts_of(weather_), ElementsAre("Forecast for Hangzhou"));
  EXPECT_EQ(data_of(task, "results").value("/subtasks/1/items/0/outputabstract"_json_pointer, ""),
            "18 to 24 C");
}

// An agent that the plan names by URL is the plan's own; nobody else reaches it here.
TEST_P(Master, AnAgentWithAUrlIsThePlansOwn) {
  work_well();
  std::string plan(kTour);
  plan.replace(plan.find("hotel: {}"), 9, "hotel: {url: \"" + hotel_.url() + "\"}");
  const GatewayClient client = start(plan);
  const Json task = client.send(data_message(tour_));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_EQ(client.request("GET", "/tour/hotel/.well-known/agent-card.json").status(), 404);
}

}  // namespace
}  // namespace schemagate
