#include "a2a/http/retry_after.h"

#include <gtest/gtest.h>

namespace schemagate::a2a::http {
namespace {

using namespace std::chrono_literals;

// Sun, 06 Nov 1994 08:49:37 GMT
const std::chrono::system_clock::time_point kNow{std::chrono::seconds(784'111'777)};

TEST(RetryAfter, ReadsSeconds) {
  EXPECT_EQ(parse_retry_after("120", kNow), 120s);
  EXPECT_EQ(parse_retry_after("0", kNow), 0s);
}

TEST(RetryAfter, ReadsADate) {
  EXPECT_EQ(parse_retry_after("Sun, 06 Nov 1994 08:50:37 GMT", kNow), 60s);
  EXPECT_EQ(parse_retry_after("Sun, 06 Nov 1994 08:49:38 GMT", kNow + 1ms), 1s) << "rounded up";
  EXPECT_EQ(parse_retry_after("Sat, 05 Nov 1994 08:49:37 GMT", kNow), 0s) << "which has passed";
}

TEST(RetryAfter, IsAYearAtMost) {
  constexpr std::chrono::seconds kYear = std::chrono::years(1);
  EXPECT_EQ(parse_retry_after("99999999999", kNow), kYear);
  EXPECT_EQ(parse_retry_after(std::string(1000, '9'), kNow), kYear);
  EXPECT_EQ(parse_retry_after("Sun, 06 Nov 9994 08:49:37 GMT", kNow), kYear);
}

TEST(RetryAfter, IsNothingElse) {
  for (const char* value : {"", " ", "-1", "+1", "1.5", "1 ", "soon", "Sunday, 06-Nov-94 08:49:37 GMT",
                            "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
                            "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT "}) {
    EXPECT_EQ(parse_retry_after(value, kNow), std::nullopt) << value;
  }
}

}  // namespace
}  // namespace schemagate::a2a::http
