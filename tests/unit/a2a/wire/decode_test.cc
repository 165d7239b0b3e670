#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "a2a/wire/codec.h"
#include "parsed.h"

namespace schemagate::a2a::wire {
namespace {

constexpr Version kBothVersions[] = {Version::kV0_3, Version::kV1_0};

std::string path(const Error& error) {
  return error.violations.empty() ? "no path: " + error.message : error.violations[0].field;
}

// The path of what was refused in the params of a send request.
std::string refused(Version version, const std::string& params) {
  const Parsed parsed(params);
  const auto request = decode_send_request(version, parsed.root());
  if (request) return "accepted";
  EXPECT_EQ(request.error().code, ErrorCode::kInvalidParams);
  EXPECT_TRUE(request.error().message.starts_with(path(request.error()))) << request.error().message;
  return path(request.error());
}

std::string with_parts(const std::string& parts) {
  return R"({"message":{"messageId":"m","role":"user","parts":)" + parts + "}}";
}

std::string refused_part(Version version, const std::string& part) {
  return refused(version, with_parts('[' + part + ']'));
}

Result<SendRequest> send_request(Version version, const std::string& params) {
  const Parsed parsed(params);
  return decode_send_request(version, parsed.root());
}

Part part_of(Version version, const std::string& part) {
  const auto request = send_request(version, with_parts('[' + part + ']'));
  EXPECT_TRUE(request) << part << ": " << request.error().message;
  return request ? request->message.parts.at(0) : Part{};
}

// What nobody reads is ignored, but not what was meant to change the answer.
TEST(DecodeSend, RefusesMembersThatLookLikeKnownOnes) {
  const std::string rest = R"("messageId":"m","role":"user","parts":[{"kind":"text","text":"x"}]})";
  for (const Version version : kBothVersions) {
    EXPECT_EQ(refused(version, R"({"message":{"contextid":"c",)" + rest + "}"), "message.contextid");
    EXPECT_EQ(refused(version, R"({"message":{"Task_ID":"t",)" + rest + "}"), "message.Task_ID");
    EXPECT_EQ(refused(version, R"({"configuration":{"historylength":0},"message":{)" + rest + "}"),
              "configuration.historylength");
    EXPECT_EQ(refused(version, R"({"configuration":{"accepted_outputModes":[]},"message":{)" + rest + "}"),
              "configuration.accepted_outputModes");
    EXPECT_EQ(refused(version, R"({"message":{"context_id":"c","color":1,"taskIds":[],)" + rest + "}"),
              "accepted");
    const Parsed get(R"({"id":"t","HistoryLength":0})");
    EXPECT_EQ(decode_get_task_request(version, get.root()).error().message,
              "HistoryLength: is not known; did you mean historyLength?");
  }
  const Parsed list(R"({"context_Id":"c"})");
  EXPECT_EQ(decode_list_tasks_request(list.root()).error().message,
            "context_Id: is not known; did you mean contextId?");
}

// Of the parameters themselves, too, and of a part, whose label would be lost and its data go on unchecked.
TEST(DecodeSend, RefusesMembersAroundAndInsideAMessageThatLookLikeKnownOnes) {
  const std::string message =
      R"("message":{"messageId":"m","role":"user","parts":[{"kind":"text","text":"x"}]})";
  for (const Version version : kBothVersions) {
    EXPECT_EQ(refused(version, R"({"Configuration":{"historyLength":0},)" + message + "}"), "Configuration");
    EXPECT_EQ(refused(version, R"({"meta_data":{},)" + message + "}"), "meta_data");
    EXPECT_EQ(refused_part(version, R"({"kind":"data","data":{},"Metadata":{}})"),
              "message.parts[0].Metadata");
  }
  EXPECT_EQ(refused_part(Version::kV1_0, R"({"data":{},"mediatype":"application/json"})"),
            "message.parts[0].mediatype");
  EXPECT_EQ(refused_part(Version::kV1_0, R"({"data":{},"media_type":"application/json"})"), "accepted");
}

// One of the two would be ignored, and nobody could say which.
TEST(DecodeSend, RefusesAMemberWhoseTwoSpellingsSayDifferentThings) {
  const std::string rest = R"("messageId":"m","role":"user","parts":[{"kind":"text","text":"x"}]})";
  for (const Version version : kBothVersions) {
    EXPECT_EQ(refused(version, R"({"message":{"message_id":"n",)" + rest + "}"), "message.message_id");
    EXPECT_EQ(refused(version, R"({"message":{"context_id":"c","contextId":"d",)" + rest + "}"),
              "message.context_id");
    EXPECT_EQ(refused(version,
                      R"({"configuration":{"historyLength":5,"history_length":0},"message":{)" + rest + "}"),
              "configuration.history_length");
    EXPECT_EQ(refused(version, R"({"message":{"message_id":"m",)" + rest + "}"), "accepted");
    const Parsed get(R"({"id":"t","historyLength":5,"history_length":0})");
    EXPECT_EQ(decode_get_task_request(version, get.root()).error().message,
              "history_length: is not what historyLength says");
  }
  EXPECT_EQ(refused_part(Version::kV1_0, R"({"data":{},"mediaType":"a/b","media_type":"c/d"})"),
            "message.parts[0].media_type");
}

TEST(DecodeSend, RefusesAMessageThatLacksWhatIsRequired) {
  for (const Version version : kBothVersions) {
    const std::string parts = R"("parts":[{"kind":"text","text":"x"}])";
    EXPECT_EQ(refused(version, "{}"), "message");
    EXPECT_EQ(refused(version, R"({"message":null})"), "message");
    EXPECT_EQ(refused(version, R"({"message":"hi"})"), "message");
    EXPECT_EQ(refused(version, R"({"message":{}})"), "message.messageId");
    EXPECT_EQ(refused(version, R"({"message":{"messageId":"","role":"user",)" + parts + "}}"),
              "message.messageId");
    EXPECT_EQ(refused(version, R"({"message":{"messageId":"m",)" + parts + "}}"), "message.role");
    EXPECT_EQ(refused(version, R"({"message":{"messageId":"m","role":"user"}})"), "message.parts");
    EXPECT_EQ(refused(version, R"({"message":{"messageId":"m","role":"user","parts":[]}})"), "message.parts");
  }
  EXPECT_EQ(refused(Version::kV1_0,
                    R"({"message":{"messageId":"m","role":"ROLE_UNSPECIFIED","parts":[{"text":""}]}})"),
            "message.role");
}

TEST(DecodeSend, RefusesARoleThatIsNotTheUsers) {
  for (const Version version : kBothVersions) {
    for (const char* role : {"agent", "ROLE_AGENT", "ROLE_UNSPECIFIED", "system"}) {
      EXPECT_EQ(refused(version, R"({"message":{"messageId":"m","role":")" + std::string(role) +
                                     R"(","parts":[{"kind":"text","text":"t"}]}})"),
                "message.role")
          << role;
    }
  }
}

