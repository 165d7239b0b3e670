#include "extension/object_schemas/contract_reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

using testing::SizeIs;
using testing::StartsWith;

constexpr std::string_view kOtherSchema = R"({"type":"object","required":["c"]})";

Contract with_digests(Contract contract) {
  set_digests(contract);
  return contract;
}

std::string digest_after(const std::function<void(Contract&)>& change) {
  Contract contract = fight_contract();
  contract.schemas.emplace("other", schema_of(kOtherSchema, true, true));
  change(contract);
  return digest_of(contract, contract.skills.front());
}

std::string unchanged_digest() {
  return digest_after([](Contract&) {});
}

TEST(ContractDigest, TheSkillThatTakesASchemaIsFoundWithAndWithout) {
  Contract contract = fight_contract();
  contract.skills.push_back(contract.skills.front());
  contract.skills.back().skill_id = "later";
  const std::string schema = contract.skills.front().input_schemas.front();
  const SkillContract* first = &contract.skills.front();
  EXPECT_EQ(contract.skill_for_input(schema), first);
  set_digests(contract);
  EXPECT_EQ(contract.skill_for_input(schema), first);
  EXPECT_EQ(contract.skill_for_input("unknown"), nullptr);
  std::swap(contract.skills.front(), contract.skills.back());
  contract.skills.front().input_schemas.clear();
  set_digests(contract);
  EXPECT_EQ(contract.skill_for_input(schema), &contract.skills.back()) << "it is found anew";
}

TEST(ContractDigest, IsOneTextForEveryContract) {
  EXPECT_THAT(unchanged_digest(), StartsWith("sha-256:"));
  EXPECT_THAT(unchanged_digest(), SizeIs(8 + 43));
  const Contract contract = with_digests(fight_contract());
  EXPECT_EQ(contract.skills.front().digest, digest_of(contract, contract.skills.front()));
}

TEST(ContractDigest, StaysWhenNothingThatCountsChanges) {
  const auto stays = [](const std::function<void(Contract&)>& change) {
    return digest_after(change) == unchanged_digest();
  };
  EXPECT_TRUE(stays([](Contract& contract) { contract.skills.front().skill_id = "renamed"; }));
  EXPECT_TRUE(stays([](Contract& contract) { contract.skills.front().title = template_of("new"); }));
  EXPECT_TRUE(stays([](Contract& contract) { contract.schemas.erase("other"); }));
  EXPECT_TRUE(stays([](Contract& contract) { contract.skills.emplace_back().input_schemas = {"other"}; }));
  EXPECT_TRUE(stays([](Contract& contract) {
    contract.schemas.erase("fightComparison");
    contract.schemas.emplace("fightComparison", schema_of(R"({"additionalProperties":false,
        "required":["a","b"], "type":"object",
        "properties":{"b":{"type":"string","description":"The name of the second contestant"},
                      "a":{"type":"string","description":"The name of the first contestant"}},
        "$schema":"https://json-schema.org/draft/2020-12/schema"})",
                                                          true, false));
  }));
}

TEST(ContractDigest, ChangesWithEachPartThatCounts) {
  std::set<std::string> digests{unchanged_digest()};
  const auto changes = [&digests](const std::function<void(SkillContract&)>& change) {
    return digests.insert(digest_after([&change](Contract& contract) { change(contract.skills.front()); }))
        .second;
  };
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.input_schemas = {"other"}; }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.output_schemas = {"other"}; }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.output_schemas = {"other", "fightResponse"}; }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.output_schemas = {"fightResponse", "other"}; }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.output_schemas.clear(); }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.text_input = false; }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.input_mapping = InputMapping::kText; }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.input_mapping = InputMapping::kTemplate; }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.prompt = template_of("Compare {a}"); }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.prompt = template_of("Compare {{/a}}"); }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.artifact_id = "other-result"; }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.input_mapping = InputMapping::kLabelled; }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.strict_output = true; }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.accept.text = false; }));
  EXPECT_TRUE(changes([](SkillContract& skill) { skill.accept.data = false; }));
}

TEST(ContractDigest, ChangesWithTheTextOfASchema) {
  EXPECT_NE(unchanged_digest(), digest_after([](Contract& contract) {
              contract.schemas.at("fightResponse") = schema_of(kOtherSchema, false, true);
            }));
  EXPECT_NE(unchanged_digest(), digest_after([](Contract& contract) {
              contract.schemas.at("fightComparison") = schema_of(kOtherSchema, true, false);
            }));
}

