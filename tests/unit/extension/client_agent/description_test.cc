#include "extension/client_agent/description.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// SD-28, SD-34: what Figure 3 says.
TEST(Description, ReadsValuesAndExamples) {
  const Hints hints = read_description(
      "Cabin class preference. Acceptable values: economy, premium_economy, business, first. Example "
      "mapping: "
      "'business class' -> 'business'.");
  EXPECT_THAT(hints.values, ElementsAre("economy", "premium_economy", "business", "first"));
  EXPECT_THAT(hints.examples, ElementsAre(Example{"business class", "business"}));
  EXPECT_EQ(hints.range, std::nullopt);
}

TEST(Description, ReadsRanges) {
  EXPECT_EQ(read_description("Range: 1-9. Example: 'two people' -> 2.").range, (Range{1, 9}));
  EXPECT_EQ(read_description("Range: 1.0-1.5.").range, (Range{1.0, 1.5}));
  EXPECT_EQ(read_description("Range: 0 to 10, where 0 means off").range, (Range{0, 10}));
  EXPECT_EQ(read_description("Range: 9-1").range, std::nullopt);
  EXPECT_EQ(read_description("Range: wide").range, std::nullopt);
  EXPECT_EQ(read_description("Range: 0-inf").range, std::nullopt);
  EXPECT_EQ(read_description("Range: nan-1").range, std::nullopt);
}

// X-28: "IATA codes (e.g. …) or city names" is no enumeration.
TEST(Description, TakesNoProseForAnEnumeration) {
  const Hints hints = read_description(
      "Departure city or airport code. Acceptable values: IATA airport codes (e.g., PEK, SHA, JFK) or city "
      "names.");
  EXPECT_THAT(hints.values, IsEmpty());
  EXPECT_TRUE(hints.is_place);
  EXPECT_FALSE(hints.takes_code_only);
  EXPECT_TRUE(read_description("An IATA code.").takes_code_only);
}

TEST(Description, ReadsExamplesWithQuotesInside) {
  EXPECT_THAT(read_description("'don't blur' -> false, \"blur it\" -> true; 'x' -> 'a's b'.").examples,
              ElementsAre(Example{"don't blur", "false"}, Example{"blur it", "true"}, Example{"x", "a's b"}));
  EXPECT_THAT(read_description("'x' -> '', 'y' -> 'b'").examples, ElementsAre(Example{"y", "b"}));
  EXPECT_THAT(read_description("x -> y, '' -> , -> 'a', 'unclosed -> 'b'").examples, IsEmpty());
}

// The schema's own rules come before the prose.
TEST(Description, PrefersTheSchema) {
  const auto property = a2a::parse_tree(R"({"enum":["a","b"],"minimum":2,"maximum":3})").value();
  schema_interaction::Key key;
  key.name = "k";
  key.description = "Acceptable values: x, y. Range: 1-9.";
  const Hints hints = hints_of(key, &property);
  EXPECT_THAT(hints.values, ElementsAre("a", "b"));
  EXPECT_EQ(hints.range, (Range{2, 3}));
}

TEST(Description, IsReadUpToALimit) {
  std::string long_one = "Acceptable values: a, b. ";
  for (int i = 0; i < 100'000; ++i) long_one += "'x' -> 'y' ";
  EXPECT_EQ(read_description(long_one).examples.size(), kExamplesMax);
  const a2a::JsonTree property = {{"enum", std::vector<std::string>(100'000, "a")}};
  EXPECT_EQ(hints_of({}, &property).values.size(), kValuesMax);
}

}  // namespace
}  // namespace schemagate::client_agent
