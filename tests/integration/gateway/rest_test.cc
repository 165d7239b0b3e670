// The HTTP+JSON binding towards clients, in both versions and in front of agents of both versions.
#include <gmock/gmock.h>

#include <thread>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// What a version's client of this binding says and hears.
struct RestDialect {
  Dialect own;         // of the version in JSON-RPC
  std::string prefix;  // of its paths

  bool is_v1() const { return own.is_v1(); }
  Json message(const std::string& text, const std::string& id = "m-1") const {
    return {{"messageId", id},
            {"role", "ROLE_USER"},
            {is_v1() ? "parts" : "content", Json::array({{{"text", text}}})}};
  }
  Json flagged(const Json& data) const {
    const Json metadata = {{"mimeType", "application/json;schema=fightComparison"}};
    const Json part = {{"data", is_v1() ? data : Json{{"data", data}}}, {"metadata", metadata}};
    return {
        {"messageId", "m-1"}, {"role", "ROLE_USER"}, {is_v1() ? "parts" : "content", Json::array({part})}};
  }
  Json data_of(const Json& part) const { return is_v1() ? part["data"] : part["data"]["data"]; }
  Json at_once() const { return is_v1() ? Json{{"returnImmediately", true}} : Json{{"blocking", false}}; }
  Json error_of(const HttpMessage& answer) const { return is_v1() ? answer.json()["error"] : answer.json(); }
};

class Rest : public testing::TestWithParam<std::tuple<Dialect, Dialect>> {
 protected:
  HttpMessage request(const std::string& method, const std::string& path, const Json& body = {},
                      const Headers& more = {}) const {
    Headers headers = {{"Content-Type", "application/json"}};
    if (mine_.is_v1()) headers.emplace_back("A2A-Version", "1.0");
    headers.insert(headers.end(), more.begin(), more.end());
    return client_.request(method, "/fight" + mine_.prefix + path, headers,
                           body.is_null() ? "" : body.dump());
  }
  HttpMessage send(const Json& message, const Json& configuration = {}) const {
    Json body = {{"message", message}};
    if (!configuration.is_null()) body["configuration"] = configuration;
    return request("POST", "/message:send", body);
  }
  EventStream stream(const std::string& method, const std::string& path, const Json& body = {}) const {
    const Headers headers = {{"Content-Type", "application/json"}, {"A2A-Version", mine_.own.version}};
    return gateway_.client().events(method, "/fight" + mine_.prefix + path, headers,
                                    body.is_null() ? "" : body.dump());
  }
  // The task's state in the words of v0.3.
  std::string state_of(const Json& holder) const {
    std::string name = holder["status"]["state"];
    if (name == "TASK_STATE_CANCELLED") name = "TASK_STATE_CANCELED";
    return v1_0().state_of({{"status", {{"state", name}}}});
  }
  Json start_task(const Gate& gate) {
    work_until(agent_, gate);
    const Json task = send(mine_.message("slow"), mine_.at_once()).json()["task"];
    EXPECT_TRUE(agent_.wait_for_calls(theirs_.stream, 1));
    return task;
  }

  const RestDialect mine_{std::get<0>(GetParam()), std::get<0>(GetParam()).is_v1() ? "" : "/v1"};
  const Dialect theirs_ = std::get<1>(GetParam());
  ScriptedAgent agent_{theirs_};
  RunningGateway gateway_{agent_};
  const GatewayClient client_ = gateway_.client();
};
INSTANTIATE_TEST_SUITE_P(AllVersions, Rest, every_pair(), name_of_pair);

// 00 01 ff; v0.3 as a2a-python 0.3 sends and wants it: base64 of base64.
TEST_P(Rest, AFileHasTheSameBytesForSdksThatEncodeThemTwice) {
  give_task(agent_, completed_task(theirs_));
  Json message = mine_.message("look");
  if (mine_.is_v1()) {
    message["parts"] = Json::array({{{"raw", "AAH/"}}});
  } else {
    message["content"] = Json::array({{{"file", {{"fileWithBytes", "QUFILw=="}}}}});
  }
  const Headers python = {{"User-Agent", "python-httpx/0.28.1"}};
  const HttpMessage sent = request("POST", "/message:send", {{"message", message}}, python);
  ASSERT_EQ(sent.status(), 200);
  EXPECT_THAT(agent_.messages().back().http.body, HasSubstr("\"AAH/\""));
  EXPECT_THAT(sent.body, HasSubstr(mine_.is_v1() ? "\"AAH/\"" : "\"QUFILw==\""));
  const std::string id = sent.json()["task"]["id"];
  EXPECT_THAT(request("GET", "/tasks/" + id).body, HasSubstr("\"AAH/\"")) << "who is no such SDK";
}

