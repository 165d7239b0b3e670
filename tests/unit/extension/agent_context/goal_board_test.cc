// The goals of a run as they are kept while it goes on, against what follows from its subtasks at each step.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "extension/agent_context/run_report.h"
#include "plans.h"

namespace schemagate::agent_context {
namespace {

GoalState part_of(SubTaskState state) {
  if (state == SubTaskState::kWaiting) return GoalState::kPending;
  if (state == SubTaskState::kRunning || state == SubTaskState::kAsking) return GoalState::kWorking;
  return *goal_state_of(name(state));
}

// From nothing, with what the draft's own words give: slow, and right.
std::vector<GoalStatus> goals_of(const PlanRun& run) {
  std::vector<GoalStatus> goals;
  for (const PlannedSubTask& each : run.plan().sub_tasks) {
    if (std::ranges::find(goals, each.goal, &GoalStatus::goal) == goals.end()) goals.push_back({each.goal});
  }
  for (GoalStatus& goal : goals) {
    std::vector<GoalStatus> parts;
    for (std::size_t i = 0; i < run.size(); ++i) {
      if (run.plan().sub_tasks[i].goal == goal.goal) parts.push_back({"", part_of(run.progress(i).state)});
    }
    const bool blocked =
        std::ranges::all_of(parts, [](const GoalStatus& part) { return part.status == GoalState::kBlocked; });
    goal.status = blocked ? GoalState::kBlocked : overall_state(parts);
  }
  return goals;
}

std::string difference(const std::vector<GoalStatus>& before, const std::vector<GoalStatus>& after) {
  std::string text;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (before[i] == after[i]) continue;
    text += (text.empty() ? "" : "; ") + after[i].goal + ": " + std::string(name(after[i].status));
  }
  return text;
}

std::string plan_of_goals(std::mt19937& random) {
  constexpr std::string_view kPolicies[] = {"fail_fast", "best_effort", "continue_independent"};
  std::string plan = R"({"name":"r","mode":"async","on_failure":")" + std::string(kPolicies[random() % 3]) +
                     R"(","agents":{"x":{}},"subtasks":[)";
  for (unsigned i = 0; i < 12; ++i) {
    plan += (i > 0 ? "," : "") + (R"({"id":"s)" + std::to_string(i)) + R"(","agent":"x","goal":"goal )" +
            std::to_string(random() % 8) + R"(","items":[{"id":"i","do":"x"}],"after":[)";
    if (i > 0 && random() % 2 == 0) plan += "\"s" + std::to_string(random() % i) + "\"";
    plan += "]}";
  }
  return plan + "]}";
}

// AC-27, AC-28: also where subtasks share a goal, fail, ask, are blocked or canceled.
TEST(GoalBoard, IsAtEachStepWhatFollowsFromTheSubtasks) {
  std::mt19937 random(11);
  for (int round = 0; round < 100; ++round) {
    SimulatedRun run(run_of(plan_of_goals(random)), [&](const CallKey&, const a2a::Message&) {
      if (random() % 10 == 0)
        return std::optional<a2a::SendResult>(task_with(a2a::TaskState::kRejected, "no"));
      if (random() % 10 == 0)
        return std::optional<a2a::SendResult>(task_with(a2a::TaskState::kInputRequired, "what?"));
      return std::optional<a2a::SendResult>(completed("fine"));
    });
    GoalBoard board(run.run());
    std::vector<GoalStatus> before = board.goals();
    for (int i = 0; i < 1'000 && !run.run().is_finished(); ++i) {
      if (i == 40 && random() % 4 == 0) {
        ASSERT_TRUE(run.record(CancelRequested{}));
      }
      const bool steps = run.step();
      for (std::size_t task = 0; !steps && task < run.run().size(); ++task) {
        if (run.state(task) == SubTaskState::kAsking) {
          ASSERT_TRUE(run.record(QuestionAnswered{task, "so"}));
        }
      }
      const std::string news = board.update(run.run());
      ASSERT_EQ(board.goals(), goals_of(run.run()));
      ASSERT_EQ(board.overall(), overall_state(board.goals()));
      EXPECT_EQ(news, difference(before, board.goals()));
      EXPECT_EQ(board.update(run.run()), "") << "told once";
      before = board.goals();
    }
    ASSERT_TRUE(run.run().is_finished());
    EXPECT_EQ(task_context_of(run.run(), board, "t"), task_context_of(run.run(), "t"));
  }
}

// X-53.
TEST(GoalBoard, IsCompletedByTheEvaluationAndNotByTheAnswer) {
  SimulatedRun run(run_of(R"({"name":"one","agents":{"x":{}},
                              "subtasks":[{"id":"a","agent":"x","items":[{"id":"i","do":"x"}]}]})"),
                   [](const CallKey&, const a2a::Message&) { return completed("fine"); });
  GoalBoard board(run.run());
  while (!run.run().progress(0).awaits_evaluation) ASSERT_TRUE(run.step());
  EXPECT_EQ(board.update(run.run()), "a: working") << "the agent says that it is done";
  ASSERT_TRUE(run.record(run.run().evaluate_round(0)));
  EXPECT_EQ(board.update(run.run()), "a: completed");
}

TEST(GoalBoard, WhatWasBeforeIsNoNews) {
  SimulatedRun run(run_of(R"({"name":"one","agents":{"x":{}},
                              "subtasks":[{"id":"a","agent":"x","items":[{"id":"i","do":"x"}]}]})"),
                   [](const CallKey&, const a2a::Message&) { return completed("fine"); });
  ASSERT_TRUE(run.step());
  GoalBoard board(run.run());
  EXPECT_EQ(board.update(run.run()), "");
  run.play();
  EXPECT_EQ(board.update(run.run()), "a: completed");
}

}  // namespace
}  // namespace schemagate::agent_context
