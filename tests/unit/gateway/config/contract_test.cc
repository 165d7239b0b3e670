// load_config(): schemas, skills and the templates in them.
#include "gateway/config/load.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using object_schemas::InputMapping;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using ConfigContract = ConfigFolder;

TEST_F(ConfigContract, ReadsSchemasAndRoutes) {
  const auto loaded = load_agent(R"(
    schemas: {ab: ab.json, out: out.json},
    skills: {s1: {input: [ab], output: [out], hand_over: text, title: '{a} {/b/c}', artifact_id: result,
                  strict_output: true, text_input: false}})");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_THAT(loaded.problems, IsEmpty());
  const auto& contract = loaded.config->agents[0].contract;
  ASSERT_THAT(contract.schemas, SizeIs(2));
  EXPECT_TRUE(contract.schemas.at("ab").input);
  EXPECT_FALSE(contract.schemas.at("ab").output);
  EXPECT_TRUE(contract.schemas.at("out").output);
  EXPECT_EQ(contract.schemas.at("out").text, R"({"type":"number"})");
  ASSERT_THAT(contract.skills, SizeIs(1));
  const auto& skill = contract.skills[0];
  EXPECT_EQ(skill.skill_id, "s1");
  EXPECT_THAT(skill.input_schemas, ElementsAre("ab"));
  EXPECT_THAT(skill.output_schemas, ElementsAre("out"));
  EXPECT_EQ(skill.input_mapping, InputMapping::kText);
  EXPECT_THAT(skill.title.pointers(), ElementsAre("/a", "/b/c"));
  EXPECT_EQ(skill.artifact_id, "result");
  EXPECT_TRUE(skill.strict_output);
  EXPECT_FALSE(skill.text_input);
}

