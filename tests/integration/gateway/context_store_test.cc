// The context store: agents of a master's plan read what their contexts refer to, and nobody else does.
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "extension/agent_context/context_uri.h"
#include "extension/agent_context/schemas.h"
#include "gateway/store/sqlite.h"
#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/push_receiver.h"
#include "tests/integration/gateway/workers.h"

namespace schemagate {
namespace {

using namespace nlohmann::literals;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// A plain agent finds out, another one that takes contexts goes on with it; a third has nothing to do with
// it.
constexpr std::string_view kConsultation = R"(
name: consultation
mode: async
agents: {archive: {}, consultant: {}, weather: {}}
limits: {rounds: 1, attempts: 1, call_seconds: 20}
subtasks:
  - {id: find, goal: Find, agent: archive, items: [{id: f1, do: "Find {input}"}]}
  - {id: consult, goal: Consult, agent: consultant, after: [find], items: [{id: c1, do: "What is it?"}]}
  - {id: look, goal: Look outside, agent: weather, items: [{id: w1, do: "Weather?"}]}
)";

// Two that read here, one after the other.
constexpr std::string_view kConsultAndSell = R"(
name: consultation
agents: {consultant: {}, pharmacy: {}}
limits: {rounds: 1, call_seconds: 20}
subtasks:
  - {id: consult, goal: Consult, agent: consultant, items: [{id: c1, do: "What is it?"}]}
  - {id: sell, goal: Sell, agent: pharmacy, after: [consult], items: [{id: c1, do: "Sell it"}]}
)";

