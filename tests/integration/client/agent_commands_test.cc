#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "a2a/json/document.h"
#include "command_line.h"
#include "scripted_agent.h"

namespace schemagate {
namespace {

using a2a::wire::Version;
using testing::HasSubstr;

constexpr std::string_view kDeclaration =
    R"(,"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
    "skills":[{"id":"fight","name":"Fight \u001b[1m","inputModes":["application/json;schema=inp"],
    "outputModes":["application/json; schema=\"out\""]}],
    "schemas":{"inp":{"type":"object","maximum":1.50}})";

std::string params_card() {
  return R"({"name":"n","url":"/rpc","capabilities":{"extensions":[{"uri":)"
         R"("https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1",)"
         R"("params":{"schemas":{"fromParams":{"type":"string"}}}}]},"schemas":{"inRoot":true}})";
}

class AgentCommands : public testing::Test {
 protected:
  AgentCommands() { agent_.card(Version::kV1_0, std::string(kDeclaration)); }
  ScriptedAgent agent_;
};

// OS-11, OS-12: what the card declares is what the reader sees.
TEST_F(AgentCommands, CardShowsWhatMatters) {
  auto result = run({"card", agent_.url()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("scripted 1\n"));
  EXPECT_THAT(result.out, HasSubstr("calls  A2A 1.0 over JSON-RPC, streaming  " + agent_.url("/rpc")));
  EXPECT_THAT(result.out, HasSubstr("fight  Fight \\u{1b}[1m"));
  EXPECT_THAT(result.out, HasSubstr("in  application/json;schema=inp"));
  EXPECT_THAT(result.out, HasSubstr("inp  input of fight"));
}

TEST_F(AgentCommands, CardPrintsTheCardAsItWasSent) {
  agent_.page("/card.json", {R"({"name":"n","url":"/rpc","unknown":12345678901234567890.0})"});
  auto result = run({"card", agent_.url("/card.json"), "-o", "json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "{\"name\":\"n\",\"url\":\"/rpc\",\"unknown\":12345678901234567890.0}\n");
}

// A hybrid card says the same thing in the members of both versions.
TEST_F(AgentCommands, CardShowsEachInterfaceOnce) {
  agent_.page("/card.json", {R"({"name":"n","supportedInterfaces":[)"
                             R"({"url":"/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"},)"
                             R"({"url":"/rpc","protocolBinding":"JSONRPC","protocolVersion":"0.3"}],)"
                             R"("url":"/rpc","protocolVersion":"0.3.0","preferredTransport":"JSONRPC",)"
                             R"("additionalInterfaces":[{"url":"/rpc","transport":"JSONRPC"},)"
                             R"({"url":"/rest","transport":"HTTP+JSON"}]})"});
  auto result = run({"card", agent_.url("/card.json")});
  EXPECT_THAT(
      result.out,
      HasSubstr("interfaces\n  JSONRPC 1.0  /rpc\n  JSONRPC 0.3  /rpc\n  HTTP+JSON 0.3.0  /rest\nskills\n"));
}

TEST_F(AgentCommands, CardShowsAnAgentThatCannotBeCalled) {
  agent_.page("/card.json", {R"({"name":"n","supportedInterfaces":[]})"});
  auto result = run({"card", agent_.url("/card.json")});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("calls  none"));
}

TEST_F(AgentCommands, SchemaListNamesSchemasAndTheirUses) {
  auto result = run({"schema", "list", agent_.url()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "inp  input of fight\n");
  result = run({"schema", "list", agent_.url(), "-o", "json"});
  EXPECT_EQ(result.out, "[{\"name\":\"inp\",\"uses\":[\"input of fight\"]}]\n");
}

TEST_F(AgentCommands, SchemaGetKeepsNumbers) {
  auto result = run({"schema", "get", agent_.url(), "inp"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "{\n  \"type\": \"object\",\n  \"maximum\": 1.50\n}\n");
}

TEST_F(AgentCommands, SchemaGetFindsRootAndParams) {
  agent_.page("/card.json", {params_card()});
  EXPECT_EQ(run({"schema", "get", agent_.url("/card.json"), "inRoot", "-o", "json"}).out, "true\n");
  EXPECT_EQ(run({"schema", "get", agent_.url("/card.json"), "fromParams", "-o", "json"}).out,
            "{\"type\":\"string\"}\n");
}

TEST_F(AgentCommands, SchemaGetNamesTheKnownOnes) {
  auto result = run({"schema", "get", agent_.url(), "nope"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("it declares inp"));
}

TEST_F(AgentCommands, TaskGetShowsTheTask) {
  agent_.result("GetTask", R"({"id":"t","status":{"state":"TASK_STATE_WORKING"}})");
  auto result = run({"task", "get", agent_.url(), "t"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "task t  working\n");
}

TEST_F(AgentCommands, TaskCancelIsDoneWhenTheTaskIsCanceled) {
  agent_.result("CancelTask", R"({"id":"t","status":{"state":"TASK_STATE_CANCELED"}})");
  EXPECT_EQ(run({"task", "cancel", agent_.url(), "t"}).exit_code, 0);
}

TEST_F(AgentCommands, TaskSubscribeFollowsToTheEnd) {
  agent_.events(
      "SubscribeToTask",
      {R"({"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}})",
       R"({"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_REJECTED"}}})"});
  auto result = run({"task", "subscribe", agent_.url(), "t"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("rejected"));
}

TEST_F(AgentCommands, TaskListShowsOnePage) {
  agent_.result("ListTasks", R"({"tasks":[{"id":"a","status":{"state":"TASK_STATE_WORKING"},
      "metadata":{"title":"T"}}],"nextPageToken":"n"})");
  auto result = run({"task", "list", agent_.url()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "a  working  T\nmore: --page-token n\n");
  result = run({"task", "list", agent_.url(), "-o", "json"});
  EXPECT_THAT(result.out, HasSubstr(R"("nextPageToken":"n"})"));
}

TEST_F(AgentCommands, TaskListAsksForWhatIsNamed) {
  agent_.result("ListTasks", R"({"tasks":[],"nextPageToken":""})");
  const auto result = run({"task", "list", agent_.url(), "--state", "working", "--since",
                           "2026-11-24T08:00:00.000Z", "--history", "2", "--artifacts"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string asked = agent_.last().body;
  for (const char* member :
       {R"("status":"TASK_STATE_WORKING")", R"("statusTimestampAfter":"2026-11-24T08:00:00.000Z")",
        R"("historyLength":2)", R"("includeArtifacts":true)"})
    EXPECT_THAT(asked, HasSubstr(member));
  EXPECT_EQ(run({"task", "list", agent_.url(), "--state", "workin"}).exit_code, 2);
  const auto refused = run({"task", "list", agent_.url(), "--since", "yesterday"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--since: expected a date and time of RFC 3339"));
}

TEST_F(AgentCommands, CardShowsTheExtendedOne) {
  agent_.result("GetExtendedAgentCard", R"({"name":"Fight, extended","supportedInterfaces":[]})");
  const auto result = run({"card", agent_.url(), "--extended"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Fight, extended"));
  agent_.on("GetExtendedAgentCard",
            {{R"({"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"not you"}})"}});
  EXPECT_EQ(run({"card", agent_.url(), "--extended"}).exit_code, 1);
}

TEST_F(AgentCommands, TakeAnAddressWithoutItsScheme) {
  const std::string address = agent_.url().substr(std::string("http://").size());
  EXPECT_EQ(run({"card", address}).exit_code, 0);
  EXPECT_THAT(run({"card", "agent.invalid/fight"}).err, HasSubstr("https://agent.invalid"));
  EXPECT_THAT(run({"card", "fight"}).err, HasSubstr("must begin with http:// or https://"));
}

TEST_F(AgentCommands, TaskListSaysWhenTheAgentDoesNotOfferIt) {
  agent_.on("ListTasks", {{R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"what?"}})"}});
  auto result = run({"task", "list", agent_.url()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("does not offer a list of tasks"));
  result = run({"task", "list", agent_.url(), "--version", "0.3"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("does not offer a list of tasks"));
}

TEST(CommandLine, ExplainsItselfAndItsExitCodes) {
  for (const auto& verb : {"card", "send", "task", "schema"}) {
    auto result = run({verb, "--help"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, HasSubstr("Exit codes")) << verb;
  }
}

TEST(CommandLine, EndsWithTwoWithoutAVerb) {
  EXPECT_EQ(run({}).exit_code, 2);
  EXPECT_EQ(run({"task"}).exit_code, 2);
  EXPECT_EQ(run({"card"}).exit_code, 2);
  EXPECT_EQ(run({"nonsense"}).exit_code, 2);
}

TEST(CommandLine, NamesTheWordThatItDoesNotKnow) {
  EXPECT_THAT(run({"nonsense"}).err,
              HasSubstr("schemagate has no verb \"nonsense\"; there are card, login, send, ask,"));
  EXPECT_THAT(
      run({"task", "nonsense"}).err,
      HasSubstr("schemagate task has no verb \"nonsense\"; there are get, cancel, subscribe, list\n"));
  EXPECT_THAT(run({"send", "--nonsense"}).err, HasSubstr("schemagate send has no option \"--nonsense\"\n"));
  EXPECT_THAT(run({"send", "--registry"}).err,
              HasSubstr("no option \"--registry\"; schemagate ask has it\n"));
}

TEST(CommandLine, NamesTheNearestWordThatItKnows) {
  EXPECT_THAT(run({"sned", "http://a"}).err, HasSubstr("no verb \"sned\"; did you mean \"send\"?"));
  EXPECT_THAT(run({"task", "lst", "http://a"}).err, HasSubstr("did you mean \"list\"?"));
  EXPECT_THAT(run({"send", "http://a", "hi", "--shcema", "x"}).err,
              HasSubstr("schemagate send has no option \"--shcema\"; did you mean \"--schema\"?"));
  EXPECT_THAT(run({"send", "http://a", "hi", "--taks=1"}).err, HasSubstr("did you mean \"--task\"?"));
  EXPECT_THAT(run({"tsk", "list", "http://a"}).err, HasSubstr("did you mean \"task\"?"));
  EXPECT_THAT(run({"hepl"}).err, HasSubstr("did you mean \"--help\"?"));
}

TEST(CommandLine, SaysHowManyWordsItTakes) {
  EXPECT_THAT(
      run({"send", "http://a", "Lion", "vs"}).err,
      HasSubstr("\"vs\" is one word too many: schemagate send takes URL TEXT; a text of several words"));
  EXPECT_THAT(run({}).err, HasSubstr("schemagate needs one of its verbs: card, login, send"));
  EXPECT_THAT(run({"task"}).err, HasSubstr("schemagate task needs one of its verbs: get, cancel"));
  EXPECT_THAT(run({"send"}).err,
              HasSubstr("URL is required\nTo see all that it takes: schemagate send --help\n"));
}

TEST(CommandLine, SaysWhichFormsOfOutputThereAre) {
  EXPECT_THAT(run({"card", "http://a", "-o", "yaml"}).err,
              HasSubstr("--output: expected text or json, found \"yaml\""));
}

TEST(CommandLine, SaysWhichValuesAnOptionTakes) {
  EXPECT_THAT(run({"task", "list", "http://a", "--state", "complete"}).err,
              HasSubstr("--state: expected submitted, working, input-required, auth-required, completed, "
                        "failed, canceled or rejected, found \"complete\"; did you mean \"completed\"?"));
  EXPECT_THAT(run({"send", "http://a", "hi", "--version", "2"}).err,
              HasSubstr("--version: expected 0.3 or 1.0, found \"2\"\n"));
}

}  // namespace
}  // namespace schemagate
