// Templates that evolve, on a running gateway: C2 of the conversations, from wishes to a key, over real
// sockets, with operators on their own listener. Time is the tests'.
#include <gmock/gmock.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/schema_scenarios.h"

namespace schemagate {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// Goes by itself, and leaps when told to.
class LeapingClock final : public Clock {
 public:
  MonotonicTime monotonic() const override { return std::chrono::steady_clock::now(); }
  std::chrono::system_clock::time_point utc() const override {
    return std::chrono::system_clock::now() + std::chrono::hours(hours_);
  }
  void leap(std::chrono::hours time) { hours_ += static_cast<int>(time.count()); }

 private:
  std::atomic<int> hours_ = 0;
};

const std::vector<std::string> kClients = {"c1", "c2", "c3", "c4", "c5", "c6", "old"};
const std::vector<std::string> kWindowWishes = {"window seat please",   "I'd like a window seat",
                                                "a seat at the window", "window seats preferred",
                                                "window seat",          "a window seat on the left"};

Json evolving(const ScriptedAgent& agent, const std::string& mode, const Json& settings = Json::object()) {
  Json changes = scenarios(agent);
  std::vector<std::string> callers = kClients;
  callers.emplace_back("admin");
  changes.merge_patch(with_api_keys(callers));
  changes["rules"] = {{"all", Json::object()}};
  changes["admin"] = {{"listen", "127.0.0.1:0"}};
  Json evolution = {{"mode", mode}, {"increment", 10}, {"minimum_age_hours", 0}, {"heat", 50}};
  evolution.merge_patch(settings);
  changes["agents"]["flight"]["evolution"] = evolution;
  return changes;
}

// The flight agent behind a gateway whose templates evolve.
class Evolving {
 public:
  explicit Evolving(const std::string& mode, const Json& settings = Json::object(),
                    const Json& more = Json::object())
      : gateway_(start(mode, settings, more)) {
    give_task(agent_, completed_task(v1_0(), booking()));
  }

  // The answer's task; an error is null.
  Json book(const std::string& caller, const Json& changes, const Dialect& dialect = v1_0()) const {
    const GatewayClient client(gateway_->port(), dialect, "/flight");
    const std::string id = "m-" + std::to_string(++messages_);
    const Json params = dialect.send_params(payload_message(dialect, flight_with(changes), id));
    return client.call(dialect.send, params, key_of(caller));
  }
  void wish(const std::string& caller, const std::string& words) const { book(caller, {{"other", words}}); }
  // As six clients ask for window seats.
  void wish_for_windows() const {
    for (std::size_t i = 0; i < kWindowWishes.size(); ++i) wish(kClients[i % 6], kWindowWishes[i]);
  }

  HttpMessage get(const std::string& target, const std::string& caller = "c6") const {
    return GatewayClient(gateway_->port(), v1_0(), "/flight").request("GET", target, key_of(caller));
  }
  Json call(const std::string& method, const Json& params, const std::string& caller = "c6",
            const Dialect& dialect = v1_0()) const {
    return GatewayClient(gateway_->port(), dialect, "/flight").call(method, params, key_of(caller));
  }
  Json schema_template() const { return get("/flight/schemaTemplates/flight_booking").json(); }
  Json key(const std::string& name) const {
    const Json shown = schema_template();
    for (const Json& key : shown["keys"]) {
      if (key["key_name"] == name) return key;
    }
    return nullptr;
  }
  std::string new_key() const {
    const Json patches = updates()["patches"];
    return patches.empty() ? "" : patches.back()["new_keys"][0]["key_name"].get<std::string>();
  }
  Json updates(const std::string& caller = "c6") const {
    return call("get_schema_updates", {{"schema_id", "flight_booking_v1"}}, caller)["result"];
  }

