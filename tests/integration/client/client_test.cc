#include "a2a/client/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "raw_server.h"
#include "scripted_agent.h"

namespace schemagate::a2a::client {
namespace {

using schemagate::AfterBytes;
using schemagate::envelope;
using schemagate::RawServer;
using schemagate::ScriptedAgent;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using wire::Version;

Client client_of(const ScriptedAgent& agent, Version version, ClientOptions options = {}) {
  return Client({.url = agent.url("/rpc"), .version = version}, std::move(options));
}

SendRequest hello() {
  SendRequest request;
  request.message = {.message_id = "m", .role = Role::kUser, .parts = {{.content = "hello"}}};
  return request;
}

std::string method(Version version, std::string_view v1_0, std::string_view v0_3) {
  return std::string(version == Version::kV1_0 ? v1_0 : v0_3);
}

std::string task_json(Version version, const std::string& state_v1, const std::string& state_v03) {
  return version == Version::kV1_0
             ? R"({"id":"t","contextId":"c","status":{"state":")" + state_v1 + "\"}}"
             : R"({"kind":"task","id":"t","contextId":"c","status":{"state":")" + state_v03 + "\"}}";
}

std::string sent_result(Version version, const std::string& task) {
  return version == Version::kV1_0 ? "{\"task\":" + task + "}" : task;
}

class ClientOfVersion : public testing::TestWithParam<Version> {
 protected:
  std::string done() const { return task_json(GetParam(), "TASK_STATE_COMPLETED", "completed"); }
  std::string working() const { return task_json(GetParam(), "TASK_STATE_WORKING", "working"); }
  ScriptedAgent agent_;
  Client client_ = client_of(agent_, GetParam());
};

INSTANTIATE_TEST_SUITE_P(Both, ClientOfVersion, testing::Values(Version::kV0_3, Version::kV1_0),
                         [](const auto& tested) { return tested.param == Version::kV1_0 ? "v1_0" : "v0_3"; });

TEST_P(ClientOfVersion, SendsAndReadsTheTask) {
  agent_.result(method(GetParam(), "SendMessage", "message/send"), sent_result(GetParam(), done()));
  auto result = client_.send(hello());
  ASSERT_TRUE(result) << result.error().error.message;
  EXPECT_EQ(std::get<Task>(*result).id, "t");
  EXPECT_EQ(std::get<Task>(*result).status.state, TaskState::kCompleted);
}

TEST_P(ClientOfVersion, StatesTheVersionExactly) {
  agent_.result(method(GetParam(), "SendMessage", "message/send"), sent_result(GetParam(), done()));
  ASSERT_TRUE(client_.send(hello()));
  EXPECT_EQ(agent_.last().header("A2A-Version"), wire::name(GetParam()));
  EXPECT_EQ(agent_.last().header("Content-Type"), "application/json");
  EXPECT_EQ(agent_.last().header("Expect"), "(absent)");
}

TEST_P(ClientOfVersion, WritesEachFieldOfACallOnce) {
  agent_.result(method(GetParam(), "SendMessage", "message/send"), sent_result(GetParam(), done()));
  const Client client = client_of(agent_, GetParam(),
                                  {.headers = {{"a2a-version", "9"},
                                               {"Content-Type", "text/plain"},
                                               {"ACCEPT", "x/y"},
                                               {"User-Agent", "mine"},
                                               {"X-Other", "kept"}}});
  ASSERT_TRUE(client.send(hello()));
  const auto sent = agent_.last();
  for (const char* name : {"A2A-Version", "Content-Type", "Accept", "User-Agent", "Accept-Encoding", "Host",
                           "Content-Length", "X-Other"})
    EXPECT_EQ(sent.headers.count(name), 1u) << name;
  EXPECT_EQ(sent.header("A2A-Version"), wire::name(GetParam()));
  EXPECT_EQ(sent.header("Content-Type"), "application/json");
  EXPECT_EQ(sent.header("Accept"), "application/json");
  EXPECT_EQ(sent.header("User-Agent"), "mine");
}

TEST_P(ClientOfVersion, LetsAnExceptionOfTheSinkThrough) {
  agent_.events(method(GetParam(), "SendStreamingMessage", "message/stream"),
                {sent_result(GetParam(), working()), sent_result(GetParam(), done())});
  int calls = 0;
  const EventSink sink = [&calls](const StreamEvent&) -> bool {
    ++calls;
    throw std::runtime_error("mine");
  };
  EXPECT_THROW(static_cast<void>(client_.stream(hello(), sink)), std::runtime_error);
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(client_.stream(hello(), [](const StreamEvent&) { return true; })) << "it goes on";
}

