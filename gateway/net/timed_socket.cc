#include "gateway/net/timed_socket.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>

namespace schemagate::net {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

bool would_block(int error) {
  return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

TimedSocket::Received received(ssize_t result) {
  using Kind = TimedSocket::Received::Kind;
  if (result > 0) return {Kind::kBytes, static_cast<std::size_t>(result)};
  if (result == 0) return {Kind::kEnd};
  return {would_block(errno) ? Kind::kNothing : Kind::kBroken};
}

TimedSocket::Received received(TlsSession::Step step, std::size_t bytes) {
  using Kind = TimedSocket::Received::Kind;
  switch (step) {
    case TlsSession::Step::kDone:
      return {Kind::kBytes, bytes};
    case TlsSession::Step::kWantsRead:
    case TlsSession::Step::kWantsWrite:
      return {Kind::kNothing};
    case TlsSession::Step::kEnd:
      return {Kind::kEnd};
    case TlsSession::Step::kBroken:
      break;
  }
  return {Kind::kBroken};
}

void advance(Pieces& pieces, std::size_t bytes) {
  for (std::string_view& piece : pieces) {
    std::size_t share = std::min(bytes, piece.size());
    piece.remove_prefix(share);
    bytes -= share;
  }
}

}  // namespace

bool all_sent(const Pieces& pieces) {
  return std::ranges::all_of(pieces, [](std::string_view piece) { return piece.empty(); });
}

TimedSocket::TimedSocket(Socket socket, DeadlineWheel& wheel) : Deadline(wheel), socket_(std::move(socket)) {}

void TimedSocket::on_deadline() {
  expired_ = true;
  cancel();
}

TimedSocket::Wait TimedSocket::wait_ended(const error_code& error) {
  disarm();
  if (!error) return Wait::kReady;
  return std::exchange(expired_, false) ? Wait::kTimeout : Wait::kCancelled;
}

Awaitable<TimedSocket::Wait> TimedSocket::readable(Clock::time_point deadline) {
  if (holds_bytes()) co_return Wait::kReady;
  error_code error;
  expired_ = false;
  arm(deadline);
  const bool by_writing = tls_ && tls_->reads_by_writing();
  co_await socket_.async_wait(by_writing ? Socket::wait_write : Socket::wait_read, awaiting(error));
  co_return wait_ended(error);
}

Awaitable<TimedSocket::Wait> TimedSocket::writable(Clock::time_point deadline) {
  error_code error;
  expired_ = false;
  arm(deadline);
  co_await socket_.async_wait(Socket::wait_write, awaiting(error));
  co_return wait_ended(error);
}

Awaitable<TimedSocket::Received> TimedSocket::receive(std::string& text, std::size_t room,
                                                      Clock::time_point deadline) {
  return tls_ ? receive_secured(text, room, deadline) : receive_plain(text, room, deadline);
}

Awaitable<TimedSocket::Received> TimedSocket::receive_plain(std::string& text, std::size_t room,
                                                            Clock::time_point deadline) {
  using Kind = Received::Kind;
  error_code error;
  expired_ = false;
  arm(deadline);
  const std::size_t held = text.size();
  text.resize_and_overwrite(held + room, [size = held + room](char*, std::size_t) { return size; });
  const auto buffer = asio::buffer(text.data() + held, room);
  const std::size_t bytes = co_await socket_.async_receive(buffer, awaiting(error));
  const Wait wait = wait_ended(error);
  text.resize(held + (error ? 0 : bytes));
  if (wait == Wait::kReady) co_return Received{Kind::kBytes, bytes};
  if (wait == Wait::kTimeout) co_return Received{Kind::kTimeout};
  co_return Received{error == asio::error::eof ? Kind::kEnd : Kind::kBroken};
}

Awaitable<error_code> TimedSocket::connect(tcp::endpoint endpoint, Clock::time_point deadline) {
  error_code error;
  expired_ = false;
  arm(deadline);
  co_await socket_.async_connect(endpoint, awaiting(error));
  const bool in_time = wait_ended(error) != Wait::kTimeout;
  co_return in_time ? error : error_code(asio::error::timed_out);
}

Awaitable<TimedSocket::Wait> TimedSocket::secure(std::unique_ptr<TlsSession> session,
                                                 Clock::time_point deadline) {
  using Step = TlsSession::Step;
  tls_ = std::move(session);
  for (;;) {
    const Step step = tls_->shake_hands();
    if (step == Step::kDone) co_return Wait::kReady;
    Wait wait = Wait::kCancelled;
    if (step == Step::kWantsRead) wait = co_await readable(deadline);
    if (step == Step::kWantsWrite) wait = co_await writable(deadline);
    if (wait != Wait::kReady) co_return wait;
  }
}

// Bytes for the session, in one system call instead of the two that waiting and reading cost. The end of the
// connection is for the session to judge.
Awaitable<TimedSocket::Wait> TimedSocket::arrival(Clock::time_point deadline) {
  error_code error;
  expired_ = false;
  arm(deadline);
  const std::span<char> room = tls_->room_to_arrive();
  const std::size_t bytes =
      co_await socket_.async_receive(asio::buffer(room.data(), room.size()), awaiting(error));
  tls_->arrived(error ? 0 : bytes);
  if (error == asio::error::eof) error.clear();
  co_return wait_ended(error);
}

// What waits for long owns no room for what it will bring.
Awaitable<TimedSocket::Received> TimedSocket::receive_secured(std::string& text, std::size_t room,
                                                              Clock::time_point deadline) {
  using Kind = Received::Kind;
  const std::size_t held = text.size();
  Received got{Kind::kNothing};
  while (got.kind == Kind::kNothing) {
    Wait wait = Wait::kReady;
    if (tls_->reads_by_writing()) {
      wait = co_await writable(deadline);
    } else if (!holds_bytes()) {
      wait = co_await arrival(deadline);
    }
    if (wait == Wait::kTimeout) co_return Received{Kind::kTimeout};
    if (wait == Wait::kCancelled) co_return Received{Kind::kBroken};
    text.resize_and_overwrite(held + room, [size = held + room](char*, std::size_t) { return size; });
    got = read_secured({text.data() + held, room});
    text.resize(held + got.bytes);
  }
  co_return got;
}

TimedSocket::Received TimedSocket::read_secured(std::span<char> into) {
  const auto [step, bytes] = tls_->read(into);
  return received(step, bytes);
}

// A record for each piece would cost more than bringing the pieces together.
bool TimedSocket::send_secured(Pieces& pieces) {
  constexpr std::size_t kRecordBytesMax = 16 << 10;
  std::array<char, kRecordBytesMax> together;
  while (!all_sent(pieces)) {
    std::size_t size = 0;
    for (const std::string_view piece : pieces) {
      size += piece.copy(together.data() + size, together.size() - size);
    }
    const auto [step, bytes] = tls_->write({together.data(), size});
    if (step == TlsSession::Step::kWantsWrite) return true;
    if (step != TlsSession::Step::kDone) return false;
    advance(pieces, bytes);
  }
  return true;
}

void TimedSocket::cancel() {
  error_code ignored;
  socket_.cancel(ignored);
}

TimedSocket::Received TimedSocket::receive(std::span<char> into) {
  if (tls_) return read_secured(into);
  return received(::recv(socket_.native_handle(), into.data(), into.size(), MSG_DONTWAIT));
}

TimedSocket::Received TimedSocket::peek() {
  if (tls_) return received(tls_->peek(), 1);
  char byte = 0;
  return received(::recv(socket_.native_handle(), &byte, 1, MSG_DONTWAIT | MSG_PEEK));
}

bool TimedSocket::send(Pieces& pieces) {
  if (tls_) return send_secured(pieces);
  std::array<iovec, std::tuple_size_v<Pieces>> vectors{};
  std::size_t used = 0;
  for (std::string_view piece : pieces) {
    if (!piece.empty()) vectors[used++] = {const_cast<char*>(piece.data()), piece.size()};
  }
  if (used == 0) return true;
  msghdr message{};
  message.msg_iov = vectors.data();
  message.msg_iovlen = used;
  ssize_t sent = ::sendmsg(socket_.native_handle(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent < 0) return would_block(errno);
  advance(pieces, static_cast<std::size_t>(sent));
  return true;
}

Awaitable<bool> TimedSocket::send_all(Pieces pieces, std::chrono::milliseconds stall) {
  while (send(pieces)) {
    if (all_sent(pieces)) co_return true;
    Wait wait = co_await writable(Clock::now() + stall);
    if (wait != Wait::kReady) co_return false;
  }
  co_return false;
}

Awaitable<bool> TimedSocket::send_all_until(Pieces pieces, Clock::time_point deadline) {
  while (send(pieces)) {
    if (all_sent(pieces)) co_return true;
    Wait wait = co_await writable(deadline);
    if (wait != Wait::kReady) co_return false;
  }
  co_return false;
}

void TimedSocket::shutdown_send() {
  if (tls_) tls_->say_end();
  error_code ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
}

void TimedSocket::close() {
  if (tls_) tls_->close();
  disarm();
  error_code ignored;
  socket_.close(ignored);
}

}  // namespace schemagate::net
