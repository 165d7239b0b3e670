// Where the gateway listens, and how it knows who is at the other end.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gateway/net/ip_address.h"
#include "gateway/net/tls_server.h"

namespace schemagate::net {

struct ListenerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;            // 0: any free one
  std::shared_ptr<TlsServer> tls = {};  // nullptr: plain
  // Every connection begins with a header of the PROXY protocol, version 2, from one of `trusted_proxies`;
  // others are closed.
  bool proxy_protocol = false;
  // Whose PROXY headers and X-Forwarded-For and -Proto are believed. They may hold more connections than one
  // address else: their clients are counted in their place.
  std::vector<AddressRange> trusted_proxies = {};
  // Strict-Transport-Security of answers over TLS (RFC 6797); 0: none.
  std::chrono::seconds hsts{0};
};

}  // namespace schemagate::net
