#include "gateway/net/upstream_websocket.h"

#include <openssl/rand.h>

#include <utility>

namespace schemagate::net {
namespace {

constexpr std::size_t kControlsMax = 1'000;  // between two messages
constexpr std::size_t kMaskBytes = 4;
constexpr std::size_t kKeyBytes = 16;

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count));
  return bytes;
}

std::string masked_frame(WebSocketOpcode opcode, std::string_view payload) {
  return websocket_frame(opcode, payload, random_bytes(kMaskBytes));
}

// The answer belongs to this handshake, and to what was offered in it (RFC 6455 section 4.1).
Result<void> check_agreement(const HttpResponse& head, std::string_view key) {
  if (head.header("Sec-WebSocket-Accept") != websocket_accept(key))
    return failed(FailureKind::kMalformed, "answered another handshake");
  if (!head.header("Sec-WebSocket-Extensions").empty() || !head.header("Sec-WebSocket-Protocol").empty())
    return failed(FailureKind::kMalformed, "took up what it had not been offered");
  return {};
}

// The message, which is left out of the request: that is its handshake from now on.
std::string take_message(UpstreamRequest& request) {
  std::string message = std::exchange(request.body, std::string());
  request.method = "GET";
  request.websocket_key = websocket_key(random_bytes(kKeyBytes));
  request.safe_to_retry = true;
  std::erase_if(request.headers, [](const Header& header) { return header.name == "Content-Type"; });
  return message;
}

// Until hands are shaken the agent has heard nothing of the message.
Failure unheard(Failure failure) {
  if (failure.kind == FailureKind::kTimedOut)
    return {FailureKind::kUnreachable, "could not be reached: the WebSocket handshake timed out"};
  if (failure.kind == FailureKind::kClosed)
    return {FailureKind::kUnreachable, "could not be reached: it broke off the WebSocket handshake"};
  return failure;
}

}  // namespace

UpstreamWebSocket::UpstreamWebSocket(UpstreamPool::Lease lease, std::size_t message_bytes_max)
    : lease_(std::move(lease)),
      decoder_({.from_client = false,
                .message_bytes_max = message_bytes_max,
                .granted = [this](std::size_t bytes) { return held_->grow_to(counted_bytes(bytes)); }}) {}

UpstreamWebSocket::~UpstreamWebSocket() {
  if (!can_write_) return;
  const std::string frame =
      masked_frame(WebSocketOpcode::kClose, websocket_close_payload(WebSocketClose::kNormal, ""));
  Pieces pieces{frame};
  if (lease_->socket.send(pieces)) lease_->socket.shutdown_send();
}

Awaitable<Result<void>> UpstreamWebSocket::send(std::string& text, Clock::time_point deadline) {
  std::string frame = masked_frame(WebSocketOpcode::kText, text);
  std::string().swap(text);  // an assignment would keep the memory
  return write(std::move(frame), deadline);
}

Awaitable<Result<void>> UpstreamWebSocket::write(std::string frame, Clock::time_point deadline) {
  const Pieces pieces{frame};
  can_write_ = false;
  const bool sent = co_await lease_->socket.send_all_until(pieces, deadline);
  can_write_ = sent;
  if (sent) co_return Result<void>();
  if (Clock::now() >= deadline) co_return failed(FailureKind::kTimedOut, "timed out taking the message");
  co_return failed(FailureKind::kClosed, "closed the connection");
}

Failure UpstreamWebSocket::broken() const {
  if (decoder_.fault() == WebSocketClose::kTooBig)
    return {FailureKind::kTooLarge, "sent an answer that is too large"};
  if (decoder_.fault() == WebSocketClose::kTryAgainLater)
    return {FailureKind::kOverloaded, "sent more than the gateway has memory for at the moment"};
  return {FailureKind::kMalformed, "broke the rules of WebSocket: " + std::string(decoder_.reason())};
}

