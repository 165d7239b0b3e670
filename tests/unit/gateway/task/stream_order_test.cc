#include "gateway/task/stream_order.h"

#include <gtest/gtest.h>

#include <vector>

namespace schemagate {
namespace {

using a2a::StreamEvent;
using a2a::TaskState;

StreamEvent chunk(const std::string& id, bool append, bool last = false) {
  return a2a::TaskArtifactUpdate{.artifact = {.artifact_id = id}, .append = append, .last_chunk = last};
}

StreamEvent now(TaskState state) {
  return a2a::TaskStatusUpdate{.status = {.state = state}};
}

bool is_broken(const std::vector<StreamEvent>& events) {
  StreamOrder order;
  for (const StreamEvent& event : events) order.note(event);
  return order.is_broken();
}

TEST(StreamOrder, HoldsForWhatAgentsUsuallySay) {
  EXPECT_FALSE(is_broken({}));
  EXPECT_FALSE(is_broken({now(TaskState::kWorking), chunk("a", false), chunk("b", false, true),
                          chunk("a", true), chunk("a", true, true), now(TaskState::kCompleted)}));
  EXPECT_FALSE(is_broken({chunk("a", false, true), chunk("a", false, true)})) << "replaced as a whole";
  EXPECT_FALSE(is_broken({now(TaskState::kInputRequired), now(TaskState::kWorking)}));
}

TEST(StreamOrder, HoldsForPiecesOfWhatASnapshotHasShown) {
  a2a::Task snapshot;
  snapshot.artifacts.push_back({.artifact_id = "a"});
  EXPECT_FALSE(is_broken({snapshot, chunk("a", true)}));
  EXPECT_TRUE(is_broken({snapshot, chunk("b", true)}));
}

TEST(StreamOrder, IsBrokenByAPieceInFrontOfTheFirst) {
  EXPECT_TRUE(is_broken({chunk("a", true), chunk("a", false)}));
}

TEST(StreamOrder, IsBrokenByAPieceBehindTheLast) {
  EXPECT_TRUE(is_broken({chunk("a", false), chunk("a", true, true), chunk("a", true)}));
}

TEST(StreamOrder, IsBrokenByWhateverIsBehindTheEnd) {
  EXPECT_TRUE(is_broken({now(TaskState::kCompleted), chunk("a", false)}));
  EXPECT_TRUE(is_broken({now(TaskState::kCompleted), now(TaskState::kWorking)}));
}

TEST(StreamOrder, OfASubscriptionIsBrokenUnlessTheTaskComesFirst) {
  const auto is_broken_subscription = [](const std::vector<StreamEvent>& events) {
    StreamOrder order = StreamOrder::of_subscription();
    for (const StreamEvent& event : events) order.note(event);
    return order.is_broken();
  };
  EXPECT_FALSE(is_broken_subscription({a2a::Task{}, chunk("a", false), now(TaskState::kCompleted)}));
  EXPECT_TRUE(is_broken_subscription({chunk("a", false), now(TaskState::kCompleted)}));
  EXPECT_TRUE(is_broken_subscription({now(TaskState::kWorking), a2a::Task{}, now(TaskState::kCompleted)}));
  EXPECT_TRUE(is_broken_subscription({a2a::Task{}, chunk("a", true)}));
}

}  // namespace
}  // namespace schemagate
