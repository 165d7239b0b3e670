// load_config(): schema templates. Each rule of a template itself is tested in
// unit/extension/schema_interaction.
#include "gateway/config/load.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kFlight =
    R"({"schema_id":"flight_v1","scenario":"flight","response_schema":"out","keys":[)"
    R"({"key_name":"origin","key_type":"string","required":true,"semantic_description":"From where."}]})";

class ConfigTemplates : public ConfigFolder {
 protected:
  ConfigTemplates() { write("flight.json", kFlight); }
  // One agent whose skill takes flight_v1 and gives `out`.
  LoadedConfig load_templates(std::string_view templates, std::string_view input = "flight_v1") const {
    return load_agent("schemas: {out: out.json}, templates: " + std::string(templates) +
                      ", skills: {s: {input: [" + std::string(input) + "], output: [out]}}");
  }
  // What is said of a template file with that content.
  std::vector<ConfigProblem> problems_of(std::string_view file) const {
    write("one.json", file);
    return load_templates("[one.json]").problems;
  }
  static std::string replaced(std::string_view what, std::string_view by) {
    std::string text(kFlight);
    return text.replace(text.find(what), what.size(), by);
  }
};

constexpr const char* kPlace = "agents.fight.templates[0]";

TEST_F(ConfigTemplates, AFileIsASchemaAndATemplate) {
  const auto loaded = load_templates("[flight.json]");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_THAT(loaded.problems, IsEmpty());
  const AgentConfig& agent = loaded.config->agents[0];
  EXPECT_TRUE(agent.contract.schemas.at("flight_v1").input);
  ASSERT_EQ(agent.templates.entries().size(), 1U);
  EXPECT_EQ(agent.templates.entries()[0].schema.schema_id, "flight_v1");
}

TEST_F(ConfigTemplates, AFolderGivesEachOfItsFiles) {
  std::filesystem::create_directory(folder_ / "templates");
  write("templates/b.json", kFlight);
  write("templates/a.json", replaced("\"flight_v1\",\"scenario\":\"flight\"", "\"a_v1\",\"scenario\":\"a\""));
  write("templates/notes.txt", "no template");
  const auto loaded = load_templates("[templates]", "flight_v1, a_v1");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const auto& entries = loaded.config->agents[0].templates.entries();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].schema.schema_id, "a_v1");
}

// SD-21 to SD-28, SD-30, SD-35, SD-36, X-28: refused at load, with the file, the place in it and what was
// meant.
TEST_F(ConfigTemplates, BrokenRulesAreNamedWithTheirPlace) {
  EXPECT_THAT(problems_of(replaced("\"scenario\":\"flight\",", "")),
              Contains(IsProblem(true, kPlace, 1, "\"one.json\" at /scenario: is missing")));
  EXPECT_THAT(problems_of(replaced("\"flight\"", "7")),
              Contains(IsProblem(true, kPlace, 1, "at /scenario: expected")));
  EXPECT_THAT(problems_of(replaced("\"origin\"", "\"originCity\"")),
              Contains(IsProblem(true, kPlace, 1,
                                 "at /keys/0/key_name: \"originCity\" is not in snake_case; did you "
                                 "mean \"origin_city\"?")));
  EXPECT_THAT(problems_of(replaced("\"From where.\"", "\"\"")),
              Contains(IsProblem(true, kPlace, 1, "at /keys/0/semantic_description")));
  EXPECT_THAT(problems_of(replaced("true", "\"yes\"")),
              Contains(IsProblem(true, kPlace, 1, "at /keys/0/required")));
  EXPECT_THAT(problems_of(replaced("\"origin\"", "\"other\"")),
              Contains(IsProblem(true, kPlace, 1, "\"other\" is reserved: it is never required")));
  EXPECT_THAT(problems_of(replaced("true", "false,\"default_value\":7")),
              Contains(IsProblem(true, kPlace, 1, "at /keys/0/default_value: expected string")));
  EXPECT_THAT(problems_of("{"), Contains(IsProblem(true, kPlace, 1, "\"one.json\": ")));
  EXPECT_THAT(problems_of(replaced("\"flight_v1\"", "\"flight v1\"")),
              Contains(IsProblem(true, kPlace, 1, "a schema_id consists of A-Z a-z 0-9 . _ -")));
}

// X-47.
TEST_F(ConfigTemplates, FloatIsAWarning) {
  EXPECT_THAT(problems_of(replaced("\"string\"", "\"float\"")),
              ElementsAre(IsProblem(false, kPlace, 1, "\"float\" is read as \"number\"")));
}

