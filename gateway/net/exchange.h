// What a handler of the listener gets for each request, and answers with.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "gateway/net/executor.h"
#include "gateway/net/http.h"
#include "gateway/net/signal.h"

namespace schemagate::net {

class WebSocket;

// What a client is told whose request has no answer when the listener ends.
class LastWord {
 public:
  // On the request's own thread; nothing may wait.
  virtual HttpResponse last_word() const = 0;

 protected:
  ~LastWord() = default;
};

// The answering side of one request. Lives as long as the handler runs; not thread-safe. Either respond()
// once, or begin_stream() once and write() any number of times; the stream ends when the handler returns.
class Exchange {
 public:
  virtual ~Exchange() = default;
  // A field for answers that the handler does not give itself: where the listener ends before there is one,
  // or has no room for it. The handler's own answers are left as they are. `name` is a constant; neither is
  // copied before there is such an answer.
  virtual void name_request(std::string_view /*name*/, std::shared_ptr<const std::string> /*value*/) {}
  // Says it from now on; nullptr: the listener itself. Must outlive the exchange, or the next such call.
  virtual void set_last_word(const LastWord* /*word*/) {}
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
  // In place of an answer: 101 to a request that `upgrades` and whose handshake is right (check_handshake()),
  // with the subprotocol that was chosen of those that it offers; empty: none. nullptr: there is no such
  // thing here, or the client is gone.
  virtual Awaitable<std::shared_ptr<WebSocket>> upgrade(const HttpRequest& request, std::string subprotocol);
};

// Called for each complete request, on the connection's own thread. `request` stays alive until the coroutine
// ends. A handler that throws or answers nothing gives a 500.
using Handler = std::function<Awaitable<void>(HttpRequest& request, Exchange& exchange)>;

}  // namespace schemagate::net
