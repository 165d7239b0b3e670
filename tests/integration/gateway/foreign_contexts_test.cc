// References to contexts in stores of others: read where the configuration names the store, refused by name
// everywhere else, never fetched when nobody needs them.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "extension/agent_context/context_uri.h"
#include "extension/agent_context/schemas.h"
#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/gateway/push_receiver.h"
#include "tests/integration/gateway/workers.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kStoreRecord = R"({"from":"Hangzhou"})";

std::string http_answer(const std::string& head, const std::string& body) {
  return "HTTP/1.1 " + head + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}
std::string json_answer(const std::string& body) {
  return http_answer("200 OK\r\nContent-Type: application/json", body);
}
std::string origin_of(const PushReceiver& store) {
  return store.url().substr(0, store.url().rfind('/'));
}
std::string promise_of(const std::string& content) {
  return "?dig=" + agent_context::content_digest(content);
}
// A source that is on this machine, with a key of its own.
Json local_source(const std::string& origin, const std::string& key) {
  return {{"origin", origin},
          {"allow", Json::array({"127.0.0.0/8", "::1/128"})},
          {"headers", {{"X-Store-Key", {{"value", key}}}}},
          {"timeout", "1s"}};
}

class ForeignContextsOfPlainAgents : public testing::TestWithParam<Dialect> {
 protected:
  ForeignContextsOfPlainAgents() {
    agent_.change_card(kNoStreams);
    work_by(agent_, [](const std::string&) { return Done{.text = "ok"}; });
  }
  static Json reading(const PushReceiver& store, Json agent = {{"agent_context", {{"mode", "per_item"}}}}) {
    Json changes = agent_change(agent);
    changes["context_sources"] = {{"partner", local_source(origin_of(store), "canary-partner")}};
    return changes;
  }
  Json message(const std::string& uri, const std::string& id = "m-1", int state = 0) const {
    return message_in(mine_, uri, id, state);
  }
  static Json message_in(const Dialect& dialect, const std::string& uri, const std::string& id = "m-1",
                         int state = 0) {
    Json context = context_of_items({{"w1", "Forecast"}});
    context["AgentContext"]["Context/ContextURI"] = uri;
    context["AgentContext"]["ItemstateUpdates"][0]["state"] = state;
    return dialect.message(dialect.user(), id, Json::array({dialect.flagged_part("AgentContext", context)}));
  }
  // Why the reference is refused by a gateway that reads from `store`.
  std::string refusal_of(const PushReceiver& store, const std::string& uri) const {
    const RunningGateway gateway(agent_, reading(store));
    return gateway.client(mine_).send_error(message(uri)).value("message", "");
  }

  const Dialect mine_ = GetParam();
  ScriptedAgent agent_;
};
INSTANTIATE_TEST_SUITE_P(AllVersions, ForeignContextsOfPlainAgents, testing::Values(v0_3(), v1_0()),
                         name_of_dialect);

// AC-33, AC-47, AC-51: with the credentials of its store, which nobody else is sent.
TEST_P(ForeignContextsOfPlainAgents, WhatAStoreOfTheConfigurationHoldsGoesWithTheItem) {
  const PushReceiver store([](std::size_t) { return json_answer(kStoreRecord); });
  const PushReceiver other([](std::size_t) { return json_answer(kStoreRecord); });
  Json changes = reading(store);
  changes["context_sources"]["other"] = local_source(origin_of(other), "canary-other");
  const RunningGateway gateway(agent_, changes);
  const std::string path = "/contexts/c1" + promise_of(kStoreRecord);
  (void)gateway.client(mine_).send(message(origin_of(store) + path));
  EXPECT_THAT(texts_of(agent_), ElementsAre("Forecast\n\nContext: " + kStoreRecord));
  const auto got = store.wait_for(1);
  ASSERT_EQ(got.size(), 1U);
  EXPECT_EQ(got.front().start_line, "GET " + path + " HTTP/1.1");
  EXPECT_EQ(got.front().header("X-Store-Key"), "canary-partner");
  EXPECT_EQ(other.count(), 0U);
  EXPECT_THAT(everything_of(agent_), Not(HasSubstr("canary-")));
}

