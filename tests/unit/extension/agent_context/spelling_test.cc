// Contexts of others, in the spellings that the draft leaves open: X-48, X-49, X-51.
#include "extension/agent_context/spelling.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "a2a/json/tree.h"
#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/schemas.h"
#include "extension/json_schema/validator.h"

namespace schemagate::agent_context {
namespace {

const std::string kFigure = write_agent_context({.agent_id = "x",
                                                 .agent_name = "X",
                                                 .sub_task_id = "t",
                                                 .sub_task_name = "T",
                                                 .context_uri = "https://s/c",
                                                 .todo_items = {{"i", "Do"}},
                                                 .states = {{"i", false}}});

class Spelling : public testing::Test {
 protected:
  static bool fits(const std::string& json) {
    static const auto validator = json_schema::Validator::compile(agent_context_schema());
    return validator->validate(*a2a::parse_tree(json)) == json_schema::Verdict::kValid;
  }
  // What becomes of the figure's context with this change.
  template <class Change>
  static std::string respelled(Change change) {
    a2a::JsonTree tree = *a2a::parse_tree(kFigure);
    change(tree["AgentContext"]);
    const std::string json = a2a::dump_tree(tree);
    return respelled_agent_context(json).value_or(json);
  }
  static void rename(a2a::JsonTree& context, const char* from, const char* to) {
    context[to] = context[from];
    context.erase(from);
  }
  static a2a::JsonTree sorted(const std::string& json) {
    return *a2a::parse_tree(nlohmann::json::parse(json).dump());
  }
};

TEST_F(Spelling, OfTheFigureIsLeftToTheByte) {
  ASSERT_TRUE(fits(kFigure));
  EXPECT_FALSE(respelled_agent_context(kFigure));
}

TEST_F(Spelling, TheReferenceHasThreeNamesAndMayBeAnObject) {
  for (const char* const name : {"ContextURI", "Context", "contexturi", "CONTEXT/CONTEXTURI"}) {
    const std::string json =
        respelled([name](auto& context) { rename(context, "Context/ContextURI", name); });
    EXPECT_EQ(sorted(json), sorted(kFigure)) << name;
  }
  const std::string inlined = respelled([](auto& context) {
    rename(context, "Context/ContextURI", "Context");
    context["Context"] = {{"city", "Oslo"}};
  });
  EXPECT_TRUE(fits(inlined)) << inlined;
  EXPECT_TRUE(inlined.contains("data:application/json;base64,eyJjaXR5IjoiT3NsbyJ9")) << inlined;
}

TEST_F(Spelling, NamesAreKnownInAnyCaseAndStatesAsTextOrBoolean) {
  const std::string json = respelled([](auto& context) {
    rename(context, "ItemstateUpdates", "ItemStateUpdates");
    rename(context, "todoItems", "TodoItems");
    context["ItemStateUpdates"][0] = {{"ItemID", "i"}, {"State", false}};
  });
  EXPECT_EQ(sorted(json), sorted(kFigure));
  EXPECT_TRUE(respelled([](auto& context) {
                context["ItemstateUpdates"][0]["state"] = "1";
              }).contains(R"("state":1)"));
}

TEST_F(Spelling, WithoutItsWrapperItIsTheSame) {
  const a2a::JsonTree bare = (*a2a::parse_tree(kFigure))["AgentContext"];
  EXPECT_EQ(respelled_agent_context(a2a::dump_tree(bare)), kFigure);
}

// Closed all the same.
TEST_F(Spelling, WhatIsNoMemberIsLeftForTheSchemaToRefuse) {
  EXPECT_FALSE(fits(respelled([](auto& context) { context["TaskContext"] = 1; })));
  EXPECT_FALSE(fits(respelled([](auto& context) { context["ContextURI"] = "https://evil/c"; })))
      << "two of one";
  EXPECT_FALSE(fits(respelled([](auto& context) { context["ItemstateUpdates"][0]["state"] = 2; })));
  EXPECT_FALSE(respelled_agent_context(R"({"AgentContext": {"AgentID": "x"}, "TaskContext": {}})"));
  for (const char* const none : {"", "[]", "7", "{", R"({"AgentContext": 1})"})
    EXPECT_FALSE(respelled_agent_context(none)) << none;
}

}  // namespace
}  // namespace schemagate::agent_context
