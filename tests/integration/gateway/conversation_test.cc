// The fight comparison, the example of object-schemas v1, replayed for every pair of versions and compared as
// a whole.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;

class FightComparison : public EveryPair {
 protected:
  // The data part of a schema as the client's version shows it.
  Json typed(const std::string& schema, const Json& data) const { return mine_.flagged_part(schema, data); }

  RunningGateway gateway_{agent_};
  GatewayClient client_ = gateway_.client(mine_);
};
INSTANTIATE_TEST_SUITE_P(AllVersions, FightComparison, every_pair(), name_of_pair);

// Takes the values that the gateway chooses out of a task: its id, context and time.
Json without_chosen_values(Json task) {
  const std::string id = task["id"];
  const std::string context = task["contextId"];
  EXPECT_THAT(std::string(task["status"]["timestamp"]), MatchesRegex("....-..-..T..:..:..\\....Z"));
  std::string text = task.dump();
  for (const auto& [from, to] : {std::pair{id, "$T"}, std::pair{context, "$C"}}) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
      text.replace(at, from.size(), to);
    }
  }
  Json clean = Json::parse(text);
  clean["status"]["timestamp"] = "$TS";
  return clean;
}

// OS-26, OS-36, OS-37, OS-38, OS-39, OS-40.
TEST_P(FightComparison, AValidInputBecomesATypedTask) {
  give_task(agent_, completed_task(theirs_));
  const Json task = without_chosen_values(client_.send(comparison(mine_)));

  Json said = comparison(mine_);
  said["taskId"] = "$T";
  said["contextId"] = "$C";
  if (!mine_.is_v1()) said["kind"] = "message";
  Json artifact = mine_.artifact("fight-result", Json::array({typed("fightResponse", kTigerWins)}));
  artifact["extensions"] = Json::array({kSchemasUri});
  Json expected = {{"id", "$T"},
                   {"contextId", "$C"},
                   {"status", {{"state", mine_.state("completed")}, {"timestamp", "$TS"}}},
                   {"history", Json::array({said})},
                   {"metadata", {{"title", "Who would win in a fight between Lion and Tiger?"}}},
                   {"artifacts", Json::array({artifact})}};
  if (!mine_.is_v1()) expected["kind"] = "task";
  EXPECT_EQ(task, expected);
}

TEST_P(FightComparison, TheAgentGetsTheInputAsPlainJsonOnce) {
  give_task(agent_, completed_task(theirs_));
  client_.send(comparison(mine_));
  const auto calls = agent_.messages();
  ASSERT_EQ(calls.size(), 1U);
  Json message = calls[0].message();
  EXPECT_EQ(message["messageId"], "m-1");
  message.erase("messageId");
  Json part = theirs_.data_part(kLionAndTiger);
  if (theirs_.is_v1()) {
    part["mediaType"] = "application/json";
  } else if (theirs_.has_kind()) {  // ProtoJSON of a2a-java has no metadata of parts
    part["metadata"] = {{"mimeType", "application/json"}};
  }
  Json expected = {{"role", theirs_.user()}, {theirs_.parts_name(), Json::array({part})}};
  if (theirs_.has_kind()) expected["kind"] = "message";
  EXPECT_EQ(message, expected);
  EXPECT_EQ(calls[0].http.header("A2A-Version"), theirs_.is_v1() ? "1.0" : "");
}

TEST_P(FightComparison, AMissingMemberIsNamed) {
  const Json error = client_.send_error(comparison(mine_, {{"a", "Lion"}}));
  EXPECT_EQ(error["code"], -32602);
  EXPECT_EQ(error["message"], "Structured input invalid for schema fightComparison: data.b is required");
  const Json expected =
      Json::array({{{"@type", "type.googleapis.com/google.rpc.BadRequest"},
                    {"fieldViolations",
                     Json::array({{{"field", "message.parts[0].data.b"}, {"description", "required"}}})}},
                   {{"@type", "type.googleapis.com/google.rpc.ErrorInfo"},
                    {"reason", "STRUCTURED_INPUT_INVALID"},
                    {"domain", kSchemasUri},
                    {"metadata", {{"schema", "fightComparison"}, {"violations", "data.b: required"}}}}});
  EXPECT_EQ(error["data"], mine_.is_v1() ? expected : Json({{"details", expected}}));
  EXPECT_EQ(agent_.call_count(), 0U);
}

TEST_P(FightComparison, AnUndeclaredSchemaIsRefused) {
  const Json message =
      mine_.message(mine_.user(), "m-1", Json::array({mine_.flagged_part("nope", Json::object())}));
  const Json error = client_.send_error(message);
  EXPECT_EQ(error["code"], -32005);
  EXPECT_THAT(reasons_of(error), ElementsAre("CONTENT_TYPE_NOT_SUPPORTED", "SCHEMA_NOT_DECLARED"));
  EXPECT_EQ(agent_.call_count(), 0U);
}

TEST_P(FightComparison, TheFirstFlaggedPartDecides) {
  give_task(agent_, completed_task(theirs_));
  const Json good = mine_.flagged_part("fightComparison", kLionAndTiger);
  const Json bad = mine_.flagged_part("fightComparison", {{"a", "Lion"}});
  EXPECT_EQ(client_.send_error(mine_.message(mine_.user(), "m-1", Json::array({bad, good})))["code"], -32602);
  EXPECT_EQ(agent_.call_count(), 0U);

  const Json task = client_.send(mine_.message(mine_.user(), "m-2", Json::array({good, bad})));
  EXPECT_EQ(mine_.state_of(task), "completed");
  ASSERT_EQ(agent_.messages().size(), 1U);
  EXPECT_EQ(agent_.messages()[0].message()[theirs_.parts_name()].size(), 1U);
}