// X-3, X-18.
TEST(DecodeSend, TakesIntegersAsMessageIdsAndNoOtherNumbers) {
  for (const Version version : kBothVersions) {
    const auto with_id = [](const std::string& id) {
      return R"({"message":{"messageId":)" + id + R"(,"role":"user","parts":[{"kind":"text","text":"t"}]}})";
    };
    for (const auto& [id, text] : {std::pair("7", "7"), std::pair("7.0", "7"), std::pair("-1", "-1"),
                                   std::pair("98765432109876543210", "98765432109876543210")}) {
      const auto request = send_request(version, with_id(id));
      ASSERT_TRUE(request) << id;
      EXPECT_EQ(request->message.message_id, text);
    }
    for (const char* id : {"1.5", "1e400", "-0.5", "true", "[1]"}) {
      EXPECT_EQ(refused(version, with_id(id)), "message.messageId") << id;
    }
  }
}

TEST(DecodeSend, NamesThePathOfAMemberOfTheWrongKind) {
  for (const Version version : kBothVersions) {
    for (const auto& [member, where] :
         {std::tuple(R"("messageId":true)", "message.messageId"), std::tuple(R"("role":1)", "message.role"),
          std::tuple(R"("role":"robot")", "message.role"), std::tuple(R"("parts":{})", "message.parts"),
          std::tuple(R"("contextId":5)", "message.contextId"), std::tuple(R"("taskId":[])", "message.taskId"),
          std::tuple(R"("metadata":[])", "message.metadata"),
          std::tuple(R"("extensions":"x")", "message.extensions"),
          std::tuple(R"("extensions":["a",5])", "message.extensions[1]"),
          std::tuple(R"("referenceTaskIds":[null])", "message.referenceTaskIds[0]")}) {
      EXPECT_EQ(refused(version, R"({"message":{)" + std::string(member) + "}}"), where) << member;
    }
    const std::string good =
        R"("message":{"messageId":"m","role":"user","parts":[{"kind":"text","text":"x"}]}})";
    EXPECT_EQ(refused(version, R"({"configuration":[],)" + good), "configuration");
    EXPECT_EQ(refused(version, R"({"configuration":{"acceptedOutputModes":[1]},)" + good),
              "configuration.acceptedOutputModes[0]");
    EXPECT_EQ(refused(version, R"({"metadata":1,)" + good), "metadata");
    EXPECT_EQ(refused(version, with_parts("[5]")).substr(0, 16), "message.parts[0]");
  }
  EXPECT_EQ(refused(Version::kV1_0,
                    R"({"tenant":1,"message":{"messageId":"m","role":"user","parts":[{"text":"x"}]}})"),
            "tenant");
}

