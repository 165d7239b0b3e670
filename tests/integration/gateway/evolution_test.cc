// Templates that evolve, on a running gateway: C2 of the conversations, from wishes to a key, over real
// sockets, with operators on their own listener. Time is the tests'.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/gateway/evolving_gateway.h"

namespace schemagate {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// SD-55, SD-74, X-31: what many wish for becomes a key, which every door tells.
TEST(GatewayEvolution, AWishOfManyBecomesAKeyOnEveryDoor) {
  const Evolving flight("automatic");
  const Json before = flight.schema_template();
  EXPECT_THAT(flight.updates()["patches"], IsEmpty());
  flight.wish_for_windows();
  EXPECT_EQ(flight.scenario()["algorithm"]["patches"], 1);
  const Json patches = flight.updates()["patches"];
  ASSERT_THAT(patches, SizeIs(1));
  const Json patch = patches[0];
  EXPECT_EQ(patch["patch_id"], "flight_booking_v1.p1");
  EXPECT_EQ(patch["parent_schema_id"], "flight_booking_v1");
  EXPECT_TRUE(patch.contains("timestamp") && patch.contains("expiration_date"));
  ASSERT_THAT(patch["new_keys"], SizeIs(1));
  EXPECT_EQ(patch["new_keys"][0]["experimental"], true);
  EXPECT_EQ(patch["new_keys"][0]["required"], false);
  // The negotiated template: the base as it was, one key more.
  Json after = flight.schema_template();
  EXPECT_EQ(after["keys"].size(), before["keys"].size() + 1);
  EXPECT_EQ(after["keys"].back(), patch["new_keys"][0]);
  after["keys"].erase(after["keys"].size() - 1);
  EXPECT_EQ(after, before);
  // Polling, in the same bytes by JSON-RPC, in a message and by REST, in both versions.
  const std::string text = flight.get("/flight/schemaTemplates/flight_booking_v1/patches").body;
  for (const Dialect& dialect : {v0_3(), v1_0()}) {
    const Json params = {{"schema_id", "flight_booking_v1"}};
    const GatewayClient client(flight.gateway()->port(), dialect, "/flight");
    EXPECT_EQ(client.post(call_body("get_schema_updates", params).dump(), key_of("c6")).body,
              "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":" + text + "}");
    const Json message = payload_message(dialect, {{"method", "get_schema_updates"}, {"params", params}});
    EXPECT_THAT(client.post(call_body(dialect.send, dialect.send_params(message)).dump(), key_of("c6")).body,
                HasSubstr("\"data\":" + text));
  }
  const std::string since = patch["timestamp"];
  EXPECT_THAT(
      flight.get("/flight/schemaTemplates/flight_booking_v1/patches?since=" + since).json()["patches"],
      IsEmpty());
  // The card vouches for the template as it is now.
  const Json card = flight.get("/flight/.well-known/agent-card.json").json();
  const std::string digest = flight.get("/flight/schemaTemplates/flight_booking").header("ETag");
  EXPECT_THAT(card.dump(), HasSubstr(digest.substr(1, digest.size() - 2)));
  EXPECT_THAT(card.dump(), HasSubstr("\"methods\":[\"get_schema_template\",\"get_schema_updates\","
                                     "\"request_schema_extension\"]"));
}

class EvolutionInline : public testing::TestWithParam<Dialect> {};

// C2, steps 2.4 and 2.7 (SD-18, SD-19, SD-74, SD-99, X-31).
TEST_P(EvolutionInline, ThePatchComesAlongAndTheKeyIsTaken) {
  const Dialect dialect = GetParam();
  Evolving flight("automatic");
  // One fragment is no trigger.
  EXPECT_FALSE(artifact_of(flight.book("old", {{"other", "a window, please"}}, dialect), dialect)
                   .contains("metadata"));
  flight.wish_for_windows();
  (void)flight.scenario();
  const Json artifact = artifact_of(flight.book("old", {{"other", "a window, please"}}, dialect), dialect);
  const Json patch = flight.updates()["patches"][0];
  const Json data = data_of(dialect, artifact["parts"][0]);
  EXPECT_EQ(data["booking_id"], booking()["booking_id"]);
  if (data.contains("schema_update_suggestion")) {
    EXPECT_EQ(data["schema_update_suggestion"], patch);
    EXPECT_EQ(artifact["metadata"][kSuggestion], Json({{"patch_id", patch["patch_id"]}}));
  } else {
    EXPECT_EQ(artifact["metadata"][kSuggestion], patch);
  }
  // In the bytes in which it is polled.
  const std::string polled = flight.get("/flight/schemaTemplates/flight_booking_v1/patches").body;
  const std::size_t begin = polled.find('[') + 1;
  const GatewayClient client(flight.gateway()->port(), dialect, "/flight");
  const Json wish = payload_message(dialect, flight_with({{"other", "a window, please"}}), "m-bytes");
  EXPECT_THAT(client.post(call_body(dialect.send, dialect.send_params(wish)).dump(), key_of("old")).body,
              HasSubstr(polled.substr(begin, polled.rfind(']') - begin)));
  // The next client uses the key; the agent gets it, and nothing is suggested any more.
  const std::string key = flight.new_key();
  const Json value = patch["new_keys"][0]["key_type"] == "boolean" ? Json(true) : Json("window");
  const Json used = flight.book("c6", {{key, value}, {"other", nullptr}}, dialect);
  EXPECT_FALSE(artifact_of(used, dialect).contains("metadata")) << used;
  EXPECT_EQ(flight.agent().messages().back().message()["parts"][0]["data"][key], value);
  // SD-49: whoever knows nothing of it gets what it always got.
  EXPECT_EQ(artifact_of(flight.book("old", {{"other", nullptr}}, dialect), dialect).value("metadata", Json()),
            Json());
}
INSTANTIATE_TEST_SUITE_P(Versions, EvolutionInline, testing::Values(v0_3(), v1_0()), name_of_dialect);

// SD-58, SD-56, SD-57, SD-59, X-38, X-43: what operators see of it.
TEST(GatewayEvolution, OperatorsSeePoolStagesAndFigures) {
  const Evolving flight("automatic");
  flight.wish_for_windows();
  const Json status = flight.ask("status").json();
  EXPECT_EQ(status["agents"][0]["dense_vectors"], false);
  const Json scenario = flight.scenario();
  EXPECT_EQ(scenario["trigger"]["fragments"], 6);
  EXPECT_EQ(scenario["trigger"]["triggered"], 1);
  EXPECT_EQ(scenario["algorithm"]["patches"], 1);
  EXPECT_EQ(scenario["evaluation"]["window_days"], 30);
  EXPECT_EQ(scenario["evaluation"]["keys"][0]["state"], "experimental");
  const Json pool = flight.ask("pool?agent=flight").json()[0];
  std::size_t in_clusters = 0;
  for (const Json& cluster : pool["clusters"]) in_clusters += cluster["fragments"].get<std::size_t>();
  EXPECT_EQ(in_clusters, pool["fragments"].get<std::size_t>());
  const Json explained = flight.ask("explain?name=flight_booking_v1.p1").json()[0];
  EXPECT_EQ(explained["stages"][0]["event"], "triggered");
  EXPECT_EQ(explained["stages"][1]["event"], "patch");
  // SD-67: each decision with the cluster, counts, the rule that fired and some wishes.
  EXPECT_EQ(explained["stages"][0]["rule"], "clients");
  EXPECT_EQ(explained["stages"][1]["rule"], "listed values");
  EXPECT_EQ(explained["stages"][1]["conflict"], "new");
  EXPECT_EQ(explained["stages"][1]["patch"]["patch_id"], "flight_booking_v1.p1");
  for (const Json& lines : {explained["stages"], flight.ask("audit").json()}) {
    ASSERT_THAT(lines, SizeIs(2));
    for (const Json& line : lines) {
      EXPECT_EQ(line["cluster"], pool["clusters"][0]["cluster"]) << line;
      EXPECT_GE(line["evidence"]["fragments"], 5) << line;
      EXPECT_GE(line["evidence"]["clients"], 5) << line;
      EXPECT_GE(line["evidence"]["heat"], 50) << line;
      EXPECT_EQ(line["examples"], pool["clusters"][0]["examples"]) << line;
    }
  }
  EXPECT_EQ(flight.ask("explain?name=nothing").status(), 404);
}

// SD-95: who may look, and who may decide.
TEST(GatewayEvolution, OperatorsNeedTheirRole) {
  Evolving flight("propose");
  EXPECT_EQ(flight.ask("status", "").status(), 401);
  EXPECT_EQ(flight.ask("status", "c1").status(), 403);
  EXPECT_EQ(flight.tell("approve", {{"patch_id", "x"}}, "c1").status(), 403);
  EXPECT_EQ(flight.ask("status").status(), 200);
  EXPECT_EQ(flight.ask("status", "admin", {{"Origin", "http://evil.example"}}).status(), 403);
  EXPECT_EQ(flight.ask("status", "admin", {{"Origin", ""}}).status(), 403);
  EXPECT_EQ(flight.ask("status", "admin", {{"Sec-Fetch-Site", "cross-site"}}).status(), 403);
  EXPECT_EQ(flight.ask("pool?agent=%zz").status(), 400);
  EXPECT_EQ(flight.ask("nothing").status(), 404);
  EXPECT_EQ(flight.ask("status").header("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(flight.ask("nothing").header("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(flight.tell("status", Json::object()).status(), 405);
  EXPECT_EQ(flight.tell("approve", Json::array()).status(), 400);
  EXPECT_EQ(flight.tell("approve", {{"patch_id", 7}}).status(), 400);
  EXPECT_EQ(flight.tell("approve", {{"patch_id", "x"}}).status(), 404);
  flight.come_from_a_web_page();
  EXPECT_EQ(flight.ask("status").status(), 403);
}

// What an operator asks too often is refused, and takes nothing from clients, nor they from him.
TEST(GatewayEvolution, OperatorsHaveTheQuotasOfClientsByThemselves) {
  for (const char* holder : {"address", "principal"}) {
    const Json quota{{"requests_per_second", 1}, {"burst", 3}};
    const Evolving flight("propose", Json::object(), {{"quotas", {{holder, quota}}}});
    int refused = 0;
    for (int i = 0; i < 20; ++i) {
      const HttpMessage answer = flight.ask("status");
      if (answer.status() != 429) continue;
      ++refused;
      EXPECT_EQ(answer.header("Retry-After"), "1");
      EXPECT_EQ(answer.json()["error"], "too many requests from this caller (quotas." + std::string(holder) +
                                            ".requests_per_second: 1)");
    }
    EXPECT_GE(refused, 10) << holder;
    EXPECT_EQ(flight.get("/healthz", "admin").status(), 200) << holder;
  }
}

TEST(GatewayEvolution, RequestsOfOperatorsStandInTheAuditLog) {
  const std::string file = testing::TempDir() + "schemagate-admin-audit-" + std::to_string(::getpid());
  const Evolving flight("propose", Json::object(), {{"audit", {{"file", file}}}});
  const auto line_of = [&file](const HttpMessage& answer) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
      Json decision = Json::parse(line);
      if (decision["request_id"] == answer.header("X-Request-Id")) return decision;
    }
    return Json();
  };
  const Json seen = line_of(flight.ask("status"));
  EXPECT_EQ(seen["subject"], "admin");
  EXPECT_EQ(seen["operation"], "evolution/status");
  EXPECT_EQ(seen["decision"], "allowed");
  EXPECT_EQ(seen["client.address"], "127.0.0.1");
  const Json denied = line_of(flight.tell("approve", {{"patch_id", "canary"}}, "c1"));
  EXPECT_EQ(denied["subject"], "c1");
  EXPECT_EQ(denied["operation"], "evolution/approve");
  EXPECT_EQ(denied["decision"], "denied");
  EXPECT_EQ(line_of(flight.ask("status", ""))["decision"], "unauthenticated");
  (void)flight.tell("approve", {{"patch_id", "canary"}});
  std::ifstream lines(file);
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(lines), {}), Not(HasSubstr("canary")));
  std::filesystem::remove(file);
}

