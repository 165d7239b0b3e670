#include "a2a/wire/outgoing_call.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "parsed.h"

namespace schemagate::a2a::wire {
namespace {

constexpr Protocol kRest10{Binding::kHttpJson, Version::kV1_0};
constexpr Protocol kRest03{Binding::kHttpJson, Version::kV0_3};
constexpr Protocol kRpc10{Binding::kJsonRpc, Version::kV1_0};

SendRequest greeting() {
  SendRequest request = {.configuration = {}};
  request.message.message_id = "m-1";
  request.message.role = Role::kUser;
  request.message.parts.push_back({.kind = PartKind::kText, .content = "hi"});
  return request;
}

TEST(OutgoingCall, SendsOverHttpJsonWithoutAnEnvelope) {
  SendRequest request = greeting();
  EXPECT_EQ(send_call(kRest10, Operation::kSend, request),
            (OutgoingCall{
                .path = "/message:send",
                .body = R"({"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"hi"}]}})"}));
  EXPECT_EQ(send_call(kRest10, Operation::kStream, request).path, "/message:stream");
}

// Pitfall 5: v0.3's HTTP+JSON is ProtoJSON.
TEST(OutgoingCall, SendsProtoJsonUnderV1PathsToV03) {
  SendRequest request = greeting();
  const OutgoingCall call = send_call(kRest03, Operation::kSend, request);
  EXPECT_EQ(call.path, "/v1/message:send");
  EXPECT_EQ(
      call.body,
      R"({"message":{"messageId":"m-1","role":"ROLE_USER","content":[{"text":"hi"}]},"configuration":{"blocking":true}})");
}

// As a2a-go before 2.4.
TEST(OutgoingCall, SendsV03sOwnJsonWhereAnAgentLeavesV1Out) {
  constexpr Protocol kBare{Binding::kHttpJson, Version::kV0_3, true};
  SendRequest request;
  request.message = {.message_id = "m", .role = Role::kUser, .parts = {{.content = "hello"}}};
  const OutgoingCall call = send_call(kBare, Operation::kSend, request);
  EXPECT_EQ(call.path, "/message:send");
  EXPECT_NE(call.body.find(R"("parts":[{"kind":"text","text":"hello"}])"), std::string::npos) << call.body;
  EXPECT_EQ(get_call(kBare, {.id = "t"}).path, "/tasks/t");
  EXPECT_EQ(task_call(kBare, Operation::kSubscribe, {.id = "t", .metadata = {}, .tenant = {}}),
            (OutgoingCall{.method = "POST", .path = "/tasks/t:subscribe"}));
  EXPECT_EQ(card_call(kBare, "").path, "/extendedAgentCard");
}

TEST(OutgoingCall, KeepsToTheInterfacesUrlInJsonRpc) {
  const OutgoingCall call = get_call(kRpc10, {"t-1", std::nullopt, "tenant"});
  EXPECT_EQ(
      call,
      (OutgoingCall{
          .body = R"({"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"tenant":"tenant","id":"t-1"}})"}));
  EXPECT_EQ(task_call(kRpc10, Operation::kSubscribe, {.id = "t-1", .metadata = {}}).path, "");
}

TEST(OutgoingCall, PutsTenantsAndIdsIntoThePath) {
  EXPECT_EQ(get_call(kRest10, {"a/b?c:%", 3, "t 1"}),
            (OutgoingCall{.method = "GET", .path = "/t%201/tasks/a%2Fb%3Fc%3A%25?historyLength=3"}));
  SendRequest request = greeting();
  request.tenant = "t";
  const OutgoingCall call = send_call(kRest10, Operation::kSend, request);
  EXPECT_EQ(call.path, "/t/message:send");
  EXPECT_EQ(call.body.find("tenant"), std::string::npos) << "the path names it";
  EXPECT_EQ(get_call(kRest03, {"x", std::nullopt, "t"}).path, "/v1/tasks/x") << "v0.3 has none";
}

