#include "gateway/net/connection.h"

#include <utility>

#include "gateway/net/client_exchange.h"
#include "gateway/net/request_reader.h"

namespace schemagate::net {
namespace {

constexpr std::chrono::seconds kLingerTimeout{1};
constexpr std::size_t kLingerBytesMax = 256 << 10;

// Closing with unread bytes would reset the connection and take the answer away from the client, so what
// still comes is read and dropped for a short while.
Awaitable<void> linger(Client& client) {
  using Kind = TimedSocket::Received::Kind;
  client.socket.shutdown_send();
  Clock::time_point deadline = Clock::now() + kLingerTimeout;
  std::size_t dropped = 0;
  while (dropped < kLingerBytesMax) {
    TimedSocket::Received got = client.socket.receive(client.core.read_buffer);
    if (got.kind == Kind::kEnd || got.kind == Kind::kBroken) co_return;
    dropped += got.bytes;
    if (got.kind == Kind::kBytes) continue;
    TimedSocket::Wait wait = co_await client.socket.readable(deadline);
    if (wait != TimedSocket::Wait::kReady) co_return;
  }
}

Awaitable<void> refuse(Client& client, Refusal refusal) {
  ListenerCore& core = client.core;
  if (core.on_refused) core.on_refused(refusal.status, refusal.message);
  HttpResponse response = refusal_response(refusal);
  AnswerHead how{BodyForm::kLength, response.body.size(), false, false};
  write_answer_head(core.head_buffer, response, how, core.date.at(std::time(nullptr)));
  bool sent = co_await client.send_head(response.body);
  if (sent) co_await linger(client);
}

// True when the handler came to its end. The one place that catches what handlers and libraries throw.
Awaitable<bool> run_handler(const Handler& handler, HttpRequest& request, Exchange& exchange) {
  try {
    co_await handler(request, exchange);
  } catch (...) {
    co_return false;
  }
  co_return true;
}

// Reads and answers one request. True when the connection stays open.
Awaitable<bool> serve_one(Client& client) {
  HttpRequest request;
  Framing framing;
  ReadOutcome outcome = co_await read_request(client, request, framing);
  if (outcome.end == ReadEnd::kRefused) co_await refuse(client, outcome.refusal);
  if (outcome.end != ReadEnd::kRequest) co_return false;
  ClientExchange exchange(client, framing, request.method == "HEAD");
  bool handled = co_await run_handler(*client.core.handler, request, exchange);
  bool open = co_await exchange.finish(!handled);
  co_return open;
}

}  // namespace

Awaitable<void> serve_connection(std::unique_ptr<Client> client) {
  bool open = true;
  while (open) {
    open = co_await serve_one(*client);
    client->held.give_back();
  }
}

}  // namespace schemagate::net