// A2A v1.0.1 section 4.1.6, v0.3.0 section 6.5: exactly one content, of a kind that there is.
TEST(DecodePart, RefusesSeveralContentsNoneAndUnknownKinds) {
  for (const auto& [part, where] :
       {std::tuple("{}", "message.parts[0]"), std::tuple(R"({"text":null})", "message.parts[0]"),
        std::tuple(R"({"text":"x","data":{}})", "message.parts[0]"),
        std::tuple(R"({"text":"x","data":null})", "message.parts[0]"),
        std::tuple(R"({"raw":"","url":"x"})", "message.parts[0]"),
        std::tuple(R"({"text":"x","file":{"uri":"x"}})", "message.parts[0]"),
        std::tuple(R"({"kind":"image","text":"x"})", "message.parts[0].kind"),
        std::tuple(R"({"kind":5,"text":"x"})", "message.parts[0].kind"),
        std::tuple(R"({"kind":"data","text":"x"})", "message.parts[0].data"),
        std::tuple(R"({"kind":"file","data":{}})", "message.parts[0].file"),
        std::tuple(R"({"text":5})", "message.parts[0].text"),
        std::tuple(R"({"url":5})", "message.parts[0].url"),
        std::tuple(R"({"raw":"*"})", "message.parts[0].raw"),
        std::tuple(R"({"raw":5})", "message.parts[0].raw"),
        std::tuple(R"({"text":"x","metadata":5})", "message.parts[0].metadata"),
        std::tuple(R"({"text":"x","mediaType":5})", "message.parts[0].mediaType")}) {
    EXPECT_EQ(refused_part(Version::kV1_0, part), where) << part;
  }
  for (const auto& [part, where] :
       {std::tuple(R"({"text":"x"})", "message.parts[0].kind"),
        std::tuple(R"({"type":"text","text":"x"})", "message.parts[0].kind"),
        std::tuple(R"({"kind":"image","text":"x"})", "message.parts[0].kind"),
        std::tuple(R"({"kind":"text"})", "message.parts[0]"),
        std::tuple(R"({"kind":"text","data":{}})", "message.parts[0].text"),
        std::tuple(R"({"kind":"text","text":"x","data":{}})", "message.parts[0]"),
        std::tuple(R"({"kind":"file","file":{}})", "message.parts[0].file"),
        std::tuple(R"({"kind":"file","file":"x"})", "message.parts[0].file"),
        std::tuple(R"({"kind":"file","file":{"bytes":"","uri":""}})", "message.parts[0].file"),
        std::tuple(R"({"kind":"file","file":{"bytes":"="}})", "message.parts[0].file.bytes"),
        std::tuple(R"({"kind":"file","file":{"uri":1}})", "message.parts[0].file.uri"),
        std::tuple(R"({"kind":"file","file":{"uri":"x","name":1}})", "message.parts[0].file.name")}) {
    EXPECT_EQ(refused_part(Version::kV0_3, part), where) << part;
  }
}

TEST(DecodePart, ReportsTheFirstWrongPart) {
  EXPECT_EQ(refused(Version::kV1_0, with_parts(R"([{"text":"a"},{"text":1},{}])")), "message.parts[1].text");
}

