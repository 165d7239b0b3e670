#include "a2a/wire/push_operations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parsed.h"

namespace schemagate::a2a::wire {
namespace {

using testing::HasSubstr;

constexpr WireFormat kFlat = Version::kV1_0;
constexpr WireFormat kNested = Version::kV0_3;
constexpr WireFormat kProtoJson = WireFormat::v0_3_proto_json();

const PushConfig kConfig = {
    .id = "c", .url = "https://x/", .token = "t", .schemes = {"Bearer"}, .credentials = "s"};
constexpr const char* kMembers =
    R"("id":"c","url":"https://x/","token":"t","authentication":{"scheme":"Bearer","credentials":"s"})";
constexpr const char* kOldMembers =
    R"({"id":"c","url":"https://x/","token":"t","authentication":{"schemes":["Bearer"],"credentials":"s"}})";

Result<TaskPushConfig> create(WireFormat format, const std::string& params, const std::string& task_id = {}) {
  const Parsed parsed(params);
  return decode_push_create(format, parsed.root(), task_id);
}

TEST(PushOperations, CreateIsUnderstoodInEveryShape) {
  const std::string old = kOldMembers;
  EXPECT_EQ(*create(kFlat, R"({"tenant":"x","taskId":"t",)" + std::string(kMembers) + "}"),
            (TaskPushConfig{"t", kConfig, "x"}));
  EXPECT_EQ(*create(kNested, R"({"taskId":"t","pushNotificationConfig":)" + old + "}"),
            (TaskPushConfig{"t", kConfig}));
  EXPECT_EQ(*create(kProtoJson, R"({"config":{"name":"n","pushNotificationConfig":)" + old + "}}", "t"),
            (TaskPushConfig{"t", kConfig}));
  EXPECT_EQ(*create(kProtoJson, R"({"name":"n","pushNotificationConfig":)" + old + "}", "t"),
            (TaskPushConfig{"t", kConfig}));
  EXPECT_EQ(
      create(kProtoJson, R"({"configId":"i","config":{"pushNotificationConfig":{"url":"u"}}})", "t")->config,
      (PushConfig{.id = "i", .url = "u"}));
  EXPECT_EQ(create(kFlat, R"({"taskId":"other","url":"u"})", "t")->task_id, "t") << "the path's";
}

TEST(PushOperations, WhatIsMissingOrWrongIsNamed) {
  EXPECT_THAT(create(kFlat, R"({"taskId":"t"})").error().message, HasSubstr("url"));
  EXPECT_THAT(create(kFlat, R"({"url":"u"})").error().message, HasSubstr("taskId"));
  EXPECT_THAT(create(kNested, R"({"taskId":"t","pushNotificationConfig":{"url":7}})").error().message,
              HasSubstr("pushNotificationConfig.url"));
  EXPECT_THAT(create(kFlat, R"({"taskId":"t","url":"u","authentication":{"schemes":[1]}})").error().message,
              HasSubstr("authentication.schemes[0]"));
  EXPECT_EQ(create(kFlat, "{}").error().code, ErrorCode::kInvalidParams);
  EXPECT_FALSE(decode_push_config(Parsed(R"({"token":"t"})").root()));
}

// A receiver would be told without the token that it asks for.
TEST(PushOperations, MembersThatLookLikeKnownOnesAreRefused) {
  for (const char* unread :
       {R"("Token":"t")", R"("Authentication":{})", R"("authentication":{"Credentials":"s"})"}) {
    const auto request = create(kFlat, R"({"taskId":"t","url":"u",)" + std::string(unread) + "}");
    ASSERT_FALSE(request) << unread;
    EXPECT_THAT(request.error().message, HasSubstr("did you mean"));
  }
}

Result<PushConfigRequest> request(Version version, Operation operation, const std::string& params) {
  const Parsed parsed(params);
  return decode_push_request(version, operation, parsed.root());
}

TEST(PushOperations, ReadingAndDeletingNameATaskAndAConfig) {
  using enum Operation;
  EXPECT_EQ(*request(Version::kV1_0, kPushGet, R"({"taskId":"t","id":"c","tenant":"x"})"),
            (PushConfigRequest{"t", "c", "x"}));
  EXPECT_EQ(*request(Version::kV0_3, kPushGet, R"({"id":"t","pushNotificationConfigId":"c"})"),
            (PushConfigRequest{"t", "c"}));
  EXPECT_EQ(*request(Version::kV0_3, kPushGet, R"({"id":"t"})"), (PushConfigRequest{"t", ""})) << "the first";
  EXPECT_EQ(*request(Version::kV1_0, kPushList, R"({"taskId":"t","id":"c"})"), (PushConfigRequest{"t", ""}));
  EXPECT_EQ(*request(Version::kV0_3, kPushList, R"({"id":"t"})"), (PushConfigRequest{"t", ""}));
  EXPECT_EQ(*request(Version::kV1_0, kPushList, R"({"taskId":"t","pageSize":2,"pageToken":"c"})"),
            (PushConfigRequest{"t", "", "", 2, "c"}));
  EXPECT_FALSE(request(Version::kV1_0, kPushList, R"({"taskId":"t","pageSize":-1})"));
  EXPECT_FALSE(request(Version::kV1_0, kPushGet, R"({"taskId":"t"})"));
  EXPECT_FALSE(request(Version::kV1_0, kPushDelete, R"({"taskId":"t"})"));
  EXPECT_FALSE(request(Version::kV0_3, kPushDelete, R"({"id":"t"})"));
  EXPECT_FALSE(request(Version::kV0_3, kPushList, R"({"taskId":"t"})"));
}

// a2a/wire/client_id.h
TEST(PushOperations, NameNoIdsThatNobodyCanHave) {
  using enum Operation;
  const std::string too_long(257, 'i');
  const auto path = [](const auto& decoded) { return decoded ? "" : decoded.error().violations.at(0).field; };
  for (const Operation operation : {kPushGet, kPushList, kPushDelete}) {
    EXPECT_EQ(path(request(Version::kV1_0, operation, R"({"id":"c","taskId":")" + too_long + "\"}")),
              "taskId");
    EXPECT_EQ(path(request(Version::kV0_3, operation,
                           R"({"pushNotificationConfigId":"c","id":")" + too_long + "\"}")),
              "id");
  }
  for (const Operation operation : {kPushGet, kPushDelete}) {
    EXPECT_EQ(path(request(Version::kV1_0, operation, R"({"taskId":"t","id":")" + too_long + "\"}")), "id");
    EXPECT_EQ(path(request(Version::kV0_3, operation,
                           R"({"id":"t","pushNotificationConfigId":")" + too_long + "\"}")),
              "pushNotificationConfigId");
  }
  EXPECT_EQ(path(create(kFlat, R"({"url":"u","taskId":")" + too_long + "\"}")), "taskId");
}

