// What an agent is asked, and in which order, by whoever listens: no store and no task of ours in here.
#include "gateway/task/agent_conversation.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "fake_core.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::TaskState;
using std::chrono::milliseconds;
using testing::ElementsAre;

// Keeps the states that it is told; is satisfied by the last one that it was told to wait for.
class Listener final : public AgentListener {
 public:
  explicit Listener(TaskState until) : until_(until) {}

  void on_sent() override { ++sent; }
  a2a::Result<void> on_event(a2a::StreamEvent&& event) override {
    if (refuses) return a2a::fail(ErrorCode::kInternal, "the listener's own");
    const auto* task = std::get_if<a2a::Task>(&event);
    states.push_back(task != nullptr ? task->status.state : TaskState::kUnspecified);
    return {};
  }
  bool is_satisfied() const override { return gives_up || (!states.empty() && states.back() == until_); }
  net::Awaitable<bool> rest(milliseconds pause) override {
    ++looked;
    rests.push_back(pause);
    gives_up = gives_up_when_looking;
    co_return looked == cut_short;
  }

  std::vector<TaskState> states;
  int sent = 0;
  int looked = 0;
  int cut_short = 0;  // which rest
  std::vector<milliseconds> rests;
  bool refuses = false;
  bool gives_up = false;
  bool gives_up_when_looking = false;

 private:
  TaskState until_;
};

AgentConfig quick() {
  AgentConfig config;
  config.poll_interval = milliseconds(1);
  config.outage_timeout = milliseconds(100);
  return config;
}

// Whether the agent answered, and what the log says of the call.
std::pair<bool, std::string> get_task(FakeCore& core) {
  const Log log(LogLevel::kWarn);
  const std::vector<std::string> extensions;
  const std::string holder;
  const AgentClientDependencies dependencies{core.upstream, core.document, core.clock, core.limits, log};
  AgentClient client(dependencies, *core.agent, {extensions, holder},
                     core.clock.monotonic() + std::chrono::hours(1));
  testing::internal::CaptureStderr();
  const bool is_answered = core.run(client.get("up-1")).has_value();
  return {is_answered, testing::internal::GetCapturedStderr()};
}

TEST(AgentCalls, ThatFailOnTheirWayAreInTheLogWithTheKindOfTheFailure) {
  FakeCore core;
  core.upstream.results["GetTask"] = breaks();
  const auto [is_answered, log] = get_task(core);
  EXPECT_FALSE(is_answered);
  EXPECT_THAT(log, testing::HasSubstr(R"("event":"agent_call_failed","agent":"fake","a2a.method":"GetTask",)"
                                      R"("failure.kind":"closed","cause":"broke the connection"})"));
}

// With whose word something has to be done; what it answers for its client's sake is no failure of a call.
TEST(AgentCalls, ThatAreAnsweredWithAStatusForTheOperatorAreInTheLog) {
  const std::pair<int, bool> rows[] = {{401, true},  {403, true},  {429, true},  {500, true}, {503, true},
                                       {200, false}, {400, false}, {404, false}, {501, false}};
  for (const auto& [status, is_told] : rows) {
    FakeCore core;
    core.upstream.status = status;
    core.upstream.results["GetTask"] = gives(bare_task("WORKING"));
    EXPECT_EQ(get_task(core).second.contains(R"("failure.kind":"agent_error","cause":"answered HTTP )" +
                                             std::to_string(status)),
              is_told)
        << status;
  }
}

TEST(AgentCalls, ThatAreAnsweredWithNothingOfA2AAreInTheLogOnce) {
  const std::pair<int, const char*> rows[] = {
      {200, R"("failure.kind":"malformed","cause":"answered with what is no answer of A2A: invalid JSON)"},
      {404, R"("failure.kind":"agent_error","cause":"answered HTTP 404 with what is no answer of A2A: )"},
      {503, R"("failure.kind":"agent_error","cause":"answered HTTP 503")"}};
  for (const auto& [status, cause] : rows) {
    FakeCore core;
    core.upstream.status = status;
    core.upstream.results["GetTask"] = gives("Jane Doe");
    const std::string log = get_task(core).second;
    EXPECT_THAT(log, testing::HasSubstr(cause));
    EXPECT_EQ(std::ranges::count(log, '\n'), 1) << log;
    EXPECT_THAT(log, testing::Not(testing::HasSubstr("Jane"))) << status;
  }
}

