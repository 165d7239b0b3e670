#include "a2a/json/well_formed.h"

#include <gtest/gtest.h>

namespace schemagate::a2a {
namespace {

TEST(WellFormed, IsWhatADocumentTakesWithinItsLimits) {
  EXPECT_TRUE(is_well_formed(R"({"a":[1]})"));
  EXPECT_TRUE(is_well_formed("null"));
  EXPECT_FALSE(is_well_formed(""));
  EXPECT_FALSE(is_well_formed("{} {}"));
  EXPECT_FALSE(is_well_formed(R"({"a":1,"a":2})"));
  EXPECT_TRUE(is_well_formed("[12345]", {.bytes_max = 7}));
  EXPECT_FALSE(is_well_formed("[123456]", {.bytes_max = 7}));
}

}  // namespace
}  // namespace schemagate::a2a
