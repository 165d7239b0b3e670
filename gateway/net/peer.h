// Whom a request came from, as far as the transport can tell.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gateway/net/ip_address.h"

namespace schemagate::net {

// What a client's certificate says of the client. Exists only for a certificate that leads to the listener's
// `client_ca`, is in force and belongs to whoever made the connection.
struct PeerCertificate {
  std::string subject;  // RFC 2253: "CN=scheduler,O=Example"; empty when it has none
  // Subject alternative names in its order, each with its type: "DNS:a.example", "URI:spiffe://example/a",
  // "EMAIL:a@example.com", "IP:192.0.2.1". Values with control characters are left out.
  std::vector<std::string> sans;
};

// A value. What comes from headers or a PROXY header is from a proxy that the listener trusts.
struct PeerIdentity {
  std::string address = {};  // textual IP address of the client: for logs
  std::string network = {};  // whom limits and quotas per address take it for: IpAddress::network()
  bool tls = false;          // the client's own connection is TLS: to us, or to the proxy as that tells
  std::shared_ptr<const PeerCertificate> certificate =
      {};                    // of the connection that the client made; nullptr: none
  std::size_t listener = 0;  // which of the configured listeners took the connection

  void comes_from(const IpAddress& client) {
    address = client.text();
    network = client.network();
  }
};

}  // namespace schemagate::net
