// What each version calls what the other has, value by value: v0.3 text on the left, v1.0 text on the right,
// in both directions through the model.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "a2a/wire/codec.h"
#include "parsed.h"

namespace schemagate::a2a::wire {
namespace {

enum class Way { kBoth, kToV1, kToV03 };

struct PartRow {
  const char* what;
  Way way;
  const char* v0_3;
  const char* v1_0;
};

constexpr PartRow kParts[] = {
    {"text", Way::kBoth, R"({"kind":"text","text":"x"})", R"({"text":"x"})"},
    {"text mediaType, towards v0.3", Way::kToV03,
     R"({"kind":"text","text":"x","metadata":{"mimeType":"text/markdown"}})",
     R"({"text":"x","mediaType":"text/markdown"})"},
    {"text mediaType, towards v1.0: metadata stays", Way::kBoth,
     R"({"kind":"text","text":"x","metadata":{"mimeType":"text/markdown"}})",
     R"({"text":"x","mediaType":"text/markdown","metadata":{"mimeType":"text/markdown"}})"},
    {"text filename", Way::kBoth,
     R"({"kind":"text","text":"x","metadata":{"https://schemagate.dev/v1/filename":"a.txt"}})",
     R"({"text":"x","filename":"a.txt"})"},
    {"filename beside other metadata", Way::kBoth,
     R"({"kind":"text","text":"x","metadata":{"n":1.0,"https://schemagate.dev/v1/filename":"a.txt"}})",
     R"({"text":"x","filename":"a.txt","metadata":{"n":1.0}})"},
    {"data", Way::kBoth, R"({"kind":"data","data":{"a": 9007199254740993}})",
     R"({"data":{"a": 9007199254740993}})"},
    {"data mediaType: the object-schemas label", Way::kBoth,
     R"({"kind":"data","data":{},"metadata":{"mimeType":"application/json;schema=s"}})",
     R"({"data":{},"mediaType":"application/json;schema=s","metadata":{"mimeType":"application/json;schema=s"}})"},
    {"data mediaType without metadata", Way::kToV03,
     R"({"kind":"data","data":{},"metadata":{"mimeType":"application/json"}})",
     R"({"data":{},"mediaType":"application/json"})"},
    {"data mediaType beside another metadata.mimeType: that one stays", Way::kToV03,
     R"({"kind":"data","data":{},"metadata":{"mimeType":"application/json;schema=s"}})",
     R"({"data":{},"mediaType":"application/json","metadata":{"mimeType":"application/json;schema=s"}})"},
    {"mediaType beside a mimeType that is no string", Way::kToV03,
     R"({"kind":"data","data":{},"metadata":{"mimeType":5}})",
     R"({"data":{},"mediaType":"a/b","metadata":{"mimeType":5}})"},
    {"data: number", Way::kBoth,
     R"({"kind":"data","data":{"value":1.0},"metadata":{"data_part_compat":true}})", R"({"data":1.0})"},
    {"data: null", Way::kBoth,
     R"({"kind":"data","data":{"value":null},"metadata":{"data_part_compat":true}})", R"({"data":null})"},
    {"data: array beside metadata", Way::kBoth,
     R"({"kind":"data","data":{"value":[1]},"metadata":{"k":"v","data_part_compat":true}})",
     R"({"data":[1],"metadata":{"k":"v"}})"},
    {"data: unwrapped object needs no wrapping", Way::kToV1,
     R"({"kind":"data","data":{"value":{"a":1}},"metadata":{"data_part_compat":true}})",
     R"({"data":{"a":1}})"},
    {"data: not what the wrapping makes", Way::kBoth,
     R"({"kind":"data","data":{"a":1},"metadata":{"data_part_compat":true}})",
     R"({"data":{"a":1},"metadata":{"data_part_compat":true}})"},
    {"data: value without flag", Way::kBoth, R"({"kind":"data","data":{"value":1}})",
     R"({"data":{"value":1}})"},
    {"data: flag that is not true", Way::kBoth,
     R"({"kind":"data","data":{"value":1},"metadata":{"data_part_compat":"yes"}})",
     R"({"data":{"value":1},"metadata":{"data_part_compat":"yes"}})"},
    {"file bytes", Way::kBoth, R"({"kind":"file","file":{"bytes":"+/8=","mimeType":"a/b","name":"n"}})",
     R"({"raw":"+/8=","mediaType":"a/b","filename":"n"})"},
    {"file bytes, url-safe", Way::kToV1, R"({"kind":"file","file":{"bytes":"-_8"}})", R"({"raw":"+/8="})"},
    {"raw, url-safe", Way::kToV03, R"({"kind":"file","file":{"bytes":"+/8="}})", R"({"raw":"-_8"})"},
    {"file uri", Way::kBoth,
     R"({"kind":"file","file":{"uri":"https://x/1","mimeType":"image/png"},"metadata":{"k":1}})",
     R"({"url":"https://x/1","mediaType":"image/png","metadata":{"k":1}})"},
};

std::string translated_part(Version from, Version to, const char* part) {
  const std::string head = from == Version::kV0_3 ? R"({"kind":"message",)" : "{";
  const Parsed parsed(head + R"("messageId":"m","role":"user","parts":[)" + part + "]}");
  const auto message = decode_message(from, parsed.root());
  EXPECT_TRUE(message) << part;
  if (!message) return "";
  std::string out;
  append_message(out, to, *message);
  const std::size_t begin = out.find(R"("parts":[)") + 9;
  return out.substr(begin, out.size() - begin - 2);
}

TEST(Translation, CarriesPartsFromV03ToV1) {
  for (const PartRow& row : kParts) {
    if (row.way == Way::kToV03) continue;
    EXPECT_EQ(translated_part(Version::kV0_3, Version::kV1_0, row.v0_3), row.v1_0) << row.what;
  }
}

TEST(Translation, CarriesPartsFromV1ToV03) {
  for (const PartRow& row : kParts) {
    if (row.way == Way::kToV1) continue;
    EXPECT_EQ(translated_part(Version::kV1_0, Version::kV0_3, row.v1_0), row.v0_3) << row.what;
  }
}

TEST(Translation, WrappedDataIsUndoneOnV1AsWell) {
  EXPECT_EQ(translated_part(Version::kV1_0, Version::kV1_0,
                            R"({"data":{"value":5},"metadata":{"data_part_compat":true}})"),
            R"({"data":5})");
}

struct EventRow {
  const char* what;
  Way way;
  const char* v0_3;
  const char* v1_0;
};

constexpr EventRow kEvents[] = {
    {"task, empty contextId", Way::kBoth,
     R"({"kind":"task","id":"t","contextId":"","status":{"state":"submitted"}})",
     R"({"task":{"id":"t","status":{"state":"TASK_STATE_SUBMITTED"}}})"},
    {"task, empty lists", Way::kToV1,
     R"({"kind":"task","id":"t","contextId":"c","status":{"state":"unknown"},"artifacts":[],"history":[]})",
     R"({"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_UNSPECIFIED"}}})"},
    {"timestamp with an offset", Way::kToV1,
     R"({"kind":"task","id":"t","contextId":"c","status":{"state":"failed","timestamp":"2026-04-30T10:00:00+02:00"}})",
     R"({"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED","timestamp":"2026-04-30T08:00:00.000Z"}}})"},
    {"timestamp that is no instant", Way::kToV1,
     R"({"kind":"task","id":"t","contextId":"c","status":{"state":"failed","timestamp":"soon"}})",
     R"({"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED"}}})"},
    {"message", Way::kBoth, R"({"kind":"message","messageId":"m","role":"agent","parts":[]})",
     R"({"message":{"messageId":"m","role":"ROLE_AGENT","parts":[]}})"},
    {"role unspecified", Way::kToV03, R"({"kind":"message","messageId":"m","role":"agent","parts":[]})",
     R"({"message":{"messageId":"m","parts":[]}})"},
    {"status update", Way::kBoth,
     R"({"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"auth-required"},"final":false})",
     R"({"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_AUTH_REQUIRED"}}})"},
    {"status update, final where the state does not say so", Way::kToV1,
     R"({"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"auth-required"},"final":true,"metadata":{"k":1}})",
     R"({"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_AUTH_REQUIRED"},"metadata":{"k":1,"https://schemagate.dev/v1/final":true}}})"},
    {"status update, final as its state says", Way::kToV1,
     R"({"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"input-required"},"final":true})",
     R"({"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_INPUT_REQUIRED"}}})"},
    {"status update, final to v0.3", Way::kToV03,
     R"({"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"auth-required"},"final":false,"metadata":{"k":1}})",
     R"({"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_AUTH_REQUIRED"},"metadata":{"k":1,"https://schemagate.dev/v1/final":true}}})"},
    {"artifact update", Way::kBoth,
     R"({"kind":"artifact-update","taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[]},"append":true,"lastChunk":true})",
     R"({"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[]},"append":true,"lastChunk":true}})"},
    {"artifact update, false flags", Way::kToV1,
     R"({"kind":"artifact-update","taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[]},"append":false,"lastChunk":false})",
     R"({"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[]}}})"},
};

