#include "a2a/model/task.h"

#include <gtest/gtest.h>

#include "a2a/error.h"

namespace schemagate {

namespace {

using a2a::TaskState;

a2a::TaskArtifactUpdate update(std::string id, std::string text, bool append) {
  return {.artifact = {.artifact_id = std::move(id), .parts = {{.content = std::move(text)}}},
          .append = append};
}

TEST(TaskStates, AreTerminalOrInterruptedOrNeither) {
  for (TaskState state :
       {TaskState::kCompleted, TaskState::kFailed, TaskState::kCanceled, TaskState::kRejected}) {
    EXPECT_TRUE(a2a::is_terminal(state));
    EXPECT_FALSE(a2a::is_interrupted(state));
  }
  for (TaskState state : {TaskState::kInputRequired, TaskState::kAuthRequired}) {
    EXPECT_FALSE(a2a::is_terminal(state));
    EXPECT_TRUE(a2a::is_interrupted(state));
  }
  for (TaskState state : {TaskState::kUnspecified, TaskState::kSubmitted, TaskState::kWorking}) {
    EXPECT_FALSE(a2a::is_terminal(state) || a2a::is_interrupted(state));
  }
}

TEST(ApplyArtifact, AddsReplacesAndJoins) {
  a2a::Task task;
  apply(task, update("one", "a", false));
  apply(task, update("two", "x", false));
  apply(task, update("one", "b", true));
  ASSERT_EQ(task.artifacts.size(), 2U);
  ASSERT_EQ(task.artifacts[0].parts.size(), 2U);
  EXPECT_EQ(task.artifacts[0].parts[1].content, "b");
  apply(task, update("one", "c", false));
  ASSERT_EQ(task.artifacts[0].parts.size(), 1U);
  EXPECT_EQ(task.artifacts[0].parts[0].content, "c");
}

TEST(ApplyArtifact, JoinsMetadataAndExtensions) {
  a2a::Task task;
  auto first = update("one", "a", false);
  first.artifact.metadata = {R"({"x":1})"};
  first.artifact.extensions = {"u"};
  auto second = update("one", "b", true);
  second.artifact.metadata = {R"({"y":2})"};
  second.artifact.extensions = {"u", "v"};
  apply(task, first);
  apply(task, second);
  EXPECT_EQ(task.artifacts[0].metadata.text, R"({"x":1,"y":2})");
  EXPECT_EQ(task.artifacts[0].extensions, (std::vector<std::string>{"u", "v"}));
}

TEST(ApplyArtifact, AppendToAnUnknownArtifactAddsIt) {
  a2a::Task task;
  apply(task, update("late", "a", true));
  EXPECT_EQ(task.artifacts.size(), 1U);
}

TEST(ErrorIdentity, EveryCodeRoundTripsThroughItsNumber) {
  for (int code = 0; code <= static_cast<int>(a2a::ErrorCode::kVersionNotSupported); ++code) {
    const auto value = static_cast<a2a::ErrorCode>(code);
    EXPECT_EQ(a2a::error_code_of(a2a::identity(value).jsonrpc_code), value);
  }
  EXPECT_EQ(a2a::error_code_of(-32099), a2a::ErrorCode::kInternal);
}

TEST(LimitHistory, LeavesTheLatestMessages) {
  a2a::Task task{.history = {{.message_id = "1"}, {.message_id = "2"}, {.message_id = "3"}}};
  a2a::limit_history(task, std::nullopt);
  a2a::limit_history(task, 3);
  EXPECT_EQ(task.history.size(), 3U);
  a2a::limit_history(task, 1);
  ASSERT_EQ(task.history.size(), 1U);
  EXPECT_EQ(task.history[0].message_id, "3");
  a2a::limit_history(task, 0);
  EXPECT_TRUE(task.history.empty());
}

}  // namespace

}  // namespace schemagate