TEST(GatewayEvolution, APersonApprovesOrRejects) {
  const Evolving flight("propose");
  flight.wish_for_windows();
  const Json proposals = flight.ask("proposals").json();
  ASSERT_THAT(proposals, SizeIs(1));
  EXPECT_EQ(proposals[0]["reason"], "mode");
  EXPECT_THAT(proposals[0]["examples"], Not(IsEmpty()));
  EXPECT_THAT(flight.updates()["patches"], IsEmpty());
  Json body = {{"patch_id", proposals[0]["patch_id"]}, {"name", "Seat!"}};
  EXPECT_EQ(flight.tell("approve", body).status(), 400);
  body["name"] = "seat_wish";
  body["description"] = "Where the passenger wants to sit.";
  EXPECT_EQ(flight.tell("approve", body).status(), 200);
  const Json patches = flight.updates()["patches"];
  ASSERT_THAT(patches, SizeIs(1)) << "at once";
  EXPECT_EQ(patches[0]["new_keys"][0]["key_name"], "seat_wish") << "as the person calls it";
  EXPECT_THAT(patches[0]["new_keys"][0]["semantic_description"].get<std::string>(),
              HasSubstr("Where the passenger wants to sit."));
  EXPECT_EQ(flight.tell("approve", body).status(), 404) << "once";
  EXPECT_THAT(flight.ask("proposals").json(), IsEmpty());
  EXPECT_THAT(flight.ask("audit").body, HasSubstr("\"by\":\"admin\""));
}