TEST_P(ClientOfVersion, StatesWhetherToBlock) {
  agent_.result(method(GetParam(), "SendMessage", "message/send"), sent_result(GetParam(), working()));
  ASSERT_TRUE(client_.send(hello()));
  // v0.3 has no default; in v1.0 absence is false.
  if (GetParam() == Version::kV0_3) {
    EXPECT_THAT(agent_.last().body, HasSubstr(R"("blocking":true)"));
  }
  EXPECT_THAT(agent_.last().body, Not(HasSubstr(R"("returnImmediately":true)")));
  auto request = hello();
  request.configuration.return_immediately = true;
  ASSERT_TRUE(client_.send(request));
  EXPECT_THAT(agent_.last().body,
              HasSubstr(method(GetParam(), R"("returnImmediately":true)", R"("blocking":false)")));
}

TEST_P(ClientOfVersion, NamesExtensionsInTheVersionsHeader) {
  agent_.result(method(GetParam(), "SendMessage", "message/send"), sent_result(GetParam(), done()));
  auto client = client_of(agent_, GetParam(), {.extensions = {"https://a/1", "https://b/2"}});
  ASSERT_TRUE(client.send(hello()));
  EXPECT_EQ(agent_.last().header(method(GetParam(), "A2A-Extensions", "X-A2A-Extensions")),
            "https://a/1, https://b/2");
}

TEST_P(ClientOfVersion, KeepsTheAgentsError) {
  agent_.on(
      method(GetParam(), "SendMessage", "message/send"),
      {{R"({"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"gone","data":[{"n":12345678901234567890}]}})"}});
  auto result = client_.send(hello());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().cause, Cause::kAgent);
  EXPECT_EQ(result.error().error.code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(result.error().error.message, "gone");
  EXPECT_EQ(result.error().agent_error.text,
            R"({"code":-32001,"message":"gone","data":[{"n":12345678901234567890}]})");
}

TEST_P(ClientOfVersion, GetsAndCancels) {
  agent_.result(method(GetParam(), "GetTask", "tasks/get"), working());
  agent_.result(method(GetParam(), "CancelTask", "tasks/cancel"),
                task_json(GetParam(), "TASK_STATE_CANCELED", "canceled"));
  auto task = client_.get("t", 3);
  ASSERT_TRUE(task) << task.error().error.message;
  EXPECT_EQ(task->status.state, TaskState::kWorking);
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("historyLength":3)"));
  auto canceled = client_.cancel("t");
  ASSERT_TRUE(canceled);
  EXPECT_EQ(canceled->status.state, TaskState::kCanceled);
}

TEST_P(ClientOfVersion, StreamsToTheLastEvent) {
  agent_.events(method(GetParam(), "SendStreamingMessage", "message/stream"),
                {sent_result(GetParam(), working()), sent_result(GetParam(), done())});
  std::vector<TaskState> states;
  auto outcome = client_.stream(hello(), [&states](const StreamEvent& event) {
    states.push_back(std::get<Task>(event).status.state);
    return true;
  });
  ASSERT_TRUE(outcome) << outcome.error().error.message;
  EXPECT_THAT(states, ElementsAre(TaskState::kWorking, TaskState::kCompleted));
}

TEST_P(ClientOfVersion, EndsAStreamWhenTheSinkSaysSo) {
  agent_.events(method(GetParam(), "SubscribeToTask", "tasks/resubscribe"),
                {sent_result(GetParam(), working()), sent_result(GetParam(), working())});
  int events = 0;
  EXPECT_TRUE(client_.subscribe("t", [&events](const StreamEvent&) { return ++events < 1; }));
  EXPECT_EQ(events, 1);
}

TEST_P(ClientOfVersion, GivesAnErrorInsteadOfAStream) {
  agent_.on(method(GetParam(), "SendStreamingMessage", "message/stream"),
            {{R"({"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"no streams"}})"}});
  auto outcome = client_.stream(hello(), [](const StreamEvent&) { return true; });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().cause, Cause::kAgent);
  EXPECT_EQ(outcome.error().error.code, ErrorCode::kUnsupportedOperation);
}

TEST_P(ClientOfVersion, TakesAPlainAnswerForAStreamOfOne) {
  agent_.result(method(GetParam(), "SendStreamingMessage", "message/stream"),
                sent_result(GetParam(), done()));
  int events = 0;
  EXPECT_TRUE(client_.stream(hello(), [&events](const StreamEvent&) { return ++events > 0; }));
  EXPECT_EQ(events, 1);
}

