// The structured-input flow on a running gateway: OS-5 and OS-19 to OS-40. The fight comparison as a whole
// is in conversation_test.cc.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

const std::string kMode = "application/json;schema=fightComparison";

class ObjectSchemas : public GatewayTest {
 protected:
  Json with_parts(const Json& parts, const std::string& id = "m-1") const {
    return v1_.message("ROLE_USER", id, parts);
  }
  void expect_untouched_agent() const { EXPECT_EQ(agent_.call_count(), 0U); }
};

// "task", "message", or the error's code and reasons.
std::string verdict_of(const Json& answer, const Dialect& dialect) {
  if (answer.contains("result")) return dialect.kind_of(answer["result"]);
  std::string verdict = std::to_string(answer["error"]["code"].get<int>());
  for (const std::string& reason : reasons_of(answer["error"])) verdict += " " + reason;
  return verdict;
}

TEST_F(ObjectSchemas, OS5AllDataIsNeededUpFront) {
  EXPECT_EQ(client_.send_error(comparison(v1_, {{"a", "Lion"}}))["code"], -32602);
  expect_untouched_agent();
}

TEST_F(ObjectSchemas, OS9OS32ATextReachesTheAgentAndItsAnswerComesBack) {
  give_task(agent_, v1_.task("up-1", "completed",
                             Json::array({v1_.artifact("said", Json::array({v1_.text_part("Tiger")}))})));
  const Json task = client_.send(user_text(v1_, "Lion vs Tiger"));
  EXPECT_EQ(first_text(agent_.messages().at(0).message()), "Lion vs Tiger");
  EXPECT_EQ(task["artifacts"][0]["artifactId"], "said");
  EXPECT_EQ(first_text(task["artifacts"][0]), "Tiger");
}

TEST_F(ObjectSchemas, OS19DataThatIsNoObjectIsRefused) {
  for (const Json& data : {Json::array({1}), Json("text"), Json(1), Json()}) {
    const Json error =
        client_.send_error(with_parts(Json::array({v1_.flagged_part("fightComparison", data)})));
    EXPECT_EQ(error["code"], -32602) << data;
    EXPECT_THAT(reasons_of(error), ElementsAre("STRUCTURED_INPUT_INVALID")) << data;
  }
  expect_untouched_agent();
}

TEST_F(ObjectSchemas, OS20DataWithoutTheModeIsPlainData) {
  give_task(agent_, completed_task(v1_));
  client_.send(with_parts(Json::array({v1_.data_part({{"a", "Lion"}})})));
  EXPECT_EQ(agent_.messages().at(0).message()["parts"][0]["data"], Json({{"a", "Lion"}}));
}

// OS-20, X-2: in v1.0 either carrier is enough.
TEST_F(ObjectSchemas, OS20EitherCarrierFlagsAPart) {
  Json by_metadata = v1_.data_part({{"a", "Lion"}});
  by_metadata["metadata"] = {{"mimeType", kMode}};
  Json by_media_type = v1_.data_part({{"a", "Lion"}});
  by_media_type["mediaType"] = kMode;
  for (const Json& part : {by_metadata, by_media_type}) {
    EXPECT_EQ(client_.send_error(with_parts(Json::array({part})))["code"], -32602) << part;
  }
  expect_untouched_agent();
}

// OS-21: the example message itself is FightComparison.TheExampleMessageOfTheExtensionIsServed.
TEST_F(ObjectSchemas, OS21ANumericMessageIdIsKeptAsText) {
  give_task(agent_, completed_task(v1_));
  Json message = comparison(v0_3());
  message["messageId"] = 1;
  EXPECT_EQ(gateway_.client(v0_3()).send(message)["history"][0]["messageId"], "1");
}

