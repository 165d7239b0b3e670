#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "a2a/wire/codec.h"
#include "parsed.h"

namespace schemagate::a2a::wire {
namespace {

Part text_part(std::string text) {
  return {.kind = PartKind::kText, .content = std::move(text)};
}

Task small_task() {
  return {.id = "t", .status = {.state = TaskState::kWorking}};
}

TEST(EncodeTask, OmitsWhatIsEmpty) {
  EXPECT_EQ(encode_task(Version::kV1_0, small_task()),
            R"({"id":"t","status":{"state":"TASK_STATE_WORKING"}})");
  EXPECT_EQ(encode_task(Version::kV0_3, small_task()),
            R"({"kind":"task","id":"t","contextId":"","status":{"state":"working"}})")
      << "v0.3 requires contextId";
}

TEST(EncodeTask, WritesEveryMember) {
  Task task = small_task();
  task.context_id = "c";
  task.status.message = Message{.message_id = "m", .role = Role::kAgent, .parts = {text_part("hi")}};
  task.status.timestamp = "2026-04-30T08:00:00.000Z";
  task.history = {{.message_id = "1",
                   .context_id = "c",
                   .task_id = "t",
                   .role = Role::kUser,
                   .parts = {text_part("a\"b")},
                   .metadata = {R"({"n": 1.0})"},
                   .extensions = {"urn:e"},
                   .reference_task_ids = {"r1", "r2"}}};
  task.metadata = {R"({"title":"x"})"};
  task.artifacts = {{.artifact_id = "a",
                     .name = "n",
                     .description = "d",
                     .parts = {text_part("y")},
                     .metadata = {"{}"},
                     .extensions = {"urn:e"}}};
  EXPECT_EQ(
      encode_task(Version::kV1_0, task),
      R"({"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hi"}]},"timestamp":"2026-04-30T08:00:00.000Z"},"history":[{"messageId":"1","role":"ROLE_USER","taskId":"t","contextId":"c","parts":[{"text":"a\"b"}],"metadata":{"n": 1.0},"extensions":["urn:e"],"referenceTaskIds":["r1","r2"]}],"metadata":{"title":"x"},"artifacts":[{"artifactId":"a","name":"n","description":"d","parts":[{"text":"y"}],"metadata":{},"extensions":["urn:e"]}]})");
  EXPECT_EQ(
      encode_task(Version::kV0_3, task),
      R"({"kind":"task","id":"t","contextId":"c","status":{"state":"working","message":{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":"hi"}]},"timestamp":"2026-04-30T08:00:00.000Z"},"history":[{"kind":"message","messageId":"1","role":"user","taskId":"t","contextId":"c","parts":[{"kind":"text","text":"a\"b"}],"metadata":{"n": 1.0},"extensions":["urn:e"],"referenceTaskIds":["r1","r2"]}],"metadata":{"title":"x"},"artifacts":[{"artifactId":"a","name":"n","description":"d","parts":[{"kind":"text","text":"y"}],"metadata":{},"extensions":["urn:e"]}]})");
}

TEST(EncodeTask, LeavesATimestampThatIsNoInstantOutOfV1) {
  Task task = small_task();
  task.status.timestamp = "yesterday";
  EXPECT_EQ(encode_task(Version::kV1_0, task), encode_task(Version::kV1_0, small_task()));
  EXPECT_NE(encode_task(Version::kV0_3, task).find(R"("timestamp":"yesterday")"), std::string::npos);
}

TEST(EncodeMessage, AlwaysWritesWhatIsRequired) {
  std::string out = "[";
  append_message(out, Version::kV1_0, {});
  append_message(out, Version::kV0_3, {});
  EXPECT_EQ(out, R"([{"messageId":"","role":"ROLE_UNSPECIFIED","parts":[]})"
                 R"({"kind":"message","messageId":"","role":"agent","parts":[]})");
}

TEST(EncodeResult, WrapsInV1AndTellsByKindInV03) {
  const Message message = {.message_id = "m", .role = Role::kAgent, .parts = {text_part("x")}};
  EXPECT_EQ(encode_send_result(Version::kV1_0, small_task()),
            R"({"task":)" + encode_task(Version::kV1_0, small_task()) + "}");
  EXPECT_EQ(encode_send_result(Version::kV1_0, message),
            R"({"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"x"}]}})");
  EXPECT_EQ(encode_send_result(Version::kV0_3, small_task()), encode_task(Version::kV0_3, small_task()));
  EXPECT_EQ(encode_send_result(Version::kV0_3, message),
            R"({"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":"x"}]})");
}

TEST(EncodeEvent, WritesStatusUpdatesWithFinalInV03Only) {
  const TaskStatusUpdate update = {"t", "c", {.state = TaskState::kInputRequired}, {R"({"k":1})"}};
  for (const bool final : {true, false}) {
    EXPECT_EQ(
        encode_stream_event(Version::kV1_0, update, final),
        R"({"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_INPUT_REQUIRED"},"metadata":{"k":1}}})");
    EXPECT_EQ(
        encode_stream_event(Version::kV0_3, update, final),
        R"({"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"input-required"},"final":)" +
            std::string(final ? "true" : "false") + R"(,"metadata":{"k":1}})");
  }
}

