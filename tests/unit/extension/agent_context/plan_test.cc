// What a plan may be, and what is said of one that may not.
#include <gmock/gmock.h>

#include "plans.h"

namespace schemagate::agent_context {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kDoctor = R"({
  "name": "see-a-doctor", "query": "{input.symptoms}",
  "agents": {"diagnosis": {"name": "Disease diagnosis"}, "prescription": {}},
  "subtasks": [
    {"id": "diagnose", "agent": "diagnosis", "items": [{"id": "d1", "do": "Diagnose: {input.symptoms}"}]},
    {"id": "prescribe", "agent": "prescription", "after": ["diagnose"],
     "items": [{"id": "p1", "do": "Prescribe for {diagnose.d1}", "check": {"must_have": ["mg", "days"]}}]}]})";

// The plan with members laid over it (JSON merge patch).
PlanReading changed(std::string_view patch) {
  a2a::JsonTree tree = *a2a::parse_tree(kDoctor);
  tree.merge_patch(*a2a::parse_tree(patch));
  return read_plan(tree);
}
// The second subtask with members laid over it.
PlanReading with_second(std::string_view patch) {
  a2a::JsonTree tree = *a2a::parse_tree(kDoctor);
  tree["subtasks"][1].merge_patch(*a2a::parse_tree(patch));
  return read_plan(tree);
}

std::string only_problem(const PlanReading& reading) {
  EXPECT_FALSE(reading.plan);
  EXPECT_THAT(reading.problems, SizeIs(1));
  return reading.problems.empty() ? "" : reading.problems[0].path + ": " + reading.problems[0].message;
}

TEST(Plan, IsReadWithItsDefaults) {
  const auto plan = plan_of(kDoctor);
  EXPECT_EQ(plan->on_failure, FailurePolicy::kContinueIndependent);
  EXPECT_EQ(plan->limits.rounds, 3);
  EXPECT_EQ(plan->agents[1].name, "prescription");
  EXPECT_EQ(plan->sub_tasks[1].goal, "prescribe");
  EXPECT_THAT(plan->sub_tasks[1].after, ElementsAre(0));
  EXPECT_THAT(plan->sub_tasks[0].dependants, ElementsAre(1));
}

// AC-20, X-54.
TEST(Plan, ModeIsSyncOrAsyncAndFollowsFromTheDependencies) {
  EXPECT_EQ(plan_of(kDoctor)->mode, Mode::kSync);
  EXPECT_EQ(with_second(R"({"after":null,"items":[{"id":"p1","do":"x"}]})").plan->mode, Mode::kAsync);
  EXPECT_EQ(changed(R"({"mode":"async"})").plan->mode, Mode::kAsync);
  EXPECT_THAT(only_problem(changed(R"({"mode":"parallel"})")),
              HasSubstr("mode: expected one of sync, async"));
}

// AC-32.
TEST(Plan, CirclesAndUnknownPrerequisitesAreRefused) {
  a2a::JsonTree tree = *a2a::parse_tree(kDoctor);
  tree["subtasks"][0]["after"] = a2a::JsonTree::array({"prescribe"});
  EXPECT_THAT(only_problem(read_plan(tree)), HasSubstr("circle: "));
  EXPECT_THAT(only_problem(read_plan(tree)), HasSubstr("diagnose -> prescribe -> diagnose"));
  EXPECT_THAT(only_problem(with_second(R"({"after":["prescribe"],"items":[{"id":"p1","do":"x"}]})")),
              HasSubstr("prescribe -> prescribe"));
  EXPECT_THAT(only_problem(with_second(R"({"after":["nobody"]})")),
              HasSubstr("subtasks[1].after: nobody is no subtask"));
}

// AC-17.
TEST(Plan, UnknownAgentsAreRefused) {
  EXPECT_THAT(only_problem(with_second(R"({"agent":"surgeon"})")),
              HasSubstr("subtasks[1].agent: surgeon is no agent of this plan"));
}

TEST(Plan, IdsThatStandTwiceAreRefused) {
  EXPECT_THAT(only_problem(with_second(R"({"id":"diagnose","after":null,"items":[{"id":"p1","do":"x"}]})")),
              HasSubstr("subtasks[1].id: diagnose is the id of an earlier subtask"));
  EXPECT_THAT(only_problem(with_second(R"({"items":[{"id":"p","do":"x"},{"id":"p","do":"y"}]})")),
              HasSubstr("subtasks[1].items[1].id: p is the id of an earlier item"));
  EXPECT_THAT(only_problem(with_second(R"({"id":"input","items":[{"id":"p1","do":"x"}]})")),
              HasSubstr("is taken"));
}

