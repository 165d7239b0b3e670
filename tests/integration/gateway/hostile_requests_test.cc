// Hostile JSON and headers through the whole gateway: refused or passed on exactly, and never in the log.
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>
#include <sstream>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

class HostileRequests : public GatewayTest {
 protected:
  // A v1.0 send call whose only part has that data, written out.
  static std::string call_with_data(const std::string& data, const std::string& more = "") {
    return R"({"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m-1",)" +
           more + R"("role":"ROLE_USER","parts":[{"data":)" + data + "}]}}}";
  }
  void expect_refused(const std::string& body, int code) {
    const HttpMessage answer = client_.post(body);
    EXPECT_EQ(answer.status(), 200);
    EXPECT_EQ(answer.json()["error"]["code"], code) << answer.body;
    EXPECT_EQ(agent_.call_count(), 0U);
  }
};

TEST_F(HostileRequests, DepthIsBounded) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  expect_refused(call_with_data(deep), -32700);
  expect_refused(deep, -32700);
  std::string objects;
  for (int i = 0; i < 5'000; ++i) objects += "{\"a\":";
  expect_refused(call_with_data(objects + "1" + std::string(5'000, '}')), -32700);
}

TEST_F(HostileRequests, DuplicateMembersAreRefused) {
  expect_refused(call_with_data(R"({"a":"Lion","a":"Tiger"})"), -32700);
  expect_refused(R"({"jsonrpc":"2.0","id":1,"method":"GetTask","method":"SendMessage","params":{}})", -32700);
  expect_refused(call_with_data(R"({"a":1,"\u0061":2})"), -32700);
}

TEST_F(HostileRequests, BrokenTextIsRefused) {
  for (const std::string& data :
       {std::string("\"\xff\""), std::string("\"\xc0\xaf\""), std::string("\"\xed\xa0\x80\""),
        std::string(R"("\ud800")"), std::string("\"\x01\""), std::string("NaN"), std::string("1e"),
        std::string("01"), std::string("'a'"), std::string("1 2"), std::string("\"a\0b\"", 5)}) {
    expect_refused(call_with_data(data), -32700);
  }
}

TEST_F(HostileRequests, NumbersReachTheAgentDigitByDigit) {
  give_task(agent_, completed_task(v1_));
  const std::string data = R"({"big":12345678901234567890123,"one":1.0,"tiny":1e-400,"neg":-0.0,"e":1E+2})";
  EXPECT_EQ(client_.post(call_with_data(data)).json()["result"]["task"]["status"]["state"],
            "TASK_STATE_COMPLETED");
  EXPECT_THAT(agent_.messages().at(0).http.body, HasSubstr(data));
}

TEST_F(HostileRequests, NumbersOfTheAgentReachTheClientDigitByDigit) {
  const std::string data = R"({"big":12345678901234567890123,"one":1.0})";
  agent_.on("SendMessage", [data](const AgentCall&, AgentAnswer& answer) {
    answer.http(
        200, "application/json",
        R"({"jsonrpc":"2.0","id":"1","result":{"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"data":)" +
            data + "}]}}}");
  });
  EXPECT_THAT(client_.post(call_with_data("{}")).body, HasSubstr(data));
}

TEST_F(HostileRequests, SurprisingNamesAreJustNames) {
  give_task(agent_, completed_task(v1_));
  const std::string data = R"({"__proto__":{"x":1},"constructor":null,"":"","a\u0000b":"\u0000"})";
  EXPECT_TRUE(client_.post(call_with_data(data)).json().contains("result"));
  EXPECT_THAT(agent_.messages().at(0).http.body, HasSubstr(R"("__proto__":{"x":1})"));
}

TEST_F(HostileRequests, TheNumberOfValuesIsBounded) {
  const auto zeros = [](std::size_t count) {
    std::string items = "[0";
    for (std::size_t i = 1; i < count; ++i) items += ",0";
    return items + "]";
  };
  expect_refused(call_with_data(zeros(400'000)), -32700);
  EXPECT_EQ(client_.post(call_with_data("\"" + std::string(2'000'000, 'x') + "\"")).status(), 413);
  give_task(agent_, completed_task(v1_));
  EXPECT_TRUE(client_.post(call_with_data(zeros(200'000))).json().contains("result"));
}

TEST_F(HostileRequests, ManyViolationsGiveABoundedAnswer) {
  std::string members = R"("a":1)";
  for (int i = 0; i < 20'000; ++i) members += ",\"x" + std::to_string(i) + "\":0";
  const std::string body =
      R"({"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m",)"
      R"("role":"ROLE_USER","parts":[{"mediaType":"application/json;schema=fightComparison",)"
      R"("data":{)" +
      members + "}}]}}}";
  const HttpMessage answer = client_.post(body);
  EXPECT_EQ(answer.json()["error"]["code"], -32602);
  EXPECT_LT(answer.body.size(), 20'000U);
}

TEST_F(HostileRequests, ControlCharactersStayInTheirPlace) {
  give_task(agent_, completed_task(v1_));
  const std::string context = R"("contextId":"a\r\nX-Evil: 1\u0000%0d%0a",)";
  const Json task = client_.post(call_with_data("{}", context)).json()["result"]["task"];
  EXPECT_EQ(task["contextId"], std::string("a\r\nX-Evil: 1\0%0d%0a", 19));
  const Headers hostile = {{"A2A-Extensions", "https://x.example/%0d%0aX-Evil:%201, with blank, \"quoted\""}};
  const HttpMessage answer =
      client_.post(call_body("SendMessage", {{"message", user_text(v1_, "hi", "m-2")}}).dump(), hostile);
  EXPECT_EQ(answer.header("X-Evil"), "");
  for (const AgentCall& call : agent_.messages()) EXPECT_EQ(call.http.header("X-Evil"), "");
  const std::string passed_on = agent_.messages().back().http.header("A2A-Extensions");
  EXPECT_THAT(passed_on, HasSubstr("https://x.example/%0d%0aX-Evil:%201")) << "never decoded";
  EXPECT_THAT(passed_on, Not(HasSubstr("with blank")));
}

TEST_F(HostileRequests, ManyExtensionsAreCutToABound) {
  give_task(agent_, completed_task(v1_));
  std::string list = kSchemasUri;
  for (int i = 0; i < 1'000; ++i) list += ",https://x.example/" + std::to_string(i);
  const HttpMessage answer = client_.post(
      call_body("SendMessage", {{"message", user_text(v1_, "hi")}}).dump(), {{"A2A-Extensions", list}});
  EXPECT_EQ(answer.header("A2A-Extensions"), kSchemasUri);
  EXPECT_LT(agent_.messages().at(0).http.header("A2A-Extensions").size(), 16U * 40U);
}

TEST_F(HostileRequests, IdsComeBackAsTheyWere) {
  for (const std::string& id : {std::string("18446744073709551616"), std::string("1.50"),
                                std::string(R"("\u0000")"), std::string("null")}) {
    const std::string body =
        client_.post(R"({"jsonrpc":"2.0","method":"GetTask","params":{"id":"x"},"id":)" + id + "}").body;
    EXPECT_THAT(body, HasSubstr("\"id\":" + id)) << body;
  }
}

// What the process writes on standard error while it lives.
class StandardError {
 public:
  StandardError() : file_(std::tmpfile()), kept_(::dup(STDERR_FILENO)) {
    (void)std::fflush(stderr);
    ::dup2(::fileno(file_), STDERR_FILENO);
  }
  StandardError(const StandardError&) = delete;
  StandardError& operator=(const StandardError&) = delete;
  ~StandardError() { (void)finish(); }

  std::string finish() {
    if (file_ == nullptr) return {};
    (void)std::fflush(stderr);
    ::dup2(kept_, STDERR_FILENO);
    ::close(kept_);
    std::string text(
        static_cast<std::size_t>(std::ftell(file_) >= 0 ? ::lseek(::fileno(file_), 0, SEEK_END) : 0), ' ');
    const auto read = ::pread(::fileno(file_), text.data(), text.size(), 0);
    text.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
    (void)std::fclose(file_);
    file_ = nullptr;
    return text;
  }

 private:
  std::FILE* file_;
  int kept_;
};

TEST(TheLog, HoldsOneObjectPerLineAndNoPayload) {
  const Dialect v1 = v1_0();
  ScriptedAgent agent;
  give_task(agent, completed_task(v1));
  StandardError standard_error;
  {
    const RunningGateway gateway(agent, {{"log", {{"level", "debug"}}}});
    const GatewayClient client = gateway.client();
    client.send(comparison(v1, {{"a", "secret-lion"}, {"b", "secret\r\n{\"event\":\"forged\"}"}}));
    client.send_error(comparison(v1, {{"a", "secret-lion"}}, "m-2"));
    client.post("secret{");
    client.request("GET", "/secret-agent%0d%0a?token=secret-token");
    client.get("secret-id");
    agent.on(v1.send, [](const AgentCall&, AgentAnswer& answer) { answer.error(-32603, "secret\nforged"); });
    client.send(user_text(v1, "secret-text", "m-3"));
    agent.go_down();
    client.send(comparison(v1, {{"a", "secret-lion"}, {"b", "x"}}, "m-4"));
  }
  const std::string log = standard_error.finish();
  std::istringstream lines(log);
  int requests = 0;
  for (std::string line; std::getline(lines, line);) {
    const Json entry = Json::parse(line, nullptr, false);
    ASSERT_TRUE(entry.is_object()) << line;
    EXPECT_TRUE(entry.contains("time") && entry.contains("level") && entry.contains("event")) << line;
    requests += entry["event"] == "request" ? 1 : 0;
    EXPECT_NE(entry["event"], "forged");
  }
  EXPECT_EQ(requests, 7);
  for (const char* payload : {"secret-lion", "secret-text", "secret-token", "secret-id", "forged"}) {
    EXPECT_THAT(log, Not(HasSubstr(payload)));
  }
}

}  // namespace
}  // namespace schemagate
