// The server side over WebSocket: one JSON-RPC message a text message, requests in, answers and events out.
#pragma once

#include <cstddef>
#include <memory>

#include "gateway/front/message_request.h"
#include "gateway/net/exchange.h"
#include "gateway/net/websocket.h"

namespace schemagate {

struct WebSocketSessionOptions {
  MessageClient client = {};  // what each message is sent with
  std::size_t json_depth_max = 64;
  std::size_t event_bytes_max = 4 << 20;
};

// Answers requests as they come, each when it is ready: up to 256 at a time; what is more is refused. Returns
// when the connection is over and nothing is under way any more. Once the server drains, requests are
// refused, and with the last answer the connection is closed (1001). On the core of `socket`, which stays
// `handler`'s.
net::Awaitable<void> serve_websocket(std::shared_ptr<net::WebSocket> socket, WebSocketSessionOptions options,
                                     net::Handler handler, net::Executor executor, bool is_draining);

}  // namespace schemagate
