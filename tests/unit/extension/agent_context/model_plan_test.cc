// Plans that a language model has written: read like a file's, and held to the frame.
#include "extension/agent_context/model_plan.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace schemagate::agent_context {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kTourRequest = "CANARY: my knee hurts, plan three days in Hangzhou";

class ModelPlans : public testing::Test {
 protected:
  static PlannerFrame frame() {
    PlannerAgent weather{.offered = {.id = "weather", .skills = {"forecast"}, .schemas = {"city"}},
                         .description = "Knows the weather",
                         .skills = {"forecast: of a city"}};
    PlannerAgent hotel{.offered = {.id = "hotel", .is_known = false}};
    return {.name = "tour", .agents = {weather, hotel}, .sub_tasks_max = 3};
  }
  static ModelPlan read(std::string_view answer, const std::string& request = kTourRequest) {
    return read_model_plan(*a2a::parse_tree(answer), frame(), *RunInput::read(request));
  }
  static std::vector<std::string> told(const ModelPlan& made) {
    std::vector<std::string> all;
    for (const PlanProblem& each : made.problems) all.push_back(each.path + ": " + each.message);
    return all;
  }
  // The answer with one subtask of these members.
  static std::string with(const std::string& members) {
    return R"({"subtasks": [{"id": "a", "agent": "weather", )" + members + "}]}";
  }
};

TEST_F(ModelPlans, AGoodOneIsAPlanInTheFrame) {
  const ModelPlan made = read(R"({"description": "A tour", "subtasks": [
    {"id": "sky", "agent": "weather", "skill": "forecast", "items": [{"id": "w", "do": "Forecast for Hangzhou"}]},
    {"id": "bed", "agent": "hotel", "after": ["sky"], "items": [{"id": "h", "do": "A room, given {sky.w}"}]}]})");
  ASSERT_THAT(told(made), IsEmpty());
  const auto plan = read_plan(*a2a::parse_tree(made.json)).plan;
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->name, "tour");
  EXPECT_EQ(plan->mode, Mode::kSync);
  EXPECT_EQ(plan->agents.size(), 2U);
  EXPECT_THAT(plan->agents.front().url + plan->agents.back().url, IsEmpty());
}

TEST_F(ModelPlans, WhatAFileMayNotSayAModelMayNotEither) {
  EXPECT_THAT(told(read("[]")), Contains(HasSubstr("expected an object")));
  EXPECT_THAT(told(read("{}")), Contains(HasSubstr("subtasks: expected at least one")));
  EXPECT_THAT(
      told(read(R"({"subtasks": [{"id": "a", "agent": "pilot", "items": [{"id": "i", "do": "Fly"}]}]})")),
      Contains(HasSubstr("pilot is no agent of this plan")));
  EXPECT_THAT(told(read(with(R"("after": ["a"], "items": [{"id": "i", "do": "Go"}])"))),
              Contains(HasSubstr("circle")));
  EXPECT_THAT(told(read(with(R"("skill": "cook", "items": [{"id": "i", "do": "Go"}])"))),
              Contains(HasSubstr("weather has no skill cook")));
  EXPECT_THAT(told(read(with(R"("deliver": "structured", "schema": "menu", "data": {},
                                "items": [{"id": "i", "do": "Go", "from": "/x"}])"))),
              Contains(HasSubstr("weather declares no input schema menu")));
  EXPECT_THAT(told(read(with(R"("items": [{"id": "i", "do": "In {input.city}"}])"), R"({"town": "Oslo"})")),
              Contains(HasSubstr("the input has nothing at /city")));
}

TEST_F(ModelPlans, TheFrameIsNotAModelsToWrite) {
  const std::string rest =
      R"("subtasks": [{"id": "a", "agent": "weather", "items": [{"id": "i", "do": "Go"}]}]})";
  EXPECT_THAT(told(read("{" + rest)), IsEmpty());
  for (const std::string member :
       {R"("agents": {"evil": {"url": "https://evil.example"}})", R"("limits": {"concurrency": 64})",
        R"("query": "x")", R"("name": "other")", R"("residency": "us")"})
    EXPECT_FALSE(read("{" + member + ", " + rest).problems.empty()) << member;
}

TEST_F(ModelPlans, ThereIsRoomForSoManySubtasksAndItems) {
  std::string sub_tasks;
  for (const char id : {'a', 'b', 'c', 'd'})
    sub_tasks += std::string(sub_tasks.empty() ? "" : ",") + R"({"id": ")" + id +
                 R"(", "agent": "weather", "items": [{"id": "i", "do": "Go"}]})";
  EXPECT_THAT(told(read("{\"subtasks\": [" + sub_tasks + "]}")), Contains("subtasks: expected at most 3"));
  std::string items;
  for (int i = 0; i < 17; ++i)
    items += std::string(i == 0 ? "" : ",") + R"({"id": "i)" + std::to_string(i) + R"(", "do": "Go"})";
  EXPECT_THAT(told(read(with("\"items\": [" + items + "]"))),
              Contains("subtasks[0].items: expected at most 16"));
}