// X-34: a wish in so many words is one among others.
TEST(GatewayEvolution, AnExtensionIsAskedForInSoManyWords) {
  const Evolving flight("automatic");
  const Json answer = flight.call("request_schema_extension",
                                  {{"scenario", "flight booking"}, {"description", "window seat"}}, "c1");
  EXPECT_EQ(
      answer["result"],
      Json({{"schema_id", "flight_booking_v1"}, {"scenario", "flight_booking"}, {"status", "received"}}));
  const Json message = payload_message(
      v1_0(), {{"method", "request_schema_extension"},
               {"params", {{"scenario", "flight_booking"}, {"description", "window seat please"}}}});
  const Json told = flight.call("SendMessage", v1_0().send_params(message), "c2");
  EXPECT_EQ(told["result"]["message"]["parts"][0]["data"]["status"], "received");
  EXPECT_EQ(flight.scenario()["trigger"]["fragments"], 2);
  for (const Json& wrong :
       {Json({{"scenario", "flight_booking"}}), Json({{"scenario", "x"}, {"description", "y"}}),
        Json({{"scenario", "flight_booking"}, {"description", " \n"}})})
    EXPECT_EQ(flight.call("request_schema_extension", wrong)["error"]["code"], -32602) << wrong;
}

// SD-18, X-34: as good as what stands under `other`, for the suggestion, too.
TEST(GatewayEvolution, WhatIsAskedForInSoManyWordsIsSuggested) {
  const Evolving flight("automatic");
  for (std::size_t i = 0; i < kWindowWishes.size(); ++i) {
    const Json asked = {{"scenario", "flight_booking"}, {"description", kWindowWishes[i]}};
    EXPECT_TRUE(flight.call("request_schema_extension", asked, kClients[i]).contains("result"));
  }
  EXPECT_EQ(flight.scenario()["trigger"]["triggered"], 1);
  const Json artifact = artifact_of(flight.book("old", {{"other", "a window, please"}}));
  EXPECT_THAT(artifact.dump(), HasSubstr("\"seat_preference\""));
  EXPECT_TRUE(artifact["metadata"].contains(kSuggestion));
}

