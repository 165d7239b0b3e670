#include "tests/integration/net/raw_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace schemagate::net {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

const sockaddr* as_sockaddr(const sockaddr_in& address) {
  return std::bit_cast<const sockaddr*>(&address);
}

}  // namespace

RawSocket::RawSocket(int descriptor) : descriptor_(descriptor) {
  timeval timeout{kTimeout.count(), 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
  ::setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
  int on = 1;
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

RawSocket::RawSocket(RawSocket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

RawSocket& RawSocket::operator=(RawSocket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

RawSocket::~RawSocket() {
  close();
}

RawSocket RawSocket::connect(std::uint16_t port) {
  int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(port);
  if (::connect(descriptor, as_sockaddr(address), sizeof(address)) != 0) {
    ::close(descriptor);
    return {};
  }
  return RawSocket(descriptor);
}

bool RawSocket::send(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string RawSocket::receive() {
  std::array<char, 16384> buffer{};
  ssize_t got = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
  return got > 0 ? std::string(buffer.data(), static_cast<std::size_t>(got)) : std::string();
}

std::string RawSocket::receive_until(std::string_view mark) {
  std::string all;
  while (!all.contains(mark)) {
    std::string piece = receive();
    if (piece.empty()) break;
    all += piece;
  }
  return all;
}

std::string RawSocket::receive_all() {
  std::string all;
  for (std::string piece = receive(); !piece.empty(); piece = receive()) all += piece;
  return all;
}

bool RawSocket::ends() {
  std::array<char, 16384> buffer{};
  ssize_t got = 1;
  while (got > 0) got = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
  return got == 0 || errno == ECONNRESET;
}

void RawSocket::half_close() {
  ::shutdown(descriptor_, SHUT_WR);
}

void RawSocket::reset() {
  linger at_once{1, 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
  close();
}

void RawSocket::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void RawSocket::set_receive_buffer(int bytes) {
  ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes));
}

RawListener::RawListener() : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof(address);
  ::bind(descriptor_, as_sockaddr(address), size);
  ::listen(descriptor_, 64);
  ::getsockname(descriptor_, std::bit_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
}

RawListener::~RawListener() {
  ::close(descriptor_);
}

bool RawListener::has_waiting(std::chrono::milliseconds timeout) {
  pollfd waiting{descriptor_, POLLIN, 0};
  return ::poll(&waiting, 1, static_cast<int>(timeout.count())) == 1;
}

RawSocket RawListener::accept() {
  if (!has_waiting(RawSocket::kTimeout)) return {};
  return RawSocket(::accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC));
}

std::string receive_answer(RawSocket& socket) {
  constexpr std::string_view kLength = "Content-Length: ";
  std::string all = socket.receive_until("\r\n\r\n");
  std::size_t at = all.find(kLength);
  std::size_t head = all.find("\r\n\r\n");
  if (at == std::string::npos || head == std::string::npos) return all;
  std::size_t size = head + 4 + std::strtoul(all.c_str() + at + kLength.size(), nullptr, 10);
  while (all.size() < size) {
    std::string piece = socket.receive();
    if (piece.empty()) break;
    all += piece;
  }
  return all;
}

std::string statuses_in(std::string_view bytes) {
  constexpr std::string_view kStart = "HTTP/1.1 ";
  std::string statuses;
  for (std::size_t at = bytes.find(kStart); at != std::string_view::npos; at = bytes.find(kStart, at + 1)) {
    if (!statuses.empty()) statuses += ' ';
    statuses += bytes.substr(at + kStart.size(), 3);
  }
  return statuses;
}

}  // namespace schemagate::net
