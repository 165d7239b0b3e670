#include "gateway/net/client_exchange.h"

#include <array>
#include <charconv>
#include <utility>

namespace schemagate::net {
namespace {

constexpr int kUnavailable = 503;
constexpr Refusal kStopping{kUnavailable, "the gateway is stopping; try again in a moment"};

bool has_no_body(int status) {
  return status == 204 || status == 304;
}

// The size line of a chunk, in `line`.
std::string_view chunk_size_line(std::array<char, 20>& line, std::size_t bytes) {
  char* end = std::to_chars(line.data(), line.data() + 16, bytes, 16).ptr;
  *end++ = '\r';
  *end++ = '\n';
  return {line.data(), end};
}

}  // namespace

HttpResponse refusal_response(const Refusal& refusal) {
  HttpResponse response;
  response.status = refusal.status;
  response.headers.push_back({"Content-Type", "application/json"});
  if (refusal.status == kUnavailable) response.headers.push_back({"Retry-After", "1"});
  response.body.append("{\"error\":\"").append(refusal.message).append("\"}");
  return response;
}

HttpResponse ClientExchange::own_answer(const Refusal& refusal) const {
  return named(refusal_response(refusal));
}

HttpResponse ClientExchange::named(HttpResponse response) const {
  const auto& [field, value] = request_name_;
  if (value) response.headers.push_back({std::string(field), *value});
  return response;
}

ClientExchange::ClientExchange(Client& client, const Framing& framing, bool to_head)
    : client_(client), http_1_0_(framing.http_1_0), to_head_(to_head), keep_alive_(framing.keep_alive) {
  client_.exchange = this;
}

ClientExchange::~ClientExchange() {
  client_.exchange = nullptr;
  if (!watch_) return;
  watch_->exchange = nullptr;
  if (watch_->armed) client_.socket.cancel();
}

Awaitable<void> ClientExchange::respond(HttpResponse response) {
  if (phase_ == Phase::kUnanswered) co_await answer(response);
}

Awaitable<void> ClientExchange::answer(HttpResponse& response) {
  phase_ = Phase::kAnswered;
  ListenerCore& core = client_.core;
  if (!client_.held.grow_to(counted_bytes(response.body))) response = own_answer(kNoMemory);
  co_await turn_to_send(core.executor);
  keep_alive_ = keep_alive_ && !core.draining;
  BodyForm form = has_no_body(response.status) ? BodyForm::kNone : BodyForm::kLength;
  AnswerHead how{form, response.body.size(), http_1_0_, keep_alive_, client_.listening.answer_lines};
  if (!write_answer_head(core.head_buffer, response, how, core.date.at(std::time(nullptr)))) {
    response = own_answer({500, "the answer could not be written"});
    how = {BodyForm::kLength, response.body.size(), http_1_0_, keep_alive_, client_.listening.answer_lines};
    write_answer_head(core.head_buffer, response, how, core.date.at(std::time(nullptr)));
  }
  bool bodiless = to_head_ || how.form == BodyForm::kNone;
  bool sent = co_await client_.send_head(bodiless ? std::string_view() : std::string_view(response.body));
  if (!sent) client_left();
}

Awaitable<bool> ClientExchange::begin_stream(HttpResponse head) {
  if (phase_ != Phase::kUnanswered) co_return false;
  phase_ = Phase::kStreaming;
  client_.held.give_back();  // the request's body has served its purpose
  request_name_.value.reset();
  ListenerCore& core = client_.core;
  keep_alive_ = keep_alive_ && !http_1_0_ && !core.draining;
  AnswerHead how{http_1_0_ ? BodyForm::kUntilClose : BodyForm::kChunked, 0, http_1_0_, keep_alive_,
                 client_.listening.answer_lines};
  if (!write_answer_head(core.head_buffer, head, how, core.date.at(std::time(nullptr)))) {
    phase_ = Phase::kUnanswered;
    co_return false;
  }
  if (to_head_) phase_ = Phase::kAnswered;
  bool sent = co_await client_.send_head({});
  if (!sent) client_left();
  co_return phase_ == Phase::kStreaming;
}

Awaitable<bool> ClientExchange::write(std::string_view bytes) {
  if (phase_ != Phase::kStreaming || gone_) co_return false;
  if (bytes.empty()) co_return true;
  std::array<char, 20> line{};
  Pieces pieces{bytes};
  if (!http_1_0_) pieces = {chunk_size_line(line, bytes.size()), bytes, "\r\n"};
  bool sent = co_await client_.socket.send_all(pieces, client_.core.limits.write_timeout);
  if (!sent) client_left();
  co_return sent;
}

Awaitable<Exchange::Wake> ClientExchange::wait(const Signal& signal, std::chrono::milliseconds timeout) {
  if (!gone_) watch_client();
  if (gone_) co_return Wake::kClientGone;
  if (draining() && !std::exchange(drain_told_, true)) co_return Wake::kSignal;
  waiting_for_ = &signal;
  bool notified = co_await signal.wait(timeout);
  waiting_for_ = nullptr;
  if (gone_) co_return Wake::kClientGone;
  if (draining() && !std::exchange(drain_told_, true)) notified = true;
  co_return notified ? Wake::kSignal : Wake::kTimeout;
}

Awaitable<std::shared_ptr<WebSocket>> Exchange::upgrade(const HttpRequest&, std::string) {
  co_return nullptr;
}

Awaitable<std::shared_ptr<WebSocket>> ClientExchange::upgrade(const HttpRequest& request,
                                                              std::string subprotocol) {
  if (phase_ != Phase::kUnanswered || !request.upgrades) co_return nullptr;
  phase_ = Phase::kUpgraded;
  client_.held.give_back();
  request_name_.value.reset();
  std::string& head = client_.core.head_buffer;
  head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
  head.append("Sec-WebSocket-Accept: ")
      .append(websocket_accept(request.header("Sec-WebSocket-Key")))
      .append("\r\n");
  if (!subprotocol.empty()) head.append("Sec-WebSocket-Protocol: ").append(subprotocol).append("\r\n");
  head.append(client_.listening.answer_lines).append("\r\n");
  bool sent = co_await client_.send_head({});
  if (!sent) co_return nullptr;
  websocket_ = std::make_shared<ClientWebSocket>(client_, request.peer.network);
  co_return websocket_;
}

void ClientExchange::drain_begun() {
  if (websocket_) websocket_->drain_begun();
  if (waiting_for_) waiting_for_->interrupt();
}

// Nothing was sent before it on this turn, so the kernel has room for it.
void ClientExchange::core_ends() {
  if (websocket_) return websocket_->core_ends();
  if (phase_ != Phase::kUnanswered) return;
  ListenerCore& core = client_.core;
  const HttpResponse response =
      last_word_ != nullptr ? named(last_word_->last_word()) : own_answer(kStopping);
  const AnswerHead how{BodyForm::kLength, response.body.size(), http_1_0_, false,
                       client_.listening.answer_lines};
  write_answer_head(core.head_buffer, response, how, core.date.at(std::time(nullptr)));
  Pieces pieces{core.head_buffer, to_head_ ? std::string_view() : std::string_view(response.body)};
  if (client_.socket.send(pieces)) client_.socket.shutdown_send();
  client_left();
}

// One readiness wait stays under way from the first wait() on, so that a loop of waits costs nothing more.
void ClientExchange::watch_client() {
  if (!watch_) watch_ = std::make_shared<Watch>(Watch{this});
  const std::size_t room = client_.core.limits.head_bytes_max;
  while (client_.socket.holds_bytes() && client_.pending.size() <= room) {
    if (client_.fill() == Client::Fill::kEnd) return client_left();
  }
  if (watch_->armed || client_.pending.size() > room) return;
  watch_->armed = true;
  client_.socket.raw().async_wait(Socket::wait_read,
                                  [watch = watch_](const boost::system::error_code& error) {
                                    watch->armed = false;
                                    if (watch->exchange && !error) watch->exchange->client_moved();
                                  });
}

void ClientExchange::client_moved() {
  if (client_.fill() == Client::Fill::kEnd) {
    client_left();
  } else {
    watch_client();
  }
}

void ClientExchange::client_left() {
  gone_ = true;
  phase_ = Phase::kOver;
  if (waiting_for_) waiting_for_->interrupt();
}

Awaitable<bool> ClientExchange::finish(bool handler_failed) {
  if (websocket_) {
    co_await websocket_->finish();
    co_return false;
  }
  if (phase_ == Phase::kStreaming && handler_failed) co_return false;
  if (phase_ == Phase::kStreaming && !http_1_0_) {
    bool sent = co_await client_.socket.send_all({"0\r\n\r\n"}, client_.core.limits.write_timeout);
    co_return sent&& keep_alive_;
  }
  if (phase_ == Phase::kUnanswered) {
    HttpResponse response = own_answer({500, "the request could not be handled"});
    co_await answer(response);
  }
  co_return phase_ == Phase::kAnswered&& keep_alive_;
}

}  // namespace schemagate::net