// SD-22.
TEST_F(ConfigTemplates, AnIdIsThereOncePerAgent) {
  write("again.json", kFlight);
  EXPECT_THAT(
      load_templates("[flight.json, again.json]").problems,
      Contains(IsProblem(true, "agents.fight.templates[1]", 1, "the name of another schema of this agent")));
  write("same.json", replaced("flight_v1", "flight_v2"));
  EXPECT_THAT(load_templates("[flight.json, same.json]", "flight_v1, flight_v2").problems,
              Contains(IsProblem(true, "agents.fight.templates[1]", 1, "has the scenario \"flight\"")));
  const std::string agent =
      "{upstream: {url: 'https://a'}, schemas: {out: out.json}, templates: [flight.json], "
      "skills: {s: {input: [flight_v1], output: [out]}}}";
  EXPECT_TRUE(load("agents: {a: " + agent + ", b: " + agent + "}").config);
}

// X-24, X-36: in whatever order the files are read.
TEST_F(ConfigTemplates, ATemplateMaySupersedeOthers) {
  write("a3.json", replaced("\"flight_v1\"", "\"flight_v3\",\"supersedes\":\"flight_v2\""));
  write("b2.json", replaced("\"flight_v1\"", "\"flight_v2\",\"supersedes\":\"flight_v1\""));
  const auto loaded = load_templates("[a3.json, b2.json, flight.json]", "flight_v3, flight_v2, flight_v1");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_THAT(loaded.problems, IsEmpty());
  const AgentConfig& agent = loaded.config->agents[0];
  EXPECT_EQ(agent.templates.find_scenario("flight")->schema.schema_id, "flight_v3");
  EXPECT_EQ(agent.templates.entries().size(), 3U);
  EXPECT_TRUE(agent.contract.schemas.at("flight_v1").input);
}

TEST_F(ConfigTemplates, WhatIsSupersededIsAnotherTemplateThatIsThere) {
  EXPECT_THAT(problems_of(replaced("\"flight_v1\"", "\"flight_v1\",\"supersedes\":\"flight_v1\"")),
              Contains(IsProblem(true, kPlace, 1, "at /supersedes: is the template's own schema_id")));
  EXPECT_THAT(problems_of(replaced("\"flight_v1\"", "\"flight_v1\",\"supersedes\":\"flight_v0\"")),
              ElementsAre(IsProblem(false, kPlace, 1, "supersedes \"flight_v0\", which is not among the")));
  write("a.json", replaced("\"flight_v1\"", "\"a\",\"supersedes\":\"b\""));
  write("b.json", replaced("\"flight_v1\"", "\"b\",\"supersedes\":\"a\""));
  EXPECT_THAT(load_templates("[a.json, b.json]", "a, b").problems,
              Contains(IsProblem(true, kPlace, 1, "supersedes \"b\", which supersedes it in turn")));
}

TEST_F(ConfigTemplates, ATemplateMayForbidKeysThatItDoesNotHave) {
  const auto with = [this](const std::string& names) {
    return replaced("\"flight_v1\"", "\"flight_v1\",\"forbidden_keys\":" + names);
  };
  write("flight.json", with(R"(["seat_preference"])"));
  const auto loaded = load_templates("[flight.json]");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_THAT(loaded.config->agents[0].templates.entries()[0].forbidden_keys, ElementsAre("seat_preference"));
  EXPECT_THAT(
      problems_of(with(R"(["other"])")),
      Contains(IsProblem(true, kPlace, 1, "at /forbidden_keys/0: \"other\" is a key of the template")));
  EXPECT_THAT(problems_of(with(R"(["Seat"])")),
              Contains(IsProblem(true, kPlace, 1, "at /forbidden_keys/0: expected the name of a key")));
  EXPECT_THAT(problems_of(with("true")),
              Contains(IsProblem(true, kPlace, 1, "at /forbidden_keys: expected an array")));
}

TEST_F(ConfigTemplates, FilesThatAreNotThereAreRefused) {
  EXPECT_THAT(load_templates("[nowhere.json]").problems,
              Contains(IsProblem(true, kPlace, 1, "nowhere.json")));
  std::filesystem::create_directory(folder_ / "empty");
  EXPECT_THAT(load_templates("[empty]").problems, Contains(IsProblem(true, kPlace, 1, "holds no *.json")));
  write("large.json", std::string(300 << 10, ' ') + std::string(kFlight));
  EXPECT_THAT(load_templates("[large.json]").problems, Contains(IsProblem(true, kPlace, 1, "large.json")));
}

