#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;

constexpr std::string_view kPlan =
    "name: tour\nagents: {hotel: {}}\n"
    "subtasks: [{id: a, agent: hotel, items: [{id: i, do: Book}]}]\n";

class MasterConfig : public ConfigFolder {
 protected:
  LoadedConfig load(const std::string& members, std::string_view plan = kPlan) const {
    write("plan.yaml", plan);
    return ConfigFolder::load("agents:\n  hotel: {upstream: {url: 'http://127.0.0.1:1'}}\n  tour: {" +
                              members + "}\n");
  }
  static auto says(const std::string& path, const std::string& message) {
    return Contains(testing::AllOf(Field(&ConfigProblem::path, path),
                                   Field(&ConfigProblem::message, HasSubstr(message))));
  }
};

TEST_F(MasterConfig, ReadsThePlan) {
  const LoadedConfig loaded = load("kind: master, plan: plan.yaml");
  ASSERT_TRUE(loaded.config);
  EXPECT_EQ(loaded.config->agents[1].master->plan.name, "tour");
  EXPECT_EQ(loaded.config->agents[0].master, nullptr);
}

TEST_F(MasterConfig, SaysWhatIsWrongWithThePlanAndWhere) {
  const LoadedConfig loaded =
      load("kind: master, plan: plan.yaml", "name: tour\nagents: {hotel: {}}\nsubtask: []\n");
  EXPECT_FALSE(loaded.config);
  EXPECT_THAT(loaded.problems, says("agents.tour.plan", "plan.yaml:3: subtask: is not known"));
}

TEST_F(MasterConfig, RefusesWhatBelongsToTheOtherKind) {
  EXPECT_THAT(load("kind: master").problems, says("agents.tour", "plan is missing"));
  EXPECT_THAT(load("kind: master, plan: plan.yaml, upstream: {url: 'http://127.0.0.1:1'}").problems,
              says("agents.tour.upstream", "belongs to kind: agent"));
  EXPECT_THAT(load("kind: master, plan: plan.yaml, agent_context: {mode: whole}").problems,
              says("agents.tour.agent_context", "belongs to kind: agent"));
  EXPECT_THAT(load("plan: plan.yaml, upstream: {url: 'http://127.0.0.1:1'}").problems,
              says("agents.tour.plan", "belongs to kind: master"));
}

TEST_F(MasterConfig, RefusesAnAgentOfThePlanThatIsNone) {
  std::string plan(kPlan);
  while (plan.contains("hotel")) plan.replace(plan.find("hotel"), 5, "motel");
  EXPECT_THAT(load("kind: master, plan: plan.yaml", plan).problems, says("agents", "is none of this file"));
  while (plan.contains("motel")) plan.replace(plan.find("motel"), 5, "tour");
  EXPECT_THAT(load("kind: master, plan: plan.yaml", plan).problems, says("agents", "is a master itself"));
}

TEST_F(MasterConfig, RefusesTextsForAnAgentThatTakesStructuredInputOnly) {
  write("order.json", R"({"type":"object"})");
  const auto load_with = [this](const std::string& accept, const std::string& task) {
    write("plan.yaml", "name: tour\nagents: {hotel: {}}\nsubtasks: [{id: a, agent: hotel, " + task + "}]\n");
    return ConfigFolder::load(
        "agents:\n  hotel: {upstream: {url: 'http://127.0.0.1:1'}, schemas: {order: order.json}, " + accept +
        "}\n  tour: {kind: master, plan: plan.yaml}\n");
  };
  const std::string by_skill = "skills: {book: {input: [order]}}";
  const std::string strict = "accept: [schemas], " + by_skill;
  const std::string text = "items: [{id: i, do: Book}]";
  const std::string message = "takes structured input only (accept: [schemas]), and the subtask \"a\"";
  EXPECT_THAT(load_with(strict, text).problems, says("agents", message));
  EXPECT_THAT(load_with(strict, "deliver: whole, " + text).problems, says("agents", message));
  EXPECT_TRUE(load_with(by_skill, text).config);
  EXPECT_TRUE(load_with("accept: [schemas], agent_context: {mode: per_item}, " + by_skill, text).config);
  EXPECT_TRUE(load_with(strict,
                        "deliver: structured, schema: order, data: {n: 1}, items: [{id: i, do: Book, "
                        "from: /n}]")
                  .config);
  EXPECT_TRUE(
      load_with("accept: [schemas], skills: {book: {input: [order], accept: [schemas, text]}}", text).config);
}

TEST_F(MasterConfig, WarnsOfAHiddenFieldThatAPersonIsShown) {
  write("order.json", R"({"type":"object"})");
  const auto load_with = [this](const std::string& item) {
    write("plan.yaml",
          "name: tour\nagents: {hotel: {}}\nsubtasks: [{id: a, agent: hotel, deliver: structured, "
          "schema: order, data: {n: 1}, items: [{id: i, do: Book, " +
              item + "}]}]\n");
    return ConfigFolder::load(
        "agents:\n  hotel: {upstream: {url: 'http://127.0.0.1:1'}, schemas: {order: order.json}, "
        "skills: {book: {input: [order]}}, hidden_fields: {/n: {}}}\n  tour: {kind: master, plan: "
        "plan.yaml}\n");
  };
  const std::string person = ", check: {person: 'Is it right?'}";
  const auto warns = says("agents", "hides /n/m, and the person who checks item \"i\"");
  EXPECT_THAT(load_with("from: /n/m" + person).problems, warns);
  EXPECT_THAT(load_with("from: /o" + person).problems, testing::Not(warns));
  EXPECT_THAT(load_with("from: /n/m").problems, testing::Not(warns));
}

