#include "extension/object_schemas/card.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

using a2a::JsonTree;
using testing::ElementsAre;
using testing::IsEmpty;

JsonTree tree(std::string_view text) {
  return a2a::parse_tree(text).value();
}

JsonTree upstream_card() {
  return tree(R"({
    "name": "Fight", "version": "1", "x-own": {"k": [1, 2.50]},
    "capabilities": {"streaming": true, "extensions": [{"uri": "https://other.example/v1", "required": true}]},
    "defaultInputModes": ["text/plain", "image/png"], "defaultOutputModes": ["text/plain"],
    "skills": [{"id": "chat", "inputModes": ["audio/wav"]}, {"id": "fight-comparison", "tags": ["fight"]}]})");
}

JsonTree declared(JsonTree card, const Contract& contract = fight_contract()) {
  declare(card, contract);
  return card;
}

// "severity path" of each problem.
std::vector<std::string> problems(const JsonTree& card, const Contract& contract = fight_contract()) {
  std::vector<std::string> found;
  for (const auto& problem : lint(card, contract)) {
    EXPECT_NE(problem.message, "");
    found.push_back((problem.fatal ? "fatal " : "warning ") + problem.path);
  }
  return found;
}

// OS-1, OS-2, OS-10; X-4: the schemas again in params.
TEST(Card, DeclaresTheExtensionOnce) {
  const JsonTree card = declared(declared(upstream_card()));
  const JsonTree& extensions = card["capabilities"]["extensions"];
  ASSERT_EQ(extensions.size(), 2U);
  EXPECT_EQ(extensions[1]["uri"], kExtensionUri);
  EXPECT_TRUE(extensions[1]["description"].is_string());
  EXPECT_FALSE(extensions[1].contains("required"));
  EXPECT_EQ(extensions[1]["params"]["schemas"], card["schemas"]);
}

// OS-2: the agent's own declaration may not require it either.
TEST(Card, NeverRequiresTheExtension) {
  JsonTree card = upstream_card();
  card["capabilities"]["extensions"] = tree(R"([{"uri":"u","required":true,"params":{"own":1}}])");
  card["capabilities"]["extensions"][0]["uri"] = kExtensionUri;
  card = declared(card);
  const JsonTree& declaration = card["capabilities"]["extensions"].at(0);
  EXPECT_FALSE(declaration.contains("required"));
  EXPECT_EQ(declaration["params"]["own"], 1);
}

// OS-11, OS-17: root member, annotations as they were written.
TEST(Card, PublishesTheSchemasVerbatim) {
  const JsonTree card = declared(upstream_card());
  EXPECT_EQ(a2a::dump_tree(card["schemas"]["fightComparison"]), a2a::dump_tree(tree(kComparisonSchema)));
  EXPECT_EQ(card["schemas"].size(), 2U);
}

// OS-12, OS-13, OS-14: exact strings, text/plain first; what the skill inherited stays.
TEST(Card, WritesTheModesOfASkill) {
  const JsonTree card = declared(upstream_card());
  EXPECT_EQ(card["skills"][1]["inputModes"],
            tree(R"(["text/plain","image/png","application/json;schema=fightComparison"])"));
  EXPECT_EQ(card["skills"][1]["outputModes"],
            tree(R"(["text/plain","application/json;schema=fightResponse"])"));
  EXPECT_EQ(card["skills"][0], upstream_card()["skills"][0]);
  EXPECT_EQ(card["defaultInputModes"], upstream_card()["defaultInputModes"]);
}

// OS-14.
TEST(Card, LeavesTextOutWhenTheRouteSaysSo) {
  Contract contract = fight_contract();
  contract.skills.front().text_input = false;
  EXPECT_EQ(declared(upstream_card(), contract)["skills"][1]["inputModes"],
            tree(R"(["image/png","application/json;schema=fightComparison"])"));
}

TEST(Card, OffersOnlyWhatIsAccepted) {
  Contract contract = fight_contract();
  contract.skills.front().accept = {.text = false, .data = false};
  contract.accept = contract.skills.front().accept;
  const JsonTree card = declared(upstream_card(), contract);
  EXPECT_EQ(card["skills"][1]["inputModes"], tree(R"(["application/json;schema=fightComparison"])"));
  EXPECT_EQ(card["defaultInputModes"], tree(R"(["application/json;schema=fightComparison"])"));
  EXPECT_FALSE(card["skills"][0].contains("inputModes"));
  EXPECT_THAT(problems(card, contract), IsEmpty());
  EXPECT_EQ(a2a::dump_tree(declared(card, contract)), a2a::dump_tree(card));
}

