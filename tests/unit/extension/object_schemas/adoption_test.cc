// adopt(): what a card declares becomes the contract, and what of it cannot is refused by name.
#include "extension/object_schemas/adoption.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

using a2a::JsonTree;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

JsonTree adoptable(std::string_view text) {
  return a2a::parse_tree(text).value();
}

// The extension's own example as an agent that speaks it publishes it.
JsonTree speaking_card() {
  JsonTree card = adoptable(R"({
    "name": "Fight", "version": "1",
    "capabilities": {"extensions": [{"uri": "urn:other"}, {"uri": "", "description": "Mine"}]},
    "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], "schemas": {},
    "skills": [{"id": "chat"},
               {"id": "fight-comparison",
                "inputModes": ["text/plain", "application/json; schema=fightComparison"],
                "outputModes": ["text/plain", "application/json;schema=fightResponse"]}]})");
  card["capabilities"]["extensions"][1]["uri"] = kExtensionUri;
  card["schemas"] = {{"fightComparison", adoptable(kComparisonSchema)},
                     {"fightResponse", adoptable(kResponseSchema)}};
  return card;
}

JsonTree card_with_schema(const std::string& name, JsonTree schema) {
  JsonTree card = speaking_card();
  card["schemas"][name] = std::move(schema);
  card["skills"][0]["inputModes"] = JsonTree::array({format_mode(name)});
  return card;
}

// Adopts into nothing.
Contract adopted(const JsonTree& card, std::vector<CardProblem>* refused = nullptr,
                 const AdoptionOptions& options = {}) {
  Contract contract;
  auto problems = adopt(card, options, contract);
  for (const CardProblem& problem : problems) EXPECT_FALSE(problem.fatal) << problem.path;
  if (refused != nullptr) *refused = std::move(problems);
  return contract;
}

std::vector<std::string> refused_in(const JsonTree& card, const AdoptionOptions& options = {}) {
  std::vector<CardProblem> refused;
  adopted(card, &refused, options);
  std::vector<std::string> lines;
  lines.reserve(refused.size());
  for (const CardProblem& problem : refused) lines.push_back(problem.path + ": " + problem.message);
  return lines;
}

// OS-3, OS-11, OS-12: schemas and modes of the card.
TEST(Adoption, TakesOverWhatTheCardDeclares) {
  std::vector<CardProblem> refused;
  const Contract contract = adopted(speaking_card(), &refused);
  EXPECT_THAT(refused, IsEmpty());
  ASSERT_THAT(contract.schemas, SizeIs(2));
  EXPECT_TRUE(contract.find("fightComparison")->input);
  EXPECT_FALSE(contract.find("fightComparison")->output);
  EXPECT_TRUE(contract.find("fightResponse")->output);
  EXPECT_TRUE(contract.find("fightResponse")->adopted);
  ASSERT_THAT(contract.skills, SizeIs(1));
  const SkillContract& skill = contract.skills[0];
  EXPECT_EQ(skill.skill_id, "fight-comparison");
  EXPECT_THAT(skill.input_schemas, ElementsAre("fightComparison"));
  EXPECT_THAT(skill.output_schemas, ElementsAre("fightResponse"));
  EXPECT_EQ(skill.input_mapping, InputMapping::kLabelled);
  EXPECT_TRUE(skill.text_input);
  EXPECT_THAT(skill.digest, testing::StartsWith("sha-256:"));
}

// X-4: the extension's parameters may have them instead.
TEST(Adoption, FindsTheSchemasInTheParameters) {
  JsonTree card = speaking_card();
  card["capabilities"]["extensions"][1]["params"]["schemas"] = card["schemas"];
  card.erase("schemas");
  EXPECT_THAT(adopted(card).schemas, SizeIs(2));
}

TEST(Adoption, PutsTheAgentWideModesLastAndInheritsThem) {
  JsonTree card = speaking_card();
  card["defaultInputModes"] = JsonTree::array({"application/json;schema=fightComparison"});
  card["skills"][1].erase("inputModes");
  const Contract contract = adopted(card);
  ASSERT_THAT(contract.skills, SizeIs(2));
  EXPECT_THAT(contract.skills[0].input_schemas, ElementsAre("fightComparison"));
  EXPECT_FALSE(contract.skills[0].text_input);
  EXPECT_EQ(contract.skills[1].skill_id, "");
  EXPECT_FALSE(contract.skills[1].text_input);
}

TEST(Adoption, LeavesWhatIsConfiguredAsItIs) {
  Contract contract = fight_contract();
  contract.skills[0].output_schemas.clear();
  JsonTree card = speaking_card();
  card["schemas"]["fightComparison"] = true;
  EXPECT_THAT(adopt(card, {}, contract), IsEmpty());
  EXPECT_EQ(contract.find("fightComparison")->text, kComparisonSchema);
  EXPECT_EQ(contract.skills[0].artifact_id, "fight-result");
  EXPECT_EQ(contract.skills[0].input_mapping, InputMapping::kData);
  EXPECT_THAT(contract.skills[0].output_schemas, ElementsAre("fightResponse"));
}