// AC-50, AC-55
TEST_P(ForeignContextsOfPlainAgents, WhatIsNotAllowedIsRefusedBeforeAnybodyIsCalled) {
  const PushReceiver store([](std::size_t) { return json_answer(kStoreRecord); });
  const PushReceiver elsewhere([](std::size_t) { return json_answer(kStoreRecord); });
  const std::string promise = promise_of(kStoreRecord);
  EXPECT_THAT(refusal_of(store, origin_of(elsewhere) + "/c" + promise), HasSubstr("not_allowed"));
  EXPECT_THAT(refusal_of(store, "http://169.254.169.254/latest/meta-data" + promise),
              HasSubstr("not_allowed"));
  EXPECT_THAT(refusal_of(store, origin_of(store) + "/c"), HasSubstr("no_digest"));
  EXPECT_THAT(refusal_of(store, origin_of(store) + "/c" + promise + "&exp=1"), HasSubstr("expired"));
  EXPECT_THAT(refusal_of(store, "file:///etc/passwd"), HasSubstr("malformed"));
  EXPECT_EQ(store.count() + elsewhere.count(), 0U);
  EXPECT_THAT(texts_of(agent_), IsEmpty());
}

// A name of the configuration that leads into the network all the same.
TEST_P(ForeignContextsOfPlainAgents, AStoreWhoseNameLeadsIntoTheNetworkIsNotCalled) {
  const PushReceiver store([](std::size_t) { return json_answer(kStoreRecord); });
  std::string origin = origin_of(store);
  origin.replace(origin.find("127.0.0.1"), 9, "localhost");
  Json changes = reading(store);
  changes["context_sources"]["partner"] = {{"origin", origin}};
  const RunningGateway gateway(agent_, changes);
  const Json error = gateway.client(mine_).send_error(message(origin + "/c" + promise_of(kStoreRecord)));
  EXPECT_THAT(error.value("message", ""), HasSubstr("address_not_allowed"));
  EXPECT_EQ(store.count(), 0U);
}

