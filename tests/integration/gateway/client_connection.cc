#include "tests/integration/gateway/client_connection.h"

#include "tests/integration/gateway/secure_entry.h"

namespace schemagate {
namespace {

std::variant<net::RawSocket, net::TlsPeer> connected_to(std::uint16_t port) {
  if (const SecureEntry* entry = SecureEntry::in_use()) return entry->connect(port);
  return net::RawSocket::connect(port);
}

}  // namespace

ClientConnection::ClientConnection(std::uint16_t port) : peer_(connected_to(port)) {}

bool ClientConnection::send(std::string_view bytes) {
  return std::visit([bytes](auto& peer) { return peer.send(bytes); }, peer_);
}

std::string ClientConnection::receive() {
  return std::visit([](auto& peer) { return peer.receive(); }, peer_);
}

net::RawSocket& ClientConnection::socket() {
  if (auto* plain = std::get_if<net::RawSocket>(&peer_)) return *plain;
  return std::get<net::TlsPeer>(peer_).socket();
}

}  // namespace schemagate
