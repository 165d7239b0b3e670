// The answering side of one request on a client's connection.
#pragma once

#include <memory>
#include <utility>

#include "gateway/net/client_websocket.h"
#include "gateway/net/exchange.h"
#include "gateway/net/framing_guard.h"
#include "gateway/net/listener_core.h"

namespace schemagate::net {

class ClientExchange final : public Exchange {
 public:
  ClientExchange(Client& client, const Framing& framing, bool to_head);
  ClientExchange(const ClientExchange&) = delete;
  ClientExchange& operator=(const ClientExchange&) = delete;
  ~ClientExchange() override;

  void name_request(std::string_view name, std::shared_ptr<const std::string> value) override {
    request_name_ = {name, std::move(value)};
  }
  void set_last_word(const LastWord* word) override { last_word_ = word; }
  Awaitable<void> respond(HttpResponse response) override;
  Awaitable<bool> begin_stream(HttpResponse head) override;
  Awaitable<bool> write(std::string_view bytes) override;
  Awaitable<Wake> wait(const Signal& signal, std::chrono::milliseconds timeout) override;
  bool draining() const override { return client_.core.draining; }
  Executor executor() override { return client_.core.executor; }
  Awaitable<std::shared_ptr<WebSocket>> upgrade(const HttpRequest& request, std::string subprotocol) override;

  // After the handler: ends a stream, answers 500 when nothing was answered or the handler failed. True when
  // the connection can take another request.
  Awaitable<bool> finish(bool handler_failed);
  // The core began to drain: ends a wait().
  void drain_begun();
  // The core ends now: whoever has no answer yet is told to come again. To the handler, its client has left.
  void core_ends();

 private:
  enum class Phase { kUnanswered, kAnswered, kStreaming, kUpgraded, kOver };
  // A field of our own answers; without a value: none.
  struct RequestName {
    std::string_view field = {};
    std::shared_ptr<const std::string> value = {};
  };
  // Outlives the exchange by as long as the kernel takes to end the watch.
  struct Watch {
    ClientExchange* exchange;
    bool armed = false;
  };

  Awaitable<void> answer(HttpResponse& response);
  HttpResponse own_answer(const Refusal& refusal) const;
  HttpResponse named(HttpResponse response) const;
  void watch_client();
  void client_moved();
  void client_left();

  Client& client_;
  const bool http_1_0_;
  const bool to_head_;
  bool keep_alive_;
  RequestName request_name_;
  const LastWord* last_word_ = nullptr;
  Phase phase_ = Phase::kUnanswered;
  bool gone_ = false;
  bool drain_told_ = false;
  const Signal* waiting_for_ = nullptr;
  std::shared_ptr<Watch> watch_;
  std::shared_ptr<ClientWebSocket> websocket_;  // of kUpgraded
};

// A small JSON answer of the listener itself.
HttpResponse refusal_response(const Refusal& refusal);

}  // namespace schemagate::net
