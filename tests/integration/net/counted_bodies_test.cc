// What request bodies take of the memory that the listener may have.
#include <gtest/gtest.h>

#include <thread>

#include "tests/integration/net/test_server.h"

namespace schemagate::net {
namespace {

constexpr std::size_t kAll = 1 << 20;

struct CountingListener {
  explicit CountingListener(std::size_t all = kAll) : memory(all, all) {
    ServerOptions options;
    options.memory = memory;
    server = start_echo(std::make_shared<SeenRequests>(), options);
  }

  const SharedLimit memory;
  std::unique_ptr<Server> server;
};

std::string head_of(std::size_t bytes, std::string_view more = "") {
  return "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(bytes) + "\r\n" +
         std::string(more) + "\r\n";
}

std::string in_chunks(std::size_t bytes) {
  constexpr std::size_t kChunkBytes = 0x1000;
  std::string request = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (; bytes >= kChunkBytes; bytes -= kChunkBytes)
    request += "1000\r\n" + std::string(kChunkBytes, 'x') + "\r\n";
  return request;
}

TEST(CountedBodies, TakeNoMoreThanTheyAreCountedFor) {
  struct Seen {
    std::size_t capacity = 0;
    std::size_t counted = 0;
  };
  const SharedLimit memory(16 << 20, 16 << 20);
  Seen seen;
  ServerOptions options;
  options.memory = memory;
  auto server = start_server(
      [&](HttpRequest& request, Exchange& exchange, UpstreamClient&) -> Awaitable<void> {
        seen = {request.body.capacity(), memory.taken()};
        HttpResponse answer;
        co_await exchange.respond(std::move(answer));
      },
      options);
  constexpr std::size_t kMost = 1 << 20;
  for (const std::size_t bytes : {std::size_t{10'000}, std::size_t{65'536}, std::size_t{131'072}, kMost}) {
    for (std::string request : {head_of(bytes) + std::string(bytes, 'x'), in_chunks(bytes) + "0\r\n\r\n"}) {
      RawSocket client = RawSocket::connect(server->port());
      ASSERT_TRUE(client.send(request));
      EXPECT_EQ(statuses_in(receive_answer(client)), "200");
      EXPECT_LE(seen.capacity, seen.counted) << bytes;
      EXPECT_LT(seen.counted, 2 * bytes + 200) << bytes;
    }
  }
}

TEST(CountedBodies, AreRefusedByTheirLengthBeforeTheyCome) {
  const CountingListener listener(100'000);
  RawSocket client = RawSocket::connect(listener.server->port());
  client.send(head_of(200'000, "Expect: 100-continue\r\n"));
  const std::string answer = client.receive_all();
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 503 ")) << answer;
  EXPECT_TRUE(answer.contains("\r\nRetry-After: 1\r\n")) << answer;
}

// The length alone, of which nothing comes, is nothing that others could not have.
TEST(CountedBodies, AreNotCountedBeforeTheyCome) {
  const CountingListener listener;
  std::vector<RawSocket> silent;
  for (int i = 0; i < 8; ++i) {
    silent.push_back(RawSocket::connect(listener.server->port()));
    silent.back().send(head_of(900'000, "Expect: 100-continue\r\n"));
    ASSERT_TRUE(silent.back().receive_until("\r\n\r\n").starts_with("HTTP/1.1 100 "));
  }
  RawSocket client = RawSocket::connect(listener.server->port());
  ASSERT_TRUE(client.send(head_of(300'000) + std::string(300'000, 'x')));
  EXPECT_EQ(statuses_in(receive_answer(client)), "200");
}

TEST(CountedBodies, AreForgottenBeforeTheirRefusalIsTold) {
  const CountingListener listener;
  RawSocket client = RawSocket::connect(listener.server->port());
  std::thread sender([&client] { client.send(in_chunks(2 * kAll)); });
  EXPECT_TRUE(client.receive_until("\r\n").starts_with("HTTP/1.1 503 "));
  EXPECT_EQ(listener.memory.taken(), 0U);
  sender.join();
}

TEST(CountedBodies, ThatDoNotFitLeaveTheOthersTheirRoom) {
  constexpr std::size_t kBytes = 250'000;
  const CountingListener listener;
  std::vector<RawSocket> clients;
  for (int i = 0; i < 12; ++i) {
    clients.push_back(RawSocket::connect(listener.server->port()));
    clients.back().send(head_of(kBytes));
  }
  // All together, a little at a time; the last byte later.
  constexpr std::size_t kPieceBytes = 10'000;
  for (std::size_t sent = 0; sent < kBytes - kPieceBytes; sent += kPieceBytes) {
    for (RawSocket& client : clients) client.send(std::string(kPieceBytes, 'x'));
  }
  for (RawSocket& client : clients) client.send(std::string(kPieceBytes, 'x'));
  int served = 0;
  for (RawSocket& client : clients) {
    served += statuses_in(receive_answer(client)) == "200" ? 1 : 0;
  }
  // None is refused but while four others hold what it would have needed.
  EXPECT_GE(served, 4);
}

}  // namespace
}  // namespace schemagate::net
