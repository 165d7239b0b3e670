// Every operation on a store that answers nothing at once.
#include "late_store.h"

#include <gmock/gmock.h>

#include "fake_core.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::TaskState;

class OnALateStore : public testing::Test {
 protected:
  static AgentConfig quick() {
    AgentConfig config;
    config.poll_interval = std::chrono::milliseconds(1);
    return config;
  }
  a2a::Result<a2a::SendResult> send(a2a::SendRequest request) {
    auto sent = core_.run(services_.messages.send(core_.call(), std::move(request), core_.plain));
    if (!sent) return std::unexpected(std::move(sent.error()));
    return std::move(**sent);
  }
  a2a::Task sent(a2a::SendRequest request) {
    auto result = send(std::move(request));
    if (!result) {
      ADD_FAILURE() << result.error().message;
      return {};
    }
    return std::get<a2a::Task>(*result);
  }
  a2a::Task waiting_task() {
    core_.upstream.results["SendMessage"] = gives(task_result("INPUT_REQUIRED"));
    a2a::Task task = sent(text_request("first"));
    core_.finish();
    return task;
  }
  static a2a::SendRequest further(const std::string& text) {
    a2a::SendRequest request = text_request(text);
    request.message.message_id = "m-2";
    return request;
  }

  FakeCore core_{quick(), false, {}, {}, LogLevel::kWarn};
  LateStore store_{core_.store, core_.context.get_executor()};
  TaskServices services_{
      {core_.context.get_executor(), core_.upstream, core_.ids, core_.digest, core_.document},
      {store_, core_.clock, core_.log, core_.limits, core_.replies}};
};

TEST_F(OnALateStore, ATaskIsFollowedToItsEnd) {
  core_.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  core_.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  EXPECT_EQ(sent(text_request("go")).status.state, TaskState::kCompleted);
}

TEST_F(OnALateStore, TheSameMessageLeadsToTheSameTask) {
  core_.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  const std::string id = sent(text_request("go")).id;
  EXPECT_EQ(sent(text_request("go")).id, id);
  EXPECT_EQ(core_.upstream.count("SendMessage"), 1U);
}

TEST_F(OnALateStore, AnAnswerGoesOnWithItsTask) {
  const std::string id = waiting_task().id;
  core_.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  a2a::SendRequest answer = further("second");
  answer.message.task_id = id;
  answer.message.reference_task_ids = {"up-2", id, "up-1"};
  EXPECT_EQ(sent(std::move(answer)).status.state, TaskState::kCompleted);
  EXPECT_THAT(core_.upstream.sent.back().request.body,
              testing::AllOf(testing::HasSubstr(R"("taskId":"up-1")"),
                             testing::HasSubstr(R"("referenceTaskIds":["up-1"])")));
}

TEST_F(OnALateStore, ANewTaskGoesOnWithItsContextInTheAgentsName) {
  const std::string context = waiting_task().context_id;
  core_.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  a2a::SendRequest next = further("second");
  next.message.context_id = context;
  EXPECT_EQ(sent(std::move(next)).context_id, context);
  EXPECT_THAT(core_.upstream.sent.back().request.body, testing::HasSubstr(R"("contextId":"up-c")"));
}

TEST_F(OnALateStore, ATaskIsReadListedFollowedAndCanceled) {
  const std::string id = waiting_task().id;
  const CallContext call = core_.call();
  EXPECT_EQ(core_.run(services_.tasks.get(call, {.id = id, .history_length = {}, .tenant = {}}))->id, id);
  EXPECT_EQ(core_.run(services_.tasks.list(call, {}))->tasks.size(), 1U);
  const a2a::TaskIdRequest wanted{.id = id, .metadata = {}, .tenant = {}};
  EXPECT_TRUE(core_.run(services_.tasks.check_subscription(call, wanted, false, {})));
  core_.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  EXPECT_EQ(core_.run(services_.tasks.cancel(call, wanted))->status.state, TaskState::kCanceled);
  EXPECT_EQ(core_.run(services_.tasks.check_subscription(call, wanted, false, 0)).has_value(), true)
      << "its log goes on behind what was seen";
  const auto over = core_.run(services_.tasks.check_subscription(call, wanted, false, 99));
  EXPECT_EQ(over.error().code, ErrorCode::kUnsupportedOperation);
}

