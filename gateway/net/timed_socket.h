// A TCP socket for coroutines: it is asked whether it is ready, by a deadline, and then read or written at
// once.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "gateway/net/deadline.h"
#include "gateway/net/signal.h"

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
  Awaitable<Wait> connect(boost::asio::ip::tcp::endpoint endpoint, Clock::time_point deadline);
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
  // Looks without taking.
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
  void on_deadline() override;
  Wait wait_ended(const boost::system::error_code& error);

  Socket socket_;
  bool expired_ = false;
};

}  // namespace schemagate::net
