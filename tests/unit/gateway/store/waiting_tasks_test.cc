// Whose tasks that wait for their clients every implementation of Store gives up when a limit is reached, and
// how much of the limit on bytes an owner's tasks at work may take.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "gateway/store/not_written.h"
#include "gateway/store/sqlite_store.h"
#include "implementation.h"
#include "reopened_ledger.h"
#include "task_values.h"
#include "temporary_folder.h"
#include "waiting_store.h"

namespace schemagate {

namespace {

using a2a::TaskState;
using schemagate::store::AppendRefused;
using schemagate::store::Scope;
using schemagate::store::StoreLimits;
using std::chrono::seconds;

const Scope kAsked{"fight", "5:asked"};
const Scope kAskedElsewhere{"other", "5:asked"};  // the same owner at another agent
const Scope kOther{"fight", "5:other"};

std::string named(const std::string& prefix, int number) {
  return prefix + std::to_string(number);
}

class WaitingTasks : public testing::TestWithParam<Implementation> {
 protected:
  WaitingStore<> make(StoreLimits limits) const {
    return {GetParam().make(limits, folder_.file("ledger")), GetParam().settles};
  }
  // The task asks its client, and its run has gone.
  static void ask(const WaitingStore<>& store, const Scope& scope, const std::string& id, int at,
                  std::size_t bytes = 0) {
    ASSERT_TRUE(store.create(scope, task(id), kStart + seconds(at)));
    ASSERT_TRUE(store.append(id, {artifact("a", std::string(bytes, 'x'))}, kStart));
    auto asks = status(TaskState::kInputRequired);
    std::get<a2a::TaskStatusUpdate>(asks).status.timestamp =
        "2026-01-01T00:00:" + std::to_string(10 + at) + ".000Z";
    ASSERT_TRUE(store.append(id, {asks}, kStart + seconds(at)));
    store.release_run(id);
  }
  static void end(const WaitingStore<>& store, const Scope& scope, const std::string& id, int at) {
    ASSERT_TRUE(store.create(scope, task(id), kStart + seconds(at)));
    ASSERT_TRUE(store.append(id, {status(TaskState::kCompleted)}, kStart + seconds(at)));
  }
  static std::vector<std::string> given_up(const WaitingStore<>& store) {
    std::vector<std::string> ids;
    for (const auto& one : store.given_up()) ids.push_back(one.id);
    return ids;
  }
  using Ids = std::vector<std::string>;

