#include "gateway/observe/event_counts.h"

#include <gmock/gmock.h>

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(EventCountsTest, CountsWhatIsToBeLookedAtWhetherItIsWrittenOrNot) {
  EventCounts counts;
  const Log log(LogLevel::kOff, &counts);
  log.write(LogLevel::kInfo, "request", {{"agent", "fight"}});
  log.write(LogLevel::kError, "ledger_failed", {{"cause", "no space is left"}});
  for (const bool is_one_of_too_many : {false, true}) {
    const Log::Fields fields{
        {"request_id", 7}, {"agent", "fight"}, {"failure.kind", "unreachable"}, {"cause", "refused"}};
    is_one_of_too_many ? log.tell_observer(LogLevel::kWarn, "agent_call_failed", fields)
                       : log.write(LogLevel::kWarn, "agent_call_failed", fields);
  }
  EXPECT_THAT(counts.sums(),
              ElementsAre(Pair(ElementsAre("agent_call_failed", "warn", "fight", "unreachable", "", ""),
                               ElementsAre(2)),
                          Pair(ElementsAre("ledger_failed", "error", "", "", "", ""), ElementsAre(1))));
  EXPECT_EQ(counts.lost_lines(), 0U);
}

}  // namespace
}  // namespace schemagate
