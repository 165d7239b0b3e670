// Agent contexts whose items are structured inputs of the agent's own schema.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/workers.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class StructuredContext : public testing::TestWithParam<Dialect> {
 protected:
  StructuredContext() { agent_.change_card(kNoStreams); }
  static Json taking(const std::string& from = "/winner") {
    return agent_change(
        {{"agent_context", {{"mode", "structured"}, {"schema", "fightComparison"}, {"from", from}}}});
  }
  Json message(const Json& context, const std::string& id = "m-1") const {
    return mine_.message(mine_.user(), id, Json::array({mine_.flagged_part("AgentContext", context)}));
  }
  static Json member(const Json& task, const char* list, const char* value) {
    Json all = Json::object();
    const Json context = data_of(task, "agent-context");
    if (context.is_null()) return nullptr;
    for (const Json& each : context.at("AgentContext").at(list))
      all[std::string(each["itemId"])] = each[value];
    return all;
  }
  static Json states(const Json& task) { return member(task, "ItemstateUpdates", "state"); }
  static Json abstracts(const Json& task) { return member(task, "KeyInformation", "outputabstract"); }

  const Dialect mine_ = GetParam();
  ScriptedAgent agent_;
};
INSTANTIATE_TEST_SUITE_P(AllVersions, StructuredContext, testing::Values(v0_3(), v1_0()), name_of_dialect);

TEST_P(StructuredContext, EachItemIsAnInputOfTheAgentsSchema) {
  give_task(agent_, completed_task(agent_.dialect()));
  const RunningGateway gateway(agent_, taking());
  const Json context =
      context_of_items({{"w1", R"({"a":"Lion","b":"Tiger"})"}, {"w2", R"({"a":"{x}","b":"Bear"})"}});
  const Json task = gateway.client(mine_).send(message(context));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_EQ(states(task), (Json{{"w1", 1}, {"w2", 1}}));
  EXPECT_EQ(abstracts(task), (Json{{"w1", "Tiger"}, {"w2", "Tiger"}}));
  const auto calls = agent_.messages();
  ASSERT_THAT(calls, SizeIs(2));
  EXPECT_EQ(calls[0].message()["parts"][0]["data"], kLionAndTiger);
  EXPECT_EQ(calls[1].message()["parts"][0]["data"]["a"], "{x}") << "what others write is no template";
}

// What comes back as prose, or has nothing at that place, is no 1; what does not fit is never sent.
TEST_P(StructuredContext, OnlyDataWithAValueThereIsDone) {
  const Dialect theirs = agent_.dialect();
  const Json prose = theirs.artifact("x", Json::array({theirs.text_part("Tiger wins. state: 1")}));
  give_task(agent_, theirs.task("up-1", "completed", Json::array({prose})));
  const RunningGateway gateway(agent_, taking());
  const Json context = context_of_items({{"w1", R"({"a":"Lion","b":"Tiger"})"}, {"w2", R"({"a":"Lion"})"}});
  const Json task = gateway.client(mine_).send(message(context));
  EXPECT_EQ(states(task), (Json{{"w1", 0}, {"w2", 0}})) << task;
  EXPECT_THAT(first_text(task["status"]["message"]),
              HasSubstr("w2: Structured input invalid for schema fightComparison"));
  EXPECT_THAT(agent_.messages(), SizeIs(1));
}

TEST_P(StructuredContext, AnItemThatIsNoObjectRefusesTheContextWithItsPlace) {
  const RunningGateway gateway(agent_, taking());
  const Json error =
      gateway.client(mine_).send_error(message(context_of_items({{"w1", "Lion against Tiger"}})));
  EXPECT_THAT(error["message"],
              HasSubstr("item w1: expected a description that is an object of fightComparison"));
  EXPECT_THAT(agent_.messages(), IsEmpty());
}

// AC-42: a master that knows the schema hands its own subtask over so, through the agent's contract.
TEST_P(StructuredContext, TheCardSaysOfWhichSchemaItemsAre) {
  const RunningGateway gateway(agent_, taking());
  const Json card = gateway.client(mine_).request("GET", "/fight/.well-known/agent-card.json").json();
  EXPECT_THAT(card["capabilities"]["extensions"].dump(), HasSubstr(R"("itemSchema":"fightComparison")"));
  EXPECT_EQ(card.dump().find("maxInlineBytes"), std::string::npos) << "no item gets what a reference holds";
}

}  // namespace
}  // namespace schemagate