TEST_P(Rest, SendGivesATask) {
  give_task(agent_, completed_task(theirs_));
  const HttpMessage answer = send(mine_.message("Lion vs Tiger"));
  EXPECT_EQ(answer.status(), 200);
  EXPECT_EQ(answer.header("Content-Type"), mine_.is_v1() ? "application/a2a+json" : "application/json");
  const Json task = answer.json()["task"];
  EXPECT_EQ(state_of(task), "completed");
  EXPECT_FALSE(task.contains("kind"));
  EXPECT_EQ(task["history"][0]["role"], "ROLE_USER");
  EXPECT_EQ(task["history"][0][mine_.is_v1() ? "parts" : "content"][0]["text"], "Lion vs Tiger");
}

// OS-20: a part's metadata flags it in ProtoJSON, too.
TEST_P(Rest, StructuredInputBecomesATypedArtifact) {
  give_task(agent_, completed_task(theirs_));
  const Json task = send(mine_.flagged(kLionAndTiger)).json()["task"];
  ASSERT_THAT(task["artifacts"], SizeIs(1));
  const Json part = task["artifacts"][0]["parts"][0];
  EXPECT_EQ(mine_.data_of(part), kTigerWins);
  EXPECT_EQ(part["metadata"]["mimeType"], "application/json;schema=fightResponse");
}

// OS-27, in this binding's shape.
TEST_P(Rest, InvalidStructuredInputIsRefusedWithItsPlace) {
  const HttpMessage answer = send(mine_.flagged({{"a", "Lion"}}));
  EXPECT_EQ(answer.status(), 400);
  const Json error = mine_.error_of(answer);
  EXPECT_EQ(error["code"], mine_.is_v1() ? 400 : -32602);
  const Json details = mine_.is_v1() ? error["details"] : error["data"]["details"];
  ASSERT_EQ(details.size(), 3U) << error;
  EXPECT_EQ(details[0],
            Json({{"@type", "type.googleapis.com/google.rpc.ErrorInfo"},
                  {"reason", "INVALID_PARAMS"},
                  {"domain", "a2a-protocol.org"},
                  {"metadata", {{"schema", "fightComparison"}, {"violations", "data.b: required"}}}}));
  EXPECT_EQ(details[1]["fieldViolations"][0]["field"], "message.parts[0].data.b");
  EXPECT_EQ(details[2]["reason"], "STRUCTURED_INPUT_INVALID");
  EXPECT_EQ(agent_.call_count(), 0U);
}

TEST_P(Rest, StreamShowsBareEvents) {
  const Gate gate;
  work_until(agent_, gate);
  EventStream events = stream("POST", "/message:stream", {{"message", mine_.message("slow")}});
  EXPECT_EQ(events.head().header("Content-Type"), "text/event-stream");
  const auto first = events.next();
  ASSERT_TRUE(first);
  ASSERT_TRUE(first->contains("task")) << first->dump();
  gate.open();
  const std::vector<Json> rest = events.rest();
  ASSERT_FALSE(rest.empty());
  ASSERT_TRUE(rest.back().contains("statusUpdate")) << rest.back().dump();
  EXPECT_EQ(state_of(rest.back()["statusUpdate"]), "completed");
  EXPECT_EQ(rest.back()["statusUpdate"].contains("final"), !mine_.is_v1());
}

TEST_P(Rest, GetShowsTheTask) {
  give_task(agent_, completed_task(theirs_));
  const Json task = send(mine_.message("Lion vs Tiger")).json()["task"];
  const std::string path = "/tasks/" + task["id"].get<std::string>();
  EXPECT_EQ(request("GET", path).json()["status"], task["status"]);
  EXPECT_EQ(request("GET", path + "?historyLength=0").json().contains("history"), !mine_.is_v1())
      << "section 1.6: 0 is none in v1.0, and no limit in v0.3";
  EXPECT_EQ(request("GET", path + "?historyLength=x").status(), 400);
}