TEST(Plan, TemplatesTakeFromItemsOfDirectPrerequisitesOnly) {
  const auto with_text = [](std::string_view text) {
    return only_problem(with_second(R"({"items":[{"id":"p1","do":")" + std::string(text) + R"("}]})"));
  };
  EXPECT_THAT(with_text("{diagnose.d9}"), HasSubstr("subtasks[1].items[0].do: diagnose has no item d9"));
  EXPECT_THAT(with_text("{other.d1}"), HasSubstr("other is not in after"));
  EXPECT_THAT(with_text("{diagnose.d1"), HasSubstr("brace"));
  EXPECT_THAT(with_text("{what}"), HasSubstr("expected {input}"));
  EXPECT_THAT(with_text(""), HasSubstr("do: is missing"));
}

TEST(Plan, PlacesThatTheInputLacksAreNamedBeforeAnythingIsSent) {
  const auto plan = plan_of(kDoctor);
  EXPECT_THAT(check_input(*plan, *RunInput::read(R"({"symptoms":"fever"})")), IsEmpty());
  EXPECT_THAT(check_input(*plan, *RunInput::read(R"({"age":3})")),
              ElementsAre(PlanProblem{"query", "the input has nothing at /symptoms"},
                          PlanProblem{"subtasks[0].items[0].do", "the input has nothing at /symptoms"}));
  EXPECT_THAT(check_input(*plan, *RunInput::read("fever")), SizeIs(2));
}

TEST(Plan, WhatTheInputLacksIsNamedOnceForWhoeverSentIt) {
  const auto plan = plan_of(kDoctor);
  EXPECT_THAT(missing_input(*plan, *RunInput::read("fever")), ElementsAre("symptoms"));
  EXPECT_THAT(missing_input(*plan, *RunInput::read(R"({"symptoms":"fever"})")), IsEmpty());
  const auto deep =
      plan_of(R"({"name":"p","query":"q","agents":{"a":{"name":"A","url":"https://a.example"}},)"
              R"("subtasks":[{"id":"s","agent":"a","items":[{"id":"i",)"
              R"("do":"{input.parcel.weight} {input.parcel.to} {input}"}]}]})");
  EXPECT_THAT(missing_input(*deep, *RunInput::read(R"({"parcel":{"to":"Rome"}})")),
              ElementsAre("parcel.weight"));
}