// A2A v1.0.1 section 4.1.6: data is any JSON value.
TEST(DecodePart, NullIsData) {
  EXPECT_EQ(part_of(Version::kV1_0, R"({"data":null})"), (Part{.kind = PartKind::kData, .content = "null"}));
}

// A2A v1.0.1 section 4.1.6, v0.3.0 section 6.5.3: data that is no object reaches the structured-input flow,
// on v0.3 too.
TEST(DecodePart, DataOfAnyKindIsKeptWithItsText) {
  for (const char* data :
       {"[1, 2]", "\"a\\u0041\"", "1.0", "9007199254740993", "true", "null", R"({ "a" : 1 })"}) {
    EXPECT_EQ(part_of(Version::kV1_0, R"({"data": )" + std::string(data) + " }").content, data);
    EXPECT_EQ(part_of(Version::kV0_3, R"({"kind":"data","data":)" + std::string(data) + '}').content, data);
  }
}

// What SDKs of v0.3 send: v0.3 habits in a v1.0 method.
TEST(DecodeSend, V1AcceptsWhatV03WouldSend) {
  const auto request = send_request(
      Version::kV1_0,
      R"({"message":{"kind":"message","messageId":1,"role":"user","parts":[{"kind":"data","data":{"a":1}},{"kind":"file","file":{"bytes":"-_8","name":"f","mimeType":"a/b"}},{"kind":"file","url":"u"}]}})");
  ASSERT_TRUE(request) << request.error().message;
  const Message& message = request->message;
  EXPECT_EQ(message.message_id, "1");
  EXPECT_EQ(message.role, Role::kUser);
  ASSERT_EQ(message.parts.size(), 3u);
  EXPECT_EQ(message.parts[0], (Part{.kind = PartKind::kData, .content = R"({"a":1})"}));
  EXPECT_EQ(message.parts[1],
            (Part{.kind = PartKind::kRaw, .content = "+/8=", .media_type = "a/b", .filename = "f"}));
  EXPECT_EQ(message.parts[2], (Part{.kind = PartKind::kUrl, .content = "u"}));
}

// Pitfall 15: lax in, exact out.
TEST(DecodeSend, NullCountsAsAbsentAndUnknownMembersAreIgnored) {
  for (const Version version : kBothVersions) {
    const auto request = send_request(
        version,
        R"({"tenant":null,"x":1,"metadata":null,"configuration":null,"message":{"messageId":"m","role":"user","contextId":null,"taskId":null,"extensions":null,"metadata":null,"y":{},"parts":[{"kind":"text","text":"t","metadata":null,"z":[]}]}})");
    ASSERT_TRUE(request) << request.error().message;
    SendRequest expected = {.configuration = {}};
    expected.message = {.message_id = "m", .role = Role::kUser, .parts = {{.content = "t"}}};
    EXPECT_EQ(*request, expected);
  }
}

TEST(DecodeSend, ReadsTheConfigurationOfEachVersion) {
  const std::string message =
      R"("message":{"messageId":"m","role":"user","parts":[{"kind":"text","text":"t"}]})";
  const auto v1 = send_request(
      Version::kV1_0,
      R"({"configuration":{"acceptedOutputModes":["a/b"],"historyLength":0,"returnImmediately":true,"taskPushNotificationConfig":{"url":"u"}},"tenant":"x","metadata":{"k":1},)" +
          message + '}');
  const auto v0 = send_request(
      Version::kV0_3,
      R"({"configuration":{"acceptedOutputModes":["a/b"],"historyLength":0.0,"blocking":false,"pushNotificationConfig":{"url":"u"}},"tenant":"x","metadata":{"k":1},)" +
          message + '}');
  ASSERT_TRUE(v1 && v0);
  const SendConfiguration expected = {{"a/b"}, 0, true, {R"({"url":"u"})"}};
  EXPECT_EQ(v1->configuration, expected);
  EXPECT_EQ(v0->configuration, expected);
  EXPECT_EQ(v1->metadata.text, R"({"k":1})");
  EXPECT_EQ(v1->tenant, "x");
  EXPECT_EQ(v0->tenant, "") << "v0.3 has no tenant";
}

