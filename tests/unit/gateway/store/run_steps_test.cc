// The journal of a plan's run in the log of its task: the same on every store.
#include <gtest/gtest.h>

#include "implementation.h"
#include "task_values.h"
#include "temporary_folder.h"
#include "waiting_store.h"

namespace schemagate {
namespace {

using a2a::TaskState;
using store::NewTask;
using store::RunStep;
using store::StoreLimits;
using store::TaskEvent;

class RunSteps : public testing::TestWithParam<Implementation> {
 protected:
  WaitingStore<> make(StoreLimits limits) const {
    return {GetParam().make(limits, folder_.file("ledger")), GetParam().settles};
  }

 private:
  const TemporaryFolder folder_;
};

TEST_P(RunSteps, MakesATaskWithItsFirstStepsOrNotAtAll) {
  auto store = make({.task_bytes_max = 1'000});
  NewTask made{.task = task("run")};
  made.first_steps = {RunStep{"header"}};
  ASSERT_TRUE(store->create(kScope, made, kStart));
  EXPECT_EQ(store->get(kScope, "run")->version, 1U);
  EXPECT_EQ(*store->events_after(kScope, "run", 0, 10), (std::vector<TaskEvent>{RunStep{"header"}}));
  NewTask large{.task = task("large")};
  large.first_steps = {RunStep{std::string(1'001, 's')}};
  EXPECT_FALSE(store->create(kScope, large, kStart));
  EXPECT_FALSE(store->get(kScope, "large"));
}

// What bounds the steps of a plan's run is its plan.
TEST_P(RunSteps, StepsOfARunAreNotCountedAsEventsButAsBytes) {
  auto store = make({.task_events_max = 2, .task_bytes_max = 6'000});
  ASSERT_TRUE(store->create(kScope, task("run"), kStart));
  const std::string line(40, 's');
  for (int i = 0; i < 4; ++i)
    ASSERT_TRUE(store->append("run", {RunStep{line}, artifact("a", "1")}, kStart)) << i;
  EXPECT_TRUE(store->append("run", {artifact("a", "2")}, kStart));
  const auto full = store->append("run", {RunStep{std::string(6'000, 's')}}, kStart);
  ASSERT_FALSE(full);
  EXPECT_EQ(
      full.error().message,
      "the run has come to an end at the limit of 6000 bytes for the log of a task (limits.task_bytes)");
  EXPECT_TRUE(store->append("run", {RunStep{"cancel"}}, kStart));
  EXPECT_TRUE(store->append("run", {status(TaskState::kFailed)}, kStart));
}

INSTANTIATE_TEST_SUITE_P(Stores, RunSteps,
                         testing::Values(Implementation::in_memory(), Implementation::archiving("Archiving")),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace schemagate
