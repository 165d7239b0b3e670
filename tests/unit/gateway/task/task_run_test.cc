// What drives one message at the agent: deadlines, questions, failures. With a fake agent and a fake clock.
#include "gateway/task/task_run.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "a2a/model/metadata.h"
#include "fake_core.h"
#include "gateway/config/load.h"
#include "gateway/store/not_written.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::TaskState;
using std::chrono::hours;
using std::chrono::milliseconds;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

AgentConfig quick_questions() {
  AgentConfig config;
  config.poll_interval = milliseconds(1);
  return config;
}

std::string words(const a2a::Task& task) {
  return task.status.message ? task.status.message->parts.at(0).content : "";
}

// The task that a blocking send gives.
a2a::Task send(FakeCore& core) {
  auto result = core.send(text_request("go"));
  if (!result) {
    ADD_FAILURE() << result.error().message;
    return {};
  }
  return std::get<a2a::Task>(*result);
}

// A structured input of the example's agent.
a2a::SendRequest comparison_request() {
  a2a::SendRequest request = text_request("");
  a2a::Part& part = request.message.parts.front();
  part = {.kind = a2a::PartKind::kData, .content = R"({"a":"Lion","b":"Tiger"})"};
  a2a::set_mime_type(part, "application/json;schema=fightComparison");
  return request;
}

// A task that streams that it works, then that it is done.
void stream_to_the_end(FakeCore& core) {
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")),
                                                   sse(task_result("COMPLETED"))};
  EXPECT_TRUE(core.stream(text_request("go")));
  core.finish();
}

// A task that works on, however often it is asked for, which takes that long.
void work_without_end(FakeCore& core, std::chrono::milliseconds question) {
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  core.upstream.results["GetTask"] = [&core, question]() -> net::Result<std::string> {
    core.clock.advance(question);
    return bare_task("WORKING");
  };
}

TEST(TaskRun, AsksUntilTheTaskHasEnded) {
  FakeCore core(quick_questions());
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  int asked = 0;
  core.upstream.results["GetTask"] = [&asked]() -> net::Result<std::string> {
    return bare_task(++asked < 4 ? "WORKING" : "COMPLETED");
  };
  EXPECT_EQ(send(core).status.state, TaskState::kCompleted);
  EXPECT_EQ(asked, 4);
}

TEST(TaskRun, GivesUpAtTheDeadlineOfTheTask) {
  AgentConfig config = quick_questions();
  config.task_timeout = hours(3);
  FakeCore core(config);
  work_without_end(core, hours(1));
  core.limits.blocking_timeout = hours(9);
  const a2a::Task task = send(core);
  EXPECT_EQ(core.upstream.count("GetTask"), 3U);
  EXPECT_EQ(task.status.state, TaskState::kFailed);
  EXPECT_THAT(words(task), HasSubstr("in time"));
}

TEST(TaskRun, AnAgentThatIsWaitedForNoLongerIsToldToStop) {
  AgentConfig config = quick_questions();
  config.task_timeout = hours(3);
  config.request_timeout = milliseconds(777);
  FakeCore core(config);
  work_without_end(core, hours(1));
  core.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  const a2a::Task task = send(core);
  core.finish();
  ASSERT_EQ(core.upstream.count("CancelTask"), 1U);
  EXPECT_EQ(core.upstream.sent.back().timeout, milliseconds(777)) << "it has time, though the task has none";
  EXPECT_EQ(core.task(task.id).status.state, TaskState::kFailed);
}

// With a longer pause this test would not end.
TEST(TaskRun, NoPauseOutlastsTheTask) {
  AgentConfig config;
  config.poll_interval = hours(1);
  config.task_timeout = milliseconds(1);
  FakeCore core(config);
  work_without_end(core, milliseconds(1));
  EXPECT_EQ(send(core).status.state, TaskState::kFailed);
}

TEST(TaskRun, NoRequestOutlastsTheTask) {
  AgentConfig config = quick_questions();
  config.task_timeout = hours(3);
  config.request_timeout = hours(2);
  FakeCore core(config);
  work_without_end(core, hours(2));
  core.limits.blocking_timeout = hours(9);
  EXPECT_EQ(send(core).status.state, TaskState::kFailed);
  ASSERT_EQ(core.upstream.count("GetTask"), 2U);
  EXPECT_EQ(core.upstream.sent[1].timeout, hours(2));
  EXPECT_EQ(core.upstream.sent[2].timeout, hours(1));
}

