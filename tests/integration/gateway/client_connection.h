// One connection of a test's client to the gateway: a plain socket, or https.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "tests/integration/net/raw_socket.h"
#include "tests/integration/net/tls_peer.h"

namespace schemagate {

class ClientConnection {
 public:
  // The way that the tests of this process take: see secure_entry.h.
  explicit ClientConnection(std::uint16_t port);

  // As net::RawSocket's.
  bool send(std::string_view bytes);
  std::string receive();
  void close() { socket().close(); }
  void reset() { socket().reset(); }

 private:
  net::RawSocket& socket();

  std::variant<net::RawSocket, net::TlsPeer> peer_;
};

}  // namespace schemagate
