// What becomes of an agent's words in the log of one task. No agent and no network in here.
#include "gateway/task/task_writer.h"

#include <gmock/gmock.h>

#include "fake_core.h"

namespace schemagate {
namespace {

using a2a::TaskState;
using testing::ElementsAre;

a2a::Task agents_task(TaskState state) {
  a2a::Task task{.id = "up-1", .context_id = "up-c"};
  task.status.state = state;
  return task;
}

a2a::Message agents_words(const std::string& id, const std::string& text) {
  a2a::Message message{.message_id = id, .role = a2a::Role::kAgent};
  message.parts.push_back({.content = text});
  return message;
}

InitialMessage first_message() {
  InitialMessage message;
  message.received = text_request("go").message;
  return message;
}

class TaskWriterTest : public testing::Test {
 protected:
  TaskWriter make_writer(std::set<std::string> known_messages = {}) {
    TaskIdentity task{.scope = core_.call().scope(), .task_id = "t", .context_id = "c"};
    return {core_.services.run.writer, std::move(task), OutputTyping{}, std::move(known_messages)};
  }
  TaskWriter make_task() {
    TaskWriter writer = make_writer();
    InitialMessage message = first_message();
    EXPECT_TRUE(writer.create(message));
    return writer;
  }
  a2a::Task task() const { return core_.task("t"); }