TEST_F(ObjectSchemas, OS22EveryDoorGivesTheSameVerdicts) {
  const auto parts_of = [](const Dialect& d) {
    const Json good = d.flagged_part("fightComparison", kLionAndTiger);
    const Json bad = d.flagged_part("fightComparison", {{"a", "Lion"}});
    Json flagged_text = d.text_part("Lion vs Tiger");
    flagged_text["metadata"] = {{"mimeType", kMode}};
    Json generic = d.data_part({{"a", "Lion"}});
    generic["metadata"] = {{"mimeType", "application/json"}};
    return std::vector<Json>{Json::array({good}),
                             Json::array({bad}),
                             Json::array({d.flagged_part("nope", kLionAndTiger)}),
                             Json::array({d.flagged_part("fightResponse", kTigerWins)}),
                             Json::array({d.flagged_part("fightComparison", kTigerWins)}),
                             Json::array({bad, good}),
                             Json::array({good, bad}),
                             Json::array({d.text_part("please"), good}),
                             Json::array({d.data_part({{"x", 1}}), bad}),
                             Json::array({flagged_text}),
                             Json::array({generic}),
                             Json::array({d.flagged_part("", kLionAndTiger)})};
  };
  give_task(agent_, completed_task(v1_));
  std::set<std::string> all_verdicts;
  for (const Dialect& dialect : {v0_3(), v1_0()}) {
    const GatewayClient client = gateway_.client(dialect);
    std::string sent;
    std::string streamed;
    int number = 0;
    for (const Json& parts : parts_of(dialect)) {
      const std::string id = dialect.version + "-" + std::to_string(number++);
      const Json once = dialect.send_params(dialect.message(dialect.user(), "s" + id, parts));
      const Json again = dialect.send_params(dialect.message(dialect.user(), "t" + id, parts));
      sent += verdict_of(client.call(dialect.send, once), dialect) + "\n";
      EventStream stream = client.open(dialect.stream, again);
      streamed +=
          verdict_of(stream.is_stream() ? stream.next().value_or(Json()) : stream.json(), dialect) + "\n";
    }
    all_verdicts.insert({sent, streamed});
  }
  EXPECT_THAT(all_verdicts, ElementsAre("task\n"
                                        "-32602 STRUCTURED_INPUT_INVALID\n"
                                        "-32005 CONTENT_TYPE_NOT_SUPPORTED SCHEMA_NOT_DECLARED\n"
                                        "-32005 CONTENT_TYPE_NOT_SUPPORTED SCHEMA_NOT_DECLARED\n"
                                        "-32602 STRUCTURED_INPUT_INVALID\n"
                                        "-32602 STRUCTURED_INPUT_INVALID\n"
                                        "task\n"
                                        "task\n"
                                        "-32602 STRUCTURED_INPUT_INVALID\n"
                                        "task\n"
                                        "task\n"
                                        "-32005 CONTENT_TYPE_NOT_SUPPORTED SCHEMA_NOT_DECLARED\n"));
}

TEST_F(ObjectSchemas, OS23OnlyADataPartWithTheModeIsFlagged) {
  give_task(agent_, completed_task(v1_));
  Json text = v1_.text_part("{}");
  text["metadata"] = {{"mimeType", kMode}};
  Json generic = v1_.data_part({{"a", 1}});
  generic["metadata"] = {{"mimeType", "application/json"}};
  Json vendor = v1_.data_part({{"a", 1}});
  vendor["metadata"] = {{"mimeType", "application/vnd.x+json;schema=fightComparison"}};
  Json url = {{"url", "https://files.example/1.json"}, {"mediaType", kMode}};
  int number = 0;
  for (const Json& part : {text, generic, vendor, url}) {
    const Json answer = client_.send(with_parts(Json::array({part}), "m-" + std::to_string(number++)));
    EXPECT_EQ(v1_.state_of(answer), "completed") << part;
  }
  EXPECT_EQ(agent_.call_count(), 4U);
}

TEST_F(ObjectSchemas, OS24AnUndeclaredNameIsAnError) {
  const Json error = client_.send_error(with_parts(Json::array({v1_.flagged_part("nope", Json::object())})));
  EXPECT_EQ(error["code"], -32005);
  const Json info = error["data"].back();
  EXPECT_EQ(info["metadata"], Json({{"schema", "nope"}, {"declared", "fightComparison"}}));
  expect_untouched_agent();
}

TEST(ObjectSchemasOfAnAgent, OS25TheNamedSchemaIsTheOneThatCounts) {
  ScriptedAgent agent;
  give_task(agent, completed_task(v1_0()));
  const RunningGateway gateway(agent,
                               skill_change({{"input", Json::array({"fightComparison", "fightResponse"})}}));
  const auto message_with = [](const std::string& schema) {
    return v1_0().message("ROLE_USER", "m-1", Json::array({v1_0().flagged_part(schema, kTigerWins)}));
  };
  EXPECT_EQ(gateway.client().send_error(message_with("fightComparison"))["code"], -32602);
  EXPECT_EQ(v1_0().state_of(gateway.client().send(message_with("fightResponse"))), "completed");
}

