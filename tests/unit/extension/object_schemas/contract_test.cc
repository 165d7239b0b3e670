#include "extension/object_schemas/contract.h"

#include <gtest/gtest.h>

#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

TEST(Contract, FindsItsSchemas) {
  const Contract contract = fight_contract();
  EXPECT_TRUE(contract.declared());
  EXPECT_NE(contract.find("fightComparison"), nullptr);
  EXPECT_EQ(contract.find("fightcomparison"), nullptr);
  EXPECT_FALSE(Contract{}.declared());
}

// OS-4, X-13: the same skill each time, the first in order.
TEST(Contract, RoutesASharedSchemaToTheFirstSkill) {
  Contract contract = fight_contract();
  contract.skills.push_back(contract.skills.front());
  contract.skills.back().skill_id = "rematch";
  EXPECT_EQ(contract.skill_for_input("fightComparison"), &contract.skills.front());
}

TEST(Contract, HasNoRouteForAnOutputSchema) {
  const Contract contract = fight_contract();
  EXPECT_EQ(contract.skill_for_input("fightResponse"), nullptr);
  EXPECT_EQ(contract.input_names(), std::vector<std::string>{"fightComparison"});
}

}  // namespace
}  // namespace schemagate::object_schemas