TEST(EncodeEvent, WritesArtifactUpdates) {
  TaskArtifactUpdate update = {"t", "", {.artifact_id = "a", .parts = {text_part("x")}}};
  EXPECT_EQ(
      encode_stream_event(Version::kV1_0, update, false),
      R"({"artifactUpdate":{"taskId":"t","contextId":"","artifact":{"artifactId":"a","parts":[{"text":"x"}]}}})");
  update.append = update.last_chunk = true;
  update.metadata = {"{}"};
  EXPECT_EQ(
      encode_stream_event(Version::kV0_3, update, true),
      R"({"kind":"artifact-update","taskId":"t","contextId":"","artifact":{"artifactId":"a","parts":[{"kind":"text","text":"x"}]},"append":true,"lastChunk":true,"metadata":{}})");
}

SendRequest small_request() {
  return {.message = {.message_id = "m", .role = Role::kUser, .parts = {text_part("x")}},
          .configuration = {}};
}

TEST(EncodeSend, LeavesADefaultConfigurationOutOfV1AndSaysBlockingInV03) {
  EXPECT_EQ(encode_send_request(Version::kV1_0, small_request()),
            R"({"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}})");
  EXPECT_EQ(
      encode_send_request(Version::kV0_3, small_request()),
      R"({"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"x"}]},"configuration":{"blocking":true}})");
}

TEST(EncodeSend, WritesEveryMemberTheVersionHas) {
  SendRequest request = small_request();
  request.configuration = {{"a/b", "c/d"}, 0, true, {R"({"url":"u"})"}};
  request.metadata = {R"({"k":1})"};
  request.tenant = "x";
  EXPECT_EQ(
      encode_send_request(Version::kV1_0, request),
      R"({"tenant":"x","message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]},"configuration":{"acceptedOutputModes":["a/b","c/d"],"historyLength":0,"returnImmediately":true,"taskPushNotificationConfig":{"url":"u"}},"metadata":{"k":1}})");
  EXPECT_EQ(
      encode_send_request(Version::kV0_3, request),
      R"({"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"x"}]},"configuration":{"acceptedOutputModes":["a/b","c/d"],"historyLength":0,"blocking":false,"pushNotificationConfig":{"url":"u"}},"metadata":{"k":1}})");
}

std::string configuration_of(Version version, std::string push) {
  SendRequest request = small_request();
  request.configuration.push_notification_config = {std::move(push)};
  const std::string text = encode_send_request(version, request);
  return text.substr(text.find(R"("configuration":)") + 16);
}

TEST(EncodeSend, TranslatesThePushConfig) {
  const std::string v0 =
      R"({"id":"i","url":"u","token":"k","extra":1,"authentication":{"schemes":["Bearer","Basic"],"credentials":"s"}})";
  const std::string v1 =
      R"({"tenant":"x","id":"i","taskId":"t","url":"u","token":"k","authentication":{"scheme":"Bearer","credentials":"s"}})";
  EXPECT_EQ(
      configuration_of(Version::kV1_0, v0),
      R"({"taskPushNotificationConfig":{"id":"i","url":"u","token":"k","authentication":{"scheme":"Bearer","credentials":"s"}}}})");
  EXPECT_EQ(
      configuration_of(Version::kV0_3, v0),
      R"({"blocking":true,"pushNotificationConfig":{"id":"i","url":"u","token":"k","authentication":{"schemes":["Bearer","Basic"],"credentials":"s"}}}})");
  EXPECT_EQ(configuration_of(Version::kV1_0, v1), R"({"taskPushNotificationConfig":)" + v1 + "}}");
  EXPECT_EQ(
      configuration_of(Version::kV0_3, v1),
      R"({"blocking":true,"pushNotificationConfig":{"id":"i","url":"u","token":"k","authentication":{"schemes":["Bearer"],"credentials":"s"}}}})");
}

TEST(EncodeSend, DropsMembersOfAPushConfigThatAreOfTheWrongKind) {
  const std::string push = R"({"id":5,"url":null,"authentication":{"schemes":[1],"credentials":{}}})";
  EXPECT_EQ(configuration_of(Version::kV1_0, push),
            R"({"taskPushNotificationConfig":{"authentication":{}}}})");
  EXPECT_EQ(configuration_of(Version::kV1_0, R"({"authentication":5})"),
            R"({"taskPushNotificationConfig":{}}})");
}

TEST(EncodeTaskRequests, WriteWhatTheOperationHas) {
  EXPECT_EQ(encode_get_task_request(Version::kV1_0, {"t", 0, "x"}),
            R"({"tenant":"x","id":"t","historyLength":0})");
  EXPECT_EQ(encode_get_task_request(Version::kV0_3, {"t", 2, "x"}), R"({"id":"t","historyLength":2})");
  EXPECT_EQ(encode_get_task_request(Version::kV0_3, {"t"}), R"({"id":"t"})");
  const TaskIdRequest request = {"t", {R"({"k":1})"}, "x"};
  EXPECT_EQ(encode_task_id_request(Version::kV1_0, request), R"({"tenant":"x","id":"t","metadata":{"k":1}})");
  EXPECT_EQ(encode_task_id_request(Version::kV1_0, request, Operation::kSubscribe),
            R"({"tenant":"x","id":"t"})");
  EXPECT_EQ(encode_task_id_request(Version::kV0_3, request, Operation::kSubscribe),
            R"({"id":"t","metadata":{"k":1}})");
}

}  // namespace
}  // namespace schemagate::a2a::wire