TEST_F(ObjectSchemas, OS26AValidInputIsExactlyWhatTheAgentGets) {
  give_task(agent_, completed_task(v1_));
  EXPECT_EQ(v1_.state_of(client_.send(comparison(v1_))), "completed");
  ASSERT_EQ(agent_.call_count(), 1U);
  const Json parts = agent_.messages()[0].message()["parts"];
  EXPECT_EQ(parts, Json::array({{{"data", kLionAndTiger}, {"mediaType", "application/json"}}}));
}

TEST_F(ObjectSchemas, OS27AnExtraMemberIsAViolation) {
  const Json error = client_.send_error(comparison(v1_, {{"a", "Lion"}, {"b", "Tiger"}, {"c", 1}}));
  EXPECT_EQ(error["data"][0]["fieldViolations"][0]["field"], "message.parts[0].data.c");
  EXPECT_THAT(std::string(error["message"]), HasSubstr("data.c"));
  expect_untouched_agent();
}

TEST_F(ObjectSchemas, OS28TheFirstFlaggedPartDecidesAndTheOthersAreLeftOut) {
  give_task(agent_, completed_task(v1_));
  const Json good = v1_.flagged_part("fightComparison", kLionAndTiger);
  const Json bad = v1_.flagged_part("nope", {{"never", "sent"}});
  EXPECT_EQ(client_.send_error(with_parts(Json::array({bad, good})))["code"], -32005);
  EXPECT_EQ(agent_.call_count(), 0U);
  client_.send(with_parts(Json::array({v1_.text_part("hi"), good, bad})));
  EXPECT_THAT(agent_.messages().at(0).http.body, Not(HasSubstr("never")));
}

// X-10, beside OS-28: data that nobody has checked is not handed over with data that was.
TEST_F(ObjectSchemas, X10UncheckedDataDoesNotTravelWithACheckedInput) {
  give_task(agent_, completed_task(v1_));
  const Json unchecked = v1_.data_part({{"a", "Lion"}, {"admin", true}});
  const Json good = v1_.flagged_part("fightComparison", kLionAndTiger);
  client_.send(with_parts(Json::array({unchecked, v1_.text_part("please"), good, unchecked})));
  const Json parts = agent_.messages().at(0).message()["parts"];
  EXPECT_EQ(parts, Json::array(
                       {{{"text", "please"}}, {{"data", kLionAndTiger}, {"mediaType", "application/json"}}}));
}

TEST_F(ObjectSchemas, OS29WithoutAFlaggedPartTheAgentDecides) {
  agent_.answer("SendMessage",
                {{"message", v1_.message("ROLE_AGENT", "a-1", Json::array({v1_.text_part("Hm")}))}});
  const Json parts = Json::array({v1_.text_part("Who wins?"), v1_.data_part({{"a", "Lion"}})});
  EXPECT_EQ(first_text(client_.send(with_parts(parts))), "Hm");
  EXPECT_EQ(agent_.messages().at(0).message()["parts"], parts);
}

TEST_F(ObjectSchemas, OS30AnAnswerThatIsAMessageBecomesATask) {
  const Json words = v1_.message("ROLE_AGENT", "a-1", Json::array({v1_.data_part(kTigerWins)}));
  agent_.answer("SendMessage", {{"message", words}});
  const Json task = client_.send(comparison(v1_));
  EXPECT_EQ(v1_.state_of(task), "completed");
  EXPECT_EQ(task["artifacts"][0]["parts"][0]["data"], kTigerWins);
  EXPECT_EQ(client_.get(task["id"]), task);

  agent_.on("SendStreamingMessage", [words](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event({{"message", words}});
    answer.end_events();
  });
  EventStream stream = client_.stream(comparison(v1_, kLionAndTiger, "m-2"));
  EXPECT_EQ(v1_.kind_of(stream.next_result()), "task");
}

TEST_F(ObjectSchemas, OS31AnInvalidInputIsSaidAndMakesNoTask) {
  const Json error = client_.send_error(comparison(v1_, {{"a", 1}, {"b", "Tiger"}}));
  EXPECT_THAT(std::string(error["message"]), HasSubstr("fightComparison"));
  EXPECT_THAT(std::string(error["message"]), HasSubstr("data.a"));
  const Json violation = error["data"][0]["fieldViolations"][0];
  EXPECT_EQ(violation["field"], "message.parts[0].data.a");
  EXPECT_THAT(std::string(violation["description"]), HasSubstr("type"));
  expect_untouched_agent();
}

