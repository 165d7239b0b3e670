// Whose tasks, contexts and messages every implementation of Store forgets when a limit is reached: those of
// whoever holds most.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>

#include "gateway/store/not_written.h"
#include "gateway/store/sharer.h"
#include "gateway/store/sqlite_store.h"
#include "implementation.h"
#include "reopened_ledger.h"
#include "task_values.h"
#include "temporary_folder.h"
#include "waiting_store.h"

namespace schemagate {

namespace {

using a2a::TaskState;
using schemagate::store::Scope;
using schemagate::store::StoreLimits;
using std::chrono::seconds;

const Scope kFew{"fight", "3:few"};
const Scope kMany{"fight", "4:many"};
const Scope kManyElsewhere{"other", "4:many"};  // the same owner at another agent

std::string name(const std::string& prefix, int number) {
  return prefix + std::to_string(number);
}

class OwnerShares : public testing::TestWithParam<Implementation> {
 protected:
  WaitingStore<> make(StoreLimits limits) const {
    return {GetParam().make(limits, folder_.file("ledger")), GetParam().settles};
  }
  static void end(const WaitingStore<>& store, const Scope& scope, const std::string& id, int at,
                  std::size_t bytes = 0) {
    ASSERT_TRUE(store.create(scope, sized(id, bytes), kStart + seconds(at)));
    ASSERT_TRUE(store.append(id, {status(TaskState::kCompleted)}, kStart + seconds(at)));
  }
  static a2a::Task sized(const std::string& id, std::size_t bytes) {
    a2a::Task made = task(id);
    if (bytes != 0)
      made.history.push_back({.message_id = "m", .parts = {{.content = std::string(bytes, 'x')}}});
    return made;
  }
  static bool has(const WaitingStore<>& store, const Scope& scope, const std::string& id) {
    return store.get(scope, id).has_value();
  }

