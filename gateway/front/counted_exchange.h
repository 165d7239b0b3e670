// An exchange that gives its answer the request's id, and keeps what the log says of the answer.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "gateway/net/exchange.h"
#include "gateway/net/websocket_frames.h"

namespace schemagate {

// The field of every answer that names its line in the log.
inline constexpr std::string_view kRequestIdField = "X-Request-Id";

// Borrows the exchange, for as long as it lives. Used on its core only.
class CountedExchange final : public net::Exchange {
 public:
  // `request_id` is never nullptr, and there for longer than this.
  CountedExchange(net::Exchange& exchange, std::shared_ptr<const std::string> request_id)
      : exchange_(exchange), request_id_(*request_id) {
    exchange.name_request(kRequestIdField, std::move(request_id));
  }

  void set_last_word(const net::LastWord* word) override { exchange_.set_last_word(word); }
  net::Awaitable<void> respond(net::HttpResponse response) override {
    begin(response);
    body_bytes_ = response.body.size();
    return exchange_.respond(std::move(response));
  }
  net::Awaitable<bool> begin_stream(net::HttpResponse head) override {
    begin(head);
    return exchange_.begin_stream(std::move(head));
  }
  net::Awaitable<bool> write(std::string_view bytes) override {
    body_bytes_ += bytes.size();
    return exchange_.write(bytes);
  }
  net::Awaitable<Wake> wait(const net::Signal& signal, std::chrono::milliseconds timeout) override {
    return exchange_.wait(signal, timeout);
  }
  bool draining() const override { return exchange_.draining(); }
  net::Executor executor() override { return exchange_.executor(); }
  net::Awaitable<std::shared_ptr<net::WebSocket>> upgrade(const net::HttpRequest& request,
                                                          std::string subprotocol) override {
    auto socket = co_await exchange_.upgrade(request, std::move(subprotocol));
    if (socket) status_ = net::kSwitchingProtocols;
    co_return socket;
  }

  // Of the answer, as it was given to the exchange; 0 and 0: none was.
  int status() const { return status_; }
  std::uint64_t body_bytes() const { return body_bytes_; }

 private:
  void begin(net::HttpResponse& response) {
    status_ = response.status;
    response.headers.push_back({std::string(kRequestIdField), request_id_});
  }

  net::Exchange& exchange_;
  const std::string& request_id_;
  int status_ = 0;
  std::uint64_t body_bytes_ = 0;
};

}  // namespace schemagate
