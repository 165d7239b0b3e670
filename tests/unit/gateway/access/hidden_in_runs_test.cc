// What of runs is hidden: of each agent what it hides, wherever it stands.
#include "gateway/access/hidden_in_runs.h"

#include <gmock/gmock.h>

#include "gateway/access/hidden_fields.h"

namespace schemagate::access {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

HiddenFields of_agent(const std::string& agent, const std::string& pointer, const std::string& from = "",
                      bool drop = false) {
  const HiddenFields fields{
      std::make_shared<const HiddenField>(HiddenField{.pointer = pointer, .drop = drop})};
  return in_runs(fields, agent, from);
}
std::string results(const std::string& agent, const std::string& item) {
  return R"({"outcome":"completed","subtasks":[{"id":"s","agent":")" + agent +
         R"(","state":"failed","reason":"no: {\"a\":7} [x]","items":[)" + item + "]}]}";
}
std::string context(const std::string& abstract) {
  return R"({"AgentContext":{"AgentID":"x","todoItems":[{"itemId":"i","description":"{\"a\":7}"}],)"
         R"("KeyInformation":[{"itemId":"i","outputabstract":")" +
         abstract + R"("}]}})";
}
// As it is shown; itself where nothing is hidden.
std::string shown(const HiddenFields& hidden, const std::string& json) {
  const auto masked = HiddenInRuns(hidden).without_hidden(json);
  return masked ? masked->text : json;
}
std::string shown_words(const HiddenFields& hidden, const std::string& text) {
  const auto masked = HiddenInRuns(hidden).words_without_hidden(text);
  return masked ? masked->text : text;
}

TEST(HiddenInRuns, AreOfTheAgentThatGaveIt) {
  const HiddenFields hidden = of_agent("alpha", "/a");
  const std::string item = R"({"itemId":"i","outputabstract":"{\"a\":7,\"b\":1}","data":{"a":7,"b":1}})";
  const std::string masked = shown(hidden, results("alpha", item));
  EXPECT_THAT(masked, HasSubstr(R"("outputabstract":"{\"a\":\"***\",\"b\":1}","data":{"a":"***","b":1})"));
  const std::string whole = R"({"itemId":"i","outputabstract":"{\"a\":7…","output":"{\"a\":7,\"b\":1}"})";
  EXPECT_THAT(shown(of_agent("alpha", "/a"), results("alpha", whole)),
              HasSubstr(R"("outputabstract":"***","output":"{\"a\":\"***\",\"b\":1}")"));
  EXPECT_THAT(masked, HasSubstr(R"("reason":"no: {\"a\":\"***\"} [x]")"));
  EXPECT_EQ(shown(hidden, results("beta", item)), results("beta", item));
  EXPECT_THAT(HiddenInRuns(hidden).without_hidden(results("alpha", item))->pointers, ElementsAre("/a"));
}

TEST(HiddenInRuns, AreDroppedWhereTheRuleSaysSo) {
  EXPECT_THAT(shown(of_agent("alpha", "/a", "", true), results("alpha", R"({"data":{"a":7,"b":1}})")),
              HasSubstr(R"("data":{"b":1})"));
}

TEST(HiddenInRuns, AreHiddenWholeWhereAPlanPicksThemOut) {
  const HiddenFields hidden = of_agent("alpha", "/a/*/b");
  const auto picked = [&](const std::string& from) {
    return shown(hidden,
                 results("alpha", R"({"from":")" + from + R"(","outputabstract":"x","data":{"b":"x"}})"));
  };
  for (const std::string from : {"/a/0/b", "/a/0/b/c"})
    EXPECT_THAT(picked(from), HasSubstr(R"("outputabstract":"***","data":"***")")) << from;
  EXPECT_THAT(picked("/a/0"), HasSubstr(R"("outputabstract":"x","data":{"b":"***"})"));
  EXPECT_THAT(picked("/c"), HasSubstr(R"("outputabstract":"x","data":{"b":"x"})"));
}

TEST(HiddenInRuns, AreHiddenInAbstractsOfContextsAndNotInWhatTheirSenderWrote) {
  const HiddenFields hidden = of_agent("alpha", "/a");
  EXPECT_EQ(shown(hidden, context(R"({\"a\":7})")), context(R"({\"a\":\"***\"})"));
  EXPECT_EQ(shown(hidden, context(R"(Said:\n{\"a\":7} [so])")), context(R"(Said:\n{\"a\":\"***\"} [so])"));
  EXPECT_EQ(shown(hidden, context("plain")), context("plain"));
  EXPECT_EQ(shown(of_agent("alpha", "/a", "/a"), context("plain")), context("***")) << "picked out";
  EXPECT_EQ(shown(of_agent("alpha", "/KeyInformation/*/outputabstract"), context("plain")), context("***"));
}

// It would have to be shown as far as it goes.
TEST(HiddenInRuns, WhatIsCutOffIsHidden) {
  const HiddenFields hidden = of_agent("alpha", "/a");
  EXPECT_EQ(shown(hidden, context(R"({\"b\":1,\"a\":\"7)")), context("***"));
  EXPECT_EQ(shown_words(hidden, "s: done: {\"b\":1,\"a\":\"7"), "s: done: ***");
  EXPECT_EQ(shown_words(hidden, "s: {a: 7}; t: it failed"), "s: ***; t: it failed");
}

TEST(HiddenInRuns, WordsAndOtherDocumentsStay) {
  const HiddenFields hidden = of_agent("alpha", "/a");
  for (const std::string text :
       {"[goal]: working", "the abstract does not match HB-[0-9]+", "a ] b }", "", "{}"})
    EXPECT_EQ(shown_words(hidden, text), text);
  EXPECT_EQ(shown(hidden, R"({"a":7})"), R"({"a":7})") << "no run";
  EXPECT_EQ(shown(hidden, "[1"), "[1");
  EXPECT_TRUE(HiddenInRuns(HiddenFields{}).empty());
}

TEST(HiddenInRuns, ManyBracketsTakeNoLongTime) {
  const std::string text(200'000, '[');
  EXPECT_THAT(shown_words(of_agent("alpha", "/a"), text + "x"), HasSubstr("***"));
}

TEST(HiddenInRuns, ArePartOfWhatIsHiddenInTasks) {
  HiddenFields hidden = of_agent("alpha", "/a");
  a2a::Task task;
  task.status.message = a2a::Message{.parts = {{.content = R"(s: {"a":7})"}}};
  task.artifacts.push_back({.parts = {{.kind = a2a::PartKind::kData,
                                       .content = context(R"({\"a\":7})"),
                                       .media_type = "application/json;schema=AgentContext"}}});
  hide(task, hidden);
  EXPECT_EQ(task.status.message->parts[0].content, R"(s: {"a":"***"})");
  const a2a::Part& part = task.artifacts[0].parts[0];
  EXPECT_EQ(part.content, context(R"({\"a\":\"***\"})"));
  EXPECT_EQ(part.media_type, "application/json;schema=AgentContext") << "it is one still";
  EXPECT_THAT(part.metadata.text, HasSubstr(R"(["/a"])"));
}

}  // namespace
}  // namespace schemagate::access
