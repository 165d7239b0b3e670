// v0.3's ProtoJSON, which its HTTP+JSON binding speaks (v0.3.0 section 3.2.3).
#include <gtest/gtest.h>

#include <string>

#include "a2a/wire/codec.h"
#include "parsed.h"

namespace schemagate::a2a::wire {
namespace {

constexpr WireFormat kProto = WireFormat::v0_3_proto_json();

Result<SendRequest> decode(const std::string& body) {
  const Parsed parsed(body);
  return decode_send_request(kProto, parsed.root());
}

std::string message_with(const std::string& parts) {
  return R"({"message":{"messageId":"m","role":"ROLE_USER","content":)" + parts + "}}";
}

TEST(V03ProtoJson, ReadsContentRoleAndEveryKindOfPart) {
  const auto request = decode(message_with(
      R"([{"text":"hi"},{"data":{"data":{"a":1}}},{"file":{"fileWithUri":"http://x/y","mimeType":"a/b"}},)"
      R"({"file":{"fileWithBytes":"aGk=","name":"n"}}])"));
  ASSERT_TRUE(request) << request.error().message;
  const Message& message = request->message;
  EXPECT_EQ(message.role, Role::kUser);
  ASSERT_EQ(message.parts.size(), 4U);
  EXPECT_EQ(message.parts[0].content, "hi");
  EXPECT_EQ(message.parts[1].content, R"({"a":1})");
  EXPECT_EQ(message.parts[2], (Part{.kind = PartKind::kUrl, .content = "http://x/y", .media_type = "a/b"}));
  EXPECT_EQ(message.parts[3], (Part{.kind = PartKind::kRaw, .content = "aGk=", .filename = "n"}));
  EXPECT_FALSE(request->configuration.return_immediately) << "no configuration: the SDKs wait";
}

// As a2a-python, a2a-java and a2a-go of v0.3 write them: 00 01 ff.
TEST(V03ProtoJson, ReadsAFileThatIsBase64OfBase64) {
  for (const char* bytes : {"QUFILw==", "AAH/"}) {
    const auto request =
        decode(message_with(R"([{"file":{"fileWithBytes":")" + std::string(bytes) + R"("}}])"));
    ASSERT_TRUE(request);
    EXPECT_EQ(request->message.parts[0].content, "AAH/") << bytes;
  }
}

TEST(V03ProtoJson, WritesAFileAsTheDefinitionHasItUnlessItIsToBeBase64OfBase64) {
  SendRequest request;
  request.message = {.message_id = "m",
                     .role = Role::kUser,
                     .parts = {{.kind = PartKind::kRaw, .content = "AAH/"},
                               {.kind = PartKind::kUrl, .content = "http://x/y"}}};
  EXPECT_NE(encode_send_request(kProto, request).find(R"({"fileWithBytes":"AAH/"})"), std::string::npos);
  const std::string twice = encode_send_request(kProto.with_bytes_twice(), request);
  EXPECT_NE(twice.find(R"({"fileWithBytes":"QUFILw=="})"), std::string::npos) << twice;
  EXPECT_NE(twice.find(R"({"fileWithUri":"http://x/y"})"), std::string::npos);
}

// Object schemas, section 2.
TEST(V03ProtoJson, APartsMetadataFlagsIt) {
  const auto request = decode(
      message_with(R"([{"data":{"data":{"a":1}},"metadata":{"mimeType":"application/json;schema=x"}}])"));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->message.parts[0].metadata_mime_type, "application/json;schema=x");
}

// a2a-java 0.3 has no metadata of parts and refuses what it does not know.
TEST(V03ProtoJson, APartWhoseTypeGoesWithoutSayingHasNoMetadata) {
  const auto written = [](Part part) {
    SendRequest request;
    request.message = {.message_id = "m", .role = Role::kUser, .parts = {std::move(part)}};
    return encode_send_request(kProto, request);
  };
  const auto json = [](std::string type) {
    return Part{.kind = PartKind::kData, .content = R"({"a":1})", .media_type = std::move(type)};
  };
  EXPECT_EQ(written(json("application/json")), written(json("")));
  EXPECT_EQ(written({.content = "hi", .media_type = "text/plain"}), written({.content = "hi"}));
  for (const Part& part :
       {json("application/json;schema=x"), Part{.content = "hi", .media_type = "text/html"},
        Part{.kind = PartKind::kData, .content = "[1]", .media_type = "application/json"}}) {
    EXPECT_NE(written(part).find(R"("metadata":{)"), std::string::npos) << written(part);
  }
}

TEST(V03ProtoJson, TakesPartsOfV03sOwnJson) {
  const auto request =
      decode(R"({"message":{"messageId":"m","role":"user","parts":[{"kind":"data","data":{"data":{"a":1}}},)"
             R"({"kind":"text","text":"hi"}]}})");
  ASSERT_TRUE(request) << request.error().message;
  EXPECT_EQ(request->message.parts[0].content, R"({"data":{"a":1}})") << "nothing is unwrapped";
  EXPECT_EQ(request->message.parts[1].content, "hi");
}

TEST(V03ProtoJson, AProtobufsAbsentBoolIsFalseAndZeroIsNoLength) {
  const auto configured = [](const std::string& configuration) {
    return decode(
               R"({"message":{"messageId":"m","role":"ROLE_USER","content":[{"text":"x"}]},"configuration":)" +
               configuration + "}")
        ->configuration;
  };
  EXPECT_TRUE(configured("{}").return_immediately);
  EXPECT_FALSE(configured(R"({"blocking":true})").return_immediately);
  EXPECT_EQ(configured(R"({"historyLength":0})").history_length, std::nullopt);
  EXPECT_EQ(configured(R"({"historyLength":3})").history_length, 3);
  EXPECT_EQ(configured(R"({"pushNotification":{"url":"http://x"}})").push_notification_config.text,
            R"({"url":"http://x"})");
}

TEST(V03ProtoJson, NamesWhatIsWrong) {
  const std::pair<std::string, std::string> rows[] = {
      {message_with("[]"), "message.content"},
      {message_with("[{}]"), "message.content[0]"},
      {message_with(R"([{"data":{}}])"), "message.content[0].data.data"},
      {message_with(R"([{"data":7}])"), "message.content[0].data"},
      {message_with(R"([{"file":{}}])"), "message.content[0].file"},
      {message_with(R"([{"text":"a","data":{"data":{}}}])"), "message.content[0]"},
      {"{}", "message"}};
  for (const auto& [body, field] : rows) {
    const auto request = decode(body);
    ASSERT_FALSE(request) << body;
    EXPECT_EQ(request.error().violations.at(0).field, field) << body;
  }
}

TEST(V03ProtoJson, WritesATask) {
  Task task{.id = "t", .context_id = "c", .status = {.state = TaskState::kCanceled}};
  task.history = {{.message_id = "m",
                   .role = Role::kAgent,
                   .parts = {{.kind = PartKind::kData, .content = R"({"a":1})", .media_type = "x/y"},
                             {.kind = PartKind::kUrl, .content = "u", .media_type = "a/b", .filename = "n"}},
                   .reference_task_ids = {"r"}}};
  task.artifacts = {{.artifact_id = "a", .parts = {{.kind = PartKind::kText, .content = "hi"}}}};
  EXPECT_EQ(
      encode_send_result(kProto, task),
      R"({"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_CANCELLED"},"history":[{"messageId":"m","role":"ROLE_AGENT","content":[{"data":{"data":{"a":1}},"metadata":{"mimeType":"x/y"}},{"file":{"fileWithUri":"u","mimeType":"a/b","name":"n"}}]}],"artifacts":[{"artifactId":"a","parts":[{"text":"hi"}]}]}})");
}

TEST(V03ProtoJson, WritesEventsWithFinal) {
  const TaskStatusUpdate update{
      .task_id = "t", .context_id = "c", .status = {.state = TaskState::kCompleted}};
  EXPECT_EQ(
      encode_stream_event(kProto, update, true),
      R"({"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"final":true}})");
}

TEST(V03ProtoJson, ReadsBackWhatItWrites) {
  const auto request = decode(
      R"({"message":{"messageId":"m","role":"ROLE_USER","content":[{"text":"x"},{"data":{"data":{"value":[1]}},)"
      R"("metadata":{"data_part_compat":true}}]},"configuration":{"acceptedOutputModes":["a"],"blocking":true}})");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->message.parts[1].content, "[1]") << "no object: wrapped, as in v0.3's own JSON";
  const auto again = decode(encode_send_request(kProto, *request));
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *request);
}

TEST(ListTasks, IsReadAndWrittenInV10) {
  const Parsed params(
      R"({"contextId":"c","status":"TASK_STATE_WORKING","pageSize":5,"includeArtifacts":true})");
  const auto request = decode_list_tasks_request(params.root());
  ASSERT_TRUE(request);
  EXPECT_EQ(request->status, TaskState::kWorking);
  EXPECT_EQ(request->page_size, 5);
  for (const char* wrong : {R"({"pageSize":0})", R"({"status":"x"})", R"({"statusTimestampAfter":"x"})"}) {
    EXPECT_FALSE(decode_list_tasks_request(Parsed(wrong).root())) << wrong;
  }
  EXPECT_EQ(encode_task_page(Version::kV1_0, {.page_size = 50}),
            R"({"tasks":[],"nextPageToken":"","pageSize":50,"totalSize":0})")
      << "section 1.6: nextPageToken is always there";
}

}  // namespace
}  // namespace schemagate::a2a::wire