// X-60: one client, however often, and callers that nobody knows change nothing.
TEST(GatewayEvolution, OneClientAloneChangesNothing) {
  const Evolving flight("automatic");
  for (int i = 0; i < 30; ++i) flight.wish("c1", kWindowWishes[static_cast<std::size_t>(i) % 6]);
  EXPECT_EQ(flight.scenario()["trigger"]["triggered"], 0);
  EXPECT_THAT(flight.updates()["patches"], IsEmpty());
}

// The task without what differs from one to the next.
Json without_ids(Json task) {
  for (const char* member : {"id", "contextId"}) task.erase(member);
  task["status"].erase("timestamp");
  for (Json& artifact : task["artifacts"]) artifact.erase("artifactId");
  if (task.contains("history")) task.erase("history");
  return task;
}

// SD-49, SD-55: with evolution off there is nothing of it anywhere, and the exchange is what it is with it.
TEST(GatewayEvolution, WhereItIsOffNothingOfItIsThere) {
  const Evolving off("off");
  off.wish_for_windows();
  EXPECT_EQ(off.call("get_schema_updates", {{"schema_id", "flight_booking_v1"}})["error"]["code"], -32601);
  EXPECT_EQ(off.get("/flight/schemaTemplates/flight_booking_v1/patches").status(), 404);
  EXPECT_THAT(off.get("/flight/.well-known/agent-card.json").body, Not(HasSubstr("get_schema_updates")));
  EXPECT_THAT(off.ask("status").json()["agents"], IsEmpty());
  const Evolving on("automatic");
  EXPECT_EQ(on.get("/flight/schemaTemplates/flight_booking").body,
            off.get("/flight/schemaTemplates/flight_booking").body);
  const Json wish = {{"other", "a window, please"}};
  const Json plain = without_ids(off.book("old", wish)["result"]["task"]);
  EXPECT_FALSE(plain.dump().contains("schema_update_suggestion"));
  EXPECT_EQ(without_ids(on.book("old", wish)["result"]["task"]), plain) << "nothing was suggested yet";
  on.wish_for_windows();
  (void)on.scenario();
  Json suggesting = without_ids(on.book("old", wish)["result"]["task"]);
  ASSERT_TRUE(suggesting["artifacts"][0]["metadata"].contains(kSuggestion));
  suggesting["artifacts"][0].erase("metadata");
  Json& extensions = suggesting["artifacts"][0]["extensions"];
  ASSERT_THAT(extensions, Contains(Json(kUri)));
  extensions.erase(std::find(extensions.begin(), extensions.end(), Json(kUri)));
  suggesting["artifacts"][0]["parts"][0]["data"].erase("schema_update_suggestion");
  EXPECT_EQ(suggesting, plain) << "the suggestion is all that differs";
}