  // Everything that was told before is taken into account in what it answers.
  HttpMessage ask(const std::string& what, const std::string& caller = "admin",
                  const Headers& more = {}) const {
    Headers headers = caller.empty() ? Headers{} : key_of(caller);
    headers.insert(headers.end(), more.begin(), more.end());
    return to_operators("GET", what, headers);
  }
  HttpMessage tell(const std::string& what, const Json& body, const std::string& caller = "admin") const {
    Headers headers = caller.empty() ? Headers{} : key_of(caller);
    headers.push_back({"Content-Type", "application/json"});
    return to_operators("POST", what, headers, body.dump());
  }
  Json scenario() const { return ask("status").json()["agents"][0]["scenarios"][0]; }
  void leap_days(int days) {
    clock_.leap(std::chrono::hours(24 * days));
    ask("status");
  }

  void come_from_a_web_page() { is_local_ = false; }
  ScriptedAgent& agent() { return agent_; }
  const std::unique_ptr<Gateway>& gateway() const { return gateway_; }
  void restart() {
    (void)gateway_->drain();
    gateway_.reset();
    gateway_ = start(mode_, settings_, more_);
  }

 private:
  // A request names this machine, as those of web pages do not.
  HttpMessage to_operators(const std::string& method, const std::string& what, const Headers& headers,
                           const std::string& body = {}) const {
    constexpr std::string_view kNamed = "gateway.test";
    std::string text = request_text(method, "/evolution/" + what, headers, body);
    if (is_local_) text.replace(text.find(kNamed), kNamed.size(), "127.0.0.1");
    net::RawSocket socket = net::RawSocket::connect(gateway_->admin_port());
    socket.send(text);
    return HttpReader(socket).read().value_or(HttpMessage{});
  }
  std::unique_ptr<Gateway> start(const std::string& mode, const Json& settings, const Json& more) {
    mode_ = mode;
    settings_ = settings;
    more_ = more;
    Json changes = evolving(agent_, mode, settings);
    changes.merge_patch(more);
    auto gateway = Gateway::start(read_configuration(agent_, changes), {.evolution_clock = &clock_});
    EXPECT_TRUE(gateway) << (gateway ? "" : gateway.error().message);
    const auto ready = (*gateway)->wait_until_ready();
    EXPECT_TRUE(ready) << (ready ? "" : ready.error().message);
    return std::move(*gateway);
  }