TEST_P(Rest, GetAndPostSubscribe) {
  const Gate gate;
  const std::string path = "/tasks/" + start_task(gate)["id"].get<std::string>() + ":subscribe";
  EventStream one = stream("GET", path);
  EventStream other = stream("POST", path);
  for (EventStream* events : {&one, &other}) {
    const auto first = events->next();
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->contains("task")) << first->dump();
  }
  gate.open();
  EXPECT_EQ(state_of(one.rest().back()["statusUpdate"]), "completed");
  EXPECT_EQ(state_of(other.rest().back()["statusUpdate"]), "completed");
}

TEST_P(Rest, CancelNeedsNoBody) {
  const Gate gate;
  const Json task = start_task(gate);
  agent_.answer(theirs_.cancel, theirs_.task("up-1", "canceled"));
  const HttpMessage answer = request("POST", "/tasks/" + task["id"].get<std::string>() + ":cancel");
  EXPECT_EQ(answer.status(), 200);
  EXPECT_EQ(answer.json()["status"]["state"], mine_.is_v1() ? "TASK_STATE_CANCELED" : "TASK_STATE_CANCELLED");
  gate.open();
}

TEST_P(Rest, ListShowsTheTasksPageByPage) {
  give_task(agent_, completed_task(theirs_));
  for (const char* id : {"m-1", "m-2", "m-3"}) send(mine_.message("Lion vs Tiger", id));
  const Json first = request("GET", "/tasks?pageSize=2").json();
  EXPECT_THAT(first["tasks"], SizeIs(2));
  EXPECT_EQ(first["totalSize"], 3);
  EXPECT_EQ(first["pageSize"], 2);
  EXPECT_FALSE(first["tasks"][0].contains("artifacts"));
  const std::string token = first["nextPageToken"];
  const Json second = request("GET", "/tasks?includeArtifacts=true&pageToken=" + token).json();
  ASSERT_THAT(second["tasks"], SizeIs(1));
  EXPECT_TRUE(second["tasks"][0].contains("artifacts"));
  EXPECT_EQ(second["nextPageToken"], "");
  EXPECT_THAT(request("GET", "/tasks?status=TASK_STATE_WORKING").json()["tasks"], IsEmpty());
}

TEST_P(Rest, ErrorsHaveTheirOwnStatusAndShape) {
  const HttpMessage answer = request("GET", "/tasks/none");
  EXPECT_EQ(answer.status(), 404);
  const Json error = mine_.error_of(answer);
  EXPECT_EQ(error["code"], mine_.is_v1() ? 404 : -32001);
  if (mine_.is_v1()) {
    EXPECT_EQ(error["status"], "NOT_FOUND");
    EXPECT_EQ(error["details"][0]["reason"], "TASK_NOT_FOUND");
  }
  EXPECT_EQ(mine_.error_of(request("POST", "/tasks/none:cancel"))["message"], "no task with the id none");
}

// An error of a streaming call comes before its stream.
TEST_P(Rest, ARefusedStreamIsAnError) {
  const HttpMessage answer = request("GET", "/tasks/none:subscribe");
  EXPECT_EQ(answer.status(), 404);
  EXPECT_THAT(answer.header("Content-Type"), HasSubstr("json"));
}

TEST_P(Rest, WhatIsNotOfferedIsRefused) {
  const std::string card = mine_.is_v1() ? "/extendedAgentCard" : "/card";
  EXPECT_EQ(request("GET", card).status(), 400);
  EXPECT_THAT(mine_.error_of(request("GET", card))["message"].dump(), HasSubstr("extended agent card"));
}

TEST_P(Rest, WrongRequestsAreRefused) {
  EXPECT_EQ(request("GET", "/message:send").status(), 405);
  EXPECT_EQ(request("GET", "/message:send").header("Allow"), "POST");
  EXPECT_EQ(request("DELETE", "/tasks/t:subscribe").header("Allow"), "GET, POST");
  EXPECT_EQ(request("GET", "/nothing/here/at/all").status(), 404);
  EXPECT_EQ(request("GET", "/tasks/%zz").status(), 400);
  EXPECT_EQ(request("POST", "/message:send").status(), 400) << "no body";
  const HttpMessage text = client_.request("POST", "/fight" + mine_.prefix + "/message:send",
                                           {{"Content-Type", "text/plain"}}, "{}");
  EXPECT_EQ(text.status(), 415);
  EXPECT_EQ(agent_.call_count(), 0U);
}