// What the client is told, as far as the words are the gateway's.
TEST(AgentCalls, ThatAreAnsweredWithWhatDoesNotFitAreInTheLogWithWhereAndWhatWasExpected) {
  const std::pair<const char*, const char*> rows[] = {
      {R"({"id":7.5,"status":{"message":"Jane Doe"}})", R"(A2A: id: expected a string")"},
      {R"({"id":"t","status":{"state":"TASK_STATE_WORKING"},"artifacts":[{"parts":"Jane Doe"}]})",
       R"(A2A: artifacts[0].parts: expected an array")"},
      {R"("Jane Doe")", R"("cause":"answered with what is no answer of A2A: )"}};
  for (const auto& [answer, cause] : rows) {
    FakeCore core;
    core.upstream.results["GetTask"] = gives(answer);
    const std::string log = get_task(core).second;
    EXPECT_THAT(log, testing::HasSubstr(cause));
    EXPECT_THAT(log, testing::Not(testing::HasSubstr("Jane")));
  }
}

std::size_t lines_of(const std::string& log) {
  return static_cast<std::size_t>(std::ranges::count(log, '\n'));
}

TEST(AgentCalls, ThatFailAlikeAreInTheLogTenTimesInTenSecondsAndAreCountedThen) {
  FakeCore core;
  core.upstream.results["GetTask"] = breaks();
  std::string log;
  for (int i = 0; i < 50; ++i) log += get_task(core).second;
  EXPECT_EQ(lines_of(log), 10U);
  EXPECT_THAT(log, testing::Not(testing::HasSubstr(R"("left_out":40)")));
  core.upstream.status = 503;
  core.upstream.results["GetTask"] = gives("Jane Doe");
  EXPECT_EQ(lines_of(get_task(core).second), 1U) << "what fails otherwise is said at once";
  core.clock.advance(std::chrono::seconds(10));
  core.upstream.results["GetTask"] = breaks();
  EXPECT_THAT(get_task(core).second, testing::HasSubstr(R"("cause":"broke the connection","left_out":40)"));
}

// Its codes may be anything.
TEST(AgentCalls, ThatFailDifferentlyEachTimeDoNotFillTheLogEither) {
  FakeCore core;
  std::string log;
  for (int i = 0; i < 1'000; ++i) {
    core.upstream.results["GetTask"] = [i]() -> net::Result<std::string> {
      return net::failed(net::FailureKind::kClosed, "broke off " + std::to_string(i));
    };
    log += get_task(core).second;
  }
  EXPECT_LT(lines_of(log), 100U);
}

net::Awaitable<a2a::Result<void>> deliver(AgentConversation& talk, a2a::SendRequest& request) {
  auto heard = co_await talk.begin(request);
  if (talk.is_listening()) heard = co_await talk.go_on();
  co_return heard;
}

std::string refusal(int code) {
  return R"(data: {"jsonrpc":"2.0","id":"1","error":{"code":)" + std::to_string(code) +
         ",\"message\":\"no\"}}\n\n";
}

class AgentConversationTest : public testing::Test {
 protected:
  AgentConversation conversation(FakeCore& core, milliseconds lasts = std::chrono::hours(1)) {
    return {{core.context.get_executor(), core.services.client},
            *core.agent,
            {extensions_, holder_},
            core.clock.monotonic() + lasts,
            listener_};
  }
  static std::vector<std::string> asked(const FakeCore& core) {
    std::vector<std::string> methods;
    for (const SentRequest& request : core.upstream.sent) methods.push_back(request.method);
    return methods;
  }

  std::vector<std::string> extensions_;
  std::string holder_ = "somebody";
  Listener listener_{TaskState::kCompleted};
  a2a::SendRequest request_ = text_request("go");
};

TEST_F(AgentConversationTest, StreamsWhereTheAgentCan) {
  FakeCore core(quick(), true);
  core.upstream.streams["SendStreamingMessage"] = {
      sse(task_result("WORKING")) + sse(task_result("COMPLETED")), sse(task_result("FAILED"))};
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(deliver(talk, request_)));
  EXPECT_THAT(asked(core), ElementsAre("SendStreamingMessage"));
  EXPECT_EQ(listener_.sent, 1);
  EXPECT_THAT(listener_.states, ElementsAre(TaskState::kWorking, TaskState::kCompleted))
      << "then it is satisfied";
}

