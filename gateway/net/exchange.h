// What a handler of the listener gets for each request, and answers with.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>

#include "gateway/net/executor.h"
#include "gateway/net/http.h"
#include "gateway/net/signal.h"

namespace schemagate::net {

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

}  // namespace schemagate::net
