#include "gateway/config/plan_file.h"

#include <gmock/gmock.h>

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kYaml = R"(name: tour
query: "Plan a tour to {input.to}"
limits: {rounds: 2}
agents:
  weather: {url: "http://127.0.0.1:9001"}
subtasks:
  - id: forecast
    agent: weather
    items:
      - {id: w1, do: "Forecast for {input.to}", check: {at: [{pointer: /t, minimum: -1.5}], schema: {type: object}}}
)";

TEST(PlanFile, YamlIsReadWithItsNumbers) {
  const PlanFile file = read_plan_file(kYaml);
  ASSERT_TRUE(file.plan) << file.problems.at(0).message;
  EXPECT_EQ(file.plan->limits.rounds, 2);
  EXPECT_EQ(file.plan->sub_tasks[0].items[0].check.at[0].minimum, -1.5);
  EXPECT_THAT(file.problems, IsEmpty());
}

TEST(PlanFile, TheJsonOfAPlanIsTheSamePlan) {
  const PlanFile file = read_plan_file(kYaml);
  const PlanFile again = read_plan_file(file.json);
  ASSERT_TRUE(again.plan);
  EXPECT_EQ(again.json, file.json);
}

TEST(PlanFile, ProblemsHaveTheirLine) {
  const auto lines = [](std::string_view what, std::string_view by) {
    std::string text(kYaml);
    text.replace(text.find(what), what.size(), by);
    std::vector<std::pair<std::string, int>> found;
    for (const PlanFileProblem& problem : read_plan_file(text).problems)
      found.emplace_back(problem.path, problem.line);
    return found;
  };
  EXPECT_THAT(lines("rounds: 2", "rounds: 200"), ElementsAre(std::pair("limits.rounds", 3)));
  EXPECT_THAT(lines("agent: weather", "agent: nobody"), ElementsAre(std::pair("subtasks[0].agent", 8)));
  EXPECT_THAT(lines("do: \"Forecast", "dodo: \"Forecast").back(),
              std::pair(std::string("subtasks[0].items[0].do"), 10));
  EXPECT_THAT(lines("limits: {rounds: 2}", "limits: {"), testing::Not(IsEmpty()));
  EXPECT_THAT(lines("name: tour", "name: tour\nname: tour"), testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace schemagate