TEST(PushOperations, ResultsLeaveSecretsOut) {
  const TaskPushConfig config = {"t", kConfig};
  EXPECT_EQ(encode_push_config(kFlat, config),
            R"({"taskId":"t","id":"c","url":"https://x/","authentication":{"scheme":"Bearer"}})");
  const std::string old = R"({"id":"c","url":"https://x/","authentication":{"schemes":["Bearer"]}}})";
  EXPECT_EQ(encode_push_config(kNested, config), R"({"taskId":"t","pushNotificationConfig":)" + old);
  EXPECT_EQ(encode_push_config(kProtoJson, config),
            R"({"name":"tasks/t/pushNotificationConfigs/c","pushNotificationConfig":)" + old);
  EXPECT_EQ(encode_push_config(kFlat, {"t", {.id = "c", .url = "u"}, "x"}),
            R"({"tenant":"x","taskId":"t","id":"c","url":"u"})");
}

TEST(PushOperations, ListsAndDeletionsHaveTheShapeOfTheirWireFormat) {
  const PushConfigPage one = {.configs = {{"t", {.id = "c", .url = "u"}}}, .next_page_token = ""};
  EXPECT_EQ(encode_push_configs(kFlat, one),
            R"({"configs":[{"taskId":"t","id":"c","url":"u"}],"nextPageToken":""})");
  EXPECT_EQ(encode_push_configs(kNested, one),
            R"([{"taskId":"t","pushNotificationConfig":{"id":"c","url":"u"}}])");
  EXPECT_EQ(encode_push_configs(kNested, {}), "[]");
  EXPECT_EQ(encode_push_configs(kProtoJson, {}), R"({"configs":[],"nextPageToken":""})");
  EXPECT_EQ(encode_push_configs(kFlat, {.configs = {}, .next_page_token = "c"}),
            R"({"configs":[],"nextPageToken":"c"})");
  EXPECT_EQ(encode_push_deleted(kFlat), "{}");
  EXPECT_EQ(encode_push_deleted(kNested), "null");
  EXPECT_EQ(encode_push_deleted(kProtoJson), "{}");
}

}  // namespace
}  // namespace schemagate::a2a::wire
