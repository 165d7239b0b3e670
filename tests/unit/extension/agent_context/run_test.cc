// Runs from their first message to their end, with agents that behave and agents that do not.
#include <gmock/gmock.h>

#include <random>

#include "extension/agent_context/run_report.h"
#include "plans.h"

namespace schemagate::agent_context {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// a and b need nothing, c needs a, d needs c.
constexpr std::string_view kFour = R"({
  "name": "four", "mode": "async", "agents": {"x": {}, "y": {}},
  "subtasks": [
    {"id": "a", "agent": "x", "items": [{"id": "i1", "do": "first"}, {"id": "i2", "do": "second"}]},
    {"id": "b", "agent": "y", "items": [{"id": "i1", "do": "third"}]},
    {"id": "c", "agent": "y", "after": ["a"], "items": [{"id": "i1", "do": "fourth", "check": {"must_have": ["mg"]}}]},
    {"id": "d", "agent": "x", "after": ["c"], "items": [{"id": "i1", "do": "fifth"}]}]})";

std::string with_policy(std::string_view policy) {
  return R"({"on_failure":")" + std::string(policy) + "\"," + std::string(kFour.substr(1));
}

std::vector<std::string> ids_of(const std::vector<a2a::Message>& messages) {
  std::vector<std::string> ids;
  for (const a2a::Message& message : messages) ids.push_back(message.message_id);
  return ids;
}

std::vector<SubTaskState> states_of(const SimulatedRun& run) {
  std::vector<SubTaskState> states;
  for (std::size_t i = 0; i < run.run().size(); ++i) states.push_back(run.state(i));
  return states;
}

std::optional<a2a::SendResult> willing(const CallKey&, const a2a::Message&) {
  return completed("75 mg");
}

// Does everything but what that subtask asks for.
Worker failing(std::size_t sub_task, a2a::TaskState state = a2a::TaskState::kFailed) {
  return [sub_task, state](const CallKey& call, const a2a::Message&) -> std::optional<a2a::SendResult> {
    return call.sub_task == sub_task ? task_with(state, "no") : completed("75 mg");
  };
}

// AC-14, AC-22, AC-32.
TEST(PlanRun, EverythingIsDoneInTheOrderOfItsPrerequisites) {
  SimulatedRun run(run_of(kFour), willing);
  run.play();
  EXPECT_EQ(outcome_of(run.run()), RunOutcome::kCompleted);
  EXPECT_THAT(ids_of(run.sent()),
              ElementsAre("run1-1-r1-i1", "run1-2-r1-i1", "run1-1-r1-i2", "run1-3-r1-i1", "run1-4-r1-i1"));
}

// AC-10, AC-11.
TEST(PlanRun, SynchronousRunsFinishOneSubtaskBeforeTheNextAndAlwaysInTheSameOrder) {
  const std::string plan = R"({"mode":"sync",)" + std::string(kFour.substr(kFour.find("\"agents\"")));
  const std::string named = R"({"name":"four",)" + plan.substr(1);
  for (int i = 0; i < 10; ++i) {
    SimulatedRun run(run_of(named), willing);
    run.play();
    ASSERT_THAT(ids_of(run.sent()),
                ElementsAre("run1-1-r1-i1", "run1-1-r1-i2", "run1-2-r1-i1", "run1-3-r1-i1", "run1-4-r1-i1"));
    std::size_t evaluated = 0;
    std::size_t started = 0;
    for (const std::string& line : run.journal()) {
      const RunEvent event = *read_event(line);
      if (const auto* start = std::get_if<CallStarted>(&event.body)) started = start->call.sub_task;
      if (std::holds_alternative<RoundEvaluated>(event.body)) ++evaluated;
      ASSERT_LE(started, evaluated);  // n+1 begins when n has been evaluated
    }
  }
}

// AC-12.
TEST(PlanRun, AsynchronousRunsCallSeveralAgentsAtOnce) {
  const PlanRun run = run_of(kFour);
  EXPECT_THAT(run.next(0).call, ElementsAre(0, 1));
}

