// Figures 3 and 4, what others make of them, and their schemas.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/answer.h"
#include "extension/agent_context/schemas.h"
#include "extension/agent_context/task_context.h"
#include "extension/json_schema/validator.h"

namespace schemagate::agent_context {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view kWeather =
    R"({"AgentContext":{"AgentID":"weather","AgentName":"Weather","SubTaskID":"r1-c","SubTaskName":"Check",)"
    R"("Dependencies":["r1-a"],"Context/ContextURI":"","todoItems":[{"itemId":"w1","description":"Forecast"},)"
    R"({"itemId":"w2","description":"Advice"}],"ItemstateUpdates":[{"itemId":"w1","state":1},)"
    R"({"itemId":"w2","state":0}],"KeyInformation":[{"itemId":"w1","outputabstract":"Rain"}],)"
    R"("LastUpdated":"2026-04-30T08:00:03.000Z","Optional":["LastUpdated"]}})";

class Contexts : public testing::Test {
 protected:
  a2a::Result<AgentContextReading> agent(std::string_view json) {
    const auto root = document_.parse_own(std::string(json), {.bytes_max = 64 << 20});
    EXPECT_TRUE(root) << json;
    return read_agent_context(*root);
  }
  a2a::Result<TaskContextReading> task(std::string_view json) {
    return read_task_context(*document_.parse_own(std::string(json)));
  }
  a2a::JsonDocument document_;
};

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

bool fits(std::string_view schema, std::string_view json) {
  a2a::JsonDocument document;
  const auto validator = json_schema::Validator::compile(schema);
  EXPECT_TRUE(validator) << validator.error().message;
  return validator->validate(*document.parse(json)) == json_schema::Verdict::kValid;
}

// AC-31, AC-34 to AC-37, AC-30, X-50, X-51.
TEST_F(Contexts, AnAgentContextIsWrittenAsInFigure4) {
  const auto reading = agent(kWeather);
  ASSERT_TRUE(reading) << reading.error().message;
  EXPECT_EQ(write_agent_context(reading->context), kWeather);
  EXPECT_THAT(reading->remarks, IsEmpty());
  EXPECT_TRUE(fits(agent_context_schema(), kWeather));
}

// AC-37.
TEST_F(Contexts, LastUpdatedMayBeLeftOut) {
  auto context = agent(kWeather)->context;
  context.last_updated.clear();
  const std::string text = write_agent_context(context);
  EXPECT_THAT(text, Not(HasSubstr("\"LastUpdated\":")));
  EXPECT_EQ(agent(text)->context, context);
  EXPECT_TRUE(fits(agent_context_schema(), text));
}

// X-48, X-49, X-51.
TEST_F(Contexts, AnAgentContextIsReadHoweverItsMembersAreSpelled) {
  const auto expected = agent(kWeather)->context;
  const std::string bare = std::string(kWeather.substr(16, kWeather.size() - 17));
  EXPECT_EQ(agent(bare)->context, expected);
  EXPECT_EQ(agent(replaced(bare, "ItemstateUpdates", "ItemStateUpdates"))->context, expected);
  EXPECT_EQ(agent(replaced(bare, "AgentID", "agentId"))->context, expected);
  for (const auto* name : {"ContextURI", "Context", "context/contexturi"}) {
    const auto read =
        agent(replaced(bare, R"("Context/ContextURI":"")", "\"" + std::string(name) + "\":\"https://x/y\""));
    EXPECT_EQ(read->context.context_uri, "https://x/y") << name;
  }
  EXPECT_EQ(agent(replaced(bare, R"("Context/ContextURI":"")", R"("Context":{"a":1})"))->inline_context.text,
            R"({"a":1})");
}

// AC-35.
TEST_F(Contexts, AStateIsReadAsNumberTextOrBoolean) {
  const auto is_done = [this](std::string_view state) {
    const auto read =
        agent(replaced(std::string(kWeather), R"("state":1)", "\"state\":" + std::string(state)));
    return std::pair(read->context.states[0].is_done, read->remarks.size());
  };
  EXPECT_EQ(is_done("1"), std::pair(true, 0ul));
  EXPECT_EQ(is_done("\"1\""), std::pair(true, 0ul));
  EXPECT_EQ(is_done("true"), std::pair(true, 0ul));
  EXPECT_EQ(is_done("1.0"), std::pair(true, 0ul));
  EXPECT_EQ(is_done("0.0"), std::pair(false, 0ul));
  EXPECT_EQ(is_done("false"), std::pair(false, 0ul));
  EXPECT_EQ(is_done("2"), std::pair(false, 1ul));
  EXPECT_EQ(is_done("\"done\""), std::pair(false, 1ul));
  EXPECT_EQ(is_done("null"), std::pair(false, 1ul));
}

// AC-19: announced members are carried unread; others are dropped and told.
TEST_F(Contexts, OtherMembersAreDroppedAndTold) {
  const auto more = [](std::string_view member) {
    return replaced(std::string(kWeather), "\"AgentID\"", std::string(member) + ",\"AgentID\"");
  };
  EXPECT_THAT(agent(more(R"("DeviceContext":{"os":"x"})"))->remarks, IsEmpty());
  EXPECT_THAT(agent(more(R"("trace":"50 KB")"))->remarks,
              ElementsAre(Field(&Remark::kind, RemarkKind::kUnknownMember)));
  EXPECT_THAT(agent(more(R"("TaskContext":{})"))->remarks,
              ElementsAre(Field(&Remark::kind, RemarkKind::kTaskContext)));
  EXPECT_EQ(write_agent_context(agent(more(R"("trace":"50 KB")"))->context), kWeather);
}

// X-56.
TEST_F(Contexts, UnknownItemsAreDroppedAndTheLastOfTwoCounts) {
  const auto unknown =
      agent(replaced(std::string(kWeather), R"({"itemId":"w1","state":1})", R"({"itemId":"w9","state":1})"));
  EXPECT_THAT(unknown->context.states, ElementsAre(ItemState{"w2", false}));
  EXPECT_THAT(unknown->remarks, ElementsAre(Field(&Remark::kind, RemarkKind::kUnknownItem)));
  const auto twice =
      agent(replaced(std::string(kWeather), R"({"itemId":"w2","state":0})", R"({"itemId":"w1","state":0})"));
  EXPECT_THAT(twice->context.states, ElementsAre(ItemState{"w1", false}));
}

// AC-36.
TEST_F(Contexts, ALongAbstractIsCutAtACharacter) {
  std::string snowmen;
  for (int i = 0; i < 3'000; ++i) snowmen += "☃";
  const auto read = agent(replaced(std::string(kWeather), "Rain", snowmen));
  EXPECT_EQ(read->context.key_information[0].abstract, snowmen.substr(0, 3 * 1'999) + "…");
  EXPECT_THAT(read->remarks, ElementsAre(Field(&Remark::kind, RemarkKind::kLongAbstract)));
}

TEST_F(Contexts, WhatIsNoAgentContextIsRefusedWithItsPlace) {
  const auto error = [this](std::string_view what, std::string_view by) {
    const auto read = agent(replaced(std::string(kWeather), what, by));
    return read ? std::string() : read.error().message;
  };
  EXPECT_THAT(error(R"("AgentID":"weather")", R"("AgentID":"")"), HasSubstr("AgentID"));
  EXPECT_THAT(error("r1-c", "a/b"), HasSubstr("SubTaskID"));
  EXPECT_THAT(error("r1-c", std::string(129, 'x')), HasSubstr("SubTaskID"));
  EXPECT_THAT(error("r1-a", "a b"), HasSubstr("Dependencies"));
  EXPECT_THAT(error(R"("itemId":"w2","description")", R"("itemId":"w1","description")"),
              HasSubstr("todoItems[1]"));
  EXPECT_THAT(error(R"("itemId":"w2","description")", R"("item":"w2","description")"),
              HasSubstr("todoItems[1].itemId"));
  EXPECT_THAT(error(R"("Rain")", "7"), HasSubstr("KeyInformation[0].outputabstract"));
  EXPECT_THAT(error("Forecast", std::string(300'000, 'x')), HasSubstr("256 KiB"));
  EXPECT_FALSE(agent("[]"));
  EXPECT_FALSE(agent("{}"));
}

// AC-26, AC-27, AC-29, AC-30.
TEST_F(Contexts, ATaskContextIsWrittenAsInFigure3) {
  const TaskContext value{.task_id = "t1",
                          .user_query = "Plan",
                          .task_name = "tour",
                          .task_description = "All of it",
                          .goals = {{"Book", GoalState::kCompleted}, {"Check", GoalState::kWorking}},
                          .overall = GoalState::kWorking,
                          .start_time = "2026-04-30T08:00:00.000Z"};
  const std::string text = write_task_context(value);
  EXPECT_EQ(
      text,
      R"({"TaskContext":{"TaskID":"t1","UserQuery":"Plan","TaskName":"tour","TaskDescription":"All of it",)"
      R"("GoalStatus":[{"Goal":"Book","Status":"completed"},{"Goal":"Check","Status":"working"}],)"
      R"("OverallStatus":"working","StartTime":"2026-04-30T08:00:00.000Z","Optional":["StartTime","EndTime"]}})");
  EXPECT_EQ(task(text)->task, value);
  EXPECT_TRUE(fits(task_context_schema(), text));
  EXPECT_FALSE(fits(task_context_schema(), replaced(text, "\"TaskID\"", "\"TaskId\"")));
}

// X-52: the figure itself is full of empty texts.
TEST_F(Contexts, EmptyTextsAreUnset) {
  const auto read = task(
      R"({"TaskID":"","UserQuery":"","TaskName":"","TaskDescription":"","GoalStatus":[{"Goal":"","Status":""}],)"
      R"("OverallStatus":"","StartTime":"","EndTime":"","Optional":["StartTime","EndTime"]})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->task.overall, GoalState::kPending);
  EXPECT_FALSE(task(R"({"OverallStatus":"nearly"})"));
}

// AC-28, X-52.
TEST(OverallState, FollowsFromTheGoals) {
  using enum GoalState;
  const struct {
    std::vector<GoalState> goals;
    GoalState overall;
  } rows[] = {{{}, kCompleted},
              {{kPending, kPending}, kPending},
              {{kPending, kWorking}, kWorking},
              {{kCompleted, kPending}, kWorking},
              {{kCompleted, kCompleted}, kCompleted},
              {{kFailed, kWorking}, kWorking},
              {{kFailed, kCompleted}, kFailed},
              {{kFailed, kBlocked}, kFailed},
              {{kCanceled, kCompleted}, kCanceled},
              {{kCanceled, kFailed}, kCanceled}};
  for (const auto& row : rows) {
    std::vector<GoalStatus> goals;
    for (const GoalState state : row.goals) goals.push_back({"g", state});
    EXPECT_EQ(overall_state(goals), row.overall)
        << write_task_context({.goals = goals, .overall = row.overall});
  }
}

class Answers : public Contexts {
 protected:
  a2a::Result<Answer> take(std::string_view what, std::string_view by) {
    const AgentContext sent = agent(kWeather)->context;
    return take_answer(sent, *agent(replaced(std::string(kWeather), what, by)));
  }
};

// AC-9.
TEST_F(Answers, AnAnswerForAnotherSubtaskIsDiscarded) {
  EXPECT_FALSE(take("r1-c", "r1-a"));
  EXPECT_FALSE(take(R"("AgentID":"weather")", R"("AgentID":"hotel")"));
}

// X-56, X-58.
TEST_F(Answers, OnlyStatesKeyInformationAndTheReferenceChange) {
  const auto answer = take("Forecast", "Something else");
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->items, ElementsAre(ItemAnswer{"w1", true, "Rain"}, ItemAnswer{"w2", false, ""}));
  EXPECT_THAT(answer->remarks, ElementsAre(Field(&Remark::kind, RemarkKind::kChangedMember)));
  EXPECT_EQ(take(R"("Context/ContextURI":"")", R"("ContextURI":"https://mine/1")")->reference,
            "https://mine/1");
}

}  // namespace
}  // namespace schemagate::agent_context
