#include "gateway/net/upstream_call.h"

#include <utility>

#include "gateway/net/framing_guard.h"
#include "gateway/net/message_writer.h"
#include "gateway/net/text_room.h"
#include "gateway/net/websocket_frames.h"

namespace schemagate::net {
namespace {

constexpr std::size_t kFieldsMax = 200;
constexpr int kInterimAnswersMax = 8;

// How far an attempt came, for the decision about another one.
struct Attempt {
  bool fresh = false;     // asked for
  bool reused = false;    // got
  bool sent = false;      // at least one byte of the request
  bool answered = false;  // at least one byte came back
};

// Only a connection that the agent had closed while it was idle says nothing about the agent itself.
bool worth_repeating(const Attempt& attempt, const UpstreamRequest& request, FailureKind kind) {
  if (kind != FailureKind::kClosed || !attempt.reused || attempt.answered) return false;
  return request.safe_to_retry || !attempt.sent;
}

// An agent may refuse our certificate after the handshake (RFC 8446 section 4.4.2.4).
std::unexpected<Failure> ended(const UpstreamConnection& connection, std::string_view otherwise) {
  const TlsSession* tls = connection.socket.tls();
  if (tls != nullptr && !tls->reason().empty()) return failed(FailureKind::kHandshake, tls->reason());
  return failed(FailureKind::kClosed, otherwise);
}

Awaitable<Result<void>> send_request(UpstreamPool::Lease& lease, const Url& url,
                                     const UpstreamRequest& request, Clock::time_point deadline,
                                     Attempt& attempt) {
  std::string& head = lease.pool().head_buffer();
  if (!write_request_head(head, url, request)) {
    co_return failed(FailureKind::kInvalid, "the request to the agent holds an invalid header");
  }
  Pieces pieces{head, request.body, {}};
  std::size_t head_bytes = head.size();
  bool open = lease->socket.send(pieces);
  attempt.sent = pieces[0].size() < head_bytes;
  if (open && all_sent(pieces)) co_return Result<void>();
  std::string rest(pieces[0]);
  pieces[0] = rest;
  bool sent = false;
  if (open) sent = co_await lease->socket.send_all_until(pieces, deadline);
  attempt.sent = attempt.sent || sent;
  if (sent) co_return Result<void>();
  if (Clock::now() >= deadline) co_return failed(FailureKind::kTimedOut, "timed out taking the request");
  co_return ended(*lease, "closed the connection");
}

// Ends when lease->pending begins with a complete head of finder.size() bytes.
Awaitable<Result<void>> receive_head(UpstreamPool::Lease& lease, HeadFinder& finder,
                                     Clock::time_point deadline, Attempt& attempt) {
  using Kind = TimedSocket::Received::Kind;
  for (;;) {
    HeadFinder::State state = finder.scan(lease->pending);
    bool complete = state == HeadFinder::State::kComplete;
    if (state == HeadFinder::State::kBroken) {
      co_return failed(FailureKind::kMalformed, "broke HTTP's framing");
    }
    std::size_t size = complete ? finder.size() : lease->pending.size();
    if (size > lease.pool().limits().head_bytes_max) {
      co_return failed(FailureKind::kMalformed, "sent headers that are too large");
    }
    if (complete) co_return Result<void>();
    TimedSocket::Received got = co_await lease.pool().fill_until(*lease, deadline);
    if (got.kind == Kind::kTimeout) co_return failed(FailureKind::kTimedOut, "timed out");
    attempt.answered = !lease->pending.empty();
    if (got.kind != Kind::kBytes) co_return ended(*lease, "closed the connection before it answered");
  }
}

Result<Framing> take_head(UpstreamPool::Lease& lease, std::size_t head_bytes, const UpstreamRequest& request,
                          HttpResponse& head) {
  const bool to_head = request.method == "HEAD";
  std::string_view bytes = std::string_view(lease->pending).substr(0, head_bytes);
  auto framing = read_response_head(bytes, kFieldsMax, to_head, head);
  if (!framing) return failed(FailureKind::kMalformed, "broke HTTP's framing");
  const bool upgraded = !request.websocket_key.empty() && agrees_to_websocket(head.headers);
  if (head.status == kSwitchingProtocols && !upgraded)
    return failed(FailureKind::kMalformed, "changed the protocol without being asked");
  if (framing->names_hop_fields) remove_hop_fields(head.headers);
  lease->pending.erase(0, head_bytes);
  return *framing;
}

// Skips interim answers. Fills head, body and keep_alive.
Awaitable<Result<void>> read_answer_head(UpstreamAnswer& answer, const UpstreamRequest& request,
                                         std::uint64_t body_bytes_max, Clock::time_point deadline,
                                         Attempt& attempt) {
  for (int i = 0; i < kInterimAnswersMax; ++i) {
    HeadFinder finder;
    Result<void> received = co_await receive_head(answer.lease, finder, deadline, attempt);
    if (!received) co_return received;
    HttpResponse head;
    Result<Framing> framing = take_head(answer.lease, finder.size(), request, head);
    if (!framing) co_return std::unexpected(framing.error());
    if (head.status < 200 && head.status != kSwitchingProtocols) continue;
    answer.head = std::move(head);
    answer.body = BodyDecoder(*framing, body_bytes_max);
    answer.keep_alive = framing->keep_alive;
    co_return Result<void>();
  }
  co_return failed(FailureKind::kMalformed, "sent too many interim answers");
}

Awaitable<Result<void>> attempt_call(std::shared_ptr<UpstreamPool> pool, const Url& url,
                                     UpstreamRequest& request, std::uint64_t body_bytes_max,
                                     Clock::time_point deadline, Attempt& attempt, UpstreamAnswer& answer) {
  co_await turn_to_send(pool->executor());
  UpstreamPool::Wish wish{request.holder, attempt.fresh, request.tls, request.address, deadline};
  Result<UpstreamPool::Lease> lease = co_await pool->acquire(url, std::move(wish));
  if (!lease) co_return std::unexpected(lease.error());
  answer.lease = std::move(*lease);
  attempt.reused = answer.lease.reused();
  Result<void> sent = co_await send_request(answer.lease, url, request, deadline, attempt);
  if (!sent) co_return sent;
  if (!request.safe_to_retry) drop_body(request);
  co_return co_await read_answer_head(answer, request, body_bytes_max, deadline, attempt);
}

// RFC 9112 9.3: only a connection with nothing left over is good for another request.
void settle(UpstreamAnswer& answer) {
  if (answer.keep_alive && answer.lease->pending.empty()) {
    answer.lease.give_back();
  } else {
    answer.lease = UpstreamPool::Lease();
  }
}

bool make_room_for_waiting(const UpstreamAnswer& answer, std::string& out, SharedLimit::Part& held) {
  const std::uint64_t left = answer.body.bytes_left();
  const std::size_t more = std::min<std::uint64_t>(answer.lease->pending.size(), left);
  return make_room(out, {.bytes = out.size() + more, .most = out.size() + left},
                   [&held](std::size_t capacity) { return held.grow_to(counted_bytes(capacity)); });
}

}  // namespace

void drop_body(UpstreamRequest& request) {
  std::string().swap(request.body);  // an assignment would keep the memory
  if (request.room) request.room->give_back();
}

Awaitable<Result<void>> call_upstream(std::shared_ptr<UpstreamPool> pool, const Url& url,
                                      UpstreamRequest& request, std::uint64_t body_bytes_max,
                                      Clock::time_point deadline, UpstreamAnswer& answer) {
  Attempt first;
  Result<void> called = co_await attempt_call(pool, url, request, body_bytes_max, deadline, first, answer);
  if (called || !worth_repeating(first, request, called.error().kind)) co_return called;
  answer = UpstreamAnswer();
  Attempt second{.fresh = true};
  co_return co_await attempt_call(pool, url, request, body_bytes_max, deadline, second, answer);
}

Awaitable<Result<BodyStep>> read_body_piece(UpstreamAnswer& answer, std::string& out,
                                            Clock::time_point deadline, SharedLimit::Part* held) {
  using Kind = TimedSocket::Received::Kind;
  constexpr std::string_view kBroken = "broke off its answer or broke HTTP's framing";
  std::size_t before = out.size();
  for (;;) {
    if (held != nullptr && !make_room_for_waiting(answer, out, *held))
      co_return failed(FailureKind::kOverloaded, "sent more than the gateway has memory for at the moment");
    std::string_view bytes = answer.lease->pending;
    BodyDecoder::State state = answer.body.feed(bytes, out);
    answer.lease->pending.erase(0, answer.lease->pending.size() - bytes.size());
    if (state == BodyDecoder::State::kBroken) co_return failed(FailureKind::kMalformed, kBroken);
    if (state == BodyDecoder::State::kTooLarge) {
      co_return failed(FailureKind::kTooLarge, "sent an answer that is too large");
    }
    if (out.size() > before) co_return BodyStep::kPiece;
    if (state == BodyDecoder::State::kDone) break;
    std::string().swap(answer.lease->pending);  // an assignment would keep the memory
    TimedSocket::Wait wait = co_await answer.lease->socket.readable(deadline);
    if (wait == TimedSocket::Wait::kTimeout) {
      co_return failed(FailureKind::kTimedOut, "timed out in the middle of its answer");
    }
    const Kind got = answer.lease.pool().fill(*answer.lease).kind;
    if (got == Kind::kBytes || got == Kind::kNothing) continue;
    // Only a proper end of the connection is one of the body: anybody can reset it, or cut TLS off.
    if (got == Kind::kBroken || !answer.body.ends_with_connection())
      co_return failed(FailureKind::kClosed, kBroken);
    break;
  }
  settle(answer);
  co_return BodyStep::kEnd;
}

}  // namespace schemagate::net
