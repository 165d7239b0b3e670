// The listener: HTTP/1.1 for clients we do not trust. One io_context, one listening socket (SO_REUSEPORT) and
// one UpstreamClient per core; nothing is shared between cores on the hot path.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "gateway/net/executor.h"
#include "gateway/net/failure.h"
#include "gateway/net/http.h"
#include "gateway/net/signal.h"
#include "gateway/net/upstream.h"

namespace schemagate::net {

struct ListenerLimits {
  std::size_t head_bytes_max = 32 << 10;            // request line and headers together: 431 above
  std::size_t headers_max = 100;                    // 431 above
  std::size_t body_bytes_max = 1 << 20;             // 413 above
  std::chrono::milliseconds head_timeout{10'000};   // first byte of a request to end of head: 408
  std::chrono::milliseconds body_timeout{30'000};   // end of head to end of body: 408
  std::chrono::milliseconds idle_timeout{75'000};   // between requests: closed silently
  std::chrono::milliseconds write_timeout{30'000};  // one write without progress: closed
  std::size_t connections_max = 20'000;             // whole process; beyond: accepted and closed with 503
  std::size_t connections_per_address_max = 1'024;  // beyond: 503
  int backlog = 4'096;
};

// The answering side of one request. Lives as long as the handler runs; not thread-safe. Either respond()
// once, or begin_stream() once and write() any number of times; the stream ends when the handler returns.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual Awaitable<void> respond(HttpResponse response) = 0;
  // Sends the head of a chunked answer (to HTTP/1.0 clients: until close). False: the client is gone.
  virtual Awaitable<bool> begin_stream(HttpResponse head) = 0;
  // Flushed at once. False: the client is gone or took nothing for write_timeout; nothing more can be
  // written.
  virtual Awaitable<bool> write(std::string_view bytes) = 0;
  // Waits for the signal as Signal::wait does, but also ends when the client closes its side.
  enum class Wake { kSignal, kTimeout, kClientGone };
  virtual Awaitable<Wake> wait(const Signal& signal, std::chrono::milliseconds timeout) = 0;
  // True from the moment that drain() was called: streams should end soon with a final word.
  virtual bool draining() const = 0;
  virtual Executor executor() = 0;
};

// Called for each complete request, on the connection's own thread. `request` stays alive until the coroutine
// ends. A handler that throws or answers nothing gives a 500.
using Handler = std::function<Awaitable<void>(HttpRequest& request, Exchange& exchange)>;

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
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;  // 0: any free one
  std::size_t threads = 0;    // 0: one per core
  ListenerLimits limits = {};
  UpstreamLimits upstream = {};
};

class Server {
 public:
  // Binds, then starts the threads. Errors: kInvalid for an address that is none, kLocal with the system's
  // reason.
  static Result<std::unique_ptr<Server>> start(ServerOptions options, HandlerFactory factory);
  // As drain(0) unless drained before; then destroys the coroutines that are still suspended. Signals of this
  // server must not be notified afterwards.
  virtual ~Server() = default;

  virtual std::uint16_t port() const = 0;
  // Refuses new connections, answers requests in progress (with `Connection: close`), wakes streams, waits
  // until all have ended or `deadline` has passed, then closes the rest and joins the threads. Returns the
  // number cut off. Call it once, from a thread that is not the server's.
  virtual std::size_t drain(std::chrono::milliseconds deadline) = 0;
  // Open client connections now; any thread.
  virtual std::size_t connections() const = 0;
};

}  // namespace schemagate::net