class EvolutionLife : public testing::TestWithParam<Dialect> {};
INSTANTIATE_TEST_SUITE_P(Versions, EvolutionLife, testing::Values(v0_3(), v1_0()), name_of_dialect);

// C2, step 2.9 (SD-77, SD-84, X-41): used by many and judged, the key becomes stable under the next base's
// id.
TEST_P(EvolutionLife, AKeyThatIsUsedBecomesStable) {
  const Dialect dialect = GetParam();
  Evolving flight("automatic",
                  {{"decision", "exact"}, {"minimum_payloads", 10}, {"minimum_payload_clients", 2}});
  flight.wish_for_windows();
  (void)flight.scenario();
  const std::string key = flight.new_key();
  const Json shown = flight.key(key);
  const Json value = shown["key_type"] == "boolean" ? Json(true) : Json("window");
  for (int i = 0; i < 20; ++i) {
    const std::string caller = kClients[static_cast<std::size_t>(i) % 6];
    (void)flight.updates(caller);
    flight.book(caller, i < 6 ? Json({{key, value}, {"other", nullptr}}) : Json({{"other", nullptr}}),
                dialect);
  }
  for (int i = 0; i < 5; ++i) {
    const Json verdict = {{"scenario", "flight_booking"}, {"key", key}, {"aligned", i < 4}};
    EXPECT_EQ(flight.tell("verdict", verdict).status(), 200);
  }
  // Each of the four figures is there before anything is decided.
  for (const Json& each : flight.scenario()["evaluation"]["keys"]) {
    for (const char* metric :
         {"usage_frequency", "semantic_alignment_accuracy", "value_type_correctness", "client_adoption_rate"})
      EXPECT_TRUE(each["metrics"][metric].is_number()) << metric << ": " << each;
  }
  flight.leap_days(8);
  EXPECT_EQ(flight.scenario()["evaluation"]["keys"][0]["state"], "stable");
  const Json promoted = flight.schema_template();
  EXPECT_EQ(promoted["schema_id"], "flight_booking_v2");
  EXPECT_FALSE(promoted["keys"].back().contains("experimental"));
  EXPECT_TRUE(flight.book("c6", {{key, value}}, dialect).contains("result")) << "the old id stays good";
  Json envelope = flight_with({{key, value}});
  envelope["schema_id"] = "flight_booking_v2";
  const GatewayClient client(flight.gateway()->port(), dialect, "/flight");
  const Json sent = client.call(dialect.send, dialect.send_params(payload_message(dialect, envelope, "m-v2")),
                                key_of("c6"));
  EXPECT_TRUE(sent.contains("result")) << sent;
}

