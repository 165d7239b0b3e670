// Callers who prove who they are, against the real gateway: both bindings, documents, and whose tasks are
// whose.
#include <gmock/gmock.h>

#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::HasSubstr;

Json with_keys() {
  const auto key = [](std::string_view secret, const char* subject) {
    return Json{{"sha256", sha256_hex_of(secret)}, {"subject", subject}};
  };
  return {{"rules", {{"all", Json::object()}}},
          {"authentication",
           {{"api_keys",
             {{"keys",
               {{"alice", key("alice-key", "alice")},
                {"alice-new", key("alice-new-key", "alice")},
                {"bob", key("bob-key", "bob")}}}}}}}};
}

const Headers kAlice{{"X-API-Key", "alice-key"}};
const Headers kAliceNew{{"X-API-Key", "alice-new-key"}};
const Headers kBob{{"X-API-Key", "bob-key"}};
const Headers kStranger{{"X-API-Key", "canary-secret"}};

class AuthenticatedGateway : public testing::Test {
 protected:
  std::string task_of(const Headers& who) const {
    const Json params{{"message", comparison(v1_0())}};
    return client_.call("SendMessage", params, who)["result"]["task"]["id"];
  }

  ScriptedAgent agent_;
  const RunningGateway gateway_{agent_, with_keys()};
  const GatewayClient client_ = gateway_.client();
};

TEST_F(AuthenticatedGateway, TellsWhoIsNotKnownInTheFormOfTheBinding) {
  const HttpMessage call = client_.post(call_body("GetTask", {{"id", "t"}}).dump());
  EXPECT_EQ(call.status(), 401);
  EXPECT_EQ(call.json()["error"]["message"], "authentication is needed");
  EXPECT_EQ(call.json()["jsonrpc"], "2.0");
  EXPECT_THAT(std::string(call.header("WWW-Authenticate")), HasSubstr("name=\"X-API-Key\""));
  const HttpMessage rest = client_.request("GET", "/fight/tasks", kStranger);
  EXPECT_EQ(rest.status(), 401);
  EXPECT_EQ(rest.json()["error"]["status"], "UNAUTHENTICATED");
  EXPECT_EQ(rest.json()["error"]["message"], "the API key is not known");
  EXPECT_THAT(rest.body, testing::Not(HasSubstr("canary")));
}

TEST_F(AuthenticatedGateway, ShowsCardsKeysAndHealthToEverybodyAndNothingElse) {
  for (const char* target : {"/healthz", "/fight/.well-known/agent-card.json"})
    EXPECT_EQ(client_.request("GET", target).status(), 200) << target;
  for (const char* target : {"/nowhere", "/fight/schemaTemplates", "/fight/tasks", "/"})
    EXPECT_EQ(client_.request("GET", target).status(), 401) << target;
  EXPECT_EQ(client_.request("GET", "/nowhere", kAlice).status(), 404);
}

TEST_F(AuthenticatedGateway, NothingOfAStrangerReachesTheAgent) {
  give_task(agent_, completed_task(v1_0()));
  const std::size_t before = agent_.messages().size();
  (void)client_.post(call_body("SendMessage", {{"message", comparison(v1_0())}}).dump(), kStranger);
  EXPECT_EQ(agent_.messages().size(), before);
}

TEST_F(AuthenticatedGateway, ATaskBelongsToTheSubjectWhicheverKeyItHas) {
  give_task(agent_, completed_task(v1_0()));
  const std::string id = task_of(kAlice);
  EXPECT_EQ(client_.call("GetTask", {{"id", id}}, kAliceNew)["result"]["id"], id);
}

// To the byte, but for the id that was asked for and what differs with every answer.
TEST_F(AuthenticatedGateway, AForeignTaskIsAnsweredLikeOneThatDoesNotExist) {
  give_task(agent_, completed_task(v1_0()));
  const std::string id = task_of(kAlice);
  const std::string unknown(id.size(), '0');
  const auto without_id = [](std::string text, const std::string& named) {
    for (auto at = text.find(named); at != text.npos; at = text.find(named))
      text.replace(at, named.size(), "ID");
    return text;
  };
  const auto answer_to = [&](const std::string& method, const std::string& task) {
    const Json config{{"id", task}, {"taskId", task}, {"url", "https://hooks.example/x"}};
    const HttpMessage answer = client_.post(call_body(method, config).dump(), kBob);
    return std::to_string(answer.status()) + without_id(answer.body, task);
  };
  for (const char* method : {"GetTask", "CancelTask", "SubscribeToTask", "CreateTaskPushNotificationConfig",
                             "GetTaskPushNotificationConfig", "ListTaskPushNotificationConfigs",
                             "DeleteTaskPushNotificationConfig"}) {
    EXPECT_EQ(answer_to(method, id), answer_to(method, unknown)) << method;
  }
  const Json message = comparison(v1_0(), kLionAndTiger, "m-9");
  const auto going_on = [&](const std::string& task) {
    Json more = message;
    more["taskId"] = task;
    const HttpMessage answer = client_.post(call_body("SendMessage", {{"message", more}}).dump(), kBob);
    return std::to_string(answer.status()) + without_id(answer.body, task);
  };
  EXPECT_EQ(going_on(id), going_on(unknown));
  const HttpMessage foreign = client_.request("GET", "/fight/tasks/" + id, kBob);
  const HttpMessage none = client_.request("GET", "/fight/tasks/" + unknown, kBob);
  EXPECT_EQ(foreign.status(), 404);
  EXPECT_EQ(without_id(foreign.body, id), without_id(none.body, unknown));
}