TEST(DecodeSend, AbsentBlockingBlocks) {
  for (const char* configuration : {"", R"("configuration":{},)", R"("configuration":{"blocking":true},)"}) {
    const auto request = send_request(
        Version::kV0_3,
        '{' + std::string(configuration) +
            R"("message":{"messageId":"m","role":"user","parts":[{"kind":"text","text":"t"}]}})");
    EXPECT_FALSE(request->configuration.return_immediately) << configuration;
  }
}

// Ignored, it would turn the answer into another one.
TEST(DecodeSend, RefusesAMemberThatIsOfTheOtherVersion) {
  const std::tuple<Version, const char*, const char*> rows[] = {
      {Version::kV1_0, R"("blocking":false)", "configuration.blocking"},
      {Version::kV1_0, R"("pushNotificationConfig":{"url":"u"})", "configuration.pushNotificationConfig"},
      {Version::kV0_3, R"("returnImmediately":true)", "configuration.returnImmediately"},
      {Version::kV0_3, R"("taskPushNotificationConfig":{"url":"u"})",
       "configuration.taskPushNotificationConfig"}};
  for (const auto& [version, member, where] : rows) {
    EXPECT_EQ(refused(version, R"({"configuration":{)" + std::string(member) +
                                   R"(},"message":{"messageId":"m","role":"user",)"
                                   R"("parts":[{"kind":"text","text":"t"}]}})"),
              where);
  }
}

TEST(DecodeSend, RefusesAHistoryLengthThatIsNoCount) {
  for (const Version version : kBothVersions) {
    for (const char* length : {"-1", "1.5", "2147483648", "1e300", "\"5\"", "true", "-1e400"}) {
      EXPECT_EQ(
          refused(version,
                  R"({"configuration":{"historyLength":)" + std::string(length) +
                      R"(},"message":{"messageId":"m","role":"user","parts":[{"kind":"text","text":"t"}]}})"),
          "configuration.historyLength")
          << length;
    }
  }
}

TEST(DecodeGet, ReadsIdHistoryLengthAndTenant) {
  const Parsed parsed(R"({"id":"t","historyLength":2147483647,"tenant":"x"})");
  const auto v1 = decode_get_task_request(Version::kV1_0, parsed.root());
  ASSERT_TRUE(v1);
  EXPECT_EQ(v1->id, "t");
  EXPECT_EQ(v1->history_length, 2147483647);
  EXPECT_EQ(v1->tenant, "x");
  EXPECT_EQ(decode_get_task_request(Version::kV0_3, parsed.root())->tenant, "");
}

TEST(DecodeGet, RefusesMissingAndMalformedMembers) {
  for (const Version version : kBothVersions) {
    for (const auto& [params, where] :
         {std::tuple("{}", "id"), std::tuple(R"({"id":""})", "id"), std::tuple(R"({"id":5})", "id"),
          std::tuple(R"({"id":{"invalid":"object"}})", "id"), std::tuple(R"("no object")", "id"),
          std::tuple(R"({"id":"t","historyLength":-1})", "historyLength")}) {
      const Parsed parsed(params);
      const auto request = decode_get_task_request(version, parsed.root());
      ASSERT_FALSE(request) << params;
      EXPECT_EQ(path(request.error()), where) << params;
    }
  }
}

TEST(DecodeTaskId, ReadsIdMetadataAndTenant) {
  const Parsed parsed(R"({"id":"t","metadata":{"k":1},"tenant":"x"})");
  const auto v1 = decode_task_id_request(Version::kV1_0, parsed.root());
  ASSERT_TRUE(v1);
  EXPECT_EQ(v1->id, "t");
  EXPECT_EQ(v1->metadata.text, R"({"k":1})");
  EXPECT_EQ(v1->tenant, "x");
  EXPECT_EQ(decode_task_id_request(Version::kV0_3, parsed.root())->tenant, "");
  const Parsed bad(R"({"id":"t","metadata":1})");
  EXPECT_EQ(path(decode_task_id_request(Version::kV1_0, bad.root()).error()), "metadata");
}