TEST(TaskRun, GivesUpWhenTheAgentIsOutOfReachForTooLong) {
  AgentConfig config = quick_questions();
  config.outage_timeout = std::chrono::minutes(2);
  FakeCore core(config);
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  core.upstream.results["GetTask"] = [&core]() -> net::Result<std::string> {
    core.clock.advance(std::chrono::minutes(1));
    return net::failed(net::FailureKind::kClosed, "broke the connection");
  };
  const a2a::Task task = send(core);
  EXPECT_EQ(task.status.state, TaskState::kFailed);
  EXPECT_EQ(words(task), "the agent broke the connection, for longer than outage_timeout allows (2m)");
  EXPECT_EQ(core.upstream.count("GetTask"), 3U);
  core.finish();
  EXPECT_EQ(core.upstream.count("CancelTask"), 1U) << "it may be back by now";
}

TEST(TaskRun, AGoodAnswerInBetweenForgivesFailures) {
  FakeCore core(quick_questions());
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  int asked = 0;
  core.upstream.results["GetTask"] = [&asked]() -> net::Result<std::string> {
    ++asked;
    if (asked == 8) return bare_task("COMPLETED");
    if (asked % 3 == 0) return bare_task("WORKING");
    return net::failed(net::FailureKind::kClosed, "broke the connection");
  };
  EXPECT_EQ(send(core).status.state, TaskState::kCompleted);
}

TEST(TaskRun, ATaskThatTheAgentForgotFailsAtOnce) {
  FakeCore core(quick_questions());
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  core.upstream.results["GetTask"] = gives(R"({"code":-32001,"message":"no such task"})");
  EXPECT_EQ(send(core).status.state, TaskState::kFailed);
  core.finish();
  EXPECT_EQ(core.upstream.count("GetTask"), 1U);
  EXPECT_EQ(core.upstream.count("CancelTask"), 0U);
}

TEST(TaskRun, AnAgentThatNeverStopsSayingThatItWorksIsStopped) {
  FakeCore core({}, true, {}, {.task_events_max = 3}, LogLevel::kWarn);
  Pieces pieces{sse(task_result("WORKING"))};
  for (int i = 0; i < 6; ++i)
    pieces.push_back(
        sse(R"({"statusUpdate":{"taskId":"up-1","contextId":"up-c","status":{"state":"TASK_STATE_WORKING",)"
            R"("message":{"messageId":"m-)" +
            std::to_string(i) + R"(","role":"ROLE_AGENT","parts":[{"text":"still at it"}]}}}})"));
  core.upstream.streams["SendStreamingMessage"] = pieces;
  core.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
  testing::internal::CaptureStderr();
  const auto begun = core.stream(text_request("go"));
  core.finish();
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr(R"("cause":"the agent said more than the log of a task may hold")"));
  ASSERT_TRUE(begun);
  const a2a::Task task = core.task(std::get<FollowTask>(*begun).task_id);
  EXPECT_EQ(task.status.state, TaskState::kFailed);
  EXPECT_THAT(words(task), HasSubstr("the agent sent more than the limit of 3 events"));
  EXPECT_EQ(core.upstream.count("GetTask"), 0U);
  EXPECT_EQ(core.upstream.count("CancelTask"), 1U) << "nobody hears of it any more";
}

// An agent that was started again, and had been away when it was asked before.
TEST(TaskRun, ATaskThatTheAgentForgotWhileItWasAwayFailsForThatReason) {
  FakeCore core(quick_questions(), false, {}, {}, LogLevel::kWarn);
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  int asked = 0;
  core.upstream.results["GetTask"] = [&asked]() -> net::Result<std::string> {
    if (++asked > 1) return R"({"code":-32001,"message":"no such task"})";
    return net::failed(net::FailureKind::kUnreachable, "could not be reached");
  };
  CallContext context = core.call();
  context.origin = std::make_shared<CallOrigin>();
  testing::internal::CaptureStderr();
  const auto sent = core.run(core.services.messages.send(context, text_request("go"), core.plain));
  const std::string log = testing::internal::GetCapturedStderr();
  ASSERT_TRUE(sent);
  EXPECT_THAT(words(std::get<a2a::Task>(**sent)), HasSubstr("no such task"));
  EXPECT_THAT(log,
              HasSubstr(R"("failure.kind":"agent_error","cause":"answered HTTP 200 with the error -32001")"));
}

