// The system's resolver blocks for as long as it likes; whoever asks here does not.
#include "gateway/push/name_lookup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
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

class NameLookupTest : public testing::Test {
 protected:
  ~NameLookupTest() override { silent_->told.set_value(); }
  std::optional<std::vector<IpAddress>> find(std::chrono::milliseconds time,
                                             const std::stop_token& stop = {}) {
    return lookup_.find("hooks.example.com", time, stop);
  }
  void wait_until_asked(std::size_t times) const {
    while (silent_->asked < times) std::this_thread::yield();
  }

  const std::shared_ptr<SilentResolver> silent_ = std::make_shared<SilentResolver>();
  NameLookup lookup_{[silent = silent_](const std::string&) {
    ++silent->asked;
    silent->answers.wait();
    return std::vector<IpAddress>();
  }};
};

TEST(NameLookup, GivesWhatTheResolverFinds) {
  const auto address = *IpAddress::parse("192.0.2.1");
  NameLookup lookup([address](const std::string& host) {
    return host == "known.example.com" ? std::vector{address} : std::vector<IpAddress>();
  });
  EXPECT_EQ(lookup.find("known.example.com", 1h, {}), std::vector{address});
  EXPECT_EQ(lookup.find("unknown.example.com", 1h, {}), std::vector<IpAddress>());
}

TEST_F(NameLookupTest, WaitsNoLongerThanItMay) {
  EXPECT_EQ(find(1ms), std::nullopt);
}

TEST_F(NameLookupTest, AStopEndsTheWaiting) {
  std::stop_source stop;
  auto found = std::async(std::launch::async, [&] { return find(1h, stop.get_token()); });
  wait_until_asked(1);
  stop.request_stop();
  EXPECT_EQ(found.get(), std::nullopt);
}

TEST_F(NameLookupTest, LeavesALimitedNumberBehind) {
  for (std::size_t i = 0; i < NameLookup::kAtOnceMax; ++i) EXPECT_EQ(find(1ms), std::nullopt);
  wait_until_asked(NameLookup::kAtOnceMax);
  EXPECT_EQ(find(1ms), std::nullopt);
  EXPECT_EQ(silent_->asked, NameLookup::kAtOnceMax) << "the last was not even asked";
  silent_->told.set_value();
  silent_->told = std::promise<void>();
  EXPECT_TRUE(find(1h)) << "there is room again";
}

TEST(ResolveBySystem, KnowsTheHostsFile) {
  for (const IpAddress& address : resolve_by_system("localhost")) {
    EXPECT_FALSE(is_public(address)) << address.text();
  }
  EXPECT_FALSE(resolve_by_system("localhost").empty());
}

}  // namespace
}  // namespace schemagate::push
