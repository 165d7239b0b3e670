// The bodies of the fight comparison, object schemas' example, as a client and an agent write them.
#include <gtest/gtest.h>

#include <string>

#include "a2a/model/metadata.h"
#include "a2a/wire/codec.h"
#include "a2a/wire/jsonrpc.h"
#include "parsed.h"

namespace schemagate::a2a::wire {
namespace {

constexpr const char* kFight = "application/json;schema=fightComparison";

Result<SendRequest> received(const Parsed& body) {
  const auto call = parse_call(body.root(), std::nullopt);
  EXPECT_TRUE(call);
  EXPECT_EQ(call->operation, Operation::kSend);
  return decode_send_request(call->version, call->params);
}

// Object schemas, section 2: the label is found where the extension puts it.
TEST(Conversation1, LabelledInputIsDecoded) {
  const Parsed body(
      R"({"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"data":{"a":"Lion","b":"Tiger"},"mediaType":"application/json;schema=fightComparison","metadata":{"mimeType":"application/json;schema=fightComparison"}}]}}})");
  const auto request = received(body);
  ASSERT_TRUE(request);
  Part expected = {.kind = PartKind::kData, .content = R"({"a":"Lion","b":"Tiger"})"};
  set_mime_type(expected, kFight);
  EXPECT_EQ(request->message.parts, std::vector<Part>{expected});
}

TEST(Conversation1, InvalidInputIsStillDecoded) {
  const Parsed body(
      R"({"jsonrpc":"2.0","id":2,"method":"SendMessage","params":{"message":{"messageId":"m-2","role":"ROLE_USER","parts":[{"data":{"a":"Lion"},"metadata":{"mimeType":"application/json;schema=fightComparison"}}]}}})");
  const auto request = received(body);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->message.parts[0].metadata_mime_type, kFight);
  EXPECT_EQ(request->message.parts[0].media_type, "");
}

TEST(Conversation1, ReturnImmediatelyAndTaskIdAreDecoded) {
  const Parsed body(
      R"({"jsonrpc":"2.0","id":3,"method":"SendMessage","params":{"message":{"messageId":"m-3","role":"ROLE_USER","taskId":"t2","parts":[{"data":{"a":"slow","b":"Tiger"},"metadata":{"mimeType":"application/json;schema=fightComparison"}}]},"configuration":{"returnImmediately":true}}})");
  const auto request = received(body);
  ASSERT_TRUE(request);
  EXPECT_TRUE(request->configuration.return_immediately);
  EXPECT_EQ(request->message.task_id, "t2");
}

TEST(Conversation1, UpstreamRequestIsWrittenExactly) {
  SendRequest request = {.configuration = {}};
  request.message = {.message_id = "u1",
                     .role = Role::kUser,
                     .parts = {{.kind = PartKind::kData,
                                .content = R"({"a":"Lion","b":"Tiger"})",
                                .media_type = "application/json"}}};
  EXPECT_EQ(
      encode_send_request(Version::kV1_0, request),
      R"({"message":{"messageId":"u1","role":"ROLE_USER","parts":[{"data":{"a":"Lion","b":"Tiger"},"mediaType":"application/json"}]}})");
}

TEST(Conversation1, UpstreamAnswerIsDecoded) {
  const Parsed body(
      R"({"jsonrpc":"2.0","id":1,"result":{"task":{"id":"up-1","contextId":"upc-1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"x","parts":[{"text":"{\"winner\":\"Tiger\"}"}]}]}}})");
  const auto answer = parse_answer(body.root());
  ASSERT_TRUE(answer);
  const auto result = decode_send_result(Version::kV1_0, *answer);
  ASSERT_TRUE(result);
  const Task& task = std::get<Task>(*result);
  EXPECT_EQ(task.status.state, TaskState::kCompleted);
  EXPECT_EQ(task.artifacts.at(0).parts.at(0).content, R"({"winner":"Tiger"})");
}

Task fight_task(std::string message_id, std::string input, std::string output) {
  Part in = {.kind = PartKind::kData, .content = std::move(input)};
  set_mime_type(in, kFight);
  Part out = {.kind = PartKind::kData, .content = std::move(output)};
  set_mime_type(out, "application/json;schema=fightResponse");
  return {.id = "T",
          .context_id = "C",
          .status = {.state = TaskState::kCompleted, .timestamp = "2026-04-30T08:00:00.000Z"},
          .artifacts = {{.artifact_id = "fight-result", .parts = {std::move(out)}}},
          .history = {{.message_id = std::move(message_id),
                       .context_id = "C",
                       .task_id = "T",
                       .role = Role::kUser,
                       .parts = {std::move(in)}}},
          .metadata = {R"({"title":"Who would win?"})"}};
}

// A2A v1.0.1 section 4.1.6: v1.0 has both labels and never `kind`.
TEST(Conversation1, AnswerInV1HasBothLabels) {
  Task task = fight_task("m-1", R"({"a":"Lion"})", R"({"winner":"Tiger"})");
  task.artifacts[0].extensions = {"urn:os"};
  EXPECT_EQ(
      result_envelope("1", encode_send_result(Version::kV1_0, task)),
      R"({"jsonrpc":"2.0","id":1,"result":{"task":{"id":"T","contextId":"C","status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-04-30T08:00:00.000Z"},"history":[{"messageId":"m-1","role":"ROLE_USER","taskId":"T","contextId":"C","parts":[{"data":{"a":"Lion"},"mediaType":"application/json;schema=fightComparison","metadata":{"mimeType":"application/json;schema=fightComparison"}}]}],"metadata":{"title":"Who would win?"},"artifacts":[{"artifactId":"fight-result","parts":[{"data":{"winner":"Tiger"},"mediaType":"application/json;schema=fightResponse","metadata":{"mimeType":"application/json;schema=fightResponse"}}],"extensions":["urn:os"]}]}}})");
}

// Object schemas, section 2: the extension's example on v0.3, numeric messageId and all.
TEST(Conversation1, ExampleOfTheExtensionRoundTripsOnV03) {
  const Parsed body(
      R"({"jsonrpc":"2.0","id":5,"method":"message/send","params":{"message":{"kind":"message","messageId":1,"role":"user","parts":[{"kind":"data","data":{"a":"100 duck sized horses","b":"1 horse sized duck"},"metadata":{"mimeType":"application/json;schema=fightComparison"}}]}}})");
  const auto request = received(body);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->message.message_id, "1");
  Task task = fight_task("1", "{}", R"({"winner":"1 horse sized duck"})");
  task.history[0].parts = request->message.parts;
  EXPECT_EQ(
      result_envelope("5", encode_send_result(Version::kV0_3, task)),
      R"({"jsonrpc":"2.0","id":5,"result":{"kind":"task","id":"T","contextId":"C","status":{"state":"completed","timestamp":"2026-04-30T08:00:00.000Z"},"history":[{"kind":"message","messageId":"1","role":"user","taskId":"T","contextId":"C","parts":[{"kind":"data","data":{"a":"100 duck sized horses","b":"1 horse sized duck"},"metadata":{"mimeType":"application/json;schema=fightComparison"}}]}],"metadata":{"title":"Who would win?"},"artifacts":[{"artifactId":"fight-result","parts":[{"kind":"data","data":{"winner":"1 horse sized duck"},"metadata":{"mimeType":"application/json;schema=fightResponse"}}]}]}})");
}

}  // namespace
}  // namespace schemagate::a2a::wire