// Section 1.4: the path picks the version, a header that names the other one is refused. One of v0.3 may
// leave /v1 out, see WithoutV1.
TEST_P(Rest, APathOfAnotherVersionIsRefused) {
  const HttpMessage answer = request("GET", "/tasks/t", {}, {});
  EXPECT_EQ(answer.status(), 404);
  const std::string other = mine_.is_v1() ? "0.3" : "1.0";
  const std::string path = mine_.is_v1() ? "/some-tenant/tasks/t" : "/v1/tasks/t";
  const HttpMessage wrong = client_.request("GET", "/fight" + path, {{"A2A-Version", other}});
  EXPECT_EQ(wrong.status(), 400);
  EXPECT_THAT(mine_.error_of(wrong)["message"].dump(), HasSubstr(mine_.is_v1() ? "tenants" : "/v1"));
  const HttpMessage absent = client_.request("GET", "/fight" + mine_.prefix + "/tasks/t");
  EXPECT_EQ(absent.status(), 404) << "no header: the path alone decides";
  const HttpMessage query = client_.request("GET", "/fight" + mine_.prefix + "/tasks/t?A2A-Version=9.9");
  EXPECT_EQ(query.status(), 400);
}

TEST_P(Rest, EchoesTheExtensionUnderTheVersionsName) {
  give_task(agent_, completed_task(theirs_));
  const std::string name = mine_.is_v1() ? "A2A-Extensions" : "X-A2A-Extensions";
  const HttpMessage answer =
      request("POST", "/message:send", {{"message", mine_.message("x")}}, {{name, kSchemasUri}});
  EXPECT_EQ(answer.header(name), kSchemasUri);
}

class RestOfTheRoot : public GatewayTest {};

TEST_F(RestOfTheRoot, IsServedWithoutAName) {
  EXPECT_EQ(client_.request("GET", "/tasks").status(), 200);
  EXPECT_EQ(client_.request("GET", "/v1/tasks").status(), 200);
  EXPECT_EQ(client_.request("GET", "/extendedAgentCard").status(), 400);
  EXPECT_EQ(client_.request("POST", "/tasks").status(), 405);
}

// What would be a tenant of the root agent looks like an agent that is not there.
TEST_F(RestOfTheRoot, HasNoTenants) {
  EXPECT_EQ(client_.request("GET", "/acme/tasks").status(), 404);
  EXPECT_EQ(client_.request("GET", "/fight/acme/tasks").status(), 200);
}

TEST_F(RestOfTheRoot, AnswersJsonToThoseWhoAskForItAlone) {
  const auto type = [this](const std::string& accept) {
    return client_.request("GET", "/tasks", {{"Accept", accept}}).header("Content-Type");
  };
  EXPECT_EQ(type("application/json"), "application/json");
  EXPECT_EQ(type("application/a2a+json, application/json"), "application/a2a+json");
  EXPECT_EQ(type("*/*"), "application/a2a+json");
}

TEST_F(GatewayTest, HttpJsonCanBeSwitchedOff) {
  const RunningGateway gateway{agent_, agent_change({{"http_json", false}})};
  EXPECT_EQ(gateway.client().request("GET", "/fight/tasks").status(), 404);
  const Json card = gateway.client().request("GET", "/fight/.well-known/agent-card.json").json();
  EXPECT_THAT(card.dump(), testing::Not(HasSubstr("HTTP+JSON")));
}

// Section 1.3: released 1.0 clients know two tables.
TEST_F(GatewayTest, HttpJsonStatusesCanBeThoseOfV100) {
  const RunningGateway gateway{agent_, agent_change({{"http_json_statuses", "1.0.0"}})};
  give_task(agent_, completed_task(v1_));
  const GatewayClient client = gateway.client();
  const std::string path =
      "/fight/tasks/" + client.send(user_text(v1_, "Lion vs Tiger"))["id"].get<std::string>();
  const HttpMessage answer = client.request("POST", path + ":cancel");
  EXPECT_EQ(answer.status(), 409);
  EXPECT_EQ(answer.json()["error"]["code"], 409);
  EXPECT_EQ(answer.json()["error"]["details"][0]["reason"], "TASK_NOT_CANCELABLE");
}