// AC-55: whatever a store answers, the agent hears of nothing but what was promised.
TEST_P(ForeignContextsOfPlainAgents, WhatABadStoreAnswersIsRefusedByName) {
  const PushReceiver inside([](std::size_t) { return json_answer(kStoreRecord); });
  const std::string huge(300 << 10, 'x');
  const std::string redirect = "302 Found\r\nContent-Type: application/json\r\nLocation: ";
  const std::vector<std::pair<std::string, std::string>> answers{
      {json_answer(R"({"from":"poison"})"), "digest_changed"},
      {http_answer(redirect + origin_of(inside) + "/secret", kStoreRecord), "redirected"},
      {http_answer(redirect + "http://169.254.169.254/", kStoreRecord), "redirected"},
      {json_answer(huge), "too_large"},
      {http_answer("200 OK\r\nContent-Type: image/png", kStoreRecord), "wrong_type"},
      {http_answer("200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip", kStoreRecord),
       "wrong_type"},
      {http_answer("403 Forbidden", ""), "denied"},
      {http_answer("404 Not Found", ""), "gone"},
      {http_answer("503 Service Unavailable", ""), "unavailable"},
      {"", "timed_out"},  // holds the connection
      {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{", "unavailable"}};
  for (const auto& [answer, reason] : answers) {
    const PushReceiver store([&answer](std::size_t) { return answer; });
    EXPECT_THAT(refusal_of(store, origin_of(store) + "/c" + promise_of(kStoreRecord)), HasSubstr(reason));
    EXPECT_GE(store.count(), 1U) << reason;
  }
  EXPECT_EQ(inside.count(), 0U);
  EXPECT_THAT(texts_of(agent_), IsEmpty());
}

// AC-55: what is called JSON, and is as promised, and is none; and what is not whole.
TEST_P(ForeignContextsOfPlainAgents, WhatIsNoRecordIsRefusedAtOnce) {
  for (const std::string& record :
       {std::string("{\"a\":NaN}"), std::string(65, '[') + std::string(65, ']')}) {
    const PushReceiver store([&record](std::size_t) { return json_answer(record); });
    EXPECT_THAT(refusal_of(store, origin_of(store) + "/c" + promise_of(record)), HasSubstr("wrong_type"));
  }
  const PushReceiver store([](std::size_t) {
    return http_answer("206 Partial Content\r\nContent-Type: application/json", kStoreRecord);
  });
  EXPECT_THAT(refusal_of(store, origin_of(store) + "/c" + promise_of(kStoreRecord)), HasSubstr("wrong_type"));
  EXPECT_EQ(store.count(), 1U);
  EXPECT_THAT(texts_of(agent_), IsEmpty());
}

// AC-55: a store that is down for a moment.
TEST_P(ForeignContextsOfPlainAgents, AStoreThatIsOverloadedIsAskedAgain) {
  const PushReceiver store([](std::size_t count) {
    return count == 0 ? http_answer("503 Service Unavailable", "") : json_answer(kStoreRecord);
  });
  const RunningGateway gateway(agent_, reading(store));
  (void)gateway.client(mine_).send(message(origin_of(store) + "/c" + promise_of(kStoreRecord)));
  EXPECT_THAT(texts_of(agent_), ElementsAre("Forecast\n\nContext: " + kStoreRecord));
  EXPECT_EQ(store.count(), 2U);
}

// A store that is away is not the caller's mistake, nor the gateway's.
TEST_P(ForeignContextsOfPlainAgents, InHttpJsonAStoreThatIsAwayIsToldAsOneThatComesBack) {
  const PushReceiver store([](std::size_t) { return http_answer("503 Service Unavailable", ""); });
  const RunningGateway gateway(agent_, reading(store));
  const Dialect rest = over_http_json(mine_);
  const Json sent = rest.send_params(message_in(rest, origin_of(store) + "/c" + promise_of(kStoreRecord)));
  const HttpMessage answer = gateway.client().request(
      "POST", rest.is_v1() ? "/fight/message:send" : "/fight/v1/message:send",
      {{"Content-Type", "application/json"}, {"A2A-Version", rest.version}}, sent.dump());
  EXPECT_EQ(answer.status(), 503) << answer.body;
  EXPECT_EQ(answer.header("Retry-After"), "5");
  EXPECT_THAT(answer.body, HasSubstr("unavailable; try again later"));
  EXPECT_THAT(answer.body, HasSubstr("CONTEXT_UNAVAILABLE"));
}

TEST_P(ForeignContextsOfPlainAgents, WhatChangesUnderItsDigestIsRefusedFromThenOn) {
  const PushReceiver store(
      [](std::size_t count) { return json_answer(count == 0 ? kStoreRecord : R"({"from":"poison"})"); });
  const RunningGateway gateway(agent_, reading(store));
  const GatewayClient client = gateway.client(mine_);
  const std::string uri = origin_of(store) + "/c" + promise_of(kStoreRecord);
  (void)client.send(message(uri));
  EXPECT_THAT(client.send_error(message(uri, "m-2")).value("message", ""), HasSubstr("digest_changed"));
  EXPECT_THAT(texts_of(agent_), ElementsAre("Forecast\n\nContext: " + kStoreRecord));
}

TEST_P(ForeignContextsOfPlainAgents, NothingIsFetchedThatNobodyNeeds) {
  const PushReceiver store([](std::size_t) { return json_answer(kStoreRecord); });
  const std::string uri = origin_of(store) + "/c" + promise_of(kStoreRecord);
  const RunningGateway gateway(agent_, reading(store));
  const GatewayClient client = gateway.client(mine_);
  EXPECT_THAT(client.send_error(message(uri, "m-1", 1)).value("message", ""), HasSubstr("no item"));
  EXPECT_EQ(store.count(), 0U) << "every item is done";
  const Json first = client.send(message(uri, "m-2"));
  EXPECT_EQ(client.send(message(uri, "m-2"))["id"], first["id"]);
  EXPECT_EQ(store.count(), 1U) << "the message was sent twice";
}

// A message that was refused is not taken for one that was let in.
TEST_P(ForeignContextsOfPlainAgents, AMessageWhoseReferenceWasRefusedMayComeAgain) {
  const PushReceiver store([](std::size_t count) {
    return count == 0 ? http_answer("404 Not Found", "") : json_answer(kStoreRecord);
  });
  const RunningGateway gateway(agent_, reading(store));
  const GatewayClient client = gateway.client(mine_);
  const Json again = message(origin_of(store) + "/c" + promise_of(kStoreRecord));
  EXPECT_THAT(client.send_error(again).value("message", ""), HasSubstr("gone"));
  EXPECT_EQ(mine_.state_of(client.send(again)), "completed");
}

// A doctor whose check looks at data, and somebody who has nothing to do with it.
constexpr std::string_view kExamination = R"(
name: examination
mode: async
agents: {doctor: {}, weather: {}}
limits: {rounds: 1, attempts: 1, call_seconds: 20}
subtasks:
  - {id: examine, goal: Examine, agent: doctor, items: [{id: d1, do: "What is it?", check: {at: [{pointer: /code, equals: J10}]}}]}
  - {id: look, goal: Look outside, agent: weather, items: [{id: w1, do: "Weather?"}]}
)";
const std::string kReport = R"({"code":"J10","trace":"REPORT"})";

class ForeignContextsOfWorkers : public testing::TestWithParam<Dialect> {
 protected:
  ForeignContextsOfWorkers() {
    std::filesystem::create_directory(folder_);
    write("plan.yaml", kExamination);
    write("schema.json", agent_context::agent_context_schema());
    work_by(weather_, [](const std::string&) { return Done{.text = "18 C"}; });
  }
  ~ForeignContextsOfWorkers() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  Json changes(const PushReceiver* store) const {
    Json doctor = {{"upstream", {{"url", doctor_.url()}, {"poll_interval", "20ms"}}},
                   {"schemas", {{"AgentContext", file("schema.json")}}},
                   {"agent_wide", {{"input", Json::array({"AgentContext"})}, {"hand_over", "labelled"}}}};
    Json changed = {{"agents",
                     {{"doctor", doctor},
                      {"weather", {{"upstream", {{"url", weather_.url()}, {"poll_interval", "20ms"}}}}},
                      {"clinic", {{"kind", "master"}, {"plan", file("plan.yaml")}}}}}};
    if (store != nullptr)
      changed["context_sources"] = {{"partner", local_source(origin_of(*store), "canary-key")}};
    return changed;
  }
  // The run, whose doctor refers there.
  Json run(const PushReceiver* store, const std::string& uri, const std::string& abstract = "Influenza") {
    refer_by(doctor_, abstract, [&uri](const Json&) { return uri; });
    const RunningGateway gateway(fight_, changes(store));
    return gateway.client(mine_, "/clinic").send(user_text(mine_, "CANARY-USER coughs"));
  }
  void expect_refusal(const Json& task, const std::string& reason) const {
    EXPECT_EQ(goals_of(task), (Json{{"Examine", "failed"}, {"Look outside", "completed"}})) << reason;
    EXPECT_THAT(first_text(task["status"]["message"]),
                HasSubstr("the agent's reference was refused: " + reason));
  }

  const Dialect mine_ = GetParam();
  ScriptedAgent fight_;
  ScriptedAgent doctor_{GetParam()};
  ScriptedAgent weather_;
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("schemagate-foreign-" + std::to_string(::getpid()));
};
INSTANTIATE_TEST_SUITE_P(AllVersions, ForeignContextsOfWorkers, testing::Values(v0_3(), v1_0()),
                         name_of_dialect);

// AC-24, AC-39, X-57: the check looks at what the agent's own reference leads to.
TEST_P(ForeignContextsOfWorkers, AReferenceOfAnAgentIsReadForTheCheckThatNeedsIt) {
  const PushReceiver store([](std::size_t) { return json_answer(kReport); });
  const Json task = run(&store, origin_of(store) + "/r" + promise_of(kReport));
  EXPECT_EQ(mine_.state_of(task), "completed") << task;
  ASSERT_EQ(store.count(), 1U);
  const std::string asked = store.wait_for(1).front().start_line;
  EXPECT_THAT(asked, Not(HasSubstr("CANARY-USER")));
  EXPECT_THAT(data_of(task, "task-context").dump(), Not(HasSubstr("REPORT")));
  EXPECT_THAT(everything_of(weather_) + everything_of(doctor_), Not(HasSubstr("canary-key")));
}

TEST_P(ForeignContextsOfWorkers, WhatItLeadsToIsHeldToTheCheck) {
  const std::string other = R"({"code":"A00"})";
  const PushReceiver store([&other](std::size_t) { return json_answer(other); });
  const Json task = run(&store, origin_of(store) + "/r" + promise_of(other));
  EXPECT_EQ(goals_of(task), (Json{{"Examine", "failed"}, {"Look outside", "completed"}}));
  EXPECT_THAT(first_text(task["status"]["message"]), HasSubstr("/code: expected"));
}

// AC-50, AC-55: each fails its own goal with the reason, and no other.
TEST_P(ForeignContextsOfWorkers, ABadReferenceFailsItsOwnGoalByName) {
  const PushReceiver elsewhere([](std::size_t) { return json_answer(kReport); });
  const std::string promise = promise_of(kReport);
  expect_refusal(run(nullptr, origin_of(elsewhere) + "/r" + promise), "not_allowed");
  const PushReceiver store([&elsewhere](std::size_t count) {
    if (count == 0) return json_answer(R"({"code":"J10","poison":1})");
    if (count == 1) return http_answer("302 Found\r\nLocation: " + origin_of(elsewhere) + "/r", "");
    return http_answer("200 OK\r\nContent-Type: text/plain", kReport);
  });
  const std::string uri = origin_of(store) + "/r" + promise;
  expect_refusal(run(&store, uri), "digest_changed");
  expect_refusal(run(&store, uri), "redirected");
  expect_refusal(run(&store, uri), "wrong_type");
  expect_refusal(run(&store, "http://169.254.169.254/r" + promise), "not_allowed");
  expect_refusal(run(&store, uri + "&exp=1"), "expired");
  EXPECT_EQ(elsewhere.count(), 0U);
  EXPECT_EQ(store.count(), 3U);
}

// AC-54: a plan says where its contexts may be.
TEST_P(ForeignContextsOfWorkers, AStoreElsewhereThanThePlanWantsIsNotRead) {
  write("plan.yaml", std::string(kExamination) + "residency: eu\n");
  for (const char* const name : {"ledger.key", "context.key"}) write(name, std::string(64, 'a'));
  const PushReceiver store([](std::size_t) { return json_answer(kReport); });
  refer_by(doctor_, "Influenza",
           [&store](const Json&) { return origin_of(store) + "/r" + promise_of(kReport); });
  const auto run_with = [&](const std::string& residency) {
    Json changed = with_api_keys({"alice"});
    changed.merge_patch(changes(&store));
    changed.merge_patch({{"rules", {{"all", Json::object()}}},
                         {"public_url", "http://127.0.0.1:1"},
                         {"context_store", {{"keys", {{"k1", file("context.key")}}}, {"residency", "eu"}}}});
    changed["context_sources"]["partner"]["residency"] = residency;
    const RunningGateway gateway(fight_, changed);
    return gateway.client(mine_, "/clinic")
        .call(mine_.send, mine_.send_params(user_text(mine_, "coughs")), key_of("alice"));
  };
  expect_refusal(mine_.unwrap(run_with("us")["result"]), "wrong_residency");
  EXPECT_EQ(store.count(), 0U);
  EXPECT_EQ(mine_.state_of(mine_.unwrap(run_with("eu")["result"])), "completed");
}

// Nobody needs it: where it leads does not matter.
TEST_P(ForeignContextsOfWorkers, AReferenceThatNobodyNeedsIsNotRead) {
  const PushReceiver store([](std::size_t) { return json_answer(kReport); });
  const std::string uri = origin_of(store) + "/r" + promise_of(kReport);
  const Json with_data = run(&store, uri, R"({"code":"J10"})");
  EXPECT_EQ(mine_.state_of(with_data), "completed") << with_data;
  const Json bad = run(&store, "http://169.254.169.254/r", R"({"code":"J10"})");
  EXPECT_EQ(mine_.state_of(bad), "completed") << bad;
  const auto told = [](const Json& task) {
    return data_of(task, "results")["subtasks"][0].value("referenceRefused", "");
  };
  EXPECT_EQ(told(with_data), "");
  EXPECT_EQ(told(bad), "not_allowed");
  EXPECT_EQ(store.count(), 0U);
}

}  // namespace
}  // namespace schemagate
