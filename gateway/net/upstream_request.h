// What an agent is asked, as a plain value.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateway/net/http.h"
#include "gateway/net/ip_address.h"
#include "gateway/net/shared_limit.h"
#include "gateway/net/tls_client.h"

namespace schemagate::net {

struct UpstreamRequest {
  std::string method = "POST";
  std::string target = {};           // in the place of the URL's path, with its query; empty: that
  std::vector<Header> headers = {};  // without Host, Content-Length, Connection
  std::string body = {};
  // What the body takes of the process's memory; nullptr: nobody counts it. Given back with the body, which
  // goes as soon as it is sent and will not be sent again: who waits for an answer holds none.
  std::shared_ptr<SharedLimit::Part> room = {};
  std::string holder = {};  // on whose behalf: connections and memory are shared out by it (SharedLimit)
  // Of https URLs: how the connection is secured; nullptr: as TlsClient::of_system().
  std::shared_ptr<const TlsClient> tls = {};
  // Where to connect, for callers that looked the URL's host up themselves: there and nowhere else, while
  // Host and certificate stay the host's. nullopt: wherever the name leads.
  std::optional<IpAddress> address = {};
  // Only a safe request is tried again on a fresh connection after a reused one broke before the first byte
  // of the answer; others only when the reused connection was closed before any byte of the request had been
  // written.
  bool safe_to_retry = false;
  // Not sent by HTTP but over a WebSocket at that URL: the body as one text message, the fields with the
  // handshake. What comes back are text messages; or the answer to the handshake, where that is refused.
  bool websocket = false;
  // Of such a handshake, where this is one: Sec-WebSocket-Key. Set by open_websocket().
  std::string websocket_key = {};
};

}  // namespace schemagate::net
