// A TCP socket for coroutines: it is asked whether it is ready, by a deadline, and then read or written at
// once; plain, or by TLS from secure() on.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "gateway/net/deadline.h"
#include "gateway/net/signal.h"
#include "gateway/net/tls_session.h"

namespace schemagate::net {

// Bytes to send, in order; sending moves the views forward.
using Pieces = std::array<std::string_view, 3>;
bool all_sent(const Pieces& pieces);

// Used on one thread. One reader and one writer may wait at a time; a deadline that passes ends both.
class TimedSocket final : private Deadline {
 public:
  TimedSocket(Socket socket, DeadlineWheel& wheel);

  enum class Wait { kReady, kTimeout, kCancelled };
  Awaitable<Wait> readable(Clock::time_point deadline);
  Awaitable<Wait> writable(Clock::time_point deadline);
  // Nothing: it is connected. timed_out: not by the deadline.
  Awaitable<boost::system::error_code> connect(boost::asio::ip::tcp::endpoint endpoint,
                                               Clock::time_point deadline);
  // Everything from here on goes through `session`, which has this socket's descriptor, once the handshake is
  // done. Anything but kReady: it is not; kCancelled: tls()->reason() says why, if the peer is to blame.
  Awaitable<Wait> secure(std::unique_ptr<TlsSession> session, Clock::time_point deadline);
  // nullptr while it is plain.
  const TlsSession* tls() const { return tls_.get(); }
  // Whether bytes may be had that raw() does not tell of.
  bool holds_bytes() const { return tls_ && tls_->holds_bytes(); }
  // Ends the waits that are under way.
  void cancel();

  // kNothing: not ready after all; kTimeout: not ready by the deadline.
  struct Received {
    enum class Kind { kBytes, kNothing, kEnd, kBroken, kTimeout } kind;
    std::size_t bytes = 0;
  };
  // Waits for bytes and appends them to `text`, at most `room`, in one system call instead of the two that
  // readable() and receive() cost. `text` has that room, and belongs to the call, until it ends.
  Awaitable<Received> receive(std::string& text, std::size_t room, Clock::time_point deadline);
  // Never blocks.
  Received receive(std::span<char> into);
  // Looks without taking. By TLS, takes in what is about the session itself.
  Received peek();

  // Gives the kernel what it takes now and moves `pieces` on. False: the connection is broken.
  bool send(Pieces& pieces);
  // Sends everything; false when broken or when nothing moved for `stall`. The bytes must outlive the call.
  Awaitable<bool> send_all(Pieces pieces, std::chrono::milliseconds stall);
  // The same with one deadline for all.
  Awaitable<bool> send_all_until(Pieces pieces, Clock::time_point deadline);

  // No more bytes will be sent.
  void shutdown_send();
  void close();

  Socket& raw() { return socket_; }

 private:
  Awaitable<Received> receive_plain(std::string& text, std::size_t room, Clock::time_point deadline);
  Awaitable<Wait> arrival(Clock::time_point deadline);
  Awaitable<Received> receive_secured(std::string& text, std::size_t room, Clock::time_point deadline);
  Received read_secured(std::span<char> into);
  bool send_secured(Pieces& pieces);
  void on_deadline() override;
  Wait wait_ended(const boost::system::error_code& error);

  Socket socket_;
  std::unique_ptr<TlsSession> tls_;  // goes before the socket, to which it says its last word
  bool expired_ = false;
};

}  // namespace schemagate::net
