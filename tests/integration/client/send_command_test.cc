#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "a2a/json/document.h"
#include "command_line.h"
#include "raw_server.h"
#include "scripted_agent.h"

namespace schemagate {
namespace {

using a2a::wire::Version;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

bool is_one_json_line(const std::string& text) {
  a2a::JsonDocument document;
  return text.ends_with('\n') && text.find('\n') == text.size() - 1 && document.parse(text).has_value();
}

std::string task(const std::string& state, const std::string& more = "") {
  return R"({"id":"t-1","contextId":"c-1","status":{"state":"TASK_STATE_)" + state + "\"}" + more + "}";
}

class Send : public testing::Test {
 protected:
  Send() { agent_.card(Version::kV1_0); }
  void answer(const std::string& state, const std::string& more = "") {
    agent_.result("SendMessage", R"({"task":)" + task(state, more) + "}");
  }
  Finished send(std::vector<std::string> arguments, const std::string& input = "") {
    arguments.insert(arguments.begin(), {"send", agent_.url()});
    return run(std::move(arguments), input);
  }
  ScriptedAgent agent_;
};

// The fight, by schema.
TEST_F(Send, SendsLabelledDataAndShowsTheTypedArtifact) {
  answer("COMPLETED",
         R"(,"metadata":{"title":"Lion vs Tiger"},"artifacts":[{"artifactId":"fight-result","parts":[
      {"data":{"winner":"Tiger","probability":0.650},"mediaType":"application/json;schema=fightResponse"}]}])");
  auto result = send({"--schema", "fightComparison", "--data", R"({"a":"Lion","b":"Tiger"})"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "task t-1  completed  (context c-1)\ntitle: Lion vs Tiger\n"
            "artifact fight-result  application/json;schema=fightResponse\n"
            "  {\n    \"winner\": \"Tiger\",\n    \"probability\": 0.650\n  }\n");
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("data":{"a":"Lion","b":"Tiger"})"));
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("mimeType":"application/json;schema=fightComparison")"));
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("mediaType":"application/json;schema=fightComparison")"));
  EXPECT_THAT(agent_.last().header("A2A-Extensions"), HasSubstr("object-schemas"));
}