// AC-1, AC-25: an agent gets what its subtask needs of the request.
TEST_F(ModelPlans, NoAgentIsGivenTheWholeRequest) {
  const auto whole = Contains(HasSubstr("takes the whole request"));
  EXPECT_THAT(told(read(with(R"("items": [{"id": "i", "do": "Do {input}"}])"))), whole);
  EXPECT_THAT(told(read(with(R"("items": [{"id": "i", "do": "Do: )" + kTourRequest + R"("}])"))), whole);
  EXPECT_THAT(told(read(with(R"("deliver": "structured", "schema": "city", "data": {"city": "{input}"},
                                "items": [{"id": "i", "do": "Go", "from": ""}])"))),
              whole);
  EXPECT_THAT(told(read(with(R"("items": [{"id": "i", "do": "In {input.city}"}])"), R"({"city": "Oslo"})")),
              IsEmpty());
}

// A goal reaches status texts, terminals and logs; a text its agent.
TEST_F(ModelPlans, WhatNobodySeesIsTakenOutWhereItEnters) {
  const ModelPlan made = read(
      R"({"description": "A\u001b[2J\ntour", "subtasks": [{"id": "a", "goal": "Know\u202e the\u0000 weather",
    "agent": "weather", "items": [{"id": "i", "do": "Forecast:\n\tOslo\u0007\u200b, Köln"}]}]})");
  ASSERT_THAT(told(made), IsEmpty());
  const auto plan = read_plan(*a2a::parse_tree(made.json)).plan;
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->description, "A[2J tour");
  EXPECT_EQ(plan->sub_tasks.front().goal, "Know the weather");
  EXPECT_EQ(plan->sub_tasks.front().items.front().text.render(*RunInput::read("x"), {}).value_or(""),
            "Forecast:\n\tOslo, Köln");
  const auto problems = told(read(R"({"subtasks": [], "a\u001b[2Jb": 1})"));
  EXPECT_THAT(problems, testing::Each(Not(HasSubstr("\x1b"))));
}

TEST_F(ModelPlans, TheQuestionHoldsRequestAndAgentsAsData) {
  const std::string question = planner_question(frame(), *RunInput::read(R"({"city": "Oslo"})"));
  const auto tree = a2a::parse_tree(question);
  ASSERT_TRUE(tree);
  EXPECT_EQ((*tree)["request"]["city"], "Oslo");
  EXPECT_EQ((*tree)["agents"][0]["id"], "weather");
  EXPECT_EQ((*tree)["agents"][0]["skills"][0], "forecast: of a city");
  EXPECT_EQ((*tree)["subtasks_max"], 3);
  EXPECT_THAT(planner_rules(), Not(HasSubstr("Oslo")));
}

TEST_F(ModelPlans, WhatIsWrongIsToldWithItsPlace) {
  const std::string text = repair_request(read("{}").problems);
  EXPECT_THAT(text, HasSubstr("\n- subtasks: expected at least one"));
}

}  // namespace
}  // namespace schemagate::agent_context