TEST_P(ClientOfVersion, BoundsTheNumberOfEvents) {
  agent_.events(method(GetParam(), "SendStreamingMessage", "message/stream"),
                std::vector(5, sent_result(GetParam(), working())));
  auto client = client_of(agent_, GetParam(), {.events_max = 4});
  auto outcome = client.stream(hello(), [](const StreamEvent&) { return true; });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().cause, Cause::kProtocol);
}

TEST(Client, SendsTheTenantOfTheInterface) {
  ScriptedAgent agent;
  agent.result("GetTask", task_json(Version::kV1_0, "TASK_STATE_WORKING", ""));
  Client client({.url = agent.url("/rpc"), .version = Version::kV1_0, .tenant = "acme"});
  ASSERT_TRUE(client.get("t"));
  EXPECT_THAT(agent.last().body, HasSubstr(R"("tenant":"acme")"));
}

TEST(Client, ListsTasksInVersion1) {
  ScriptedAgent agent;
  agent.result(
      "ListTasks",
      R"({"tasks":[{"id":"a","status":{"state":"TASK_STATE_WORKING"}}],"nextPageToken":"n","pageSize":7,"totalSize":31})");
  auto page = client_of(agent, Version::kV1_0).list({.context_id = "c", .page_size = 7});
  ASSERT_TRUE(page) << page.error().error.message;
  ASSERT_EQ(page->tasks.size(), 1u);
  EXPECT_EQ(page->tasks[0].id, "a");
  EXPECT_EQ(page->next_page_token, "n");
  EXPECT_EQ(page->page_size, 7);
  EXPECT_EQ(page->total_size, 31u);
  EXPECT_THAT(agent.last().body, HasSubstr(R"({"pageSize":7,"contextId":"c"})"));
}

TEST(Client, HasNoListInVersion03) {
  ScriptedAgent agent;
  auto page = client_of(agent, Version::kV0_3).list({});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().error.code, ErrorCode::kUnsupportedOperation);
  EXPECT_TRUE(agent.seen().empty());
}

class BadAnswer : public testing::TestWithParam<schemagate::ScriptedAnswer> {};

TEST_P(BadAnswer, IsAProtocolFailure) {
  ScriptedAgent agent;
  agent.on("SendMessage", {GetParam()});
  auto result = client_of(agent, Version::kV1_0).send(hello());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().cause, Cause::kProtocol) << result.error().error.message;
}

INSTANTIATE_TEST_SUITE_P(
    Client, BadAnswer,
    testing::Values(schemagate::ScriptedAnswer{"<html>", "text/html"},
                    schemagate::ScriptedAnswer{"", "text/plain", 404},
                    schemagate::ScriptedAnswer{"", "text/plain", 302}, schemagate::ScriptedAnswer{"{}"},
                    schemagate::ScriptedAnswer{"[]"},
                    schemagate::ScriptedAnswer{R"({"jsonrpc":"2.0","id":1,"error":"no"})"},
                    schemagate::ScriptedAnswer{R"({"jsonrpc":"2.0","id":2,"result":{"message":{}}})"},
                    schemagate::ScriptedAnswer{R"({"jsonrpc":"2.0","id":2,"error":{"code":-32001}})"},
                    schemagate::ScriptedAnswer{envelope("7")},
                    schemagate::ScriptedAnswer{envelope(R"({"task":{}})")},
                    schemagate::ScriptedAnswer{envelope(R"({"task":{"id":7}})")},
                    schemagate::ScriptedAnswer{envelope("{}"), "text/event-stream", 500}));

TEST(Client, TellsWhatCameInThePlaceOfAnAnswer) {
  ScriptedAgent agent;
  agent.on("SendMessage", {{"<html>", "text/html", 502}});
  auto result = client_of(agent, Version::kV1_0).send(hello());
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().error.message, HasSubstr("HTTP 502 (text/html), no A2A answer"));
}

// As a gateway says it when it stops.
TEST(Client, TellsWhatAServerSaysThatHasNoAgentsAnswer) {
  for (const auto& body :
       {R"({"error":"in a moment"})", R"({"jsonrpc":"2.0","id":1,"error":"in a moment"})"}) {
    ScriptedAgent agent;
    agent.on("SendMessage", {{body, "application/json", 503}});
    const auto result = client_of(agent, Version::kV1_0).send(hello());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().error.message, "HTTP 503: in a moment");
    EXPECT_EQ(result.error().http_status, 503);
  }
}

TEST(Client, TellsThatCredentialsAreNeeded) {
  ScriptedAgent agent;
  agent.on("SendMessage", {{"no", "text/plain", 401}});
  auto result = client_of(agent, Version::kV1_0).send(hello());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().cause, Cause::kAgent);
  EXPECT_EQ(result.error().http_status, 401);
}