const std::string kFindings = "FINDINGS-" + std::string(1'500, 'f');

// The consultation with so many things to be found, 1.5 KB each.
std::string plan_of_findings(int count) {
  std::string plan(kConsultation);
  const std::string one = "{id: f1, do: \"Find {input}\"}";
  std::string items = one;
  for (int i = 2; i <= count; ++i) items += ", {id: f" + std::to_string(i) + ", do: \"Find {input}\"}";
  return plan.replace(plan.find(one), one.size(), items);
}

// What the consultant got from the gateway for its reference.
struct Reading {
  std::string uri;
  HttpMessage answer;
};

class ContextStore : public testing::TestWithParam<Dialect> {
 protected:
  ContextStore() {
    std::filesystem::create_directory(folder_);
    write("plan.yaml", kConsultation);
    write("schema.json", agent_context::agent_context_schema());
    write("ledger.key", std::string(64, 'a'));
    write("context.key", kSigningKey);
    work_by(archive_, [](const std::string&) { return Done{.text = kFindings}; });
    work_by(weather_, [](const std::string&) { return Done{.text = "18 C"}; });
    consult([](const std::string&) { return std::vector<Reading>(); });
  }
  ~ContextStore() override {
    gateway_.reset();
    std::filesystem::remove_all(folder_);
  }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  Json changes() const {
    const auto worker = [](const ScriptedAgent& agent) {
      return Json{{"upstream", {{"url", agent.url()}, {"poll_interval", "20ms"}}}};
    };
    Json consultant = worker(consultant_);
    consultant["schemas"] = {{"AgentContext", file("schema.json")}};
    consultant["agent_wide"] = {{"input", {"AgentContext"}}, {"hand_over", "labelled"}};
    Json changed = with_api_keys({"alice", "consultant", "weather"});
    changed.merge_patch(
        {{"rules", {{"all", Json::object()}}},
         {"public_url", "http://127.0.0.1:1"},  // that references stay the same over restarts
         {"ledger", {{"store", "sqlite"}, {"path", file("ledger")}, {"keys", {{"l1", file("ledger.key")}}}}},
         {"audit", {{"file", file("audit.log")}}},
         {"limits", {{"drain", "0s"}}},
         {"context_store",
          {{"keys", {{"k1", file("context.key")}}},
           {"residency", "eu"},
           {"offload", "1KiB"},
           {"readers",
            {{"consultant", {{"authority", "key"}, {"subject", "consultant"}}},
             {"weather", {{"authority", "key"}, {"subject", "weather"}}}}}}},
         {"agents",
          {{"archive", worker(archive_)},
           {"weather", worker(weather_)},
           {"consultant", consultant},
           {"doctor", {{"kind", "master"}, {"plan", file("plan.yaml")}}}}}});
    return changed;
  }
  Json with_plain_consultant() const {
    Json changed = changes();
    Json& consultant = changed["agents"]["consultant"];
    consultant.erase("schemas");
    consultant.erase("agent_wide");
    consultant["agent_context"] = {{"mode", "per_item"}};
    changed["context_store"]["readers"].erase("consultant");
    return changed;
  }
  // For kConsultAndSell; one agent is both, and reads as the weather where it is the pharmacy.
  Json with_pharmacy() const {
    Json changed = changes();
    for (const char* const unused : {"archive", "weather"}) changed["agents"].erase(unused);
    changed["agents"]["pharmacy"] = changed["agents"]["consultant"];
    Json& readers = changed["context_store"]["readers"];
    readers = {{"consultant", readers["consultant"]},
               {"pharmacy", {{"authority", "key"}, {"subject", "weather"}}}};
    return changed;
  }
  GatewayClient start() {
    gateway_.reset();
    gateway_.emplace(fight_, changes());
    return gateway_->client(mine_, "/doctor");
  }

  // The consultant reads, with `read`, what its context's reference leads to, before it answers: done where
  // every answer was 200.
  void consult(std::function<std::vector<Reading>(const std::string& uri)> read) {
    consult_with([this, read = std::move(read)](const AgentCall& call) {
      const std::size_t before = readings_.size();
      for (Reading& each : read(call.message()["parts"][0]["data"]["AgentContext"]["Context/ContextURI"]))
        readings_.push_back(std::move(each));
      return std::all_of(readings_.begin() + static_cast<std::ptrdiff_t>(before), readings_.end(),
                         [](const Reading& each) { return each.answer.status() == 200; });
    });
  }
  // Its item is done where `work` says so.
  void consult_with(std::function<bool(const AgentCall&)> reads) {
    const Dialect theirs = consultant_.dialect();
    const auto work = [theirs, reads = std::move(reads)](const AgentCall& call) {
      const Json& message = call.message();
      Json context = message["parts"][0]["data"];
      Json& inner = context["AgentContext"];
      const bool all_good = reads(call);
      inner["ItemstateUpdates"] = Json::array({{{"itemId", "c1"}, {"state", all_good ? 1 : 0}}});
      inner["KeyInformation"] = Json::array({{{"itemId", "c1"}, {"outputabstract", "Influenza A"}}});
      const Json parts = Json::array({theirs.data_part(context)});
      return theirs.wrap("task", theirs.task("up-" + message.value("messageId", ""), "completed",
                                             Json::array({theirs.artifact("x", parts)})));
    };
    consultant_.on(theirs.send,
                   [work](const AgentCall& call, AgentAnswer& answer) { answer.result(work(call)); });
    consultant_.on(theirs.stream, [work](const AgentCall& call, AgentAnswer& answer) {
      answer.begin_events();
      answer.event(work(call));
      answer.end_events();
    });
  }
  HttpMessage get(const std::string& uri, const Headers& headers) const {
    return gateway_->client().request("GET", uri.substr(std::min(uri.size(), uri.find("/contexts/"))),
                                      headers);
  }
  std::string put(const std::string& uri, const Headers& headers, const std::string& body) const {
    const HttpMessage answer = gateway_->client().request(
        "PUT", uri.substr(std::min(uri.size(), uri.find("/contexts/"))), headers, body);
    return std::to_string(answer.status()) + " " + answer.json().value("reason", "");
  }
  // As the consultant itself would, with one reference.
  auto reads_as(const std::string& caller) {
    return [this, caller](const std::string& uri) {
      return std::vector{Reading{uri, get(uri, key_of(caller))}};
    };
  }
  Json run(const GatewayClient& client, const std::string& id = "m-1") const {
    const Json sent = client.call(mine_.send, mine_.send_params(user_text(mine_, "CANARY-USER's record", id)),
                                  key_of("alice"));
    return mine_.unwrap(sent["result"]);
  }
  // What anybody with the signing key could write.
  std::string forge(const std::string& uri,
                    const std::function<void(agent_context::ContextReference&)>& change) {
    agent_context::KeyRing ring;
    EXPECT_TRUE(ring.add({"k1", std::string(32, '\xbb')}));
    auto reference = agent_context::verify_reference(uri, [](std::string_view) { return true; }, 0, ring);
    EXPECT_TRUE(reference) << name(reference.error());
    change(*reference);
    return *agent_context::sign_reference(*reference, ring);
  }

  const std::string kSigningKey = std::string(64, 'b');
  const Dialect mine_ = GetParam();
  ScriptedAgent fight_;
  ScriptedAgent archive_{v0_3()};
  ScriptedAgent weather_;
  ScriptedAgent consultant_{GetParam()};
  std::vector<Reading> readings_;
  int runs_ = 0;
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("schemagate-contexts-" + std::to_string(::getpid()));
  std::optional<RunningGateway> gateway_;
};
INSTANTIATE_TEST_SUITE_P(AllVersions, ContextStore, testing::Values(v0_3(), v1_0()), name_of_dialect);

// AC-24, AC-33, AC-43, AC-51: the message has the reference, the reader gets what it leads to.
TEST_P(ContextStore, AnAgentReadsWhatItsContextRefersTo) {
  const GatewayClient client = start();
  consult(reads_as("consultant"));
  const Json task = run(client);
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  ASSERT_THAT(readings_, SizeIs(1));
  const Reading& reading = readings_.front();
  EXPECT_THAT(reading.uri, HasSubstr("/contexts/"));
  EXPECT_EQ(reading.answer.status(), 200) << reading.answer.body;
  EXPECT_EQ(reading.answer.header("Cache-Control"), "no-store");
  const Json record = reading.answer.json();
  EXPECT_EQ(record.value("/from/0/KeyInformation/0/outputabstract"_json_pointer, ""), kFindings);
  EXPECT_THAT(everything_of(consultant_), Not(HasSubstr("FINDINGS")));
  EXPECT_EQ(data_of(task, "results").value("/subtasks/1/items/0/outputabstract"_json_pointer, ""),
            "Influenza A");
}

// AC-24
TEST_P(ContextStore, FiftyKilobytesAreAReferenceInASmallContext) {
  write("plan.yaml", plan_of_findings(34));
  const GatewayClient client = start();
  consult(reads_as("consultant"));
  EXPECT_EQ(mine_.state_of(run(client)), "completed");
  ASSERT_THAT(readings_, SizeIs(1));
  EXPECT_GT(readings_.front().answer.body.size(), 50'000U);
  const auto calls = consultant_.calls(consultant_.dialect().stream);
  ASSERT_THAT(calls, SizeIs(1));
  EXPECT_LE(calls.front().message()["parts"][0]["data"].dump().size(), 2'048U);
}

TEST_P(ContextStore, WhatIsSmallGoesAlongWithTheMessage) {
  work_by(archive_, [](const std::string&) { return Done{.text = "short"}; });
  const GatewayClient client = start();
  std::string uri;
  consult([&uri](const std::string& found) {
    uri = found;
    return std::vector<Reading>();
  });
  EXPECT_EQ(mine_.state_of(run(client)), "completed");
  EXPECT_THAT(uri, HasSubstr("data:application/json;base64,"));
}

// AC-50, AC-51, AC-53, X-59: each bad reference is refused by name, whoever holds it; who is no reader learns
// nothing of its end.
TEST_P(ContextStore, EachBadReferenceIsRefusedByName) {
  Json louder = changes();
  louder["log"] = {{"level", "info"}};
  testing::internal::CaptureStderr();
  gateway_.emplace(fight_, louder);
  const GatewayClient client = gateway_->client(mine_, "/doctor");
  const auto reason = [](const HttpMessage& answer) {
    return std::to_string(answer.status()) + " " + answer.json().value("reason", "");
  };
  std::vector<std::string> refusals;
  consult([&](const std::string& uri) {
    std::string changed = uri;
    changed.back() = changed.back() == 'A' ? 'B' : 'A';
    const auto expired = forge(uri, [](auto& reference) { reference.expires = 1'000'000'000; });
    const auto unknown = forge(uri, [](auto& reference) { reference.id += "0"; });
    const auto other =
        forge(uri, [](auto& reference) { reference.digest = agent_context::content_digest("other"); });
    refusals = {reason(get(changed, key_of("consultant"))),  reason(get(uri + "&x=1", key_of("consultant"))),
                reason(get(uri, key_of("weather"))),         reason(get(expired, key_of("weather"))),
                reason(get(expired, key_of("consultant"))),  reason(get(unknown, key_of("consultant"))),
                reason(get(other, key_of("consultant"))),    reason(get(uri, {})),
                reason(get(uri, {{"X-API-Key", "guessed"}}))};
    return std::vector{Reading{uri, get(uri, key_of("consultant"))}};
  });
  EXPECT_EQ(mine_.state_of(run(client)), "completed");
  EXPECT_THAT(refusals,
              ElementsAre("403 wrong_signature", "403 malformed", "403 wrong_audience", "403 wrong_audience",
                          "410 expired", "410 revoked", "410 digest_changed", "401 ", "401 "));
  gateway_.reset();
  std::vector<std::string> logged;
  std::istringstream log(testing::internal::GetCapturedStderr());
  for (std::string text; std::getline(log, text);) {
    const Json line = Json::parse(text, nullptr, false);
    if (line.is_object() && line.value("url.path", "").starts_with("/contexts/"))
      logged.push_back(std::to_string(line.value("http.response.status_code", 0)) + " " +
                       line.value("cause", line.value("reason", "")));
  }
  refusals[7] += "authentication is needed";
  refusals[8] += "the API key is not known";
  refusals.emplace_back("200 ");  // the reading
  // A line is written behind its answer, by whatever core.
  EXPECT_THAT(logged, testing::UnorderedElementsAreArray(refusals));
}

// AC-53: the refusals above leave other goals unharmed.
TEST_P(ContextStore, AnAgentThatCannotReadFailsItsOwnGoalOnly) {
  const GatewayClient client = start();
  consult(reads_as("weather"));
  const Json task = run(client);
  EXPECT_EQ(mine_.state_of(task), "failed");
  EXPECT_EQ(goals_of(task),
            (Json{{"Find", "completed"}, {"Consult", "failed"}, {"Look outside", "completed"}}));
  EXPECT_THAT(first_text(task["status"]["message"]), HasSubstr("c1"));
}

// AC-52: with the run all that it stored is gone, for its reader, too, and from the disk.
TEST_P(ContextStore, WhenTheRunHasEndedItsReferencesLeadNowhere) {
  const GatewayClient client = start();
  consult(reads_as("consultant"));
  ASSERT_EQ(mine_.state_of(run(client)), "completed");
  const HttpMessage late = get(readings_.front().uri, key_of("consultant"));
  EXPECT_EQ(late.status(), 410);
  EXPECT_EQ(late.json().value("reason", ""), "revoked");
  gateway_.reset();
  const auto ledger = store::sqlite::Database::open(file("ledger"));
  ASSERT_TRUE(ledger);
  auto& database = const_cast<store::sqlite::Database&>(*ledger);
  EXPECT_EQ(database.value_of("SELECT count(*) FROM run_keys").value_or(""), "0");
  EXPECT_EQ(database.value_of("SELECT count(*) FROM context_records").value_or(""), "0");
}

// AC-48, AC-54: neither the log of the gateway nor the audit log nor the ledger's file has a byte of it.
TEST_P(ContextStore, NoContentReachesALogOrAFile) {
  Json louder = changes();
  louder["log"] = {{"level", "debug"}};
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  gateway_.emplace(fight_, louder);
  consult(reads_as("consultant"));
  const Json task = run(gateway_->client(mine_, "/doctor"));
  gateway_.reset();
  const std::string log = testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
  EXPECT_EQ(mine_.state_of(task), "completed");
  EXPECT_THAT(log, HasSubstr("/contexts/")) << "the reading is logged";
  const auto bytes_of = [this](const std::string& name) {
    std::ifstream written(file(name), std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(written)), {});
  };
  EXPECT_THAT(bytes_of("audit.log"), HasSubstr("consultant"));
  for (const std::string& where : {log, bytes_of("audit.log"), bytes_of("ledger"), bytes_of("ledger-wal")}) {
    for (const char* const canary : {"FINDINGS", "CANARY-USER", "sig="})
      EXPECT_THAT(where, Not(HasSubstr(canary)));
  }
}

// AC-55: a reference that has been told is good after a restart, too: what it leads to was durable before.
TEST_P(ContextStore, AReferenceLivesOverARestart) {
  const Dialect theirs = consultant_.dialect();
  const Gate told;
  std::string uri;
  Json context;
  const auto take = [&](const AgentCall& call) {
    context = call.message()["parts"][0]["data"];
    uri = context["AgentContext"].value("Context/ContextURI", "");
    return theirs.wrap("task", theirs.task("up-1", "working"));
  };
  consultant_.on(theirs.stream, [&](const AgentCall& call, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(take(call));
    answer.end_events();
    told.open();
  });
  consultant_.answer(theirs.get, theirs.task("up-1", "working"));
  const Json params = mine_.send_params(user_text(mine_, "a record"), true);
  const Json sent = start().call(mine_.send, params, key_of("alice"));
  told.wait();
  // The agent has named its task by now; else it would count as not known.
  ASSERT_TRUE(consultant_.wait_for_calls(theirs.get, 1));
  const GatewayClient client = start();
  EXPECT_EQ(get(uri, key_of("consultant")).status(), 200);
  Json& inner = context["AgentContext"];
  inner["ItemstateUpdates"] = Json::array({{{"itemId", "c1"}, {"state", 1}}});
  inner["KeyInformation"] = Json::array({{{"itemId", "c1"}, {"outputabstract", "Influenza A"}}});
  const Json artifacts = Json::array({theirs.artifact("x", Json::array({theirs.data_part(context)}))});
  consultant_.answer(theirs.get, theirs.task("up-1", "completed", artifacts));
  const Json params_of_task = {{"id", mine_.unwrap(sent["result"])["id"]}};
  const auto look = [&] { return client.call(mine_.get, params_of_task, key_of("alice"))["result"]; };
  Json task = look();
  for (int i = 0; i < 3'000 && mine_.state_of(task) == "working"; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    task = look();
  }
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_THAT(consultant_.calls(theirs.stream), SizeIs(1));
  EXPECT_EQ(get(uri, key_of("consultant")).status(), 410);
}

// What would not fit the message fails the subtask where there is nobody who could read it.
TEST_P(ContextStore, WithoutAReaderALargeContextFailsTheSubtask) {
  write("plan.yaml", plan_of_findings(12));
  Json without = changes();
  without["context_store"]["readers"].erase("consultant");
  gateway_.emplace(fight_, without);
  const Json task = run(gateway_->client(mine_, "/doctor"));
  EXPECT_EQ(goals_of(task)["Consult"], "failed");
  EXPECT_THAT(first_text(task["status"]["message"]), HasSubstr("larger than 16 KiB"));
  consult(reads_as("consultant"));
  EXPECT_EQ(mine_.state_of(run(start(), "m-2")), "completed") << "the same with one";
}

// AC-42: an agent that knows nothing of contexts gets what its context refers to from the gateway, which
// reads it in the agent's place.
TEST_P(ContextStore, APlainAgentGetsWhatItsContextRefersTo) {
  work_by(consultant_, [](const std::string&) { return Done{.text = "Influenza A"}; });
  gateway_.emplace(fight_, with_plain_consultant());
  const Json task = run(gateway_->client(mine_, "/doctor"));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  ASSERT_THAT(texts_of(consultant_), SizeIs(1));
  EXPECT_THAT(texts_of(consultant_).front(), HasSubstr("What is it?"));
  EXPECT_THAT(texts_of(consultant_).front(), HasSubstr(kFindings));
  EXPECT_THAT(everything_of(consultant_), Not(HasSubstr("/contexts/")));
}

// Section 3.1 of the binding: who looks at a card knows where its references lead, and how small a context
// has to be to have none.
TEST_P(ContextStore, CardsSayWhereItIs) {
  gateway_.emplace(fight_, with_plain_consultant());
  const GatewayClient client = gateway_->client(mine_, "/doctor");
  for (const auto& [agent, inline_bytes] : {std::pair{"doctor", 1'024}, {"consultant", 16'384}}) {
    const Json card = client.request("GET", "/" + std::string(agent) + "/.well-known/agent-card.json").json();
    Json params;
    for (const Json& each : card["capabilities"]["extensions"])
      if (each["uri"] == kContextsUri) params = each["params"];
    EXPECT_EQ(params["contextStore"], "http://127.0.0.1:1/contexts") << agent;
    EXPECT_EQ(params["residency"], "eu") << agent;
    EXPECT_EQ(params["maxInlineBytes"], inline_bytes) << agent;
  }
}

// AC-51: whoever holds a good reference to the record of another's run gets it by no agent, either.
TEST_P(ContextStore, NobodyElseHandsAReferenceToAPlainAgent) {
  const Dialect theirs = consultant_.dialect();
  Json error;
  work_by(consultant_, [this, &error](const std::string&) {
    const std::string message_id = archive_.calls(archive_.dialect().stream).front().message()["messageId"];
    const std::string run = message_id.substr(0, message_id.find("-1-r1"));
    agent_context::KeyRing ring;
    (void)ring.add({"k1", std::string(32, '\xbb')});
    const auto uri = agent_context::sign_reference({.store = "http://127.0.0.1:1",
                                                    .id = run + "-2",
                                                    .audience = "consultant",
                                                    .expires = 4'000'000'000,
                                                    .digest = agent_context::content_digest("x")},
                                                   ring);
    Json context = context_of_items({{"c1", "What is it?"}});
    context["AgentContext"]["AgentID"] = "consultant";
    context["AgentContext"]["Context/ContextURI"] = *uri;
    const Json message =
        mine_.message(mine_.user(), "m-9", Json::array({mine_.flagged_part("AgentContext", context)}));
    error = gateway_->client(mine_, "/consultant")
                .call(mine_.send, mine_.send_params(message), key_of("alice"))["error"];
    return Done{.text = "Influenza A"};
  });
  gateway_.emplace(fight_, with_plain_consultant());
  EXPECT_EQ(mine_.state_of(run(gateway_->client(mine_, "/doctor"))), "completed");
  EXPECT_THAT(error["message"],
              HasSubstr("Context/ContextURI cannot be handed to this agent: wrong_audience"));
  EXPECT_THAT(texts_of(consultant_), SizeIs(1));
}

// What an agent gives may be larger than its abstracts: it puts that into the store, once, and the agents
// that need it read it there.
TEST_P(ContextStore, AnAgentWritesWhatItGivesAndTheNextOneReadsIt) {
  write("plan.yaml", kConsultAndSell);
  gateway_.emplace(fight_, with_pharmacy());
  const std::string report = R"({"report":"REPORT-)" + std::string(5'000, 'r') + "\"}";
  std::vector<std::string> puts;
  std::string read;
  consult_with([&](const AgentCall& call) {
    const Json& message = call.message();
    const Json context = message["parts"][0]["data"]["AgentContext"];
    const std::string place = message["metadata"].value(kContextsUri + "/writeTo", "");
    if (context["AgentID"] == "consultant") {
      puts = {put(place, key_of("weather"), report), put(place, key_of("consultant"), "no JSON"),
              put(place, key_of("consultant"), report), put(place, key_of("consultant"), "{}")};
      EXPECT_EQ(get(place, key_of("consultant")).status(), 403) << "is for writing alone";
      EXPECT_EQ(context["Context/ContextURI"], "");
      return true;
    }
    const HttpMessage record = get(context["Context/ContextURI"], key_of("weather"));
    const auto given = record.json().value("/from/0/Context~1ContextURI"_json_pointer, "");
    EXPECT_EQ(get(given, key_of("consultant")).json().value("reason", ""), "wrong_audience");
    read = get(given, key_of("weather")).body;
    return true;
  });
  const Json task = run(gateway_->client(mine_, "/doctor"));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_THAT(puts, ElementsAre("403 wrong_audience", "400 no_json", "201 ", "409 already_written"));
  EXPECT_EQ(read, report);
  EXPECT_THAT(everything_of(consultant_), Not(HasSubstr("REPORT")));
}

// AC-24, AC-55: what an agent refers to in a store of its own is read and checked once, and kept here for the
// agents that go on with it.
TEST_P(ContextStore, WhatAnAgentKeepsElsewhereIsReadHereByTheNextOne) {
  const std::string report = R"({"report":"REPORT"})";
  const PushReceiver elsewhere([&report](std::size_t) {
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(report.size()) + "\r\n\r\n" + report;
  });
  const std::string origin = elsewhere.url().substr(0, elsewhere.url().rfind('/'));
  write("plan.yaml", kConsultAndSell);
  Json changed = with_pharmacy();
  changed["context_sources"] = {{"hospital", {{"origin", origin}, {"allow", Json::array({"127.0.0.0/8"})}}}};
  gateway_.emplace(fight_, changed);
  std::string read;
  refer_by(consultant_, "done", [&](const Json& context) -> std::string {
    if (context["AgentID"] == "consultant") return origin + "/r?dig=" + agent_context::content_digest(report);
    const HttpMessage record = get(context["Context/ContextURI"], key_of("weather"));
    read = get(record.json().value("/from/0/Context~1ContextURI"_json_pointer, ""), key_of("weather")).body;
    return context["Context/ContextURI"];
  });
  const Json task = run(gateway_->client(mine_, "/doctor"));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  EXPECT_EQ(read, report);
  EXPECT_EQ(elsewhere.count(), 1U);
}

// AC-50, AC-51: an agent answers with a reference into this store that nobody gave it, or that was another's.
TEST_P(ContextStore, AForgedReferenceInAnAnswerFailsItsGoal) {
  write("plan.yaml", kConsultAndSell);
  gateway_.emplace(fight_, with_pharmacy());
  const auto told_of = [this](const std::function<std::string(const std::string&)>& change) {
    refer_by(consultant_, "done", [&change](const Json& context) -> std::string {
      return change("http://127.0.0.1:1/contexts/" + context.value("SubTaskID", ""));
    });
    return first_text(run(gateway_->client(mine_, "/doctor"), std::to_string(++runs_))["status"]["message"]);
  };
  const auto sign = [](const std::string& uri, const std::string& audience, std::int64_t expires) {
    agent_context::KeyRing ring;
    (void)ring.add({"k1", std::string(32, '\xbb')});
    return *agent_context::sign_reference({.store = "http://127.0.0.1:1",
                                           .id = uri.substr(uri.rfind('/') + 1),
                                           .audience = audience,
                                           .expires = expires,
                                           .digest = agent_context::content_digest("x")},
                                          ring);
  };
  const std::string refused = "the agent's reference was refused: ";
  EXPECT_THAT(told_of([](const std::string& uri) { return uri; }), HasSubstr(refused + "malformed"));
  EXPECT_THAT(told_of([&](const std::string& uri) { return sign(uri, "consultant", 4'000'000'000) + "A"; }),
              HasSubstr(refused + "wrong_signature"));
  EXPECT_THAT(told_of([&](const std::string& uri) { return sign(uri, "pharmacy", 4'000'000'000); }),
              HasSubstr(refused + "wrong_audience"));
  EXPECT_THAT(told_of([&](const std::string& uri) { return sign(uri, "consultant", 1'000'000'000); }),
              HasSubstr(refused + "expired"));
}

TEST_P(ContextStore, OnlyGetAndPutAreTaken) {
  (void)start();
  EXPECT_EQ(gateway_->client().request("POST", "/contexts/x", key_of("alice")).status(), 405);
  EXPECT_EQ(gateway_->client().request("GET", "/contexts/x", key_of("alice")).status(), 403);
}

TEST_P(ContextStore, AGatewayWithoutOneHasNoContexts) {
  gateway_.emplace(fight_, Json::object());
  EXPECT_EQ(gateway_->client().request("GET", "/contexts/x").status(), 404);
}

}  // namespace
}  // namespace schemagate
