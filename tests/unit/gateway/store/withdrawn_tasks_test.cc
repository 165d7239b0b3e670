// A task that nobody was told of can be taken back: the same on every store.
#include <gtest/gtest.h>

#include "implementation.h"
#include "task_values.h"
#include "temporary_folder.h"
#include "waiting_store.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::TaskState;

class WithdrawnTasks : public testing::TestWithParam<Implementation> {
 protected:
  WaitingStore<> make() const { return {GetParam().make({}, folder_.file("ledger")), GetParam().settles}; }

 private:
  const TemporaryFolder folder_;
};

TEST_P(WithdrawnTasks, ATaskThatIsWithdrawnHasNeverBeen) {
  auto store = make();
  const auto lease = store.itself().create(kScope, {.task = task("t"), .idempotency_key = "key"}, kStart);
  ASSERT_TRUE(lease);
  store.itself().withdraw({"t", lease->token + 1});
  EXPECT_TRUE(store->get(kScope, "t")) << "a stale lease withdraws nothing";
  ASSERT_TRUE(store.itself().durable(store.itself().written()).wait());
  EXPECT_TRUE(store.itself().get_durable(kScope, "t").wait());
  store.itself().withdraw(*lease);
  EXPECT_EQ(store->get(kScope, "t").error().code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(store.itself().get_durable(kScope, "t").wait().error().code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(store.itself().size(), 0U);
  EXPECT_EQ(store.itself().list(kScope, {}).wait()->total, 0U);
  EXPECT_FALSE(store.itself().append(*lease, {status(TaskState::kWorking)}, kStart));
}

TEST_P(WithdrawnTasks, ATaskThatHasEndedIsNotWithdrawn) {
  auto store = make();
  const auto lease = store.itself().create(kScope, {.task = task("t")}, kStart);
  ASSERT_TRUE(lease);
  ASSERT_TRUE(store.itself().append(*lease, {status(TaskState::kCompleted)}, kStart));
  store.itself().withdraw(*lease);
  EXPECT_TRUE(store->get(kScope, "t"));
}

INSTANTIATE_TEST_SUITE_P(Stores, WithdrawnTasks,
                         testing::Values(Implementation::in_memory(), Implementation::archiving("Archiving")),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace schemagate
