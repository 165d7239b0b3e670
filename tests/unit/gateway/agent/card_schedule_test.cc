#include "gateway/agent/card_schedule.h"

#include <gtest/gtest.h>

namespace schemagate {
namespace {

using std::chrono::seconds;
using TimePoint = CardSchedule::TimePoint;

constexpr TimePoint kBegin{};
constexpr seconds kInterval{30};

TEST(CardSchedule, GivesEachAgentOnceAtTheBeginning) {
  CardSchedule schedule(3, kBegin);
  EXPECT_EQ(schedule.take(kBegin), 0u);
  EXPECT_EQ(schedule.take(kBegin), 1u);
  EXPECT_EQ(schedule.take(kBegin), 2u);
  EXPECT_EQ(schedule.take(kBegin + kInterval), std::nullopt) << "all are taken";
  EXPECT_EQ(schedule.next_due(), TimePoint::max());
}

TEST(CardSchedule, IsAllTriedWhenEachHasBeenPutBack) {
  CardSchedule schedule(2, kBegin);
  const auto first = schedule.take(kBegin);
  const auto second = schedule.take(kBegin);
  schedule.put_back(*first, true, kInterval, kBegin);
  schedule.put_back(*schedule.take(kBegin + kInterval), true, kInterval, kBegin + kInterval);
  EXPECT_FALSE(schedule.all_tried()) << "one of them twice";
  schedule.put_back(*second, false, kInterval, kBegin);
  EXPECT_TRUE(schedule.all_tried()) << "a failure is a try";
  EXPECT_TRUE(CardSchedule(0, kBegin).all_tried());
}

TEST(CardSchedule, GivesTheOneThatIsDueForLongest) {
  CardSchedule schedule(2, kBegin);
  (void)schedule.take(kBegin);
  (void)schedule.take(kBegin);
  schedule.put_back(0, true, seconds(20), kBegin);
  schedule.put_back(1, true, seconds(10), kBegin);
  EXPECT_EQ(schedule.next_due(), kBegin + seconds(10));
  EXPECT_EQ(schedule.take(kBegin + seconds(9)), std::nullopt);
  EXPECT_EQ(schedule.take(kBegin + seconds(25)), 1u);
  EXPECT_EQ(schedule.take(kBegin + seconds(25)), 0u);
}

// Each reading of an agent that is not there may take its whole timeout.
TEST(CardSchedule, AgentsThatFailLeavePlacesToTheOthers) {
  CardSchedule schedule(4, kBegin, 1);
  for (int i = 0; i < 4; ++i) (void)schedule.take(kBegin);
  for (const std::size_t failing : {0, 1, 2}) schedule.put_back(failing, false, kInterval, kBegin);
  schedule.put_back(3, true, kInterval, kBegin);
  const TimePoint later = kBegin + kInterval;
  EXPECT_EQ(schedule.take(later), 0u);
  EXPECT_EQ(schedule.take(later), 3u) << "two more have been due for longer, and one of them is at it";
  EXPECT_EQ(schedule.take(later), std::nullopt);
  EXPECT_EQ(schedule.next_due(), TimePoint::max());
  schedule.put_back(0, true, kInterval, later);
  EXPECT_EQ(schedule.take(later), 1u);
}

// The pause after each failure in a row, from `interval`.
seconds pause_after(CardSchedule& schedule, bool updated, seconds interval) {
  const TimePoint now = schedule.next_due();
  schedule.put_back(*schedule.take(now), updated, interval, now);
  return std::chrono::duration_cast<seconds>(schedule.next_due() - now);
}

TEST(CardSchedule, WaitsLongerAfterEachFailureUpToHalfAMinute) {
  CardSchedule schedule(1, kBegin);
  for (const int expected : {1, 2, 4, 8, 16, 30, 30})
    EXPECT_EQ(pause_after(schedule, false, seconds(600)), seconds(expected));
  EXPECT_EQ(pause_after(schedule, true, seconds(600)), seconds(600));
  EXPECT_EQ(pause_after(schedule, false, seconds(600)), seconds(1)) << "from the beginning";
}

TEST(CardSchedule, WaitsNoLongerThanTheIntervalAfterFailures) {
  CardSchedule schedule(1, kBegin);
  for (const int expected : {1, 2, 3, 3})
    EXPECT_EQ(pause_after(schedule, false, seconds(3)), seconds(expected));
}

TEST(CardSchedule, AnAgentThatIsHurriedIsDueAtOnceUnlessItIsTaken) {
  CardSchedule schedule(2, kBegin);
  (void)schedule.take(kBegin);
  (void)schedule.take(kBegin);
  schedule.put_back(0, true, kInterval, kBegin);
  const TimePoint later = kBegin + seconds(5);
  schedule.make_due(0, later);
  schedule.make_due(1, later);
  EXPECT_EQ(schedule.take(later), 0u);
  EXPECT_TRUE(schedule.is_taken(1));
  EXPECT_EQ(schedule.take(later), std::nullopt);
  schedule.put_back(1, true, kInterval, later);
  schedule.make_due(1, later + kInterval * 2);
  EXPECT_EQ(schedule.next_due(), later + kInterval) << "it was due before";
}

TEST(CardSchedule, GivesOneThatHasComeLaterAtOnce) {
  CardSchedule schedule(1, kBegin);
  schedule.put_back(*schedule.take(kBegin), true, kInterval, kBegin);
  EXPECT_EQ(schedule.add(kBegin + seconds(1)), 1u);
  EXPECT_FALSE(schedule.all_tried());
  EXPECT_EQ(schedule.take(kBegin + seconds(1)), 1u);
  schedule.put_back(1, false, kInterval, kBegin + seconds(1));
  EXPECT_TRUE(schedule.all_tried());
}

TEST(CardSchedule, GivesNobodyWhatHasBeenRemoved) {
  CardSchedule schedule(3, kBegin);
  schedule.remove(1);
  EXPECT_EQ(schedule.take(kBegin), 0u);
  EXPECT_EQ(schedule.take(kBegin), 2u);
  schedule.put_back(2, false, kInterval, kBegin);
  schedule.remove(2);
  schedule.remove(0);
  EXPECT_EQ(schedule.take(kBegin + kInterval), std::nullopt);
  schedule.put_back(0, true, kInterval, kBegin);
  EXPECT_EQ(schedule.take(kBegin + kInterval), std::nullopt) << "it was taken when it was removed";
  EXPECT_TRUE(schedule.all_tried()) << "the others that there were are gone";
  EXPECT_EQ(schedule.next_due(), TimePoint::max());
}

TEST(CardSchedule, GivesThePlaceOfOneThatIsGoneToAnother) {
  CardSchedule schedule(2, kBegin);
  (void)schedule.take(kBegin);
  schedule.remove(0);
  EXPECT_EQ(schedule.add(kBegin), 2u) << "whoever has the first has not put it back";
  schedule.put_back(0, true, kInterval, kBegin);
  EXPECT_EQ(schedule.add(kBegin), 0u);
}

}  // namespace
}  // namespace schemagate
