#include "gateway/front/logged_refusal.h"

#include <gtest/gtest.h>

#include "a2a/json/document.h"
#include "extension/object_schemas/mode.h"

namespace schemagate {
namespace {

a2a::Error refused(std::string reason, std::string description) {
  return {a2a::ErrorCode::kInvalidParams,
          "Structured input invalid for schema order: Ada must not be named",
          {{"message.parts[0].data.Ada", std::move(description)}},
          {{std::move(reason), std::string(object_schemas::kExtensionUri), {{"schema", "order"}}}}};
}

TEST(LoggedRefusal, NamesTheSchemaAndTheKeyword) {
  const auto logged =
      logged_refusal(refused("STRUCTURED_INPUT_INVALID", "additionalProperties: Ada is not allowed"));
  EXPECT_EQ(logged.reason, "STRUCTURED_INPUT_INVALID");
  EXPECT_EQ(logged.schema, "order");
  EXPECT_EQ(logged.keyword, "additionalProperties");
}

TEST(LoggedRefusal, HasNoWordOfTheClient) {
  EXPECT_EQ(logged_refusal(refused("STRUCTURED_INPUT_INVALID", "my name is Ada: Ada")).keyword, "");
  EXPECT_EQ(logged_refusal(refused("STRUCTURED_INPUT_INVALID", "expected JSON")).keyword, "");
  const auto other = logged_refusal(refused("SCHEMA_NOT_DECLARED", "type: Ada"));
  EXPECT_EQ(other.reason, "SCHEMA_NOT_DECLARED");
  EXPECT_EQ(other.schema + other.keyword, "") << "the client's label";
}

TEST(LoggedRefusal, NamesReasonsOfTheGatewaysOwn) {
  const auto with_reason = [](const char* reason) {
    a2a::Error error = refused(reason, "");
    error.infos.front().domain = a2a::kOwnErrorDomain;
    return logged_refusal(error).reason;
  };
  EXPECT_EQ(with_reason("PLAN_REFUSED"), "PLAN_REFUSED");
  EXPECT_EQ(with_reason("Ada, born 1815"), "") << "whoever writes it";
}

TEST(LoggedRefusal, IsOfTheExtensionsOnly) {
  a2a::Error error = refused("STRUCTURED_INPUT_INVALID", "type: expected a string");
  error.infos.front().domain = "agent.example";
  EXPECT_EQ(logged_refusal(error).reason, "");
  EXPECT_EQ(logged_refusal({}).reason, "");
}

TEST(LoggedRefusal, OfARequestThatIsNoneHasTheReasonOfItsCode) {
  using enum a2a::ErrorCode;
  const auto reason_of = [](a2a::ErrorCode code) {
    return logged_refusal_of_ours({code, "Method not found: Ada"}).reason;
  };
  EXPECT_EQ(reason_of(kInvalidRequest), "INVALID_REQUEST");
  EXPECT_EQ(reason_of(kMethodNotFound), "METHOD_NOT_FOUND");
  EXPECT_EQ(reason_of(kInvalidParams), "INVALID_PARAMS");
  EXPECT_EQ(reason_of(kTaskNotFound), "TASK_NOT_FOUND");
  EXPECT_EQ(reason_of(kInternal), "");
}

TEST(LoggedRefusal, OfWhatIsNoJsonSaysWhereThatEnds) {
  a2a::JsonDocument document;
  const auto read = document.parse(R"({"Ada":)");
  const auto logged = logged_refusal_of_ours(read.error());
  EXPECT_EQ(logged.reason, "PARSE_ERROR");
  EXPECT_EQ(logged.cause, "invalid JSON at line 1, column 8: expected a value");
}

TEST(LoggedRefusal, NamesTheParameterAsFarAsItsNamesAreTheProtocols) {
  const auto field_of = [](std::string field) {
    return logged_refusal_of_ours({a2a::ErrorCode::kInvalidParams, "", {{std::move(field), "Ada"}}}).field;
  };
  EXPECT_EQ(field_of("message.messageId"), "message.messageId");
  EXPECT_EQ(field_of("message.parts[12].data.Ada"), "message.parts[12].data");
  EXPECT_EQ(field_of("message.metadata.Ada.text"), "message.metadata");
  EXPECT_EQ(field_of("message.parts[Ada]"), "message");
  EXPECT_EQ(field_of("Ada"), "");
}

TEST(LoggedRefusal, OfAnExtensionsReasonIsWhatItIsWithoutThat) {
  const auto logged = logged_refusal_of_ours(refused("SCHEMA_NOT_DECLARED", "type: Ada"));
  EXPECT_EQ(logged.reason, "SCHEMA_NOT_DECLARED");
  EXPECT_EQ(logged.field + logged.cause, "");
}

}  // namespace
}  // namespace schemagate
