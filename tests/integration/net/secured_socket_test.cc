// What a socket gives of TLS, however the network cuts the records.
#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/ssl.h>

#include <thread>

#include "gateway/net/timed_socket.h"
#include "gateway/net/tls_server.h"
#include "tests/certificates/test_ca.h"
#include "tests/integration/net/tls_peer.h"
#include "tests/unit/gateway/net/loopback.h"

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;
using Kind = TimedSocket::Received::Kind;
using Role = TlsSide::Role;

constexpr std::size_t kRoom = 4 << 10;

class SecuredSocket : public testing::Test {
 protected:
  void SetUp() override {
    const a2a::tls::Files files = ca_.issue();
    tls_ = TlsServer::make({.certificates = {{files.certificate, files.key}}}).value();
    const TlsSide side(Role::kClient, {.ca = ca_.file()});
    std::jthread shakes_hands([&] { peer_.emplace(side, RawSocket(::dup(far_)), "localhost"); });
    auto session = tls_->accept(socket_.raw().native_handle());
    ASSERT_EQ(loop_.run(socket_.secure(std::move(session), soon())), TimedSocket::Wait::kReady);
    shakes_hands.join();
    ASSERT_TRUE(peer_->is_open()) << peer_->error();
    SSL_set0_wbio(&peer_->ssl(), BIO_new(BIO_s_mem()));
  }

  static Clock::time_point soon() { return Clock::now() + 10s; }

  // What the peer has encrypted since the last call.
  std::string encrypted() {
    BIO* out = SSL_get_wbio(&peer_->ssl());
    std::string bytes(BIO_ctrl_pending(out), '\0');
    BIO_read(out, bytes.data(), static_cast<int>(bytes.size()));
    return bytes;
  }
  // Returns when the socket has taken what it wants of them.
  void arrive(std::string_view bytes) {
    ASSERT_TRUE(peer_->socket().send(bytes));
    do loop_.context.poll();
    while (waiting_for_bytes_ && socket_.raw().available() > 0);
  }

  // Appends what comes to text_ until it has `size` bytes, or the last of `kinds` is told.
  void receive(std::size_t size) {
    boost::asio::co_spawn(
        loop_.context,
        [this, size]() -> Awaitable<void> {
          waiting_for_bytes_ = true;
          last_ = Kind::kBytes;
          while (last_ == Kind::kBytes && text_.size() < size) {
            const auto got = co_await socket_.receive(text_, kRoom, soon());
            last_ = got.kind;
          }
          waiting_for_bytes_ = false;
        },
        boost::asio::detached);
    loop_.context.restart();
    loop_.context.poll();
  }
  void finish_receiving() {
    while (waiting_for_bytes_) loop_.context.run_one();
  }

  const TestCa ca_;
  Loopback loop_;
  std::pair<Socket, Socket> ends_ = loop_.connect();
  int far_ = ends_.second.native_handle();
  DeadlineWheel wheel_{loop_.context.get_executor()};
  TimedSocket socket_{std::move(ends_.first), wheel_};
  std::shared_ptr<TlsServer> tls_;
  std::optional<TlsPeer> peer_;
  std::string text_;
  Kind last_ = Kind::kNothing;
  bool waiting_for_bytes_ = false;
};

// Of three records: shorter than what is taken at once, longer, and one behind it.
TEST_F(SecuredSocket, GivesAllThatComesWhereverItIsCut) {
  const std::string all = std::string(700, 'a') + std::string(3'000, 'b') + std::string(50, 'c');
  constexpr std::size_t kRecords = 700 + 3'000 + 50 + 3 * 22;
  for (std::size_t cut = 1; cut < kRecords; cut += 13) {
    receive(all.size());
    for (const auto& [at, size] : {std::pair{0, 700}, {700, 3'000}, {3'700, 50}})
      ASSERT_TRUE(peer_->send(std::string_view(all).substr(at, size)));
    const std::string bytes = encrypted();
    ASSERT_EQ(bytes.size(), kRecords);
    arrive(bytes.substr(0, cut));
    arrive(bytes.substr(cut));
    finish_receiving();
    ASSERT_EQ(text_, all) << "cut behind " << cut;
    text_.clear();
  }
}

TEST_F(SecuredSocket, NeedsNothingMoreToSeeTheEndBehindTheLastBytes) {
  ASSERT_TRUE(peer_->send("half a record"));
  std::string bytes = encrypted();
  ASSERT_TRUE(peer_->send(std::string(3'000, 'x')));
  peer_->say_end();
  bytes += encrypted();
  receive(kRoom);
  arrive(bytes.substr(0, 10));
  arrive(bytes.substr(10));
  finish_receiving();
  EXPECT_EQ(text_.size(), 13U + 3'000U);
  EXPECT_EQ(last_, Kind::kEnd);
}

TEST_F(SecuredSocket, LeavesTheTextAsItWasWhenNothingComes) {
  text_ = "old";
  EXPECT_EQ(loop_.run(socket_.receive(text_, kRoom, Clock::now() + 1ms)).kind, Kind::kTimeout);
  EXPECT_EQ(text_, "old");
  ASSERT_TRUE(peer_->send("x"));
  arrive(encrypted());
  EXPECT_EQ(loop_.run(socket_.receive(text_, kRoom, soon())).kind, Kind::kBytes) << "a timeout is no end";
  EXPECT_EQ(text_, "oldx");
  EXPECT_FALSE(socket_.holds_bytes());
  receive(kRoom);
  socket_.cancel();
  finish_receiving();
  EXPECT_EQ(last_, Kind::kBroken);
  EXPECT_EQ(text_, "oldx");
}

TEST_F(SecuredSocket, TakesNoCutConnectionForAnEnd) {
  peer_->socket().half_close();
  EXPECT_EQ(loop_.run(socket_.receive(text_, kRoom, soon())).kind, Kind::kBroken);
}

// Each costs the gateway more than its peer: without a bound, a few connections take a core.
TEST_F(SecuredSocket, EndsAPeerThatChangesItsKeysWithoutAnEnd) {
  for (int i = 0; i < 50; ++i) {
    ASSERT_EQ(SSL_key_update(&peer_->ssl(), SSL_KEY_UPDATE_NOT_REQUESTED), 1);
    ASSERT_TRUE(peer_->send("x"));
  }
  receive(50);
  arrive(encrypted());
  finish_receiving();
  ASSERT_EQ(text_, std::string(50, 'x')) << "as many as anybody needs";
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(SSL_key_update(&peer_->ssl(), SSL_KEY_UPDATE_NOT_REQUESTED), 1);
    ASSERT_TRUE(peer_->send("x"));
  }
  receive(kRoom);
  arrive(encrypted());
  finish_receiving();
  EXPECT_EQ(last_, Kind::kBroken);
  EXPECT_LT(text_.size(), 150U);
  EXPECT_EQ(socket_.tls()->reason(), "sent too many messages of TLS itself");
}

}  // namespace
}  // namespace schemagate::net
