// Header fields that every answer has, whatever it says.
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

// No browser takes an answer for a page or a script, whatever a client had put into it.
class NoSniff : public GatewayTest {
 protected:
  void expect(const HttpMessage& answer, int status, const std::string& what) const {
    EXPECT_EQ(answer.status(), status) << what;
    EXPECT_EQ(answer.header("X-Content-Type-Options"), "nosniff") << what;
  }
  void expect_of(const std::string& target, int status) const {
    expect(client_.request("GET", target), status, target);
  }
  std::string body_of(const Json& message) const {
    return call_body(v1_.send, v1_.send_params(message)).dump();
  }
};

TEST_F(NoSniff, StandsInAnswersToCalls) {
  give_task(agent_, completed_task(v1_));
  expect(client_.post(body_of(comparison(v1_))), 200, "a task");
  expect(client_.post(body_of(comparison(v1_, {{"a", "Lion"}}, "m-2"))), 200, "an error");
  const Json params = v1_.send_params(comparison(v1_, {{"a", "Lion"}}, "m-3"));
  const Headers json{{"Content-Type", "application/json"}, {"A2A-Version", "1.0"}};
  expect(client_.request("POST", "/fight/message:send", json, params.dump()), 400, "an error of HTTP+JSON");
}

TEST_F(NoSniff, StandsInStreams) {
  give_task(agent_, completed_task(v1_));
  EventStream stream = client_.stream(comparison(v1_));
  EXPECT_TRUE(stream.is_stream());
  expect(stream.head(), 200, "a stream");
}

TEST_F(NoSniff, StandsInDocumentsAndRefusals) {
  expect_of("/fight/.well-known/agent-card.json", 200);
  expect_of("/healthz", 200);
  expect_of("/nothing/.well-known/agent-card.json", 404);
  expect(client_.head("/healthz"), 200, "HEAD");
  net::RawSocket socket = net::RawSocket::connect(gateway_.port());
  socket.send("GET / HTTP/1.1\r\n\r\n");
  expect(HttpReader(socket).read().value_or(HttpMessage{}), 400, "no Host: refused by the parser");
}

// The lines of the log that are of this event.
std::vector<Json> lines_of(const std::string& log, std::string_view event) {
  std::vector<Json> lines;
  std::istringstream all(log);
  for (std::string text; std::getline(all, text);) {
    Json line = Json::parse(text, nullptr, false);
    if (line.is_object() && line.value("event", "") == event) lines.push_back(std::move(line));
  }
  return lines;
}

class RequestId : public testing::Test {
 protected:
  static Json changes(const Json& limits) { return {{"log", {{"level", "info"}}}, {"limits", limits}}; }
  const Dialect v1_ = v1_0();
  ScriptedAgent agent_;
};

TEST_F(RequestId, StandsInARefusalOfTheListenerItselfAndInItsLine) {
  testing::internal::CaptureStderr();
  HttpMessage answer;
  {
    const RunningGateway gateway(agent_, changes({{"body", "1KiB"}}));
    answer = gateway.client().request("POST", "/fight?key=secret", {{"Content-Type", "application/json"}},
                                      std::string(2'000, ' '));
  }
  const std::vector<Json> lines = lines_of(testing::internal::GetCapturedStderr(), "request_refused");
  EXPECT_EQ(answer.status(), 413);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["request_id"], answer.header("X-Request-Id"));
  EXPECT_EQ(answer.header("X-Request-Id").size(), 36U);
  EXPECT_EQ(lines[0]["client.address"], "127.0.0.1");
  EXPECT_EQ(lines[0]["http.request.method"], "POST");
  EXPECT_EQ(lines[0]["url.path"], "/fight");
}

TEST_F(RequestId, StandsInTheLastWordOfAGatewayThatStopsAndInItsLine) {
  testing::internal::CaptureStderr();
  RunningGateway gateway(agent_, changes({{"drain", "100ms"}}));
  const Gate gate;
  work_until(agent_, gate);
  HttpMessage answer;
  std::jthread call([&, client = gateway.client()] {
    answer = client.request("POST", "/fight", {{"Content-Type", "application/json"}},
                            call_body(v1_.send, {{"message", comparison(v1_)}}).dump());
  });
  EXPECT_TRUE(agent_.wait_for_messages(1));
  EXPECT_EQ(gateway.drain(), 1U);
  call.join();
  gate.open();
  const std::vector<Json> lines = lines_of(testing::internal::GetCapturedStderr(), "request");
  EXPECT_EQ(answer.status(), 503);
  ASSERT_FALSE(lines.empty());
  const Json& line = lines.back();
  EXPECT_EQ(line["request_id"], answer.header("X-Request-Id"));
  EXPECT_EQ(line["http.response.status_code"], 503);
  EXPECT_EQ(line["reason"], "GATEWAY_STOPPED");
  EXPECT_EQ(line["agent"], "fight");
  EXPECT_EQ(line["a2a.method"], "SendMessage");
}

}  // namespace
}  // namespace schemagate