TEST_F(OnALateStore, ACancellationThatCannotBeWrittenIsNone) {
  const std::string id = waiting_task().id;
  core_.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  const CallContext call = core_.call();
  const a2a::TaskIdRequest wanted{.id = id, .metadata = {}, .tenant = {}};
  store_.takes_no_events = true;
  const auto refused = core_.run(services_.tasks.cancel(call, wanted));
  ASSERT_FALSE(refused);
  EXPECT_TRUE(store::is_not_written(refused.error()));
  store_.takes_no_events = false;
  EXPECT_EQ(core_.run(services_.tasks.cancel(call, wanted))->status.state, TaskState::kCanceled);
}

// The agent works, and only what it says cannot be kept: the task is taken up again.
TEST_F(OnALateStore, ATaskWhoseFailureCannotBeWrittenHasNotFailed) {
  core_.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  core_.upstream.results["GetTask"] = [this]() -> net::Result<std::string> {
    store_.takes_no_events = true;
    return bare_task("COMPLETED");
  };
  testing::internal::CaptureStderr();
  const std::string id = sent(text_request("go")).id;
  core_.finish();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(core_.task(id).status.state, TaskState::kWorking);
  EXPECT_EQ(core_.store.unfinished().wait()->size(), 1U);
}

TEST_F(OnALateStore, AnAgentWhoseWordsCannotBeWrittenIsNotCanceled) {
  core_.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  core_.upstream.results["GetTask"] = [this]() -> net::Result<std::string> {
    store_.takes_no_events = true;
    return R"({"id":"up-1","contextId":"up-c","status":{"state":"TASK_STATE_WORKING"},)"
           R"("artifacts":[{"artifactId":"a","parts":[{"text":"half"}]}]})";
  };
  core_.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  (void)sent(text_request("go"));
  core_.finish();
  EXPECT_EQ(core_.upstream.count("CancelTask"), 0U);
}

TEST_F(OnALateStore, AnAgentThatNamesTheTaskWhileItIsCanceledIsTold) {
  const CallContext call = core_.call();
  store::NewTask task;
  task.task.id = "t";
  const auto lease = core_.store.create(call.scope(), std::move(task), core_.clock.utc());
  ASSERT_TRUE(lease);
  store_.before_take_over = [this, &lease] { core_.store.link_upstream(*lease, {"up-1", "up-c"}); };
  core_.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  const a2a::TaskIdRequest wanted{.id = "t", .metadata = {}, .tenant = {}};
  EXPECT_EQ(core_.run(services_.tasks.cancel(call, wanted))->status.state, TaskState::kCanceled);
  EXPECT_EQ(core_.upstream.count("CancelTask"), 1U);
}

TEST_F(OnALateStore, AnAgentWhoseNameForTheTaskWasNotRecordedIsTold) {
  store_.remembers_no_names = true;
  core_.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  core_.upstream.results["GetTask"] = gives(bare_task("WORKING"));
  core_.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  const auto started = send(text_request("go", true));
  ASSERT_TRUE(started);
  const a2a::TaskIdRequest wanted{.id = std::get<a2a::Task>(*started).id, .metadata = {}, .tenant = {}};
  EXPECT_EQ(core_.run(services_.tasks.cancel(core_.call(), wanted))->status.state, TaskState::kCanceled);
  core_.finish();
  EXPECT_EQ(core_.upstream.count("CancelTask"), 1U);
}

TEST_F(OnALateStore, AnEmptyListWaitsForNobodysChange) {
  (void)waiting_task();
  store_.writes_nothing = true;
  CallContext stranger = core_.call();
  stranger.owner = "somebody";
  std::optional<a2a::Result<a2a::TaskPage>> listed;
  const a2a::ListTasksRequest request;
  const auto body = [this, &stranger, &request, &listed]() -> net::Awaitable<void> {
    listed = co_await services_.tasks.list(stranger, request);
  };
  boost::asio::co_spawn(core_.context, body, boost::asio::detached);
  core_.context.restart();
  core_.context.run_for(std::chrono::seconds(5));
  ASSERT_TRUE(listed);
  ASSERT_TRUE(*listed);
  EXPECT_EQ((*listed)->tasks.size(), 0U);
}

TEST_F(OnALateStore, WhatIsNotThereIsNotFound) {
  const CallContext call = core_.call();
  EXPECT_EQ(
      core_.run(services_.tasks.get(call, {.id = "x", .history_length = {}, .tenant = {}})).error().code,
      ErrorCode::kTaskNotFound);
  EXPECT_EQ(core_.run(services_.tasks.cancel(call, {.id = "x", .metadata = {}, .tenant = {}})).error().code,
            ErrorCode::kTaskNotFound);
}

}  // namespace
}  // namespace schemagate
