// What rules come to for one caller.
#include "gateway/access/grants.h"

#include <gmock/gmock.h>

namespace schemagate::access {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Principal caller(std::vector<std::string> roles = {}, std::vector<std::string> scopes = {}) {
  return authenticated("key", {.subject = "alice", .tenant = "acme", .scopes = scopes, .roles = roles});
}

TEST(Grants, WhatNoRuleAllowsIsRefused) {
  const RuleBook book{{}};
  const auto grants = book.grants_of(caller());
  EXPECT_FALSE(grants->reaches("fight"));
  EXPECT_FALSE(grants->allows("fight", "GetTask"));
  EXPECT_FALSE(grants->allows_anything("fight", "SendMessage"));
  EXPECT_FALSE(grants->allows_input("fight", "SendMessage", {.schema = "s"}));
  EXPECT_FALSE(grants->allows_template("fight", "s"));
  EXPECT_FALSE(grants->allows_skill("fight", "s"));
}

TEST(Grants, AnEmptyRuleAllowsWhoeverIsKnownEverything) {
  const RuleBook book(std::vector<AccessRule>{{.name = "all"}});
  const auto grants = book.grants_of(caller());
  EXPECT_TRUE(grants->reaches("fight"));
  EXPECT_TRUE(grants->allows("fight", "CancelTask"));
  EXPECT_TRUE(grants->allows_anything("fight", "SendMessage"));
  EXPECT_TRUE(grants->allows_input("fight", "SendMessage", {.schema = "s"}));
  EXPECT_TRUE(grants->allows_template("fight", "s"));
  EXPECT_TRUE(grants->allows_skill("fight", "s"));
  EXPECT_FALSE(book.grants_of(Principal())->reaches("fight")) << "nobody is not known";
  EXPECT_TRUE(AccessRule{.name = "all"}.is_wildcard());
}

TEST(Grants, NobodyIsAllowedWhatIsForNobodyToo) {
  const RuleBook book(
      std::vector<AccessRule>{{.name = "open", .anonymous = true, .operations = {"GetTask"}}});
  for (const Principal& each : {Principal(), caller()}) {
    EXPECT_TRUE(book.grants_of(each)->allows("fight", "GetTask"));
    EXPECT_FALSE(book.grants_of(each)->allows("fight", "SendMessage"));
  }
}

TEST(Grants, EachListThatARuleHasIsToBeMet) {
  const AccessRule rule{
      .name = "r", .subjects = {"bob", "alice"}, .tenants = {"acme"}, .scopes = {"s"}, .roles = {"r", "q"}};
  EXPECT_TRUE(rule.is_for(caller({"q"}, {"x", "s"})));
  EXPECT_FALSE(rule.is_for(caller({"q"}, {"x"})));
  EXPECT_FALSE(rule.is_for(caller({"x"}, {"s"})));
  EXPECT_FALSE(rule.is_for(
      authenticated("key", {.subject = "eve", .tenant = "acme", .scopes = {"s"}, .roles = {"r"}})));
  EXPECT_FALSE(rule.is_for(authenticated("key", {.subject = "bob", .scopes = {"s"}, .roles = {"r"}})));
  EXPECT_FALSE(rule.is_for(Principal{.subject = "alice", .tenant = "acme", .scopes = {"s"}, .roles = {"r"}}))
      << "somebody who has proved nothing";
}

TEST(Grants, ARuleIsOfTheAgentsThatItNamesOrOfAll) {
  const RuleBook book(std::vector<AccessRule>{{.name = "one", .agents = {"fight"}, .operations = {"GetTask"}},
                                              {.name = "all", .operations = {"ListTasks"}}});
  const auto grants = book.grants_of(caller());
  EXPECT_TRUE(grants->allows("fight", "GetTask"));
  EXPECT_TRUE(grants->allows("fight", "ListTasks"));
  EXPECT_TRUE(grants->allows("flight", "ListTasks"));
  EXPECT_FALSE(grants->allows("flight", "GetTask"));
}

TEST(Grants, InputIsLimitedBySkillSchemaAndScenario) {
  const RuleBook book(std::vector<AccessRule>{{.name = "skill", .skills = {"book", "cancel"}},
                                              {.name = "schema", .schemas = {"pair"}},
                                              {.name = "both", .skills = {"pay"}, .schemas = {"card"}},
                                              {.name = "scenario", .scenarios = {"hotel"}}});
  const auto grants = book.grants_of(caller());
  const auto takes = [&grants](const NamedInput& input) {
    return grants->allows_input("a", "SendMessage", input);
  };
  EXPECT_TRUE(takes({.skill = "book", .schema = "x"}));
  EXPECT_TRUE(takes({.skill = "y", .schema = "pair"}));
  EXPECT_TRUE(takes({.skill = "pay", .schema = "card"}));
  EXPECT_FALSE(takes({.skill = "y", .schema = "card"}));
  EXPECT_FALSE(takes({.skill = "pay", .schema = "x"}));
  EXPECT_TRUE(takes({.skill = "y", .schema = "x", .scenario = "hotel"}));
  EXPECT_FALSE(takes({}));
  EXPECT_FALSE(grants->allows_anything("a", "SendMessage")) << "text";
  EXPECT_TRUE(grants->allows("a", "GetTask")) << "of tasks of one's own";
  EXPECT_TRUE(grants->allows_skill("a", "cancel"));
  EXPECT_TRUE(grants->allows_skill("a", "pay"));
}

TEST(Grants, AnInputNeedsARuleOfItsOperation) {
  const RuleBook book(
      std::vector<AccessRule>{{.name = "r", .operations = {"SendMessage"}, .skills = {"book"}}});
  const auto grants = book.grants_of(caller());
  EXPECT_TRUE(grants->allows_input("a", "SendMessage", {.skill = "book"}));
  EXPECT_FALSE(grants->allows_input("a", "SendStreamingMessage", {.skill = "book"}));
  EXPECT_FALSE(grants->allows_skill("a", "other"));
}

TEST(Grants, WhoMayOnlyReadMayUseNoSkill) {
  const RuleBook book(std::vector<AccessRule>{{.name = "r", .operations = {"GetTask", "ListTasks"}}});
  EXPECT_FALSE(book.grants_of(caller())->allows_skill("a", "book"));
  EXPECT_FALSE(book.grants_of(caller())->allows_anything("a", "SendMessage"));
}

TEST(Grants, TemplatesAreShownToWhomTheirScenarioIsAllowed) {
  const RuleBook book(std::vector<AccessRule>{{.name = "r", .scenarios = {"hotel"}}});
  EXPECT_TRUE(book.grants_of(caller())->allows_template("a", "hotel"));
  EXPECT_FALSE(book.grants_of(caller())->allows_template("a", "flight"));
  const RuleBook sending(
      std::vector<AccessRule>{{.name = "r", .operations = {"SendMessage"}, .scenarios = {"hotel"}}});
  EXPECT_FALSE(sending.grants_of(caller())->allows_template("a", "hotel"));
}

TEST(Grants, CallersOfTheSameRulesShareThem) {
  const RuleBook book(std::vector<AccessRule>{{.name = "r", .roles = {"r"}}, {.name = "s", .roles = {"s"}}});
  EXPECT_EQ(book.grants_of(caller({"r"})), book.grants_of(caller({"r", "x"})));
  EXPECT_NE(book.grants_of(caller({"r"})), book.grants_of(caller({"s"})));
}

TEST(Grants, SayWhichScopesASkillNeeds) {
  const std::vector<AccessRule> rules{{.name = "a", .scopes = {"x", "y"}, .skills = {"book"}},
                                      {.name = "b", .scopes = {"x"}, .skills = {"book"}},
                                      {.name = "c", .roles = {"r"}, .skills = {"pay"}},
                                      {.name = "d", .scopes = {"z"}, .agents = {"other"}},
                                      {.name = "e", .scopes = {"w"}, .operations = {"GetTask"}}};
  EXPECT_THAT(scopes_for(rules, "a", "book"), ElementsAre(ElementsAre("x"), ElementsAre("y")));
  EXPECT_THAT(scopes_for(rules, "a", "pay"), IsEmpty()) << "a role is no scope";
  EXPECT_THAT(scopes_for(rules, "other", "x"), ElementsAre(ElementsAre("z")));
  EXPECT_THAT(scopes_for({}, "a", "book"), IsEmpty());
}

// Ten thousand of them decide like one.
TEST(Grants, ManyRulesDecideByTheirNames) {
  std::vector<AccessRule> rules;
  for (int i = 0; i < 10'000; ++i) {
    const std::string n = std::to_string(i);
    rules.push_back(
        {.name = n, .roles = {"r"}, .agents = {"a" + std::to_string(i % 10)}, .skills = {"s" + n}});
  }
  const RuleBook book(std::move(rules));
  const auto grants = book.grants_of(caller({"r"}));
  EXPECT_TRUE(grants->allows_input("a7", "SendMessage", {.skill = "s9997"}));
  EXPECT_FALSE(grants->allows_input("a8", "SendMessage", {.skill = "s9997"}));
}

}  // namespace
}  // namespace schemagate::access