TEST(PlanRun, CapsHoldForTheRunAndForEachAgent) {
  std::string plan =
      R"({"name":"wide","limits":{"concurrency":3,"per_agent":2},"agents":{"x":{},"y":{}},"subtasks":[)";
  for (int i = 0; i < 8; ++i) {
    plan += (i > 0 ? R"(,{"id":"s)" : R"({"id":"s)") + std::to_string(i) + R"(","agent":")" +
            (i < 4 ? "x" : "y") + R"(","items":[{"id":"i","do":"x"}]})";
  }
  PlanRun run = run_of(plan + "]}");
  EXPECT_THAT(run.next(0).call, ElementsAre(0, 1, 4));
  ASSERT_TRUE(run.apply({1, CallStarted{run.call_of(0), 1}}));
  ASSERT_TRUE(run.apply({1, CallStarted{run.call_of(1), 1}}));
  EXPECT_THAT(run.next(1).call, ElementsAre(4));
}

// AC-38, AC-22, AC-31: an item at 0 is sent again alone, under the same SubTaskID.
TEST(PlanRun, AnUnfinishedItemIsSentAgainAlone) {
  int calls = 0;
  SimulatedRun run(run_of(kFour, "Go", true), [&calls](const CallKey& call, const a2a::Message& message) {
    a2a::JsonDocument document;
    AgentContext context = read_agent_context(*document.parse(message.parts[0].content))->context;
    for (ItemState& state : context.states)
      state.is_done = call.sub_task != 0 || calls > 0 || state.item_id == "i1";
    for (const TodoItem& item : context.todo_items)
      context.key_information.push_back({item.item_id, "75 mg"});
    if (call.sub_task == 0) ++calls;
    return std::optional<a2a::SendResult>(completed("", write_agent_context(context)));
  });
  run.play();
  EXPECT_EQ(outcome_of(run.run()), RunOutcome::kCompleted);
  EXPECT_EQ(run.run().progress(0).round, 2);
  EXPECT_THAT(run.sent()[0].parts[0].content,
              AllOf(HasSubstr(R"("itemId":"i1")"), HasSubstr(R"("itemId":"i2")")));
  const auto again = std::ranges::find(run.sent(), "run1-1-r2", &a2a::Message::message_id);
  ASSERT_NE(again, run.sent().end());
  EXPECT_THAT(again->parts[0].content,
              AllOf(HasSubstr(R"("SubTaskID":"run1-1")"), HasSubstr(R"("itemId":"i2")"),
                    Not(HasSubstr(R"("itemId":"i1")"))));
}