// SD-81, X-42: what the gateway refuses was received all the same.
TEST(GatewayEvolution, ValuesOfAnotherTypeAreCountedAndRefused) {
  const Evolving flight("automatic");
  flight.wish_for_windows();
  (void)flight.scenario();
  const std::string key = flight.new_key();
  for (int i = 0; i < 9; ++i)
    EXPECT_TRUE(flight.book("c6", {{key, "window"}, {"other", nullptr}}).contains("result"));
  EXPECT_TRUE(flight.book("c6", {{key, 7}, {"other", nullptr}}).contains("error"));
  const Json metrics = flight.scenario()["evaluation"]["keys"][0]["metrics"];
  EXPECT_EQ(metrics["received"], 10) << metrics;
  EXPECT_EQ(metrics["value_type_correctness"], 0.9) << metrics;
  EXPECT_EQ(metrics["present"], 9) << "a payload that was refused used nothing: " << metrics;
}

// SD-79, SD-82: who sends a key with a good value in a payload that is refused for another reason has not
// adopted it, and nobody is asked what that value means.
TEST(GatewayEvolution, RefusedPayloadsAreNoUse) {
  const Evolving flight("automatic");
  flight.wish_for_windows();
  (void)flight.scenario();
  const std::string key = flight.new_key();
  (void)flight.updates("c6");
  const auto metrics_now = [&flight] { return flight.scenario()["evaluation"]["keys"][0]["metrics"]; };
  // On a busy machine five wishes bring the key, and the sixth is its first payload.
  const Json before = metrics_now();
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(flight.book("c6", {{key, "window"}, {"origin", 7}}).contains("error"));
  const Json metrics = metrics_now();
  EXPECT_EQ(metrics["received"], 3) << metrics;
  EXPECT_EQ(metrics["value_type_correctness"], 1.0) << metrics;
  EXPECT_EQ(metrics["payloads"], before["payloads"]) << metrics;
  EXPECT_EQ(metrics["present"], 0) << metrics;
  EXPECT_EQ(metrics["adopters"], 0) << metrics;
  EXPECT_THAT(flight.ask("samples?agent=flight").json(), IsEmpty());
}

