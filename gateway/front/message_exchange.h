// The answering side of a request that came as a JSON-RPC message, and is answered in messages: an answer is
// one, each event of a stream is one.
#pragma once

#include <string>

#include "a2a/wire/sse.h"
#include "gateway/net/exchange.h"

namespace schemagate {

// Where the messages of one client go. Used on its core only.
class MessageSink {
 public:
  virtual ~MessageSink() = default;
  // One JSON text without a line end. Waits while the client does not read. False: the client is gone.
  virtual net::Awaitable<bool> send(std::string message) = 0;
  virtual bool is_gone() const = 0;
  // Further messages are events of a stream: the request has served its purpose.
  virtual void stream_begins() {}
  // As Exchange::draining().
  virtual bool draining() const = 0;
};

// What the pipeline answers to a URL and not to a call (401, 429, 503, …) becomes an error of the call.
// HTTP's status and fields are dropped. Borrows the sink.
class MessageExchange final : public net::Exchange {
 public:
  MessageExchange(MessageSink& sink, net::Executor executor, std::string call_id, std::size_t event_bytes_max)
      : sink_(sink), executor_(std::move(executor)), call_id_(std::move(call_id)), events_(event_bytes_max) {}

  net::Awaitable<void> respond(net::HttpResponse response) override;
  net::Awaitable<bool> begin_stream(net::HttpResponse head) override;
  net::Awaitable<bool> write(std::string_view bytes) override;
  net::Awaitable<Wake> wait(const net::Signal& signal, std::chrono::milliseconds timeout) override;
  bool draining() const override { return sink_.draining(); }
  net::Executor executor() override { return executor_; }

 private:
  MessageSink& sink_;
  const net::Executor executor_;
  const std::string call_id_;
  a2a::wire::SseParser events_;
};

}  // namespace schemagate
