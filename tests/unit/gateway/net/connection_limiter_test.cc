#include "gateway/net/connection_limiter.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;

std::optional<ConnectionLimiter::Seat> enter(ConnectionLimiter& limiter, const std::string& address) {
  std::optional<ConnectionLimiter::Seat> seat = limiter.enter();
  if (seat && !seat->count_for(address)) seat.reset();
  return seat;
}

TEST(ConnectionLimiter, LimitsTheWholeProcess) {
  auto limiter = std::make_shared<ConnectionLimiter>(3, 2);
  std::vector<ConnectionLimiter::Seat> seats;
  for (const char* address : {"a", "a", "b"}) {
    auto seat = enter(*limiter, address);
    ASSERT_TRUE(seat) << address;
    seats.push_back(std::move(*seat));
  }
  EXPECT_FALSE(enter(*limiter, "b"));
  EXPECT_EQ(limiter->open(), 3U);
  seats.pop_back();
  EXPECT_TRUE(enter(*limiter, "c"));
}

TEST(ConnectionLimiter, LimitsEachAddressForItself) {
  auto limiter = std::make_shared<ConnectionLimiter>(10, 2);
  auto first = enter(*limiter, "a");
  auto second = enter(*limiter, "a");
  EXPECT_FALSE(enter(*limiter, "a"));
  EXPECT_TRUE(enter(*limiter, "b"));
  first.reset();
  auto third = enter(*limiter, "a");
  EXPECT_TRUE(third) << "one of two has gone";
  EXPECT_FALSE(enter(*limiter, "a"));
}

TEST(ConnectionLimiter, CountsARefusedConnectionNowhere) {
  auto limiter = std::make_shared<ConnectionLimiter>(1, 1);
  auto seat = enter(*limiter, "a");
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(enter(*limiter, "b"));
  EXPECT_EQ(limiter->open(), 1U);
  seat.reset();
  EXPECT_EQ(limiter->open(), 0U);
  EXPECT_TRUE(enter(*limiter, "b"));
}

TEST(ConnectionLimiter, CountsASeatThatMovedOnce) {
  auto limiter = std::make_shared<ConnectionLimiter>(2, 2);
  {
    auto seat = enter(*limiter, "a");
    ConnectionLimiter::Seat moved = std::move(*seat);
    seat.reset();
    EXPECT_EQ(limiter->open(), 1U);
  }
  EXPECT_EQ(limiter->open(), 0U);
}

TEST(ConnectionLimiter, TellsAtOnceThatNobodyIsThere) {
  auto limiter = std::make_shared<ConnectionLimiter>(2, 2);
  EXPECT_TRUE(limiter->wait_until_empty(0ms));
  auto seat = enter(*limiter, "a");
  EXPECT_FALSE(limiter->wait_until_empty(0ms));
}

// A wake-up that is missing would leave this waiting for an hour.
TEST(ConnectionLimiter, WakesWhoeverWaitsForTheLastToGo) {
  auto limiter = std::make_shared<ConnectionLimiter>(2, 2);
  auto first = enter(*limiter, "a");
  auto second = enter(*limiter, "b");
  std::jthread leaving([&first, &second] {
    first.reset();
    second.reset();
  });
  EXPECT_TRUE(limiter->wait_until_empty(1h));
}

}  // namespace
}  // namespace schemagate::net
