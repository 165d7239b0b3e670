// What a client reads in its task, and the log, where an agent fails in the midst of its work.
#include <gmock/gmock.h>

#include "fake_core.h"
#include "gateway/task/task_run.h"

namespace schemagate {
namespace {

using a2a::TaskState;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kQuotaError =
    R"({"code":-32603,"message":"the quota of Jane Doe is used up","data":[)"
    R"({"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"QUOTA_EXCEEDED","domain":"d"}]})";

AgentConfig asked_often() {
  AgentConfig config;
  config.poll_interval = std::chrono::milliseconds(1);
  return config;
}

std::string error_event(const std::string& error) {
  return R"(data: {"jsonrpc":"2.0","id":"1","error":)" + error + "}\n\n";
}

std::string status_update(const std::string& members) {
  return sse(R"({"statusUpdate":{"taskId":"up-1","contextId":"up-c","status":{)" + members + "}}}");
}
const std::string kFailed = status_update(R"("state":"TASK_STATE_FAILED")");

std::string reason(const a2a::Task& task) {
  return task.status.message ? task.status.message->parts.at(0).content : "";
}

// The task that a client's stream shows, when all is over.
a2a::Task streamed(FakeCore& core) {
  const auto started = core.stream(text_request("go"));
  core.finish();
  if (started) return core.task(std::get<FollowTask>(*started).task_id);
  ADD_FAILURE() << started.error().message;
  return {};
}

