// The audit log of the real gateway: a line per decision, with its rule, and nothing of what was sent.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kCanary = "canary-7f3a";

class AuditedGateway : public testing::Test {
 protected:
  ~AuditedGateway() override { std::filesystem::remove(file_); }

  // "typed" may send inputs of the one skill, "reader" may only read, "busy" asks too often.
  Json configuration() const {
    Json config = with_api_keys({"typed", "reader", "all"});
    config["authentication"]["api_keys"]["keys"]["typed"]["tenant"] = "acme";
    config["rules"] = {
        {"typists", {{"roles", {"typed"}}, {"agents", {"fight"}}, {"skills", {"fight-comparison"}}}},
        {"readers", {{"roles", {"reader"}}, {"operations", {"GetTask", "ListTasks"}}}},
        {"everything", {{"roles", {"all"}}}}};
    config["audit"]["file"] = file_;
    return config;
  }
  // The line of a call that has just been answered.
  Json line_of(const std::string& who, const std::string& method, const Json& params) {
    return line_of(client_.post(call_body(method, params).dump(), key_of(who)));
  }
  Json line_of(const HttpMessage& answer) const {
    std::ifstream lines(file_);
    for (std::string line; std::getline(lines, line);) {
      const Json decision = Json::parse(line);
      if (decision["request_id"] == answer.header("X-Request-Id")) return decision;
    }
    return nullptr;
  }
  std::string text() const {
    std::ifstream lines(file_);
    return {std::istreambuf_iterator<char>(lines), {}};
  }

  const std::string file_ =
      (std::filesystem::temp_directory_path() / ("schemagate-audit-" + std::to_string(::getpid()))).string();
  ScriptedAgent agent_;
  const RunningGateway gateway_{agent_, configuration()};
  const GatewayClient client_ = gateway_.client();
};

TEST_F(AuditedGateway, TellsWhoMayWhatAndByWhichRule) {
  give_task(agent_, completed_task(v1_0()));
  const HttpMessage sent =
      client_.post(call_body("SendMessage", {{"message", comparison(v1_0())}}).dump(),
                   {{"X-API-Key", "typed-key"},
                    {"traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}});
  const Json line = line_of(sent);
  EXPECT_EQ(line["subject"], "typed");
  EXPECT_EQ(line["tenant"], "acme");
  EXPECT_EQ(line["authority"], "key");
  EXPECT_EQ(line["client.address"], "127.0.0.1");
  EXPECT_EQ(line["agent"], "fight");
  EXPECT_EQ(line["operation"], "SendMessage");
  EXPECT_EQ(line["skill"], "fight-comparison");
  EXPECT_EQ(line["schema"], "fightComparison");
  EXPECT_EQ(line["decision"], "allowed");
  EXPECT_EQ(line["rule"], "typists");
  EXPECT_EQ(line["trace_id"], "0af7651916cd43dd8448eb211c80319c");
  EXPECT_EQ(line["a2a.task.id"], sent.json()["result"]["task"]["id"]);
  EXPECT_FALSE(line.contains("reason"));
  EXPECT_EQ(line_of("reader", "ListTasks", Json::object())["rule"], "readers");
  EXPECT_EQ(line_of("all", "SendMessage", {{"message", user_text(v1_0(), "hello")}})["rule"], "everything");
}

TEST_F(AuditedGateway, TellsWhoMayNotAndWhy) {
  const Json message = comparison(v1_0());
  const Json reader = line_of("reader", "SendMessage", {{"message", message}});
  EXPECT_EQ(reader["decision"], "denied");
  EXPECT_EQ(reader["reason"], "no rule allows it");
  EXPECT_EQ(reader["operation"], "SendMessage");
  EXPECT_FALSE(reader.contains("rule"));
  const Json typed = line_of("typed", "SendMessage", {{"message", user_text(v1_0(), kCanary)}});
  EXPECT_EQ(typed["decision"], "denied");
  const Json stranger =
      line_of(client_.post(call_body("ListTasks", Json::object()).dump(), {{"X-API-Key", kCanary}}));
  EXPECT_EQ(stranger["decision"], "unauthenticated");
  EXPECT_EQ(stranger["reason"], "the API key is not known");
  EXPECT_FALSE(stranger.contains("subject"));
  EXPECT_EQ(line_of(client_.post("{}"))["subject"], "anonymous");
}

TEST_F(AuditedGateway, ACallThatIsAllowedAndFailsHasItsError) {
  const Json unknown = line_of("all", "GetTask", {{"id", "00000000-0000-4000-8000-000000000000"}});
  EXPECT_EQ(unknown["decision"], "allowed");
  EXPECT_EQ(unknown["a2a.response.error_code"], -32001);
  EXPECT_EQ(unknown["a2a.task.id"], "00000000-0000-4000-8000-000000000000");
}

TEST_F(AuditedGateway, AStreamIsToldOfWhenItBegins) {
  const Gate gate;
  work_until(agent_, gate);
  EventStream stream = client_.open("SendStreamingMessage", {{"message", comparison(v1_0())}}, key_of("all"));
  const Json line = line_of(stream.head());
  EXPECT_EQ(line["operation"], "SendStreamingMessage");
  EXPECT_EQ(line["rule"], "everything");
  gate.open();
}

TEST_F(AuditedGateway, PublicDocumentsAreNoDecisionAndOthersAre) {
  EXPECT_TRUE(line_of(client_.request("GET", "/healthz")).is_null());
  EXPECT_TRUE(line_of(client_.request("GET", "/fight/.well-known/agent-card.json")).is_null());
  EXPECT_EQ(line_of(client_.request("GET", "/fight/schemaTemplates"))["decision"], "unauthenticated");
}

TEST_F(AuditedGateway, HoldsNothingOfWhatWasSentOrAnswered) {
  Json task = completed_task(v1_0(), {{"winner", kCanary}, {"probability", 0.5}, {"explanation", kCanary}});
  give_task(agent_, task);
  const Json data{{"a", kCanary}, {"b", kCanary}};
  for (const char* method : {"SendMessage", "SendStreamingMessage"})
    (void)client_.post(call_body(method, {{"message", comparison(v1_0(), data, kCanary)}}).dump(),
                       key_of("all"));
  (void)client_.post(call_body("SendMessage", {{"message", user_text(v1_0(), kCanary)}}).dump(),
                     {{"X-API-Key", "all-key"}, {"Authorization", "Bearer " + kCanary}, {"Cookie", kCanary}});
  (void)client_.post(call_body(kCanary, {{"id", kCanary}}).dump(), key_of("all"));
  (void)client_.post(call_body("GetTask", {{"id", kCanary}}).dump(), key_of("all"));
  (void)client_.post("{" + kCanary, {{"X-API-Key", kCanary}});
  (void)client_.request("GET", "/fight/tasks/" + kCanary + "?q=" + kCanary, key_of("all"));
  (void)client_.request("GET", "/" + kCanary, key_of("all"));
  EXPECT_THAT(text(), HasSubstr("\"decision\""));
  EXPECT_THAT(text(), Not(HasSubstr(kCanary)));
  EXPECT_THAT(text(), Not(HasSubstr("all-key")));
}

}  // namespace
}  // namespace schemagate
