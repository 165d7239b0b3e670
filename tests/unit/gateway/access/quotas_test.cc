// How much a holder may ask for.
#include "gateway/access/quotas.h"

#include <gmock/gmock.h>

#include "tests/unit/gateway/access/token_maker.h"

namespace schemagate::access {
namespace {

int granted(QuotaTable& table, const std::string& holder, int asked) {
  int count = 0;
  for (int i = 0; i < asked; ++i) count += table.take_request(holder) ? 0 : 1;
  return count;
}

TEST(Quotas, WithoutALimitNothingIsRefused) {
  const StoppedClock clock;
  QuotaTable table({}, "quotas.address", clock);
  std::vector<QuotaTable::Seat> seats;
  EXPECT_EQ(granted(table, "a", 10'000), 10'000);
  EXPECT_TRUE(table.take(QuotaKind::kTask, "a", seats));
  EXPECT_TRUE(seats.empty());
}

TEST(Quotas, RequestsComeBackWithTime) {
  StoppedClock clock;
  QuotaTable table({.requests_per_second = 10}, "quotas.address", clock);
  EXPECT_EQ(granted(table, "a", 50), 10);
  EXPECT_EQ(table.take_request("a"), std::chrono::seconds(1));
  EXPECT_EQ(granted(table, "b", 50), 10) << "each holder has its own";
  clock.passed += std::chrono::seconds(1);
  EXPECT_EQ(granted(table, "a", 50), 10);
  clock.passed += std::chrono::hours(1);
  EXPECT_EQ(granted(table, "a", 50), 10) << "no more than a bucket is saved up";
}

TEST(Quotas, ABurstIsWhatIsThereAtOnce) {
  StoppedClock clock;
  QuotaTable table({.requests_per_second = 2, .burst = 7}, "quotas.address", clock);
  EXPECT_EQ(granted(table, "a", 50), 7);
  clock.passed += std::chrono::seconds(1);
  EXPECT_EQ(granted(table, "a", 50), 2);
}

TEST(Quotas, SeatsComeBackWhenTheyGo) {
  const StoppedClock clock;
  QuotaTable table({.running_tasks = 2, .streams = 1}, "quotas.principal", clock);
  std::vector<QuotaTable::Seat> seats;
  EXPECT_TRUE(table.take(QuotaKind::kTask, "a", seats));
  EXPECT_TRUE(table.take(QuotaKind::kTask, "a", seats));
  EXPECT_FALSE(table.take(QuotaKind::kTask, "a", seats));
  EXPECT_TRUE(table.take(QuotaKind::kTask, "b", seats));
  EXPECT_TRUE(table.take(QuotaKind::kStream, "a", seats)) << "counted apart";
  EXPECT_FALSE(table.take(QuotaKind::kStream, "a", seats));
  EXPECT_EQ(table.told_of(QuotaKind::kTask), "quotas.principal.running_tasks: 2");
  EXPECT_EQ(table.told_of(QuotaKind::kStream), "quotas.principal.streams: 1");
  seats.clear();
  EXPECT_TRUE(table.take(QuotaKind::kTask, "a", seats));
  EXPECT_TRUE(table.take(QuotaKind::kStream, "a", seats));
}

TEST(Quotas, AMovedSeatIsGivenBackOnce) {
  const StoppedClock clock;
  QuotaTable table({.streams = 1}, "quotas.principal", clock);
  std::vector<QuotaTable::Seat> seats;
  ASSERT_TRUE(table.take(QuotaKind::kStream, "a", seats));
  {
    const QuotaTable::Seat moved(std::move(seats.front()));
    seats.clear();
    EXPECT_FALSE(table.take(QuotaKind::kStream, "a", seats));
  }
  EXPECT_TRUE(table.take(QuotaKind::kStream, "a", seats));
  EXPECT_FALSE(table.take(QuotaKind::kStream, "a", seats));
}

// Addresses come and go: a table that only grows would be a way to fill the memory.
TEST(Quotas, HoldersThatAskForNothingAreForgotten) {
  StoppedClock clock;
  QuotaTable table({.requests_per_second = 1, .streams = 1}, "quotas.principal", clock);
  std::vector<QuotaTable::Seat> seats;
  ASSERT_TRUE(table.take(QuotaKind::kStream, "stays", seats));
  for (int i = 0; i < 100'000; ++i) (void)table.take_request(std::to_string(i));
  clock.passed += std::chrono::seconds(10);
  (void)table.take_request("new");
  EXPECT_LE(table.size(), 2U);
  EXPECT_FALSE(table.take(QuotaKind::kStream, "stays", seats)) << "who has something is remembered";
}

TEST(Quotas, OfWhatIsKeptHoldForTheCallerAndForTheAddress) {
  const StoppedClock clock;
  const Quotas quotas(
      {.principal = {.stored_bytes = 100, .push_configs = 1}, .address = {.stored_bytes = 300}}, clock);
  const Principal alice = authenticated("key", {.subject = "alice"});
  const auto full = [&quotas](const Principal& caller, const Addition& addition) {
    return quotas.full(caller, "192.0.2.1", addition);
  };
  EXPECT_EQ(full(alice, {.bytes = 100}), "");
  EXPECT_EQ(full(alice, {.bytes = 101}),
            "too much is kept of this caller's tasks (quotas.principal.stored_bytes: 100)");
  const auto holding = quotas.accounts->open(alice.owner, "192.0.2.1");
  holding->add_bytes(60);
  EXPECT_EQ(full(alice, {.bytes = 41}),
            "too much is kept of this caller's tasks (quotas.principal.stored_bytes: 100)");
  EXPECT_EQ(full(alice, {.bytes = 40, .push_config = true}), "");
  holding->add_push_config();
  EXPECT_EQ(full(alice, {.bytes = 40}), "");
  EXPECT_EQ(full(alice, {.push_config = true}),
            "this caller has too many push notification configs (quotas.principal.push_configs: 1)");
  EXPECT_EQ(full(Principal(), {.bytes = 240, .push_config = true}), "") << "nobody has the address's alone";
  EXPECT_EQ(full(Principal(), {.bytes = 241}),
            "too much is kept of this caller's tasks (quotas.address.stored_bytes: 300)");
  EXPECT_EQ(quotas.full(Principal(), "192.0.2.2", {.bytes = 300}), "");
}

// One of them that is full takes nothing of the other: who waits for it may be asked for again and again.
TEST(Quotas, ARequestThatIsRefusedCountsNowhere) {
  const StoppedClock clock;
  Quotas quotas({.principal = {.requests_per_second = 2}, .address = {.requests_per_second = 3}}, clock);
  const Payer alice = payer_of(authenticated("key", {.subject = "alice"}), "192.0.2.1");
  const Payer anybody = payer_of(Principal(), "192.0.2.1");
  EXPECT_FALSE(quotas.take_request(alice));
  EXPECT_FALSE(quotas.take_request(alice));
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(quotas.take_request(alice)) << "the principal's are used up";
  EXPECT_EQ(quotas.take_request(alice)->used_up, "quotas.principal.requests_per_second: 2");
  EXPECT_FALSE(quotas.take_request(anybody)) << "of three of the address two were used";
  const Payer bob = payer_of(authenticated("key", {.subject = "bob"}), "192.0.2.1");
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(quotas.take_request(bob)) << "the address's are used up";
  EXPECT_EQ(quotas.take_request(bob)->used_up, "quotas.address.requests_per_second: 3");
  const Payer elsewhere{bob.principal, "192.0.2.2"};
  EXPECT_FALSE(quotas.take_request(elsewhere));
  EXPECT_FALSE(quotas.take_request(elsewhere)) << "bob has both of his";
  EXPECT_TRUE(quotas.take_request(elsewhere));
  EXPECT_FALSE(quotas.take_request(Payer())) << "nobody whom a limit is for";
}

TEST(Quotas, NeedNoAccountsWhereNothingThatIsKeptIsLimited) {
  const StoppedClock clock;
  const Quotas quotas({.principal = {.requests_per_second = 1}}, clock);
  EXPECT_EQ(quotas.accounts, nullptr);
  EXPECT_EQ(quotas.full(Principal(), "192.0.2.1", {.bytes = 1 << 30, .push_config = true}), "");
}

}  // namespace
}  // namespace schemagate::access
