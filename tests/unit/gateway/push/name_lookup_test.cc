// The system's resolver blocks for as long as it likes; whoever asks here does not.
#include "gateway/push/name_lookup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <future>
#include <thread>

namespace schemagate::push {
namespace {

using namespace std::chrono_literals;

// A resolver that answers nobody until it is told to. Shared with the threads that are left behind.
struct SilentResolver {
  std::promise<void> told;
  std::shared_future<void> answers = told.get_future().share();
  std::atomic<std::size_t> asked = 0;
};

using Found = std::optional<std::vector<IpAddress>>;

net::Awaitable<void> find_into(const NameLookup& lookup, std::string host, std::string holder,
                               std::chrono::milliseconds time, Found& found, int& ended) {
  found = co_await lookup.find(std::move(host), std::move(holder), time);
  ++ended;
}

class NameLookupTest : public testing::Test {
 protected:
  ~NameLookupTest() override { silent_->told.set_value(); }
  // Begins, and does not wait.
  void begin(std::chrono::milliseconds time, const std::string& holder = "somebody",
             const std::string& host = "hooks.example.com") {
    auto work = find_into(lookup_, host, holder, time, found_, ended_);
    boost::asio::co_spawn(context_, std::move(work), boost::asio::detached);
    ++begun_;
    context_.restart();
    context_.poll();
  }
  // What the last one finds.
  Found find(std::chrono::milliseconds time, const std::string& holder = "somebody") {
    begin(time, holder);
    while (ended_ < begun_) context_.run_one();
    return found_;
  }
  void wait_until_asked(std::size_t times) const {
    while (silent_->asked < times) std::this_thread::yield();
  }

  const std::shared_ptr<SilentResolver> silent_ = std::make_shared<SilentResolver>();
  Found found_;
  int begun_ = 0;
  int ended_ = 0;
  boost::asio::io_context context_;
  NameLookup lookup_{context_.get_executor(), [silent = silent_](const std::string& host) {
                       ++silent->asked;
                       if (host == "hooks.example.com") silent->answers.wait();
                       return std::vector{*IpAddress::parse("192.0.2.1")};
                     }};
};

TEST_F(NameLookupTest, GivesWhatTheResolverFinds) {
  begin(1h, "somebody", "known.example.com");
  while (ended_ < begun_) context_.run_one();
  EXPECT_EQ(found_, std::vector{*IpAddress::parse("192.0.2.1")});
}

TEST_F(NameLookupTest, WaitsNoLongerThanItMay) {
  EXPECT_EQ(find(1ms), std::nullopt);
}

TEST_F(NameLookupTest, BlocksNobodyAndMayBeLeftBehind) {
  begin(1h);
  wait_until_asked(1);
  EXPECT_EQ(ended_, 0) << "and this thread goes on";
}

TEST_F(NameLookupTest, LeavesALimitedNumberBehind) {
  constexpr std::size_t kOfOne = NameLookup::kAtOnceMax / 4 * 3;
  for (std::size_t i = 0; i < NameLookup::kAtOnceMax; ++i) EXPECT_EQ(find(1ms), std::nullopt);
  wait_until_asked(kOfOne);
  EXPECT_EQ(silent_->asked, kOfOne) << "the others were not even asked";
  EXPECT_EQ(find(1ms, "stranger"), std::nullopt);
  wait_until_asked(kOfOne + 1);
  silent_->told.set_value();
  silent_->told = std::promise<void>();
  EXPECT_TRUE(find(1h)) << "there is room again";
}

TEST_F(NameLookupTest, WhoWaitsForAPlaceGetsOneWhenItIsFree) {
  for (std::size_t i = 0; i < NameLookup::kAtOnceMax; ++i) begin(1h);
  silent_->told.set_value();
  silent_->told = std::promise<void>();
  while (ended_ < begun_) context_.run_one();
  EXPECT_EQ(silent_->asked, NameLookup::kAtOnceMax);
  EXPECT_TRUE(found_);
}

TEST(ResolveBySystem, KnowsTheHostsFile) {
  for (const IpAddress& address : resolve_by_system("localhost")) {
    EXPECT_FALSE(is_public(address)) << address.text();
  }
  EXPECT_FALSE(resolve_by_system("localhost").empty());
}

}  // namespace
}  // namespace schemagate::push
