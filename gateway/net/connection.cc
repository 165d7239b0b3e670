#include "gateway/net/connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "gateway/net/client_exchange.h"
#include "gateway/net/proxy_header.h"
#include "gateway/net/request_reader.h"

namespace schemagate::net {
namespace {

constexpr std::chrono::seconds kLingerTimeout{2};
constexpr std::size_t kLingerBytesMax = 256 << 10;     // beside the body
constexpr std::size_t kLingerBodies = 4;               // as large as a body may be
constexpr std::size_t kLingerBodyBytesMax = 16 << 20;  // together

// Closing with unread bytes would reset the connection and take the answer away from the client, so what
// still comes is read and dropped for a short while.
Awaitable<void> linger(Client& client) {
  using Kind = TimedSocket::Received::Kind;
  client.socket.shutdown_send();
  Clock::time_point deadline = Clock::now() + kLingerTimeout;
  const std::size_t bodies = kLingerBodies * client.core.limits.body_bytes_max;
  const std::size_t most = std::min(bodies, kLingerBodyBytesMax) + kLingerBytesMax;
  std::size_t dropped = 0;
  while (dropped < most) {
    TimedSocket::Received got = client.socket.receive(client.core.read_buffer);
    if (got.kind == Kind::kEnd || got.kind == Kind::kBroken) co_return;
    dropped += got.bytes;
    if (got.kind == Kind::kBytes) continue;
    TimedSocket::Wait wait = co_await client.socket.readable(deadline);
    if (wait != TimedSocket::Wait::kReady) co_return;
  }
}

// Of what is refused nothing is kept while the refusal is told.
void forget(Client& client, HttpRequest& request) {
  std::string().swap(request.body);  // an assignment would keep the memory
  std::string().swap(request.target);
  request.headers = a2a::http::Headers();
  client.consume(client.pending.size());
  client.held.give_back();
}

// `request`: as far as it was read.
HttpResponse answer_refused(const Client& client, const Refusal& refusal, HttpRequest& request) {
  const ListenerCore& core = client.core;
  if (request.target.empty()) read_request_line(client.pending, request);  // its head was not taken
  if (request.peer.address.empty()) request.peer = client.peer;
  RefusedRequest refused{
      .status = refusal.status, .message = refusal.message, .address = request.peer.address};
  if (!request.target.empty()) refused.method = request.method;
  refused.target = request.target;
  HttpResponse response =
      core.write_refusal ? core.write_refusal(refused, request) : refusal_response(refusal);
  if (core.on_refused) {
    auto fields = core.on_refused(refused);
    std::ranges::move(fields, std::back_inserter(response.headers));
  }
  return response;
}

Awaitable<void> refuse(Client& client, Refusal refusal, HttpRequest& request) {
  ListenerCore& core = client.core;
  HttpResponse response = answer_refused(client, refusal, request);
  forget(client, request);
  AnswerHead how{BodyForm::kLength, response.body.size(), false, false, client.listening.answer_lines};
  write_answer_head(core.head_buffer, response, how, core.date.at(std::time(nullptr)));
  bool sent = co_await client.send_head(response.body);
  if (sent) co_await linger(client);
}

// What nobody can be answered: 0 stands for no answer.
void note_refused(const Client& client, const std::string& message) {
  if (client.core.on_refused) client.core.on_refused({.message = message, .address = client.peer.address});
}

// Takes no byte behind the header: the next ones may be TLS's.
Awaitable<bool> take_proxy_header(Client& client, Clock::time_point deadline) {
  using State = ProxyHeader::State;
  ProxyHeader header = read_proxy_header({});
  while (header.state == State::kIncomplete) {
    const std::size_t missing = header.size - client.pending.size();
    const auto got = co_await client.socket.receive(client.pending, missing, deadline);
    if (got.kind != TimedSocket::Received::Kind::kBytes) co_return false;
    header = read_proxy_header(client.pending);
  }
  client.consume(client.pending.size());
  if (header.state == State::kMalformed) note_refused(client, "no header of the PROXY protocol");
  if (header.state == State::kMalformed) co_return false;
  if (!header.client) co_return true;
  client.peer.comes_from(*header.client);
  client.is_proxy = is_trusted(*header.client, client.listening.options.trusted_proxies);
  client.held = client.core.memory.part_of(client.peer.network);
  const bool has_place = client.is_proxy || client.seat.count_for(client.peer.network);
  if (!has_place) note_refused(client, std::string(kTooManyOfAddress));
  co_return has_place;
}

// Who speaks plain HTTP where TLS is spoken can be told so, and only so.
void tell_plain_client(Client& client) {
  constexpr std::string_view kAnswer =
      "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: 34\r\n"
      "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n{\"error\":\"https is expected here\"}";
  ::send(client.socket.raw().native_handle(), kAnswer.data(), kAnswer.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

Awaitable<bool> secure(Client& client, Clock::time_point deadline) {
  TimedSocket& socket = client.socket;
  auto session = client.listening.options.tls->accept(socket.raw().native_handle());
  const TimedSocket::Wait wait = co_await socket.secure(std::move(session), deadline);
  if (wait == TimedSocket::Wait::kReady) {
    client.peer.tls = true;
    client.peer.certificate = socket.tls()->peer_certificate();
    co_return true;
  }
  if (wait == TimedSocket::Wait::kCancelled && !client.core.draining) {
    const std::string& reason = socket.tls()->reason();
    note_refused(client, "TLS: the client " + reason);
    if (reason == "does not speak TLS") tell_plain_client(client);
  }
  co_return false;
}

// What comes before the first request.
Awaitable<bool> establish(Client& client) {
  const Clock::time_point deadline = Clock::now() + client.core.limits.head_timeout;
  bool open = true;
  if (client.listening.options.proxy_protocol) open = co_await take_proxy_header(client, deadline);
  if (open && client.listening.options.tls) open = co_await secure(client, deadline);
  co_return open;
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
  if (outcome.end == ReadEnd::kRefused) co_await refuse(client, outcome.refusal, request);
  if (outcome.end != ReadEnd::kRequest) co_return false;
  ClientExchange exchange(client, framing, request.method == "HEAD");
  bool handled = co_await run_handler(*client.core.handler, request, exchange);
  bool open = co_await exchange.finish(!handled);
  co_return open;
}

}  // namespace

Awaitable<void> serve_connection(std::unique_ptr<Client> client) {
  bool open = true;
  const ListenerOptions& options = client->listening.options;
  if (options.tls || options.proxy_protocol) open = co_await establish(*client);
  while (open) {
    open = co_await serve_one(*client);
    client->held.give_back();
  }
}

}  // namespace schemagate::net