TEST(OutgoingCall, CancelsAndSubscribesAsTheSdksDo) {
  const TaskIdRequest request{.id = "x", .metadata = {R"({"why":"late"})"}};
  EXPECT_EQ(task_call(kRest10, Operation::kCancel, request),
            (OutgoingCall{.path = "/tasks/x:cancel", .body = R"({"metadata":{"why":"late"}})"}));
  EXPECT_EQ(task_call(kRest03, Operation::kCancel, {.id = "x", .metadata = {}}).body, "{}");
  EXPECT_EQ(task_call(kRest10, Operation::kSubscribe, request),
            (OutgoingCall{.method = "GET", .path = "/tasks/x:subscribe"}));
  EXPECT_EQ(task_call(kRest03, Operation::kSubscribe, request),
            (OutgoingCall{.method = "POST", .path = "/v1/tasks/x:subscribe"}));
}

TEST(OutgoingCall, AsksForTheExtendedCardWhereEachProtocolHasIt) {
  EXPECT_EQ(card_call(kRest10, "t"), (OutgoingCall{.method = "GET", .path = "/t/extendedAgentCard"}));
  EXPECT_EQ(card_call(kRest03, "t"), (OutgoingCall{.method = "GET", .path = "/v1/card"}));
  EXPECT_EQ(card_call(kRpc10, "t").body,
            R"({"jsonrpc":"2.0","id":1,"method":"GetExtendedAgentCard","params":{"tenant":"t"}})");
}

TEST(OutgoingCall, IsAddressedBehindTheInterfacesOwnPathAndQuery) {
  const OutgoingCall call = get_call(kRest10, {"x", 2, ""});
  EXPECT_EQ(request_target("/a2a/", call), "/a2a/tasks/x?historyLength=2");
  EXPECT_EQ(request_target("/?key=1", call), "/tasks/x?historyLength=2&key=1");
  EXPECT_EQ(request_target("/a?key=1", card_call(kRest10, "")), "/a/extendedAgentCard?key=1");
  EXPECT_EQ(request_target("/rpc?key=1", OutgoingCall{}), "/rpc?key=1");
}

TEST(OutgoingCall, ListsPageByPage) {
  ListTasksRequest request{.context_id = "c d", .page_token = "n/1"};
  EXPECT_EQ(list_call(kRest10, request).path, "/tasks?pageSize=50&contextId=c%20d&pageToken=n%2F1");
  request.page_size = 7;
  EXPECT_EQ(
      list_call(kRpc10, request).body,
      R"({"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"pageSize":7,"contextId":"c d","pageToken":"n/1"}})");
}

Error refused(int status, const std::string& body, const Protocol& protocol = kRest10) {
  const Parsed parsed(body);
  const auto answer = read_answer(protocol, status, parsed.root());
  EXPECT_FALSE(answer) << body;
  return answer ? Error{} : answer.error();
}

TEST(IncomingAnswer, IsTheBodyOfEverySuccess) {
  const Parsed parsed(R"({"id":"t","status":{"state":"TASK_STATE_WORKING"}})");
  for (const int status : {200, 201, 202}) {
    const auto answer = read_answer(kRest10, status, parsed.root());
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->raw(), parsed.root().raw());
  }
}

// A2A v1.0.1 sections 5.4 and 9.5: classified by reason, then by number, never by the HTTP status.
TEST(IncomingAnswer, NamesTheErrorByItsReasonInEveryShape) {
  const std::string info =
      R"({"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_CANCELABLE","domain":"a2a-protocol.org"})";
  for (const auto& [status, body] : {
           std::pair(400,
                     R"({"error":{"code":400,"status":"FAILED_PRECONDITION","message":"no","details":[)" +
                         info + "]}}"),
           std::pair(409,
                     R"({"error":{"code":409,"status":"ABORTED","message":"no","details":[)" + info + "]}}"),
           std::pair(500, std::string(R"({"code":-32002,"message":"no"})")),
           std::pair(409, std::string(R"({"type":"https://a2a-protocol.org/errors/task-not-cancelable",)"
                                      R"("title":"Not cancelable","status":409,"detail":"no"})")),
           std::pair(200, std::string(R"({"error":{"code":-32002,"message":"no"}})")),
       }) {
    const Error error = refused(status, body);
    EXPECT_EQ(error.code, ErrorCode::kTaskNotCancelable) << body;
    EXPECT_EQ(error.message, "no") << body;
  }
}