TEST_F(MasterConfig, WhatAgentsHideIsHiddenByTheirMastersToo) {
  write("plan.yaml", kPlan);
  const LoadedConfig loaded = ConfigFolder::load(
      "agents:\n  hotel: {upstream: {url: 'http://127.0.0.1:1'}, agent_context: {mode: per_item}, "
      "hidden_fields: {/n: {}}}\n  tour: {kind: master, plan: plan.yaml}\n");
  ASSERT_TRUE(loaded.config);
  for (const AgentConfig& each : loaded.config->agents) {
    const access::HiddenField& field = *each.hidden_fields.back();
    EXPECT_EQ(field.agent + field.pointer, "hotel/n") << each.name;
  }
}

TEST_F(MasterConfig, AnAgentWithAUrlBecomesThePlansOwn) {
  const LoadedConfig loaded = load("kind: master, plan: plan.yaml",
                                   "name: tour\nagents: {away: {url: 'https://away.example'}}\n"
                                   "subtasks: [{id: a, agent: away, items: [{id: i, do: Book}]}]\n");
  ASSERT_TRUE(loaded.config);
  EXPECT_EQ(loaded.config->agents[2].name, "tour/away");
  EXPECT_EQ(loaded.config->agents[2].upstream_url, "https://away.example");
}

// AC-49: credentials come from the environment, never from what agents say.
TEST_F(MasterConfig, ATokenThatIsNotSetIsAProblem) {
  EXPECT_THAT(load("kind: master, plan: plan.yaml",
                   "name: tour\nagents: {away: {url: 'https://away.example', token_env: SG_NO_SUCH}}\n"
                   "subtasks: [{id: a, agent: away, items: [{id: i, do: Book}]}]\n")
                  .problems,
              says("agents", "needs SG_NO_SUCH in the environment"));
}

TEST_F(MasterConfig, APlannerStandsInPlaceOfAPlan) {
  const std::string model = "url: 'http://127.0.0.1:9/v1', model: m";
  const auto load_planner = [this](const std::string& members) {
    return load("kind: master, planner: {" + members + "}");
  };
  const LoadedConfig loaded = load_planner(model + ", agents: [hotel], subtasks: 3, key: {env: PATH}");
  ASSERT_TRUE(loaded.config) << loaded.problems.front().message;
  const MasterPlan& master = *loaded.config->agents[1].master;
  EXPECT_EQ(master.plan.name, "tour");
  EXPECT_EQ(master.plan.agents.front().id, "hotel");
  EXPECT_EQ(master.planner->sub_tasks_max, 3U);
  EXPECT_FALSE(master.planner->endpoint_now().key.empty());
  EXPECT_THAT(load("kind: master, plan: plan.yaml, planner: {" + model + ", agents: [hotel]}").problems,
              says("agents.tour", "has both plan and planner"));
  EXPECT_THAT(load_planner(model + ", agents: [pilot]").problems,
              says("agents", "of the planner of \"tour\" is none of this file"));
  EXPECT_THAT(load_planner(model + ", agents: [tour]").problems, says("agents", "is a master itself"));
  EXPECT_THAT(load_planner(model + ", agents: []").problems,
              says("agents.tour.planner.agents", "expected 1 to 64 agents"));
  EXPECT_THAT(load_planner("model: m, agents: [hotel]").problems,
              says("agents.tour.planner", "url is missing"));
  EXPECT_THAT(load_planner("url: 'http://model.example', model: m, agents: [hotel]").problems,
              says("agents.tour.planner.url", "expected https"));
  EXPECT_THAT(
      load_planner("url: 'http://model.example', plain_http: true, model: m, agents: [hotel], key: {env: "
                   "PATH}")
          .problems,
      says("agents.tour.planner.url", "has a key and needs https"));
}

TEST_F(MasterConfig, TheModeOfContextsIsOneOfTwo) {
  const std::string upstream = "upstream: {url: 'http://127.0.0.1:1'}, ";
  EXPECT_EQ(load(upstream + "agent_context: {mode: whole}").config->agents[1].agent_context->delivery,
            agent_context::Delivery::kWhole);
  const auto structured = load(upstream + "agent_context: {mode: structured, schema: order, from: /number}");
  EXPECT_EQ(structured.config->agents[1].agent_context->schema, "order");
  EXPECT_EQ(structured.config->agents[1].agent_context->from, "/number");
  EXPECT_THAT(load(upstream + "agent_context: {mode: structured}").problems,
              says("agents.tour.agent_context", "schema is missing"));
  EXPECT_THAT(load(upstream + "agent_context: {mode: structured, schema: order, from: number}").problems,
              says("agents.tour.agent_context.from", "JSON Pointer"));
  EXPECT_THAT(load(upstream + "agent_context: {mode: whole, schema: order}").problems,
              says("agents.tour.agent_context.schema", "belongs to mode: structured"));
  EXPECT_THAT(load(upstream + "agent_context: {mode: some}").problems,
              says("agents.tour.agent_context.mode", "per_item"));
  EXPECT_THAT(load(upstream + "agent_context: {}").problems,
              says("agents.tour.agent_context", "mode is missing"));
}

}  // namespace
}  // namespace schemagate
