#include "gateway/net/listener_core.h"

#include <utility>

namespace schemagate::net {
namespace {

constexpr std::size_t kClientBufferBytes = 64 << 10;
constexpr std::size_t kUsualRequestBytes = 2 << 10;

std::string lines_of(const ListenerOptions& options) {
  std::string lines(kNoSniffLine);
  if (!options.tls || options.hsts.count() == 0) return lines;
  return lines + "Strict-Transport-Security: max-age=" + std::to_string(options.hsts.count()) + "\r\n";
}

}  // namespace

ListenerCore::ListenerCore(Executor where, const ListenerLimits& bounds,
                           const UpstreamLimits& upstream_bounds,
                           std::shared_ptr<ConnectionLimiter> connections, SharedLimit bytes)
    : executor(std::move(where)),
      limits(bounds),
      wheel(executor),
      limiter(std::move(connections)),
      memory(std::move(bytes)),
      upstream(make_upstream_client(executor, upstream_bounds, memory)),
      read_buffer(kClientBufferBytes) {}

Listening::Listening(const Executor& executor, ListenerOptions its_options, std::size_t its_index)
    : acceptor(executor),
      options(std::move(its_options)),
      index(its_index),
      answer_lines(lines_of(options)) {}

Client::Client(std::shared_ptr<ListenerCore> its_core, const Listening& taken_by, Socket accepted,
               PeerIdentity its_peer, ConnectionLimiter::Seat its_seat)
    : owner(std::move(its_core)),
      core(*owner),
      listening(taken_by),
      seat(std::move(its_seat)),
      socket(std::move(accepted), core.wheel),
      peer(std::move(its_peer)),
      held(core.memory.part_of(peer.network)) {
  core.clients.insert(this);
}

Client::~Client() {
  core.clients.erase(this);
}

Client::Fill Client::fill() {
  using Kind = TimedSocket::Received::Kind;
  TimedSocket::Received got = socket.receive(core.read_buffer);
  if (got.kind == Kind::kNothing) return Fill::kNothing;
  if (got.kind != Kind::kBytes) return Fill::kEnd;
  pending.append(core.read_buffer.data(), got.bytes);
  return Fill::kBytes;
}

Awaitable<Client::Fill> Client::fill_until(Clock::time_point deadline) {
  using Kind = TimedSocket::Received::Kind;
  const TimedSocket::Received got = co_await socket.receive(pending, kUsualRequestBytes, deadline);
  if (got.kind == Kind::kTimeout) co_return Fill::kTimeout;
  if (got.kind != Kind::kBytes) co_return Fill::kEnd;
  if (got.bytes == kUsualRequestBytes) fill();
  co_return Fill::kBytes;
}

void Client::consume(std::size_t bytes) {
  if (bytes < pending.size()) {
    pending.erase(0, bytes);
  } else {
    std::string().swap(pending);  // an assignment would keep the memory
  }
}

Awaitable<bool> Client::send_head(std::string_view body) {
  Pieces pieces{core.head_buffer, body, {}};
  if (!socket.send(pieces)) co_return false;
  if (all_sent(pieces)) co_return true;
  std::string head(pieces[0]);
  pieces[0] = head;
  bool sent = co_await socket.send_all(pieces, core.limits.write_timeout);
  co_return sent;
}

}  // namespace schemagate::net
