// The data in agent_cards/: every folder is loaded and checked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "extension/object_schemas/card.h"
#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

using a2a::JsonTree;
using std::filesystem::path;

const path kAgentCards = path(SCHEMAGATE_SOURCE_DIR) / "agent_cards";

std::string read(const path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

JsonTree card_of(const path& folder) {
  return a2a::parse_tree(read(folder / "card.json")).value();
}

std::vector<std::string> named_by(const JsonTree& skill, const char* member) {
  std::vector<std::string> names;
  const JsonTree* modes = a2a::find_member(skill, member);
  if (modes == nullptr) return names;
  for (const JsonTree& mode : *modes) {
    const Flag flag = parse_mode(*mode.get_ptr<const std::string*>());
    if (const auto* named = std::get_if<FlaggedWith>(&flag)) names.push_back(named->schema);
  }
  return names;
}

// What the folder itself declares.
Contract contract_of(const path& folder) {
  Contract contract;
  for (const auto& file : std::filesystem::directory_iterator(folder / "schemas")) {
    contract.schemas.emplace(file.path().stem(), schema_of(read(file.path()), false, false));
  }
  const JsonTree card = card_of(folder);
  for (const JsonTree& skill : *a2a::find_member(card, "skills")) {
    SkillContract& declared = contract.skills.emplace_back();
    declared.skill_id = *a2a::find_string(skill, "id");
    declared.input_schemas = named_by(skill, "inputModes");
    declared.output_schemas = named_by(skill, "outputModes");
    for (const auto& name : declared.input_schemas) contract.schemas.at(name).input = true;
    for (const auto& name : declared.output_schemas) contract.schemas.at(name).output = true;
  }
  return contract;
}

std::vector<path> folders() {
  std::vector<path> found;
  for (const auto& entry : std::filesystem::directory_iterator(kAgentCards)) {
    if (entry.is_directory()) found.push_back(entry.path());
  }
  return found;
}

TEST(AgentCards, AreThere) {
  EXPECT_THAT(folders(), testing::Contains(kAgentCards / "fight"));
}

// OS-11, OS-12, OS-18.
TEST(AgentCards, AgreeWithTheirSchemas) {
  for (const path& folder : folders()) {
    const JsonTree card = card_of(folder);
    const Contract contract = contract_of(folder);
    for (const auto& problem : lint(card, contract)) {
      ADD_FAILURE() << folder << " " << problem.path << ": " << problem.message;
    }
    const JsonTree* declared = a2a::find_member(card, "schemas");
    if (declared == nullptr) continue;  // the gateway declares them
    for (const auto& [name, schema] : contract.schemas) {
      EXPECT_EQ(*a2a::find_member(*declared, name), a2a::parse_tree(schema.text).value());
    }
  }
}

// OS-16: declaring the example's schemas on an agent that knows nothing of them gives the example's card.
TEST(AgentCards, FightIsWhatDeclaringItGives) {
  const JsonTree golden = card_of(kAgentCards / "fight");
  JsonTree card = golden;
  card.erase("schemas");
  card.erase("capabilities");
  card["skills"][0].erase("inputModes");
  card["skills"][0].erase("outputModes");
  declare(card, contract_of(kAgentCards / "fight"));
  EXPECT_EQ(card["schemas"], golden["schemas"]);
  EXPECT_EQ(card["skills"][0]["inputModes"], golden["skills"][0]["inputModes"]);
  EXPECT_EQ(card["skills"][0]["outputModes"], golden["skills"][0]["outputModes"]);
  JsonTree declaration = card["capabilities"]["extensions"][0];
  declaration.erase("params");
  EXPECT_EQ(declaration, golden["capabilities"]["extensions"][0]);
}

// OS-16: the members of the example's skill.
TEST(AgentCards, FightHasTheSkillOfTheExample) {
  const JsonTree skill = card_of(kAgentCards / "fight")["skills"][0];
  std::vector<std::string> members;
  for (const auto& [name, value] : skill.items()) members.push_back(name);
  EXPECT_THAT(members, testing::ElementsAre("id", "name", "description", "inputModes", "outputModes",
                                            "examples", "tags"));
  EXPECT_EQ(skill["id"], "fight-comparison");
  EXPECT_EQ(skill["examples"].size(), 3U);
}

// OS-17: each feature of the two schemas, violated once.
TEST(AgentCards, FightSchemasRefuseEachFault) {
  const Contract contract = contract_of(kAgentCards / "fight");
  const auto keyword = [&contract](const char* schema, std::string_view json) {
    a2a::JsonDocument document;
    const auto report = contract.find(schema)->validator.explain(document.parse(json).value());
    return report.violations.empty() ? std::string() : report.violations.front().keyword;
  };
  EXPECT_EQ(keyword("fightComparison", kLionTiger), "");
  EXPECT_EQ(keyword("fightComparison", "[]"), "type");
  EXPECT_EQ(keyword("fightComparison", R"({"a":"x"})"), "required");
  EXPECT_EQ(keyword("fightComparison", R"({"a":"x","b":1})"), "type");
  EXPECT_EQ(keyword("fightComparison", R"({"a":"x","b":"y","c":1})"), "additionalProperties");
  EXPECT_EQ(keyword("fightResponse", kTigerWins), "");
  EXPECT_EQ(keyword("fightResponse", kImprobable), "maximum");
  EXPECT_EQ(keyword("fightResponse", R"({"winner":"x","probability":-0.1,"explanation":""})"), "minimum");
}

}  // namespace
}  // namespace schemagate::object_schemas