std::string translated_event(Version from, Version to, const char* text) {
  const Parsed parsed(text);
  const auto event = decode_stream_event(from, parsed.root());
  EXPECT_TRUE(event) << text;
  return event ? encode_stream_event(to, *event, false) : "";
}

TEST(Translation, CarriesEventsFromV03ToV1) {
  for (const EventRow& row : kEvents) {
    if (row.way == Way::kToV03) continue;
    EXPECT_EQ(translated_event(Version::kV0_3, Version::kV1_0, row.v0_3), row.v1_0) << row.what;
  }
}

TEST(Translation, CarriesEventsFromV1ToV03) {
  for (const EventRow& row : kEvents) {
    if (row.way == Way::kToV1) continue;
    EXPECT_EQ(translated_event(Version::kV1_0, Version::kV0_3, row.v1_0), row.v0_3) << row.what;
  }
}

TEST(Translation, EveryStateAndRoleHasItsName) {
  using enum TaskState;
  for (const TaskState state : {kUnspecified, kSubmitted, kWorking, kCompleted, kFailed, kCanceled,
                                kInputRequired, kRejected, kAuthRequired}) {
    for (const Version version : {Version::kV0_3, Version::kV1_0}) {
      const Task task = {.id = "t", .context_id = "c", .status = {.state = state}};
      const Parsed parsed(encode_task(version, task));
      EXPECT_EQ(decode_task(version, parsed.root()).value_or(Task{}), task);
    }
  }
}

TEST(Translation, BlockingIsReturnImmediatelyInverted) {
  for (const bool immediately : {true, false}) {
    SendRequest request = {.configuration = {}};
    request.message = {.message_id = "m", .role = Role::kUser, .parts = {{.content = "x"}}};
    request.configuration.return_immediately = immediately;
    for (const Version version : {Version::kV0_3, Version::kV1_0}) {
      const Parsed parsed(encode_send_request(version, request));
      EXPECT_EQ(decode_send_request(version, parsed.root()).value_or(SendRequest{.configuration = {}}),
                request);
    }
  }
}

}  // namespace
}  // namespace schemagate::a2a::wire
