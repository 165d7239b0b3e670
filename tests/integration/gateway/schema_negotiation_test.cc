// Schema negotiation on a running gateway: its three doors, whatever comes in by them, and what the card says
// of it.
#include <gmock/gmock.h>

#include "a2a/signature/digest.h"
#include "tests/integration/gateway/schema_scenarios.h"

namespace schemagate {
namespace {

using schema_interaction::kFigure6;
using schema_interaction::kFigure7;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

using Negotiations = ScenariosTest;

// SD-1: the same bytes whichever way they are asked for, in every version and binding.
TEST_F(Negotiations, AllDoorsGiveTheSameBytes) {
  const std::string text = rest_text();
  EXPECT_EQ(as_in_figure(Json::parse(text)), Json::parse(kFigure7));
  const Json params = Json::parse(kFigure6)["params"];
  for (const Dialect& dialect : {v0_3(), v1_0()}) {
    const GatewayClient client = gateway_.client(dialect, "/flight");
    EXPECT_EQ(client.post(call_body("get_schema_template", params).dump()).body,
              "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":" + text + "}");
    const Json send = dialect.send_params(payload_message(dialect, Json::parse(kFigure6)));
    EXPECT_THAT(client.post(call_body(dialect.send, send).dump()).body, HasSubstr("\"data\":" + text));
    const Dialect rest = over_http_json(dialect);
    const Json message = payload_message(rest, Json::parse(kFigure6));
    const std::string path = std::string("/flight") + (dialect.is_v1() ? "" : "/v1") + "/message:send";
    const Headers headers = {{"Content-Type", "application/json"}, {"A2A-Version", dialect.version}};
    const HttpMessage answer = client.request("POST", path, headers, Json{{"message", message}}.dump());
    EXPECT_THAT(answer.body, HasSubstr(text)) << answer.start_line;
  }
}

// SD-29, X-26.
TEST_F(Negotiations, TheLanguageIsLookedUp) {
  const HttpMessage chinese = get("/flight/schemaTemplates/flight_booking?preferredLanguage=zh-CN");
  EXPECT_EQ(chinese.header("Content-Language"), "zh-CN");
  EXPECT_THAT(chinese.body, HasSubstr("出发城市"));
  EXPECT_EQ(chinese.json()["schema_id"], "flight_booking_v1");
  const HttpMessage french = get("/flight/schemaTemplates/flight_booking?preferredLanguage=fr");
  EXPECT_EQ(french.header("Content-Language"), "en");
  EXPECT_EQ(french.body, rest_text());
  const Json by_call = flight_.call("get_schema_template",
                                    {{"scenario", "flight_booking"}, {"preferred_language", "zh-CN-x-y"}});
  EXPECT_EQ(by_call["result"], chinese.json());
}

// SD-96: templates travel as a media type that exists, so IANA has nothing to register.
TEST_F(Negotiations, ATemplateIsPlainJson) {
  for (const std::string target : {"/flight/schemaTemplates", "/flight/schemaTemplates/flight_booking"}) {
    EXPECT_EQ(get(target).header("Content-Type"), "application/json") << target;
  }
}

TEST_F(Negotiations, ATemplateThatTheClientHasIsNotSentAgain) {
  const HttpMessage first = get("/flight/schemaTemplates/flight_booking");
  EXPECT_EQ(first.status(), 200);
  const HttpMessage again =
      get("/flight/schemaTemplates/flight_booking", {{"If-None-Match", first.header("ETag")}});
  EXPECT_EQ(again.status(), 304);
  EXPECT_EQ(again.body, "");
  const HttpMessage chinese = get("/flight/schemaTemplates/flight_booking?preferredLanguage=zh-CN",
                                  {{"If-None-Match", first.header("ETag")}});
  EXPECT_EQ(chinese.status(), 200);
  const HttpMessage head = flight_.head("/flight/schemaTemplates/flight_booking");
  EXPECT_EQ(head.header("ETag"), first.header("ETag"));
  EXPECT_EQ(head.body, "");
}

TEST_F(Negotiations, TheListNamesWhatThereIs) {
  const HttpMessage list = get("/flight/schemaTemplates");
  EXPECT_EQ(list.status(), 200);
  EXPECT_EQ(list.json()["schemaTemplates"][0]["scenario"], "flight_booking");
  EXPECT_EQ(get("/flight/schemaTemplates/").body, list.body);
  EXPECT_EQ(get("/schemaTemplates").json()["schemaTemplates"][0]["scenario"],
            "fight comparison");  // the root agent's
}

// SD-23, X-27.
TEST_F(Negotiations, ScenariosAreFoundHoweverTheyAreSpelled) {
  for (const char* spelling : {"flight%20booking", "FLIGHT-BOOKING", "flight_booking"})
    EXPECT_EQ(get("/flight/schemaTemplates/" + std::string(spelling)).body, rest_text()) << spelling;
}

TEST_F(Negotiations, AnUnknownScenarioIsAnsweredWithThoseThereAre) {
  const HttpMessage missed = get("/flight/schemaTemplates/flght_booking", {{"A2A-Version", "1.0"}});
  EXPECT_EQ(missed.status(), 404);
  EXPECT_THAT(missed.json()["error"]["message"],
              AllOf(HasSubstr("did you mean"), HasSubstr("There are: flight_booking")));
  const Json error = flight_.call("get_schema_template", {{"scenario", "coffee"}})["error"];
  EXPECT_EQ(error["code"], -32602);
  EXPECT_THAT(reasons_of(error), ElementsAre("SCENARIO_NOT_FOUND"));
  const Json in_message = flight_.send_error(
      payload_message(v1_, {{"method", "get_schema_template"}, {"params", {{"scenario", "coffee"}}}}));
  EXPECT_THAT(reasons_of(in_message), ElementsAre("SCENARIO_NOT_FOUND"));
  EXPECT_THAT(fields_of(in_message), ElementsAre("message.parts[0].data.params.scenario"));
}

TEST_F(Negotiations, MalformedQuestionsAreRefused) {
  for (const Json& params : {Json::object(), Json{{"scenario", 7}}, Json::array(), Json("x")})
    EXPECT_EQ(flight_.call("get_schema_template", params)["error"]["code"], -32602) << params;
  EXPECT_EQ(
      flight_.post(R"({"jsonrpc":"2.0","id":1,"method":"get_schema_template"})").json()["error"]["code"],
      -32602);
  EXPECT_EQ(
      flight_.post(R"({"jsonrpc":"1.0","id":1,"method":"get_schema_template"})").json()["error"]["code"],
      -32600);
  EXPECT_EQ(flight_.call("get_schema_templates", {{"scenario", "flight_booking"}})["error"]["code"], -32601);
  EXPECT_EQ(flight_.request("POST", "/flight/schemaTemplates").status(), 405);
  EXPECT_EQ(get("/nobody/schemaTemplates").status(), 404);
  EXPECT_EQ(get("/flight/schemaTemplates/a/b").status(), 404);
  EXPECT_EQ(get("/flight/schemaTemplates/%zz").status(), 404);
}

TEST_F(Negotiations, AgentsWithoutTemplatesHaveNoSuchDoors) {
  const RunningGateway plain(agent_);
  EXPECT_EQ(plain.client().call("get_schema_template", {{"scenario", "x"}})["error"]["code"], -32601);
  EXPECT_EQ(plain.client().request("GET", "/fight/schemaTemplates").status(), 404);
  give_task(agent_, completed_task(v1_));
  plain.client().send(payload_message(v1_, Json::parse(kFigure6)));
  EXPECT_EQ(agent_.messages().at(0).message()["parts"][0]["data"], Json::parse(kFigure6));
}

TEST_F(Negotiations, TemplatesAreThereWhileTheAgentIsNot) {
  ScriptedAgent down;
  const Json changes = scenarios(down);
  down.go_down();
  const RunningGateway gateway(down, changes);
  const GatewayClient client = gateway.client(v1_, "/flight");
  EXPECT_EQ(client.request("GET", "/flight/schemaTemplates/flight_booking").body, rest_text());
  EXPECT_TRUE(client.call("get_schema_template", {{"scenario", "flight_booking"}}).contains("result"));
}

// SD-93: the digests in the card are those of what is negotiated.
TEST_F(Negotiations, TheCardVouchesForTheTemplates) {
  const Json card = get("/flight/.well-known/agent-card.json").json();
  Json declaration;
  for (const Json& extension : card["capabilities"]["extensions"]) {
    if (extension["uri"] == kUri) declaration = extension;
  }
  EXPECT_EQ(declaration["params"]["methods"], Json::array({"get_schema_template"}));
  EXPECT_EQ(declaration["params"]["scenarios"], Json::array({"flight_booking"}));
  const auto digest_of = [this](const std::string& query) {
    return a2a::signature::digest_of(a2a::parse_tree(rest_text(query)).value()).value();
  };
  const Json digests = declaration["params"]["templateDigests"]["flight_booking_v1"];
  EXPECT_EQ(digests["en"], digest_of(""));
  EXPECT_EQ(digests["zh-CN"], digest_of("?preferredLanguage=zh-CN"));
}

// X-24, section 6.2: the template's schema stands in the card by its id, in keywords that every validator
// knows.
TEST_F(Negotiations, TheCardHasTheTemplateAsSchema) {
  const Json card = get("/flight/.well-known/agent-card.json").json();
  const Json schema = card["schemas"]["flight_booking_v1"];
  EXPECT_EQ(schema["$comment"], "schema-template");
  EXPECT_EQ(schema["properties"]["passenger_count"]["maximum"], 9);
  EXPECT_THAT(card["skills"][0]["inputModes"], Contains("application/json;schema=flight_booking_v1"));
  EXPECT_EQ(schema.dump().find("x-"), std::string::npos);
  EXPECT_EQ(schema.dump().find("\"format\""), std::string::npos);
}

TEST_F(Negotiations, TheExtensionIsActivatedWhenAskedFor) {
  const HttpMessage answer =
      flight_.post(call_body("get_schema_template", {{"scenario", "flight_booking"}}).dump(),
                   {{"A2A-Extensions", kUri + ", urn:x"}});
  EXPECT_EQ(answer.header("X-A2A-Extensions") + answer.header("A2A-Extensions"), kUri);
  EXPECT_EQ(
      flight_.post(call_body("GetTask", {{"id", "x"}}).dump(), {{"A2A-Extensions", kSchemasUri + "," + kUri}})
          .header("A2A-Extensions"),
      kSchemasUri + ", " + kUri);
}

}  // namespace
}  // namespace schemagate