// SD-80: whoever judges alignment gets values to look at, and each counts once.
TEST(GatewayEvolution, ValuesWaitForAVerdict) {
  const Evolving flight("automatic");
  flight.wish_for_windows();
  (void)flight.scenario();
  const std::string key = flight.new_key();
  flight.book("c6", {{key, "window"}, {"other", "mail bob@example.com"}});
  flight.book("c5", {{"other", nullptr}});
  const Json samples = flight.ask("samples?agent=flight").json();
  ASSERT_THAT(samples, SizeIs(1));
  EXPECT_EQ(samples[0]["value"], "window");
  EXPECT_THAT(samples.dump(), AllOf(HasSubstr("Acceptable values: window"), Not(HasSubstr("bob@"))));
  const Json verdict = {
      {"scenario", "flight_booking"}, {"key", key}, {"aligned", true}, {"sample", samples[0]["sample"]}};
  EXPECT_EQ(flight.tell("verdict", verdict).status(), 200);
  EXPECT_EQ(flight.tell("verdict", verdict).status(), 404) << "once";
  EXPECT_THAT(flight.ask("samples").json(), IsEmpty());
  flight.book("old", {{key, "window"}, {"other", nullptr}});
  EXPECT_THAT(flight.ask("samples").json(), SizeIs(1));
  EXPECT_EQ(flight.tell("erase", {{"client", "old"}}).json()["erased"], 1)
      << "also who has wished for nothing";
  EXPECT_THAT(flight.ask("samples").json(), IsEmpty());
  EXPECT_EQ(flight.scenario()["evaluation"]["keys"][0]["metrics"]["semantic_alignment_accuracy"], 1.0);
}

// The other branch of 2.9 (SD-88, SD-89, X-43): shown for 14 days, taken for 30 more.
TEST_P(EvolutionLife, AKeyThatNobodyUsesGoesAway) {
  const Dialect dialect = GetParam();
  Evolving flight("automatic",
                  {{"decision", "exact"}, {"minimum_payloads", 10}, {"minimum_payload_clients", 2}},
                  {{"log", {{"level", "warn"}}}});
  flight.wish_for_windows();
  (void)flight.scenario();
  const std::string key = flight.new_key();
  const Json value = flight.key(key)["key_type"] == "boolean" ? Json(true) : Json("window");
  for (int i = 0; i < 12; ++i) {
    const std::string caller = kClients[static_cast<std::size_t>(i) % 6];
    (void)flight.updates(caller);
    flight.book(caller, {{"other", nullptr}}, dialect);
  }
  flight.leap_days(8);
  EXPECT_EQ(flight.key(key)["deprecated"], true);
  flight.leap_days(15);
  EXPECT_EQ(flight.key(key), Json()) << "withdrawn";
  EXPECT_THAT(flight.updates()["patches"], IsEmpty());
  // SD-89: taken for a while, with one warning that names it and none of its values.
  testing::internal::CaptureStderr();
  EXPECT_TRUE(flight.book("c6", {{key, value}}, dialect).contains("result"));
  (void)flight.scenario();
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, AllOf(HasSubstr(R"("level":"warn","event":"evolution_withdrawn_key_sent")"),
                         HasSubstr("\"key\":\"" + key + "\""), HasSubstr("\"payloads\":1")));
  flight.leap_days(60);
  EXPECT_TRUE(flight.book("c6", {{key, value}}, dialect).contains("error")) << "removed";
  // Trial, then decision, each with the rule that it was.
  std::vector<std::string> life;
  for (const Json& line : flight.ask("audit").json()) {
    if (line["event"] == "state")
      life.push_back(line["to"].get<std::string>() + ": " + line["rule"].get<std::string>());
  }
  EXPECT_THAT(life,
              ElementsAre("deprecated: usage_too_low", "withdrawn: grace_over", "removed: acceptance_over"));
}

