// What a client's certificate says of the client.
#pragma once

#include <memory>

#include "gateway/net/peer.h"

extern "C" {
struct ssl_st;
}

namespace schemagate::net {

// Of a handshake that is done and asked for a certificate; nullptr when none was shown, or none that is good.
// Any thread, as long as the session is used by one.
std::shared_ptr<const PeerCertificate> peer_certificate_of(ssl_st& ssl);

}  // namespace schemagate::net