// A message without structured input names no skill: the agent takes what one of its skills takes.
TEST(Card, AcceptsWhatASkillOfItAccepts) {
  constexpr Accepted kNothing{.text = false, .data = false};
  Contract contract = fight_contract();
  contract.skills.front().accept = kNothing;
  EXPECT_EQ(accepted_by(contract, upstream_card()), Accepted{}) << "there is the skill chat";
  contract.accept = kNothing;
  EXPECT_EQ(accepted_by(contract, upstream_card()), kNothing);
  contract.skills.front().accept = {.text = false, .data = true};
  EXPECT_EQ(accepted_by(contract, upstream_card()), (Accepted{.text = false, .data = true}));
  EXPECT_EQ(accepted_by(contract, tree(R"({"skills":[]})")), kNothing);
  contract.skills.emplace_back().accept = {.text = true, .data = false};
  EXPECT_EQ(accepted_by(contract, upstream_card()), Accepted{});
}

// OS-3.
TEST(Card, WritesAgentWideModes) {
  Contract contract = fight_contract();
  contract.skills.front().skill_id.clear();
  const JsonTree card = declared(upstream_card(), contract);
  EXPECT_EQ(card["defaultInputModes"],
            tree(R"(["text/plain","image/png","application/json;schema=fightComparison"])"));
  EXPECT_EQ(card["defaultOutputModes"], tree(R"(["text/plain","application/json;schema=fightResponse"])"));
}

TEST(Card, KeepsWhatIsNotItsOwn) {
  const JsonTree card = declared(upstream_card());
  EXPECT_EQ(card["x-own"], upstream_card()["x-own"]);
  EXPECT_EQ(card["capabilities"]["streaming"], true);
  EXPECT_EQ(card["capabilities"]["extensions"][0], upstream_card()["capabilities"]["extensions"][0]);
  EXPECT_EQ(card["skills"][1]["tags"], upstream_card()["skills"][1]["tags"]);
}

TEST(Card, IsTheSameWhenDeclaredTwice) {
  const JsonTree once = declared(upstream_card());
  EXPECT_EQ(a2a::dump_tree(declared(once)), a2a::dump_tree(once));
}

// OS-10.
TEST(Card, StaysUnchangedWithoutSchemas) {
  EXPECT_EQ(declared(upstream_card(), Contract{}), upstream_card());
}

TEST(Card, SurvivesCardsOfAnyShape) {
  for (const char* text : {"[]", "null", "5", "{}", R"({"capabilities":[],"schemas":3,"skills":{}})",
                           R"({"capabilities":{"extensions":{}},"skills":[1,null,{"id":5}]})",
                           R"({"capabilities":{"extensions":[1,{"uri":2}]},"skills":[{"id":"fight-comparison",
                               "inputModes":"x","examples":[1],"outputModes":[{}]}],"defaultInputModes":7})"}) {
    JsonTree card = tree(text);
    declare(card, fight_contract());
    lint(card, fight_contract());
    EXPECT_EQ(card.is_object(), tree(text).is_object()) << text;
  }
}

TEST(CardLint, FindsNothingWrongWithADeclaredCard) {
  EXPECT_THAT(problems(declared(upstream_card())), IsEmpty());
}

// OS-12.
TEST(CardLint, RefusesModesThatNameUndeclaredSchemas) {
  JsonTree card = declared(upstream_card());
  card["skills"][0]["outputModes"] = tree(R"(["text/plain","application/json;schema=nope"])");
  card["defaultInputModes"].push_back("application/json;schema=");
  EXPECT_THAT(problems(card), ElementsAre("fatal /defaultInputModes/2", "fatal /skills/0/outputModes/1"));
}

// OS-13.
TEST(CardLint, WarnsOfModesInAnotherSpelling) {
  JsonTree card = declared(upstream_card());
  card["defaultInputModes"].push_back("application/json; schema=fightComparison");
  EXPECT_THAT(problems(card), ElementsAre("warning /defaultInputModes/2"));
}

TEST(CardLint, NamesWhatWasProbablyMeant) {
  Contract contract = fight_contract();
  contract.skills.front().skill_id = "fight-comparsion";
  JsonTree card = declared(upstream_card(), contract);
  EXPECT_THAT(lint(card, contract).at(0).message, testing::EndsWith("; did you mean fight-comparison?"));
  contract.skills.front().skill_id = "elsewhere";
  EXPECT_THAT(lint(card, contract).at(0).message, testing::EndsWith("; there are: chat, fight-comparison"));
  card["skills"][0]["inputModes"] = tree(R"(["text/plain","application/json;schema=fightResponce"])");
  EXPECT_THAT(lint(card, contract).at(0).message,
              testing::EndsWith("not declared; did you mean fightResponse?"));
}

TEST(CardLint, ListsSoManyProblemsAndCountsTheRest) {
  JsonTree card = declared(upstream_card());
  for (int i = 0; i < 500; ++i)
    card["defaultInputModes"].push_back("application/json; schema=fightComparison");
  card["skills"][0]["inputModes"] = tree(R"(["text/plain","application/json;schema=unknown"])");
  const auto found = lint(card, fight_contract());
  ASSERT_EQ(found.size(), kCardProblemsMax + 1);
  EXPECT_FALSE(found.front().fatal);
  EXPECT_TRUE(found.back().fatal);
  EXPECT_EQ(found.back().message, "and 401 problems more");
}