TEST_F(AgentConversationTest, SendsWhereTheAgentCannotStream) {
  FakeCore core(quick(), false);
  core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(deliver(talk, request_)));
  EXPECT_THAT(asked(core), ElementsAre("SendMessage"));
}

TEST_F(AgentConversationTest, BeginsWithoutWaitingForWhatComesLater) {
  FakeCore core(quick(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")),
                                                   sse(task_result("COMPLETED"))};
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(talk.begin(request_)));
  EXPECT_TRUE(talk.is_listening());
  EXPECT_THAT(listener_.states, ElementsAre());
  EXPECT_TRUE(core.run(talk.go_on()));
  EXPECT_FALSE(talk.is_listening());
  EXPECT_THAT(listener_.states, ElementsAre(TaskState::kWorking, TaskState::kCompleted));
}

TEST_F(AgentConversationTest, HasHeardAllThatIsThereWhenItHasBegun) {
  FakeCore core(quick(), true);
  core.upstream.at_once = true;
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")),
                                                   sse(task_result("COMPLETED"))};
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(talk.begin(request_)));
  EXPECT_FALSE(talk.is_listening());
  EXPECT_THAT(listener_.states, ElementsAre(TaskState::kWorking, TaskState::kCompleted));
  EXPECT_EQ(core.upstream.read_timeouts.size(), 3U) << "to the end, so that its connection serves again";
}

// The answer is there; nobody waits for its stream to end.
TEST_F(AgentConversationTest, ReadsAStreamToItsEndBehindTheLastWord) {
  FakeCore core(quick(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("COMPLETED")), ": more\n\n"};
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(deliver(talk, request_)));
  EXPECT_EQ(core.upstream.read_timeouts.size(), 1U);
  core.finish();
  EXPECT_EQ(core.upstream.read_timeouts.size(), 3U);
  EXPECT_LE(core.upstream.read_timeouts.back(), std::chrono::seconds(1));
}

