// What the log says of a request.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/unit/gateway/front/front_core.h"

namespace schemagate {
namespace {

using a2a::JsonTree;

class RequestLine : public testing::Test {
 protected:
  // The log's lines of this event while the request is answered; keeps the answer.
  std::vector<JsonTree> lines(net::HttpRequest request, std::string_view event = "request") {
    request.peer.address = "192.0.2.7";
    testing::internal::CaptureStderr();
    KeptExchange exchange = front_.ask(request);
    answer_ = exchange.answer ? *exchange.answer : *exchange.stream_head;
    written_ = exchange.written;
    std::vector<JsonTree> found;
    std::istringstream log(testing::internal::GetCapturedStderr());
    for (std::string line; std::getline(log, line);) {
      auto tree = a2a::parse_tree(line);
      EXPECT_TRUE(tree) << line;
      if (tree && (*tree)["event"] == event) found.push_back(std::move(*tree));
    }
    return found;
  }
  JsonTree line(const net::HttpRequest& request) {
    auto found = lines(request);
    EXPECT_EQ(found.size(), 1U);
    return found.empty() ? JsonTree() : found.front();
  }
  std::string request_id() const { return std::string(net::find_header(answer_.headers, "X-Request-Id")); }

  FrontCore front_{front_config(), {}, true, true, LogLevel::kInfo};
  net::HttpResponse answer_;
  std::string written_;
};

net::HttpRequest hello(std::string_view method) {
  return front_request(
      "POST", "/flight?key=secret",
      jsonrpc_body(method, R"({"message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"hi"}]}})"));
}

TEST_F(RequestLine, TellsWhoAskedForWhatAndWhatCameOfIt) {
  front_.core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  const auto request = hello("SendMessage");
  const JsonTree said = line(request);
  EXPECT_EQ(said["client.address"], "192.0.2.7");
  EXPECT_EQ(said["http.request.method"], "POST");
  EXPECT_EQ(said["url.path"], "/flight") << "a query may hold what is secret";
  EXPECT_EQ(said["agent"], "flight");
  EXPECT_EQ(said["a2a.method"], "SendMessage");
  const JsonTree task = (*a2a::parse_tree(answer_.body))["result"]["task"];
  EXPECT_EQ(said["a2a.task.id"], task["id"]);
  EXPECT_EQ(said["a2a.task.state"], "completed");
  EXPECT_EQ(said["a2a.response.outcome"], "ok");
  EXPECT_FALSE(said.contains("a2a.response.error_code"));
  EXPECT_FALSE(said.contains("cause"));
}

TEST_F(RequestLine, HasNumbersAsNumbers) {
  const auto request = hello("SendMessage");
  front_.core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  const JsonTree said = line(request);
  EXPECT_EQ(said["http.request.body.size"], JsonTree(request.body.size()));
  EXPECT_EQ(said["http.response.body.size"], JsonTree(answer_.body.size()));
  EXPECT_EQ(said["http.response.status_code"], JsonTree(200));
  EXPECT_TRUE(said["duration_us"].is_number_integer());
}

TEST_F(RequestLine, NamesTheRequestAsItsAnswerDoes) {
  for (const auto& request : {front_request("GET", "/healthz"), front_request("GET", "/nowhere"),
                              front_request("POST", "/flight", "{"), hello("SendMessage")}) {
    const JsonTree said = line(request);
    EXPECT_EQ(said["request_id"], request_id()) << request.target;
    EXPECT_EQ(request_id().size(), 36U) << request.target;
  }
}

TEST_F(RequestLine, OfAStreamCountsItsBytesAndTellsTheStateThatItShowedLast) {
  front_.core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  const JsonTree said = line(hello("SendStreamingMessage"));
  EXPECT_EQ(said["request_id"], request_id());
  EXPECT_EQ(said["http.response.body.size"], JsonTree(written_.size()));
  EXPECT_EQ(said["a2a.task.state"], "completed");
  EXPECT_TRUE(said["a2a.task.id"].is_string());
}

TEST_F(RequestLine, TellsHowTheCallToTheAgentFailed) {
  front_.core.upstream.results["SendMessage"] = [] {
    return net::Result<std::string>(
        net::failed(net::FailureKind::kUnreachable, "could not be reached: the connection was refused"));
  };
  const JsonTree said = line(hello("SendMessage"));
  EXPECT_EQ(said["a2a.response.outcome"], "error");
  EXPECT_EQ(said["a2a.response.error_code"], JsonTree(-32006));
  EXPECT_EQ(said["failure.kind"], "unreachable");
  EXPECT_EQ(said["cause"], "could not be reached: the connection was refused");
  const auto calls = lines(hello("SendMessage"), "agent_call_failed");
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls.front()["request_id"], request_id());
}

// A word of the agent's own may be the user's.
TEST_F(RequestLine, TellsTheAgentsOwnErrorInNumbersAndConstants) {
  front_.core.upstream.results["SendMessage"] = [] {
    return net::Result<std::string>(
        R"({"code":-32050,"message":"Jane Doe has no account","data":[)"
        R"({"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"NO_ACCOUNT","domain":"bank.test"},)"
        R"({"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"Jane Doe","domain":"bank.test"}]})");
  };
  const JsonTree said = line(hello("SendMessage"));
  EXPECT_EQ(said["failure.kind"], "agent_error");
  EXPECT_EQ(said["cause"], "answered HTTP 200 with the error -32050, reason NO_ACCOUNT");
  EXPECT_FALSE(said.dump().contains("Jane"));
}