TEST(TaskRun, AFailedTaskIsInTheLogWithoutTheAgentsWords) {
  FakeCore core(quick_questions(), false, {}, {}, LogLevel::kWarn);
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  core.upstream.results["GetTask"] = gives(R"({"code":-32001,"message":"no task of Jane Doe"})");
  testing::internal::CaptureStderr();
  const a2a::Task task = send(core);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr(R"("event":"task_failed","agent":"fake","a2a.task.id":")" + task.id));
  EXPECT_THAT(log, HasSubstr(R"("a2a.response.error_code":-32001)"));
  EXPECT_THAT(log, testing::Not(HasSubstr("Jane Doe")));
}

TEST(TaskRun, ACallForATaskThatFailsIsInTheLogWithTheTask) {
  FakeCore core(quick_questions(), false, {}, {}, LogLevel::kWarn);
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  int asked = 0;
  core.upstream.results["GetTask"] = [&asked]() -> net::Result<std::string> {
    if (++asked > 1) return bare_task("COMPLETED");
    return net::failed(net::FailureKind::kUnreachable, "could not be reached");
  };
  testing::internal::CaptureStderr();
  const a2a::Task task = send(core);
  EXPECT_THAT(
      testing::internal::GetCapturedStderr(),
      HasSubstr(R"("event":"agent_call_failed","agent":"fake","a2a.method":"GetTask","a2a.task.id":")" +
                task.id));
}

