// Masters whose plans a language model makes: it is asked once, told once what is wrong, and never trusted.
#include <gmock/gmock.h>

#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/push_receiver.h"
#include "tests/integration/gateway/workers.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string chat_http(const std::string& status, const Json& body) {
  const std::string text = body.dump();
  return "HTTP/1.1 " + status +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(text.size()) + "\r\n\r\n" +
         text;
}
// What a chat endpoint answers that says so.
std::string said(const std::string& content) {
  return chat_http("200 OK",
                   {{"choices", Json::array({{{"message", {{"role", "assistant"}, {"content", content}}},
                                              {"finish_reason", "stop"}}})}});
}
Json planned_item(const std::string& agent, const std::string& what) {
  return {{"id", agent},
          {"agent", agent},
          {"goal", "Goal of " + agent},
          {"items", Json::array({{{"id", "i"}, {"do", what}}})}};
}
std::string plan_of(const Json& sub_tasks) {
  return Json{{"description", "what the model makes of it"}, {"subtasks", sub_tasks}}.dump();
}

constexpr const char* kSky = "Forecast for Hangzhou";

class PlannedByAModel : public testing::TestWithParam<Dialect> {
 protected:
  PlannedByAModel() {
    weather_.change_card({{"description", "Knows the weather"}});
    for (ScriptedAgent* agent : {&weather_, &hotel_, &secret_})
      work_by(*agent, [](const std::string& text) { return Done{.text = "did: " + text}; });
  }
  // The weather and the hotel may be named; the third agent of the file may not.
  Json changes(const PushReceiver& model) const {
    const auto worker = [](const ScriptedAgent& agent) {
      return Json{{"upstream", {{"url", agent.url()}, {"poll_interval", "20ms"}}}};
    };
    const std::string origin = model.url().substr(0, model.url().rfind('/'));
    return {{"agents",
             {{"weather", worker(weather_)},
              {"hotel", worker(hotel_)},
              {"secret", worker(secret_)},
              {"tour",
               {{"kind", "master"},
                {"planner",
                 {{"url", origin + "/v1"},
                  {"model", "m1"},
                  {"key", {{"env", "PATH"}}},
                  {"timeout", "3s"},
                  {"agents", Json::array({"weather", "hotel"})}}}}}}}};
  }
  Json message(const std::string& id = "m-1") const { return user_text(mine_, kRequest, id); }
  // What came of the message.
  Json run(const PushReceiver& model) const {
    const RunningGateway gateway(fight_, changes(model));
    return gateway.client(mine_, "/tour").send(message());
  }
  Json refusal(const PushReceiver& model) const {
    const RunningGateway gateway(fight_, changes(model));
    return gateway.client(mine_, "/tour").send_error(message());
  }
  std::size_t calls() const {
    return texts_of(weather_).size() + texts_of(hotel_).size() + texts_of(secret_).size();
  }

  const std::string kRequest = "CANARY-USER wants three days in Hangzhou, and has a bad knee";
  const Dialect mine_ = GetParam();
  ScriptedAgent fight_;
  ScriptedAgent weather_;
  ScriptedAgent hotel_{v0_3()};
  ScriptedAgent secret_;
};
INSTANTIATE_TEST_SUITE_P(AllVersions, PlannedByAModel, testing::Values(v0_3(), v1_0()), name_of_dialect);

// The master takes a request apart that nobody has planned for, and calls whom it needs.
TEST_P(PlannedByAModel, ARequestIsTakenApartAndEachAgentGetsItsPart) {
  Json bed = planned_item("hotel", "A room, given {weather.i}");
  bed["after"] = Json::array({"weather"});
  const std::string plan = plan_of(Json::array({planned_item("weather", kSky), bed}));
  const PushReceiver model([&plan](std::size_t) { return said("```json\n" + plan + "\n```"); });
  const Json task = run(model);
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_THAT(texts_of(weather_), ElementsAre(kSky));
  EXPECT_THAT(texts_of(hotel_), ElementsAre(HasSubstr("A room, given did: Forecast")));
  EXPECT_EQ(goals_of(task), (Json{{"Goal of weather", "completed"}, {"Goal of hotel", "completed"}}));
  EXPECT_THAT(everything_of(weather_) + everything_of(hotel_), Not(HasSubstr("CANARY-USER")));
  ASSERT_EQ(model.count(), 1U);
  const HttpMessage asked = model.wait_for(1).front();
  EXPECT_EQ(asked.start_line, "POST /v1/chat/completions HTTP/1.1");
  EXPECT_THAT(asked.header("Authorization"), testing::StartsWith("Bearer "));
  EXPECT_THAT(asked.body, HasSubstr("Knows the weather"));
  EXPECT_THAT(asked.body, Not(HasSubstr("\\\"secret\\\"")));
}

TEST_P(PlannedByAModel, APlanWithMistakesIsSentBackOnceWithAllOfThem) {
  const std::string bad =
      plan_of(Json::array({planned_item("secret", "Tell"), planned_item("pilot", "Fly")}));
  const std::string good = plan_of(Json::array({planned_item("weather", kSky)}));
  const PushReceiver model([&](std::size_t count) { return said(count == 0 ? bad : good); });
  EXPECT_EQ(mine_.state_of(run(model)), "completed");
  EXPECT_THAT(texts_of(secret_), IsEmpty());
  const auto asked = model.wait_for(2);
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_THAT(asked[1].body, testing::AllOf(HasSubstr("secret is no agent of this plan"),
                                            HasSubstr("pilot is no agent of this plan")));
}

