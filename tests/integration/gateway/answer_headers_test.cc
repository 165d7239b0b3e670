// Header fields that every answer has, whatever it says.
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

}  // namespace
}  // namespace schemagate