TEST(Plan, ChecksThatCannotBeUsedAreRefused) {
  const auto with_check = [](std::string_view check) {
    return only_problem(
        with_second(R"({"items":[{"id":"p1","do":"x","check":)" + std::string(check) + "}]}"));
  };
  EXPECT_THAT(with_check(R"({"pattern":"("})"),
              HasSubstr("items[0].check.pattern: is no regular expression"));
  EXPECT_THAT(with_check(R"({"schema":{"type":"objekt"}})"), HasSubstr("check.schema: cannot be used"));
  EXPECT_THAT(with_check(R"({"at":[{"pointer":"a","equals":1}]})"), HasSubstr("check.at[0].pointer"));
  EXPECT_THAT(with_check(R"({"at":[{"pointer":"/a"}]})"), HasSubstr("expected equals, minimum or maximum"));
  EXPECT_THAT(with_check(R"({"at":[{"pointer":"/a","minimum":2,"maximum":1}]})"),
              HasSubstr("more than maximum"));
  EXPECT_THAT(with_check(R"({"must_haev":[]})"), HasSubstr("did you mean must_have?"));
  EXPECT_THAT(with_check(R"({"min_length":-1})"), HasSubstr("min_length: expected a whole number"));
}

// AC-46.
TEST(Plan, HttpBeyondThisMachineIsRefusedUnlessThePlanSaysSo) {
  const auto with_agent = [](std::string_view members) {
    return changed(R"({"agents":{"prescription":)" + std::string(members) + "}}");
  };
  EXPECT_TRUE(with_agent(R"({"url":"https://rx.example"})").plan);
  EXPECT_TRUE(with_agent(R"({"url":"http://127.0.0.1:9001"})").plan);
  EXPECT_TRUE(with_agent(R"({"url":"http://rx.example","plain_http":true})").plan);
  EXPECT_THAT(only_problem(with_agent(R"({"url":"http://rx.example"})")),
              HasSubstr("agents.prescription.url: is http beyond this machine"));
  EXPECT_THAT(only_problem(with_agent(R"({"url":"ftp://rx"})")), HasSubstr("agents.prescription.url"));
}

TEST(Plan, AStructuredSubtaskNamesItsSchemaAndWhereItsItemsAre) {
  const std::string items = R"("items":[{"id":"p1","do":"x","from":"/a"}])";
  const auto good =
      with_second(R"({"deliver":"structured","schema":"rx","data":{"d":"{diagnose.d1}"},)" + items + "}");
  EXPECT_TRUE(good.plan);
  EXPECT_THAT(only_problem(with_second("{" + items + "}")),
              HasSubstr("from: belongs to deliver: structured"));
  EXPECT_THAT(only_problem(with_second(R"({"deliver":"structured",)" + items + "}")),
              HasSubstr("needs schema, and data"));
  EXPECT_THAT(only_problem(with_second(
                  R"({"deliver":"structured","schema":"rx","data":{"d":"{nobody.d1}"},)" + items + "}")),
              HasSubstr("subtasks[1].data: {nobody.d1}"));
}

// AC-17.
TEST(Plan, SkillsAndSchemasAreComparedWithWhatTheAgentsOffer) {
  const auto plan = plan_of(kDoctor);
  EXPECT_THAT(check_offers(*plan, {{"diagnosis", {}, {}}, {"prescription", {}, {}}}), IsEmpty());
  EXPECT_THAT(check_offers(*plan, {{"diagnosis", {}, {}}}),
              ElementsAre(PlanProblem{"subtasks[1].agent", "prescription is not known here"}));
  const auto demanding = with_second(
      R"({"skill":"rx","deliver":"structured","schema":"rxIn","data":{},"items":[{"id":"p1","do":"x","from":"/a"}]})");
  ASSERT_TRUE(demanding.plan);
  EXPECT_THAT(check_offers(*demanding.plan, {{"diagnosis", {}, {}}, {"prescription", {"other"}, {}}}),
              ElementsAre(PlanProblem{"subtasks[1].skill", "prescription has no skill rx"},
                          PlanProblem{"subtasks[1].schema", "prescription declares no input schema rxIn"}));
}

std::string chain_of(std::size_t count) {
  std::string plan = R"({"name":"chain","agents":{"a":{}},"subtasks":[)";
  for (std::size_t i = 0; i < count; ++i) {
    plan += (i > 0 ? "," : "") + (R"({"id":"s)" + std::to_string(i)) +
            R"(","agent":"a","items":[{"id":"i","do":"x"}])" +
            (i > 0 ? R"(,"after":["s)" + std::to_string(i - 1) + "\"]" : "") + "}";
  }
  return plan + "]}";
}

TEST(Plan, TenThousandSubtasksAreTheMost) {
  EXPECT_THAT(plan_of(chain_of(10'000))->sub_tasks, SizeIs(10'000));
  EXPECT_THAT(only_problem(reading_of(chain_of(10'001))), HasSubstr("at most 10000 are taken"));
}

TEST(Plan, AnythingElseIsRefusedByName) {
  EXPECT_THAT(only_problem(changed(R"({"subtask":[]})")), HasSubstr("did you mean subtasks?"));
  EXPECT_THAT(changed(R"({"name":"a b"})").problems, Contains(testing::Field(&PlanProblem::path, "name")));
  EXPECT_THAT(only_problem(changed(R"({"limits":{"rounds":0}})")),
              HasSubstr("limits.rounds: expected a whole number from 1 to 10"));
  EXPECT_THAT(only_problem(changed(R"({"subtasks":[]})")), HasSubstr("expected at least one"));
  EXPECT_THAT(only_problem(reading_of("[]")), HasSubstr("expected an object"));
  EXPECT_THAT(reading_of("{}").problems, Contains(PlanProblem{"name", "is missing: expected an id"}));
}

TEST(TextTemplates, FillInTheInputAndWriteBracesTwice) {
  const auto render = [](std::string_view text, std::string input) {
    return TextTemplate::parse(text)->render(*RunInput::read(std::move(input)), [](const OutputPlace& place) {
      return place.item == "d1" ? std::optional<std::string>("flu") : std::nullopt;
    });
  };
  EXPECT_EQ(render("{input.a.b} {{x}} {s.d1}", R"({"a":{"b":2.50}})").value(), "2.50 {x} flu");
  EXPECT_EQ(render("{input}", "text").value(), "text");
  EXPECT_EQ(render("{input.a}", R"({"a":[1]})").value(), "[1]");
  EXPECT_FALSE(render("{input.b}", R"({"a":1})"));
  EXPECT_FALSE(render("{s.d2}", ""));
}

}  // namespace
}  // namespace schemagate::agent_context
