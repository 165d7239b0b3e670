// What the handshake of a WebSocket has to say at the gateway (RFC 6455 section 4.2). Pure.
#pragma once

#include <string>
#include <string_view>

#include "gateway/front/message_request.h"
#include "gateway/front/refusal.h"
#include "gateway/net/http.h"

namespace schemagate {

// The subprotocol that is spoken: chosen where a client offers it. One that offers none speaks it, too.
inline constexpr std::string_view kWebSocketSubprotocol = "a2a.jsonrpc";

// Refuses with 426 and 400 what is no handshake.
Step check_upgrade(const net::HttpRequest& request);

// Of those that the request offers; empty: none is chosen.
std::string chosen_subprotocol(const net::HttpRequest& request);

// What the messages of the connection are sent with: target, peer and fields of the handshake, but those that
// are its own or of one request only.
MessageClient client_of_upgrade(const net::HttpRequest& request);

}  // namespace schemagate
