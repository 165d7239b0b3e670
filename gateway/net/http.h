// HTTP messages as plain values, shared by the listener and the upstream side (see a2a/http/message.h). A
// response is without Content-Length, Transfer-Encoding, Connection and Date: those are the listener's own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "a2a/http/message.h"
#include "gateway/net/peer.h"

namespace schemagate::net {

using a2a::http::find_header;
using a2a::http::Header;
using HttpResponse = a2a::http::Response;

// As it arrived. `target`: path and query, never decoded. `body`: complete, within the body limit; has 64
// spare bytes of capacity.
struct HttpRequest : a2a::http::Request {
  PeerIdentity peer = {};
  bool upgrades = false;  // to WebSocket, if that is offered there; the fields that say so are gone
};

// Whether a request of HTTP/1.1 asks for WebSocket, as long as its hop-by-hop fields are there (RFC 6455
// section 4.2.1).
bool asks_for_websocket(const HttpRequest& request);
// Whether an answer's fields agree to that (section 4.1).
bool agrees_to_websocket(const std::vector<Header>& headers);

// Removes the hop-by-hop fields and those that Connection names; Host and Content-Length stay even if named.
void remove_hop_fields(std::vector<Header>& headers);

}  // namespace schemagate::net