 private:
  const TemporaryFolder folder_;
};

TEST_P(WaitingTasks, OfWhoeverHoldsMostTheOneThatHasWaitedLongestMakesRoom) {
  auto store = make({.tasks_max = 6});
  for (int i = 0; i < 5; ++i) ask(*store, i % 2 == 0 ? kAskedElsewhere : kAsked, named("asks-", i), 5 - i);
  ask(*store, kOther, "other", 6);
  EXPECT_EQ(given_up(*store), Ids());
  EXPECT_TRUE(store->create(kOther, task("new"), kStart + seconds(7)));
  EXPECT_EQ(given_up(*store), Ids{"asks-4"});
  EXPECT_TRUE(store->get(kAskedElsewhere, "asks-4")) << "its client is told why";
  EXPECT_TRUE(store->create(kOther, task("newer"), kStart + seconds(8)));
  EXPECT_EQ(given_up(*store), (Ids{"asks-3", "asks-4"}));
}

TEST_P(WaitingTasks, WhoeverHoldsMostGivesUpHisOwn) {
  auto store = make({.tasks_max = 3});
  ask(*store, kOther, "other", 0);
  for (int i = 0; i < 2; ++i) ask(*store, kAsked, named("asks-", i), 1 + i);
  EXPECT_TRUE(store->create(kAsked, task("new"), kStart + seconds(7)));
  EXPECT_EQ(given_up(*store), Ids{"asks-0"});
}

TEST_P(WaitingTasks, WhatHasEndedGoesFirst) {
  auto store = make({.tasks_max = 3});
  ask(*store, kAsked, "asks", 0);
  for (int i = 0; i < 2; ++i) end(*store, kAsked, named("ended-", i), 1 + i);
  EXPECT_TRUE(store->create(kOther, task("new"), kStart + seconds(7)));
  EXPECT_EQ(given_up(*store), Ids());
  EXPECT_FALSE(store->get(kAsked, "ended-0"));
}

TEST_P(WaitingTasks, TakeNothingOfWhoeverHoldsLess) {
  auto store = make({.tasks_max = 6});
  for (int i = 0; i < 4; ++i) ask(*store, kAsked, named("asks-", i), i);
  for (int i = 0; i < 2; ++i) end(*store, kOther, named("ended-", i), 5 + i);
  EXPECT_TRUE(store->create({"fight", "3:new"}, task("new"), kStart + seconds(7)));
  EXPECT_EQ(given_up(*store), Ids{"asks-0"});
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(store->get(kOther, named("ended-", i))) << i;
}

TEST_P(WaitingTasks, MakeRoomForBytes) {
  auto store = make({.bytes_max = 60'000});
  for (int i = 0; i < 4; ++i) ask(*store, kAsked, named("asks-", i), i, 10'000);
  ASSERT_TRUE(store->create(kOther, task("grows"), kStart + seconds(7)));
  EXPECT_TRUE(store->append("grows", {artifact("a", std::string(20'000, 'y'))}, kStart + seconds(8)));
  EXPECT_EQ(given_up(*store), Ids{"asks-0"});
}

TEST_P(WaitingTasks, OneThatWasAnsweredIsAtWork) {
  auto store = make({.tasks_max = 2});
  for (int i = 0; i < 2; ++i) ask(*store, kAsked, named("asks-", i), i);
  ASSERT_TRUE(store->claim_run("asks-0"));
  ASSERT_TRUE(store->append("asks-0", {status(TaskState::kWorking)}, kStart + seconds(2)));
  EXPECT_TRUE(store->create(kOther, task("new"), kStart + seconds(7)));
  EXPECT_EQ(given_up(*store), Ids{"asks-1"});
  EXPECT_FALSE(store->create(kOther, task("one more"), kStart + seconds(7)));
}

TEST_P(WaitingTasks, OneThatIsAnsweredInTimeGoesOn) {
  auto store = make({.tasks_max = 1});
  ask(*store, kAsked, "asks", 0);
  ASSERT_TRUE(store->create(kOther, task("new"), kStart + seconds(7)));
  ASSERT_TRUE(store->claim_run("asks"));
  EXPECT_EQ(given_up(*store), Ids());
  EXPECT_TRUE(store->append("asks", {status(TaskState::kCompleted)}, kStart + seconds(8)));
  store->expire(kStart + seconds(9));
  EXPECT_EQ(store->size(), 1U) << "it has ended, and makes room";
}

TEST_P(WaitingTasks, WhoeverEndsThemIsToldWhenThereAreMore) {
  auto store = make({.tasks_max = 2});
  int told = 0;
  const auto subscription = store->itself().feed().subscribe_given_up([&told] { ++told; });
  for (int i = 0; i < 2; ++i) ask(*store, kAsked, named("asks-", i), i);
  EXPECT_EQ(told, 0);
  ASSERT_TRUE(store->create(kOther, task("new"), kStart + seconds(7)));
  EXPECT_EQ(told, 1);
}

TEST_P(WaitingTasks, OnesThatAreEndedMakeRoomAsOthersThatHave) {
  auto store = make({.tasks_max = 4});
  for (int i = 0; i < 4; ++i) ask(*store, kAsked, named("asks-", i), i);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(store->create(kOther, task(named("new-", i)), kStart + seconds(10 + i)));
    for (const std::string& id : given_up(*store)) {
      ASSERT_TRUE(store->claim_run(id));
      ASSERT_TRUE(store->append(id, {status(TaskState::kFailed)}, kStart + seconds(10 + i)));
      EXPECT_EQ(store->state(kAsked, id), TaskState::kFailed);
    }
  }
  store->expire(kStart + seconds(20));
  EXPECT_EQ(store->size(), 4U);
  EXPECT_EQ(given_up(*store), Ids());
}

TEST_P(WaitingTasks, OneOwnersTasksAtWorkLeaveBytesForOthers) {
  auto store = make({.bytes_max = 1'000'000});
  ASSERT_TRUE(store->create(kAsked, task("large"), kStart));
  ASSERT_TRUE(store->create(kOther, task("other"), kStart));
  const std::string piece(100'000, 'x');
  int taken = 0;
  while (store->append("large", {artifact("a", piece)}, kStart)) ++taken;
  EXPECT_EQ(taken, 7) << "three quarters, about";
  const auto refused = store->append("large", {artifact("a", piece)}, kStart);
  EXPECT_EQ(refused.error().reason, AppendRefused::Reason::kTooLarge);
  EXPECT_TRUE(store::is_not_written(refused.error()));
  EXPECT_TRUE(store->append("other", {artifact("a", piece)}, kStart));
  a2a::Task more = task("more");
  more.history.push_back({.message_id = "m", .parts = {{.content = piece}}});
  EXPECT_FALSE(store->create(kAsked, more, kStart));
  EXPECT_TRUE(store->append("large", {status(TaskState::kCompleted)}, kStart)) << "a status fits always";
  EXPECT_TRUE(store->create(kAsked, more, kStart)) << "what has ended makes room";
}

TEST_P(WaitingTasks, OnesOfAllTakeAllWhereNobodyIsToldApart) {
  auto store = make({.bytes_max = 1'000'000, .has_owners = false});
  ASSERT_TRUE(store->create(kAsked, task("large"), kStart));
  int taken = 0;
  while (store->append("large", {artifact("a", std::string(100'000, 'x'))}, kStart)) ++taken;
  EXPECT_EQ(taken, 9);
}

TEST_P(WaitingTasks, OnesThatGoOnTogetherLeaveBytesForOthers) {
  auto store = make({.bytes_max = 1'000'000});
  for (int i = 0; i < 9; ++i) ask(*store, kAsked, named("asks-", i), i, 100'000);
  int at_work = 0;
  for (int i = 0; i < 9; ++i) {
    ASSERT_TRUE(store->claim_run(named("asks-", i)));
    const bool goes_on =
        store->append(named("asks-", i), {artifact("b", "x"), status(TaskState::kWorking)}, kStart)
            .has_value();
    at_work += goes_on ? 1 : 0;
    if (!goes_on) store->release_run(named("asks-", i));
  }
  EXPECT_EQ(at_work, 7);
  a2a::Task more = task("more");
  more.history.push_back({.message_id = "m", .parts = {{.content = std::string(150'000, 'x')}}});
  EXPECT_TRUE(store->create(kOther, more, kStart)) << "those that still wait make room";
  EXPECT_EQ(given_up(*store).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Stores, WaitingTasks,
                         testing::Values(Implementation::in_memory(), Implementation::archiving("Archiving")),
                         [](const auto& parameter) { return parameter.param.name; });

class WaitingTasksAfterARestart : public ReopenedLedger {};

TEST_F(WaitingTasksAfterARestart, MakeRoomAsBefore) {
  auto store = open({.tasks_max = 3});
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(store->create(i < 2 ? kAsked : kOther, task(named("asks-", i)), kStart));
    ASSERT_TRUE(store->append(named("asks-", i), {status(TaskState::kInputRequired)}, kStart));
    store->release_run(named("asks-", i));
  }
  store.reset();
  store = open({.tasks_max = 3});
  EXPECT_TRUE(store->given_up().empty());
  EXPECT_TRUE(store->create(kOther, task("new"), kStart + seconds(101)));
  ASSERT_EQ(store->given_up().size(), 1U);
  EXPECT_EQ(store->given_up().front().scope, kAsked);
}

}  // namespace

}  // namespace schemagate