// OS-31: the refusal names every violation.
TEST_F(Send, ShowsEachViolationOfARefusal) {
  agent_.on("SendMessage",
            {{R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Structured input invalid",
    "data":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[
      {"field":"message.parts[0].data.a","description":"required"},
      {"field":"message.parts[0].data.b","description":"required"}]},
      {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"STRUCTURED_INPUT_INVALID","domain":"d",
       "metadata":{"schema":"s"}}]}})"}});
  auto result = send({"--schema", "s", "--data", "{}"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_EQ(result.err,
            "refused (-32602): Structured input invalid\n  message.parts[0].data.a: required\n"
            "  message.parts[0].data.b: required\n  [STRUCTURED_INPUT_INVALID] schema=s\n");
}

TEST_F(Send, PrintsARefusalAsOneJsonDocument) {
  agent_.on("SendMessage",
            {{R"({"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"gone","data":[{"n":1.50}]}})"}});
  auto result = send({"hi", "-o", "json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out,
            "{\"error\":{\"cause\":\"agent\",\"code\":-32001,\"message\":\"gone\",\"httpStatus\":200,"
            "\"data\":[{\"n\":1.50}]}}\n");
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(Send, SpeaksVersion03AndPrintsTheShapeOf10) {
  agent_.card(Version::kV0_3);
  agent_.result("message/send", R"({"kind":"task","id":"t","contextId":"c","status":{"state":"completed"}})");
  auto result = send({"hi", "-o", "json"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_TRUE(is_one_json_line(result.out));
  EXPECT_THAT(result.out, HasSubstr(R"({"task":{"id":"t")"));
  EXPECT_THAT(result.out, HasSubstr("TASK_STATE_COMPLETED"));
}

TEST_F(Send, TakesTheVersionFromTheCommandLine) {
  agent_.result("message/send", R"({"kind":"message","messageId":"m","role":"agent","parts":[]})");
  EXPECT_EQ(send({"hi", "--version", "0.3"}).exit_code, 0);
  EXPECT_EQ(agent_.last().header("A2A-Version"), "0.3");
}

struct StateCode {
  std::string state;
  int exit_code;
};
class SendState : public Send, public testing::WithParamInterface<StateCode> {};

TEST_P(SendState, DecidesTheExitCode) {
  answer(GetParam().state);
  EXPECT_EQ(send({"hi"}).exit_code, GetParam().exit_code);
  EXPECT_TRUE(is_one_json_line(send({"hi", "-o", "json"}).out));
}

INSTANTIATE_TEST_SUITE_P(Each, SendState,
                         testing::Values(StateCode{"COMPLETED", 0}, StateCode{"FAILED", 1},
                                         StateCode{"REJECTED", 1}, StateCode{"CANCELED", 1},
                                         StateCode{"INPUT_REQUIRED", 4}, StateCode{"AUTH_REQUIRED", 4}));

TEST_F(Send, AsksAgainWhenTheAgentDidNotWait) {
  answer("WORKING");
  agent_.on("GetTask", {{envelope(task("WORKING"))}, {envelope(task("COMPLETED"))}});
  auto result = send({"hi"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("completed"));
}

TEST_F(Send, ReturnsAtOnceWhenTold) {
  answer("SUBMITTED");
  auto result = send({"hi", "--no-wait"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("submitted"));
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("returnImmediately":true)"));
}

TEST_F(Send, TimesOutNamingTheTask) {
  answer("WORKING");
  agent_.result("GetTask", task("WORKING"));
  auto result = send({"hi", "--timeout", "3"});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_THAT(result.err, HasSubstr("t-1"));
}

TEST_F(Send, ShowsAMessage) {
  agent_.result("SendMessage", R"({"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hello"},
      {"url":"http://a/f.png","filename":"f.png","mediaType":"image/png"}]}})");
  auto result = send({"hi"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "agent says:\n  hello\n  file f.png  image/png  http://a/f.png\n");
}

TEST_F(Send, NeverPrintsAnAgentsEscapeSequences) {
  answer("COMPLETED", R"(,"artifacts":[{"artifactId":"\u001b[2J","parts":[{"text":"\u001b]0;owned\u0007"},
      {"data":{"\u001b":"\u009b31m"}}]}])");
  for (const auto& output : {"text", "json"}) {
    auto result = send({"hi", "-o", output});
    EXPECT_EQ(result.out.find('\x1b'), std::string::npos) << output;
    EXPECT_EQ(result.out.find("\xc2\x9b"), std::string::npos) << output;
    EXPECT_EQ(result.out.find('\a'), std::string::npos) << output;
  }
}

TEST_F(Send, ReadsDataFromFilesAndStandardInput) {
  answer("COMPLETED");
  const std::string name = "send-" + std::to_string(::getpid()) + ".json";
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << R"( {"from":"file"} )";
  EXPECT_EQ(send({"--data", "@" + path}).exit_code, 0);
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("data":{"from":"file"})"));
  EXPECT_EQ(send({"--data", "-"}, "[1]").exit_code, 0);
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("data":[1])"));
  EXPECT_EQ(send({"--data", "{}", "--file", path}).exit_code, 0);
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("raw":"IHsiZnJvbSI6ImZpbGUifSA=")"));
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("filename":")" + name + '"'));
  std::filesystem::remove(path);
}

TEST_F(Send, NamesTaskAndContext) {
  answer("COMPLETED");
  EXPECT_EQ(send({"more", "--task", "t-1", "--context", "c-1"}).exit_code, 0);
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("taskId":"t-1","contextId":"c-1")"));
}

TEST_F(Send, SendsHeadersAndExtensions) {
  answer("COMPLETED");
  EXPECT_EQ(send({"hi", "--header", "Authorization: Bearer t", "--extension", "https://x/1"}).exit_code, 0);
  EXPECT_EQ(agent_.last().header("Authorization"), "Bearer t");
  EXPECT_EQ(agent_.last().header("A2A-Extensions"), "https://x/1");
}

class SendMistake : public Send, public testing::WithParamInterface<std::vector<std::string>> {};

TEST_P(SendMistake, EndsWithTwoAndSendsNothing) {
  auto result = send(GetParam());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, Not(IsEmpty()));
  EXPECT_TRUE(agent_.seen().empty());
}

using Words = std::vector<std::string>;
INSTANTIATE_TEST_SUITE_P(Each, SendMistake,
                         testing::Values(Words{}, Words{"--data", "{"}, Words{"--data", "@/does/not/exist"},
                                         Words{"--schema", "s"}, Words{"--schema", "a b", "--data", "{}"},
                                         Words{"hi", "--header", "no colon"},
                                         Words{"hi", "--header", "X: a\r\nB: c"},
                                         Words{"hi", "--version", "2.0"}, Words{"hi", "--timeout", "0"},
                                         Words{"hi", "--nonsense"}, Words{"hi", "-o", "xml"},
                                         Words{"hi", "--stream", "--no-wait"}, Words{"--file", "/"}));

TEST(SendAnywhere, EndsWithThreeWhereNoAgentIs) {
  ScriptedAgent silent;
  EXPECT_EQ(run({"send", silent.url(), "hi"}).exit_code, 3);
  auto result = run({"send", silent.url(), "hi", "-o", "json"});
  EXPECT_TRUE(is_one_json_line(result.out));
  EXPECT_THAT(result.out, HasSubstr(R"("cause":"protocol")"));
  RawServer closing({});
  EXPECT_EQ(run({"send", closing.url(), "hi"}).exit_code, 3);
}

TEST(SendAnywhere, EndsWithFiveWhenNobodyAnswers) {
  RawServer silent({}, AfterBytes::kHold);
  EXPECT_EQ(run({"send", silent.url(), "hi", "--timeout", "0.2"}).exit_code, 5);
}

TEST(SendAnywhere, RefusesAUrlThatIsNone) {
  EXPECT_EQ(run({"send", "nonsense", "hi"}).exit_code, 2);
}