  bool is_local_ = true;
  LeapingClock clock_;
  ScriptedAgent agent_;
  std::string mode_;
  Json settings_;
  Json more_;
  std::unique_ptr<Gateway> gateway_;
  mutable std::atomic<int> messages_ = 0;
};

Json artifact_of(const Json& answer, const Dialect& dialect = v1_0()) {
  const Json& result = answer["result"];
  return (dialect.is_v1() ? result["task"] : result)["artifacts"][0];
}

const std::string kSuggestion = kUri + "/schema_update_suggestion";

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

// C2, steps 2.4 and 2.7 (SD-19, SD-99).
TEST_P(EvolutionInline, ThePatchComesAlongAndTheKeyIsTaken) {
  const Dialect dialect = GetParam();
  Evolving flight("automatic");
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
  // The next client uses the key; the agent gets it, and nothing is suggested any more.
  const std::string key = flight.new_key();
  const Json value = patch["new_keys"][0]["key_type"] == "boolean" ? Json(true) : Json("window");
  const Json used = flight.book("c6", {{key, value}, {"other", nullptr}}, dialect);
  EXPECT_FALSE(artifact_of(used, dialect).contains("metadata")) << used;
  EXPECT_EQ(flight.agent().calls("SendMessage").back().message()["parts"][0]["data"][key], value);
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

TEST(GatewayEvolution, APersonApprovesOrRejects) {
  const Evolving flight("propose");
  flight.wish_for_windows();
  const Json proposals = flight.ask("proposals").json();
  ASSERT_THAT(proposals, SizeIs(1));
  EXPECT_EQ(proposals[0]["reason"], "mode");
  EXPECT_THAT(proposals[0]["examples"], Not(IsEmpty()));
  EXPECT_THAT(flight.updates()["patches"], IsEmpty());
  const Json body = {{"patch_id", proposals[0]["patch_id"]}};
  EXPECT_EQ(flight.tell("approve", body).status(), 200);
  EXPECT_THAT(flight.updates()["patches"], SizeIs(1)) << "at once";
  EXPECT_EQ(flight.tell("approve", body).status(), 404) << "once";
  EXPECT_THAT(flight.ask("proposals").json(), IsEmpty());
  EXPECT_THAT(flight.ask("audit").body, HasSubstr("\"by\":\"admin\""));
}

// a wish in so many words is one among others.
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

// one client, however often, and callers that nobody knows change nothing.
TEST(GatewayEvolution, OneClientAloneChangesNothing) {
  const Evolving flight("automatic");
  for (int i = 0; i < 30; ++i) flight.wish("c1", kWindowWishes[static_cast<std::size_t>(i) % 6]);
  EXPECT_EQ(flight.scenario()["trigger"]["triggered"], 0);
  EXPECT_THAT(flight.updates()["patches"], IsEmpty());
}

// SD-49: with evolution off there is nothing of it anywhere.
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
}

// C2, step 2.9 (SD-77, X-41): used by many and judged, the key becomes stable under the next base's id.
TEST(GatewayEvolution, AKeyThatIsUsedBecomesStable) {
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
    flight.book(caller, i < 6 ? Json({{key, value}, {"other", nullptr}}) : Json({{"other", nullptr}}));
  }
  for (int i = 0; i < 5; ++i) {
    const Json verdict = {{"scenario", "flight_booking"}, {"key", key}, {"aligned", i < 4}};
    EXPECT_EQ(flight.tell("verdict", verdict).status(), 200);
  }
  flight.leap_days(8);
  EXPECT_EQ(flight.scenario()["evaluation"]["keys"][0]["state"], "stable");
  const Json promoted = flight.schema_template();
  EXPECT_EQ(promoted["schema_id"], "flight_booking_v2");
  EXPECT_FALSE(promoted["keys"].back().contains("experimental"));
  EXPECT_TRUE(flight.book("c6", {{key, value}}).contains("result")) << "the old id stays good";
  Json envelope = flight_with({{key, value}});
  envelope["schema_id"] = "flight_booking_v2";
  const GatewayClient client(flight.gateway()->port(), v1_0(), "/flight");
  const Json sent =
      client.call("SendMessage", v1_0().send_params(payload_message(v1_0(), envelope, "m-v2")), key_of("c6"));
  EXPECT_TRUE(sent.contains("result")) << sent;
}

// The other branch of 2.9 (SD-88, SD-89): shown for 14 days, taken for 30 more.
TEST(GatewayEvolution, AKeyThatNobodyUsesGoesAway) {
  Evolving flight("automatic",
                  {{"decision", "exact"}, {"minimum_payloads", 10}, {"minimum_payload_clients", 2}});
  flight.wish_for_windows();
  (void)flight.scenario();
  const std::string key = flight.new_key();
  const Json value = flight.key(key)["key_type"] == "boolean" ? Json(true) : Json("window");
  for (int i = 0; i < 12; ++i) {
    const std::string caller = kClients[static_cast<std::size_t>(i) % 6];
    (void)flight.updates(caller);
    flight.book(caller, {{"other", nullptr}});
  }
  flight.leap_days(8);
  EXPECT_EQ(flight.key(key)["deprecated"], true);
  flight.leap_days(15);
  EXPECT_EQ(flight.key(key), Json()) << "withdrawn";
  EXPECT_THAT(flight.updates()["patches"], IsEmpty());
  EXPECT_TRUE(flight.book("c6", {{key, value}}).contains("result")) << "taken for a while";
  flight.leap_days(60);
  EXPECT_TRUE(flight.book("c6", {{key, value}}).contains("error")) << "removed";
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
