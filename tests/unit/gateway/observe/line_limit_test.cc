#include "gateway/observe/line_limit.h"

#include <gtest/gtest.h>

namespace schemagate {
namespace {

constexpr MonotonicTime kNow{std::chrono::hours(1)};

// How many lines of so many are written.
int written(LineLimit& limit, const std::string& what, int lines, MonotonicTime now = kNow) {
  int written = 0;
  for (int i = 0; i < lines; ++i) written += limit.admit(what, now) ? 1 : 0;
  return written;
}

TEST(LineLimit, WritesTenInTenSecondsAndCountsTheOthers) {
  LineLimit limit;
  EXPECT_EQ(written(limit, "refused", 25), 10);
  EXPECT_EQ(written(limit, "refused", 1, kNow + std::chrono::milliseconds(9'999)), 0);
  EXPECT_EQ(limit.admit("refused", kNow + std::chrono::seconds(10)), 16U);
  EXPECT_EQ(limit.admit("refused", kNow + std::chrono::seconds(10)), 0U);
}

TEST(LineLimit, HoldsNothingBackOfWhatIsNew) {
  LineLimit limit;
  EXPECT_EQ(written(limit, "refused", 25), 10);
  EXPECT_EQ(limit.admit("timed out", kNow), 0U);
}

TEST(LineLimit, TellsSixteenApartAndHoldsTheOthersToTenTogether) {
  LineLimit limit;
  int lines = 0;
  for (int i = 0; i < 1'000; ++i) lines += written(limit, std::to_string(i), 1);
  EXPECT_EQ(lines, 16 + 10);
  const MonotonicTime later = kNow + std::chrono::seconds(10);
  EXPECT_TRUE(limit.admit("something new", later));
  EXPECT_EQ(written(limit, "something new", 20, later), 9) << "it has a place of its own again";
}

}  // namespace
}  // namespace schemagate
