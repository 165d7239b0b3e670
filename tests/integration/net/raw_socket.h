// A plain blocking socket for tests: sends exactly the bytes it is given and reads what comes.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace schemagate::net {

// Every read gives up after kTimeout, so a test that waits for something that never comes fails instead of
// hanging.
class RawSocket {
 public:
  static constexpr std::chrono::seconds kTimeout{10};

  RawSocket() = default;
  explicit RawSocket(int descriptor);
  RawSocket(RawSocket&& other) noexcept;
  RawSocket& operator=(RawSocket&& other) noexcept;
  ~RawSocket();

  static RawSocket connect(std::uint16_t port);

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  // False when the peer no longer takes bytes.
  bool send(std::string_view bytes);
  // What one recv gives; empty at the end, on a reset and after kTimeout.
  std::string receive();
  std::string receive_until(std::string_view mark);
  std::string receive_all();
  // True when the peer closed or reset the connection; false when nothing happens within kTimeout.
  bool ends();
  void half_close();
  // Closes so that the peer sees a reset.
  void reset();
  void close();
  void set_receive_buffer(int bytes);

 private:
  int descriptor_ = -1;
};

// A listening socket of a test agent.
class RawListener {
 public:
  RawListener();
  ~RawListener();
  std::uint16_t port() const { return port_; }
  RawSocket accept();
  // True when a connection waits within `timeout`.
  bool has_waiting(std::chrono::milliseconds timeout);

 private:
  int descriptor_ = -1;
  std::uint16_t port_ = 0;
};

// One complete answer with Content-Length off the socket, head and body.
std::string receive_answer(RawSocket& socket);
// The statuses of all answers in `bytes`, as "200 400". Bodies must not hold a status line.
std::string statuses_in(std::string_view bytes);

}  // namespace schemagate::net