TEST(DecodeTask, AgentsMistakesAreInvalidAgentResponse) {
  for (const Version version : kBothVersions) {
    for (const auto& [text, where] :
         {std::tuple("5", "id"), std::tuple("{}", "id"), std::tuple(R"({"id":"t"})", "status"),
          std::tuple(R"({"id":"t","status":{"state":3}})", "status.state"),
          std::tuple(R"({"id":"t","status":{"message":{"parts":[{"kind":"text"}]}}})",
                     "status.message.parts[0]"),
          std::tuple(R"({"id":"t","status":{},"artifacts":[{"parts":[{}]}]})", "artifacts[0].parts[0]"),
          std::tuple(R"({"id":"t","status":{},"history":[{},{"role":5}]})", "history[1].role")}) {
      const Parsed parsed(text);
      const auto task = decode_task(version, parsed.root());
      ASSERT_FALSE(task) << text;
      EXPECT_TRUE(task.error().what.starts_with(where)) << task.error().what;
      EXPECT_EQ(to_error(task.error()), (Error{ErrorCode::kInvalidAgentResponse,
                                               "The agent's answer is malformed: " + task.error().what}));
    }
  }
}

TEST(DecodeTask, TakesTheStatesOfEitherVersion) {
  for (const auto& [text, state] : {std::tuple("completed", TaskState::kCompleted),
                                    std::tuple("TASK_STATE_COMPLETED", TaskState::kCompleted),
                                    std::tuple("cancelled", TaskState::kCanceled),
                                    std::tuple("TASK_STATE_CANCELLED", TaskState::kCanceled),
                                    std::tuple("unknown", TaskState::kUnspecified),
                                    std::tuple("input-required", TaskState::kInputRequired)}) {
    for (const Version version : kBothVersions) {
      const Parsed parsed(R"({"id":"t","status":{"state":")" + std::string(text) + R"("}})");
      EXPECT_EQ(decode_task(version, parsed.root())->status.state, state) << text;
    }
  }
}

// Protocol map, section 2: unknown enum values cannot be kept; the rest of the answer can.
TEST(DecodeTask, TakesAStateThatNobodyDefinedAsUnspecified) {
  for (const Version version : kBothVersions) {
    const Parsed parsed(R"({"id":"t","status":{"state":"TASK_STATE_DANCING"},"metadata":{"k":1}})");
    const auto task = decode_task(version, parsed.root());
    ASSERT_TRUE(task);
    EXPECT_EQ(task->status.state, TaskState::kUnspecified);
    EXPECT_EQ(task->metadata.text, R"({"k":1})");
  }
}

TEST(DecodeMessage, IsLenientWithAgents) {
  const Parsed parsed(R"({"parts":[]})");
  EXPECT_EQ(decode_message(Version::kV1_0, parsed.root())->role, Role::kUnspecified);
  EXPECT_EQ(decode_message(Version::kV0_3, parsed.root())->role, Role::kAgent);
  const Parsed array("[]");
  EXPECT_FALSE(decode_message(Version::kV1_0, array.root()));
}

TEST(DecodeResult, NeedsExactlyOneKnownPayload) {
  for (const char* text :
       {"5", "null", "[]", "{}", R"({"task":null})", R"({"task":5})",
        R"({"task":{"id":"t","status":{}},"message":{}})", R"({"kind":"task","id":"t","status":{}})"}) {
    const Parsed parsed(text);
    EXPECT_FALSE(decode_send_result(Version::kV1_0, parsed.root())) << text;
    EXPECT_FALSE(decode_stream_event(Version::kV1_0, parsed.root())) << text;
  }
  for (const char* text : {"5", "null", "[]", "{}", R"({"kind":5})", R"({"kind":"taskStatusUpdate"})",
                           R"({"id":"t","status":{}})", R"({"task":{"id":"t","status":{}}})"}) {
    const Parsed parsed(text);
    EXPECT_FALSE(decode_send_result(Version::kV0_3, parsed.root())) << text;
    EXPECT_FALSE(decode_stream_event(Version::kV0_3, parsed.root())) << text;
  }
}

TEST(DecodeResult, AnUpdateIsNoResult) {
  const Parsed v1(R"({"statusUpdate":{"taskId":"t","status":{}}})");
  EXPECT_TRUE(decode_stream_event(Version::kV1_0, v1.root()));
  EXPECT_EQ(decode_send_result(Version::kV1_0, v1.root()).error().what,
            "expected a task or a message, found an update");
}