TEST_F(ConfigTemplates, ATemplateNeedsASkillThatTakesIt) {
  EXPECT_THAT(
      load_agent("schemas: {out: out.json}, templates: [flight.json], skills: {s: {output: [out]}}").problems,
      Contains(IsProblem(true, kPlace, 1, "\"flight_v1\": no skill takes it")));
}

// X-33.
TEST_F(ConfigTemplates, TheResponseSchemaIsAnOutputOfTheSkill) {
  EXPECT_THAT(problems_of(replaced("\"out\"", "\"result\"")),
              Contains(IsProblem(true, kPlace, 1,
                                 "its response_schema \"result\" is not among the skill's output: \"out\"")));
}

// Section 6.2 of the catalogue.
TEST_F(ConfigTemplates, ASkillOffersItsSchemaAsATemplate) {
  write("flat.json", R"({"type":"object","properties":{"a":{"type":"string","description":"An a."}},)"
                     R"("additionalProperties":false})");
  const auto loaded =
      load_agent("schemas: {flat: flat.json}, skills: {s: {input: [flat], scenario: some thing}}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_THAT(loaded.problems, IsEmpty());
  const auto& entry = loaded.config->agents[0].templates.entries().at(0);
  EXPECT_EQ(entry.schema.schema_id, "flat");
  EXPECT_EQ(entry.schema.scenario, "some thing");
  EXPECT_TRUE(entry.other_outside_schema);
}

TEST_F(ConfigTemplates, WhatCannotBeOfferedIsRefusedWithTheReason) {
  write("camel.json", R"({"type":"object","properties":{"aB":{"type":"string","description":"An a."}}})");
  const auto problems =
      load_agent(
          "schemas: {ab: ab.json, camel: camel.json}, skills: {s: {input: [ab], scenario: x}, "
          "t: {input: [camel], scenario: y}, u: {input: [ab, camel], scenario: z}, v: {scenario: w}}")
          .problems;
  EXPECT_THAT(problems,
              Contains(IsProblem(true, "agents.fight.schemas.ab", 1, "semantic_description: is missing")));
  EXPECT_THAT(problems, Contains(IsProblem(true, "agents.fight.schemas.camel", 1, "did you mean \"a_b\"?")));
  EXPECT_THAT(problems, Contains(IsProblem(true, "agents.fight.skills.u.scenario", 1, "there are 2")));
  EXPECT_THAT(problems, Contains(IsProblem(true, "agents.fight.skills.v.scenario", 1, "there are 0")));
}

TEST_F(ConfigTemplates, AnOpenSchemaIsOfferedWithAWarning) {
  write("open.json", R"({"type":"object","properties":{"a":{"type":"string","description":"An a."}}})");
  EXPECT_THAT(load_agent("schemas: {open: open.json}, skills: {s: {input: [open], scenario: x}}").problems,
              ElementsAre(IsProblem(false, "agents.fight.schemas.open", 1,
                                    "lets unknown keys of a payload through")));
}

TEST_F(ConfigTemplates, ThePathOfTheTemplatesIsNoAgentsName) {
  EXPECT_THAT(load("agents: {schemaTemplates: {upstream: {url: 'https://a'}}}").problems,
              Contains(IsProblem(true, "agents.schemaTemplates", 1, "is a path of the gateway itself")));
}

TEST_F(ConfigTemplates, AreAdvisedWhereNoSentenceFillsAKey) {
  const std::pair<std::string, std::string> cases[] = {
      {R"("key_type":"string","required":true,"semantic_description":"The origin.")",
       "says no more than the name"},
      {R"("key_type":"array","required":true,"semantic_description":"Where from, and where else.")",
       "no sentence fills a list"},
      {R"("key_type":"string","required":true,"semantic_description":"From which hall. Acceptable values: Y, north.")",
       "nobody says \"Y\": add what people say"}};
  for (const auto& [key, message] : cases) {
    const auto problems = problems_of(
        replaced(R"("key_type":"string","required":true,"semantic_description":"From where.")", key));
    ASSERT_THAT(problems, Contains(testing::Field(&ConfigProblem::message, HasSubstr(message)))) << key;
    EXPECT_TRUE(problems.front().note);
    EXPECT_FALSE(problems.front().fatal);
  }
  EXPECT_THAT(
      problems_of(replaced(R"("semantic_description":"From where.")",
                           R"("semantic_description":"Hall. Acceptable values: Y, N. Example mapping: )"
                           R"('the yard' -> 'Y', 'the north hall' -> 'N'")")),
      IsEmpty());
}

}  // namespace
}  // namespace schemagate