// nullopt: in good order.
std::optional<Failure> UpstreamWebSocket::closing() const {
  constexpr unsigned kNormal = std::to_underlying(WebSocketClose::kNormal);
  const auto code = websocket_close_code(decoder_.control());
  if (!code || *code == kNormal) return std::nullopt;
  return Failure{FailureKind::kClosed, "closed the connection (" + std::to_string(*code) + ")"};
}

// Until a message is complete, the agent closes, or nothing is left to look at.
Result<UpstreamWebSocket::Step> UpstreamWebSocket::take_events() {
  using Event = WebSocketDecoder::Event;
  std::string_view bytes = lease_->pending;
  Step step{Event::kMore};
  for (;;) {
    step.event = decoder_.feed(bytes);
    if (step.event != Event::kPing && step.event != Event::kPong) break;
    if (step.event == Event::kPing) step.pong = masked_frame(WebSocketOpcode::kPong, decoder_.control());
    if (++controls_ > kControlsMax) return failed(FailureKind::kMalformed, "sent too many pings");
  }
  lease_->pending.erase(0, lease_->pending.size() - bytes.size());
  if (step.event == Event::kFault) return std::unexpected(broken());
  return step;
}

Awaitable<Result<void>> UpstreamWebSocket::fill(Clock::time_point deadline) {
  using Kind = TimedSocket::Received::Kind;
  std::string().swap(lease_->pending);  // an assignment would keep the memory
  const TimedSocket::Wait wait = co_await lease_->socket.readable(deadline);
  if (wait == TimedSocket::Wait::kTimeout) co_return failed(FailureKind::kTimedOut, "timed out");
  const Kind got = lease_.pool().fill(*lease_).kind;
  if (got == Kind::kBytes || got == Kind::kNothing) co_return Result<void>();
  co_return failed(FailureKind::kClosed, "closed the connection before it answered");
}

Awaitable<Result<std::optional<std::string>>> UpstreamWebSocket::receive(Clock::time_point deadline,
                                                                         SharedLimit::Part& held) {
  using Event = WebSocketDecoder::Event;
  held_ = &held;
  for (;;) {
    auto step = take_events();
    if (!step) co_return std::unexpected(std::move(step.error()));
    if (!step->pong.empty()) {
      auto sent = co_await write(std::move(step->pong), deadline);
      if (!sent) co_return std::unexpected(std::move(sent.error()));
    }
    if (step->event == Event::kText) {
      controls_ = 0;
      co_return std::optional(decoder_.take_message());
    }
    if (step->event == Event::kClose) {
      auto failure = closing();
      if (failure) co_return std::unexpected(*std::move(failure));
      co_return std::optional<std::string>();
    }
    auto filled = co_await fill(deadline);
    if (!filled) co_return std::unexpected(std::move(filled.error()));
  }
}

Awaitable<Result<WebSocketOpening>> open_websocket(std::shared_ptr<UpstreamPool> pool, const Url& url,
                                                   UpstreamRequest request, Clock::time_point deadline) {
  const std::uint64_t body_max = pool->limits().body_bytes_max;
  std::string message = take_message(request);
  WebSocketOpening opening;
  UpstreamAnswer& answer = opening.refusal;
  auto called = co_await call_upstream(pool, url, request, body_max, deadline, answer);
  if (!called) co_return std::unexpected(unheard(std::move(called.error())));
  if (answer.head.status != kSwitchingProtocols) co_return opening;
  if (auto agreed = check_agreement(answer.head, request.websocket_key); !agreed)
    co_return std::unexpected(std::move(agreed.error()));
  opening.socket = std::make_unique<UpstreamWebSocket>(std::move(answer.lease), body_max);
  auto sent = co_await opening.socket->send(message, deadline);
  drop_body(request);
  if (!sent) co_return std::unexpected(std::move(sent.error()));
  co_return opening;
}

}  // namespace schemagate::net
