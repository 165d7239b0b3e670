#include "gateway/observe/series.h"

#include <gmock/gmock.h>

#include <string>
#include <thread>

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::Pair;

SeriesSums sums_of(const SeriesTable& table) {
  SeriesSums sums;
  table.add_to(sums);
  return sums;
}

TEST(SeriesTableTest, CountsByAllValuesTogether) {
  SeriesTable table(2);
  table.at({"fight", "ok"}).add(0);
  table.at({"fight", "ok"}).add(1, 40);
  table.at({"fight", "error"}).add(0);
  table.at({"fight", "ok"}).add(0);
  EXPECT_THAT(sums_of(table), ElementsAre(Pair(ElementsAre("fight", "error"), ElementsAre(1, 0)),
                                          Pair(ElementsAre("fight", "ok"), ElementsAre(2, 40))));
}

TEST(SeriesTableTest, TellsWhereOneValueEndsAndTheNextBegins) {
  SeriesTable table;
  table.at({"a", "bc"}).add(0);
  table.at({"ab", "c"}).add(0);
  table.at({"abc", ""}).add(0);
  EXPECT_EQ(sums_of(table).size(), 3U);
}

TEST(SeriesTableTest, AddsUpTheTablesOfAllCores) {
  SeriesTable one(2);
  SeriesTable two(2);
  one.at({"fight"}).add(1, 5);
  two.at({"fight"}).add(1, 7);
  two.at({"flight"}).add(0);
  SeriesSums sums = sums_of(one);
  two.add_to(sums);
  EXPECT_THAT(sums, ElementsAre(Pair(ElementsAre("fight"), ElementsAre(0, 12)),
                                Pair(ElementsAre("flight"), ElementsAre(1, 0))));
}

TEST(SeriesTableTest, CountsWhatIsBeyondItsLimitTogether) {
  SeriesTable table(1, 2);
  for (const char* const each : {"a", "b", "c", "d", "a"}) table.at({each, "x"}).add(0);
  EXPECT_THAT(sums_of(table), ElementsAre(Pair(ElementsAre("a", "x"), ElementsAre(2)),
                                          Pair(ElementsAre("b", "x"), ElementsAre(1)),
                                          Pair(ElementsAre("other", "other"), ElementsAre(2))));
}

TEST(SeriesTableTest, KeepsNoLongText) {
  SeriesTable table;
  table.at({std::string(SeriesTable::kValueBytesMax, 'x')}).add(0);
  table.at({std::string(SeriesTable::kValueBytesMax + 1, 'y')}).add(0);
  table.at({std::string(5'000'000, 'z')}).add(0);
  EXPECT_THAT(sums_of(table),
              ElementsAre(Pair(ElementsAre("other"), ElementsAre(2)),
                          Pair(ElementsAre(std::string(SeriesTable::kValueBytesMax, 'x')), ElementsAre(1))));
}

TEST(SeriesTableTest, IsReadWhileItGrows) {
  constexpr std::size_t kSeries = 1'000;
  SeriesTable table;
  std::jthread core([&table] {
    for (std::size_t i = 0; i < kSeries; ++i) table.at({std::to_string(i)}).add(0, i);
  });
  for (std::size_t seen = 0; seen < kSeries;) {
    const SeriesSums sums = sums_of(table);
    ASSERT_GE(sums.size(), seen);
    seen = sums.size();
  }
  core.join();
  for (const auto& [values, numbers] : sums_of(table)) EXPECT_EQ(std::to_string(numbers[0]), values[0]);
}

}  // namespace
}  // namespace schemagate
