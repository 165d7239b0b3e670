#include "gateway/cli/conversation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "streams.h"

namespace schemagate::cli {
namespace {

using a2a::TaskState;
using a2a::client::Cause;
using testing::HasSubstr;
using testing::MatchesRegex;

// Nobody listens there, and no test here calls.
AgentConnection agent_with_time(double seconds) {
  AgentOptions options;
  options.timeout_s = seconds;
  return AgentConnection::known({{}, {.url = "http://127.0.0.1:1/"}}, options).value();
}

a2a::Task task_in(TaskState state) {
  return {.id = "t-1", .status = {.state = state}};
}

TEST(Conversation, IsSettledWhenTheTaskEndsOrWaits) {
  for (const TaskState state : {TaskState::kCompleted, TaskState::kFailed, TaskState::kCanceled,
                                TaskState::kRejected, TaskState::kInputRequired, TaskState::kAuthRequired})
    EXPECT_TRUE(a2a::is_settled(state)) << a2a::name_v0_3(state);
  for (const TaskState state : {TaskState::kUnspecified, TaskState::kSubmitted, TaskState::kWorking})
    EXPECT_FALSE(a2a::is_settled(state)) << a2a::name_v0_3(state);
}

TEST(Conversation, AsksNobodyAboutASettledTask) {
  Streams streams;
  EXPECT_EQ(wait_until_settled(agent_with_time(300), streams.console, task_in(TaskState::kFailed)).value(),
            task_in(TaskState::kFailed));
}

TEST(Conversation, GivesUpWhenTheTimeIsShorterThanThePause) {
  Streams streams;
  const auto waited = wait_until_settled(agent_with_time(0.1), streams.console, task_in(TaskState::kWorking));
  ASSERT_FALSE(waited);
  EXPECT_EQ(waited.error().cause, Cause::kTimeout);
  EXPECT_EQ(waited.error().error.message,
            "task t-1 is still working; to see it: schemagate task get http://127.0.0.1:1/ t-1");
}

TEST(Conversation, MakesIdsOf128Bits) {
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) ids.insert(new_message_id().value());
  EXPECT_EQ(ids.size(), 100U);
  for (const std::string& id : ids) EXPECT_THAT(id, MatchesRegex("[0-9a-f]{32}"));
}

TEST(StreamView, KeepsTheTaskAsItStands) {
  Streams streams;
  const AgentConnection agent = agent_with_time(300);
  StreamView view(agent, streams.console, Output::kText);
  EXPECT_TRUE(view(task_in(TaskState::kSubmitted)));
  EXPECT_TRUE(view(a2a::TaskStatusUpdate{.task_id = "t-1", .status = {.state = TaskState::kWorking}}));
  EXPECT_TRUE(view(a2a::TaskArtifactUpdate{.task_id = "t-1", .artifact = {.artifact_id = "a-1"}}));
  ASSERT_TRUE(view.task());
  EXPECT_EQ(view.task()->status.state, TaskState::kWorking);
  EXPECT_EQ(view.task()->artifacts.size(), 1U);
  EXPECT_FALSE(view.message());
  EXPECT_EQ(streams.out.str(), "");
  EXPECT_EQ(streams.err.str(), "");  // no terminal, no progress
}

// v0.3 agents may send no task at all.
TEST(StreamView, MakesATaskOfUpdatesAlone) {
  Streams streams;
  const AgentConnection agent = agent_with_time(300);
  StreamView view(agent, streams.console, Output::kText);
  view(a2a::TaskArtifactUpdate{.task_id = "t-9", .context_id = "c-9", .artifact = {.artifact_id = "a"}});
  EXPECT_EQ(view.task()->id, "t-9");
  EXPECT_EQ(view.task()->context_id, "c-9");
}

TEST(StreamView, PrintsProgressOnATerminal) {
  Streams streams;
  streams.console.progress = true;
  const AgentConnection agent = agent_with_time(300);
  StreamView view(agent, streams.console, Output::kText);
  view(task_in(TaskState::kWorking));
  EXPECT_EQ(streams.err.str(), "task t-1  working\n");
  EXPECT_EQ(streams.out.str(), "");
}

TEST(StreamView, PrintsOneJsonDocumentPerEvent) {
  Streams streams;
  streams.console.progress = true;
  const AgentConnection agent = agent_with_time(300);
  StreamView view(agent, streams.console, Output::kJson);
  view(task_in(TaskState::kWorking));
  view(a2a::Message{.message_id = "m-1", .role = a2a::Role::kAgent, .parts = {{.content = "hi"}}});
  EXPECT_EQ(streams.err.str(), "");
  const std::string text = streams.out.str();
  EXPECT_EQ(std::ranges::count(text, '\n'), 2);
  EXPECT_THAT(text, HasSubstr("TASK_STATE_WORKING"));
  EXPECT_EQ(view.message()->message_id, "m-1");
}

ExitCode finish(Streams& streams, Output output, const StreamView& view,
                const a2a::client::Outcome<void>& outcome = {}) {
  return finish_stream(agent_with_time(0.1), streams.console, output, outcome, view);
}

TEST(FinishStream, ShowsTheTaskThatWasKept) {
  Streams streams;
  const AgentConnection agent = agent_with_time(300);
  StreamView view(agent, streams.console, Output::kText);
  view(task_in(TaskState::kInputRequired));
  EXPECT_EQ(finish(streams, Output::kText, view), kInputRequired);
  EXPECT_EQ(streams.out.str(), "task t-1  input-required\n");
}

TEST(FinishStream, PrintsNothingMoreAfterJsonEvents) {
  Streams streams;
  const AgentConnection agent = agent_with_time(300);
  StreamView view(agent, streams.console, Output::kJson);
  view(task_in(TaskState::kFailed));
  const std::string events = streams.out.str();
  EXPECT_EQ(finish(streams, Output::kJson, view), kRefused);
  EXPECT_EQ(streams.out.str(), events);
}

TEST(FinishStream, ShowsAMessage) {
  Streams streams;
  const AgentConnection agent = agent_with_time(300);
  StreamView view(agent, streams.console, Output::kText);
  view(a2a::Message{.parts = {{.content = "hi"}}});
  EXPECT_EQ(finish(streams, Output::kText, view), kDone);
  EXPECT_EQ(streams.out.str(), "agent says:\n  hi\n");
}

TEST(FinishStream, SaysWhenNothingCame) {
  Streams streams;
  const AgentConnection agent = agent_with_time(300);
  const StreamView view(agent, streams.console, Output::kText);
  EXPECT_EQ(finish(streams, Output::kText, view), kUnreachable);
  EXPECT_THAT(streams.err.str(), HasSubstr("without an event"));
}

TEST(FinishStream, FollowsATaskThatStillRuns) {
  Streams streams;
  const AgentConnection agent = agent_with_time(300);
  StreamView view(agent, streams.console, Output::kText);
  view(task_in(TaskState::kWorking));
  EXPECT_EQ(finish(streams, Output::kText, view), kTimedOut);
  EXPECT_THAT(streams.err.str(), HasSubstr("still working"));
}

TEST(FinishStream, ReportsAFailureWhateverCameBefore) {
  Streams streams;
  const AgentConnection agent = agent_with_time(300);
  StreamView view(agent, streams.console, Output::kText);
  view(task_in(TaskState::kCompleted));
  EXPECT_EQ(finish(streams, Output::kText, view, a2a::client::failed(Cause::kProtocol, "broken")),
            kUnreachable);
  EXPECT_EQ(streams.out.str(), "");
}

TEST(ShowResult, HasTheFormThatWasAskedFor) {
  Streams text;
  EXPECT_EQ(show_result(text.console, Output::kText, task_in(TaskState::kRejected)), kRefused);
  EXPECT_EQ(text.out.str(), "task t-1  rejected\n");
  Streams json;
  EXPECT_EQ(show_result(json.console, Output::kJson, task_in(TaskState::kCompleted)), kDone);
  EXPECT_THAT(json.out.str(), HasSubstr("TASK_STATE_COMPLETED"));
  Streams message;
  EXPECT_EQ(show_result(message.console, Output::kText, a2a::Message{.parts = {{.content = "hi"}}}), kDone);
  EXPECT_EQ(message.out.str(), "agent says:\n  hi\n");
}

}  // namespace
}  // namespace schemagate::cli
