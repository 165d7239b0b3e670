// The HTTP+JSON binding's paths, queries and errors (A2A v1.0.1 section 11).
#include "a2a/wire/rest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <tuple>

#include "a2a/wire/codec.h"
#include "parsed.h"

namespace schemagate::a2a::wire {
namespace {

constexpr Version kOld = Version::kV0_3;
constexpr Version kNew = Version::kV1_0;

struct Row {
  std::string_view method;
  std::string_view path;
  RestCall call;
};

// Section 1.1, every operation in both versions.
TEST(RestCalls, NameEveryOperation) {
  const Row rows[] = {
      {"POST", "/message:send", {kNew, Operation::kSend}},
      {"POST", "/message:stream", {kNew, Operation::kStream}},
      {"GET", "/tasks", {kNew, Operation::kList}},
      {"GET", "/tasks/t", {kNew, Operation::kGet, "t"}},
      {"POST", "/tasks/t:cancel", {kNew, Operation::kCancel, "t"}},
      {"GET", "/tasks/t:subscribe", {kNew, Operation::kSubscribe, "t"}},
      {"POST", "/tasks/t:subscribe", {kNew, Operation::kSubscribe, "t"}},
      {"POST", "/tasks/t/pushNotificationConfigs", {kNew, Operation::kPushCreate, "t"}},
      {"GET", "/tasks/t/pushNotificationConfigs", {kNew, Operation::kPushList, "t"}},
      {"GET", "/tasks/t/pushNotificationConfigs/c", {kNew, Operation::kPushGet, "t", "c"}},
      {"DELETE", "/tasks/t/pushNotificationConfigs/c", {kNew, Operation::kPushDelete, "t", "c"}},
      {"GET", "/extendedAgentCard", {kNew, Operation::kExtendedCard}},
      {"POST", "/v1/message:send", {kOld, Operation::kSend}},
      {"POST", "/v1/message:stream", {kOld, Operation::kStream}},
      {"GET", "/v1/tasks", {kOld, Operation::kList}},
      {"GET", "/v1/tasks/t", {kOld, Operation::kGet, "t"}},
      {"POST", "/v1/tasks/t:cancel", {kOld, Operation::kCancel, "t"}},
      {"GET", "/v1/tasks/t:subscribe", {kOld, Operation::kSubscribe, "t"}},
      {"POST", "/v1/tasks/t:subscribe", {kOld, Operation::kSubscribe, "t"}},
      {"DELETE", "/v1/tasks/t/pushNotificationConfigs/c", {kOld, Operation::kPushDelete, "t", "c"}},
      {"GET", "/v1/card", {kOld, Operation::kExtendedCard}},
      {"POST", "/acme/message:send", {kNew, Operation::kSend, "", "", "acme"}},
      {"GET", "/acme/tasks", {kNew, Operation::kList, "", "", "acme"}},
      {"GET", "/acme/tasks/t/pushNotificationConfigs/c", {kNew, Operation::kPushGet, "t", "c", "acme"}},
      {"GET", "/acme/extendedAgentCard", {kNew, Operation::kExtendedCard, "", "", "acme"}}};
  for (const Row& row : rows) {
    const auto call = parse_rest_call(row.method, row.path);
    ASSERT_TRUE(call) << row.path;
    EXPECT_EQ(*call, row.call) << row.method << ' ' << row.path;
  }
}

TEST(RestCalls, DecodeIdsAndSplitTheVerbAtTheLastColon) {
  const std::pair<std::string_view, RestCall> rows[] = {
      {"/tasks/a%20b%2Fc", {kNew, Operation::kGet, "a b/c"}},
      {"/tasks/a:b", {kNew, Operation::kGet, "a:b"}},
      {"/tasks/a:b:subscribe", {kNew, Operation::kSubscribe, "a:b"}},
      {"/tasks/a%3Asubscribe", {kNew, Operation::kSubscribe, "a"}},
      {"/tasks/t:other", {kNew, Operation::kGet, "t:other"}},
      {"/tasks/%C3%A4", {kNew, Operation::kGet, "\xC3\xA4"}},
      {"/tasks/..%2f..", {kNew, Operation::kGet, "../.."}},
      {"/tasks/%2525", {kNew, Operation::kGet, "%25"}}};
  for (const auto& [path, expected] : rows) {
    const auto call = parse_rest_call("GET", path);
    ASSERT_TRUE(call) << path;
    EXPECT_EQ(*call, expected) << path;
  }
}

TEST(RestCalls, SayWhatIsWrongWithOtherPaths) {
  const std::tuple<std::string_view, std::string_view, int, std::string_view> rows[] = {
      {"POST", "/tasks", 405, "GET"},
      {"PUT", "/tasks/t", 405, "GET"},
      {"GET", "/message:send", 405, "POST"},
      {"DELETE", "/tasks/t:subscribe", 405, "GET, POST"},
      {"PATCH", "/tasks/t/pushNotificationConfigs", 405, "GET, POST"},
      {"get", "/tasks", 405, "GET"},
      {"GET", "/", 404, ""},
      {"GET", "", 404, ""},
      {"GET", "tasks", 404, ""},
      {"GET", "/tasks/", 404, ""},
      {"GET", "//tasks", 404, ""},
      {"GET", "/tasks/:cancel", 404, ""},
      {"GET", "/v1", 404, ""},
      {"GET", "/v1/", 404, ""},
      {"GET", "/v1/acme/tasks", 404, ""},
      {"GET", "/v1/v1/tasks", 404, ""},
      {"GET", "/v1/extendedAgentCard", 404, ""},
      {"GET", "/a/b/tasks", 404, ""},
      {"GET", "/tasks/t/other", 404, ""},
      {"GET", "/tasks/t/pushNotificationConfigs/c/d", 404, ""},
      {"GET", "/a/b/c/d/e/f/g", 404, ""},
      {"GET", "/tasks/%", 400, ""},
      {"GET", "/tasks/%4", 400, ""},
      {"GET", "/tasks/%zz", 400, ""},
      {"GET", "/tasks/a%00b", 400, ""},
      {"GET", "/tasks/a%0d%0ab", 400, ""}};
  for (const auto& [method, path, status, allowed] : rows) {
    const auto call = parse_rest_call(method, path);
    ASSERT_FALSE(call) << method << ' ' << path;
    EXPECT_EQ(call.error().status, status) << method << ' ' << path;
    EXPECT_EQ(call.error().allowed, allowed) << method << ' ' << path;
  }
}

// a2a/wire/client_id.h
TEST(RestCalls, NameNoIdsThatNobodyCanHave) {
  const std::string longest(256, 'i');
  const std::tuple<Operation, std::string, std::string, std::string_view> rows[] = {
      {Operation::kGet, longest, "", ""},
      {Operation::kGet, longest + "i", "", "id"},
      {Operation::kCancel, longest + "i", "", "id"},
      {Operation::kSubscribe, longest + "i", "", "id"},
      {Operation::kPushList, longest + "i", "", "taskId"},
      {Operation::kPushCreate, longest + "i", "", "taskId"},
      {Operation::kPushGet, longest, longest, ""},
      {Operation::kPushGet, "t", longest + "i", "id"},
      {Operation::kPushDelete, "t", longest + "i", "id"}};
  for (const auto& [operation, task_id, config_id, field] : rows) {
    const auto checked = check_ids({kNew, operation, task_id, config_id});
    EXPECT_EQ(checked ? "" : checked.error().violations.at(0).field, field);
  }
  EXPECT_FALSE(decode_list_tasks_query({kNew, Operation::kList}, "contextId=" + longest + "i"));
}

TEST(RestQueries, AreReadTyped) {
  const RestCall list{kNew, Operation::kList, "", "", "acme"};
  const auto request = decode_list_tasks_query(
      list,
      "contextId=c%201&status=TASK_STATE_INPUT_REQUIRED&pageSize=7&pageToken=a%2Bb&historyLength=2&unknown=%"
      "&statusTimestampAfter=2026-04-30T10%3A00%3A00%2B02:00&includeArtifacts=true&A2A-Version=1.0");
  ASSERT_TRUE(request);
  EXPECT_EQ(*request, (ListTasksRequest{.context_id = "c 1",
                                        .status = TaskState::kInputRequired,
                                        .page_size = 7,
                                        .page_token = "a+b",
                                        .history_length = 2,
                                        .status_timestamp_after = "2026-04-30T08:00:00.000Z",
                                        .include_artifacts = true,
                                        .tenant = "acme"}));
  EXPECT_EQ(*decode_list_tasks_query({kNew, Operation::kList}, ""), ListTasksRequest{});
  EXPECT_EQ(decode_list_tasks_query(list, "contextId=a+b&&=&x")->context_id, "a b");
}

TEST(RestQueries, HaveThePageOfAListOfPushConfigs) {
  const RestCall call = {kNew, Operation::kPushList, "t"};
  EXPECT_EQ(*decode_push_list_query(call, "pageSize=2&pageToken=c"),
            (PushConfigRequest{.task_id = "t", .page_size = 2, .page_token = "c"}));
  EXPECT_EQ(*decode_push_list_query(call, ""), (PushConfigRequest{.task_id = "t"}));
  EXPECT_FALSE(decode_push_list_query(call, "pageSize=-1"));
}

TEST(RestQueries, TakeTheNamesOfTheDefinitionToo) {
  const auto request = decode_list_tasks_query({}, "page_size=7&context_id=c&include_artifacts=true");
  ASSERT_TRUE(request) << request.error().message;
  EXPECT_EQ(request->page_size, 7);
  EXPECT_EQ(request->context_id, "c");
  EXPECT_TRUE(request->include_artifacts);
  EXPECT_FALSE(decode_list_tasks_query({}, "page_size=7&pageSize=8")) << "which one?";
  for (const std::string_view unread : {"contextid=c", "PageSize=7", "page_Token=x"})
    EXPECT_FALSE(decode_list_tasks_query({}, unread)) << "nobody would read " << unread;
  EXPECT_FALSE(decode_get_task_query({kNew, Operation::kGet, "t"}, "historylength=0"));
}

TEST(RestQueries, NameTheParameterThatIsWrong) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"pageSize=0", "pageSize"},
      {"pageSize=101", "pageSize"},
      {"pageSize=-1", "pageSize"},
      {"pageSize=1e1", "pageSize"},
      {"historyLength=x", "historyLength"},
      {"historyLength=99999999999", "historyLength"},
      {"status=done", "status"},
      {"statusTimestampAfter=yesterday", "statusTimestampAfter"},
      {"includeArtifacts=True", "includeArtifacts"},
      {"contextId=%0", "contextId"},
      {"contextId=a&contextId=b", "contextId"}};
  for (const auto& [query, field] : rows) {
    const auto request = decode_list_tasks_query({kNew, Operation::kList}, query);
    ASSERT_FALSE(request) << query;
    EXPECT_EQ(request.error().code, ErrorCode::kInvalidParams);
    ASSERT_EQ(request.error().violations.size(), 1U);
    EXPECT_EQ(request.error().violations[0].field, field) << query;
  }
}