// Whoever runs the agent has to do something about the first rows; about the others the client has.
TEST_F(RequestLine, LooksLikeAFailedCallWhereTheErrorIsTheAgentsFault) {
  const std::pair<int, bool> rows[] = {{-32603, true},  {-32601, true},  {-32700, true},  {-32600, true},
                                       {-32006, true},  {-32009, true},  {-32001, false}, {-32002, false},
                                       {-32004, false}, {-32005, false}, {-32602, false}, {-32050, false}};
  for (const auto& [code, is_fault] : rows) {
    front_.core.upstream.results["SendMessage"] = [code] {
      return net::Result<std::string>(R"({"code":)" + std::to_string(code) + R"(,"message":"Jane Doe"})");
    };
    const auto calls = lines(hello("SendMessage"), "agent_call_failed");
    ASSERT_EQ(calls.size(), is_fault ? 1U : 0U) << code;
    if (!is_fault) continue;
    EXPECT_EQ(calls.front()["failure.kind"], "agent_error");
    EXPECT_EQ(calls.front()["cause"], "answered HTTP 200 with the error " + std::to_string(code));
    EXPECT_EQ(calls.front()["level"], "warn");
    EXPECT_FALSE(calls.front().dump().contains("Jane"));
  }
}

TEST_F(RequestLine, TellsOfAnAnswerThatIsNone) {
  const std::pair<const char*, const char*> rows[] = {
      {"Jane Doe", "invalid JSON at line 1, column 36: expected a value"},
      {"[]", "expected task, message, statusUpdate or artifactUpdate"},
      {R"({"Jane":"Doe"})", "expected task, message, statusUpdate or artifactUpdate"}};
  for (const auto& [answer, fault] : rows) {
    front_.core.upstream.results["SendMessage"] = gives(answer);
    const JsonTree said = line(hello("SendMessage"));
    EXPECT_EQ(said["failure.kind"], "malformed") << answer;
    EXPECT_EQ(said["cause"], std::string("answered with what is no answer of A2A: ") + fault) << answer;
    EXPECT_FALSE(said.dump().contains("Jane"));
  }
}

TEST_F(RequestLine, NamesTheTaskThatWasAskedForInVain) {
  const auto asked = [this](const std::string& id) {
    return line(front_request("POST", "/flight", jsonrpc_body("GetTask", R"({"id":")" + id + "\"}")));
  };
  const std::string unknown = "1f6ab1c0-7c1e-4a2b-9d11-0123456789ab";
  EXPECT_EQ(asked(unknown)["a2a.task.id"], unknown);
  EXPECT_EQ(asked(unknown)["a2a.response.error_code"], JsonTree(-32001));
  for (const std::string never_ours : {"Jane Doe, born 1970", "1f6ab1c0-7c1e-4a2b-9d11-0123456789aX"})
    EXPECT_FALSE(asked(never_ours).contains("a2a.task.id")) << never_ours;
}

TEST_F(RequestLine, TellsWhyNobodyWasLetIn) {
  front_.access.lets_operate = false;
  const JsonTree denied = line(hello("SendMessage"));
  EXPECT_EQ(denied["reason"], "PERMISSION_DENIED");
  EXPECT_EQ(denied["cause"], "no rule allows it");
  front_.access.knows_caller = false;
  const JsonTree unknown = line(hello("SendMessage"));
  EXPECT_EQ(unknown["reason"], "UNAUTHENTICATED");
  EXPECT_EQ(unknown["cause"], "not you");
}

TEST_F(RequestLine, TellsWhyARequestIsNone) {
  const JsonTree cut_off = line(front_request("POST", "/flight", R"({"jsonrpc":"2.0","Jane)"));
  EXPECT_EQ(cut_off["reason"], "PARSE_ERROR");
  EXPECT_EQ(cut_off["a2a.response.error_code"], JsonTree(-32700));
  EXPECT_EQ(cut_off["cause"], "invalid JSON: a string is not closed");
  const JsonTree no_method = line(front_request("POST", "/flight", jsonrpc_body("Jane", "{}")));
  EXPECT_EQ(no_method["reason"], "METHOD_NOT_FOUND");
  EXPECT_FALSE(no_method.dump().contains("Jane"));
  const JsonTree no_id = line(front_request(
      "POST", "/flight",
      jsonrpc_body("SendMessage", R"({"message":{"role":"ROLE_USER","parts":[{"text":"Jane"}]}})")));
  EXPECT_EQ(no_id["reason"], "INVALID_PARAMS");
  EXPECT_EQ(no_id["field"], "message.messageId");
  EXPECT_FALSE(no_id.dump().contains("Jane"));
}

TEST_F(RequestLine, CutsALongPath) {
  EXPECT_EQ(line(front_request("GET", "/" + std::string(5'000, 'a')))["url.path"],
            "/" + std::string(255, 'a'));
}

}  // namespace
}  // namespace schemagate