TEST_F(ObjectSchemas, OS33ARunningTaskTakesNoStructuredInput) {
  const Gate gate;
  work_until(agent_, gate);
  const std::string id = client_.send(comparison(v1_), true)["id"];
  const Json before = client_.wait_for(id, "working");
  for (const Json& data : {kLionAndTiger, Json({{"a", "Lion"}})}) {
    const Json error = client_.send_error(in_task(comparison(v1_, data, "m-2"), before));
    EXPECT_EQ(error["code"], -32004);
    EXPECT_THAT(reasons_of(error), ElementsAre("UNSUPPORTED_OPERATION", "TASK_ALREADY_RUNNING"));
    EXPECT_THAT(std::string(error["message"]), HasSubstr("a task is already running"));
  }
  EXPECT_EQ(client_.get(id), before);
  EXPECT_EQ(agent_.call_count(), 1U);
  gate.open();
  client_.wait_for(id, "completed");
}

TEST_F(ObjectSchemas, OS34ATextGoesOnWithTheTaskOfTheAgent) {
  give_task(agent_, v1_.task("up-1", "input-required"));
  const Json task = client_.send(comparison(v1_));
  ASSERT_EQ(v1_.state_of(task), "input-required");
  give_task(agent_, completed_task(v1_));
  const Json done = client_.send(in_task(user_text(v1_, "the second one", "m-2"), task));
  EXPECT_EQ(done["id"], task["id"]);
  EXPECT_EQ(v1_.state_of(done), "completed");
  const Json message = agent_.messages().at(1).message();
  EXPECT_EQ(message["taskId"], "up-1");
  EXPECT_EQ(message["contextId"], "up-1-context");
  EXPECT_EQ(first_text(message), "the second one");
}

TEST_F(ObjectSchemas, OS35OS13AnOutputThatFitsIsLabelled) {
  give_task(agent_, completed_task(v1_));
  const std::string body = client_.post(call_body("SendMessage", {{"message", comparison(v1_)}}).dump()).body;
  EXPECT_THAT(body, HasSubstr(R"("mediaType":"application/json;schema=fightResponse")"));
  EXPECT_THAT(body, HasSubstr(R"({"mimeType":"application/json;schema=fightResponse"})"));
}

TEST_F(ObjectSchemas, OS36OS38ATaskHasTheMembersOfTheExample) {
  give_task(agent_, completed_task(v1_));
  for (const Dialect& dialect : {v0_3(), v1_0()}) {
    const Json task = gateway_.client(dialect).send(comparison(dialect, kLionAndTiger, dialect.version));
    for (const char* member : {"id", "contextId", "status", "history", "metadata", "artifacts"}) {
      EXPECT_TRUE(task.contains(member)) << member;
    }
    EXPECT_EQ(task.contains("kind"), !dialect.is_v1());
    EXPECT_EQ(task["status"]["state"], dialect.state("completed"));
    EXPECT_EQ(task["metadata"]["title"], "Who would win in a fight between Lion and Tiger?");
  }
}

TEST_F(ObjectSchemas, OS37TheHistoryKeepsTheMessageAsItWas) {
  give_task(agent_, completed_task(v1_));
  Json message = comparison(v1_);
  message["parts"][0]["metadata"]["colour"] = "red";
  const Json task = client_.send(message);
  message["taskId"] = task["id"];
  message["contextId"] = task["contextId"];
  EXPECT_EQ(task["history"], Json::array({message}));
}

TEST_F(ObjectSchemas, OS39EveryTimestampIsUtcWithMilliseconds) {
  const Gate gate;
  work_until(agent_, gate);
  EventStream stream = client_.stream(comparison(v1_));
  std::vector<Json> events = {stream.next_result()};
  gate.open();
  for (Json& event : stream.rest()) events.push_back(std::move(event));
  int statuses = 0;
  for (const Json& event : events) {
    const Json holder = v1_.unwrap(event);
    if (!holder.contains("status")) continue;
    ++statuses;
    EXPECT_THAT(std::string(holder["status"]["timestamp"]),
                MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z"));
  }
  EXPECT_GE(statuses, 2);
}

TEST_F(ObjectSchemas, OS40AnOutputThatFitsNoSchemaIsNotLabelled) {
  Json wrong = kTigerWins;
  wrong["probability"] = 1.5;
  give_task(agent_, completed_task(v1_, wrong));
  const Json task = client_.send(comparison(v1_));
  EXPECT_EQ(v1_.state_of(task), "completed");
  const Json artifact = task["artifacts"][0];
  EXPECT_THAT(artifact["parts"].dump(), Not(HasSubstr("schema=fightResponse")));
  const Json violation = artifact["metadata"][kSchemasUri + "/violations"]["violations"][0];
  EXPECT_EQ(violation["keyword"], "maximum");
}

}  // namespace
}  // namespace schemagate
