#include "gateway/net/timed_socket.h"

#include <gtest/gtest.h>

#include <array>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <string>
#include <thread>

#include "tests/unit/gateway/net/loopback.h"

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;
using Kind = TimedSocket::Received::Kind;
using Wait = TimedSocket::Wait;

constexpr std::size_t kMoreThanTheKernelTakes = 32 << 20;

Clock::time_point in(std::chrono::milliseconds time) {
  return Clock::now() + time;
}

class TimedSocketTest : public testing::Test {
 protected:
  void say(std::string_view bytes) { boost::asio::write(peer, boost::asio::buffer(bytes)); }
  std::string hear(std::size_t size) {
    std::string heard(size, '\0');
    boost::asio::read(peer, boost::asio::buffer(heard));
    return heard;
  }

  Loopback loop;
  std::pair<Socket, Socket> ends = loop.connect();
  Socket& peer = ends.second;
  DeadlineWheel wheel{loop.context.get_executor()};
  TimedSocket socket{std::move(ends.first), wheel};
};

TEST_F(TimedSocketTest, AppendsWhatCameToTheText) {
  say("hello");
  std::string text = "old ";
  const auto got = loop.run(socket.receive(text, 100, in(10s)));
  EXPECT_EQ(got.kind, Kind::kBytes);
  EXPECT_EQ(got.bytes, 5U);
  EXPECT_EQ(text, "old hello");
}

TEST_F(TimedSocketTest, TakesNoMoreThanThereIsRoomFor) {
  say("hello");
  std::string text;
  EXPECT_EQ(loop.run(socket.receive(text, 2, in(10s))).bytes, 2U);
  EXPECT_EQ(text, "he");
  EXPECT_EQ(loop.run(socket.receive(text, 100, in(10s))).bytes, 3U);
  EXPECT_EQ(text, "hello");
}

TEST_F(TimedSocketTest, LeavesTheTextAsItWasWhenNothingComes) {
  std::string text = "old";
  EXPECT_EQ(loop.run(socket.receive(text, 100, in(1ms))).kind, Kind::kTimeout);
  EXPECT_EQ(text, "old");
  say("x");
  EXPECT_EQ(loop.run(socket.receive(text, 100, in(10s))).kind, Kind::kBytes) << "a timeout is no end";
  peer.close();
  EXPECT_EQ(loop.run(socket.receive(text, 100, in(10s))).kind, Kind::kEnd);
  EXPECT_EQ(text, "oldx");
}

TEST_F(TimedSocketTest, TellsAResetFromAnEnd) {
  peer.set_option(boost::asio::socket_base::linger(true, 0));
  peer.close();
  std::string text;
  EXPECT_EQ(loop.run(socket.receive(text, 100, in(10s))).kind, Kind::kBroken);
}

TEST_F(TimedSocketTest, ReceivesWithoutWaiting) {
  std::array<char, 3> into{};
  EXPECT_EQ(socket.receive(into).kind, Kind::kNothing);
  EXPECT_EQ(socket.peek().kind, Kind::kNothing);
  say("hello");
  EXPECT_EQ(loop.run(socket.readable(in(10s))), Wait::kReady);
  EXPECT_EQ(socket.peek().kind, Kind::kBytes);
  EXPECT_EQ(socket.peek().bytes, 1U);
  EXPECT_EQ(socket.receive(into).bytes, 3U);
  EXPECT_EQ(std::string_view(into.data(), into.size()), "hel") << "looking took nothing";
  EXPECT_EQ(socket.receive(into).bytes, 2U);
  peer.close();
  EXPECT_EQ(loop.run(socket.readable(in(10s))), Wait::kReady);
  EXPECT_EQ(socket.receive(into).kind, Kind::kEnd);
  EXPECT_EQ(socket.peek().kind, Kind::kEnd);
}

TEST_F(TimedSocketTest, EndsAWaitAtItsDeadlineOrWhenItIsCancelled) {
  EXPECT_EQ(loop.run(socket.readable(in(1ms))), Wait::kTimeout);
  EXPECT_EQ(loop.run(socket.writable(in(10s))), Wait::kReady);
  Timer soon(loop.context, 5ms);
  soon.async_wait([this](const boost::system::error_code&) { socket.cancel(); });
  EXPECT_EQ(loop.run(socket.readable(in(1h))), Wait::kCancelled);
}