// The input schemas have no order of preference.
TEST(ContractDigest, IgnoresTheOrderOfInputs) {
  const auto with = [](std::vector<std::string> inputs) {
    return digest_after([&inputs](Contract& contract) { contract.skills.front().input_schemas = inputs; });
  };
  EXPECT_EQ(with({"fightComparison", "other"}), with({"other", "fightComparison"}));
}

// RFC 8785 as we implement it nests 128 deep; a schema may be deeper.
TEST(ContractDigest, CountsTheTextOfASchemaWithoutCanonicalForm) {
  const auto with_nested = [](const std::string& innermost) {
    std::string text = innermost;
    for (int i = 0; i < 100; ++i) text = R"({"properties":{"p":)" + text + "}}";
    return digest_after(
        [&text](Contract& contract) { contract.schemas.at("fightResponse") = schema_of(text, false, true); });
  };
  EXPECT_THAT(with_nested("true"), StartsWith("sha-256:"));
  EXPECT_EQ(with_nested("true"), with_nested("true"));
  EXPECT_NE(with_nested("true"), with_nested("false"));
}

TEST(ContractReference, FindsTheSkillThatItWasMadeOf) {
  const Contract contract = with_digests(fight_contract());
  const auto reference = reference_to(contract.skills.front(), "fightComparison");
  EXPECT_EQ(reference.schema, "fightComparison");
  EXPECT_EQ(reference.skill_id, "fight-comparison");
  const auto found = find_referenced(contract, reference);
  EXPECT_EQ(found.skill, &contract.skills.front());
  EXPECT_TRUE(found.is_same);
}

TEST(ContractReference, SaysWhenTheContractHasChanged) {
  const Contract before = with_digests(fight_contract());
  Contract after = fight_contract();
  after.skills.front().strict_output = true;
  set_digests(after);
  const auto found = find_referenced(after, reference_to(before.skills.front(), "fightComparison"));
  EXPECT_EQ(found.skill, &after.skills.front());
  EXPECT_FALSE(found.is_same);
}

TEST(ContractReference, StaysWithItsSkillWhenAnotherTakesTheSchemaFirst) {
  Contract contract = fight_contract();
  contract.skills.insert(contract.skills.begin(), contract.skills.front());
  contract.skills.front().skill_id = "rematch";
  contract.skills.front().strict_output = true;
  set_digests(contract);
  const auto found = find_referenced(contract, reference_to(contract.skills.back(), "fightComparison"));
  EXPECT_EQ(found.skill, &contract.skills.back());
  EXPECT_TRUE(found.is_same);
}

TEST(ContractReference, FollowsItsSchemaToAnotherSkill) {
  const Contract before = with_digests(fight_contract());
  const auto reference = reference_to(before.skills.front(), "fightComparison");
  Contract after = fight_contract();
  after.skills.front().skill_id = "renamed";
  set_digests(after);
  EXPECT_EQ(find_referenced(after, reference).skill, &after.skills.front());
  EXPECT_TRUE(find_referenced(after, reference).is_same);
  // The old id is another skill's now, which does not take the schema.
  after.skills.insert(after.skills.begin(), SkillContract{});
  after.skills.front().skill_id = "fight-comparison";
  set_digests(after);
  EXPECT_EQ(find_referenced(after, reference).skill, &after.skills.back());
}

TEST(ContractReference, FindsNothingWhereNoSkillTakesTheSchema) {
  const Contract before = with_digests(fight_contract());
  const auto reference = reference_to(before.skills.front(), "fightComparison");
  for (const Contract& after : {Contract{}, with_digests([] {
                                  Contract contract = fight_contract();
                                  contract.skills.front().input_schemas.clear();
                                  return contract;
                                }())}) {
    EXPECT_EQ(find_referenced(after, reference).skill, nullptr);
    EXPECT_FALSE(find_referenced(after, reference).is_same);
  }
}

TEST(ContractReference, OfNoStructuredInputFindsNothing) {
  Contract contract = fight_contract();
  contract.skills.front().input_schemas.emplace_back();  // not even a schema without a name
  EXPECT_TRUE(ContractReference{}.empty());
  EXPECT_EQ(find_referenced(contract, {}).skill, nullptr);
}

// Without digests nothing is known to be the same.
TEST(ContractReference, TrustsNoEmptyDigest) {
  const Contract contract = fight_contract();
  const auto found = find_referenced(contract, reference_to(contract.skills.front(), "fightComparison"));
  EXPECT_EQ(found.skill, &contract.skills.front());
  EXPECT_FALSE(found.is_same);
}

}  // namespace
}  // namespace schemagate::object_schemas
