#include "gateway/net/request_reader.h"

#include <optional>

#include "gateway/net/body_decoder.h"
#include "gateway/net/proxy_header.h"

namespace schemagate::net {
namespace {

constexpr std::size_t kSpareBodyBytes = 64;            // a JSON reader may look past the end
constexpr std::uint64_t kTrustedBodyBytes = 64 << 10;  // reserved on the word of Content-Length alone

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
  if (framing.names_hop_fields) remove_hop_fields(request.headers);
  request.peer = client.peer;
  if (client.is_proxy) believe_proxy(client, request);
  client.consume(head_bytes);
  return {ReadEnd::kRequest};
}

BodyDecoder::State feed_body(Client& client, BodyDecoder& decoder, std::string& body) {
  std::string_view bytes = client.pending;
  BodyDecoder::State state = decoder.feed(bytes, body);
  client.consume(client.pending.size() - bytes.size());
  return state;
}

Awaitable<bool> invite_body(Client& client) {
  Pieces invitation{"HTTP/1.1 100 Continue\r\n\r\n"};
  bool sent = co_await client.socket.send_all(invitation, client.core.limits.write_timeout);
  co_return sent;
}

Awaitable<ReadOutcome> read_body(Client& client, BodyDecoder& decoder, std::string& body) {
  BodyDecoder::State state = feed_body(client, decoder, body);
  Clock::time_point deadline{};
  if (state == BodyDecoder::State::kMore) deadline = Clock::now() + client.core.limits.body_timeout;
  for (;;) {
    if (!client.held.grow_to(counted_bytes(body))) co_return ReadOutcome{ReadEnd::kRefused, kNoMemory};
    if (state != BodyDecoder::State::kMore) break;
    Client::Fill filled = co_await client.fill_until(deadline);
    if (filled == Client::Fill::kTimeout) co_return refuse(408, "the body took too long");
    if (filled != Client::Fill::kBytes) co_return ReadOutcome{};
    state = feed_body(client, decoder, body);
  }
  if (state == BodyDecoder::State::kTooLarge) co_return refuse(413, "the body is too large");
  if (state == BodyDecoder::State::kBroken) co_return refuse(400, "malformed chunked body");
  body.reserve(body.size() + kSpareBodyBytes);
  co_return ReadOutcome{ReadEnd::kRequest};
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
  if (framing.expects_continue && decoder.state() == BodyDecoder::State::kMore && client.pending.empty()) {
    bool invited = co_await invite_body(client);
    if (!invited) co_return ReadOutcome{};
  }
  request.body.reserve(std::min(framing.content_length, kTrustedBodyBytes) + kSpareBodyBytes);
  ReadOutcome body = co_await read_body(client, decoder, request.body);
  co_return body;
}

}  // namespace schemagate::net