// ProtoJSON's parsers accept both, and SDKs that are made from a2a.proto write either.
TEST(Decode, TakesTheNamesOfTheDefinitionToo) {
  const std::string params =
      R"({"message":{"message_id":"m","context_id":"c","task_id":"t","role":"user",
                     "reference_task_ids":["r"],"parts":[{"kind":"text","text":"hi"}],
                     "metadata":{"my_key":1}},
          "configuration":{"history_length":3,"accepted_output_modes":["text/plain"]}})";
  for (const Version version : kBothVersions) {
    const auto request = send_request(version, params);
    ASSERT_TRUE(request) << request.error().message;
    EXPECT_EQ(request->message.message_id, "m");
    EXPECT_EQ(request->message.context_id, "c");
    EXPECT_EQ(request->message.task_id, "t");
    EXPECT_EQ(request->message.reference_task_ids, std::vector<std::string>{"r"});
    EXPECT_EQ(request->message.metadata.text, R"({"my_key":1})");
    EXPECT_EQ(request->configuration.history_length, 3);
    EXPECT_EQ(request->configuration.accepted_output_modes, std::vector<std::string>{"text/plain"});
  }
}

TEST(Decode, OfAnAgentTheNameInJsonGoesBeforeTheOtherOne) {
  const Parsed answer(
      R"({"message":{"messageId":"a","message_id":"b","role":"ROLE_AGENT","parts":[{"text":"hi"}]}})");
  const auto result = decode_send_result(Version::kV1_0, answer.root());
  ASSERT_TRUE(result) << result.error().what;
  EXPECT_EQ(std::get<Message>(*result).message_id, "a");
}

// v0.3's definition names the member "request", and "message" in JSON.
TEST(Decode, TakesTheMessageOfV03ProtoJsonUnderBothNames) {
  for (const std::string name : {"message", "request"}) {
    const Parsed parsed(R"({")" + name +
                        R"(":{"message_id":"m","role":"ROLE_USER","content":[{"text":"hi"}]}})");
    const auto request = decode_send_request(WireFormat::v0_3_proto_json(), parsed.root());
    ASSERT_TRUE(request) << name << ": " << request.error().message;
    EXPECT_EQ(request->message.parts.at(0).content, "hi");
  }
  EXPECT_EQ(refused(Version::kV1_0, R"({"request":{"messageId":"m"}})"), "message");
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

// Characters are code points, of one to four bytes.
TEST(Decode, RefusesIdsThatNobodyNeeds) {
  constexpr std::size_t kMost = 256;
  for (const std::string name : {"messageId", "contextId", "taskId", "referenceTaskIds"}) {
    const bool is_list = name == "referenceTaskIds";
    const auto with = [&name, is_list](const std::string& id) {
      return R"({"message":{"role":"user","parts":[{"kind":"text","text":"hi"}],)" +
             (name == "messageId" ? std::string() : R"("messageId":"m",)") + '"' + name +
             "\":" + (is_list ? R"(["t",")" : "\"") + id + (is_list ? "\"]}}" : "\"}}");
    };
    for (const std::string_view character : {"i", "é", "€", "😀"}) {
      const std::string most = repeated(character, kMost);
      EXPECT_EQ(refused(Version::kV0_3, with(most)), "accepted") << character;
      EXPECT_EQ(refused(Version::kV0_3, with(most + "i")), "message." + name) << character;
      EXPECT_EQ(refused(Version::kV1_0, with(most + "i")), "message." + name) << character;
    }
  }
}

// The same rule as for messages, whatever is asked for.
TEST(Decode, HasOneRuleForTheIdsOfAllOperations) {
  const std::string longest = repeated("é", 256);
  const auto path_of = [](const auto& request) { return request ? "accepted" : path(request.error()); };
  for (const auto& [id, is_taken] : {std::pair(longest, true), std::pair(longest + "i", false),
                                     std::pair(std::string(R"(a\u0000b)"), true)}) {
    const Parsed task(R"({"id":")" + id + "\"}");
    const Parsed listing(R"({"contextId":")" + id + "\"}");
    const std::string refused_id = is_taken ? "accepted" : "id";
    for (const Version version : kBothVersions) {
      EXPECT_EQ(path_of(decode_get_task_request(version, task.root())), refused_id);
      EXPECT_EQ(path_of(decode_task_id_request(version, task.root())), refused_id);
    }
    EXPECT_EQ(path_of(decode_list_tasks_request(listing.root())), is_taken ? "accepted" : "contextId");
  }
}

}  // namespace
}  // namespace schemagate::a2a::wire
