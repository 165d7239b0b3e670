// The operations without a network: what is asked of the agent when a client cancels, answers or repeats
// itself while something else is under way.
#include "gateway/task/message_requests.h"

#include <gmock/gmock.h>

#include "fake_core.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::TaskState;
using std::chrono::milliseconds;

class MessageRequestsTest : public testing::Test {
 protected:
  static AgentConfig quick() {
    AgentConfig config;
    config.poll_interval = milliseconds(1);
    return config;
  }
  void give(const std::string& method, const std::string& result) {
    core_.upstream.results[method] = [result]() -> net::Result<std::string> { return result; };
  }
  a2a::Result<a2a::SendResult> send(a2a::SendRequest request) { return core_.send(std::move(request)); }
  a2a::Result<a2a::Task> cancel(const std::string& id) {
    return core_.run(core_.services.tasks.cancel(core_.call(), {.id = id, .metadata = {}, .tenant = {}}));
  }
  // A task that waits for its client.
  std::string waiting_task() {
    give("SendMessage", task_result("INPUT_REQUIRED"));
    const std::string id = std::get<a2a::Task>(*send(text_request("first"))).id;
    core_.finish();
    return id;
  }
  static a2a::SendRequest answer_to(const std::string& id, const std::string& message_id = "m-2") {
    a2a::SendRequest request = text_request("second");
    request.message.message_id = message_id;
    request.message.task_id = id;
    return request;
  }

  FakeCore core_{quick()};
};

TEST_F(MessageRequestsTest, AMessageAnswerMakesNoTask) {
  give("SendMessage", R"({"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"hi"}]}})");
  const auto result = send(text_request("hello"));
  ASSERT_TRUE(result);
  ASSERT_TRUE(std::holds_alternative<a2a::Message>(*result));
  EXPECT_EQ(std::get<a2a::Message>(*result).parts.at(0).content, "hi");
  EXPECT_EQ(core_.store.size(), 0U);
}

// What a crash finds in the ledger before the caller has the answer keeps the message from reaching the agent
// again.
TEST_F(MessageRequestsTest, AMessageThatMakesNoTaskIsForgottenWhenItsCallerHasTheAnswer) {
  const a2a::SendRequest request = text_request("hello");
  const std::string key = core_.digest.of(request.message);
  store::Sequence written = 0;
  core_.upstream.results["SendMessage"] = [&]() -> net::Result<std::string> {
    written = core_.store.written();
    return R"({"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"hi"}]}})";
  };
  ASSERT_TRUE(send(request));
  core_.finish();
  EXPECT_EQ(core_.plain.idempotency_key, key);
  EXPECT_EQ(core_.store.written(), written) << "nothing is forgotten yet";
  core_.services.messages.answered(core_.call(), core_.plain);
  EXPECT_EQ(core_.store.written(), written + 1);
}

TEST_F(MessageRequestsTest, ATaskThatTheLedgerDoesNotTakeIsAnError) {
  FakeCore core(quick(), false, {}, {.tasks_max = 0});
  core.upstream.results["SendMessage"] = []() -> net::Result<std::string> {
    return task_result("COMPLETED");
  };
  const auto result = core.send(text_request("go"));
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, testing::HasSubstr("limit of 0 tasks"));
}

TEST_F(MessageRequestsTest, ATaskThatTheLedgerDoesNotTakeIsCanceledAtTheAgentWhereItGoesOn) {
  for (const bool goes_on : {true, false}) {
    FakeCore core(quick(), false, {}, {.tasks_max = 0});
    core.upstream.results["SendMessage"] = gives(task_result(goes_on ? "WORKING" : "COMPLETED"));
    core.upstream.results["CancelTask"] = gives(bare_task("CANCELED"));
    ASSERT_FALSE(core.send(text_request("go")));
    core.finish();
    EXPECT_EQ(core.upstream.count("CancelTask"), goes_on ? 1U : 0U);
  }
}

