// What every implementation of Store forgets, and when: limits on bytes, and contexts.
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gateway/store/not_written.h"
#include "gateway/store/sqlite_store.h"
#include "implementation.h"
#include "task_values.h"
#include "temporary_folder.h"
#include "waiting_store.h"

namespace schemagate {

namespace {

using a2a::TaskState;
using schemagate::store::AppendRefused;
using schemagate::store::StoreLimits;
using std::chrono::seconds;

class StoreLimitsContract : public testing::TestWithParam<Implementation> {
 protected:
  WaitingStore<> make(StoreLimits limits) const {
    return {GetParam().make(limits, folder_.file("ledger")), GetParam().settles};
  }

 private:
  const TemporaryFolder folder_;
};

TEST_P(StoreLimitsContract, MakesRoomForBytesByForgettingEndedTasks) {
  constexpr std::size_t kTwoTasks = 24'000;
  auto store = make({.bytes_max = kTwoTasks});
  const auto large = [](const std::string& id) {
    a2a::Task made = task(id);
    made.history.push_back({.message_id = "m", .parts = {{.content = std::string(10'000, 'x')}}});
    return made;
  };
  for (const char* id : {"a", "b"}) ASSERT_TRUE(store->create(kScope, large(id), kStart));
  const auto full = store->create(kScope, large("c"), kStart);
  ASSERT_FALSE(full) << "running tasks are not forgotten";
  EXPECT_TRUE(store::is_not_written(full.error())) << "whoever comes again later finds room";
  ASSERT_TRUE(store->append("a", {status(TaskState::kCompleted)}, kStart));
  EXPECT_TRUE(store->create(kScope, large("c"), kStart));
  EXPECT_FALSE(store->get(kScope, "a"));
  const auto refused = store->append("b", {artifact("x", std::string(10'000, 'y'))}, kStart);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, AppendRefused::Reason::kTooLarge);
  EXPECT_TRUE(store->append("c", {status(TaskState::kCompleted)}, kStart)) << "a status fits always";
  EXPECT_TRUE(store->append("b", {artifact("x", std::string(10'000, 'y'))}, kStart));
  EXPECT_FALSE(store->get(kScope, "c"));
  EXPECT_EQ(store->size(), 1U);
}

TEST_P(StoreLimitsContract, PartsWithoutTextsTakeBytes) {
  auto store = make({.bytes_max = 1'000'000});
  a2a::Task made = task("");
  made.history.push_back({.message_id = "m", .parts = std::vector<a2a::Part>(1'000)});
  int taken = 0;
  for (; taken < 100; ++taken) {
    made.id = "t" + std::to_string(taken);
    if (!store->create(kScope, made, kStart)) break;
  }
  EXPECT_EQ(taken, 4) << "three quarters, about, are for one owner";
}

TEST_P(StoreLimitsContract, ForgetsAContextSomeTimeAfterItsLastUse) {
  auto store = make({.context_retention = seconds(60)});
  for (const char* name : {"used", "left"}) store->link_context(kScope, name, "up", kStart);
  EXPECT_EQ(store->upstream_context(kScope, "used", kStart + seconds(59)), "up");
  store->expire(kStart + seconds(60));
  EXPECT_EQ(store->upstream_context(kScope, "left", kStart + seconds(60)), "");
  EXPECT_EQ(store->upstream_context(kScope, "used", kStart + seconds(60)), "up");
  store->expire(kStart + seconds(200));
  EXPECT_EQ(store->upstream_context(kScope, "used", kStart + seconds(200)), "");
}

// To a sixteenth of the time: uses that are nearer to one another are not written down each.
TEST_P(StoreLimitsContract, ForgetsAContextSomeTimeAfterItsLastTaskHasEnded) {
  auto store = make({.retention = seconds(10), .context_retention = seconds(160)});
  for (const char* name : {"asked", "left"}) {
    ASSERT_TRUE(store->create(kScope, task(name), kStart));
    store->link_context(kScope, "c-" + std::string(name), "up", kStart);
    ASSERT_TRUE(store->append(name, {status(TaskState::kCompleted)}, kStart + seconds(140)));
  }
  for (int at : {150, 160, 170, 299}) store->expire(kStart + seconds(at));
  EXPECT_FALSE(store->get(kScope, "asked"));
  EXPECT_EQ(store->upstream_context(kScope, "c-asked", kStart + seconds(299)), "up");
  store->expire(kStart + seconds(300));
  EXPECT_EQ(store->upstream_context(kScope, "c-left", kStart + seconds(300)), "");
  EXPECT_EQ(store->upstream_context(kScope, "c-asked", kStart + seconds(300)), "up");
}

TEST_P(StoreLimitsContract, KeepsAContextAsLongAsItHasATask) {
  auto store = make({.retention = seconds(10), .context_retention = seconds(60)});
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  store->link_context(kScope, "c-t", "up", kStart);
  store->link_context({"fight", "somebody else"}, "c-t", "other", kStart);
  store->expire(kStart + seconds(100));
  ASSERT_TRUE(store->append("t", {status(TaskState::kCompleted)}, kStart + seconds(100)));
  store->expire(kStart + seconds(120));
  EXPECT_FALSE(store->get(kScope, "t"));
  store->expire(kStart + seconds(159));
  EXPECT_EQ(store->upstream_context({"fight", "somebody else"}, "c-t", kStart + seconds(159)), "");
  EXPECT_EQ(store->upstream_context(kScope, "c-t", kStart + seconds(159)), "up");
  store->expire(kStart + seconds(300));
  EXPECT_EQ(store->upstream_context(kScope, "c-t", kStart + seconds(300)), "");
}

INSTANTIATE_TEST_SUITE_P(Stores, StoreLimitsContract,
                         testing::Values(Implementation::in_memory(), Implementation::archiving("Archiving")),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace

}  // namespace schemagate