// A key that comes back has the dates of its new life alone.
TEST(GatewayEvolution, AKeyThatComesBackIsListedOnce) {
  Evolving flight("automatic",
                  {{"decision", "exact"}, {"minimum_payloads", 10}, {"minimum_payload_clients", 2}});
  flight.wish_for_windows();
  (void)flight.scenario();
  const Json first = flight.updates()["patches"][0];
  for (std::size_t i = 0; i < 12; ++i) flight.book(kClients[i % 6], {{"other", nullptr}});
  flight.leap_days(8);
  flight.leap_days(15);
  EXPECT_THAT(flight.updates()["patches"], IsEmpty()) << "withdrawn";
  flight.wish_for_windows();
  (void)flight.scenario();
  const Json patches = flight.updates()["patches"];
  ASSERT_THAT(patches, SizeIs(1));
  EXPECT_EQ(patches[0]["patch_id"], "flight_booking_v1.p2");
  EXPECT_EQ(patches[0]["new_keys"][0]["key_name"], first["new_keys"][0]["key_name"]);
  EXPECT_GT(patches[0]["expiration_date"], first["expiration_date"]);
}

class EvolutionLedgerTest : public testing::Test {
 protected:
  EvolutionLedgerTest() {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "k.key") << std::string(64, 'b');
    ledger_ = {{"ledger",
                {{"store", "sqlite"},
                 {"path", (folder_ / "ledger").string()},
                 {"keys", {{"k", (folder_ / "k.key").string()}}}}}};
  }
  ~EvolutionLedgerTest() override { std::filesystem::remove_all(folder_); }
  std::string written() const {
    std::string all;
    for (const auto& file : std::filesystem::directory_iterator(folder_)) {
      std::ifstream in(file.path(), std::ios::binary);
      all.append(std::istreambuf_iterator<char>(in), {});
    }
    return all;
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("schemagate-evolution-" + std::to_string(::getpid()));
  Json ledger_;
};

// SD-92: over a restart, sealed.
TEST_F(EvolutionLedgerTest, WhatHasEvolvedIsThereAfterARestart) {
  Evolving flight("automatic", Json::object(), ledger_);
  flight.wish_for_windows();
  flight.wish("c1", "a vegetarian meal");
  (void)flight.scenario();
  const Json patches = flight.updates()["patches"];
  ASSERT_THAT(patches, SizeIs(1));
  flight.restart();
  EXPECT_EQ(flight.updates()["patches"], patches) << "before anybody asks for anything else";
  EXPECT_EQ(flight.scenario()["trigger"]["fragments"], 7);
  flight.wish_for_windows();
  EXPECT_EQ(flight.scenario()["algorithm"]["patches"], 1) << "none twice";
  EXPECT_THAT(written(), AllOf(Not(HasSubstr("window seat")), Not(HasSubstr("vegetarian"))));
}

// Erasing takes a client out of the pool and keeps it out.
TEST_F(EvolutionLedgerTest, AClientIsErased) {
  Evolving flight("automatic", Json::object(), ledger_);
  flight.wish("c1", "a vegetarian meal");
  flight.wish("c2", "a vegetarian meal, please");
  EXPECT_EQ(flight.scenario()["trigger"]["fragments"], 2);
  EXPECT_EQ(flight.tell("erase", {{"client", "c1"}, {"opt_out", true}}).json()["erased"], 1);
  flight.wish("c1", "a vegetarian meal");
  EXPECT_EQ(flight.scenario()["trigger"]["fragments"], 1);
  EXPECT_EQ(flight.tell("erase", {{"client", "nobody"}}).status(), 404);
}

}  // namespace
}  // namespace schemagate