// A promise that text is refused, which nobody keeps.
TEST(CardLint, WarnsOfSchemasWithoutTheTextThatIsPassedOn) {
  JsonTree card = declared(upstream_card());
  card["skills"][0]["inputModes"] = tree(R"(["application/json;schema=fightComparison"])");
  EXPECT_THAT(problems(card), ElementsAre("warning /skills/0/inputModes"));
  Contract contract = fight_contract();
  contract.skills.front().text_input = false;
  EXPECT_THAT(problems(declared(upstream_card(), contract), contract), IsEmpty());
}

TEST(CardLint, WarnsOfModesThatNobodyKeeps) {
  JsonTree card = declared(upstream_card());
  card["skills"][0]["inputModes"] = tree(R"(["text/plain","application/json;schema=fightResponse"])");
  card["skills"][0]["outputModes"] = tree(R"(["text/plain","application/json;schema=fightResponse"])");
  EXPECT_THAT(problems(card), ElementsAre("warning /skills/0/inputModes/1"));
}

TEST(CardLint, OfAPartMissesNothing) {
  const JsonTree part = tree(R"({"skills":[{"id":"chat","inputModes":["application/json;schema=nope"]}]})");
  std::vector<std::string> paths;
  for (const CardProblem& each : lint_part(part, fight_contract())) paths.push_back(each.path);
  EXPECT_THAT(paths, ElementsAre("/skills/0/inputModes/0", "/skills/0/inputModes"));
}

TEST(CardLint, RefusesRoutesWithoutSkill) {
  Contract contract = fight_contract();
  contract.skills.front().skill_id = "nobody";
  EXPECT_THAT(problems(declared(upstream_card(), contract), contract), ElementsAre("fatal /skills"));
}

// OS-18.
TEST(CardLint, WarnsOfExamplesThatFitNoInputSchema) {
  JsonTree card = declared(upstream_card());
  card["skills"][1]["examples"] =
      tree(R"(["{\"a\": \"Lion\", \"b\": \"Tiger\"}", "Lion vs Tiger", "{\"a\": 1}"])");
  EXPECT_THAT(problems(card), ElementsAre("warning /skills/1/examples/2"));
}

// The contract says what the skill takes, whatever modes the configured card leaves to it.
TEST(CardLint, WarnsOfExamplesInACardThatLeavesTheModesToTheContract) {
  const JsonTree part =
      tree(R"({"skills":[{"id":"fight-comparison","examples":["{\"a\": 1}", "Lion vs Tiger"]}]})");
  const auto found = lint_part(part, fight_contract());
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found.front().path, "/skills/0/examples/0");
}

// The card is its agent's word: thousands of examples against thousands of schemas took minutes.
TEST(CardLint, LooksAtABoundedAmountOfExamples) {
  JsonTree part = tree(R"({"skills":[{"id":"fight-comparison","examples":[]}]})");
  const std::string example = R"({"a":")" + std::string(256 << 10, 'x') + R"("})";
  for (int i = 0; i < 65; ++i) part["skills"][0]["examples"].push_back(example);
  EXPECT_THAT(lint_part(part, fight_contract()), SizeIs(testing::AllOf(testing::Gt(0), testing::Lt(65))));
}

// X-12.
TEST(CardLint, RefusesInputSchemasThatTakeMoreThanObjects) {
  for (const char* schema : {"{}", "true", R"({"type":["object","array"]})", R"({"properties":{}})"}) {
    Contract contract = fight_contract();
    contract.schemas.at("fightComparison") = schema_of(schema, true, false);
    EXPECT_THAT(problems(declared(upstream_card(), contract), contract),
                ElementsAre("fatal /schemas/fightComparison"))
        << schema;
  }
}

TEST(CardLint, AcceptsObjectRootsInAnyForm) {
  for (const char* schema : {R"({"type":["object"]})", R"({"anyOf":[{"type":"object"},{"enum":[{}]}]})",
                             R"({"$ref":"#/$defs/o","$defs":{"o":{"type":"object"}}})"}) {
    Contract contract = fight_contract();
    contract.schemas.at("fightComparison") = schema_of(schema, true, false);
    EXPECT_THAT(problems(declared(upstream_card(), contract), contract), IsEmpty()) << schema;
  }
}

// X-11.
TEST(CardLint, RefusesNamesThatAreNoTokens) {
  Contract contract = fight_contract();
  contract.schemas.emplace("a b", schema_of("true", false, true));
  EXPECT_THAT(problems(declared(upstream_card(), contract), contract), ElementsAre("fatal /schemas/a b"));
}

// RFC 6901 section 3: the path of a problem is a pointer whatever the schema is called.
TEST(CardLint, NamesASchemaByAPointer) {
  Contract contract = fight_contract();
  contract.schemas.emplace("a/b~c", schema_of("true", false, true));
  EXPECT_THAT(problems(declared(upstream_card(), contract), contract), ElementsAre("fatal /schemas/a~1b~0c"));
}

}  // namespace
}  // namespace schemagate::object_schemas
