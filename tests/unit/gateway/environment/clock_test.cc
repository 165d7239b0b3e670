#include "gateway/environment/clock.h"

#include <gtest/gtest.h>

namespace schemagate {
namespace {

using std::chrono::milliseconds;
using std::chrono::sys_days;
using std::chrono::system_clock;
using namespace std::chrono_literals;

// RFC 3339, section 5.6.
TEST(Timestamp, IsUtcWithMilliseconds) {
  const system_clock::time_point time = sys_days(2026y / 4 / 30) + 8h + 5min + 9s + 7ms;
  EXPECT_EQ(format_timestamp(time), "2026-04-30T08:05:09.007Z");
}

TEST(Timestamp, RoundsDown) {
  const system_clock::time_point midnight = sys_days(2024y / 2 / 29);
  EXPECT_EQ(format_timestamp(midnight), "2024-02-29T00:00:00.000Z");
  EXPECT_EQ(format_timestamp(midnight - 1us), "2024-02-28T23:59:59.999Z");
  EXPECT_EQ(format_timestamp(midnight + 999us), "2024-02-29T00:00:00.000Z");
}

TEST(Timestamp, KnowsTheTimeBeforeTheEpoch) {
  EXPECT_EQ(format_timestamp(system_clock::time_point(-1ms)), "1969-12-31T23:59:59.999Z");
}

TEST(SystemClock, NeverGoesBack) {
  const SystemClock clock;
  const auto first = clock.monotonic();
  EXPECT_GE(clock.monotonic(), first);
}

}  // namespace
}  // namespace schemagate
