#include "gateway/store/commit_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace schemagate {

namespace {

using schemagate::store::CommitQueue;
using schemagate::store::DurabilityObserver;
using schemagate::store::EventsAppended;
using schemagate::store::Sequence;
using schemagate::store::TaskForgotten;
using testing::ElementsAre;

EventsAppended change(std::size_t bytes) {
  return {.number = 1, .first_version = 1, .payloads = {std::string(bytes, 'x')}, .at = {}, .ended = {}};
}

class CommitQueueTest : public testing::Test {
 protected:
  // Remembers what the one who waits for `sequence` is told.
  std::optional<a2a::Result<void>> await(Sequence sequence) {
    DurabilityObserver observer = [this, sequence](const a2a::Result<void>& result) {
      told_.push_back(std::to_string(sequence) + (result ? " durable" : ' ' + result.error().message));
    };
    return queue_.await(sequence, observer);
  }
  void tell(std::vector<DurabilityObserver> observers, const a2a::Result<void>& result) {
    for (DurabilityObserver& observer : observers) observer(result);
  }

  CommitQueue queue_{10'000};
  std::vector<std::string> told_;
};

TEST_F(CommitQueueTest, TellsThoseWhoseChangesWereWrittenAndNoOthers) {
  for (Sequence sequence = 1; sequence <= 2; ++sequence) {
    queue_.put(sequence, change(10));
    EXPECT_FALSE(await(sequence));
  }
  CommitQueue::Batch batch;
  queue_.take(batch);
  EXPECT_EQ(batch.changes.size(), 2U);
  queue_.put(3, change(10));
  EXPECT_FALSE(await(3));
  tell(queue_.settle(batch), {});
  EXPECT_THAT(told_, ElementsAre("1 durable", "2 durable"));
  EXPECT_TRUE(queue_.is_awaited());
  EXPECT_TRUE(await(2)->has_value()) << "known already";
  EXPECT_EQ(queue_.durable(), 2U);
}

TEST_F(CommitQueueTest, LargeChangesLeaveRoomForSmallOnes) {
  EXPECT_TRUE(queue_.admits_task_changes(9'000)) << "nothing waits";
  queue_.put(1, change(5'000));
  EXPECT_FALSE(queue_.admits_task_changes(9'000));
  EXPECT_FALSE(queue_.admits_task_changes(5'000));
  EXPECT_TRUE(queue_.admits_task_changes(100));
  queue_.put(2, change(5'000));
  EXPECT_FALSE(queue_.admits_task_changes(100));
}

TEST_F(CommitQueueTest, AFailureIsToldToAllUntilSomethingIsWritten) {
  queue_.put(1, change(10));
  EXPECT_FALSE(await(1));
  CommitQueue::Batch batch;
  queue_.take(batch);
  queue_.put(2, change(10));
  EXPECT_FALSE(await(2));
  const a2a::Error error{a2a::ErrorCode::kInternal, "full"};
  tell(queue_.fail(error), std::unexpected(error));
  EXPECT_THAT(told_, ElementsAre("1 full", "2 full"));
  EXPECT_EQ(await(1)->error(), error);
  EXPECT_EQ(queue_.admits_task_changes().error(), error);
  EXPECT_TRUE(queue_.admits_small_changes());
  queue_.take_all(batch);
  EXPECT_EQ(batch.changes.size(), 2U) << "kept, and tried again with what came since";
  EXPECT_TRUE(queue_.settle(batch).empty());
  EXPECT_TRUE(queue_.admits_task_changes());
  EXPECT_TRUE(await(2)->has_value());
}

TEST_F(CommitQueueTest, BoundsWhatWaits) {
  queue_.put(1, change(9'000));
  EXPECT_TRUE(queue_.admits_task_changes());
  queue_.put(2, change(9'000));
  EXPECT_FALSE(queue_.admits_task_changes());
  EXPECT_TRUE(queue_.admits_small_changes());
  queue_.put(3, change(9'000));
  EXPECT_FALSE(queue_.admits_small_changes());
  CommitQueue::Batch batch;
  queue_.take(batch);
  EXPECT_FALSE(queue_.admits_task_changes()) << "it is not written yet";
  (void)queue_.settle(batch);
  EXPECT_TRUE(queue_.admits_task_changes());
}

TEST_F(CommitQueueTest, WhatIsForgottenTakesRoomTooButLetsOthersPass) {
  for (int i = 0; i < 1'000; ++i) queue_.put_forgotten(0, TaskForgotten{i});
  EXPECT_FALSE(queue_.admits_task_changes());
  queue_.put(1, change(10));
  CommitQueue::Batch batch;
  queue_.take(batch);
  EXPECT_EQ(batch.last, 1U);
  EXPECT_LT(batch.changes.size(), 500U) << "a commit stays short";
  EXPECT_FALSE(queue_.empty());
  (void)queue_.settle(batch);
  CommitQueue::Batch rest;
  queue_.take_all(rest);
  EXPECT_EQ(rest.changes.size() + batch.changes.size(), 1'001U);
  EXPECT_TRUE(queue_.empty());
  (void)queue_.settle(rest);
  EXPECT_EQ(queue_.durable(), 1U);
}

TEST_F(CommitQueueTest, NothingIsForgottenBeforeItHasBeenWritten) {
  for (Sequence sequence = 1; sequence <= 5'000; ++sequence) queue_.put(sequence, change(10));
  queue_.put_forgotten(5'000, TaskForgotten{1});
  CommitQueue::Batch batch;
  queue_.take(batch);
  EXPECT_LT(batch.last, 5'000U);
  EXPECT_EQ(batch.changes.size(), batch.last) << "only what was written";
  batch = {};
  queue_.take(batch);
  EXPECT_EQ(batch.last, 5'000U);
  EXPECT_TRUE(std::holds_alternative<TaskForgotten>(batch.changes.back()));
}

}  // namespace

}  // namespace schemagate