TEST_F(ConfigContract, HasUsableDefaults) {
  const auto loaded = load_agent("schemas: {ab: ab.json}, skills: {s: {input: [ab]}}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const auto& skill = loaded.config->agents[0].contract.skills.at(0);
  EXPECT_EQ(skill.input_mapping, InputMapping::kData);
  EXPECT_TRUE(skill.title.empty());
  EXPECT_FALSE(skill.strict_output);
  EXPECT_TRUE(skill.text_input);
}

TEST_F(ConfigContract, ReadsWhatIsAcceptedBesideSchemas) {
  const auto loaded = load_agent(
      "schemas: {ab: ab.json}, accept: [schemas], skills: {s: {input: [ab]}, t: {accept: [schemas, text]}}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const auto& contract = loaded.config->agents[0].contract;
  EXPECT_EQ(contract.accept, (object_schemas::Accepted{.text = false, .data = false}));
  EXPECT_EQ(contract.skills[0].accept, contract.accept) << "as the agent's";
  EXPECT_EQ(contract.skills[1].accept, (object_schemas::Accepted{.text = true, .data = false}));
  const auto by_default = load_agent("skills: {s: {}}");
  EXPECT_EQ(by_default.config->agents[0].contract.accept, object_schemas::Accepted{});
}

TEST_F(ConfigContract, AlwaysAcceptsSchemas) {
  EXPECT_THAT(load_agent("accept: [text]").problems,
              ElementsAre(IsProblem(true, "agents.fight.accept", 1, "schemas has to be among them")));
  EXPECT_THAT(load_agent("accept: [schemas, files]").problems,
              ElementsAre(IsProblem(true, "agents.fight.accept[1]", 1, "found \"files\"")));
}

TEST_F(ConfigContract, WarnsWhereNothingIsAccepted) {
  EXPECT_THAT(load_agent("contract: configured, accept: [schemas]").problems,
              ElementsAre(IsProblem(false, "agents.fight.accept", 1, "every message is refused")));
  EXPECT_THAT(load_agent("accept: [schemas]").problems, IsEmpty()) << "the agent may have schemas";
}

TEST_F(ConfigContract, AdoptsTheAgentsOwnWhereNothingIsDeclared) {
  const auto adopts = [this](std::string_view members) {
    const auto loaded = load_agent(members);
    EXPECT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
    return loaded.config && loaded.config->agents[0].adopts();
  };
  EXPECT_TRUE(adopts("root: true"));
  EXPECT_TRUE(adopts("skills: {s: {title: '{a}'}}"));
  EXPECT_FALSE(adopts("contract: configured"));
  EXPECT_FALSE(adopts("schemas: {ab: ab.json}, skills: {s: {input: [ab]}}"));
  EXPECT_TRUE(adopts("contract: adopt, schemas: {ab: ab.json}, skills: {s: {input: [ab]}}"));
  const auto loaded =
      load_agent("skills: {s: {title: '{a}'}, t: {hand_over: data}, u: {hand_over: labelled}}");
  const auto& skills = loaded.config->agents[0].contract.skills;
  EXPECT_EQ(skills[0].input_mapping, InputMapping::kLabelled) << "its inputs can only be the agent's";
  EXPECT_EQ(skills[1].input_mapping, InputMapping::kData);
  EXPECT_EQ(skills[2].input_mapping, InputMapping::kLabelled);
}

TEST_F(ConfigContract, WarnsOfDefinitionsThatCannotBeUsed) {
  write("part.json",
        R"({"type":"object","$defs":{"odd":{"$schema":"https://example.org/odd","$id":"urn:odd"}}})");
  const auto loaded = load_agent("schemas: {part: part.json}, skills: {s: {input: [part]}}");
  EXPECT_THAT(loaded.problems,
              ElementsAre(IsProblem(false, "agents.fight.schemas.part", 1, "at /$defs/odd")));
  EXPECT_TRUE(loaded.config);
}

TEST_F(ConfigContract, WarnsOfWhatIsProbablyMisspelt) {
  write("part.json", R"({"type":"object","properties":{"text":{"minLenght":1}},"required":["txt"]})");
  const auto loaded = load_agent("schemas: {part: part.json}, skills: {s: {input: [part]}}");
  EXPECT_THAT(loaded.problems,
              ElementsAre(IsProblem(false, "agents.fight.schemas.part", 1,
                                    "at /required/0: required names txt, which properties does not have"),
                          IsProblem(false, "agents.fight.schemas.part", 1, "did you mean minLength?")));
  EXPECT_TRUE(loaded.config);
}

// X-14.
TEST_F(ConfigContract, TellsWhatBecomesOfFormat) {
  write("when.json",
        R"({"type":"object","properties":{"day":{"format":"date"},"format":{"format":"mood"}}})");
  const std::string members = "schemas: {when: when.json}, skills: {s: {input: [when]}}";
  const auto annotated = load_agent(members);
  EXPECT_THAT(annotated.problems,
              ElementsAre(IsProblem(false, "agents.fight.schemas.when", 1,
                                    "format date at /properties/day/format only annotates"),
                          IsProblem(false, "agents.fight.schemas.when", 1,
                                    "format mood at /properties/format/format is of no draft")));
  EXPECT_THAT(annotated.problems, testing::Each(testing::Field(&ConfigProblem::note, true)));
  const auto asserted = load_agent("assert_format: true, " + members);
  EXPECT_THAT(asserted.problems, Contains(IsProblem(false, "agents.fight.schemas.when", 1, "is asserted")));
  a2a::JsonDocument document;
  const auto value = document.parse(R"({"day":"tomorrow"})");
  const auto verdict = [&value](const LoadedConfig& loaded) {
    return loaded.config->agents[0].contract.find("when")->validator.validate(*value);
  };
  EXPECT_EQ(verdict(annotated), json_schema::Verdict::kValid);
  EXPECT_EQ(verdict(asserted), json_schema::Verdict::kInvalid);
  EXPECT_NE(asserted.config->agents[0].contract.skills[0].digest,
            annotated.config->agents[0].contract.skills[0].digest);
}

TEST_F(ConfigContract, GivesEverySkillTheDigestOfItsContract) {
  const auto loaded = load_agent(
      "schemas: {ab: ab.json, out: out.json}, agent_wide: {input: [ab]}, skills: {s: {output: [out]}}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const auto& skills = loaded.config->agents[0].contract.skills;
  ASSERT_THAT(skills, SizeIs(2));
  EXPECT_THAT(skills[0].digest, testing::StartsWith("sha-256:"));
  EXPECT_NE(skills[0].digest, skills[1].digest);
}

// OS-3: schemas of the agent as a whole, behind those of its skills.
TEST_F(ConfigContract, PutsTheAgentWideRouteLast) {
  const auto loaded = load_agent(
      "schemas: {ab: ab.json, out: out.json}, agent_wide: {input: [ab]}, skills: {s: {output: [out]}}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const auto& skills = loaded.config->agents[0].contract.skills;
  ASSERT_THAT(skills, SizeIs(2));
  EXPECT_EQ(skills[0].skill_id, "s");
  EXPECT_EQ(skills[1].skill_id, "");
}

TEST_F(ConfigContract, RefusesSchemaFilesThatCannotBeUsed) {
  write("broken.json", "{\"type\":");
  write("twice.json", R"({"type":"object","type":"object"})");
  write("bad.json", R"({"type":"object","properties":{"a":{"type":"strin"}}})");
  write("remote.json", R"({"$ref":"https://example.org/schema.json"})");
  EXPECT_THAT(
      load(R"(agents:
  fight:
    upstream: {url: 'https://a'}
    schemas:
      broken: broken.json
      twice: twice.json
      bad: bad.json
      remote: remote.json
      none: none.json
      'a b': ab.json
      number: 5
    skills: {s: {input: [broken, twice, bad, remote, none]}}
)")
          .problems,
      ElementsAre(IsProblem(true, "agents.fight.schemas.broken", 5, "broken.json"),
                  IsProblem(true, "agents.fight.schemas.twice", 6, "twice.json"),
                  IsProblem(true, "agents.fight.schemas.bad", 7, "\"bad.json\": at /properties/a"),
                  IsProblem(true, "agents.fight.schemas.remote", 8, "remote.json"),
                  IsProblem(true, "agents.fight.schemas.none", 9, "does not exist"),
                  IsProblem(true, "agents.fight.schemas.a b", 10, "a schema's name consists of"),
                  IsProblem(true, "agents.fight.schemas.number", 11, "expected text, found a number")));
}

TEST_F(ConfigContract, RefusesModesWithoutASchema) {
  EXPECT_THAT(
      load_agent(
          "schemas: {ab: ab.json, out: out.json}, skills: {s: {input: [ac, ab, ab, 1], output: [zzzz, out]}}")
          .problems,
      ElementsAre(IsProblem(true, "agents.fight.skills.s.input[3]", 1, "expected text, found a number"),
                  IsProblem(true, "agents.fight.skills.s.input[0]", 1, "did you mean \"ab\"?"),
                  IsProblem(true, "agents.fight.skills.s.input[2]", 1, "the same schema twice"),
                  IsProblem(true, "agents.fight.skills.s.output[0]", 1, "not among the agent's schemas")));
}

// X-12: only objects can be structured input.
TEST_F(ConfigContract, RefusesInputSchemasThatAreNotObjectRooted) {
  write("any.json", "{}");
  write("list.json", R"({"type":["object","array"]})");
  write("one.json", R"({"type":["object"]})");
  EXPECT_THAT(load_agent("schemas: {any: any.json, list: list.json, one: one.json, out: out.json},"
                         "skills: {s: {input: [any, list, one], output: [out]}}")
                  .problems,
              ElementsAre(IsProblem(true, "agents.fight.skills.s.input[0]", 1, "\"type\": \"object\""),
                          IsProblem(true, "agents.fight.skills.s.input[1]", 1, "\"type\": \"object\"")));
}

// X-13: the first skill gets what is sent with a shared schema.
TEST_F(ConfigContract, WarnsOfSharedInputsAndUnusedSchemas) {
  const auto loaded =
      load_agent("schemas: {ab: ab.json, out: out.json}, skills: {s: {input: [ab]}, t: {input: [ab]}}");
  EXPECT_TRUE(loaded.config);
  EXPECT_THAT(loaded.problems,
              ElementsAre(IsProblem(false, "agents.fight.skills.t.input[0]", 1, "input of an earlier skill"),
                          IsProblem(false, "agents.fight.schemas.out", 1, "no skill takes or gives")));
}

TEST_F(ConfigContract, ReadsATemplateAsHandOver) {
  const auto loaded =
      load_agent("schemas: {ab: ab.json}, skills: {s: {input: [ab], hand_over: {template: 'Ask {a}'}}}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const auto& skill = loaded.config->agents[0].contract.skills.at(0);
  EXPECT_EQ(skill.input_mapping, InputMapping::kTemplate);
  EXPECT_THAT(skill.prompt.pointers(), ElementsAre("/a"));
}

TEST_F(ConfigContract, RefusesHandOversThatAreNone) {
  const std::pair<std::string, std::string> cases[] = {
      {"date", "expected data, text, labelled or a text with names in braces, such as {template:"},
      {"{}", "template is missing"},
      {"{template: ''}", "template is missing"},
      {"{template: 5}", "expected text, found a number"},
      {"{tenplate: '{a}', template: x}", "did you mean \"template\"?"},
      {"[data]", "expected data, text, labelled or a text"}};
  for (const auto& [text, message] : cases) {
    EXPECT_THAT(
        load_agent("schemas: {ab: ab.json}, skills: {s: {input: [ab], hand_over: " + text + "}}").problems,
        ElementsAre(testing::Field(&ConfigProblem::message, testing::HasSubstr(message))))
        << text;
  }
}

TEST_F(ConfigContract, RefusesTemplatesThatDoNotParse) {
  EXPECT_FALSE(load_agent("schemas: {ab: ab.json}, skills: {s: {input: [ab], title: 'open {a'}}").config);
  EXPECT_FALSE(load_agent("schemas: {ab: ab.json}, skills: {s: {input: [ab], title: '" +
                          std::string(65'537, 'x') + "'}}")
                   .config);
}

TEST_F(ConfigContract, WarnsOfPlaceholdersThatNoSchemaHas) {
  const auto loaded =
      load_agent("schemas: {ab: ab.json}, skills: {s: {input: [ab], title: '{a} {d} {/b/x} {}'}}");
  EXPECT_TRUE(loaded.config);
  EXPECT_THAT(loaded.problems,
              ElementsAre(IsProblem(false, "agents.fight.skills.s.title", 1,
                                    "{d} is not among the properties of schema \"ab\""),
                          IsProblem(false, "agents.fight.skills.s.title", 1, "{/b/x} is not among")));
}

TEST_F(ConfigContract, IsSilentAboutPlaceholdersThatASchemaMayHave) {
  write("ref.json",
        R"({"type":"object","allOf":[{"properties":{"d":{}}}],"properties":{"l":{"type":"array"}}})");
  EXPECT_THAT(
      load_agent("schemas: {ref: ref.json}, skills: {s: {input: [ref], title: '{d} {/l/0}'}}").problems,
      IsEmpty());
}

TEST_F(ConfigContract, IsEmptyWithoutSchemas) {
  const auto loaded = load_agent("");
  ASSERT_TRUE(loaded.config);
  EXPECT_FALSE(loaded.config->agents[0].contract.declared());
}

}  // namespace
}  // namespace schemagate