// A deadline of an earlier wait ends none that follows.
TEST_F(TimedSocketTest, ForgetsADeadlineWithItsWait) {
  EXPECT_EQ(loop.run(socket.writable(in(60ms))), Wait::kReady);
  std::string text;
  EXPECT_EQ(loop.run(socket.receive(text, 1, in(200ms))).kind, Kind::kTimeout);
  Timer later(loop.context, 120ms);
  later.async_wait([this](const boost::system::error_code&) { say("x"); });
  EXPECT_EQ(loop.run(socket.writable(in(60ms))), Wait::kReady);
  EXPECT_EQ(loop.run(socket.readable(in(10s))), Wait::kReady);
}

TEST_F(TimedSocketTest, SendsThePiecesInTheirOrder) {
  Pieces pieces{"head", "", "tail"};
  EXPECT_FALSE(all_sent(pieces));
  EXPECT_TRUE(socket.send(pieces));
  EXPECT_TRUE(all_sent(pieces));
  EXPECT_TRUE(socket.send(pieces)) << "nothing is left";
  EXPECT_EQ(hear(8), "headtail");
}

TEST_F(TimedSocketTest, MovesThePiecesOnByWhatTheKernelTook) {
  const std::string large(kMoreThanTheKernelTakes, 'x');
  Pieces pieces{"head", large, "tail"};
  EXPECT_TRUE(socket.send(pieces));
  EXPECT_FALSE(all_sent(pieces));
  EXPECT_TRUE(pieces[0].empty());
  EXPECT_LT(pieces[1].size(), large.size());
  EXPECT_EQ(pieces[2], "tail");
  EXPECT_TRUE(socket.send(pieces)) << "a kernel that takes nothing is no broken connection";
  EXPECT_EQ(hear(5), "headx");
}

TEST_F(TimedSocketTest, GivesUpSendingToAPeerThatReadsNothing) {
  const std::string large(kMoreThanTheKernelTakes, 'x');
  EXPECT_FALSE(loop.run(socket.send_all({large}, 50ms)));
  EXPECT_FALSE(loop.run(socket.send_all_until({large}, in(50ms))));
}

TEST_F(TimedSocketTest, SendsAllToAPeerThatReads) {
  const std::string large(kMoreThanTheKernelTakes, 'x');
  for (bool with_one_deadline : {false, true}) {
    std::string heard;
    std::jthread reader([this, &heard, size = large.size() + 8] { heard = hear(size); });
    Pieces pieces{"head", large, "tail"};
    EXPECT_TRUE(with_one_deadline ? loop.run(socket.send_all_until(pieces, in(1h)))
                                  : loop.run(socket.send_all(pieces, 1h)));
    reader.join();
    EXPECT_TRUE(heard == "head" + large + "tail");
  }
}

TEST_F(TimedSocketTest, FailsToSendOnAConnectionThatIsReset) {
  peer.set_option(boost::asio::socket_base::linger(true, 0));
  peer.close();
  EXPECT_EQ(loop.run(socket.readable(in(10s))), Wait::kReady);
  Pieces pieces{"x"};
  EXPECT_FALSE(socket.send(pieces));
  EXPECT_FALSE(loop.run(socket.send_all({"x"}, 1h)));
  EXPECT_FALSE(loop.run(socket.send_all_until({"x"}, in(1h))));
}

TEST_F(TimedSocketTest, EndsOneDirectionAndStillReceives) {
  socket.shutdown_send();
  boost::system::error_code end;
  std::array<char, 1> byte{};
  peer.read_some(boost::asio::buffer(byte), end);
  EXPECT_EQ(end, boost::asio::error::eof);
  say("x");
  EXPECT_EQ(loop.run(socket.readable(in(10s))), Wait::kReady);
  EXPECT_EQ(socket.receive(byte).bytes, 1U);
  socket.close();
  EXPECT_FALSE(socket.raw().is_open());
}

TEST_F(TimedSocketTest, ConnectsOrSaysWhyNot) {
  TimedSocket other(Socket(loop.context.get_executor()), wheel);
  EXPECT_FALSE(loop.run(other.connect(loop.acceptor.local_endpoint(), in(10s))));
  const auto endpoint = loop.acceptor.local_endpoint();
  loop.acceptor.close();
  TimedSocket refused(Socket(loop.context.get_executor()), wheel);
  EXPECT_EQ(loop.run(refused.connect(endpoint, in(10s))), boost::asio::error::connection_refused);
}

}  // namespace
}  // namespace schemagate::net