// Pitfall 8: who is cut off is told so, in the binding's own way.
TEST_F(GatewayTest, ADrainingGatewayEndsAnHttpJsonStreamWithAnErrorEvent) {
  const Gate gate;
  work_until(agent_, gate);
  const Json body = {
      {"message", {{"messageId", "m"}, {"role", "ROLE_USER"}, {"parts", {{{"text", "slow"}}}}}}};
  EventStream events =
      client_.events("POST", "/fight/message:stream", {{"Content-Type", "application/json"}}, body.dump());
  ASSERT_TRUE(events.next());
  std::thread draining([this] { gateway_.drain(); });
  const std::vector<Json> rest = events.rest();
  gate.open();
  draining.join();
  ASSERT_FALSE(rest.empty());
  EXPECT_EQ(rest.back()["error"]["code"], 500) << rest.back().dump();
}

// Section 1.1: ListTasks in JSON-RPC, v1.0 only.
TEST_F(GatewayTest, ListTasksInJsonRpc) {
  give_task(agent_, completed_task(v1_));
  const Json task = client_.send(user_text(v1_, "Lion vs Tiger"));
  const Json page = client_.call("ListTasks", {{"contextId", task["contextId"]}})["result"];
  ASSERT_THAT(page["tasks"], SizeIs(1));
  EXPECT_EQ(page["tasks"][0]["id"], task["id"]);
  EXPECT_EQ(page["totalSize"], 1);
  EXPECT_EQ(page["nextPageToken"], "");
  EXPECT_EQ(client_.call("ListTasks", {{"pageToken", "x"}})["error"]["code"], -32602);
}

// Clients made with a2a-go before 2.4: v0.3 by their header, on v1.0's paths, with its errors, in v0.3's own
// JSON. Their names of members are those of the definition.
class WithoutV1 : public GatewayTest {
 protected:
  HttpMessage request(const std::string& method, const std::string& path, const Json& body = {}) const {
    const Headers headers = {{"Content-Type", "application/json"}, {"A2A-Version", "0.3"}};
    return client_.request(method, "/fight" + path, headers, body.is_null() ? "" : body.dump());
  }
  static Json params(const std::string& text) {
    const Json message = {{"kind", "message"},
                          {"message_id", "m-1"},
                          {"role", "user"},
                          {"parts", {{{"kind", "text"}, {"text", text}}}}};
    return {{"message", message}};
  }
};

TEST_F(WithoutV1, SendsAndReadsV03sOwnJson) {
  give_task(agent_, completed_task(v1_));
  const HttpMessage sent = request("POST", "/message:send", params("Lion vs Tiger"));
  EXPECT_EQ(sent.status(), 200);
  EXPECT_EQ(sent.header("Content-Type"), "application/json");
  const Json task = sent.json();
  EXPECT_EQ(task["kind"], "task") << task;
  EXPECT_EQ(task["status"]["state"], "completed");
  EXPECT_EQ(task["history"][0]["messageId"], "m-1");
  const Json read = request("GET", "/tasks/" + task["id"].get<std::string>()).json();
  EXPECT_EQ(read, task);
}

TEST_F(WithoutV1, ErrorsAreThoseOfV10) {
  const HttpMessage missing = request("GET", "/tasks/none");
  EXPECT_EQ(missing.status(), 404);
  EXPECT_EQ(missing.json()["error"]["details"][0]["reason"], "TASK_NOT_FOUND");
  EXPECT_EQ(request("POST", "/message:send", {{"message", {{"kind", "message"}}}}).status(), 400);
}

TEST_F(WithoutV1, StreamsEventsWithTheirKind) {
  give_task(agent_, completed_task(v1_));
  const Headers headers = {{"Content-Type", "application/json"}, {"A2A-Version", "0.3"}};
  EventStream events = client_.events("POST", "/fight/message:stream", headers, params("go").dump());
  const auto first = events.next();
  ASSERT_TRUE(first);
  EXPECT_EQ((*first)["kind"], "task") << *first;
}

TEST_F(WithoutV1, WithoutTheHeaderThePathIsV10s) {
  give_task(agent_, completed_task(v1_));
  const HttpMessage sent =
      client_.request("POST", "/fight/message:send", {{"Content-Type", "application/json"}},
                      Json{{"message", user_text(v1_, "hello")}}.dump());
  EXPECT_EQ(v1_.state_of(sent.json()["task"]), "completed") << sent.body;
}

}  // namespace
}  // namespace schemagate