// --- streams ---

TEST_F(Send, StreamsAndShowsTheWholeTask) {
  agent_.events(
      "SendStreamingMessage",
      {R"({"task":)" + task("WORKING") + "}",
       R"({"artifactUpdate":{"taskId":"t-1","contextId":"c-1","artifact":{"artifactId":"a","parts":[{"text":"one"}]}}})",
       R"({"artifactUpdate":{"taskId":"t-1","contextId":"c-1","append":true,"lastChunk":true,"artifact":{"artifactId":"a","parts":[{"text":"two"}]}}})",
       R"({"statusUpdate":{"taskId":"t-1","contextId":"c-1","status":{"state":"TASK_STATE_COMPLETED"}}})"});
  auto result = run({"send", agent_.url(), "hi", "--stream"}, "", true);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "task t-1  completed  (context c-1)\nartifact a\n  one\n  two\n");
  EXPECT_EQ(result.err, "task t-1  working\nartifact a\nartifact a  complete\ncompleted\n");
  EXPECT_EQ(send({"hi", "--stream"}).err, result.err) << "asked for, whether at a terminal or not";
}

TEST_F(Send, CutsALongProgressLineBetweenCharacters) {
  std::string text = std::string(159, 'x') + "é";
  agent_.events("SendStreamingMessage",
                {R"({"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":")" + text + "\"}]}}"});
  auto result = run({"send", agent_.url(), "hi", "--stream"}, "", true);
  EXPECT_EQ(result.err, "message  " + std::string(159, 'x') + "…\n");
}

TEST_F(Send, StreamsOneJsonDocumentPerLine) {
  agent_.events("SendStreamingMessage",
                {R"({"task":)" + task("WORKING") + "}", R"({"task":)" + task("FAILED") + "}"});
  auto result = send({"hi", "--stream", "-o", "json"});
  EXPECT_EQ(result.exit_code, 1);
  auto first = result.out.find('\n') + 1;
  EXPECT_TRUE(is_one_json_line(result.out.substr(0, first)));
  EXPECT_TRUE(is_one_json_line(result.out.substr(first)));
}

TEST_F(Send, FollowsATaskWhoseStreamBrokeOff) {
  agent_.events("SendStreamingMessage", {R"({"task":)" + task("WORKING") + "}"});
  agent_.result("GetTask", task("COMPLETED"));
  auto result = send({"hi", "--stream"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("completed"));
}

TEST_F(Send, CallsAnEmptyStreamABrokenProtocol) {
  agent_.events("SendStreamingMessage", {});
  EXPECT_EQ(send({"hi", "--stream"}).exit_code, 3);
}

TEST_F(Send, ReadsATextFromItsInput) {
  answer("COMPLETED");
  EXPECT_EQ(send({"-"}, "line one\nline two").exit_code, 0);
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("text":"line one\nline two")"));
  EXPECT_EQ(send({"--text", "first", "--text", "-"}, "second").exit_code, 0);
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("text":"second")"));
  const auto twice = send({"-", "--data", "-"}, "{}");
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_THAT(twice.err, HasSubstr("can be read once only"));
}

TEST_F(Send, TakesPartsAndWholeMessagesAsTheyAre) {
  answer("COMPLETED");
  EXPECT_EQ(send({"--parts", R"([{"text":"a"},{"data":{"b":1},"metadata":{"x":2}}])"}).exit_code, 0);
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("metadata":{"x":2)"));
  EXPECT_EQ(send({"--json", "-"},
                 R"({"messageId":"m-7","contextId":"c","parts":[{"text":"a"}],"metadata":{"y":3}})")
                .exit_code,
            0);
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("messageId":"m-7")"));
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("metadata":{"y":3})"));
  EXPECT_EQ(send({"--json", R"({"parts":[{"text":"a"}]})", "--task", "t-5"}).exit_code, 0);
  EXPECT_THAT(agent_.last().body, HasSubstr(R"("taskId":"t-5")"));
  for (const auto& [option, text] :
       {std::pair("--parts", "[{}]"), std::pair("--parts", "{}"), std::pair("--json", "[]"),
        std::pair("--json", "{"), std::pair("--parts", "[]")}) {
    const auto refused = send({option, text});
    EXPECT_EQ(refused.exit_code, 2) << text;
    EXPECT_THAT(refused.err,
                HasSubstr(text == std::string("[]") && option == std::string("--parts") ? "parts" : option));
  }
}

TEST_F(Send, NamesTheTimeThatItWasGiven) {
  const RawServer silent({""}, AfterBytes::kHold);
  agent_.page("/card.json", {R"({"name":"n","supportedInterfaces":[{"url":")" + silent.url() +
                             R"(","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]})"});
  const auto result = run({"send", agent_.url("/card.json"), "hi", "--timeout", "0.5"});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_THAT(result.err,
              HasSubstr("no complete answer within 0.5 s\n  to wait longer: --timeout SECONDS\n"));
}

}  // namespace
}  // namespace schemagate