TEST_F(AuthenticatedGateway, ListsContextsAndDuplicatesAreEachCallersOwn) {
  give_task(agent_, completed_task(v1_0()));
  const Json params{{"message", comparison(v1_0())}};
  const Json first = client_.call("SendMessage", params, kAlice)["result"]["task"];
  EXPECT_EQ(client_.call("ListTasks", Json::object(), kBob)["result"]["totalSize"], 0);
  EXPECT_EQ(client_.call("ListTasks", Json::object(), kAlice)["result"]["totalSize"], 1);
  EXPECT_EQ(client_.call("SendMessage", params, kAliceNew)["result"]["task"]["id"], first["id"])
      << "the same message of the same subject";
  const Json bobs = client_.call("SendMessage", params, kBob)["result"]["task"];
  EXPECT_NE(bobs["id"], first["id"]) << "the same message of somebody else";
  Json in_context = comparison(v1_0(), kLionAndTiger, "m-2");
  in_context["contextId"] = first["contextId"];
  const Json elsewhere = client_.call("SendMessage", {{"message", in_context}}, kBob);
  EXPECT_EQ(client_.call("ListTasks", {{"contextId", first["contextId"]}}, kAlice)["result"]["totalSize"], 1)
      << elsewhere;
}

// One door to a task: a binding of a version, and an operation.
struct Door {
  std::string version;
  std::string method;  // of HTTP, or of JSON-RPC when `target` is empty
  std::string target = {};
};

// Status, fields and body to the byte, but for the id that was asked for, and what differs with every answer.
TEST_F(AuthenticatedGateway, AtEveryDoorAForeignTaskIsNone) {
  give_task(agent_, completed_task(v1_0()));
  const std::string id = task_of(kAlice);
  const std::string unknown(id.size(), '0');
  const auto answer_at = [&](const Door& door, const std::string& task) {
    const Json params{
        {"id", task},
        {"taskId", task},
        {"pushNotificationConfigId", "h"},
        {"url", "https://hooks.example/x"},
        {"pushNotificationConfig", {{"url", "https://hooks.example/x"}}},
        {"message", in_task(comparison(door.version == "1.0" ? v1_0() : v0_3()), {{"id", task}})}};
    const Headers headers{
        {"X-API-Key", "bob-key"}, {"A2A-Version", door.version}, {"Content-Type", "application/json"}};
    std::string target = door.target;
    if (const auto at = target.find("ID"); at != target.npos) target.replace(at, 2, task);
    const bool has_body = door.method == "POST";
    const HttpMessage answer =
        door.target.empty()
            ? client_.request("POST", "/fight", headers, call_body(door.method, params).dump())
            : client_.request(door.method, "/fight" + target, headers, has_body ? params.dump() : "");
    std::string text = answer.start_line;
    for (const auto& [name, value] : answer.headers) {
      if (name != "X-Request-Id" && name != "Date") text += "\n" + name + ": " + value;
    }
    text += "\n" + answer.body;
    for (auto at = text.find(task); at != text.npos; at = text.find(task))
      text.replace(at, task.size(), "ID");
    return text;
  };
  const std::string hook = "/pushNotificationConfigs";
  for (const Door& door : {Door{"1.0", "GetTask"},
                           {"1.0", "CancelTask"},
                           {"1.0", "SubscribeToTask"},
                           {"1.0", "SendMessage"},
                           {"1.0", "SendStreamingMessage"},
                           {"1.0", "CreateTaskPushNotificationConfig"},
                           {"1.0", "GetTaskPushNotificationConfig"},
                           {"1.0", "ListTaskPushNotificationConfigs"},
                           {"1.0", "DeleteTaskPushNotificationConfig"},
                           {"0.3", "tasks/get"},
                           {"0.3", "tasks/cancel"},
                           {"0.3", "tasks/resubscribe"},
                           {"0.3", "message/send"},
                           {"0.3", "message/stream"},
                           {"0.3", "tasks/pushNotificationConfig/set"},
                           {"0.3", "tasks/pushNotificationConfig/get"},
                           {"0.3", "tasks/pushNotificationConfig/list"},
                           {"0.3", "tasks/pushNotificationConfig/delete"},
                           {"1.0", "GET", "/tasks/ID"},
                           {"1.0", "POST", "/tasks/ID:cancel"},
                           {"1.0", "POST", "/tasks/ID:subscribe"},
                           {"1.0", "POST", "/message:send"},
                           {"1.0", "POST", "/message:stream"},
                           {"1.0", "POST", "/tasks/ID" + hook},
                           {"1.0", "GET", "/tasks/ID" + hook},
                           {"1.0", "GET", "/tasks/ID" + hook + "/h"},
                           {"1.0", "DELETE", "/tasks/ID" + hook + "/h"},
                           {"0.3", "GET", "/v1/tasks/ID"},
                           {"0.3", "POST", "/v1/tasks/ID:cancel"},
                           {"0.3", "GET", "/v1/tasks/ID:subscribe"},
                           {"0.3", "POST", "/v1/message:send"},
                           {"0.3", "GET", "/v1/tasks/ID" + hook}}) {
    const std::string foreign = answer_at(door, id);
    EXPECT_EQ(foreign, answer_at(door, unknown)) << door.version << " " << door.method << door.target;
    EXPECT_THAT(foreign, testing::Not(HasSubstr("Tiger")));
    EXPECT_THAT(foreign, HasSubstr("no task with the id ID"))
        << door.version << " " << door.method << door.target;
  }
}

}  // namespace
}  // namespace schemagate