  FakeCore core_;
};

TEST_F(TaskWriterTest, MakesTheTaskOfTheMessageInOurNames) {
  TaskWriter writer = make_writer();
  EXPECT_FALSE(writer.task().exists());
  InitialMessage message = first_message();
  ASSERT_TRUE(writer.create(message));
  EXPECT_TRUE(writer.task().exists());
  EXPECT_EQ(task().status.state, TaskState::kSubmitted);
  ASSERT_EQ(task().history.size(), 1U);
  EXPECT_EQ(task().history[0].task_id, "t");
  EXPECT_EQ(task().history[0].context_id, "c");
}

TEST_F(TaskWriterTest, AMessageIsTheArtifactAndTheEnd) {
  TaskWriter writer = make_task();
  ASSERT_TRUE(writer.write(agents_words("a-1", "done")));
  EXPECT_EQ(writer.state(), TaskState::kCompleted);
  ASSERT_EQ(task().artifacts.size(), 1U);
  EXPECT_EQ(task().artifacts[0].parts[0].content, "done");
  EXPECT_NE(task().artifacts[0].artifact_id, "");
  ASSERT_TRUE(task().status.message);
  EXPECT_EQ(task().status.message->task_id, "t");
}

TEST_F(TaskWriterTest, WritesOfASnapshotOnlyWhatIsNew) {
  TaskWriter writer = make_task();
  a2a::Task told = agents_task(TaskState::kWorking);
  told.artifacts.push_back({.artifact_id = "a", .parts = {{.content = "first"}}});
  ASSERT_TRUE(writer.write(told));
  const auto version = core_.store.get(core_.call().scope(), "t").wait()->version;
  ASSERT_TRUE(writer.write(told));
  EXPECT_EQ(core_.store.get(core_.call().scope(), "t").wait()->version, version);
  told.artifacts.push_back({.artifact_id = "b", .parts = {{.content = "second"}}});
  ASSERT_TRUE(writer.write(told));
  EXPECT_EQ(core_.store.get(core_.call().scope(), "t").wait()->version, version + 1);
  EXPECT_EQ(task().artifacts.size(), 2U);
}

TEST_F(TaskWriterTest, TakesTheAgentsHistoryAndNotTheClients) {
  TaskWriter writer = make_task();
  a2a::Task told = agents_task(TaskState::kWorking);
  a2a::Message clients = text_request("as the agent has it").message;
  told.history = {clients, agents_words("a-1", "one"), agents_words("a-1", "one"),
                  agents_words("a-2", "two")};
  ASSERT_TRUE(writer.write(told));
  std::vector<std::string> said;
  for (const a2a::Message& message : task().history) said.push_back(message.parts[0].content);
  EXPECT_THAT(said, ElementsAre("go", "one", "two"));
  EXPECT_EQ(task().history[1].context_id, "c");
}

TEST_F(TaskWriterTest, KeepsTheAgentsTimeAndGivesItsOwnWhereThereIsNone) {
  TaskWriter writer = make_task();
  ASSERT_TRUE(writer.write(a2a::TaskStatusUpdate{
      .status = {.state = TaskState::kWorking, .timestamp = "2024-10-04T03:04:05.678Z"}}));
  EXPECT_EQ(task().status.timestamp, "2024-10-04T03:04:05.678Z");
  core_.clock.advance(std::chrono::hours(24));
  ASSERT_TRUE(
      writer.write(a2a::TaskStatusUpdate{.status = {.state = TaskState::kWorking, .timestamp = "soon"}}));
  EXPECT_EQ(task().status.timestamp, format_timestamp(core_.clock.utc()));
}

TEST_F(TaskWriterTest, TimeNeverGoesBackWhateverTheAgentsClockSays) {
  TaskWriter writer = make_task();
  const std::string made = task().status.timestamp;
  const auto at = [&](const std::string& timestamp) {
    EXPECT_TRUE(writer.write(
        a2a::TaskStatusUpdate{.status = {.state = TaskState::kWorking, .timestamp = timestamp}}));
    return task().status.timestamp;
  };
  EXPECT_EQ(at("2024-01-02T03:04:05.678Z"), made) << "from before the task";
  EXPECT_EQ(at("2031-01-01T00:00:00.000Z"), "2031-01-01T00:00:00.000Z");
  EXPECT_EQ(at("2030-01-01T00:00:00.000Z"), "2031-01-01T00:00:00.000Z");
  EXPECT_EQ(at(""), "2031-01-01T00:00:00.000Z") << "our clock is behind the agent's";
  writer.fail({a2a::ErrorCode::kInternal, "over"});
  EXPECT_EQ(task().status.timestamp, "2031-01-01T00:00:00.000Z");
}

TEST_F(TaskWriterTest, SaysOnlyOnceThatATaskIsSubmitted) {
  for (const bool streamed : {false, true}) {
    FakeCore core;
    TaskIdentity identity{.scope = core.call().scope(), .task_id = "t", .context_id = "c"};
    TaskWriter writer(core.services.run.writer, std::move(identity), OutputTyping{}, {});
    InitialMessage message = first_message();
    ASSERT_TRUE(writer.create(message));
    const a2a::Task told = agents_task(TaskState::kSubmitted);
    if (streamed) {
      ASSERT_TRUE(writer.write(a2a::TaskStatusUpdate{.status = told.status}));
    } else {
      ASSERT_TRUE(writer.write(told));
    }
    EXPECT_TRUE(core.store.events_after(core.call().scope(), "t", 0, 9).wait()->empty());
    ASSERT_TRUE(writer.write(agents_task(TaskState::kWorking)));
    EXPECT_EQ(core.store.events_after(core.call().scope(), "t", 0, 9).wait()->size(), 1U);
  }
}

TEST_F(TaskWriterTest, WordsThatComeWithTheFirstStatusAreTold) {
  TaskWriter writer = make_task();
  a2a::Task told = agents_task(TaskState::kSubmitted);
  told.status.message = agents_words("a-1", "in the queue");
  ASSERT_TRUE(writer.write(told));
  ASSERT_TRUE(task().status.message);
  EXPECT_EQ(task().status.message->parts[0].content, "in the queue");
}

TEST_F(TaskWriterTest, RemembersTheAgentsNames) {
  TaskWriter writer = make_task();
  writer.link({"up-1", "up-c"});
  EXPECT_EQ(core_.store.get(core_.call().scope(), "t").wait()->upstream,
            (store::UpstreamIds{"up-1", "up-c"}));
  EXPECT_EQ(core_.store.upstream_context(core_.call().scope(), "c", core_.clock.utc()).wait(), "up-c");
}

TEST_F(TaskWriterTest, IsSupersededWhenAnotherRunHasTakenTheTask) {
  TaskWriter writer = make_task();
  const auto other = core_.store.take_over_run("t").wait();
  ASSERT_TRUE(other);
  EXPECT_TRUE(writer.write(a2a::TaskStatusUpdate{.status = {.state = TaskState::kCompleted}}));
  EXPECT_EQ(writer.refusal(), WriteRefusal::kSuperseded);
  EXPECT_EQ(task().status.state, TaskState::kSubmitted) << "nothing was written";
  EXPECT_EQ(writer.state(), TaskState::kSubmitted);
}

TEST_F(TaskWriterTest, IsSupersededWhenTheTaskHasEnded) {
  TaskWriter writer = make_task();
  writer.fail({a2a::ErrorCode::kInvalidAgentResponse, "the agent fell silent"});
  EXPECT_EQ(writer.refusal(), WriteRefusal::kNone);
  EXPECT_TRUE(writer.write(a2a::TaskStatusUpdate{.status = {.state = TaskState::kWorking}}));
  EXPECT_EQ(writer.refusal(), WriteRefusal::kSuperseded);
}

// One refusal at a time: the end of a task gets through where an artifact does not.
TEST(TaskWriter, SaysWhyTheLogDoesNotHaveWhatTheAgentSaid) {
  FakeCore core({}, true, {}, {.task_events_max = 2});
  TaskWriter writer(core.services.run.writer,
                    {.scope = core.call().scope(), .task_id = "t", .context_id = "c"}, OutputTyping{}, {});
  InitialMessage message = first_message();
  ASSERT_TRUE(writer.create(message));
  a2a::Task told = agents_task(TaskState::kWorking);
  for (int i = 0; i < 4; ++i)
    told.artifacts.push_back({.artifact_id = std::to_string(i), .parts = {{.content = "a piece"}}});
  EXPECT_FALSE(writer.write(std::move(told)));
  EXPECT_EQ(writer.refusal(), WriteRefusal::kFull);
  writer.fail({a2a::ErrorCode::kInvalidAgentResponse, "the agent says too much"});
  EXPECT_EQ(writer.state(), TaskState::kFailed);
  EXPECT_TRUE(writer.write(a2a::TaskStatusUpdate{.status = {.state = TaskState::kWorking}}));
  EXPECT_EQ(writer.refusal(), WriteRefusal::kSuperseded);
}

TEST_F(TaskWriterTest, FailsTheTaskWithTheReason) {
  TaskWriter writer = make_task();
  writer.fail({a2a::ErrorCode::kInvalidAgentResponse, "the agent fell silent"});
  EXPECT_EQ(task().status.state, TaskState::kFailed);
  ASSERT_TRUE(task().status.message);
  EXPECT_EQ(task().status.message->parts[0].content, "the agent fell silent");
}

TEST_F(TaskWriterTest, TakesAnInputBackAsIfItHadNotBeenSent) {
  TaskWriter writer = make_task();
  a2a::Message input = text_request("my input").message;
  input.message_id = "m-2";
  ASSERT_TRUE(core_.store.append(writer.task().lease, {input}, core_.clock.utc()));
  ASSERT_EQ(task().history.size(), 2U);
  a2a::TaskStatus waiting{.state = TaskState::kInputRequired, .timestamp = "2024-01-02T03:04:05.678Z"};
  writer.take_back({.status = waiting, .message_id = "m-2", .idempotency_key = {}});
  EXPECT_EQ(task().history.size(), 1U);
  EXPECT_EQ(task().status.state, TaskState::kInputRequired);
  EXPECT_EQ(task().status.timestamp, format_timestamp(core_.clock.utc())) << "not before the task was made";
  EXPECT_EQ(writer.state(), TaskState::kInputRequired);
}

TEST_F(TaskWriterTest, GivesTheTaskFreeWhenItIsReleased) {
  TaskWriter writer = make_task();
  EXPECT_FALSE(core_.store.acquire_run("t").wait());
  writer.release();
  EXPECT_TRUE(core_.store.acquire_run("t").wait());
}

// Clients drop what is appended to nothing.
TEST_F(TaskWriterTest, APieceForAnArtifactThatHasNotBegunBeginsIt) {
  TaskWriter writer = make_task();
  ASSERT_TRUE(writer.write(a2a::TaskArtifactUpdate{
      .artifact = {.artifact_id = "a", .parts = {{.content = "2"}}}, .append = true}));
  const auto events = core_.store.events_after(core_.call().scope(), "t", 0, 100).wait();
  ASSERT_FALSE(events->empty());
  EXPECT_FALSE(std::get<a2a::TaskArtifactUpdate>(events->back()).append);
  ASSERT_TRUE(writer.write(a2a::TaskArtifactUpdate{
      .artifact = {.artifact_id = "a", .parts = {{.content = "3"}}}, .append = true}));
  ASSERT_EQ(task().artifacts.size(), 1U);
  EXPECT_EQ(task().artifacts[0].parts.size(), 2U);
}

}  // namespace
}  // namespace schemagate
