#include "gateway/net/request_reader.h"

#include <optional>

#include "gateway/net/body_decoder.h"
#include "gateway/net/proxy_header.h"
#include "gateway/net/text_room.h"

namespace schemagate::net {
namespace {

ReadOutcome refuse(int status, std::string_view message) {
  return {ReadEnd::kRefused, {status, message}};
}

// True when the first bytes of a request are there.
Awaitable<bool> first_bytes(Client& client) {
  if (!client.pending.empty()) co_return true;
  if (client.core.draining) co_return false;
  client.idle = true;
  Client::Fill filled = co_await client.fill_until(Clock::now() + client.core.limits.idle_timeout);
  client.idle = false;
  co_return filled == Client::Fill::kBytes;
}

ReadOutcome refuse_long_head(const HeadFinder& finder) {
  if (finder.in_first_line()) return refuse(414, "the request line is too long");
  return refuse(431, "the headers are too large");
}

// RFC 9112 2.2: one empty line in front of a request is forgiven.
void skip_empty_line(Client& client) {
  if (client.pending.starts_with("\r\n")) client.consume(2);
}

// Ends with kRequest when client.pending begins with a head of finder.size() bytes.
Awaitable<ReadOutcome> read_head(Client& client, HeadFinder& finder) {
  const ListenerLimits& limits = client.core.limits;
  std::optional<Clock::time_point> deadline;
  for (bool at_start = true;;) {
    if (at_start && client.pending.size() >= 2) {
      skip_empty_line(client);
      at_start = false;
    }
    HeadFinder::State state = HeadFinder::State::kIncomplete;
    if (!at_start) state = finder.scan(client.pending);
    if (state == HeadFinder::State::kBroken) co_return refuse(400, "a line ends without carriage return");
    bool complete = state == HeadFinder::State::kComplete;
    std::size_t size = complete ? finder.size() : client.pending.size();
    if (size > limits.head_bytes_max) co_return refuse_long_head(finder);
    if (complete) co_return ReadOutcome{ReadEnd::kRequest};
    if (!deadline) deadline = Clock::now() + limits.head_timeout;
    Client::Fill filled = co_await client.fill_until(*deadline);
    if (filled == Client::Fill::kTimeout) co_return refuse(408, "the request took too long");
    if (filled != Client::Fill::kBytes) co_return ReadOutcome{};
    if (!client.held.grow_to(counted_bytes(client.pending)))
      co_return ReadOutcome{ReadEnd::kRefused, kNoMemory};
  }
}

// What a trusted proxy says of its client, whose share of the memory the request takes. The certificate of
// the connection is the proxy's own, and says nothing of its clients.
void believe_proxy(Client& client, HttpRequest& request) {
  const auto& trusted = client.listening.options.trusted_proxies;
  if (const auto address = forwarded_client(request.headers, trusted)) {
    request.peer.comes_from(*address);
    client.held = client.core.memory.part_of(request.peer.network);
  }
  request.peer.certificate = nullptr;
  request.peer.tls = forwarded_tls(request.headers).value_or(request.peer.tls);
}

ReadOutcome take_head(Client& client, std::size_t head_bytes, HttpRequest& request, Framing& framing) {
  std::string_view head = std::string_view(client.pending).substr(0, head_bytes);
  auto read = read_request_head(head, client.core.limits.headers_max, request);
  if (!read) return {ReadEnd::kRefused, read.error()};
  framing = *read;
  request.peer = client.peer;
  // First of all: a client whose Connection names X-Forwarded-For would be taken for the proxy otherwise.
  if (client.is_proxy) believe_proxy(client, request);
  if (framing.names_hop_fields) {
    request.upgrades = !framing.http_1_0 && asks_for_websocket(request);
    remove_hop_fields(request.headers);
  }
  client.consume(head_bytes);
  return {ReadEnd::kRequest};
}

// A body that is being read, and what its head takes besides.
struct Arriving {
  BodyDecoder decoder;
  std::size_t head_bytes;
  std::string& body;
};

// Room for as much of what waits as may be the body's. False: the client's share does not allow it.
bool make_room_for_waiting(Client& client, const Arriving& arriving) {
  const std::size_t here = arriving.body.size();
  const std::uint64_t left = arriving.decoder.bytes_left();
  const std::size_t more = std::min<std::uint64_t>(client.pending.size(), left);
  return make_room(arriving.body, {.bytes = here + more, .most = here + left}, [&](std::size_t capacity) {
    return client.held.grow_to(counted_bytes(arriving.head_bytes) + counted_bytes(capacity));
  });
}

BodyDecoder::State feed_body(Client& client, Arriving& arriving) {
  std::string_view bytes = client.pending;
  BodyDecoder::State state = arriving.decoder.feed(bytes, arriving.body);
  client.consume(client.pending.size() - bytes.size());
  return state;
}

// By what it says of itself: what is refused now need not be sent.
bool may_come(const Client& client, const Framing& framing, std::size_t head_bytes) {
  const std::size_t body = framing.content_length + kSpareTextBytes;
  return client.held.may_grow_to(counted_bytes(head_bytes) + counted_bytes(body));
}

Awaitable<bool> invite_body(Client& client) {
  Pieces invitation{"HTTP/1.1 100 Continue\r\n\r\n"};
  bool sent = co_await client.socket.send_all(invitation, client.core.limits.write_timeout);
  co_return sent;
}

Awaitable<ReadOutcome> read_body(Client& client, Arriving arriving) {
  std::optional<Clock::time_point> deadline;
  for (;;) {
    if (!make_room_for_waiting(client, arriving)) co_return ReadOutcome{ReadEnd::kRefused, kNoMemory};
    const BodyDecoder::State state = feed_body(client, arriving);
    if (state == BodyDecoder::State::kTooLarge) co_return refuse(413, "the body is too large");
    if (state == BodyDecoder::State::kBroken) co_return refuse(400, "malformed chunked body");
    if (state == BodyDecoder::State::kDone) co_return ReadOutcome{ReadEnd::kRequest};
    if (!deadline) deadline = Clock::now() + client.core.limits.body_timeout;
    Client::Fill filled = co_await client.fill_until(*deadline);
    if (filled == Client::Fill::kTimeout) co_return refuse(408, "the body took too long");
    if (filled != Client::Fill::kBytes) co_return ReadOutcome{};
  }
}

}  // namespace

Awaitable<ReadOutcome> read_request(Client& client, HttpRequest& request, Framing& framing) {
  bool begun = co_await first_bytes(client);
  if (!begun) co_return ReadOutcome{};
  HeadFinder finder;
  ReadOutcome head = co_await read_head(client, finder);
  if (head.end != ReadEnd::kRequest) co_return head;
  head = take_head(client, finder.size(), request, framing);
  if (head.end != ReadEnd::kRequest) co_return head;

  BodyDecoder decoder(framing, client.core.limits.body_bytes_max);
  if (decoder.state() == BodyDecoder::State::kTooLarge) co_return refuse(413, "the body is too large");
  if (!may_come(client, framing, finder.size())) co_return ReadOutcome{ReadEnd::kRefused, kNoMemory};
  if (framing.expects_continue && decoder.state() == BodyDecoder::State::kMore && client.pending.empty()) {
    bool invited = co_await invite_body(client);
    if (!invited) co_return ReadOutcome{};
  }
  Arriving arriving{decoder, finder.size(), request.body};
  ReadOutcome body = co_await read_body(client, arriving);
  co_return body;
}

}  // namespace schemagate::net
