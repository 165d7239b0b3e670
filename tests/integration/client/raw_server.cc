#include "raw_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace schemagate {
namespace {

bool readable(int socket, int wait_ms) {
  pollfd entry{socket, POLLIN, 0};
  return poll(&entry, 1, wait_ms) > 0;
}

// Reads until the request is whole as far as its Content-Length says.
void read_request(int connection) {
  std::string text;
  std::array<char, 4096> piece;
  for (;;) {
    ssize_t count = recv(connection, piece.data(), piece.size(), 0);
    if (count <= 0) return;
    text.append(piece.data(), static_cast<std::size_t>(count));
    auto end = text.find("\r\n\r\n");
    if (end == std::string::npos) continue;
    auto length = text.find("Content-Length: ");
    std::size_t body = length < end ? std::stoul(text.substr(length + 16)) : 0;
    if (text.size() >= end + 4 + body) return;
  }
}

bool send_all(int connection, const std::string& bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    ssize_t count = send(connection, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

RawServer::RawServer(std::vector<std::string> pieces, AfterBytes after, bool repeat)
    : pieces_(std::move(pieces)), after_(after), repeat_(repeat), listener_(socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address);
  listen(listener_, 16);
  socklen_t size = sizeof address;
  getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
  thread_ = std::thread(&RawServer::serve, this);
}

RawServer::~RawServer() {
  stopping_ = true;
  thread_.join();
  close(listener_);
}

std::string RawServer::url(const std::string& path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + path;
}

void RawServer::serve() {
  while (!stopping_) {
    if (!readable(listener_, 20)) continue;
    int connection = accept(listener_, nullptr, nullptr);
    int yes = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    answer(connection);
    close(connection);
  }
}

void RawServer::answer(int connection) {
  read_request(connection);
  ++requests_;
  for (const std::string& piece : pieces_) {
    send_all(connection, piece);
    readable(connection, 2);  // lets the client read this piece by itself
  }
  while (repeat_ && !stopping_ && send_all(connection, pieces_.back())) readable(connection, 5);
  while (after_ == AfterBytes::kHold && !stopping_ && !readable(connection, 20)) {
  }
}

}  // namespace schemagate