 private:
  const TemporaryFolder folder_;
};

TEST_P(OwnerShares, AnOwnerOfFewTasksKeepsThemWhileAnotherMakesMoreThanTheLimit) {
  auto store = make({.tasks_max = 10});
  for (int i = 0; i < 3; ++i) end(*store, kFew, name("few-", i), i);
  for (int i = 0; i < 40; ++i) end(*store, i % 2 == 0 ? kMany : kManyElsewhere, name("many-", i), 10 + i);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(has(*store, kFew, name("few-", i))) << i;
  EXPECT_EQ(store->size(), 10U);
  EXPECT_FALSE(has(*store, kMany, "many-32"));
  for (int i = 33; i < 40; ++i)
    EXPECT_TRUE(has(*store, i % 2 == 0 ? kMany : kManyElsewhere, name("many-", i))) << i;
}

TEST_P(OwnerShares, OfOneOwnerTheOldestGoes) {
  auto store = make({.tasks_max = 3});
  for (int i = 0; i < 5; ++i) end(*store, kFew, name("t-", i), i);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(has(*store, kFew, name("t-", i)), i >= 2) << i;
}

TEST_P(OwnerShares, OfOwnersWhoHoldAsMuchTheOldestGoes) {
  auto store = make({.tasks_max = 4});
  for (int i = 0; i < 6; ++i) end(*store, {"fight", name("o", i)}, name("t-", i), i);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(has(*store, {"fight", name("o", i)}, name("t-", i)), i >= 2) << i;
}

// Who is new takes from whoever has most until all have as much.
TEST_P(OwnerShares, WhoComesLaterGetsAsMuch) {
  auto store = make({.tasks_max = 6});
  for (int i = 0; i < 6; ++i) end(*store, kMany, name("many-", i), i);
  for (int i = 0; i < 6; ++i) end(*store, kFew, name("few-", i), 10 + i);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(has(*store, kMany, name("many-", i)), i >= 3) << i;
  for (int i = 0; i < 6; ++i) EXPECT_EQ(has(*store, kFew, name("few-", i)), i >= 3) << i;
}

TEST_P(OwnerShares, RunningTasksCountAndTakeNothingOfWhoeverHoldsLess) {
  auto store = make({.tasks_max = 5});
  for (int i = 0; i < 2; ++i) end(*store, kFew, name("few-", i), i);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(store->create(kMany, task(name("runs-", i)), kStart + seconds(5)));
  const auto refused = store->create(kMany, task("one more"), kStart + seconds(6));
  ASSERT_FALSE(refused);
  EXPECT_TRUE(store::is_not_written(refused.error()));
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(has(*store, kFew, name("few-", i))) << i;
  EXPECT_TRUE(store->create(kFew, task("of the others"), kStart + seconds(6)));
  EXPECT_FALSE(has(*store, kFew, "few-0"));
}

TEST_P(OwnerShares, FewLargeTasksTakeNoRoomOfManyLittleOnes) {
  auto store = make({.bytes_max = 60'000});
  for (int i = 0; i < 10; ++i) end(*store, kFew, name("little-", i), i);
  for (int i = 0; i < 10; ++i) end(*store, kMany, name("large-", i), 10 + i, 10'000);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(has(*store, kFew, name("little-", i))) << i;
  EXPECT_FALSE(has(*store, kMany, "large-0"));
  EXPECT_TRUE(has(*store, kMany, "large-9"));
}

TEST_P(OwnerShares, WhatGrowsTakesNothingOfWhoeverHoldsLess) {
  auto store = make({.bytes_max = 40'000});
  end(*store, kFew, "few", 0, 10'000);
  ASSERT_TRUE(store->create(kMany, task("grows"), kStart + seconds(1)));
  EXPECT_TRUE(store->append("grows", {artifact("a", std::string(20'000, 'y'))}, kStart + seconds(2)));
  EXPECT_FALSE(store->append("grows", {artifact("a", std::string(20'000, 'y'))}, kStart + seconds(3)));
  EXPECT_TRUE(has(*store, kFew, "few"));
  EXPECT_TRUE(store->append("grows", {status(TaskState::kCompleted)}, kStart + seconds(4)));
}

TEST_P(OwnerShares, EachIsForgottenWhenItsTimeHasComeWhoseverItIs) {
  auto store = make({.retention = seconds(60), .context_retention = seconds(60)});
  for (int i = 0; i < 6; ++i) {
    const Scope& scope = i % 3 == 0 ? kFew : kMany;
    end(*store, scope, name("t-", i), i);
    store->link_context(scope, name("c", i), "up", kStart + seconds(i));
  }
  store->expire(kStart + seconds(62));
  EXPECT_EQ(store->size(), 3U);
  for (int i = 0; i < 6; ++i) {
    const Scope& scope = i % 3 == 0 ? kFew : kMany;
    EXPECT_EQ(has(*store, scope, name("t-", i)), i > 2) << i;
    EXPECT_EQ(store->upstream_context(scope, name("c", i)), i > 2 ? "up" : "") << i;
  }
}

TEST_P(OwnerShares, AnOwnerOfFewContextsKeepsThemWhileAnotherMakesMoreThanTheLimit) {
  auto store = make({.contexts_max = 10});
  for (int i = 0; i < 3; ++i) store->link_context(kFew, name("few-", i), "up", kStart + seconds(i));
  for (int i = 0; i < 40; ++i) store->link_context(kMany, name("many-", i), "up", kStart + seconds(10 + i));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(store->upstream_context(kFew, name("few-", i)), "up") << i;
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(store->upstream_context(kMany, name("many-", i)), i >= 33 ? "up" : "") << i;
}

TEST_P(OwnerShares, OfOneOwnersContextsTheOldestGoes) {
  auto store = make({.contexts_max = 3});
  for (int i = 0; i < 5; ++i) store->link_context(kFew, name("c", i), "up", kStart + seconds(i));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(store->upstream_context(kFew, name("c", i)), i >= 2 ? "up" : "") << i;
}

TEST_P(OwnerShares, AnOwnerOfFewMessagesIsRecognisedWhileAnotherSendsMoreThanTheLimit) {
  auto store = make({.tasks_max = 10});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(store->record(kFew, name("f", i) + "\nx", "t", kStart), std::nullopt);
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(store->record(kMany, name("m", i) + "\nx", "t", kStart + seconds(1)), std::nullopt);
  store->expire(kStart + seconds(2));
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(store->record(kFew, name("f", i) + "\nx", "t", kStart + seconds(2)).has_value()) << i;
}

TEST_P(OwnerShares, AnIdIsOneMessagesWhileAnotherOwnerSendsMoreThanTheLimit) {
  auto store = make({.tasks_max = 10});
  EXPECT_FALSE(store->shares_id(kFew, "id\na", kStart));
  for (int i = 0; i < 40; ++i) (void)store->record(kMany, name("m", i) + "\nx", "t", kStart + seconds(1));
  EXPECT_TRUE(store->shares_id(kMany, "id\nb", kStart + seconds(2)));
}

// What agents are sent for runs of plans belongs to a run each: all of them share as one owner.
TEST_P(OwnerShares, RunsOfPlansAreOneOwner) {
  auto store = make({.tasks_max = 10});
  for (int i = 0; i < 3; ++i) end(*store, kFew, name("few-", i), i);
  for (int i = 0; i < 40; ++i) end(*store, {"fight", name("plan/", i)}, name("run-", i), 10 + i);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(has(*store, kFew, name("few-", i))) << i;
}

TEST_P(OwnerShares, WhatAgentsAreSentForARunIsOfWhoeverHasAskedForIt) {
  auto store = make({.tasks_max = 10});
  for (int i = 0; i < 3; ++i) end(*store, {"fight", name("plan/", i) + "/3:few"}, name("few-", i), i);
  for (int i = 0; i < 40; ++i)
    end(*store, {"fight", name("plan/m", i) + "/4:many"}, name("many-", i), 10 + i);
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(has(*store, {"fight", name("plan/", i) + "/3:few"}, name("few-", i))) << i;
}

TEST_P(OwnerShares, OneOwnersPushConfigsLeaveSomeForOthers) {
  auto store = make({.task_pushes_max = 1'000, .pushes_max = 100});
  for (const Scope& scope : {kFew, kMany, kManyElsewhere})
    ASSERT_TRUE(store.create(scope, task(scope.agent + scope.owner), kStart));
  const auto put = [&](const Scope& scope, int i) {
    return store.put_push(scope, scope.agent + scope.owner, {.config = {.id = name("c", i)}}, 0);
  };
  int held = 0;
  while (put(held % 2 == 0 ? kMany : kManyElsewhere, held)) ++held;
  EXPECT_EQ(held, 75);
  const auto refused = put(kMany, held);
  EXPECT_TRUE(store::is_not_written(refused.error())) << "whoever comes again later finds room";
  EXPECT_TRUE(put(kMany, 0)) << "in place of another";
  for (int i = 0; i < 16; ++i) EXPECT_TRUE(put(kFew, i)) << i;
  EXPECT_TRUE(store.remove_push(kMany, kMany.agent + kMany.owner, "c0"));
  EXPECT_FALSE(put(kMany, held)) << "others have some of it by now";
}

TEST_P(OwnerShares, PushConfigsOfATaskThatIsForgottenAreNobodysMore) {
  auto store = make({.pushes_max = 8});
  for (int round = 0; round < 3; ++round) {
    end(*store, kMany, name("t", round), round);
    for (int i = 0; i < 8; ++i)
      EXPECT_TRUE(store.put_push(kMany, name("t", round), {.config = {.id = name("c", i)}}, 0)) << i;
    store.expire(kStart + std::chrono::hours(1 + round));
  }
}

TEST_P(OwnerShares, OneAskersContextRecordsLeaveSomeForOthers) {
  auto store = make({.records_max = 100, .records_bytes_max = 16 << 20});
  const auto keep = [&](const std::string& asker, int i, std::size_t bytes) {
    const std::string run = store::run_owner(name("r", i / 10), asker);
    return store->itself().put_record(
        {name(asker, i), run, std::string(bytes, 'x'), kStart + std::chrono::hours(1)}, kStart);
  };
  int held = 0;
  while (keep("4:many", held, 10)) ++held;
  EXPECT_EQ(held, 75) << "of all its runs";
  for (int i = 0; i < 16; ++i) EXPECT_TRUE(keep("3:few", i, 10)) << i;
  EXPECT_TRUE(keep("4:many", 0, 10)) << "in place of another";
  int large = 0;
  while (large < 16 && keep("3:few", large, 1 << 20)) ++large;
  EXPECT_EQ(large, 11) << "three quarters of the bytes";
  EXPECT_TRUE(keep("4:many", 1, 1 << 20));
  for (int run = 0; run < 2; ++run) store->itself().purge_run(store::run_owner(name("r", run), "3:few"));
  EXPECT_TRUE(keep("3:few", 20, 1 << 20));
}

INSTANTIATE_TEST_SUITE_P(Stores, OwnerShares,
                         testing::Values(Implementation::in_memory(), Implementation::archiving("Archiving")),
                         [](const auto& parameter) { return parameter.param.name; });

// A ledger that is opened again knows whose everything is.
class OwnerSharesAfterARestart : public ReopenedLedger {};

TEST_F(OwnerSharesAfterARestart, AreTheSame) {
  auto store = open({.tasks_max = 10, .contexts_max = 10});
  for (int i = 0; i < 10; ++i) {
    const Scope& scope = i < 3 ? kFew : kMany;
    ASSERT_TRUE(store->create(scope, task(name("t-", i)), kStart));
    ASSERT_TRUE(store->append(name("t-", i), {status(TaskState::kCompleted)}, kStart + seconds(i)));
    store->link_context(scope, name("c", i), "up", kStart + seconds(i));
  }
  store.reset();
  store = open({.tasks_max = 10, .contexts_max = 10});
  for (int i = 10; i < 20; ++i) {
    ASSERT_TRUE(store->create(kMany, task(name("t-", i)), kStart + seconds(i)));
    ASSERT_TRUE(store->append(name("t-", i), {status(TaskState::kCompleted)}, kStart + seconds(i)));
    store->link_context(kMany, name("c", i), "up", kStart + seconds(i));
  }
  for (int i = 0; i < 20; ++i) {
    const Scope& scope = i < 3 ? kFew : kMany;
    const bool stays = i < 3 || i >= 13;
    EXPECT_EQ(store->get(scope, name("t-", i)).has_value(), stays) << i;
    EXPECT_EQ(store->upstream_context(scope, name("c", i)), stays ? "up" : "") << i;
  }
}

TEST_F(OwnerSharesAfterARestart, HoldForALimitThatWasLowered) {
  auto store = open({});
  for (int i = 0; i < 10; ++i) {
    const Scope& scope = i < 3 ? kFew : kMany;
    const int at = i < 3 ? i : 20 - i;  // the later, the older
    ASSERT_TRUE(store->create(scope, task(name("t-", i)), kStart));
    ASSERT_TRUE(store->append(name("t-", i), {status(TaskState::kCompleted)}, kStart + seconds(at)));
    store->link_context(scope, name("c", i), "up", kStart + seconds(at));
  }
  store.reset();
  store = open({.tasks_max = 6, .contexts_max = 6});
  EXPECT_EQ(store->size(), 6U);
  for (int i = 0; i < 10; ++i) {
    const Scope& scope = i < 3 ? kFew : kMany;
    EXPECT_EQ(store->get(scope, name("t-", i)).has_value(), i < 6) << i;
    EXPECT_EQ(store->upstream_context(scope, name("c", i)), i < 6 ? "up" : "") << i;
  }
}

}  // namespace

}  // namespace schemagate
