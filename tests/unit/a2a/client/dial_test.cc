#include "a2a/client/dial.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <vector>

#include "a2a/client/url.h"

namespace schemagate::a2a::client {
namespace {

using namespace std::chrono_literals;

class Dial : public testing::Test {
 protected:
  Dial() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const at = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    const bool listens = bind(listener_, at, size) == 0 && listen(listener_, 0) == 0;
    EXPECT_TRUE(listens && getsockname(listener_, at, &size) == 0);
    url_ = parse_url("http://127.0.0.1:" + std::to_string(ntohs(address.sin_port))).value();
  }
  ~Dial() override {
    for (const int each : held_) close(each);
    close(listener_);
  }
  // Until the kernel takes no more of them.
  Failure fill() {
    for (int i = 0; i < 8; ++i) {
      auto socket = dial(url_, 60ms, {});
      if (!socket) return socket.error();
      held_.push_back(*socket);
    }
    ADD_FAILURE() << "the kernel took connections beyond the backlog";
    return {};
  }

  const int listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  uri::Url url_;
  std::vector<int> held_;
};

TEST_F(Dial, SaysThatConnectingTimedOut) {
  const Failure failure = fill();
  EXPECT_EQ(failure.cause, Cause::kTimeout);
  EXPECT_EQ(failure.reason, "could not be reached: connecting timed out");
  EXPECT_FALSE(held_.empty());
}

TEST_F(Dial, EndsWhenItIsStopped) {
  (void)fill();
  std::stop_source source;
  source.request_stop();
  const auto socket = dial(url_, 1h, source.get_token());
  ASSERT_FALSE(socket);
  EXPECT_EQ(socket.error().cause, Cause::kCanceled);
}

}  // namespace
}  // namespace schemagate::a2a::client
