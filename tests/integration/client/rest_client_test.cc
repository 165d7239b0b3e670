// Agents that offer nothing but HTTP+JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "a2a/client/client.h"
#include "scripted_agent.h"

namespace schemagate::a2a::client {
namespace {

using schemagate::ScriptedAgent;
using testing::HasSubstr;
using wire::Version;

class RestOnlyAgent : public testing::TestWithParam<Version> {
 protected:
  RestOnlyAgent() {
    const std::string interface =
        is_v1()
            ? R"("supportedInterfaces":[{"url":"/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}])"
            : R"("url":"/rest","preferredTransport":"HTTP+JSON","protocolVersion":"0.3.0")";
    agent_.page("/.well-known/agent-card.json", {R"({"name":"rest",)" + interface + "}"});
  }
  bool is_v1() const { return GetParam() == Version::kV1_0; }
  std::string path(const std::string& rest) const { return (is_v1() ? "/rest" : "/rest/v1") + rest; }
  Client client() const {
    auto found = discover(agent_.url());
    EXPECT_TRUE(found);
    return Client(found->interface);
  }
  static std::string task(const std::string& state) {
    return R"({"id":"t","status":{"state":"TASK_STATE_)" + state + "\"}}";
  }

  ScriptedAgent agent_;
};
INSTANTIATE_TEST_SUITE_P(Both, RestOnlyAgent, testing::Values(Version::kV0_3, Version::kV1_0),
                         [](const auto& tested) { return tested.param == Version::kV1_0 ? "v1_0" : "v0_3"; });

TEST_P(RestOnlyAgent, IsSentTo) {
  agent_.page(path("/message:send"), {"{\"task\":" + task("COMPLETED") + "}", "application/a2a+json", 201});
  SendRequest request;
  request.message = {.message_id = "m", .role = Role::kUser, .parts = {{.content = "hello"}}};
  const auto result = client().send(request);
  ASSERT_TRUE(result) << result.error().error.message;
  EXPECT_EQ(std::get<Task>(*result).status.state, TaskState::kCompleted);
  EXPECT_THAT(agent_.last().body,
              HasSubstr(is_v1() ? R"("parts":[{"text":"hello"}])" : R"("content":[{"text":"hello"}])"));
}

TEST_P(RestOnlyAgent, IsReadCanceledAndFollowed) {
  agent_.page(path("/tasks/t"), {task("WORKING")});
  agent_.page(path("/tasks/t:cancel"), {task(is_v1() ? "CANCELED" : "CANCELLED")});
  agent_.page(path("/tasks/t:subscribe"),
              {"id: 3\ndata: {\"task\":" + task("COMPLETED") + "}\n\n", "text/event-stream"});
  EXPECT_EQ(client().get("t")->status.state, TaskState::kWorking);
  EXPECT_EQ(client().cancel("t")->status.state, TaskState::kCanceled);
  int events = 0;
  const auto followed = client().subscribe("t", [&events](const StreamEvent&) { return ++events > 0; });
  EXPECT_TRUE(followed) << followed.error().error.message;
  EXPECT_EQ(events, 1);
}

TEST_P(RestOnlyAgent, RefusesWithItsOwnError) {
  agent_.page(path("/tasks/t"), {R"({"code":-32001,"message":"gone"})", "application/json", 404});
  const auto refused = client().get("t");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().cause, Cause::kAgent);
  EXPECT_EQ(refused.error().error.code, ErrorCode::kTaskNotFound);
  EXPECT_EQ(refused.error().agent_error.text, R"({"code":-32001,"message":"gone"})");
  agent_.page(path("/tasks/t"), {"<html>", "text/html", 502});
  EXPECT_EQ(client().get("t").error().cause, Cause::kProtocol);
}

TEST(RestOnlyAgentList, IsPaged) {
  ScriptedAgent agent;
  agent.page("/rest/tenant/tasks",
             {R"({"tasks":[{"id":"t","status":{"state":"TASK_STATE_WORKING"}}],"nextPageToken":"n"})"});
  const Client client({.url = agent.url("/rest"), .tenant = "tenant", .binding = wire::Binding::kHttpJson});
  const auto page = client.list({.context_id = "c d", .page_size = 1});
  ASSERT_TRUE(page) << page.error().error.message;
  EXPECT_EQ(page->tasks.at(0).id, "t");
  EXPECT_EQ(page->next_page_token, "n");
}

}  // namespace
}  // namespace schemagate::a2a::client