TEST(Adoption, RefusesByNameWhatCannotBeEnforced) {
  EXPECT_THAT(refused_in(card_with_schema("bad", adoptable(R"({"type":"objct"})"))),
              ElementsAre(HasSubstr("/schemas/bad: the agent's schema cannot be enforced: at /type: "),
                          "/skills/0/inputModes: the agent's mode names the schema bad, which is refused"));
  EXPECT_THAT(refused_in(card_with_schema("remote", adoptable(R"({"$ref":"http://169.254.169.254/"})"))),
              testing::Contains(HasSubstr("/schemas/remote: ")));
  EXPECT_THAT(refused_in(card_with_schema("a b", adoptable("{}"))),
              testing::Contains(HasSubstr("/schemas/a b: ")));
  EXPECT_THAT(refused_in(card_with_schema("list", adoptable(R"({"type":"array"})"))),
              ElementsAre(HasSubstr("names the schema list, which takes no objects")));
  const Contract rest = adopted(card_with_schema("bad", adoptable(R"({"type":"objct"})")));
  EXPECT_THAT(rest.schemas, SizeIs(2)) << "the others stay";
}

// What they would have refused is not passed on unchecked.
TEST(Adoption, RefusesLabelsWhereNoSchemaIsLeft) {
  JsonTree card = card_with_schema("bad", adoptable(R"({"type":"objct"})"));
  EXPECT_THAT(adopted(card).refused_schemas, ElementsAre("bad"));
  card["schemas"] = {{"bad", adoptable(R"({"type":"objct"})")}, {"w\x1brse", 7}};
  const Contract contract = adopted(card);
  EXPECT_FALSE(contract.declared());
  EXPECT_TRUE(contract.refuses_labels());
  EXPECT_THAT(contract.refused_schemas, ElementsAre("bad", "w?rse"));
  EXPECT_EQ(
      refused_in(card)[0],
      "/schemas: none of the agent's schemas can be enforced: data with the label of a schema is refused");
  const Contract some = adopted(card, nullptr, {.limits = {.refusals_max = 1}});
  EXPECT_THAT(some.refused_schemas, ElementsAre("bad"));
  EXPECT_EQ(some.refused_besides, 1U);
}

TEST(Adoption, LeavesLabelsToAnAgentThatHasNoSchemasOrShallHaveNone) {
  JsonTree card = card_with_schema("bad", adoptable(R"({"type":"objct"})"));
  Contract configured;
  (void)adopt(card, {.take_over = false}, configured);
  EXPECT_FALSE(configured.refuses_labels());
  card.erase("schemas");
  EXPECT_FALSE(adopted(card).refuses_labels());
}

TEST(Adoption, RefusesModesThatNameNothing) {
  JsonTree card = speaking_card();
  card["defaultInputModes"] = {"text/plain", "application/json;schema=nope", "application/json;schema="};
  card["skills"].push_back({{"inputModes", {"application/json;schema=fightComparison"}}});
  card["skills"].push_back(card["skills"][1]);
  EXPECT_THAT(
      refused_in(card),
      ElementsAre("/skills/2: its modes name schemas, but it has no id of 1 to 256 bytes",
                  "/skills/3: its modes name schemas, but it has the id of an earlier skill",
                  "/defaultInputModes: the agent's mode names the schema nope, which is not declared; "
                  "there are: fightComparison, fightResponse",
                  HasSubstr("/defaultInputModes: the agent's mode names no schema: ")));
}

TEST(Adoption, TakesSkillsWithIdsOf256BytesAndNoLongerOnes) {
  JsonTree card = speaking_card();
  card["skills"][1]["id"] = std::string(256, 'x');
  EXPECT_THAT(adopted(card).skills, SizeIs(1));
  card["skills"][1]["id"] = std::string(257, 'x');
  EXPECT_THAT(refused_in(card), ElementsAre(HasSubstr("it has no id of 1 to 256 bytes")));
}

TEST(Adoption, TakesAsManySchemasAsMayBeConfigured) {
  constexpr std::size_t kMany = 10'000;
  JsonTree card = speaking_card();
  JsonTree modes = JsonTree::array();
  for (std::size_t i = card["schemas"].size(); i < kMany; ++i) {
    const std::string name = "s" + std::to_string(i);
    card["schemas"][name] = adoptable("{}");
    modes.push_back("application/json;schema=" + name);
  }
  card["skills"].push_back({{"id", "all"}, {"inputModes", modes}});
  EXPECT_THAT(adopted(card).schemas, SizeIs(kMany));
  card["schemas"]["one_more"] = adoptable("{}");
  EXPECT_THAT(refused_in(card), ElementsAre(HasSubstr("more than 10000 schemas")));
}

TEST(Adoption, HasALimitOnEverything) {
  JsonTree card = speaking_card();
  for (int i = 0; i < 10; ++i) card["schemas"]["s" + std::to_string(i)] = adoptable("{}");
  EXPECT_THAT(adopted(card, nullptr, {.limits = {.schemas_max = 5}}).schemas, SizeIs(5));
  EXPECT_THAT(refused_in(card, {.limits = {.schemas_max = 5, .refusals_max = 2}}), SizeIs(3));
  EXPECT_THAT(refused_in(card, {.limits = {.schema_bytes_max = 1}}), SizeIs(testing::Gt(2U)));
  EXPECT_THAT(refused_in(card, {.limits = {.bytes_max = 100}}), SizeIs(testing::Gt(1U)));
  card["schemas"]["s0"] = adoptable(R"({"patternProperties":{"^a":{},"^b":{"pattern":"c"}}})");
  EXPECT_THAT(refused_in(card, {.limits = {.patterns_max = 2}}), ElementsAre(HasSubstr("/schemas/s0")));
  EXPECT_THAT(refused_in(card, {.limits = {.patterns_max = 3}}), IsEmpty());
  EXPECT_THAT(refused_in(card, {.limits = {.skills_max = 0}}), ElementsAre(HasSubstr("/skills/1")));
  card["schemas"] = {{std::string(100'000, 'x'), JsonTree::object()}, {"a\x1b[1m", 7}};
  for (const std::string& line : refused_in(card)) {
    EXPECT_LT(line.size(), 600U);
    EXPECT_FALSE(line.contains('\x1b'));
  }
}

TEST(Adoption, SurvivesCardsOfAnyShape) {
  for (const auto* text :
       {"[]", "7", R"({"schemas":[],"skills":{},"capabilities":[]})",
        R"({"schemas":null,"skills":[1,{"id":7,"inputModes":"x"}],"defaultInputModes":[1,{}]})",
        R"({"capabilities":{"extensions":{"uri":1}}})"}) {
    JsonTree card = adoptable(text);
    EXPECT_FALSE(adopted(card).declared()) << text;
    EXPECT_FALSE(remove_declarations(card, {})) << text;
    EXPECT_EQ(card, adoptable(text));
  }
}

TEST(Adoption, OnlyTellsWhatIsThereWhenNothingIsToBeTakenOver) {
  Contract contract = fight_contract();
  JsonTree card = card_with_schema("more", adoptable("{}"));
  const auto refused = adopt(card, {.take_over = false}, contract);
  ASSERT_THAT(refused, SizeIs(2));
  EXPECT_EQ(refused[0].path, "/schemas/more");
  EXPECT_EQ(refused[1].path, "/skills/0/inputModes");
  EXPECT_THAT(contract.schemas, SizeIs(2));
  EXPECT_THAT(contract.skills, SizeIs(1));
}

TEST(Adoption, TheDeclarationsMakeRoomForWhatHolds) {
  JsonTree card = card_with_schema("bad", adoptable(R"({"type":"objct"})"));
  card["capabilities"]["extensions"][1]["params"]["schemas"] = card["schemas"];
  const Contract contract = adopted(card);
  EXPECT_TRUE(remove_declarations(card, contract));
  EXPECT_FALSE(card.contains("schemas"));
  EXPECT_FALSE(card["capabilities"]["extensions"][1]["params"].contains("schemas"));
  EXPECT_EQ(card["skills"][0]["inputModes"], adoptable(R"(["application/json"])"));
  EXPECT_EQ(card["skills"][1]["inputModes"],
            adoptable(R"(["text/plain","application/json;schema=fightComparison"])"));
  declare(card, contract);
  EXPECT_EQ(card["capabilities"]["extensions"][1]["description"], "Mine");
  EXPECT_EQ(card["skills"][1]["inputModes"],
            adoptable(R"(["text/plain","application/json;schema=fightComparison"])"));
  EXPECT_THAT(lint(card, contract), IsEmpty());
  EXPECT_TRUE(remove_declarations(card, {}));
  EXPECT_EQ(card["skills"][1]["inputModes"], adoptable(R"(["text/plain"])"));
  EXPECT_THAT(card["capabilities"]["extensions"], SizeIs(1)) << "nothing is left to declare";
}

TEST(Adoption, AssertsFormatOnDemand) {
  const JsonTree card =
      card_with_schema("when", adoptable(R"({"type":"object","properties":{"day":{"format":"date"}}})"));
  a2a::JsonDocument document;
  const auto value = document.parse(R"({"day":"tomorrow"})");
  EXPECT_EQ(adopted(card).find("when")->validator.validate(*value), json_schema::Verdict::kValid);
  EXPECT_EQ(adopted(card, nullptr, {.assert_format = true}).find("when")->validator.validate(*value),
            json_schema::Verdict::kInvalid);
}

}  // namespace
}  // namespace schemagate::object_schemas
