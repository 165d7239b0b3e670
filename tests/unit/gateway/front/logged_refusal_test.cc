#include "gateway/front/logged_refusal.h"

#include <gtest/gtest.h>

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

TEST(LoggedRefusal, IsOfTheExtensionsOnly) {
  a2a::Error error = refused("STRUCTURED_INPUT_INVALID", "type: expected a string");
  error.infos.front().domain = "agent.example";
  EXPECT_EQ(logged_refusal(error).reason, "");
  EXPECT_EQ(logged_refusal({}).reason, "");
}

}  // namespace
}  // namespace schemagate