// Before it has named a task, giving it up would be the end of the message.
TEST_F(AgentConversationTest, AnAgentMayBeSilentBeforeItsFirstEventAsLongAsBeforeAnAnswer) {
  AgentConfig config = quick();
  config.request_timeout = milliseconds(8'000);
  config.stall_timeout = milliseconds(5'000);
  FakeCore core(config, true);
  core.upstream.streams["SendStreamingMessage"] = {": still here\n\n", sse(task_result("WORKING")),
                                                   sse(task_result("COMPLETED"))};
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(deliver(talk, request_)));
  EXPECT_THAT(core.upstream.read_timeouts,
              ElementsAre(milliseconds(8'000), milliseconds(8'000), milliseconds(5'000)));
}

TEST_F(AgentConversationTest, WhatDripsBuysAnAgentNoTimeForItsFirstEventAndACommentDoes) {
  AgentConfig config = quick();
  config.request_timeout = milliseconds(8'000);
  config.stall_timeout = milliseconds(5'000);
  const std::string event = sse(task_result("COMPLETED"));
  for (const auto& [first, rest, then] :
       {std::tuple(event.substr(0, 3), event.substr(3), 2'000), {": still here\n\n", event, 5'000}}) {
    FakeCore core(config, true);
    core.upstream.streams["SendStreamingMessage"] = {first, rest};
    auto talk = conversation(core);
    EXPECT_TRUE(core.run(talk.begin(request_)));
    core.clock.advance(milliseconds(6'000));
    EXPECT_TRUE(core.run(talk.go_on()));
    EXPECT_THAT(core.upstream.read_timeouts, ElementsAre(milliseconds(2'000), milliseconds(then)));
    request_ = text_request("go");
    listener_.states.clear();
  }
  FakeCore core(config, true);
  core.upstream.streams["SendStreamingMessage"] = {event};
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(talk.begin(request_)));
  core.clock.advance(milliseconds(8'000));
  const auto heard = core.run(talk.go_on());
  ASSERT_FALSE(heard);
  EXPECT_EQ(heard.error().message, "the agent timed out (request_timeout: 8s)");
}

TEST_F(AgentConversationTest, SendsWhereTheAgentRefusesToStreamAndAsksItNoMoreForThat) {
  for (const int code : {-32004, -32601}) {
    FakeCore core(quick(), true);
    core.upstream.streams["SendStreamingMessage"] = {refusal(code)};
    core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
    auto talk = conversation(core);
    EXPECT_TRUE(core.run(deliver(talk, request_)));
    EXPECT_THAT(core.upstream.sent.back().request.body, testing::HasSubstr(R"("text":"go")"));
    request_ = text_request("go");
    listener_.states.clear();
    auto second = conversation(core);
    EXPECT_TRUE(core.run(deliver(second, request_)));
    EXPECT_THAT(asked(core), ElementsAre("SendStreamingMessage", "SendMessage", "SendMessage"));
    request_ = text_request("go");
    listener_.states.clear();
  }
}

TEST_F(AgentConversationTest, ARefusalBehindTheFirstEventIsAnError) {
  FakeCore core(quick(), true);
  core.upstream.streams["SendStreamingMessage"] = {sse(task_result("WORKING")) + refusal(-32004)};
  auto talk = conversation(core);
  const auto heard = core.run(deliver(talk, request_));
  ASSERT_FALSE(heard);
  EXPECT_EQ(heard.error().code, ErrorCode::kUnsupportedOperation);
  EXPECT_THAT(asked(core), ElementsAre("SendStreamingMessage"));
}

// Of an agent that has streamed the message is not kept.
TEST_F(AgentConversationTest, AnAgentThatDoesNotStreamAnyMoreIsSentTheNextMessageOtherwise) {
  FakeCore core(quick(), true);
  core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  for (const auto& [piece, is_heard] :
       {std::pair(sse(task_result("COMPLETED")), true), {refusal(-32004), false}, {refusal(-32004), true}}) {
    core.upstream.streams["SendStreamingMessage"] = {piece};
    request_ = text_request("go");
    listener_.states.clear();
    auto talk = conversation(core);
    EXPECT_EQ(core.run(deliver(talk, request_)).has_value(), is_heard);
  }
  EXPECT_THAT(asked(core), ElementsAre("SendStreamingMessage", "SendStreamingMessage", "SendStreamingMessage",
                                       "SendMessage"));
}

TEST_F(AgentConversationTest, ReadsTheTaskOnceToCatchUp) {
  FakeCore core(quick());
  core.upstream.results["GetTask"] = gives(bare_task("WORKING"));
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(talk.catch_up("up-1")));
  EXPECT_THAT(asked(core), ElementsAre("GetTask"));
  EXPECT_THAT(listener_.states, ElementsAre(TaskState::kWorking));
}

TEST_F(AgentConversationTest, SubscribesAndThenPollsUntilTheListenerIsSatisfied) {
  FakeCore core(quick(), true);
  core.upstream.streams["SubscribeToTask"] = {sse(task_result("WORKING"))};
  int reads = 0;
  core.upstream.results["GetTask"] = [&reads]() -> net::Result<std::string> {
    return bare_task(++reads < 3 ? "WORKING" : "COMPLETED");
  };
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(talk.follow("up-1", {})));
  EXPECT_THAT(asked(core), ElementsAre("SubscribeToTask", "GetTask", "GetTask", "GetTask"));
  EXPECT_EQ(listener_.looked, 3);
}

// What it writes while it works is worth more than its task every now and then.
TEST_F(AgentConversationTest, SubscribesAgainWhenTheAgentIsBack) {
  FakeCore core(quick(), true);
  core.upstream.streams["SubscribeToTask"] = {sse(task_result("WORKING")), sse(task_result("COMPLETED"))};
  int reads = 0;
  core.upstream.results["GetTask"] = [&reads]() -> net::Result<std::string> {
    if (++reads < 3) return net::failed(net::FailureKind::kUnreachable, "refused");
    return bare_task("WORKING");
  };
  auto talk = conversation(core);
  const a2a::Result<void> broken = a2a::fail(ErrorCode::kInvalidAgentResponse, "broke off");
  EXPECT_TRUE(core.run(talk.follow("up-1", broken)));
  EXPECT_THAT(asked(core), ElementsAre("GetTask", "GetTask", "GetTask", "SubscribeToTask"));
}

TEST_F(AgentConversationTest, DoesNotSubscribeAgainWhereTheAgentRefuses) {
  FakeCore core(quick(), true);
  int reads = 0;
  core.upstream.streams["SubscribeToTask"] = {
      "data: {\"jsonrpc\":\"2.0\",\"id\":\"1\",\"error\":{\"code\":-32004,\"message\":\"no\"}}\n\n"};
  core.upstream.results["GetTask"] = [&reads]() -> net::Result<std::string> {
    return bare_task(++reads < 3 ? "WORKING" : "COMPLETED");
  };
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(talk.follow("up-1", {})));
  EXPECT_THAT(asked(core), ElementsAre("SubscribeToTask", "GetTask", "GetTask", "GetTask"));
}

TEST_F(AgentConversationTest, AsksForTheTaskFirstAfterAnAnswerThatBrokeOff) {
  FakeCore core(quick(), true);
  core.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  auto talk = conversation(core);
  const a2a::Result<void> broken = a2a::fail(ErrorCode::kInvalidAgentResponse, "broke off");
  EXPECT_TRUE(core.run(talk.follow("up-1", broken)));
  EXPECT_THAT(asked(core), ElementsAre("GetTask"));
}

TEST_F(AgentConversationTest, AsksNothingWhenTheListenerFindsOutThatNobodyWantsToKnow) {
  FakeCore core(quick());
  listener_.gives_up_when_looking = true;
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(talk.follow("up-1", {})));
  EXPECT_THAT(asked(core), ElementsAre());
}

TEST_F(AgentConversationTest, GivesUpWhatIsOutOfReachForTooLongWithTheFirstReason) {
  FakeCore core(quick());
  int reads = 0;
  core.upstream.results["GetTask"] = [&]() -> net::Result<std::string> {
    core.clock.advance(milliseconds(30));
    return net::failed(++reads == 1 ? net::FailureKind::kClosed : net::FailureKind::kTimedOut, "again");
  };
  auto talk = conversation(core);
  const auto heard = core.run(talk.follow("up-1", {}));
  ASSERT_FALSE(heard);
  EXPECT_EQ(heard.error().code, ErrorCode::kInvalidAgentResponse);
  EXPECT_EQ(reads, 5) << "100 ms behind the first failure";
}

// Its own store may be away for a moment; a task that it does not know is gone.
TEST_F(AgentConversationTest, AsksAgainAfterAnInternalErrorOfTheAgent) {
  FakeCore core(quick());
  int reads = 0;
  core.upstream.results["GetTask"] = [&]() -> net::Result<std::string> {
    return ++reads < 3 ? R"({"code":-32603,"message":"internal error"})" : bare_task("COMPLETED");
  };
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(talk.follow("up-1", {})));
  EXPECT_EQ(reads, 3);
}

TEST_F(AgentConversationTest, AnAnswerThatBrokeOffIsTheFirstFailure) {
  FakeCore core(quick());
  core.upstream.results["GetTask"] = [&core]() -> net::Result<std::string> {
    core.clock.advance(milliseconds(60));
    return net::failed(net::FailureKind::kClosed, "broke the connection");
  };
  auto talk = conversation(core);
  const a2a::Result<void> broken = a2a::fail(ErrorCode::kInvalidAgentResponse, "broke off");
  const auto heard = core.run(talk.follow("up-1", broken));
  ASSERT_FALSE(heard);
  EXPECT_EQ(heard.error().message, "broke off, for longer than outage_timeout allows (100ms)");
  EXPECT_EQ(core.upstream.count("GetTask"), 2U);
}

// A message that somebody has passed on to the agent, most likely.
TEST_F(AgentConversationTest, AsksSoonWhenSomethingElseHasHappenedInTheTask) {
  FakeCore core(quick());
  int reads = 0;
  core.upstream.results["GetTask"] = [&reads]() -> net::Result<std::string> {
    return bare_task(++reads < 6 ? "WORKING" : "COMPLETED");
  };
  listener_.cut_short = 4;
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(talk.follow("up-1", {})));
  std::vector<int> rests;
  for (const milliseconds rest : listener_.rests) rests.push_back(static_cast<int>(rest.count()));
  EXPECT_THAT(rests, ElementsAre(1, 2, 4, 8, 1, 1, 2));
}

TEST_F(AgentConversationTest, CountsFailuresAnewAfterAnAnswer) {
  FakeCore core(quick());
  int reads = 0;
  core.upstream.results["GetTask"] = [&]() -> net::Result<std::string> {
    core.clock.advance(milliseconds(60));
    if (++reads == 6) return bare_task("COMPLETED");
    if (reads % 3 == 0) return bare_task("WORKING");
    return net::failed(net::FailureKind::kClosed, "broke the connection");
  };
  auto talk = conversation(core);
  EXPECT_TRUE(core.run(talk.follow("up-1", {})));
  EXPECT_EQ(reads, 6);
}

TEST_F(AgentConversationTest, EndsAtOnceWhenTheAgentRefusesToTell) {
  FakeCore core(quick());
  core.upstream.results["GetTask"] = gives(R"({"code":-32001,"message":"no such task"})");
  auto talk = conversation(core);
  const auto heard = core.run(talk.follow("up-1", {}));
  ASSERT_FALSE(heard);
  EXPECT_EQ(heard.error().code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(core.upstream.count("GetTask"), 1U);
}

TEST_F(AgentConversationTest, AsksNothingAfterItsDeadline) {
  FakeCore core(quick());
  auto talk = conversation(core, milliseconds(0));
  const auto heard = core.run(talk.follow("up-1", {}));
  ASSERT_FALSE(heard);
  EXPECT_EQ(heard.error().message, "the agent did not end the task in time (task_timeout: 1h)");
  EXPECT_THAT(asked(core), ElementsAre());
}

TEST_F(AgentConversationTest, AsksInTheLastMillisecond) {
  FakeCore core(quick());
  core.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  auto talk = conversation(core, milliseconds(1));
  EXPECT_TRUE(core.run(talk.follow("up-1", {})));
  EXPECT_THAT(asked(core), ElementsAre("GetTask"));
}

TEST_F(AgentConversationTest, EndsWithTheErrorOfItsListener) {
  FakeCore core(quick());
  core.upstream.results["SendMessage"] = gives(task_result("WORKING"));
  listener_.refuses = true;
  auto talk = conversation(core);
  const auto heard = core.run(deliver(talk, request_));
  ASSERT_FALSE(heard);
  EXPECT_EQ(heard.error().message, "the listener's own");
}

// --- streams whose events have changed places ---

std::string piece(const std::string& text, bool append, bool last) {
  const auto flag = [](bool set) { return set ? "true" : "false"; };
  return sse(R"({"artifactUpdate":{"taskId":"up-1","artifact":{"artifactId":"x","parts":[{"text":")" + text +
             R"("}]},"append":)" + flag(append) + R"(,"lastChunk":)" + flag(last) + "}}");
}

std::string status(const std::string& state) {
  return sse(R"({"statusUpdate":{"taskId":"up-1","status":{"state":"TASK_STATE_)" + state + R"("}}})");
}

// Writes down what it is told: "task completed", "1" for a piece, "completed" for a status.
class Reader final : public AgentListener {
 public:
  a2a::Result<void> on_event(a2a::StreamEvent&& event) override {
    if (const auto* task = std::get_if<a2a::Task>(&event)) return note("task ", task->status.state);
    if (const auto* update = std::get_if<a2a::TaskStatusUpdate>(&event))
      return note("", update->status.state);
    told.push_back(std::get<a2a::TaskArtifactUpdate>(event).artifact.parts.at(0).content);
    return {};
  }
  bool is_satisfied() const override { return has_ended_; }
  net::Awaitable<bool> rest(milliseconds) override { co_return false; }

  std::vector<std::string> told;

 private:
  a2a::Result<void> note(const std::string& what, TaskState state) {
    has_ended_ = a2a::is_terminal(state);
    told.push_back(what + std::string(a2a::name_v0_3(state)));
    return {};
  }
  bool has_ended_ = false;
};

class DisorderTest : public testing::Test {
 protected:
  // What the listener is told of a stream with these bytes.
  std::vector<std::string> told_of(Pieces pieces) {
    core_.upstream.streams["SendStreamingMessage"] = std::move(pieces);
    a2a::SendRequest request = text_request("go");
    AgentConversation talk({core_.context.get_executor(), core_.services.client}, *core_.agent,
                           {extensions_, holder_}, core_.clock.monotonic() + std::chrono::hours(1), reader_);
    EXPECT_TRUE(core_.run(deliver(talk, request)));
    return reader_.told;
  }

  FakeCore core_{quick(), true};
  const std::vector<std::string> extensions_;
  const std::string holder_ = "somebody";
  Reader reader_;
};

TEST_F(DisorderTest, AStreamInOrderIsBelieved) {
  EXPECT_THAT(
      told_of({status("WORKING"), piece("1", false, false) + piece("2", true, true) + status("COMPLETED")}),
      ElementsAre("working", "1", "2", "completed"));
  EXPECT_EQ(core_.upstream.sent.size(), 1U);
}

TEST_F(DisorderTest, PiecesBehindTheEndAreTakenAndTheTaskThatTheAgentKeepsHasTheLastWord) {
  core_.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  EXPECT_THAT(
      told_of({status("WORKING"), status("COMPLETED"), piece("1", false, false), piece("2", true, true)}),
      ElementsAre("working", "1", "2", "task completed"));
}

TEST_F(DisorderTest, PiecesThatHaveChangedPlacesLeadToTheTaskThatTheAgentKeeps) {
  core_.upstream.results["GetTask"] = gives(bare_task("COMPLETED"));
  EXPECT_THAT(told_of({piece("2", true, true) + piece("1", false, false), status("COMPLETED")}),
              ElementsAre("2", "1", "task completed"));
}

TEST_F(DisorderTest, WhereTheTaskCannotBeReadTheStreamIsAllThatIsKnown) {
  core_.upstream.results["GetTask"] = breaks();
  EXPECT_THAT(told_of({status("COMPLETED") + piece("1", false, true)}), ElementsAre("1", "completed"));
}

TEST_F(DisorderTest, AStreamThatStaysOpenBehindTheEndIsNotWaitedFor) {
  EXPECT_THAT(told_of({status("FAILED"), std::nullopt}), ElementsAre("failed"));
  EXPECT_LE(core_.upstream.read_timeouts.back(), std::chrono::seconds(1));
  EXPECT_EQ(core_.upstream.sent.size(), 1U);
}

}  // namespace
}  // namespace schemagate
