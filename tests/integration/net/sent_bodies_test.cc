// What the body of a request to an agent takes of the memory of the process, and until when.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/integration/net/test_upstream.h"

namespace schemagate::net {
namespace {

constexpr std::size_t kBody = 32 << 20;  // more than the kernel takes for an agent that does not read

UpstreamRequest counted_request(const SharedLimit& memory) {
  UpstreamRequest request;
  request.body.assign(kBody, 'x');
  request.room = std::make_shared<SharedLimit::Part>(memory.part_of("caller"));
  EXPECT_TRUE(request.room->grow_to(kBody));
  return request;
}

bool becomes_nothing(const SharedLimit& memory) {
  const auto until = std::chrono::steady_clock::now() + RawSocket::kTimeout;
  while (memory.taken() != 0 && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return memory.taken() == 0;
}

// Answers with what it has seen: taken before it reads, and gone before it answers.
ScriptedAgent::Script watches(const SharedLimit& memory) {
  return [&memory](RawListener& listener) {
    RawSocket socket = listener.accept();
    const bool counts = memory.taken() == kBody;
    (void)read_request_from(socket);
    const bool gone = becomes_nothing(memory);
    const std::string seen = std::string(counts ? "counted" : "not counted") + (gone ? ", gone" : ", kept");
    socket.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(seen.size()) + "\r\n\r\n" + seen);
    socket.ends();
  };
}

TEST(SentBodies, AreForgottenWhenTheAgentHasThem) {
  const SharedLimit memory(kBody, kBody);
  ScriptedAgent agent(watches(memory));
  UpstreamLoop loop;
  EXPECT_EQ(loop.fetch(agent.url(), counted_request(memory)), "200 counted, gone");
}

// Until the answer has begun, it may have to be sent again.
TEST(SentBodies, AreKeptWhereTheyMayBeSentAgain) {
  const SharedLimit memory(kBody, kBody);
  ScriptedAgent agent([&memory](RawListener& listener) {
    RawSocket socket = listener.accept();
    (void)read_request_from(socket);
    const std::string seen = memory.taken() == kBody ? "kept" : "gone";
    socket.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n" + seen);
    socket.ends();
  });
  UpstreamLoop loop;
  UpstreamRequest request = counted_request(memory);
  request.safe_to_retry = true;
  EXPECT_EQ(loop.fetch(agent.url(), std::move(request)), "200 kept");
}

}  // namespace
}  // namespace schemagate::net
