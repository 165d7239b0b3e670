// The listener: HTTP/1.1 for clients we do not trust. One io_context, one listening socket (SO_REUSEPORT) and
// one UpstreamClient per core; nothing is shared between cores on the hot path.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/net/exchange.h"
#include "gateway/net/executor.h"
#include "gateway/net/failure.h"
#include "gateway/net/listener_limits.h"
#include "gateway/net/listener_options.h"
#include "gateway/net/refused_request.h"
#include "gateway/net/shared_limit.h"
#include "gateway/net/upstream.h"
#include "gateway/net/upstream_limits.h"

namespace schemagate::net {

// What one core owns; references stay valid for the server's life.
struct Core {
  Executor executor;
  UpstreamClient& upstream;
  std::size_t index;
};
// Called once per core before it accepts anything, on the thread that calls Server::start(). The handler is
// destroyed after the coroutines that it started on its core; it must own no timer or socket of its own.
using HandlerFactory = std::function<Handler(Core core)>;

struct ServerOptions {
  std::vector<ListenerOptions> listeners = {{}};
  std::size_t threads = 0;  // 0: one per core
  ListenerLimits limits = {};
  UpstreamLimits upstream = {};
  // Bytes of requests that are being read or answered and of answers, shared out among the clients'
  // addresses: 503 with Retry-After beyond.
  SharedLimit memory = SharedLimit::unbounded();
  // Told of every request that is refused before a handler sees it, for its framing, size or time, and of
  // every connection beyond the limits, and, once a second, that the system lacks what a connection takes;
  // empty: nobody is.
  RefusalObserver on_refused = {};
  // Of the answers to these requests; empty: {"error":MESSAGE}.
  RefusalWriter write_refusal = {};
};

class Server {
 public:
  // Binds, then starts the threads. Errors: kInvalid for an address that is none, kLocal with the system's
  // reason.
  static Result<std::unique_ptr<Server>> start(ServerOptions options, HandlerFactory factory);
  // As drain(0) unless drained before; then destroys the coroutines that are still suspended. Signals of this
  // server must not be notified afterwards.
  virtual ~Server() = default;

  // Of ServerOptions::listeners, in its order.
  virtual std::uint16_t port(std::size_t listener = 0) const = 0;
  // Refuses new connections, answers requests in progress (with `Connection: close`), wakes streams, waits
  // until all have ended or `deadline` has passed, then answers 503 to who has no answer yet, closes what is
  // open and joins the threads. Returns how many connections were open at the deadline. Call it once, from a
  // thread that is not the server's.
  virtual std::size_t drain(std::chrono::milliseconds deadline) = 0;
  // Open client connections now; any thread.
  virtual std::size_t connections() const = 0;
};

}  // namespace schemagate::net
