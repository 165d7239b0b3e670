// What an evaluator and a person decide of an item that all other checks accept.
#include "extension/agent_context/review.h"

#include <gmock/gmock.h>

#include "plans.h"

namespace schemagate::agent_context {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kReviewed = R"({
  "name": "reviewed", "query": "CANARY-USER wants a prescription", "agents": {"x": {}, "judge": {}}, "limits": {"rounds": 2},
  "subtasks": [{"id": "a", "agent": "x", "deliver": "whole", "items": [
    {"id": "i", "do": "Prescribe", "check": {"must_have": ["mg"], "evaluator": {"agent": "judge", "ask": "Is this a dose?"},
                                             "person": "Is this right?"}},
    {"id": "k", "do": "Explain", "check": {"person": "Is it understood?"}}]}]})";

class Reviews : public testing::Test {
 protected:
  // The first round has come back.
  static PlanRun answered(const std::string& text) {
    PlanRun run = run_of(kReviewed);
    const CallKey call = run.call_of(0);
    const auto item = [&text](std::size_t index) { return ItemResult{index, true, {text, ""}}; };
    apply(run, CallStarted{call, 1});
    apply(run, CallEnded{call, CallOutcome::kAnswered, "", {item(0), item(1)}, {}});
    return run;
  }
  static void apply(PlanRun& run, RunEventBody body) {
    const auto event = read_event(write_event({1'000, std::move(body)}));
    ASSERT_TRUE(event);
    ASSERT_TRUE(run.apply(*event));
  }
  static void decide(PlanRun& run, std::string_view json) {
    const auto review = run.review_of(0);
    ASSERT_TRUE(review && !review->is_person);
    auto verdict = read_evaluator(run, 0, review->item, completed(json));
    ASSERT_TRUE(verdict) << verdict.error().message;
    apply(run, ItemReviewed{0, run.progress(0).round, *std::move(verdict)});
  }
  static const std::string& check_of(const PlanRun& run, std::size_t item) {
    return run.progress(0).items[item].verdict.check;
  }
};

TEST_F(Reviews, AnEvaluatorIsAskedWhatThePlanAsksAndSeesNothingElse) {
  const PlanRun run = answered("75 mg");
  EXPECT_EQ(run.next(2'000).review, std::vector<std::size_t>{0});
  const auto message = evaluator_message(run, 0, 0);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->message_id, "run1-1-r1-i1-v");
  EXPECT_THAT(message->parts.at(0).content,
              AllOf(HasSubstr("Is this a dose?\n\ni: 75 mg\n"), HasSubstr(R"("accepted")"),
                    Not(HasSubstr("Prescribe")), Not(HasSubstr("CANARY"))));
  EXPECT_EQ(evaluator_of(run, 0, 0), 1U);
}

// Nobody is asked about what the plan's own checks do not accept.
TEST_F(Reviews, WhatOtherChecksRejectIsNotAskedAbout) {
  const PlanRun run = answered("done");
  const auto review = run.review_of(0);
  ASSERT_TRUE(review);
  EXPECT_EQ(review->item, 1U);
  EXPECT_TRUE(review->is_person);
}

TEST_F(Reviews, AVerdictIsTypedAndProseIsNone) {
  const PlanRun run = answered("75 mg");
  for (const char* const none : {"Yes, accepted!", "true", R"({"accepted": "yes"})", R"({"ok": true})", ""})
    EXPECT_FALSE(read_evaluator(run, 0, 0, completed(none))) << none;
  EXPECT_FALSE(read_evaluator(run, 0, 0, task_with(a2a::TaskState::kFailed, R"({"accepted": true})")));
  const auto as_data = read_evaluator(run, 0, 0, completed("I think so", R"({"accepted": true})"));
  ASSERT_TRUE(as_data);
  EXPECT_TRUE(as_data->accepted);
  const auto as_text = read_evaluator(run, 0, 0, completed(R"({"accepted": false, "reason": "no days"})"));
  ASSERT_TRUE(as_text);
  EXPECT_EQ(as_text->check + ": " + as_text->reason, "evaluator: no days");
  EXPECT_THAT(as_text->evidence, testing::StartsWith("sha-256:"));
}

TEST_F(Reviews, FirstTheEvaluatorThenThePersonAndThenTheRoundIsEvaluated) {
  PlanRun run = answered("75 mg");
  decide(run, R"({"accepted": true})");
  EXPECT_EQ(run.next(2'000).person, std::vector<std::size_t>{0});
  EXPECT_EQ(who_asks(run), 0U);
  EXPECT_THAT(question_of(run, 0), AllOf(HasSubstr("Is this right?"), HasSubstr("i: 75 mg")));
  apply(run, answer_to(run, " Yes\n"));
  EXPECT_THAT(question_of(run, 0), HasSubstr("Is it understood?"));
  EXPECT_TRUE(run.next(2'000).evaluate.empty());
  apply(run, answer_to(run, R"({"accepted": true})"));
  ASSERT_EQ(run.next(2'000).evaluate, std::vector<std::size_t>{0});
  apply(run, run.evaluate_round(0));
  EXPECT_EQ(run.progress(0).state, SubTaskState::kCompleted);
  EXPECT_EQ(check_of(run, 0), "accepted");
}

// Whatever else is said is the reason; the item alone is asked for again, and reviewed anew.
TEST_F(Reviews, WhatIsRejectedIsAskedForAgainWithTheReason) {
  PlanRun run = answered("75 mg");
  decide(run, R"({"accepted": false, "reason": "no days"})");
  apply(run, answer_to(run, "yes, but shorter"));
  apply(run, run.evaluate_round(0));
  EXPECT_EQ(run.progress(0).round, 2);
  EXPECT_EQ(check_of(run, 0) + ": " + run.progress(0).items[0].verdict.reason, "evaluator: no days");
  EXPECT_EQ(check_of(run, 1) + ": " + run.progress(0).items[1].verdict.reason, "person: yes, but shorter");
  EXPECT_TRUE(run.progress(0).reviews.empty());
}

// Whoever goes on with the run knows that its evaluator has been asked, and of which task of its own.
TEST_F(Reviews, TheQuestionToAnEvaluatorIsWrittenDownBeforeItIsAsked) {
  PlanRun run = answered("75 mg");
  const CallKey asked = run.review_call_of(0, 0);
  EXPECT_FALSE(run.apply({1, CallStarted{run.review_call_of(0, 1), 1}})) << "that one a person decides on";
  apply(run, CallStarted{asked, 1});
  apply(run, Resumed{});
  EXPECT_EQ(run.progress(0).review, asked);
  EXPECT_EQ(run.next(2'000).review, std::vector<std::size_t>{0});
  apply(run, CallStarted{asked, 1});
  apply(run, CallAccepted{asked, "judges-task", "c"});
  EXPECT_EQ(run.progress(0).review_task, "judges-task");
  EXPECT_EQ(run.progress(0).task_id, "") << "that is none of the subtask's own";
  apply(run, Resumed{});
  EXPECT_EQ(run.progress(0).review_task, "judges-task");
  decide(run, R"({"accepted": false, "reason": "no days"})");
  EXPECT_EQ(run.progress(0).review, std::nullopt);
  EXPECT_FALSE(run.apply({1, CallAccepted{asked, "judges-task", "c"}})) << "it has been answered";
  apply(run, answer_to(run, "yes"));
  apply(run, run.evaluate_round(0));
  EXPECT_EQ(run.message_id(run.review_call_of(0, 0)), "run1-1-r2-i1-v") << "another one in each round";
}

TEST_F(Reviews, ARunThatIsStoppedWaitsForNobody) {
  PlanRun run = answered("75 mg");
  apply(run, CancelRequested{});
  const NextSteps next = run.next(2'000);
  EXPECT_TRUE(next.review.empty() && next.person.empty());
  ASSERT_EQ(next.evaluate, std::vector<std::size_t>{0});
  apply(run, run.evaluate_round(0));
  EXPECT_EQ(run.progress(0).state, SubTaskState::kCanceled);
}

TEST_F(Reviews, OfAnotherRoundOrItemDoNotFollow) {
  PlanRun run = answered("75 mg");
  EXPECT_FALSE(run.apply({1, ItemReviewed{0, 2, {.item = 0}}}));
  EXPECT_FALSE(run.apply({1, ItemReviewed{0, 1, {.item = 2}}}));
  EXPECT_FALSE(run.apply({1, ItemReviewed{1, 1, {}}}));
  EXPECT_FALSE(run.apply({1, answer_to(run_of(kReviewed), "yes")})) << "nobody asks";
}

TEST(PlanWithReviews, SaysWhoIsAskedWhat) {
  const auto problem_of = [](std::string_view check) {
    std::string plan = R"({"name": "p", "agents": {"x": {}}, "subtasks": [{"id": "a", "agent": "x", "items": [
        {"id": "i", "do": "Go", "check": )" +
                       std::string(check) + "}]}]}";
    const auto problems = reading_of(plan).problems;
    return problems.empty() ? "" : problems.front().path + ": " + problems.front().message;
  };
  EXPECT_EQ(problem_of(R"({"evaluator": {"agent": "x", "ask": "Good?"}, "person": "Good?"})"), "");
  EXPECT_THAT(problem_of(R"({"evaluator": {"agent": "judge", "ask": "Good?"}})"),
              HasSubstr("check.evaluator.agent: judge is no agent of this plan"));
  EXPECT_THAT(problem_of(R"({"evaluator": {"agent": "x"}})"),
              HasSubstr("evaluator.ask: expected a question"));
  EXPECT_THAT(problem_of(R"({"evaluator": {"ask": "Good?"}})"), HasSubstr("evaluator.agent: is missing"));
  EXPECT_THAT(problem_of(R"({"person": ""})"), HasSubstr("person: expected a question"));
}

}  // namespace
}  // namespace schemagate::agent_context