TEST(Client, ReadsAnErrorWithAnyHttpStatus) {
  ScriptedAgent agent;
  agent.on("SendMessage", {{R"({"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"bad"}})",
                            "application/json", 400}});
  auto result = client_of(agent, Version::kV1_0).send(hello());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().error.code, ErrorCode::kInvalidParams);
}

// --- streams as bytes ---

constexpr const char* kStreamHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

std::string status_event(const std::string& state) {
  return envelope(R"({"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":")" + state + "\"}}}");
}

Outcome<void> stream_from(const RawServer& server, Version version, std::vector<StreamEvent>& events,
                          ClientOptions options = {}) {
  options.timeouts.total = std::chrono::seconds(10);
  Client client({.url = server.url(), .version = version}, std::move(options));
  return client.stream(hello(), [&events](const StreamEvent& event) {
    events.push_back(event);
    return true;
  });
}

TEST(ClientStream, ReadsEventsSplitAnywhere) {
  std::string text = ": hi\r\ndata: " + status_event("TASK_STATE_WORKING") +
                     "\r\n\r\ndata: " + status_event("TASK_STATE_COMPLETED") + "\n\n";
  std::vector<std::string> pieces = {kStreamHead};
  for (std::size_t at = 0; at < text.size(); at += 7) pieces.push_back(text.substr(at, 7));
  RawServer server(pieces);
  std::vector<StreamEvent> events;
  auto outcome = stream_from(server, Version::kV1_0, events);
  ASSERT_TRUE(outcome) << outcome.error().error.message;
  EXPECT_EQ(events.size(), 2u);
}

TEST(ClientStream, LeavesAfterATerminalStateThoughTheAgentHoldsOn) {
  RawServer server({kStreamHead, "data: " + status_event("TASK_STATE_FAILED") + "\n\n"}, AfterBytes::kHold);
  std::vector<StreamEvent> events;
  EXPECT_TRUE(stream_from(server, Version::kV1_0, events));
  EXPECT_EQ(events.size(), 1u);
}

TEST(ClientStream, LeavesAfterVersion03sFinalEvent) {
  std::string update = R"({"kind":"status-update","taskId":"t","contextId":"c",)"
                       R"("status":{"state":"auth-required"},"final":true})";
  RawServer server({kStreamHead, "data: " + envelope(update) + "\n\n"}, AfterBytes::kHold);
  std::vector<StreamEvent> events;
  EXPECT_TRUE(stream_from(server, Version::kV0_3, events));
  EXPECT_EQ(events.size(), 1u);
}

TEST(ClientStream, KeepsEventsBeforeAnErrorInTheMiddle) {
  RawServer server({kStreamHead, "data: " + status_event("TASK_STATE_WORKING") + "\n\n",
                    "event: error\ndata: "
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"x\"}}\n\n"});
  std::vector<StreamEvent> events;
  auto outcome = stream_from(server, Version::kV1_0, events);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().cause, Cause::kAgent);
  EXPECT_EQ(events.size(), 1u);
}

TEST(ClientStream, BoundsOneEvent) {
  RawServer server({kStreamHead, "data: " + std::string(4096, 'x')}, AfterBytes::kClose, true);
  std::vector<StreamEvent> events;
  auto outcome = stream_from(server, Version::kV1_0, events, {.event_bytes_max = 20'000});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().cause, Cause::kProtocol);
}

TEST(ClientStream, BoundsTheBytesOfAllEvents) {
  const std::string event = status_event("TASK_STATE_WORKING");
  RawServer server({kStreamHead, "data: " + event + "\n\n"}, AfterBytes::kClose, true);
  std::vector<StreamEvent> events;
  auto outcome = stream_from(server, Version::kV1_0, events, {.stream_bytes_max = 3 * event.size()});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().cause, Cause::kProtocol);
  EXPECT_EQ(events.size(), 3u);
}

TEST(ClientStream, RefusesEventsThatAreNoJsonRpc) {
  RawServer server({kStreamHead, "data: hello\n\n"});
  std::vector<StreamEvent> events;
  auto outcome = stream_from(server, Version::kV1_0, events);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().cause, Cause::kProtocol);
}

TEST(ClientStream, EndsQuietlyWhenTheAgentClosesIt) {
  RawServer server({kStreamHead, "data: " + status_event("TASK_STATE_WORKING") + "\n\n"});
  std::vector<StreamEvent> events;
  EXPECT_TRUE(stream_from(server, Version::kV1_0, events));
  EXPECT_EQ(events.size(), 1u);
}

}  // namespace
}  // namespace schemagate::a2a::client
