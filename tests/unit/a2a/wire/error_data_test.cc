#include "a2a/wire/error_data.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "a2a/wire/jsonrpc.h"
#include "parsed.h"

namespace schemagate::a2a::wire {
namespace {

Error answered(const std::string& error) {
  const Parsed parsed(R"({"jsonrpc":"2.0","id":1,"error":)" + error + '}');
  const auto answer = parse_answer(parsed.root());
  EXPECT_FALSE(answer);
  return answer ? Error{} : answer.error();
}

std::string info(std::string_view reason, std::string_view domain) {
  return R"({"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":")" + std::string(reason) +
         R"(","domain":")" + std::string(domain) + R"("})";
}

// v0.3's form of an envelope with details: clients exist that read `data` only when it is an object.
std::string in_object(std::string envelope) {
  const std::string member = R"("data":)";
  envelope.insert(envelope.find(member) + member.size(), R"({"details":)");
  return envelope + '}';
}

// A2A v1.0.1 section 9.5.
TEST(ErrorEnvelope, PutsBadRequestFirstForInvalidParams) {
  const Error error = {ErrorCode::kInvalidParams,
                       "Structured input invalid for schema fightComparison: data.b is required",
                       {{"message.parts[0].data.b", "required"}},
                       {{"STRUCTURED_INPUT_INVALID",
                         "urn:os",
                         {{"schema", "fightComparison"}, {"violations", "data.b: required"}}}}};
  EXPECT_EQ(
      error_envelope("2", Version::kV1_0, error),
      R"({"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Structured input invalid for schema fightComparison: data.b is required","data":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.parts[0].data.b","description":"required"}]},{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"STRUCTURED_INPUT_INVALID","domain":"urn:os","metadata":{"schema":"fightComparison","violations":"data.b: required"}}]}})");
}

TEST(ErrorEnvelope, KeepsAnOwnInfoThatIsGivenInFront) {
  const Error error = {
      ErrorCode::kUnsupportedOperation,
      "Structured input rejected: a task is already running",
      {},
      {{"UNSUPPORTED_OPERATION", "a2a-protocol.org", {{"taskId", "t2"}}},
       {"TASK_ALREADY_RUNNING", "urn:os", {{"taskId", "t2"}, {"state", "TASK_STATE_WORKING"}}}}};
  const std::string expected =
      R"({"jsonrpc":"2.0","id":4,"error":{"code":-32004,"message":"Structured input rejected: a task is already running","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"UNSUPPORTED_OPERATION","domain":"a2a-protocol.org","metadata":{"taskId":"t2"}},{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_ALREADY_RUNNING","domain":"urn:os","metadata":{"taskId":"t2","state":"TASK_STATE_WORKING"}}]}})";
  EXPECT_EQ(error_envelope("4", Version::kV1_0, error), expected);
  EXPECT_EQ(error_envelope("4", Version::kV0_3, error), in_object(expected));
  EXPECT_EQ(error_envelope("4", Version::kV0_3, error, true), expected) << "for a client of v1.0";
}

TEST(ErrorEnvelope, AddsTheOwnInfoInV1AndNothingInV03) {
  const Error error = {ErrorCode::kTaskNotFound, "Task not found"};
  EXPECT_EQ(error_envelope("1", Version::kV1_0, error),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Task not found","data":[)" +
                info("TASK_NOT_FOUND", "a2a-protocol.org") + "]}}");
  EXPECT_EQ(error_envelope("1", Version::kV0_3, error),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Task not found"}})");
}

TEST(ErrorEnvelope, PutsTheOwnInfoBeforeOthersAndBeforeBadRequest) {
  const Error error = {ErrorCode::kContentTypeNotSupported, "m", {{"f", "d"}}, {{"OTHER", "urn:os", {}}}};
  const std::string expected =
      R"({"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"m","data":[)" +
      info("CONTENT_TYPE_NOT_SUPPORTED", "a2a-protocol.org") +
      R"(,{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"f","description":"d"}]},)" +
      info("OTHER", "urn:os") + "]}}";
  EXPECT_EQ(error_envelope("1", Version::kV1_0, error), expected);
  EXPECT_EQ(error_envelope("1", Version::kV0_3, error), in_object(expected));
}