// As agents do that tell the error to whoever listens, and keep of it that the task has failed.
TEST(AgentsFailure, AnErrorThatBreaksAStreamOffIsTheReasonOfATaskThatHasFailedWithout) {
  FakeCore core(asked_often(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")) + error_event(kQuotaError)};
  core.upstream.results["GetTask"] = gives(bare_task("FAILED"));
  const a2a::Task task = streamed(core);
  EXPECT_EQ(task.status.state, TaskState::kFailed);
  EXPECT_EQ(reason(task), "the quota of Jane Doe is used up");
}

TEST(AgentsFailure, AnErrorBehindTheEndOfATaskIsItsReasonToo) {
  FakeCore core(asked_often(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")) + kFailed +
                                                   error_event(kQuotaError)};
  const a2a::Task task = streamed(core);
  EXPECT_EQ(task.status.state, TaskState::kFailed);
  EXPECT_EQ(reason(task), "the quota of Jane Doe is used up");
}

TEST(AgentsFailure, AnErrorThatBreaksASubscriptionOffIsTheReasonToo) {
  FakeCore core(asked_often(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING"))};
  core.upstream.streams["SubscribeToTask"] = {sse(task_result("WORKING")) + error_event(kQuotaError)};
  core.upstream.results["GetTask"] = gives(bare_task("FAILED"));
  EXPECT_EQ(reason(streamed(core)), "the quota of Jane Doe is used up");
}

TEST(AgentsFailure, ATaskThatSaysItselfWhyItHasFailedIsBelieved) {
  FakeCore core(asked_often(), true);
  core.upstream.streams["SendStreamingMessage"] = {
      sse(task_result("WORKING")) +
      status_update(R"("state":"TASK_STATE_FAILED","message":{"messageId":"m-9","role":"ROLE_AGENT",)"
                    R"("parts":[{"text":"no oil"}]})") +
      error_event(kQuotaError)};
  EXPECT_EQ(reason(streamed(core)), "no oil");
}

TEST(AgentsFailure, AnErrorThatATaskHasSurvivedIsNoReason) {
  FakeCore core(asked_often(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")) + error_event(kQuotaError)};
  core.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  const a2a::Task task = streamed(core);
  EXPECT_EQ(task.status.state, TaskState::kCompleted);
  EXPECT_EQ(reason(task), "");
}

TEST(AgentsFailure, ASubscriptionThatIsRefusedIsNoReason) {
  FakeCore core(asked_often(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING"))};
  core.upstream.streams["SubscribeToTask"] = {error_event(R"({"code":-32004,"message":"no streams"})")};
  core.upstream.results["GetTask"] = gives(bare_task("FAILED"));
  const a2a::Task task = streamed(core);
  EXPECT_EQ(task.status.state, TaskState::kFailed);
  EXPECT_EQ(reason(task), "");
}

TEST(AgentsFailure, AnErrorThatBreaksAStreamOffIsInTheLogWithoutTheAgentsWords) {
  FakeCore core(asked_often(), true, {}, {}, LogLevel::kWarn);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")) + error_event(kQuotaError)};
  core.upstream.results["GetTask"] = gives(bare_task("FAILED"));
  testing::internal::CaptureStderr();
  (void)streamed(core);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log,
              HasSubstr(R"("event":"agent_call_failed","agent":"fake","a2a.method":)"
                        R"("SendStreamingMessage","a2a.task.id":"id-1","failure.kind":"agent_error",)"
                        R"("cause":"broke off its stream with the error -32603, reason QUOTA_EXCEEDED"})"));
  EXPECT_THAT(log, Not(HasSubstr("Jane Doe")));
}

// As agents made with a2a-sdk 0.3 keep a task that they have failed of.
TEST(AgentsFailure, ATaskThatIsLostWithItsStreamFailsWithTheError) {
  FakeCore core(asked_often(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")) + error_event(kQuotaError)};
  core.upstream.streams["SubscribeToTask"] = {error_event(R"({"code":-32001,"message":"no such task"})")};
  core.upstream.results["GetTask"] = gives(bare_task("WORKING"));
  core.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  const a2a::Task task = streamed(core);
  EXPECT_EQ(task.status.state, TaskState::kFailed);
  EXPECT_EQ(reason(task), "the quota of Jane Doe is used up");
  EXPECT_EQ(core.upstream.count("GetTask"), 1U);
}

// They also keep a subscription to it open, with a comment every now and then.
TEST(AgentsFailure, ATaskWhoseStreamSaysNothingIsLostToo) {
  AgentConfig config = asked_often();
  config.stall_timeout = std::chrono::milliseconds(0);
  FakeCore core(config, true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")) + error_event(kQuotaError)};
  core.upstream.streams["SubscribeToTask"] = {": ping\n\n", ": ping\n\n", sse(task_result("COMPLETED"))};
  core.upstream.results["GetTask"] = gives(bare_task("WORKING"));
  core.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  EXPECT_EQ(reason(streamed(core)), "the quota of Jane Doe is used up");
}

// The error that a blocking message is answered with.
std::string error_of(FakeCore& core) {
  const auto sent = core.send(text_request("go"));
  return sent ? "none" : sent.error().message;
}

// Whatever is said in `by`, and then nothing.
FakeUpstream::Answer times_out(FakeCore& core, std::chrono::milliseconds by) {
  return [&core, by]() -> net::Result<std::string> {
    core.clock.advance(by);
    return net::failed(net::FailureKind::kTimedOut, "timed out");
  };
}

TEST(AgentsFailure, ATaskThatIsTooLargeIsAskedForOnceAndTheOptionIsNamed) {
  FakeCore core(asked_often());
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  core.upstream.results["GetTask"] = [&core]() -> net::Result<std::string> {
    core.clock.advance(std::chrono::minutes(1));
    return net::failed(net::FailureKind::kTooLarge, "sent an answer that is too large");
  };
  core.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  const auto sent = core.send(text_request("go"));
  core.finish();
  ASSERT_TRUE(sent);
  EXPECT_EQ(reason(core.task(std::get<a2a::Task>(*sent).id)),
            "the agent sent an answer that is too large (limits.upstream.body: 8MiB)");
  EXPECT_EQ(core.upstream.count("GetTask"), 1U);
  EXPECT_EQ(core.upstream.count("CancelTask"), 1U) << "nobody can read what it goes on with";
}

TEST(AgentsFailure, AnEventThatIsTooLargeNamesTheOptionAndIsInTheLog) {
  const auto large = [](std::size_t bytes) { return "data: " + std::string(bytes, 'x'); };
  FakeCore core(asked_often(), true, {.event_bytes_max = 1 << 10, .answer_bytes_max = 2 << 10}, {},
                LogLevel::kWarn);
  core.upstream.streams["SendStreamingMessage"] = {large(3'000)};
  testing::internal::CaptureStderr();
  EXPECT_EQ(error_of(core), "the agent sent an event that is too large (limits.upstream.body: 2KiB)");
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr(R"("failure.kind":"too_large","cause":"sent an event that is too large)"));
  EXPECT_THAT(log, HasSubstr("too large (limits.upstream.body: 2KiB)"));
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")), large(1'500)};
  core.upstream.results["GetTask"] = [&core]() -> net::Result<std::string> {
    core.clock.advance(std::chrono::minutes(5));
    return net::failed(net::FailureKind::kUnreachable, "could not be reached");
  };
  core.upstream.results["CancelTask"] = breaks();
  a2a::SendRequest second = text_request("go on");
  second.message.message_id = "m-2";
  const auto sent = core.send(std::move(second));
  ASSERT_TRUE(sent);
  EXPECT_EQ(reason(std::get<a2a::Task>(*sent)),
            "the agent sent an event that is too large (limits.event_bytes: 1KiB), for longer than "
            "outage_timeout allows (5m)");
}

// Its task is asked for all the same: as a whole it may be shorter than what was said on the way.
TEST(AgentsFailure, ATaskWithAnEventThatIsTooLargeMayEndWell) {
  FakeCore core(asked_often(), true, {.event_bytes_max = 1 << 10});
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")),
                                                   "data: " + std::string(1'500, 'x')};
  core.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  EXPECT_EQ(streamed(core).status.state, TaskState::kCompleted);
}

// {"message":…} or {"task":…} with more than a hundred parts.
std::string many_parts(const std::string& before, const std::string& after) {
  std::string parts = R"({"text":""})";
  for (int i = 0; i < 150; ++i) parts += R"(,{"text":""})";
  return before + R"("parts":[)" + parts + "]" + after;
}

const std::string kManyInMessage = many_parts(R"({"message":{"messageId":"a-1","role":"ROLE_AGENT",)", "}}");
constexpr const char* kTooMany = "with too many parts (limits.upstream.parts: 100)";
constexpr GatewayLimits kFewParts{.answer_parts_max = 100};

TEST(AgentsFailure, AnAnswerOfTooManyPartsNamesTheOptionAndIsInTheLog) {
  FakeCore core(asked_often(), false, kFewParts, {}, LogLevel::kWarn);
  core.upstream.results["SendMessage"] = gives(kManyInMessage);
  testing::internal::CaptureStderr();
  EXPECT_EQ(error_of(core), std::string("the agent sent an answer ") + kTooMany);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr(std::string(R"("failure.kind":"too_large","cause":"sent an answer )") + kTooMany));
}

TEST(AgentsFailure, AnEventOfTooManyPartsNamesTheOptionToo) {
  FakeCore core(asked_often(), true, kFewParts);
  core.upstream.streams["SendStreamingMessage"] = {sse(kManyInMessage)};
  EXPECT_EQ(error_of(core), std::string("the agent sent an event ") + kTooMany);
}

TEST(AgentsFailure, ATaskOfTooManyPartsIsAskedForOnce) {
  FakeCore core(asked_often(), true, kFewParts);
  const std::string snapshot = many_parts(
      R"({"id":"up-1","contextId":"c","status":{"state":"TASK_STATE_WORKING"},"artifacts":[{"artifactId":"a",)",
      "}]}");
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")),
                                                   sse(R"({"task":)" + snapshot + "}")};
  core.upstream.results["GetTask"] = gives(snapshot);
  core.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  EXPECT_EQ(reason(streamed(core)), std::string("the agent sent an answer ") + kTooMany);
  EXPECT_EQ(core.upstream.count("GetTask"), 1U);
  EXPECT_EQ(core.upstream.count("CancelTask"), 1U);
}

TEST(AgentsFailure, ACallThatTimesOutNamesTheOption) {
  AgentConfig config = asked_often();
  config.request_timeout = std::chrono::seconds(90);
  FakeCore core(config);
  core.upstream.results["SendMessage"] = times_out(core, config.request_timeout);
  EXPECT_THAT(error_of(core), StartsWith("the agent timed out (request_timeout: 90s)"));
}

TEST(AgentsFailure, ACallThatTheEndOfTheTaskCutsOffNamesThatOption) {
  AgentConfig config = asked_often();
  config.task_timeout = std::chrono::seconds(30);
  FakeCore core(config);
  core.upstream.results["SendMessage"] = times_out(core, config.task_timeout);
  EXPECT_THAT(error_of(core), StartsWith("the agent timed out (task_timeout: 30s)"));
}

// Its time is limits.upstream.connect_timeout.
TEST(AgentsFailure, AConnectionThatTimesOutBeforeNamesNoOptionOfTheCall) {
  FakeCore core(asked_often());
  core.upstream.results["SendMessage"] = []() -> net::Result<std::string> {
    return net::failed(net::FailureKind::kTimedOut, "could not be reached: connecting timed out");
  };
  EXPECT_THAT(error_of(core), Not(HasSubstr("request_timeout")));
}

TEST(AgentsFailure, SilenceNamesTheOption) {
  FakeCore core(asked_often(), true);
  core.upstream.stream_failure = {net::FailureKind::kStalled, "sent nothing for too long"};
  core.upstream.streams["SendStreamingMessage"] = {std::nullopt};
  EXPECT_THAT(error_of(core), StartsWith("the agent timed out (request_timeout: 2m)"));
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")), std::nullopt};
  core.upstream.results["GetTask"] = [&core]() -> net::Result<std::string> {
    core.clock.advance(std::chrono::minutes(5));
    return net::failed(net::FailureKind::kUnreachable, "could not be reached");
  };
  core.upstream.results["CancelTask"] = breaks();
  a2a::SendRequest second = text_request("go on");
  second.message.message_id = "m-2";
  const auto sent = core.send(std::move(second));
  ASSERT_TRUE(sent);
  EXPECT_THAT(reason(std::get<a2a::Task>(*sent)),
              StartsWith("the agent sent nothing for too long (stall_timeout: 1m)"));
}

// What is cut off before the agent has named a task may have been done all the same: a2a-sdk makes another
// task of the same messageId, so that it is not sent again by itself.
TEST(AgentsFailure, WhoeverSendsAgainKnowsWhetherTheAgentMayHaveActed) {
  const std::pair<net::Failure, bool> rows[] = {
      {{net::FailureKind::kClosed, "closed the connection before it answered"}, true},
      {{net::FailureKind::kTimedOut, "timed out"}, true},
      {{net::FailureKind::kUnreachable, "could not be reached"}, false}};
  for (const auto& [failure, may_have_acted] : rows) {
    FakeCore core(asked_often());
    core.upstream.results["SendMessage"] = [&failure]() -> net::Result<std::string> {
      return std::unexpected(failure);
    };
    CallContext context = core.call();
    context.origin = std::make_shared<CallOrigin>();
    const auto sent = core.run(core.services.messages.send(context, text_request("go"), core.plain));
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().message.ends_with("; it may have acted on the message all the same"),
              may_have_acted)
        << sent.error().message;
  }
}

// With pauses that double all the time this would take minutes.
TEST(AgentsFailure, AnAgentThatWasAwayForAMomentIsNotWaitedForLonger) {
  FakeCore core(asked_often());
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  int asked = 0;
  core.upstream.results["GetTask"] = [&asked]() -> net::Result<std::string> {
    if (++asked > 40) return bare_task("COMPLETED");
    return net::failed(net::FailureKind::kUnreachable, "could not be reached");
  };
  const auto sent = core.send(text_request("go"));
  ASSERT_TRUE(sent);
  EXPECT_EQ(std::get<a2a::Task>(*sent).status.state, TaskState::kCompleted);
}

}  // namespace
}  // namespace schemagate