// Its record is kept until the caller has the error, and known by its key.
TEST_F(MessageRequestsTest, AMessageWhoseTaskTheLedgerDoesNotTakeMayBeSentAgain) {
  FakeCore core(quick(), false, {}, {.tasks_max = 0});
  core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  const a2a::SendRequest request = text_request("go");
  ASSERT_FALSE(core.send(request));
  EXPECT_EQ(core.plain.idempotency_key, core.digest.of(request.message));
  core.services.messages.answered(core.call(), core.plain);
  ASSERT_FALSE(core.send(request));
  EXPECT_EQ(core.upstream.count("SendMessage"), 2U) << "it does not wait for the first";
}

// A run's message that is sent again with other references.
TEST_F(MessageRequestsTest, AMessageThatIsWordedOtherwiseIsKnownByItsFirstWording) {
  give("SendMessage", task_result("INPUT_REQUIRED"));
  const a2a::SendRequest first = text_request("see http://gw/old");
  const std::string id = std::get<a2a::Task>(*send(first)).id;
  core_.finish();
  CallContext context = core_.call();
  context.idempotency_key = core_.digest.of(first.message);
  PlainMessage plain;
  const auto again =
      core_.run(core_.services.messages.send(context, text_request("see http://gw/new"), plain));
  ASSERT_TRUE(again);
  EXPECT_EQ(std::get<a2a::Task>(**again).id, id);
  EXPECT_EQ(core_.upstream.count("SendMessage"), 1U);
}

// It was started anew, say: whatever else it were told would be refused, too.
TEST_F(MessageRequestsTest, AnAnswerToAnAgentThatHasForgottenItsQuestionFailsTheTask) {
  const std::string id = waiting_task();
  give("SendMessage", R"({"code":-32001,"message":"no such task"})");
  const auto answered = send(answer_to(id));
  ASSERT_TRUE(answered);
  const a2a::Task& task = std::get<a2a::Task>(*answered);
  EXPECT_EQ(task.id, id);
  EXPECT_EQ(task.status.state, TaskState::kFailed);
  ASSERT_TRUE(task.status.message);
  EXPECT_THAT(task.status.message->parts.at(0).content,
              HasSubstr("the agent does not know the task any more"));
  core_.finish();
  EXPECT_EQ(core_.task(id).status.state, TaskState::kFailed);
}

TEST_F(MessageRequestsTest, AnErrorOfTheAgentMakesNoTask) {
  give("SendMessage", R"({"code":-32005,"message":"no such type"})");
  const auto result = send(text_request("hello"));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kContentTypeNotSupported);
  EXPECT_EQ(core_.store.size(), 0U);
}

TEST_F(MessageRequestsTest, AnErrorOfTheAgentDoesNotTellWhereItRuns) {
  give("SendMessage",
       R"x({"code":-32603,"message":"db at 10.0.0.5:5432 is down\n  at run (/srv/app.js:3:1)"})x");
  const auto result = send(text_request("hello"));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "db at [hidden] is down");
}

TEST_F(MessageRequestsTest, AMessageThatFailedMayBeSentAgain) {
  give("SendMessage", R"({"code":-32603,"message":"not now"})");
  EXPECT_FALSE(send(text_request("hello")));
  core_.services.messages.answered(core_.call(), core_.plain);
  give("SendMessage", task_result("COMPLETED"));
  EXPECT_TRUE(send(text_request("hello")));
  EXPECT_EQ(core_.upstream.count("SendMessage"), 2U);
}

TEST_F(MessageRequestsTest, TheAgentGetsTheClientsMessageId) {
  give("SendMessage", task_result("COMPLETED"));
  ASSERT_TRUE(send(text_request("hello")));
  EXPECT_THAT(core_.upstream.sent.back().request.body, testing::HasSubstr(R"("messageId":"m-1")"));
}

