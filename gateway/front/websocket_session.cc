#include "gateway/front/websocket_session.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "a2a/wire/jsonrpc.h"
#include "gateway/front/message_exchange.h"
#include "gateway/net/signal.h"

namespace schemagate {
namespace {

using net::Awaitable;

constexpr std::size_t kAtOnceMax = 256;
constexpr std::chrono::hours kLong{24};
constexpr std::string_view kFull = "the gateway holds as much as it may; try again in a moment";
constexpr std::string_view kStopping = "the gateway is stopping; try again in a moment";
constexpr std::string_view kTooMany = "too many requests of this connection are under way; try again later";

std::string refusal_of(std::string_view call_id, std::string_view why) {
  return a2a::wire::error_envelope(call_id, a2a::wire::Version::kV1_0,
                                   {a2a::ErrorCode::kInternal, std::string(why)});
}

// The answers to one request. What is held of the process's memory is the request's, then the answer's.
class WebSocketSink final : public MessageSink {
 public:
  WebSocketSink(net::WebSocket& socket, const bool& draining, net::SharedLimit::Part held,
                std::string call_id)
      : socket_(socket), draining_(draining), held_(std::move(held)), call_id_(std::move(call_id)) {}

  Awaitable<bool> send(std::string message) override {
    const bool has_room = held_.grow_to(net::counted_bytes(message));
    if (!has_room) message = refusal_of(call_id_, kFull);
    const bool sent = co_await socket_.send(std::move(message));
    if (streams_) held_.give_back();
    co_return sent&& has_room;
  }
  void stream_begins() override {
    streams_ = true;
    held_.give_back();
  }
  bool is_gone() const override { return socket_.is_gone(); }
  bool draining() const override { return draining_; }

 private:
  net::WebSocket& socket_;
  const bool& draining_;
  net::SharedLimit::Part held_;
  const std::string call_id_;
  bool streams_ = false;
};

// Shared by its calls.
class WebSocketSession final : public net::WebSocketOwner,
                               public std::enable_shared_from_this<WebSocketSession> {
 public:
  WebSocketSession(std::shared_ptr<net::WebSocket> socket, WebSocketSessionOptions options,
                   net::Handler handler, net::Executor executor)
      : socket_(std::move(socket)),
        options_(std::move(options)),
        handler_(std::move(handler)),
        executor_(std::move(executor)),
        ended_(executor_) {}

  // Each message takes its turn among whatever else is ready to run on the core.
  Awaitable<void> run() {
    socket_->set_owner(this);
    for (;;) {
      auto message = co_await socket_->receive();
      if (!message) break;
      const std::string_view why = draining_ ? kStopping : calls_.size() >= kAtOnceMax ? kTooMany : "";
      if (why.empty()) {
        take(*std::move(message));
      } else {
        co_await refuse(*std::move(message), why);
      }
      co_await net::turn_to_send(executor_);
    }
    is_over_ = true;
    while (!calls_.empty()) (void)co_await ended_.wait(kLong);
    socket_->set_owner(nullptr);
  }

  void drain_begun() override {
    draining_ = true;
    close_if_drained();
  }
  std::vector<std::string> last_words() override {
    std::vector<std::string> words;
    for (const std::string& id : calls_) words.push_back(refusal_of(id, kStopping));
    return words;
  }

 private:
  using CallIds = std::list<std::string>;

  MessageRequest request_of_message(std::string text) const {
    const a2a::JsonLimits limits{.bytes_max = text.size(), .depth_max = options_.json_depth_max};
    return request_of(std::move(text), options_.client, limits);
  }

  // Nothing more is read meanwhile: refusals that nobody reads do not pile up.
  Awaitable<void> refuse(net::WebSocket::Message message, std::string_view why) {
    const MessageRequest request = request_of_message(std::move(message.text));
    (void)co_await socket_->send(refusal_of(request.call_id, why));
  }

  // It is under way from here on: a stop waits for it.
  void take(net::WebSocket::Message message) {
    MessageRequest request = request_of_message(std::move(message.text));
    const auto call = calls_.insert(calls_.end(), request.call_id);
    auto answering = answer(shared_from_this(), std::move(request), std::move(message.held), call);
    boost::asio::co_spawn(executor_, std::move(answering), boost::asio::detached);
  }

  static Awaitable<void> answer(std::shared_ptr<WebSocketSession> self, MessageRequest request,
                                net::SharedLimit::Part held, CallIds::iterator call) {
    {
      WebSocketSink sink(*self->socket_, self->draining_, std::move(held), request.call_id);
      MessageExchange exchange(sink, self->executor_, request.call_id, self->options_.event_bytes_max);
      co_await self->handler_(request.http, exchange);
    }
    self->end(call);
  }

  void end(CallIds::iterator call) {
    calls_.erase(call);
    if (is_over_) ended_.notify();
    close_if_drained();
  }
  void close_if_drained() {
    if (draining_ && calls_.empty())
      socket_->close(net::WebSocketClose::kGoingAway, "the gateway is stopping");
  }

  const std::shared_ptr<net::WebSocket> socket_;
  const WebSocketSessionOptions options_;
  const net::Handler handler_;
  const net::Executor executor_;
  const net::Signal ended_;
  CallIds calls_;  // under way, by the id that each has
  bool draining_ = false;
  bool is_over_ = false;
};

}  // namespace

Awaitable<void> serve_websocket(std::shared_ptr<net::WebSocket> socket, WebSocketSessionOptions options,
                                net::Handler handler, net::Executor executor, bool is_draining) {
  const auto session = std::make_shared<WebSocketSession>(std::move(socket), std::move(options),
                                                          std::move(handler), std::move(executor));
  if (is_draining) session->drain_begun();
  co_await session->run();
}

}  // namespace schemagate
