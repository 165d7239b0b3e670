// The same tests again by https and with tokens: where the environment says SCHEMAGATE_TEST_ENTRY=https,
// gateways of tests listen with TLS and want a token, and their clients come so.
#pragma once

#include <cstdint>
#include <string>

#include "tests/certificates/test_ca.h"
#include "tests/integration/gateway/http_message.h"
#include "tests/integration/net/tls_peer.h"
#include "tests/unit/gateway/access/token_maker.h"

namespace schemagate {

class SecureEntry {
 public:
  // nullptr: the tests of this process use plain sockets, as nobody in particular.
  static const SecureEntry* in_use();

  SecureEntry();
  // A merge patch on a gateway's configuration: one listener with TLS, one issuer, a rule for whoever is
  // known.
  Json configuration() const;
  // Of a client that the gateway knows.
  Headers credentials() const { return {{"Authorization", "Bearer " + token_}}; }
  // A client that checks the gateway's certificate.
  net::TlsPeer connect(std::uint16_t port) const;

 private:
  TestCa ca_;
  a2a::tls::Files certificate_;
  access::TokenMaker issuer_;
  std::string token_;
  std::string key_set_file_;
  net::TlsSide client_;
};

}  // namespace schemagate