// Else a dependant were referred to what the new place does not hold.
TEST(PlanRun, ARoundHasAPlaceOfItsOwnForWhatTheAgentStores) {
  PlanRun run = run_of(kFour, "Go", true);
  const CallKey call = run.call_of(0);
  for (const RunEventBody& body :
       {RunEventBody(CallStarted{call, 1}), RunEventBody(RecordStored{call, "r", "w"}),
        RunEventBody(RecordStored{call, "r2", "w2"}), RunEventBody(OutputStored{0, "sha-256:x"}),
        RunEventBody(CallEnded{call, CallOutcome::kAnswered, "", {}, {}})})
    ASSERT_TRUE(run.apply({1'000, body}));
  EXPECT_EQ(run.progress(0).output_digest, "sha-256:x");
  ASSERT_TRUE(run.apply({1'000, run.evaluate_round(0)}));
  EXPECT_EQ(run.progress(0).round, 2);
  EXPECT_EQ(run.progress(0).reference + run.progress(0).output_place + run.progress(0).output_digest, "");
  EXPECT_FALSE(run.progress(0).was_given("r") || run.progress(0).was_given("w2"));
}

// AC-39: state 1 and an abstract that fails its check leave the goal open; after three rounds it has failed.
TEST(PlanRun, AnItemThatFailsItsCheckIsTriedAgainAndThenRejected) {
  SimulatedRun once(run_of(kFour), [](const CallKey& call, const a2a::Message&) {
    return std::optional<a2a::SendResult>(
        completed(call.sub_task == 2 && call.round == 1 ? "done" : "75 mg"));
  });
  once.play();
  EXPECT_EQ(outcome_of(once.run()), RunOutcome::kCompleted);
  EXPECT_EQ(once.run().progress(2).round, 2);

  SimulatedRun never(run_of(kFour), [](const CallKey& call, const a2a::Message&) {
    return std::optional<a2a::SendResult>(completed(call.sub_task == 2 ? "done" : "75 mg"));
  });
  never.play();
  EXPECT_EQ(never.run().progress(2).failure, FailureKind::kRejected);
  EXPECT_EQ(never.reason(2), "item i1 after 3 rounds: the abstract lacks: mg");
  EXPECT_EQ(never.state(3), SubTaskState::kBlocked);
  EXPECT_EQ(outcome_of(never.run()), RunOutcome::kPartial);
}

// AC-32: a failed prerequisite blocks what needs it, and nothing of that is ever sent.
TEST(PlanRun, WhatNeedsAFailedSubtaskIsBlocked) {
  for (const auto state :
       {a2a::TaskState::kRejected, a2a::TaskState::kCanceled, a2a::TaskState::kAuthRequired}) {
    SimulatedRun run(run_of(kFour), failing(0, state));
    run.play();
    EXPECT_THAT(states_of(run), ElementsAre(SubTaskState::kFailed, SubTaskState::kCompleted,
                                            SubTaskState::kBlocked, SubTaskState::kBlocked));
    EXPECT_THAT(ids_of(run.sent()), ElementsAre("run1-1-r1-i1", "run1-2-r1-i1"));
    EXPECT_EQ(run.reason(3), "it needs c");
    EXPECT_EQ(task_context_of(run.run(), "t").overall, GoalState::kFailed);
  }
}

// What a plain agent's task failed to do is asked for again, alone, and then the subtask has failed.
TEST(PlanRun, AFailedTaskIsAnItemThatIsNotDone) {
  SimulatedRun run(run_of(kFour), failing(1));
  run.play();
  EXPECT_EQ(std::ranges::count_if(
                run.sent(), [](const a2a::Message& each) { return each.message_id.starts_with("run1-2-"); }),
            3);
  EXPECT_EQ(run.reason(1), "item i1 after 3 rounds: the agent did not complete it: no");
  EXPECT_EQ(run.run().progress(1).failure, FailureKind::kAgent);
}

TEST(PlanRun, FailFastCancelsEverythingElse) {
  SimulatedRun run(run_of(with_policy("fail_fast")), failing(0, a2a::TaskState::kRejected));
  run.play();
  EXPECT_EQ(run.state(0), SubTaskState::kFailed);
  EXPECT_EQ(run.state(2), SubTaskState::kBlocked);
  EXPECT_THAT(run.state(1), AnyOf(SubTaskState::kCanceled, SubTaskState::kCompleted));
}

TEST(PlanRun, BestEffortGoesOnWithoutWhatFailed) {
  SimulatedRun run(run_of(with_policy("best_effort")), failing(0, a2a::TaskState::kRejected));
  run.play();
  EXPECT_THAT(states_of(run), ElementsAre(SubTaskState::kFailed, SubTaskState::kCompleted,
                                          SubTaskState::kCompleted, SubTaskState::kCompleted));
  EXPECT_EQ(outcome_of(run.run()), RunOutcome::kPartial);
}

// The same message again, after a growing pause; a refused one never.
TEST(PlanRun, AnUnreachableAgentIsTriedAgainWithTheSameMessage) {
  int attempts = 0;
  SimulatedRun run(run_of(kFour), [&attempts](const CallKey& call, const a2a::Message&) {
    return call.sub_task == 1 && ++attempts < 3 ? std::nullopt
                                                : std::optional<a2a::SendResult>(completed("75 mg"));
  });
  run.play();
  EXPECT_EQ(attempts, 3);
  EXPECT_EQ(outcome_of(run.run()), RunOutcome::kCompleted);
  EXPECT_EQ(std::ranges::count(ids_of(run.sent()), "run1-2-r1-i1"), 3);

  SimulatedRun gone(run_of(kFour), [](const CallKey& call, const a2a::Message&) {
    return call.sub_task == 1 ? std::nullopt : std::optional<a2a::SendResult>(completed("75 mg"));
  });
  gone.play();
  EXPECT_EQ(gone.reason(1), "refused connection (3 attempts)");

  PlanRun refused = run_of(kFour);
  ASSERT_TRUE(refused.apply({1, CallStarted{refused.call_of(1), 1}}));
  ASSERT_TRUE(
      refused.apply({2, CallEnded{refused.call_of(1), CallOutcome::kRefused, "invalid params", {}, {}}}));
  EXPECT_EQ(refused.progress(1).state, SubTaskState::kFailed);
}

// The task that stood for it is none: neither followed, nor named in what is sent next.
TEST(PlanRun, WhatAnAgentHasNotTakenIsSentAgainAsItWas) {
  PlanRun run = run_of(kFour);
  const CallKey call = run.call_of(1);
  const auto first = message_for(run, call);
  ASSERT_TRUE(first);
  ASSERT_TRUE(run.apply({1, CallStarted{call, 1}}));
  ASSERT_TRUE(run.apply({2, CallAccepted{call, "t", "c"}}));
  ASSERT_TRUE(run.apply({3, CallEnded{call, CallOutcome::kNotTaken, "refused connection", {}, {}}}));
  EXPECT_EQ(run.progress(1).task_id, "");
  EXPECT_GE(run.progress(1).not_before, 503);
  EXPECT_EQ(run.call_of(1), call);
  EXPECT_EQ(*message_for(run, call), *first);
  for (int attempt = 2; attempt <= 3; ++attempt) {
    ASSERT_TRUE(run.apply({4, CallStarted{call, attempt}}));
    ASSERT_TRUE(run.apply({5, CallEnded{call, CallOutcome::kNotTaken, "refused connection", {}, {}}}));
  }
  EXPECT_EQ(run.progress(1).reason, "refused connection (3 attempts)");
}

TEST(PlanRun, PausesGrow) {
  PlanRun run = run_of(kFour);
  std::vector<std::int64_t> pauses;
  for (int attempt = 1; attempt < 3; ++attempt) {
    ASSERT_TRUE(run.apply({0, CallStarted{run.call_of(1), attempt}}));
    ASSERT_TRUE(run.apply({0, CallEnded{run.call_of(1), CallOutcome::kUnreachable, "", {}, {}}}));
    EXPECT_THAT(run.next(0).call, ElementsAre(0));
    pauses.push_back(run.next(0).wake.value());
  }
  EXPECT_THAT(pauses, ElementsAre(testing::AllOf(testing::Ge(500), testing::Le(625)),
                                  testing::AllOf(testing::Ge(1'000), testing::Le(1'250))));
}

// AC-5: a question waits for its answer, which goes to the same task; the rest goes on.
TEST(PlanRun, AQuestionIsAnsweredInItsTask) {
  SimulatedRun run(run_of(kFour), [](const CallKey& call, const a2a::Message&) {
    const bool asks = call.sub_task == 1 && call.turn == 0;
    return std::optional<a2a::SendResult>(asks ? task_with(a2a::TaskState::kInputRequired, "Which city?")
                                               : completed("75 mg"));
  });
  while (run.state(1) != SubTaskState::kAsking) {
    if (run.run().progress(1).call_state == CallState::kSent && run.run().progress(1).task_id.empty()) {
      ASSERT_TRUE(run.record(CallAccepted{run.run().progress(1).call, "task-7", "context-7"}));
    }
    ASSERT_TRUE(run.step());
  }
  EXPECT_EQ(run.run().progress(1).question, "Which city?");
  run.play();
  EXPECT_EQ(run.state(3), SubTaskState::kCompleted);
  EXPECT_FALSE(run.run().is_finished());
  ASSERT_TRUE(run.record(QuestionAnswered{1, "Beijing"}));
  run.play();
  EXPECT_EQ(outcome_of(run.run()), RunOutcome::kCompleted);
  EXPECT_EQ(run.sent().back().task_id, "task-7");
  EXPECT_EQ(run.sent().back().message_id, "run1-2-r1-i1-t1");
  EXPECT_EQ(run.sent().back().parts[0].content, "Beijing");
}

TEST(PlanRun, AnAgentThatAsksAgainAndAgainHasFailed) {
  SimulatedRun run(run_of(kFour), failing(1, a2a::TaskState::kInputRequired));
  for (int i = 0; i < 6; ++i) {
    run.play();
    if (run.state(1) == SubTaskState::kAsking) {
      ASSERT_TRUE(run.record(QuestionAnswered{1, "again"}));
    }
  }
  EXPECT_EQ(run.reason(1), "the agent asked more than 5 times");
  EXPECT_TRUE(run.run().is_finished());
}

TEST(PlanRun, CancelReachesWhatIsUnderWayAndNothingElseIsSent) {
  SimulatedRun run(run_of(kFour), willing);
  ASSERT_TRUE(run.step());
  ASSERT_TRUE(run.step());
  ASSERT_TRUE(run.record(CancelRequested{}));
  EXPECT_THAT(run.run().next(5).cancel, SizeIs(2));
  ASSERT_TRUE(run.record(CallEnded{run.run().progress(0).call, CallOutcome::kCanceled, "", {}, {}}));
  ASSERT_TRUE(run.record(CancelRefused{1, "not cancelable"}));
  ASSERT_TRUE(run.record(CallEnded{run.run().progress(1).call, CallOutcome::kCanceled, "", {}, {}}));
  EXPECT_TRUE(run.run().is_finished());
  EXPECT_EQ(outcome_of(run.run()), RunOutcome::kCanceled);
  EXPECT_THAT(run.sent(), SizeIs(2));
  EXPECT_THAT(run.run().progress(1).remarks,
              ElementsAre(Remark{RemarkKind::kCancelRefused, "not cancelable"}));
}

// AC-27, AC-26: the query, and a state for each goal.
TEST(PlanRun, TheTaskContextTellsTheProgressOfEachGoal) {
  PlanRun run = run_of(kFour, "Four things");
  EXPECT_EQ(task_context_of(run, "t").overall, GoalState::kPending);
  SimulatedRun simulated(run, willing);
  while (simulated.state(1) != SubTaskState::kCompleted) ASSERT_TRUE(simulated.step());
  const TaskContext task = task_context_of(simulated.run(), "t1");
  EXPECT_EQ(task.user_query, "Four things");
  EXPECT_THAT(task.goals,
              ElementsAre(GoalStatus{"a", GoalState::kWorking}, GoalStatus{"b", GoalState::kCompleted},
                          GoalStatus{"c", GoalState::kPending}, GoalStatus{"d", GoalState::kPending}));
  EXPECT_EQ(task.overall, GoalState::kWorking);
  EXPECT_EQ(task.start_time, "1970-01-01T00:00:01.000Z");
  EXPECT_EQ(task.end_time, "");
  simulated.play();
  EXPECT_EQ(task_context_of(simulated.run(), "t1").overall, GoalState::kCompleted);
  EXPECT_NE(task_context_of(simulated.run(), "t1").end_time, "");
}

TEST(RunJournal, EventsAreReadBackAsTheyWereWritten) {
  const CallKey call{.sub_task = 3, .round = 2, .item = -1, .turn = 1};
  const RunEventBody bodies[] = {CallStarted{call, 2},
                                 RecordStored{call, "https://gw.example/contexts/r-4?aud=x", ""},
                                 OutputStored{3, "sha-256:x"},
                                 CallAccepted{call, "t", "c"},
                                 CallEnded{call,
                                           CallOutcome::kAnswered,
                                           "text",
                                           {{1, true, "ab\n\"c\"", R"({"n":1.0})"}},
                                           {{RemarkKind::kOther, "remark"}}},
                                 CallEnded{call, CallOutcome::kNotTaken, "text", {}, {}},
                                 QuestionAnswered{3, "ja"},
                                 ItemReviewed{3, 2, {1, false, "person", "why", "sha-256:x"}},
                                 RoundEvaluated{3, 2, {{1, false, "pattern", "why", "sha-256:x"}}},
                                 SubTaskRefused{3, "why"},
                                 CancelRequested{},
                                 CancelRefused{3, "why"},
                                 Resumed{}};
  for (const RunEventBody& body : bodies) {
    const RunEvent event{17, body};
    const std::string line = write_event(event);
    EXPECT_THAT(line, Not(HasSubstr("\n")));
    const auto back = read_event(line);
    ASSERT_TRUE(back) << line;
    EXPECT_EQ(*back, event) << line;
  }
  for (const auto* line :
       {"", "{}", "[]", R"({"time":1,"event":"what"})", R"({"time":1,"event":"call_started"})",
        R"({"time":1,"event":"call_started","call":[1,2,3],"attempt":1})",
        R"({"time":"x","event":"resumed"})"}) {
    EXPECT_FALSE(read_event(line)) << line;
  }
}

TEST(RunJournal, EventsThatDoNotFollowChangeNothing) {
  PlanRun run = run_of(kFour);
  const CallKey first = run.call_of(0);
  const RunEventBody wrong[] = {
      CallStarted{run.call_of(2), 1}, CallStarted{{.sub_task = 99}, 1},
      RecordStored{first, "x", ""},   OutputStored{0, "sha-256:x"},
      CallAccepted{first, "t", "c"},  CallEnded{first, CallOutcome::kAnswered, "", {}, {}},
      QuestionAnswered{0, "x"},       RoundEvaluated{0, 1, {}},
      SubTaskRefused{99, ""}};
  for (const RunEventBody& body : wrong) EXPECT_FALSE(run.apply({1, body})) << body.index();
  EXPECT_THAT(run.next(0).call, ElementsAre(0, 1));
}

// AC-7: killed at every step in turn, the run goes on, ends as it would have, and sends nothing twice under
// another id.
TEST(RunJournal, AKillAtAnyStepLosesNothingAndSendsNothingTwice) {
  SimulatedRun whole(run_of(kFour), willing);
  int steps = 0;
  while (whole.step()) ++steps;
  const auto expected = ids_of(whole.sent());
  for (int kill = 0; kill <= steps; ++kill) {
    SimulatedRun run(run_of(kFour), willing);
    for (int i = 0; i < kill; ++i) ASSERT_TRUE(run.step());
    run.crash();
    run.play();
    ASSERT_EQ(outcome_of(run.run()), RunOutcome::kCompleted) << kill;
    auto ids = ids_of(run.sent());
    const std::set<std::string> distinct(ids.begin(), ids.end());
    EXPECT_EQ(distinct, std::set<std::string>(expected.begin(), expected.end())) << kill;
    EXPECT_LE(ids.size(), expected.size() + 2) << kill;  // at most what was under way, under its old id
  }
}

// A task that the agent had made is followed after a kill, and never asked for again.
TEST(RunJournal, WhatTheAgentHasAcceptedIsNotSentAgain) {
  SimulatedRun run(run_of(kFour), willing);
  ASSERT_TRUE(run.step());
  ASSERT_TRUE(run.record(CallAccepted{run.run().progress(0).call, "task-1", "context-1"}));
  run.crash();
  EXPECT_EQ(run.run().progress(0).task_id, "task-1");
  run.play();
  EXPECT_EQ(std::ranges::count(ids_of(run.sent()), "run1-1-r1-i1"), 1);
}

// Whoever goes on asks the agent first: the driver that has ended may have sent it.
TEST(RunJournal, WhatWasUnderWayIsInDoubtUntilItsAgentHasSpoken) {
  PlanRun run = run_of(kFour);
  const CallKey call = run.call_of(1);
  ASSERT_TRUE(run.apply({1, CallStarted{call, 1}}));
  EXPECT_FALSE(run.progress(1).in_doubt);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(run.apply({2, Resumed{}}));
    EXPECT_TRUE(run.progress(1).in_doubt);
    EXPECT_FALSE(run.progress(0).in_doubt) << "it has never been sent";
  }
  ASSERT_TRUE(run.apply({3, CallStarted{call, 2}}));
  ASSERT_TRUE(run.apply({4, CallEnded{call, CallOutcome::kUnreachable, "", {}, {}}}));
  EXPECT_TRUE(run.progress(1).in_doubt) << "nobody has said what became of it";
  ASSERT_TRUE(run.apply({5, CallStarted{call, 3}}));
  ASSERT_TRUE(run.apply({6, CallEnded{call, CallOutcome::kQuestion, "which?", {}, {}}}));
  EXPECT_FALSE(run.progress(1).in_doubt);
}

// Random plans, faults and kills: every run ends, everything in it has an outcome with a reason.
TEST(RunJournal, RandomRunsAlwaysEndWithAReasonForEachSubtask) {
  std::mt19937 random(7);
  const auto chance = [&random](unsigned percent) { return random() % 100 < percent; };
  for (int round = 0; round < 200; ++round) {
    std::string plan = R"({"name":"r","on_failure":")" +
                       std::string(round % 3 == 0   ? "fail_fast"
                                   : round % 3 == 1 ? "best_effort"
                                                    : "continue_independent") +
                       R"(","mode":")" + (round % 2 == 0 ? "sync" : "async") +
                       R"(","agents":{"x":{},"y":{}},"subtasks":[)";
    for (int i = 0; i < 12; ++i) {
      plan += (i > 0 ? "," : "") + (R"({"id":"s)" + std::to_string(i)) + R"(","agent":")" +
              (chance(50) ? "x" : "y") + R"(","items":[{"id":"i","do":"x"},{"id":"j","do":"y"}],"after":[)";
      if (i > 0 && chance(60)) plan += "\"s" + std::to_string(random() % static_cast<unsigned>(i)) + "\"";
      plan += "]}";
    }
    SimulatedRun run(run_of(plan + "]}", "Go", chance(50)),
                     [&](const CallKey&, const a2a::Message&) -> std::optional<a2a::SendResult> {
                       if (chance(10)) return std::nullopt;
                       if (chance(5)) return task_with(a2a::TaskState::kFailed, "broken");
                       if (chance(5)) return task_with(a2a::TaskState::kInputRequired, "what?");
                       return completed(chance(20) ? "" : "fine");
                     });
    for (int i = 0; i < 2'000 && !run.run().is_finished(); ++i) {
      if (chance(3)) run.crash();
      if (i == 60 && chance(20)) {
        ASSERT_TRUE(run.record(CancelRequested{}));
      }
      if (run.step()) continue;
      for (std::size_t task = 0; task < run.run().size(); ++task) {
        if (run.state(task) == SubTaskState::kAsking) {
          ASSERT_TRUE(run.record(QuestionAnswered{task, "so"}));
        }
      }
    }
    ASSERT_TRUE(run.run().is_finished()) << round;
    for (std::size_t task = 0; task < run.run().size(); ++task)
      EXPECT_TRUE(run.state(task) == SubTaskState::kCompleted || !run.reason(task).empty())
          << round << " " << task;
  }
}

}  // namespace
}  // namespace schemagate::agent_context
