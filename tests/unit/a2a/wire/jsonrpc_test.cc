#include "a2a/wire/jsonrpc.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "parsed.h"

namespace schemagate::a2a::wire {
namespace {

constexpr Operation kAll[] = {Operation::kSend,       Operation::kStream,      Operation::kGet,
                              Operation::kCancel,     Operation::kSubscribe,   Operation::kList,
                              Operation::kPushCreate, Operation::kPushGet,     Operation::kPushList,
                              Operation::kPushDelete, Operation::kExtendedCard};

std::string request(std::string_view members) {
  return R"({"jsonrpc":"2.0","id":7,)" + std::string(members) + "}";
}

ErrorCode refusal(std::string_view text, std::optional<Version> header = std::nullopt) {
  const Parsed parsed{std::string(text)};
  const auto call = parse_call(parsed.root(), header);
  EXPECT_FALSE(call) << text;
  return call ? ErrorCode::kInternal : call.error().error.code;
}

TEST(JsonRpc, NamesOfBothVersionsFindTheirOperation) {
  for (const Version version : {Version::kV0_3, Version::kV1_0}) {
    for (const Operation operation : kAll) {
      const std::string_view method = method_name(version, operation);
      if (method.empty()) continue;
      const Parsed parsed(request(R"("method":")" + std::string(method) + R"(","params":{})"));
      const auto call = parse_call(parsed.root(), version);
      ASSERT_TRUE(call) << method;
      EXPECT_EQ(call->operation, operation);
      EXPECT_EQ(call->version, version);
    }
  }
}

TEST(JsonRpc, ListExistsInV1Only) {
  EXPECT_EQ(method_name(Version::kV0_3, Operation::kList), "");
  EXPECT_EQ(method_name(Version::kV1_0, Operation::kList), "ListTasks");
  EXPECT_EQ(refusal(request(R"("method":"")")), ErrorCode::kMethodNotFound);
  EXPECT_EQ(refusal(request(R"("method":"tasks/list")")), ErrorCode::kMethodNotFound);
}

TEST(JsonRpc, OnlySendStreamingAndSubscribeStream) {
  for (const Operation operation : kAll) {
    EXPECT_EQ(is_streaming(operation), operation == Operation::kStream || operation == Operation::kSubscribe);
  }
}

TEST(JsonRpc, EchoesTheIdAsItWasWritten) {
  for (const char* id : {"7", "\"a\"", "null", "1.5", "\"\\u0041\"", "18446744073709551616"}) {
    const Parsed parsed(R"({"id":)" + std::string(id) +
                        R"(,"jsonrpc":"2.0","method":"GetTask","params":{}})");
    const auto call = parse_call(parsed.root(), std::nullopt);
    ASSERT_TRUE(call) << id;
    EXPECT_EQ(call->id, id);
  }
}

TEST(JsonRpc, AbsentIdCountsAsNull) {
  const Parsed parsed(R"({"jsonrpc":"2.0","method":"message/send","params":{}})");
  EXPECT_EQ(parse_call(parsed.root(), std::nullopt)->id, "null");
}

TEST(JsonRpc, AbsentParamsHaveNoMembers) {
  for (const char* text : {R"("method":"ListTasks")", R"("method":"ListTasks","params":null)"}) {
    const Parsed parsed(request(text));
    const auto call = parse_call(parsed.root(), std::nullopt);
    ASSERT_TRUE(call);
    EXPECT_FALSE(call->params.find("id"));
    EXPECT_EQ(call->params.members().begin(), call->params.members().end());
  }
}

TEST(JsonRpc, RefusesWhatIsNoRequest) {
  for (const char* text :
       {"[]", "1", "null", "\"x\"", "{}", R"([{"jsonrpc":"2.0","id":1,"method":"GetTask"}])",
        R"({"jsonrpc":"1.0","id":1,"method":"GetTask"})", R"({"id":1,"method":"GetTask"})",
        R"({"jsonrpc":2.0,"id":1,"method":"GetTask"})", R"({"jsonrpc":"2.0","id":1})",
        R"({"jsonrpc":"2.0","id":1,"method":5})",
        R"({"jsonrpc":"2.0","id":{"bad":"type"},"method":"GetTask"})",
        R"({"jsonrpc":"2.0","id":[1],"method":"GetTask"})",
        R"({"jsonrpc":"2.0","id":true,"method":"GetTask"})"}) {
    EXPECT_EQ(refusal(text), ErrorCode::kInvalidRequest) << text;
  }
}

TEST(JsonRpc, NamesTheMemberOfTheEnvelopeThatIsWrong) {
  for (const auto& [text, field] :
       {std::tuple(R"({"jsonrpc":"1.0","id":1,"method":"GetTask"})", "jsonrpc"),
        std::tuple(R"({"jsonrpc":"2.0","id":1,"method":5})", "method"),
        std::tuple(R"({"jsonrpc":"2.0","id":[1],"method":"GetTask"})", "id"),
        std::tuple(R"({"jsonrpc":"2.0","id":1,"method":"GetTask","params":[]})", "params")}) {
    const Parsed parsed(text);
    const auto call = parse_call(parsed.root(), std::nullopt);
    ASSERT_FALSE(call) << text;
    ASSERT_EQ(call.error().error.violations.size(), 1U) << text;
    EXPECT_EQ(call.error().error.violations[0].field, field);
  }
}

TEST(JsonRpc, RefusesAnIdThatIsTooLongToEcho) {
  const std::string longest = '"' + std::string(1022, 'x') + '"';
  const std::string tail = R"(,"method":"GetTask"})";
  const Parsed accepted(R"({"jsonrpc":"2.0","id":)" + longest + tail);
  EXPECT_TRUE(parse_call(accepted.root(), std::nullopt));
  EXPECT_EQ(refusal(R"({"jsonrpc":"2.0","id":"x)" + longest.substr(1) + tail), ErrorCode::kInvalidRequest);
}

TEST(JsonRpc, RefusalShowsTheIdWhenThereIsAGoodOne) {
  const Parsed shown(R"({"jsonrpc":"1.0","id":"a"})");
  EXPECT_EQ(parse_call(shown.root(), std::nullopt).error().id, "\"a\"");
  const Parsed hidden(R"({"jsonrpc":"2.0","id":{},"method":"GetTask"})");
  EXPECT_EQ(parse_call(hidden.root(), std::nullopt).error().id, "null");
}

TEST(JsonRpc, RefusesUnknownMethodsAndQuotesLittleOfThem) {
  const Parsed parsed(request(R"("method":")" + std::string(5000, 'x') + '"'));
  const auto call = parse_call(parsed.root(), Version::kV1_0);
  ASSERT_FALSE(call);
  EXPECT_EQ(call.error().error.code, ErrorCode::kMethodNotFound);
  EXPECT_EQ(call.error().version, Version::kV1_0);
  EXPECT_LT(call.error().error.message.size(), 200u);
}

TEST(JsonRpc, RefusesParamsThatAreNoObject) {
  for (const char* params : {"[]", "1", "\"x\"", "true"}) {
    EXPECT_EQ(refusal(request(R"("method":"GetTask","params":)" + std::string(params))),
              ErrorCode::kInvalidParams);
  }
}

TEST(JsonRpc, RefusesAHeaderOfTheOtherVersionAndAnswersInTheMethods) {
  for (const auto& [method, version, header] : {std::tuple("SendMessage", Version::kV1_0, Version::kV0_3),
                                                std::tuple("message/send", Version::kV0_3, Version::kV1_0)}) {
    const Parsed parsed(request(R"("method":")" + std::string(method) + R"(","params":{})"));
    const auto call = parse_call(parsed.root(), header);
    ASSERT_FALSE(call);
    EXPECT_EQ(call.error().error.code, ErrorCode::kVersionNotSupported);
    EXPECT_EQ(call.error().version, version);
    EXPECT_NE(call.error().error.message.find(method_name(header, Operation::kSend)), std::string::npos);
    EXPECT_TRUE(parse_call(parsed.root(), std::nullopt)) << "the method alone decides";
  }
}

TEST(JsonRpc, WritesRequestsAndResults) {
  EXPECT_EQ(result_envelope("7", R"({"a":1})"), R"({"jsonrpc":"2.0","id":7,"result":{"a":1}})");
  EXPECT_EQ(request_envelope("\"u\"", Version::kV0_3, Operation::kCancel, R"({"id":"t"})"),
            R"({"jsonrpc":"2.0","id":"u","method":"tasks/cancel","params":{"id":"t"}})");
  EXPECT_EQ(request_envelope("1", Version::kV1_0, Operation::kCancel, "{}"),
            R"({"jsonrpc":"2.0","id":1,"method":"CancelTask","params":{}})");
}

TEST(JsonRpc, AnswerGivesTheResultOfAnyKind) {
  for (const char* result : {R"({"a":1})", "null", "[]", "5"}) {
    const Parsed parsed(result_envelope("1", result));
    const auto answer = parse_answer(parsed.root());
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->raw(), result);
  }
}

TEST(JsonRpc, AnswerPrefersAnErrorAndIgnoresANullOne) {
  const Parsed both(R"({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":-32001,"message":"no"}})");
  EXPECT_EQ(parse_answer(both.root()).error().code, ErrorCode::kTaskNotFound);
  const Parsed null(R"({"jsonrpc":"2.0","id":1,"result":{},"error":null})");
  EXPECT_TRUE(parse_answer(null.root()));
}

TEST(JsonRpc, AnswerRefusesAWrongEnvelope) {
  for (const char* text : {"[]", "null", "{}", R"({"jsonrpc":"1.0","id":1,"result":{}})",
                           R"({"jsonrpc":"2.0","id":1})", R"({"jsonrpc":"2.0","id":1,"error":"x"})"}) {
    const Parsed parsed(text);
    const auto checked = check_answer(parsed.root());
    ASSERT_FALSE(checked) << text;
    EXPECT_TRUE(checked.error().what.starts_with("it has ") || checked.error().what.starts_with("it is "))
        << text;
    EXPECT_EQ(parse_answer(parsed.root()).error(), to_error(checked.error())) << text;
  }
}

TEST(JsonRpc, AnswerRefusesTheIdOfAnotherRequest) {
  for (const char* text :
       {R"({"jsonrpc":"2.0","id":2,"result":{}})", R"({"jsonrpc":"2.0","id":"one","result":{}})",
        R"({"jsonrpc":"2.0","id":null,"result":{}})", R"({"jsonrpc":"2.0","result":{}})",
        R"({"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"no"}})",
        R"({"jsonrpc":"2.0","id":1.05,"result":{}})", R"({"jsonrpc":"2.0","id":[1],"result":{}})"}) {
    const Parsed parsed(text);
    const auto answer = parse_answer(parsed.root());
    ASSERT_FALSE(answer) << text;
    EXPECT_EQ(answer.error().code, ErrorCode::kInvalidAgentResponse) << text;
    EXPECT_NE(answer.error().message.find("another id"), std::string::npos) << answer.error().message;
  }
}

// A JSON-RPC server that could not read the id writes null.
TEST(JsonRpc, AnswerMayHaveNoIdInAnError) {
  for (const char* id : {R"("id":null,)", R"("id":1,)", ""}) {
    const Parsed parsed(R"({"jsonrpc":"2.0",)" + std::string(id) + R"("error":{"code":-32001}})");
    EXPECT_EQ(parse_answer(parsed.root()).error().code, ErrorCode::kTaskNotFound) << id;
  }
}

TEST(JsonRpc, AnswerMaySpellTheIdInAnotherWay) {
  for (const char* id : {"1", "1.0", R"("1")"}) {
    const Parsed parsed(R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"result":{}})");
    EXPECT_TRUE(parse_answer(parsed.root(), "1")) << id;
  }
  const Parsed text(R"({"jsonrpc":"2.0","id":"u","result":{}})");
  EXPECT_TRUE(parse_answer(text.root(), R"("u")"));
}

}  // namespace
}  // namespace schemagate::a2a::wire