TEST(RestQueries, AV03HistoryLengthOfZeroIsNone) {
  EXPECT_EQ(decode_get_task_query({kOld, Operation::kGet, "t"}, "historyLength=0")->history_length,
            std::nullopt);
  EXPECT_EQ(decode_get_task_query({kNew, Operation::kGet, "t"}, "historyLength=0")->history_length, 0);
  EXPECT_FALSE(decode_get_task_query({kNew, Operation::kGet, "t"}, "historyLength=-1"));
}

TEST(RestErrors, HaveTheShapeOfTheVersion) {
  const Error missing{ErrorCode::kTaskNotFound, "no task"};
  EXPECT_EQ(
      rest_error_body(kNew, missing, 404),
      R"({"error":{"code":404,"status":"NOT_FOUND","message":"no task","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]}})");
  EXPECT_EQ(rest_error_body(rest_format(kOld), missing, 404),
            R"({"code":-32001,"message":"no task","data":{"error":"io.a2a.spec.TaskNotFoundError"}})");
  EXPECT_EQ(rest_error_body(kOld, missing, 404), rest_error_body(kNew, missing, 404))
      << "beside v0.3's own JSON";
  const Error invalid{ErrorCode::kInvalidParams, "a: required", {{"a", "required"}}};
  EXPECT_EQ(
      rest_error_body(kNew, invalid, 400),
      R"({"error":{"code":400,"status":"INVALID_ARGUMENT","message":"a: required","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"INVALID_PARAMS","domain":"a2a-protocol.org"},{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"a","description":"required"}]}]}})");
  EXPECT_EQ(
      rest_error_body(rest_format(kOld), invalid, 400),
      R"({"code":-32602,"message":"a: required","data":{"error":"io.a2a.spec.InvalidParamsError","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"INVALID_PARAMS","domain":"a2a-protocol.org"},{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"a","description":"required"}]}]}})");
}