TEST(IncomingAnswer, TakesTheNameOfTheStatusWhereThereIsNoReason) {
  for (const auto& [status, message, expected] : {
           std::tuple("NOT_FOUND", "x", ErrorCode::kTaskNotFound),
           std::tuple("INVALID_ARGUMENT", "x", ErrorCode::kInvalidParams),
           std::tuple("INVALID_ARGUMENT", "in terminal state", ErrorCode::kUnsupportedOperation),
           std::tuple("UNIMPLEMENTED", "x", ErrorCode::kUnsupportedOperation),
           std::tuple("UNAVAILABLE", "x", ErrorCode::kInternal),
       }) {
    const std::string body =
        std::string(R"({"error":{"code":400,"status":")") + status + R"(","message":")" + message + R"("}})";
    EXPECT_EQ(refused(400, body).code, expected) << body;
  }
}

TEST(IncomingAnswer, IsAnInvalidOneWhenTheBodyIsNoError) {
  for (const char* body : {"{}", "[]", "null", "7", R"("no")", R"({"error":"no"})", R"({"code":-32001})",
                           R"({"type":7,"title":[]})", R"({"message":"Not Found"})"}) {
    const Error error = refused(404, body);
    EXPECT_EQ(error.code, ErrorCode::kInvalidAgentResponse) << body;
    EXPECT_NE(error.message.find("404"), std::string::npos) << error.message;
  }
}

TEST(IncomingAnswer, OfJsonRpcIsTheEnvelopesResult) {
  const Parsed parsed(R"({"jsonrpc":"2.0","id":1,"result":{"x":1}})");
  EXPECT_EQ(read_answer(kRpc10, 200, parsed.root())->raw(), R"({"x":1})");
  EXPECT_EQ(refused(200, R"({"x":1})", kRpc10).code, ErrorCode::kInvalidAgentResponse);
}

// Of a proxy, or a server that is overloaded, it tells more than what comes with it.
TEST(IncomingAnswer, OfJsonRpcThatIsNoneNamesItsStatus) {
  for (const char* body : {"{}", "[]", R"({"detail":"Not Found"})", R"({"jsonrpc":"2.0","id":1})"}) {
    for (const int status : {302, 404, 429, 503}) {
      const Error error = refused(status, body, kRpc10);
      EXPECT_EQ(error.code, ErrorCode::kInvalidAgentResponse) << body;
      const std::string beginning =
          "the agent answered HTTP " + std::to_string(status) + " with a body that is no A2A answer: it ";
      EXPECT_TRUE(error.message.starts_with(beginning)) << error.message;
    }
  }
  EXPECT_EQ(refused(503, "{}", kRpc10).message,
            "the agent answered HTTP 503 with a body that is no A2A answer: it is no JSON-RPC 2.0 response");
  EXPECT_EQ(refused(200, "{}", kRpc10).message,
            "The agent's answer is malformed: it is no JSON-RPC 2.0 response");
  const std::string own = R"({"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"no"}})";
  EXPECT_EQ(refused(503, own, kRpc10).message, "no") << "an error is what it says itself";
}

TEST(IncomingEvent, IsAnErrorByItsNameOrByItsMember) {
  const Parsed task(R"({"task":{"id":"t"}})");
  EXPECT_TRUE(read_event(kRest10, "", task.root()));
  EXPECT_EQ(read_event(kRest10, "error", task.root()).error().code, ErrorCode::kInvalidAgentResponse);
  const Parsed bare(R"({"code":-32001,"message":"gone"})");
  EXPECT_EQ(read_event(kRest03, "error", bare.root()).error().code, ErrorCode::kTaskNotFound);
  const Parsed unnamed(R"({"error":{"code":500,"status":"INTERNAL","message":"broken"}})");
  EXPECT_EQ(read_event(kRest10, "", unnamed.root()).error().message, "broken");
}

}  // namespace
}  // namespace schemagate::a2a::wire