TEST(TaskRun, AnOutputThatMustFitAndDoesNotIsInTheLogWithItsSchema) {
  const std::pair<const char*, const char*> rows[] = {
      {R"({"data":{"winner":7}})", R"("schema":"fightResponse","keyword":")"},
      {R"({"text":"The tiger wins."})", R"("cause":"the agent's output does not fit)"}};
  for (const auto& [part, logged] : rows) {
    auto loaded = load_config(SCHEMAGATE_SOURCE_DIR "/examples/gateway.yaml");
    ASSERT_TRUE(loaded.config);
    AgentConfig config = std::move(loaded.config->agents.front());
    for (auto& skill : config.contract.skills) skill.strict_output = true;
    FakeCore core(std::move(config), false, {}, {}, LogLevel::kWarn);
    core.upstream.results["SendMessage"] =
        gives(R"({"message":{"messageId":"r","role":"ROLE_AGENT","parts":[)" + std::string(part) + "]}}");
    testing::internal::CaptureStderr();
    auto result = core.send(comparison_request());
    const std::string log = testing::internal::GetCapturedStderr();
    ASSERT_TRUE(result);
    EXPECT_EQ(std::get<a2a::Task>(*result).status.state, TaskState::kFailed);
    EXPECT_THAT(log, HasSubstr(R"("event":"task_failed")"));
    EXPECT_THAT(log, HasSubstr(logged));
    EXPECT_THAT(log, testing::Not(HasSubstr("tiger")));
  }
}

// What the log says of an answer with this part, where its output may be what it likes.
std::string log_of_answer(const std::string& part, LogLevel level) {
  auto loaded = load_config(SCHEMAGATE_SOURCE_DIR "/examples/gateway.yaml");
  EXPECT_TRUE(loaded.config);
  FakeCore core(std::move(loaded.config->agents.front()), false, {}, {}, level);
  core.upstream.results["SendMessage"] =
      gives(R"({"message":{"messageId":"r","role":"ROLE_AGENT","parts":[)" + part + "]}}");
  testing::internal::CaptureStderr();
  auto result = core.send(comparison_request());
  core.finish();
  std::string log = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(result);
  EXPECT_EQ(std::get<a2a::Task>(*result).status.state, TaskState::kCompleted);
  return log;
}

TEST(TaskRun, AnOutputThatFitsNoSchemaIsInTheLogThoughItIsHandedOn) {
  const std::string log = log_of_answer(R"({"data":{"winner":"tiger"}})", LogLevel::kWarn);
  EXPECT_THAT(log, HasSubstr(R"("event":"output_not_labelled","agent":)"));
  EXPECT_THAT(log, HasSubstr(R"("a2a.task.id":")"));
  EXPECT_THAT(log, HasSubstr(R"("reason":"DOES_NOT_FIT","schema":"fightResponse","keyword":"required")"));
  EXPECT_THAT(log, testing::Not(HasSubstr("tiger")));
}

TEST(TaskRun, AnAnswerWithoutJsonIsInTheLogWhereSchemasAreDeclared) {
  const std::string log = log_of_answer(R"({"text":"The tiger wins."})", LogLevel::kInfo);
  EXPECT_THAT(log, HasSubstr(R"("level":"info","event":"output_not_labelled")"));
  EXPECT_THAT(log, HasSubstr(R"("reason":"NO_JSON"})"));
  EXPECT_THAT(log, testing::Not(HasSubstr("tiger")));
}

TEST(TaskRun, AnOutputThatFitsLeavesNoLine) {
  const std::string log = log_of_answer(
      R"({"data":{"winner":"tiger","probability":0.7,"explanation":"weight"}})", LogLevel::kDebug);
  EXPECT_THAT(log, testing::Not(HasSubstr("output_not_labelled")));
}

// What comes in pieces, of an example's agent.
std::string piece(const std::string& part, bool append) {
  return sse(R"({"artifactUpdate":{"taskId":"up-1","contextId":"up-c","append":)" +
             std::string(append ? "true" : "false") + R"(,"artifact":{"artifactId":"a","parts":[)" + part +
             "]}}}");
}

TEST(TaskRun, AnOutputInPiecesIsTypedAsAWholeForAClientThatWaitsForTheEnd) {
  auto loaded = load_config(SCHEMAGATE_SOURCE_DIR "/examples/gateway.yaml");
  ASSERT_TRUE(loaded.config);
  FakeCore core(std::move(loaded.config->agents.front()), true);
  core.upstream.streams["SendStreamingMessage"] = {
      sse(task_result("WORKING")), piece(R"({"text":"I have thought of it. "})", false),
      piece(R"({"data":{"winner":"tiger","probability":0.7,"explanation":"weight"}})", true),
      sse(task_result("COMPLETED"))};
  const auto result = core.send(comparison_request());
  ASSERT_TRUE(result);
  const a2a::Task& task = std::get<a2a::Task>(*result);
  EXPECT_EQ(task.status.state, TaskState::kCompleted);
  ASSERT_EQ(task.artifacts.size(), 1U);
  EXPECT_EQ(task.artifacts[0].artifact_id, "fight-result") << "as in an answer that is no stream";
  EXPECT_EQ(task.artifacts[0].parts.size(), 2U);
}

TEST(TaskRun, AnswersAfterTheBlockingTimeoutAndGoesOn) {
  GatewayLimits limits;
  limits.blocking_timeout = milliseconds(1);
  FakeCore core(quick_questions(), false, limits);
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  int asked = 0;
  core.upstream.results["GetTask"] = [&]() -> net::Result<std::string> {
    core.clock.advance(milliseconds(1));
    return bare_task(++asked < 5 ? "WORKING" : "COMPLETED");
  };
  const a2a::Task task = send(core);
  EXPECT_EQ(task.status.state, TaskState::kWorking);
  core.finish();
  EXPECT_EQ(core.task(task.id).status.state, TaskState::kCompleted);
}

// For the end of a stream that has nothing more to say.
const auto kSoon = testing::Le(milliseconds(1'000));

TEST(TaskRun, HandsTheConfiguredDeadlinesDown) {
  AgentConfig config = quick_questions();
  config.request_timeout = milliseconds(777);
  config.stall_timeout = milliseconds(5'000);
  config.task_timeout = milliseconds(8'000);
  FakeCore core(config, true);
  stream_to_the_end(core);
  EXPECT_THAT(core.upstream.sent, Each(testing::Field(&SentRequest::timeout, milliseconds(777))));
  EXPECT_THAT(core.upstream.read_timeouts, ElementsAre(milliseconds(5'000), milliseconds(5'000), kSoon));
}

TEST(TaskRun, NoReadOutlastsTheTask) {
  AgentConfig config = quick_questions();
  config.stall_timeout = milliseconds(5'000);
  config.task_timeout = milliseconds(2'000);
  FakeCore core(config, true);
  stream_to_the_end(core);
  EXPECT_THAT(core.upstream.read_timeouts, ElementsAre(milliseconds(2'000), milliseconds(2'000), kSoon));
}

TEST(TaskRun, AStreamThatBreaksIsFollowedByQuestions) {
  FakeCore core(quick_questions(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")), std::nullopt};
  core.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  auto started = core.stream(text_request("go"));
  ASSERT_TRUE(started);
  core.finish();
  EXPECT_EQ(core.task(std::get<FollowTask>(*started).task_id).status.state, TaskState::kCompleted);
  EXPECT_EQ(core.upstream.count("SubscribeToTask"), 0U);
}

// It has mixed up two streams, and the other task may be somebody else's.
TEST(TaskRun, WhatAStreamTellsOfAnotherTaskIsNotHandedOn) {
  FakeCore core(quick_questions(), true);
  core.upstream.streams["SendStreamingMessage"] = {
      sse(task_result("WORKING")),
      sse(R"({"artifactUpdate":{"taskId":"up-9","contextId":"up-c","artifact":{"artifactId":"a",)"
          R"("parts":[{"text":"of somebody else"}]}}})")};
  core.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  const auto started = core.stream(text_request("go"));
  ASSERT_TRUE(started);
  core.finish();
  const a2a::Task task = core.task(std::get<FollowTask>(*started).task_id);
  EXPECT_EQ(task.status.state, TaskState::kCompleted);
  EXPECT_TRUE(task.artifacts.empty());
  EXPECT_THAT(core.upstream.sent.back().request.body, HasSubstr(R"("id":"up-1")"));
}

TEST(TaskRun, AStreamThatEndsEarlyIsSubscribedToOnce) {
  FakeCore core(quick_questions(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING"))};
  core.upstream.streams["SubscribeToTask"] = {sse(task_result("WORKING"))};
  core.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  ASSERT_TRUE(core.stream(text_request("go")));
  core.finish();
  EXPECT_EQ(core.upstream.count("SubscribeToTask"), 1U);
  EXPECT_EQ(core.upstream.count("GetTask"), 1U);
}

std::string said(const std::string& name, const std::string& members) {
  return sse("{\"" + name + R"(":{"taskId":"up-1","contextId":"up-c",)" + members + "}}");
}
std::string said_state(const std::string& state) {
  return said("statusUpdate", R"("status":{"state":"TASK_STATE_)" + state + "\"}");
}
const std::string kChunk = said("artifactUpdate", R"("artifact":{"artifactId":"a","parts":[{"text":"x"}]})");

TEST(TaskRun, AStreamBeginsWithTheTaskThatTheAgentBeganWith) {
  FakeCore core(quick_questions(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("SUBMITTED")) + said_state("WORKING") +
                                                   kChunk + kChunk + said_state("COMPLETED")};
  auto started = core.stream(text_request("go"));
  ASSERT_TRUE(started);
  core.finish();
  const auto& follow = std::get<FollowTask>(*started);
  ASSERT_TRUE(follow.beginning);
  EXPECT_EQ(follow.beginning->task.status.state, TaskState::kSubmitted);
  EXPECT_THAT(follow.beginning->task.artifacts, testing::IsEmpty());
  EXPECT_EQ(core.task(follow.task_id).status.state, TaskState::kCompleted);
  const auto rest =
      core.store.events_after(core.call().scope(), follow.task_id, follow.beginning->version, 64).wait();
  EXPECT_EQ(rest->size(), 4U) << "what the agent said behind its task";
}

TEST(TaskRun, AStreamOfAnAgentThatShowsNoTaskBeginsWithOurs) {
  FakeCore core(quick_questions(), true);
  core.upstream.streams["SendStreamingMessage"] = {said_state("WORKING") + kChunk + said_state("COMPLETED")};
  auto started = core.stream(text_request("go"));
  ASSERT_TRUE(started);
  const auto& follow = std::get<FollowTask>(*started);
  ASSERT_TRUE(follow.beginning);
  EXPECT_EQ(follow.beginning->version, 0U);
  EXPECT_EQ(follow.beginning->task.status.state, TaskState::kSubmitted);
}

// It is there before the agent hears of it.
TEST(TaskRun, AStreamOfAStructuredInputBeginsWithOurTask) {
  auto loaded = load_config(SCHEMAGATE_SOURCE_DIR "/examples/gateway.yaml");
  ASSERT_TRUE(loaded.config);
  FakeCore core(std::move(loaded.config->agents.front()), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")) +
                                                   sse(task_result("COMPLETED"))};
  auto started = core.stream(comparison_request());
  ASSERT_TRUE(started);
  core.finish();
  const auto& follow = std::get<FollowTask>(*started);
  ASSERT_TRUE(follow.beginning);
  EXPECT_EQ(follow.beginning->version, 0U);
  EXPECT_EQ(follow.beginning->task.status.state, TaskState::kSubmitted);
  EXPECT_THAT(follow.beginning->task.metadata.text, HasSubstr("Lion and Tiger"));
}

// Its task stands for nothing where the agent has certainly not had it; where it may have, for the message.
TEST(TaskRun, AnInputThatWasRefusedAConnectionMayBeSentAgain) {
  for (const auto& [failure, is_new] : {std::pair{net::FailureKind::kUnreachable, true},
                                        {net::FailureKind::kUnresolved, true},
                                        {net::FailureKind::kClosed, false},
                                        {net::FailureKind::kTimedOut, false}}) {
    auto loaded = load_config(SCHEMAGATE_SOURCE_DIR "/examples/gateway.yaml");
    ASSERT_TRUE(loaded.config);
    FakeCore core(std::move(loaded.config->agents.front()));
    const auto send = [&core] {
      CallContext context = core.call();
      context.origin = std::make_shared<CallOrigin>();
      const auto result = core.run(core.services.messages.send(context, comparison_request(), core.plain));
      core.finish();
      return core.task(std::get<a2a::Task>(**result).id);
    };
    core.upstream.results["SendMessage"] = [failure]() -> net::Result<std::string> {
      return net::failed(failure, "did not answer");
    };
    const a2a::Task first = send();
    EXPECT_EQ(first.status.state, TaskState::kFailed);
    core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
    const a2a::Task second = send();
    EXPECT_EQ(second.id != first.id, is_new) << net::name(failure);
    EXPECT_EQ(core.upstream.count("SendMessage"), is_new ? 2U : 1U) << net::name(failure);
    EXPECT_THAT(core.upstream.sent.back().request.body, HasSubstr(R"("messageId":"m-1")"));
  }
}

// Who is told to come again does so by himself, and the agent would act on the message once more.
TEST(TaskRun, NobodyIsToldToComeAgainWithWhatTheAgentHasAlready) {
  FakeCore core({}, false, {}, {.bytes_max = 1});
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  const auto result = core.send(text_request("hello"));
  ASSERT_FALSE(result);
  EXPECT_EQ(core.upstream.count("SendMessage"), 1U);
  EXPECT_THAT(result.error().message, HasSubstr("the agent has the message"));
  EXPECT_FALSE(store::is_not_written(result.error()));
}

TEST(TaskRun, WhoFollowsNoStreamGetsNoBeginning) {
  FakeCore core(quick_questions(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("SUBMITTED")) + said_state("COMPLETED")};
  const auto result = core.send(text_request("go", true));
  ASSERT_TRUE(result);
  EXPECT_EQ(std::get<a2a::Task>(*result).status.state, TaskState::kCompleted) << "as it is by then";
}

TEST(TaskRun, OnlyQuestionsMayBeSentTwice) {
  FakeCore core(quick_questions(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING"))};
  core.upstream.streams["SubscribeToTask"] = {};
  core.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  ASSERT_TRUE(core.stream(text_request("go")));
  core.finish();
  ASSERT_EQ(core.upstream.sent.size(), 3U);
  for (const SentRequest& sent : core.upstream.sent) {
    EXPECT_EQ(sent.request.safe_to_retry, sent.method != "SendStreamingMessage") << sent.method;
  }
}

TEST(TaskRun, EchoesTheTenantInEveryRequest) {
  FakeCore core(quick_questions(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING"))};
  core.upstream.streams["SubscribeToTask"] = {};
  core.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  ASSERT_TRUE(core.stream(text_request("go")));
  core.finish();
  for (const SentRequest& sent : core.upstream.sent) {
    EXPECT_THAT(sent.request.body, HasSubstr(R"("tenant":"our-tenant")")) << sent.method;
  }
}

TEST(TaskRun, AnExceptionOfALibraryFailsTheTaskOnly) {
  FakeCore core(quick_questions());
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  core.upstream.results["GetTask"] = []() -> net::Result<std::string> { throw std::runtime_error("secret"); };
  const a2a::Task task = send(core);
  EXPECT_EQ(task.status.state, TaskState::kFailed);
  EXPECT_EQ(words(task), "internal error");
}

TEST(TaskRun, TimestampsAreThoseOfTheClock) {
  FakeCore core(quick_questions());
  core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  EXPECT_EQ(send(core).status.timestamp, "2024-10-04T00:00:00.000Z");
}

TEST(TaskRun, TheTaskAndItsContextHaveIdsOfOurs) {
  FakeCore core(quick_questions());
  core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  const a2a::Task task = send(core);
  EXPECT_EQ(task.id, "id-1");
  EXPECT_EQ(task.context_id, "id-2");
  EXPECT_THAT(core.upstream.sent.at(0).request.body, testing::Not(HasSubstr("id-")));
}

}  // namespace
}  // namespace schemagate
