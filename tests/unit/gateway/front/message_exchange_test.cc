#include "gateway/front/message_exchange.h"

#include <gmock/gmock.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <functional>
#include <vector>

#include "gateway/front/http_answer.h"
#include "gateway/front/message_request.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class KeptMessages final : public MessageSink {
 public:
  net::Awaitable<bool> send(std::string message) override {
    messages.push_back(std::move(message));
    co_return !gone;
  }
  bool is_gone() const override { return gone; }
  bool draining() const override { return ends; }

  std::vector<std::string> messages;
  bool gone = false;
  bool ends = false;
};

class AMessageExchange : public testing::Test {
 protected:
  void run(const std::function<net::Awaitable<void>()>& work) {
    boost::asio::co_spawn(context_, work, boost::asio::detached);
    context_.run();
  }
  void respond(net::HttpResponse response) {
    run([&]() -> net::Awaitable<void> { co_await exchange_.respond(std::move(response)); });
  }

  boost::asio::io_context context_;
  KeptMessages sink_;
  MessageExchange exchange_{sink_, context_.get_executor(), "7", 1 << 20};
};

TEST_F(AMessageExchange, SendsAnAnswerOnOneLine) {
  respond(json_answer(200, "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\n\"a\":1}}"));
  EXPECT_THAT(sink_.messages, ElementsAre(R"({"jsonrpc":"2.0","id":7,"result":{ "a":1}})"));
}

TEST_F(AMessageExchange, TakesTheOnlyEventOfAnAnswerForTheMessage) {
  respond(event_answer(R"({"jsonrpc":"2.0","id":7,"error":{}})"));
  EXPECT_THAT(sink_.messages, ElementsAre(R"({"jsonrpc":"2.0","id":7,"error":{}})"));
}

TEST_F(AMessageExchange, MakesARefusalOfTheUrlAnErrorOfTheCall) {
  respond(plain_error(401, "who are you?"));
  EXPECT_THAT(sink_.messages, ElementsAre(testing::AllOf(HasSubstr(R"("id":7)"), HasSubstr("-32600"),
                                                         HasSubstr(R"("message":"who are you?")"))));
}

TEST_F(AMessageExchange, GivesARefusalTheIdThatThePipelineHasNotRead) {
  respond(json_answer(401, R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600}})"));
  EXPECT_THAT(sink_.messages, ElementsAre(R"({"jsonrpc":"2.0","id":7,"error":{"code":-32600}})"));
}

TEST_F(AMessageExchange, MakesAFailureOfTheGatewayAnErrorOfTheCall) {
  respond(plain_error(503, "try again"));
  EXPECT_THAT(sink_.messages, ElementsAre(testing::AllOf(HasSubstr("-32603"), HasSubstr("try again"))));
}

TEST_F(AMessageExchange, SendsEachEventHoweverItsBytesAreWrittenAndNoKeepAlive) {
  const std::vector<std::string> pieces{"id: 1\nda", "ta: {\"a\":1}\n\n", ": keep-alive\n\n",
                                        "data: {}\n\ndata: 2\n\n"};
  run([&]() -> net::Awaitable<void> {
    net::HttpResponse head;
    (void)co_await exchange_.begin_stream(std::move(head));
    for (const std::string& piece : pieces) (void)co_await exchange_.write(piece);
  });
  EXPECT_THAT(sink_.messages, ElementsAre(R"({"a":1})", "{}", "2"));
}

TEST_F(AMessageExchange, EndsAStreamWhoseReaderIsGone) {
  sink_.gone = true;
  bool written = true;
  auto wake = net::Exchange::Wake::kSignal;
  const net::Signal never(context_.get_executor());
  run([&]() -> net::Awaitable<void> {
    written = co_await exchange_.write("data: 1\n\n");
    wake = co_await exchange_.wait(never, std::chrono::hours(1));
  });
  EXPECT_FALSE(written);
  EXPECT_EQ(wake, net::Exchange::Wake::kClientGone);
}

TEST_F(AMessageExchange, DoesNotWaitWhileEverythingEnds) {
  sink_.ends = true;
  auto wake = net::Exchange::Wake::kSignal;
  const net::Signal never(context_.get_executor());
  run([&]() -> net::Awaitable<void> { wake = co_await exchange_.wait(never, std::chrono::hours(1)); });
  EXPECT_EQ(wake, net::Exchange::Wake::kTimeout);
}

MessageRequest request_with(const std::string& parameters) {
  MessageClient client;
  client.target = "/fight";
  client.headers = {{"A2A-Version", "0.3"}, {"Authorization", "Bearer t"}};
  return request_of(
      R"({"jsonrpc":"2.0","id":"x","params":{"metadata":{"a2a-service-parameters":)" + parameters + "}}}",
      client, {});
}

TEST(RequestOfAMessage, IsThePostThatItWouldBeOverHttp) {
  const MessageRequest request = request_with("{}");
  EXPECT_EQ(request.http.method, "POST");
  EXPECT_EQ(request.http.target, "/fight");
  EXPECT_EQ(request.http.header("Content-Type"), "application/json");
  EXPECT_EQ(request.http.header("Authorization"), "Bearer t");
  EXPECT_EQ(request.http.header("A2A-Version"), "0.3");
  EXPECT_EQ(request.call_id, "\"x\"");
}

TEST(RequestOfAMessage, TakesServiceParametersOverThoseOfTheClient) {
  const MessageRequest request = request_with(R"({"a2a-version":"1.0","A2A-Extensions":"https://e"})");
  EXPECT_EQ(request.http.header("A2A-Version"), "1.0");
  EXPECT_EQ(request.http.header("A2A-Extensions"), "https://e");
}

TEST(RequestOfAMessage, TakesNoOtherFieldAndNoneThatWouldBeTwo) {
  const MessageRequest request = request_with(
      R"({"Authorization":"Bearer other","X-API-Key":"k","A2A-Extensions":"a\r\nX-API-Key: k"})");
  EXPECT_EQ(request.http.header("Authorization"), "Bearer t");
  EXPECT_THAT(request.http.header("X-API-Key"), IsEmpty());
  EXPECT_THAT(request.http.header("A2A-Extensions"), IsEmpty());
}

TEST(RequestOfAMessage, LeavesWhatIsNoMessageToThePipeline) {
  for (const std::string text : {"", "garbage", "[]", R"({"id":{}})", R"({"id":null,"params":[]})"}) {
    const MessageRequest request = request_of(text, {}, {});
    EXPECT_EQ(request.http.body, text);
    EXPECT_EQ(request.call_id, "null");
  }
}

}  // namespace
}  // namespace schemagate
