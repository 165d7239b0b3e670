// What is counted of requests.
#include "gateway/front/request_counts.h"

#include <gmock/gmock.h>

#include <string>

#include "tests/unit/gateway/front/front_core.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::Not;

class RequestCountsTest : public testing::Test {
 protected:
  void ask(net::HttpRequest request) { (void)front_.ask(request); }
  RequestSums sums() const {
    RequestSums sums;
    front_.counts.add_to(sums);
    return sums;
  }
  // How often.
  std::uint64_t answered(const std::vector<std::string>& labels) const {
    const RequestSums all = sums();
    const auto found = all.ended.find(labels);
    return found == all.ended.end() ? 0 : found->second.back();
  }
  std::string text() const {
    MetricsText text;
    write_request_metrics(sums(), text);
    return text.take();
  }

  FrontCore front_;
};

net::HttpRequest hello(std::string_view method, const std::string& version) {
  const bool is_v1 = version == "1.0";
  const std::string part = is_v1 ? R"({"text":"hi"})" : R"({"kind":"text","text":"hi"})";
  const std::string role = is_v1 ? "ROLE_USER" : "user";
  return front_request("POST", "/flight",
                       jsonrpc_body(method, R"({"message":{"messageId":"m-1","role":")" + role +
                                                R"(","parts":[)" + part + "]}}"),
                       version);
}

TEST_F(RequestCountsTest, CountsByAgentOperationFormAndOutcome) {
  front_.core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  ask(hello("SendMessage", "1.0"));
  ask(hello("SendMessage", "1.0"));
  ask(hello("message/send", "0.3"));
  ask(front_request("GET", "/healthz"));
  ask(front_request("GET", "/flight/.well-known/agent-card.json"));
  EXPECT_EQ(answered({"flight", "SendMessage", "JSONRPC", "1.0", "200", "ok", ""}), 2U);
  EXPECT_EQ(answered({"flight", "SendMessage", "JSONRPC", "0.3", "200", "ok", ""}), 1U);
  EXPECT_EQ(answered({"", "", "", "", "200", "ok", ""}), 1U);
  EXPECT_EQ(answered({"flight", "", "", "", "200", "ok", ""}), 1U);
}

TEST_F(RequestCountsTest, SaysWhyARequestWasRefused) {
  ask(front_request("POST", "/flight", "{"));
  ask(front_request("GET", "/flight/tasks/none", "", "1.0"));
  front_.access.lets_operate = false;
  ask(hello("SendMessage", "1.0"));
  EXPECT_EQ(answered({"flight", "", "", "", "200", "error", "PARSE_ERROR"}), 1U);
  EXPECT_EQ(answered({"flight", "GetTask", "HTTP+JSON", "1.0", "404", "error", "TASK_NOT_FOUND"}), 1U);
  EXPECT_EQ(answered({"flight", "SendMessage", "JSONRPC", "1.0", "403", "error", "PERMISSION_DENIED"}), 1U);
}

TEST_F(RequestCountsTest, SaysHowTheAgentFailed) {
  front_.core.upstream.results["SendMessage"] = [] {
    return net::Result<std::string>(net::failed(net::FailureKind::kUnreachable, "refused"));
  };
  ask(hello("SendMessage", "1.0"));
  EXPECT_EQ(answered({"flight", "SendMessage", "JSONRPC", "1.0", "200", "error", "unreachable"}), 1U);
}

TEST_F(RequestCountsTest, AddsUpTimesAndBytes) {
  const auto request = hello("SendMessage", "1.0");
  front_.core.upstream.results["SendMessage"] = gives(task_result("COMPLETED"));
  ask(request);
  ask(request);
  const std::string bytes = std::to_string(2 * request.body.size());
  EXPECT_THAT(text(),
              HasSubstr("\nschemagate_request_body_bytes_total{agent=\"flight\",method=\"SendMessage\"} " +
                        bytes + "\n"));
  EXPECT_THAT(text(), HasSubstr("\nhttp_server_request_duration_seconds_bucket{agent=\"flight\","
                                "method=\"SendMessage\",le=\"+Inf\"} 2\n"));
  EXPECT_THAT(text(), HasSubstr("\nhttp_server_request_duration_seconds_count{agent=\"flight\","
                                "method=\"SendMessage\"} 2\n"));
}

TEST_F(RequestCountsTest, HasNoLabelThatAClientMadeUp) {
  ask(front_request("GET", "/jane"));
  ask(front_request("POST", "/jane", jsonrpc_body("SendMessage", "{}")));
  ask(front_request("POST", "/flight", jsonrpc_body("jane", "{}")));
  ask(front_request("GET", "/flight/tasks/jane", "", "1.0"));
  ask(front_request("JANE", "/flight/jane", "", "jane"));
  const auto count = answered({"flight", "", "", "", "200", "error", "METHOD_NOT_FOUND"});
  EXPECT_EQ(count, 1U);
  EXPECT_THAT(text(), Not(HasSubstr("jane")));
  EXPECT_THAT(text(), Not(HasSubstr("JANE")));
}

}  // namespace
}  // namespace schemagate