TEST(ErrorEnvelope, HasNoDataForAPlainCode) {
  for (const Version version : {Version::kV0_3, Version::kV1_0}) {
    EXPECT_EQ(error_envelope("null", version, {ErrorCode::kParse, "no \"JSON\""}),
              R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no \"JSON\""}})");
  }
}

TEST(AgentError, IsClassifiedByNumber) {
  for (int number = -32009; number <= -32001; ++number) {
    const Error error = answered(R"({"code":)" + std::to_string(number) + R"(,"message":"m"})");
    EXPECT_EQ(identity(error.code).jsonrpc_code, number);
    EXPECT_EQ(error.message, "m");
  }
  EXPECT_EQ(answered(R"({"code":-32602,"message":"bad"})").code, ErrorCode::kInvalidParams);
}

TEST(AgentError, IsInternalForNumbersNobodyAssigned) {
  for (const char* code : {"0", "-1", "-32050", "99999999999", "1.5", "\"x\"", "null"}) {
    EXPECT_EQ(answered(R"({"code":)" + std::string(code) + "}").code, ErrorCode::kInternal) << code;
  }
  EXPECT_EQ(answered("{}").code, ErrorCode::kInternal);
}

TEST(AgentError, IsClassifiedByReasonBeforeNumber) {
  const std::string head = R"({"code":-32603,"message":"m","data":)";
  EXPECT_EQ(answered(head + '[' + info("TASK_NOT_FOUND", "a2a-protocol.org") + "]}").code,
            ErrorCode::kTaskNotFound);
  EXPECT_EQ(answered(head + info("TASK_NOT_FOUND", "a2a-protocol.org") + "}").code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(answered(head + '[' + info("TASK_NOT_FOUND", "urn:other") + "]}").code, ErrorCode::kInternal);
  EXPECT_EQ(answered(head + '[' + info("", "a2a-protocol.org") + "]}").code, ErrorCode::kInternal);
  EXPECT_EQ(answered(head + '[' + info("NEW_REASON", "a2a-protocol.org") + "]}").code, ErrorCode::kInternal);
}

// Pitfall 6: SDKs answer a message to a finished task with their own numbers.
TEST(AgentError, TerminalStateTextsAreUnsupportedOperation) {
  for (const auto& [code, message, expected] :
       {std::tuple("-32602", "Task t is in terminal state: completed", ErrorCode::kUnsupportedOperation),
        std::tuple("-32600", "Task t is in a Terminal State (failed)", ErrorCode::kUnsupportedOperation),
        std::tuple("-32603", "terminal state", ErrorCode::kInternal),
        std::tuple("-32602", "terminal", ErrorCode::kInvalidParams)}) {
    EXPECT_EQ(answered(R"({"code":)" + std::string(code) + R"(,"message":")" + message + "\"}").code,
              expected);
  }
}

TEST(AgentError, SurvivesTheWireWithItsDetails) {
  const Error error = {ErrorCode::kContentTypeNotSupported,
                       "Schema nope is not declared",
                       {{"message.parts[0].metadata.mimeType", "expected a declared schema"}},
                       {{"CONTENT_TYPE_NOT_SUPPORTED", "a2a-protocol.org", {{"k", "v"}}},
                        {"SCHEMA_NOT_DECLARED", "urn:os", {{"schema", "nope"}}}}};
  for (const Version version : {Version::kV0_3, Version::kV1_0}) {
    const Parsed parsed(error_envelope("1", version, error));
    EXPECT_EQ(parse_answer(parsed.root()).error(), error);
  }
}

TEST(AgentError, OfATerminalStateIsKnownByItsTextBesideAReason) {
  const std::string data = info("INVALID_PARAMS", "a2a-protocol.org");
  EXPECT_EQ(answered(R"({"code":400,"message":"task t is in terminal state","details":[)" + data + "]}").code,
            ErrorCode::kUnsupportedOperation);
}

TEST(AgentError, IgnoresDetailsOfOtherShapes) {
  const Error error = answered(
      R"({"code":-32001,"message":5,"data":[1,null,"x",[],{"@type":"other","reason":"R"},{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":5},{"reason":7,"domain":[],"metadata":{"n":1}}]})");
  EXPECT_EQ(error.code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(error.message, "");
  EXPECT_TRUE(error.violations.empty());
  EXPECT_EQ(error.infos, (std::vector<ErrorInfo>{{"", "", {}}}));
}

}  // namespace
}  // namespace schemagate::a2a::wire