TEST_P(PlannedByAModel, AfterTheSecondBadPlanTheMessageIsRefusedAndNoAgentHearsOfIt) {
  Json circle = planned_item("weather", kSky);
  circle["after"] = Json::array({"weather"});
  const std::vector<std::string> answers{
      plan_of(Json::array({planned_item("secret", "Tell")})),
      plan_of(Json::array({circle})),
      plan_of(Json::array({planned_item("weather", "Do: {input}")})),
      plan_of(Json::array({planned_item("weather", kRequest)})),
      R"({"agents": {"evil": {"url": "http://127.0.0.1:1"}}, "subtasks": []})",
      "I cannot help with that."};
  for (const std::string& answer : answers) {
    const PushReceiver model([&answer](std::size_t) { return said(answer); });
    const Json error = refusal(model);
    EXPECT_THAT(error.value("message", ""), HasSubstr("no plan that can be carried out")) << answer;
    EXPECT_THAT(error.value("message", ""), Not(HasSubstr(": :"))) << answer;
    EXPECT_THAT(reasons_of(error), testing::Contains("PLAN_REFUSED"));
    EXPECT_EQ(model.count(), 2U) << answer;
  }
  EXPECT_EQ(calls(), 0U);
}

TEST_P(PlannedByAModel, AnEndpointThatDoesNotAnswerIsNoPlan) {
  const Json words = {{"error", {{"message", "CANARY-ENDPOINT is broken"}}}};
  const PushReceiver refusing([&](std::size_t) { return chat_http("401 Unauthorized", words); });
  const PushReceiver hanging([](std::size_t) { return std::string(); });
  for (const PushReceiver* model : {&refusing, &hanging}) {
    const Json error = refusal(*model);
    EXPECT_THAT(reasons_of(error), testing::Contains("PLANNER_UNAVAILABLE"));
    EXPECT_THAT(error.dump(), Not(HasSubstr("CANARY-ENDPOINT")));
  }
  EXPECT_EQ(calls(), 0U);
}

// Some repeat the request that they refuse, or hang.
TEST_P(PlannedByAModel, NoWordOfAnEndpointThatGivesNoPlanIsLogged) {
  const Json words = {{"error", {{"message", "invalid: " + kRequest}}}};
  for (const char* const status : {"200 OK", "400 Bad Request", "422 Unprocessable", "500 Broken"}) {
    const PushReceiver model([&](std::size_t) { return chat_http(status, words); });
    Json louder = changes(model);
    louder["log"] = {{"level", "info"}};
    testing::internal::CaptureStderr();
    {
      const RunningGateway gateway(fight_, louder);
      (void)gateway.client(mine_, "/tour").send_error(message());
    }
    const std::string log = testing::internal::GetCapturedStderr();
    EXPECT_THAT(log, HasSubstr("planner_failed")) << status;
    EXPECT_THAT(log, Not(HasSubstr("CANARY-USER"))) << status;
  }
}

TEST_P(PlannedByAModel, InHttpJsonItSaysWhenToComeAgain) {
  const PushReceiver model([](std::size_t) { return chat_http("500 Broken", Json::object()); });
  const RunningGateway gateway(fight_, changes(model));
  const Json body = {{"message", {{"messageId", "m"}, {"role", "ROLE_USER"}, {"parts", {{{"text", "go"}}}}}}};
  const HttpMessage answer = gateway.client().request("POST", "/tour/message:send",
                                                      {{"Content-Type", "application/json"}}, body.dump());
  EXPECT_EQ(answer.status(), 503);
  EXPECT_EQ(answer.header("Retry-After"), "5");
  EXPECT_EQ(answer.json()["error"]["status"], "UNAVAILABLE");
}

TEST_P(PlannedByAModel, AnEndpointThatKnowsLessIsAskedMoreSimply) {
  const std::string plan = plan_of(Json::array({planned_item("weather", kSky)}));
  const Json unknown = {{"error", {{"message", "response_format is not known"}}}};
  const PushReceiver model([&](std::size_t count) {
    if (count == 0) return chat_http("400 Bad Request", unknown);
    return count == 1 ? chat_http("503 Busy", unknown) : said(plan);
  });
  EXPECT_EQ(mine_.state_of(run(model)), "completed");
  EXPECT_EQ(model.count(), 3U);
}

// A message that comes again is the same run, and needs no other plan.
TEST_P(PlannedByAModel, TheSameMessageIsPlannedForOnce) {
  const std::string plan = plan_of(Json::array({planned_item("weather", kSky)}));
  const PushReceiver model([&plan](std::size_t) { return said(plan); });
  const RunningGateway gateway(fight_, changes(model));
  const GatewayClient client = gateway.client(mine_, "/tour");
  const Json first = client.send(message());
  EXPECT_EQ(client.send(message())["id"], first["id"]);
  EXPECT_EQ(model.count(), 1U);
}

}  // namespace
}  // namespace schemagate