TEST_F(MessageRequestsTest, ASecondMessageWithTheIdOfAnotherGetsItsOwn) {
  give("SendMessage", task_result("COMPLETED"));
  ASSERT_TRUE(send(text_request("one")));
  ASSERT_TRUE(send(text_request("two")));
  const std::string& body = core_.upstream.sent.back().request.body;
  EXPECT_THAT(body, testing::HasSubstr(R"("messageId":"m-1~id-)"));
  EXPECT_THAT(body, testing::HasSubstr(R"("https://schemagate.dev/v1/messageId":"m-1")"));
}

TEST_F(MessageRequestsTest, TheAgentHearsNoClientsWordForWhatTheGatewayWritesIntoMetadata) {
  give("SendMessage", task_result("COMPLETED"));
  a2a::SendRequest request = text_request("one");
  request.message.metadata = {R"({"https://schemagate.dev/v1/messageId":"forged","k":2})"};
  request.metadata = {R"({"a2a-service-parameters":{"x":"y"},"A2A-Service-Parameters":{},"l":3})"};
  ASSERT_TRUE(send(std::move(request)));
  const std::string& body = core_.upstream.sent.back().request.body;
  EXPECT_THAT(body, testing::AllOf(testing::HasSubstr(R"("metadata":{"k":2})"),
                                   testing::HasSubstr(R"("metadata":{"l":3})")));
}

TEST_F(MessageRequestsTest, TheIdOfAnotherCallersMessageIsReplacedThoughItSaysTheSame) {
  give("SendMessage", task_result("COMPLETED"));
  ASSERT_TRUE(send(text_request("one")));
  CallContext other = core_.call();
  other.owner = "somebody else";
  PlainMessage key;
  ASSERT_TRUE(core_.run(core_.services.messages.send(other, text_request("one"), key)));
  ASSERT_EQ(core_.upstream.count("SendMessage"), 2U);
  EXPECT_THAT(core_.upstream.sent.back().request.body, testing::HasSubstr(R"("messageId":"m-1~id-)"));
}

// The agent may have had it although its answer did not come: it can tell.
TEST_F(MessageRequestsTest, AMessageThatFailedIsSentAgainWithItsId) {
  core_.upstream.results["SendMessage"] = breaks();
  ASSERT_FALSE(send(text_request("hello")));
  core_.services.messages.answered(core_.call(), core_.plain);
  give("SendMessage", task_result("COMPLETED"));
  ASSERT_TRUE(send(text_request("hello")));
  EXPECT_THAT(core_.upstream.sent.back().request.body, testing::HasSubstr(R"("messageId":"m-1")"));
}

TEST_F(MessageRequestsTest, AnAnswerHasAnIdOfItsOwnAtTheAgentToo) {
  const std::string id = waiting_task();
  give("SendMessage", task_result("COMPLETED"));
  ASSERT_TRUE(send(answer_to(id, "m-1")));
  EXPECT_THAT(core_.upstream.sent.back().request.body, testing::HasSubstr(R"("messageId":"m-1~id-)"));
  EXPECT_EQ(core_.task(id).history.at(1).message_id, "m-1") << "the client sees its own";
}

TEST_F(MessageRequestsTest, ANewIdIsNoLongerThanWhatIsTaken) {
  give("SendMessage", task_result("COMPLETED"));
  for (const char* text : {"one", "two"}) {
    a2a::SendRequest request = text_request(text);
    request.message.message_id = std::string(256, 'm');
    ASSERT_TRUE(send(std::move(request)));
  }
  EXPECT_THAT(core_.upstream.sent.back().request.body, testing::HasSubstr(R"("messageId":"id-)"));
}

TEST_F(MessageRequestsTest, ANewIdBeginsWithTheClientsAsLongAsBothFit) {
  give("SendMessage", task_result("COMPLETED"));
  for (const char* text : {"one", "two"}) {
    a2a::SendRequest request = text_request(text);
    request.message.message_id = std::string(256 - std::string("~id-5").size(), 'm');
    ASSERT_TRUE(send(std::move(request)));
  }
  EXPECT_THAT(core_.upstream.sent.back().request.body, testing::HasSubstr("mm~id-5\""));
}

TEST_F(MessageRequestsTest, FiveCopiesAtOnceReachTheAgentOnceAndMakeOneTask) {
  constexpr std::size_t kCopies = 5;
  give("SendMessage", task_result("COMPLETED"));
  core_.upstream.held_back.emplace(core_.context.get_executor());
  const CallContext call = core_.call();
  std::vector<PlainMessage> announced(kCopies);
  std::vector<std::string> tasks;
  for (PlainMessage& key : announced) {
    const auto body = [this, &call, &tasks, &key]() -> net::Awaitable<void> {
      const auto result = co_await core_.services.messages.send(call, text_request("go"), key);
      if (result) tasks.push_back(std::get<a2a::Task>(**result).id);
    };
    boost::asio::co_spawn(core_.context, body, boost::asio::detached);
  }
  core_.context.restart();
  core_.context.poll();
  EXPECT_EQ(core_.upstream.count("SendMessage"), 1U);
  core_.upstream.held_back->notify();
  core_.finish();
  EXPECT_EQ(core_.upstream.count("SendMessage"), 1U);
  EXPECT_EQ(tasks, std::vector<std::string>(kCopies, tasks.front()));
  EXPECT_EQ(core_.store.size(), 1U);
}

// Once they are answered it is a new message: there is nothing that could be shown again.
TEST_F(MessageRequestsTest, FiveCopiesAtOnceAreAnsweredByTheOneMessageOfTheAgent) {
  constexpr std::size_t kCopies = 5;
  give("SendMessage", R"({"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"hi"}]}})");
  core_.upstream.held_back.emplace(core_.context.get_executor());
  const CallContext call = core_.call();
  std::vector<PlainMessage> keys(kCopies);
  std::vector<std::string> answers;
  for (PlainMessage& key : keys) {
    const auto body = [this, &call, &answers, &key]() -> net::Awaitable<void> {
      const auto result = co_await core_.services.messages.send(call, text_request("go"), key);
      if (!result) co_return;
      a2a::Message reply = std::get<a2a::Message>(**result);
      answers.push_back(reply.message_id);
      core_.services.messages.answering(key, std::move(reply));
      core_.services.messages.answered(call, key);
    };
    boost::asio::co_spawn(core_.context, body, boost::asio::detached);
  }
  core_.context.restart();
  core_.context.poll();
  core_.upstream.held_back->notify();
  core_.finish();
  EXPECT_EQ(core_.upstream.count("SendMessage"), 1U);
  EXPECT_EQ(answers, std::vector<std::string>(kCopies, "a"));
  core_.upstream.held_back.reset();
  ASSERT_TRUE(send(text_request("go")));
  EXPECT_EQ(core_.upstream.count("SendMessage"), 2U);
}

TEST_F(MessageRequestsTest, ACopyThatWaitsGoesToTheAgentWhenTheFirstCameToNothing) {
  give("SendMessage", R"({"code":-32603,"message":"not now"})");
  ASSERT_FALSE(send(text_request("go")));
  const PlainMessage first = core_.plain;
  give("SendMessage", task_result("COMPLETED"));
  const CallContext call = core_.call();
  PlainMessage announced;
  bool made = false;
  const auto body = [this, &call, &announced, &made]() -> net::Awaitable<void> {
    const auto result = co_await core_.services.messages.send(call, text_request("go"), announced);
    made = result.has_value();
  };
  boost::asio::co_spawn(core_.context, body, boost::asio::detached);
  core_.context.restart();
  core_.context.poll();
  EXPECT_EQ(core_.upstream.count("SendMessage"), 1U) << "the first has not been answered yet";
  core_.services.messages.answered(call, first);
  core_.finish();
  EXPECT_TRUE(made);
  EXPECT_EQ(core_.upstream.count("SendMessage"), 2U);
}

TEST_F(MessageRequestsTest, AMessageWhoseTaskDidNotSucceedIsANewOne) {
  for (const char* state : {"CANCELED", "FAILED", "REJECTED"}) {
    give("SendMessage", task_result(state));
    const std::string first = std::get<a2a::Task>(*send(text_request(state))).id;
    EXPECT_NE(std::get<a2a::Task>(*send(text_request(state))).id, first) << state;
  }
  EXPECT_EQ(core_.upstream.count("SendMessage"), 6U);
}

TEST_F(MessageRequestsTest, AMessageIsRememberedForItsWindowOnly) {
  give("SendMessage", task_result("COMPLETED"));
  const std::string first = std::get<a2a::Task>(*send(text_request("go"))).id;
  core_.clock.advance(std::chrono::seconds(599));
  EXPECT_EQ(std::get<a2a::Task>(*send(text_request("go"))).id, first);
  core_.clock.advance(std::chrono::seconds(1));
  EXPECT_NE(std::get<a2a::Task>(*send(text_request("go"))).id, first);
}

TEST_F(MessageRequestsTest, AnAnswerGoesOnWithTheTaskInTheAgentsNames) {
  const std::string id = waiting_task();
  give("SendMessage", task_result("COMPLETED"));
  const auto result = send(answer_to(id));
  ASSERT_TRUE(result);
  EXPECT_EQ(std::get<a2a::Task>(*result).status.state, TaskState::kCompleted);
  const std::string& body = core_.upstream.sent.back().request.body;
  EXPECT_THAT(body, testing::HasSubstr(R"("taskId":"up-1")"));
  EXPECT_THAT(body, testing::HasSubstr(R"("contextId":"up-c")"));
}

TEST_F(MessageRequestsTest, ATaskThatWasAnsweredIsAtWork) {
  const std::string id = waiting_task();
  core_.upstream.held_back.emplace(core_.context.get_executor());
  a2a::SendRequest request = answer_to(id);
  request.configuration.return_immediately = true;
  const auto result = send(request);
  ASSERT_TRUE(result);
  EXPECT_EQ(std::get<a2a::Task>(*result).status.state, TaskState::kWorking);
  give("SendMessage", task_result("COMPLETED"));
  core_.upstream.held_back->notify();
  core_.finish();
  EXPECT_EQ(core_.task(id).status.state, TaskState::kCompleted);
}

TEST_F(MessageRequestsTest, AnAnswerThatTheAgentRefusesLeavesTheTaskWaiting) {
  const std::string id = waiting_task();
  const a2a::Task before = core_.task(id);
  give("SendMessage", R"({"code":-32005,"message":"no such type"})");
  const auto refused = send(answer_to(id));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kContentTypeNotSupported);
  core_.finish();
  EXPECT_EQ(core_.task(id), before);
  give("SendMessage", task_result("COMPLETED"));
  const auto result = send(answer_to(id));
  ASSERT_TRUE(result) << "it may be sent again";
  EXPECT_EQ(std::get<a2a::Task>(*result).status.state, TaskState::kCompleted);
  EXPECT_EQ(core_.upstream.count("GetTask"), 0U);
}

TEST_F(MessageRequestsTest, AStreamedAnswerThatTheAgentRefusesLeavesTheTaskWaiting) {
  FakeCore core(quick(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("INPUT_REQUIRED"))};
  const auto started = core.stream(text_request("first"));
  const std::string id = std::get<FollowTask>(*started).task_id;
  core.finish();
  const a2a::Task before = core.task(id);
  core.upstream.streams["SendStreamingMessage"] = {
      "data: {\"jsonrpc\":\"2.0\",\"id\":\"1\",\"error\":{\"code\":-32602,\"message\":\"what?\"}}\n\n"};
  const auto refused = core.stream(answer_to(id));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidParams);
  core.finish();
  EXPECT_EQ(core.task(id), before);
}

// As agents of @a2a-js/sdk 1.x begin it.
TEST_F(MessageRequestsTest, AStreamThatBeginsWithTheQuestionGoesOnWithWhatCameOfTheAnswer) {
  for (const bool is_all : {false, true}) {
    FakeCore core(quick(), true);
    core.upstream.streams["SendStreamingMessage"] = {sse(task_result("INPUT_REQUIRED"))};
    const std::string id = std::get<a2a::Task>(*core.send(text_request("first"))).id;
    core.finish();
    if (!is_all) core.upstream.streams["SendStreamingMessage"].emplace_back(sse(task_result("COMPLETED")));
    ASSERT_TRUE(core.stream(answer_to(id)));
    core.finish();
    EXPECT_EQ(core.task(id).status.state, is_all ? TaskState::kInputRequired : TaskState::kCompleted);
    EXPECT_EQ(core.task(id).history.back().message_id, "m-2") << "the agent has it";
  }
}

TEST_F(MessageRequestsTest, AnAnswerThatDoesNotReachTheAgentLeavesTheTaskWaiting) {
  const std::string id = waiting_task();
  const a2a::Task before = core_.task(id);
  const auto broken = []() -> net::Result<std::string> {
    return net::failed(net::FailureKind::kClosed, "broke the connection");
  };
  core_.upstream.results["SendMessage"] = broken;
  core_.upstream.results["GetTask"] = broken;
  EXPECT_EQ(send(answer_to(id)).error().message, "the agent broke the connection");
  core_.finish();
  EXPECT_EQ(core_.task(id), before);
  give("GetTask", bare_task("INPUT_REQUIRED"));
  EXPECT_EQ(send(answer_to(id)).error().message, "the agent broke the connection");
  core_.finish();
  EXPECT_EQ(core_.task(id), before);
}

TEST_F(MessageRequestsTest, AnAnswerThatReachedTheAgentThoughItsConnectionBrokeIsTaken) {
  const std::string id = waiting_task();
  core_.upstream.results["SendMessage"] = []() -> net::Result<std::string> {
    return net::failed(net::FailureKind::kClosed, "broke the connection");
  };
  give("GetTask", bare_task("COMPLETED"));
  const auto result = send(answer_to(id));
  ASSERT_TRUE(result);
  EXPECT_EQ(std::get<a2a::Task>(*result).status.state, TaskState::kCompleted);
  EXPECT_EQ(core_.task(id).history.back().message_id, "m-2");
}

TEST_F(MessageRequestsTest, ARefusalThatNobodyWaitsForIsSeenOnTheTask) {
  const std::string id = waiting_task();
  const a2a::Task before = core_.task(id);
  give("SendMessage", R"({"code":-32005,"message":"no such type"})");
  a2a::SendRequest request = answer_to(id);
  request.configuration.return_immediately = true;
  ASSERT_TRUE(send(request));
  core_.finish();
  EXPECT_EQ(core_.task(id), before);
}

TEST_F(MessageRequestsTest, TheSameAnswerTwiceReachesTheAgentOnce) {
  const std::string id = waiting_task();
  core_.upstream.held_back.emplace(core_.context.get_executor());
  a2a::SendRequest request = answer_to(id);
  request.configuration.return_immediately = true;
  ASSERT_TRUE(send(request));
  ASSERT_TRUE(send(request));
  give("SendMessage", task_result("COMPLETED"));
  core_.upstream.held_back->notify();
  core_.finish();
  EXPECT_EQ(core_.upstream.count("SendMessage"), 2U) << "the first message and one answer";
}

TEST_F(MessageRequestsTest, AMessageToATaskThatWaitsForCredentialsIsAnsweredWithWhatCameOfIt) {
  give("SendMessage", task_result("AUTH_REQUIRED"));
  give("GetTask", bare_task("AUTH_REQUIRED"));
  const std::string id = std::get<a2a::Task>(*send(text_request("first"))).id;
  ASSERT_EQ(core_.task(id).status.state, TaskState::kAuthRequired);
  core_.upstream.results["SendMessage"] = [this]() -> net::Result<std::string> {
    give("GetTask", bare_task("COMPLETED"));
    return task_result("WORKING");
  };
  const auto result = send(answer_to(id));
  ASSERT_TRUE(result);
  EXPECT_EQ(std::get<a2a::Task>(*result).status.state, TaskState::kCompleted);
  EXPECT_EQ(core_.task(id).history.back().message_id, "m-2");
  core_.finish();
}

TEST_F(MessageRequestsTest, CredentialsThatTheAgentDoesNotTakeAreAnsweredAtOnce) {
  give("SendMessage", task_result("AUTH_REQUIRED"));
  give("GetTask", bare_task("AUTH_REQUIRED"));
  const std::string id = std::get<a2a::Task>(*send(text_request("first"))).id;
  const auto result = send(answer_to(id));
  ASSERT_TRUE(result);
  EXPECT_EQ(std::get<a2a::Task>(*result).status.state, TaskState::kAuthRequired);
  give("GetTask", bare_task("FAILED"));
  core_.finish();
}

TEST_F(MessageRequestsTest, AMessageThatTheAgentRefusesLeavesATaskThatWaitsForCredentialsAsItWas) {
  constexpr const char* kWaits =
      R"({"id":"up-1","status":{"state":"TASK_STATE_AUTH_REQUIRED","timestamp":"2024-10-04T00:00:00.000Z",
          "message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"log in at https://id.test/"}]}}})";
  give("SendMessage", std::string("{\"task\":") + kWaits + "}");
  give("GetTask", kWaits);
  const std::string id = std::get<a2a::Task>(*send(text_request("first"))).id;
  const a2a::Task before = core_.task(id);
  give("SendMessage", R"({"code":-32005,"message":"no such type"})");
  ASSERT_FALSE(send(answer_to(id)));
  EXPECT_EQ(core_.task(id), before);
  give("GetTask", bare_task("FAILED"));
  core_.finish();
}

TEST_F(MessageRequestsTest, ACanceledTaskStaysCanceledWhateverTheAgentSays) {
  FakeCore core(quick(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")), std::nullopt};
  core.upstream.results["GetTask"] = []() -> net::Result<std::string> { return bare_task("COMPLETED"); };
  core.upstream.results["CancelTask"] = []() -> net::Result<std::string> { return bare_task("CANCELED"); };
  auto started = core.stream(text_request("go"));
  ASSERT_TRUE(started);
  const std::string id = std::get<FollowTask>(*started).task_id;
  const auto canceled =
      core.run(core.services.tasks.cancel(core.call(), {.id = id, .metadata = {}, .tenant = {}}));
  ASSERT_TRUE(canceled);
  EXPECT_EQ(canceled->status.state, TaskState::kCanceled);
  core.finish();
  EXPECT_EQ(core.upstream.count("GetTask"), 0U) << "a task that has ended is not asked for";
  EXPECT_EQ(core.upstream.count("CancelTask"), 1U);
  EXPECT_EQ(core.task(id).status.state, TaskState::kCanceled);
}

TEST_F(MessageRequestsTest, CancelOfATaskThatTheAgentForgotIsRefused) {
  const std::string id = waiting_task();
  give("CancelTask", R"({"code":-32001,"message":"no such task"})");
  const auto result = cancel(id);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kTaskNotCancelable);
}

TEST_F(MessageRequestsTest, CancelThatTheAgentOnlyNotesLeavesTheTaskRunning) {
  const std::string id = waiting_task();
  give("CancelTask", bare_task("WORKING"));
  const auto result = cancel(id);
  ASSERT_TRUE(result);
  EXPECT_FALSE(a2a::is_terminal(result->status.state));
}

TEST_F(MessageRequestsTest, ForeignAndUnknownTasksAreAnsweredAlike) {
  const std::string id = waiting_task();
  CallContext stranger = core_.call();
  stranger.owner = "somebody";
  const a2a::GetTaskRequest wanted{.id = id, .history_length = {}, .tenant = {}};
  const auto foreign = core_.run(core_.services.tasks.get(stranger, wanted));
  ASSERT_FALSE(foreign);
  EXPECT_EQ(foreign.error(), (a2a::Error{ErrorCode::kTaskNotFound, "no task with the id " + id}));
  EXPECT_EQ(
      core_.run(core_.services.tasks.cancel(stranger, {.id = id, .metadata = {}, .tenant = {}})).error(),
      foreign.error());
  EXPECT_EQ(core_
                .run(core_.services.tasks.check_subscription(
                    stranger, {.id = id, .metadata = {}, .tenant = {}}, true, {}))
                .error(),
            foreign.error());
  EXPECT_EQ(core_.run(core_.services.messages.send(stranger, answer_to(id), core_.plain)).error(),
            foreign.error());
}

TEST_F(MessageRequestsTest, HistoryIsCutFromItsOldEnd) {
  const std::string id = waiting_task();
  give("SendMessage", task_result("COMPLETED"));
  ASSERT_TRUE(send(answer_to(id)));
  const auto with_history = [this, &id](int length) {
    const a2a::GetTaskRequest request{.id = id, .history_length = length, .tenant = {}};
    return core_.run(core_.services.tasks.get(core_.call(), request))->history;
  };
  const auto last = with_history(1);
  ASSERT_EQ(last.size(), 1U);
  EXPECT_EQ(last[0].message_id, "m-2");
  EXPECT_TRUE(with_history(0).empty());
  EXPECT_EQ(with_history(9).size(), 2U);
}

}  // namespace
}  // namespace schemagate
