// How much one task may hold: the same on every store.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "implementation.h"
#include "task_values.h"
#include "temporary_folder.h"
#include "waiting_store.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::TaskState;
using store::StoreLimits;

class TaskBounds : public testing::TestWithParam<Implementation> {
 protected:
  WaitingStore<> make(StoreLimits limits) const {
    return {GetParam().make(limits, folder_.file("ledger")), GetParam().settles};
  }

 private:
  const TemporaryFolder folder_;
};

// An agent that does nothing but say that it works is bounded, too.
TEST_P(TaskBounds, BoundsWhatAnAgentSaysOfItsWork) {
  auto store = make({.task_events_max = 2, .task_bytes_max = 2'000});
  for (const char* id : {"often", "much"}) ASSERT_TRUE(store->create(kScope, task(id), kStart));
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(store->append("often", {status(TaskState::kWorking)}, kStart));
  EXPECT_EQ(store->append("often", {status(TaskState::kWorking)}, kStart).error().code,
            ErrorCode::kInvalidAgentResponse);
  EXPECT_FALSE(store->append("often", {status(TaskState::kInputRequired)}, kStart));
  EXPECT_TRUE(store->append("often", {status(TaskState::kCompleted)}, kStart));
  EXPECT_EQ(
      store->append("much", {status(TaskState::kWorking, std::string(2'001, 'x'))}, kStart).error().code,
      ErrorCode::kInvalidAgentResponse);
}

TEST_P(TaskBounds, BoundsEventsAndBytesButAlwaysTakesTheEnd) {
  auto store = make({.task_events_max = 2, .task_bytes_max = 2'000});
  ASSERT_TRUE(store->create(kScope, task("big"), kStart));
  EXPECT_EQ(store->append("big", {artifact("a", std::string(2'001, 'x'))}, kStart).error().code,
            ErrorCode::kInvalidAgentResponse);
  EXPECT_EQ(store->get(kScope, "big")->version, 0U) << "all or nothing";
  ASSERT_TRUE(store->append("big", {artifact("a", "1"), artifact("a", "2")}, kStart));
  EXPECT_FALSE(store->append("big", {artifact("a", "3")}, kStart));
  EXPECT_TRUE(store->append("big", {status(TaskState::kFailed)}, kStart));
}

// Each is a whole part in memory.
TEST_P(TaskBounds, PartsWithoutTextsAndExtensionsWithoutNamesCountAsWhatTheyAre) {
  auto store = make({.task_bytes_max = 100'000});
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  const std::vector<a2a::Part> parts(1'000);
  const std::vector<std::string> extensions(4'000);
  const auto refused = [&store](const store::TaskEvent& event) {
    const auto outcome = store->append("t", {event}, kStart);
    return !outcome && outcome.error().code == ErrorCode::kInvalidAgentResponse;
  };
  EXPECT_TRUE(refused(a2a::TaskArtifactUpdate{.artifact = {.artifact_id = "a", .parts = parts}}));
  EXPECT_TRUE(refused(a2a::TaskArtifactUpdate{.artifact = {.artifact_id = "a", .extensions = extensions}}));
  EXPECT_TRUE(refused(a2a::Message{.message_id = "m", .parts = parts}));
  EXPECT_TRUE(refused(a2a::Message{.message_id = "m", .extensions = extensions}));
  EXPECT_TRUE(refused(a2a::TaskStatusUpdate{
      .status = {.state = TaskState::kWorking, .message = a2a::Message{.message_id = "m", .parts = parts}}}));
}

TEST_P(TaskBounds, EventsThatSayNothingCountAsWhatTheyAre) {
  auto store = make({.task_bytes_max = 100'000});
  ASSERT_TRUE(store->create(kScope, task("t"), kStart));
  int taken = 0;
  while (taken < 1'000 && store->append("t", {status(TaskState::kWorking)}, kStart)) ++taken;
  EXPECT_LT(taken, 1'000);
}

INSTANTIATE_TEST_SUITE_P(Stores, TaskBounds,
                         testing::Values(Implementation::in_memory(), Implementation::archiving("Archiving")),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace schemagate