// a2a-go 2 names the version where it speaks v0.3, and reads v1.0's errors.
TEST(RestErrors, OfV03HaveV10sMemberTooForWhoNamesTheVersion) {
  const Error missing{ErrorCode::kTaskNotFound, "no task"};
  const std::string plain = rest_error_body(rest_format(kOld), missing, 404);
  const std::string both = rest_error_body(rest_format(kOld), missing, 404, true);
  EXPECT_EQ(both, plain.substr(0, plain.size() - 1) + "," + rest_error_body(kNew, missing, 404).substr(1));
  EXPECT_EQ(rest_error_body(kNew, missing, 404, true), rest_error_body(kNew, missing, 404));
}

// SDKs know an error by the first ErrorInfo: it is A2A's own, an extension's comes behind it.
TEST(RestErrors, NameTheirCodeFirst) {
  using enum ErrorCode;
  const std::pair<ErrorCode, std::string_view> rows[] = {{kParse, "PARSE_ERROR"},
                                                         {kInvalidRequest, "INVALID_REQUEST"},
                                                         {kMethodNotFound, "METHOD_NOT_FOUND"},
                                                         {kInvalidParams, "INVALID_PARAMS"},
                                                         {kInternal, "INTERNAL_ERROR"},
                                                         {kTaskNotFound, "TASK_NOT_FOUND"}};
  for (const auto& [code, reason] : rows) {
    const Error error{code, "m", {}, {{"STRUCTURED_INPUT_INVALID", "urn:os", {}}}};
    const Parsed body(rest_error_body(kNew, error, 400));
    const auto read = read_rest_error(body.root());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->code, code);
    ASSERT_EQ(read->infos.size(), 2U);
    EXPECT_EQ(read->infos[0], (ErrorInfo{std::string(reason), "a2a-protocol.org", {}}));
    EXPECT_EQ(read->infos[1], error.infos[0]);
  }
}