TEST_P(FightComparison, AStructuredInputToARunningTaskIsRefused) {
  const Gate gate;
  work_until(agent_, gate);
  const Json running = client_.send(comparison(mine_, {{"a", "slow"}, {"b", "Tiger"}}, "m-3"), true);
  client_.wait_for(running["id"], "working");
  const Json error = client_.send_error(in_task(comparison(mine_, kLionAndTiger, "m-4"), running));
  EXPECT_EQ(error["code"], -32004);
  EXPECT_EQ(error["message"], "Structured input rejected: a task is already running");
  const Json expected =
      Json::array({{{"@type", "type.googleapis.com/google.rpc.ErrorInfo"},
                    {"reason", "UNSUPPORTED_OPERATION"},
                    {"domain", "a2a-protocol.org"},
                    {"metadata", {{"taskId", running["id"]}}}},
                   {{"@type", "type.googleapis.com/google.rpc.ErrorInfo"},
                    {"reason", "TASK_ALREADY_RUNNING"},
                    {"domain", kSchemasUri},
                    {"metadata", {{"taskId", running["id"]}, {"state", "TASK_STATE_WORKING"}}}}});
  EXPECT_EQ(error["data"], mine_.is_v1() ? expected : Json({{"details", expected}}));
  EXPECT_EQ(agent_.call_count(), 1U);
  gate.open();
}

// The extension's own example message, with a number as its id, always in v0.3.
TEST_P(FightComparison, TheExampleMessageOfTheExtensionIsServed) {
  const Json result = {{"winner", "1 horse sized duck"}, {"probability", 0.6}, {"explanation", "Mass."}};
  give_task(agent_, completed_task(theirs_, result));
  const Json answer =
      gateway_.client(v0_3())
          .post(
              R"({"jsonrpc":"2.0","id":5,"method":"message/send","params":{"message":{"kind":"message","messageId":1,)"
              R"("role":"user","parts":[{"kind":"data","data":{"a":"100 duck sized horses","b":"1 horse sized duck"},)"
              R"("metadata":{"mimeType":"application/json;schema=fightComparison"}}]}}})")
          .json();
  EXPECT_EQ(answer["id"], 5);
  Json expected = Json::parse(
      R"({"id":"$T","kind":"task","contextId":"$C","status":{"state":"completed","timestamp":"$TS"},)"
      R"("history":[{"kind":"message","messageId":"1","role":"user","taskId":"$T","contextId":"$C",)"
      R"("parts":[{"kind":"data","data":{"a":"100 duck sized horses","b":"1 horse sized duck"},)"
      R"("metadata":{"mimeType":"application/json;schema=fightComparison"}}]}],)"
      R"("metadata":{"title":)"
      R"("Who would win in a fight between 100 duck sized horses and 1 horse sized duck?"},)"
      R"("artifacts":[{"artifactId":"fight-result","parts":[{"kind":"data",)"
      R"("data":{"winner":"1 horse sized duck","probability":0.6,"explanation":"Mass."},)"
      R"("metadata":{"mimeType":"application/json;schema=fightResponse"}}]}]})");
  // v0.3.0 has the member too, though the extension's example leaves it out.
  expected["artifacts"][0]["extensions"] = Json::array({kSchemasUri});
  EXPECT_EQ(without_chosen_values(answer["result"]), expected);
}

TEST_P(FightComparison, ATextGoesToTheAgentAndItsAnswerComesBack) {
  agent_.answer(theirs_.send,
                theirs_.wrap("message", theirs_.message(theirs_.agent(), "a-1",
                                                        Json::array({theirs_.text_part("Tiger, I think")}))));
  const Json message = client_.send(user_text(mine_, "Lion vs Tiger"));
  EXPECT_EQ(first_text(message), "Tiger, I think");
  EXPECT_EQ(message["role"], mine_.agent());
  ASSERT_EQ(agent_.messages().size(), 1U);
  EXPECT_EQ(first_text(agent_.messages()[0].message()), "Lion vs Tiger");
}

// The stream variant of 1.2.
TEST_P(FightComparison, AStreamShowsTheTaskThenTheArtifactThenTheEnd) {
  const Gate gate;
  work_until(agent_, gate);
  EventStream stream = client_.stream(comparison(mine_));
  ASSERT_TRUE(stream.is_stream());
  const Json first = stream.next_result();
  ASSERT_EQ(mine_.kind_of(first), "task");
  const std::string id = mine_.unwrap(first)["id"];
  gate.open();

  std::vector<std::string> kinds;
  Json last;
  Json artifact;
  for (const Json& result : stream.rest()) {
    const Json event = mine_.unwrap(result);
    EXPECT_EQ(event["taskId"], id);
    const bool is_work = mine_.kind_of(result) == "statusUpdate" && mine_.state_of(event) != "completed";
    if (!is_work) kinds.push_back(mine_.kind_of(result));
    if (event.contains("artifact")) artifact = event["artifact"];
    last = event;
  }
  EXPECT_THAT(kinds, ElementsAre("artifactUpdate", "statusUpdate"));
  EXPECT_EQ(mine_.state_of(last), "completed");
  EXPECT_EQ(artifact["parts"][0], typed("fightResponse", kTigerWins));
  EXPECT_EQ(last.value("final", false), !mine_.is_v1());
}

}  // namespace
}  // namespace schemagate