// As agents made with a2a-go say that they do not know who calls.
TEST(RestErrors, HaveOneReasonWhereAnAgentsIsNoneOfTheCodes) {
  const ErrorInfo info{"UNAUTHENTICATED", "a2a-protocol.org", {}};
  const Parsed body(rest_error_body(kNew, {ErrorCode::kInternal, "m", {}, {info}}, 500));
  EXPECT_THAT(read_rest_error(body.root())->infos, testing::ElementsAre(info));
}

// a2a-java 0.3 knows the errors of v0.3's HTTP+JSON by the names of its classes, as client and as agent.
TEST(RestErrors, OfA2aJavaAreReadAndWritten) {
  using enum ErrorCode;
  for (const ErrorCode code : {kTaskNotFound, kTaskNotCancelable, kUnsupportedOperation, kInvalidParams,
                               kParse, kExtendedCardNotConfigured, kInternal}) {
    const Parsed written(rest_error_body(rest_format(kOld), {code, "m"}, 400));
    const auto name = written.root().find("data")->find("error")->string();
    ASSERT_TRUE(name);
    EXPECT_TRUE(name->starts_with("io.a2a.spec."));
    const Parsed agents(R"({"error":")" + std::string(*name) + R"(","message":"m"})");
    EXPECT_EQ(read_rest_error(agents.root()), (Error{code, "m"}));
  }
  const Parsed own(R"({"error":"io.a2a.spec.NewError","message":"m"})");
  EXPECT_EQ(read_rest_error(own.root()), (Error{kInternal, "m"}));
  const Parsed other(R"({"error":"Not Found","message":"m"})");
  EXPECT_FALSE(read_rest_error(other.root()));
}

// Section 1.3, column "HTTP v1.0.1".
TEST(RestErrors, HaveTheStatusOfTheTable) {
  using enum ErrorCode;
  const std::tuple<ErrorCode, int, std::string_view> rows[] = {
      {kTaskNotFound, 404, "NOT_FOUND"},
      {kTaskNotCancelable, 400, "FAILED_PRECONDITION"},
      {kPushNotificationNotSupported, 400, "FAILED_PRECONDITION"},
      {kUnsupportedOperation, 400, "FAILED_PRECONDITION"},
      {kContentTypeNotSupported, 400, "INVALID_ARGUMENT"},
      {kInvalidAgentResponse, 500, "INTERNAL"},
      {kExtendedCardNotConfigured, 400, "FAILED_PRECONDITION"},
      {kExtensionSupportRequired, 400, "FAILED_PRECONDITION"},
      {kVersionNotSupported, 400, "FAILED_PRECONDITION"},
      {kParse, 400, "INVALID_ARGUMENT"},
      {kInvalidParams, 400, "INVALID_ARGUMENT"},
      {kInternal, 500, "INTERNAL"}};
  for (const auto& [code, status, name] : rows) {
    EXPECT_EQ(identity(code).http_status, status);
    EXPECT_EQ(identity(code).status, name);
  }
  EXPECT_EQ(identity(kTaskNotCancelable).http_status_v1_0_0, 409);
  EXPECT_EQ(identity(kContentTypeNotSupported).http_status_v1_0_0, 415);
  EXPECT_EQ(identity(kInvalidAgentResponse).http_status_v1_0_0, 502);
  EXPECT_EQ(identity(kTaskNotFound).http_status_v1_0_0, 404);
}

}  // namespace
}  // namespace schemagate::a2a::wire
