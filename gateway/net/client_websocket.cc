#include "gateway/net/client_websocket.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

#include "a2a/text/ascii.h"

namespace schemagate::net {
namespace {

constexpr std::chrono::seconds kCloseTimeout{1};
constexpr std::size_t kDroppedBytesMax = 256 << 10;  // behind our close frame
constexpr std::size_t kControlsPerSecond = 100;
constexpr std::chrono::hours kLong{24};
constexpr auto kNever = Clock::time_point::max();  // deadlines of this connection are not the socket's

// Whoever is on the way may have read the other one.
bool is_twice(const HttpRequest& request, std::string_view name) {
  return std::ranges::count_if(request.headers, [name](const Header& header) {
           return a2a::text::equals_ignore_case(header.name, name);
         }) > 1;
}

}  // namespace

std::optional<WebSocketRefusal> check_handshake(const HttpRequest& request) {
  constexpr int kBadRequest = 400;
  constexpr int kUpgradeRequired = 426;
  if (is_twice(request, "Sec-WebSocket-Version") || is_twice(request, "Sec-WebSocket-Key"))
    return WebSocketRefusal{kBadRequest, "a field of the handshake that is there twice"};
  if (request.header("Sec-WebSocket-Version") != "13")
    return WebSocketRefusal{kUpgradeRequired, "only version 13 of WebSocket is spoken here"};
  if (!is_websocket_key(request.header("Sec-WebSocket-Key")))
    return WebSocketRefusal{kBadRequest, "Sec-WebSocket-Key is not base64 of 16 bytes"};
  if (!request.body.empty()) return WebSocketRefusal{kBadRequest, "a handshake with a body"};
  return std::nullopt;
}

ClientWebSocket::ClientWebSocket(Client& client, std::string network)
    : core_(client.owner),
      client_(client),
      decoder_({.from_client = true,
                .message_bytes_max = client.core.limits.body_bytes_max,
                .granted = [this](std::size_t bytes) { return held_.grow_to(counted_bytes(bytes)); }}),
      held_(client.core.memory.part_of(network)),
      network_(std::move(network)),
      heard_(Clock::now()),
      reading_(client.core.wheel, [this] { look(); }),
      writing_stall_(client.core.wheel, [this] { drop(); }),
      idle_(client.core.executor) {
  reading_.arm(heard_ + core_->limits.idle_timeout / 2);
}

// ---- receiving

Awaitable<std::optional<WebSocket::Message>> ClientWebSocket::receive() {
  while (!is_gone_) {
    if (is_broken_) {
      discard();
    } else {
      std::string_view bytes = client_.pending;
      const bool has_message = take_events(bytes);
      client_.consume(client_.pending.size() - bytes.size());
      if (!has_turn_) co_await write_due_in_turn();
      if (has_message) {
        Message message{decoder_.take_message(), std::exchange(held_, core_->memory.part_of(network_))};
        if (says_close_) continue;
        co_return std::optional<Message>(std::move(message));
      }
    }
    if (is_broken_ && heard_close_ && !due_close_ && !has_turn_) drop();
    if (is_gone_) break;
    const bool more = co_await fill();
    if (!more) drop();
  }
  reading_.disarm();
  co_return std::nullopt;
}

// True when a message is complete: what is behind it waits.
bool ClientWebSocket::take_events(std::string_view& bytes) {
  using Event = WebSocketDecoder::Event;
  const bool was_in_message = decoder_.in_message();
  if (!bytes.empty()) heard_ = Clock::now();
  for (;;) {
    const Event event = decoder_.feed(bytes);
    if (event == Event::kMore || event == Event::kText) {
      note_heard(was_in_message && event == Event::kMore);
      return event == Event::kText;
    }
    if (event == Event::kFault) {
      held_.give_back();
      fail(decoder_.fault(), decoder_.reason());
      return false;
    }
    if (event == Event::kClose) {
      hear_close();
      return false;
    }
    if (!note_control(heard_)) return false;
    if (event == Event::kPing) due_pong_ = std::string(decoder_.control());
  }
}

// False: there are too many.
bool ClientWebSocket::note_control(Clock::time_point now) {
  if (now - controls_began_ >= std::chrono::seconds(1)) {
    controls_began_ = now;
    controls_ = 0;
  }
  if (++controls_ <= kControlsPerSecond) return true;
  fail(WebSocketClose::kPolicyViolation, "too many pings");
  return false;
}

void ClientWebSocket::note_heard(bool goes_on) {
  pinged_ = false;
  if (!decoder_.in_message()) {
    message_deadline_ = kNever;
  } else if (!goes_on) {
    message_deadline_ = heard_ + core_->limits.body_timeout;
  }
  if (close_deadline_ == kNever)
    reading_.arm(std::min(message_deadline_, heard_ + core_->limits.idle_timeout / 2));
}

// What comes behind our last word, until the client closes: closing with unread bytes would reset the
// connection and take that word away.
void ClientWebSocket::discard() {
  dropped_ += client_.pending.size();
  client_.consume(client_.pending.size());
  if (dropped_ > kDroppedBytesMax) drop();
}

// False: nothing more will come.
Awaitable<bool> ClientWebSocket::fill() {
  if (client_.socket.holds_bytes())
    co_await turn_to_send(core_->executor);  // no peer has the core for itself
  const TimedSocket::Wait wait = co_await client_.socket.readable(kNever);
  if (wait != TimedSocket::Wait::kReady) co_return false;
  co_return client_.fill() != Client::Fill::kEnd;
}

// ---- deadlines

void ClientWebSocket::look() {
  const Clock::time_point now = Clock::now();
  const auto idle = core_->limits.idle_timeout;
  if (now >= close_deadline_ || now >= heard_ + idle) return drop();
  if (close_deadline_ != kNever) return reading_.arm(close_deadline_);
  if (now >= message_deadline_) return fail(WebSocketClose::kPolicyViolation, "the message took too long");
  if (now >= heard_ + idle / 2 && !std::exchange(pinged_, true)) {
    due_ping_ = true;
    start_writing_due();
  }
  reading_.arm(std::min(message_deadline_, heard_ + (pinged_ ? idle : idle / 2)));
}

// The peer's code goes back to it (RFC 6455 section 5.5.1).
void ClientWebSocket::hear_close() {
  heard_close_ = is_broken_ = true;
  if (!says_close_) begin_close(std::string(decoder_.control().substr(0, 2)));
}

void ClientWebSocket::fail(WebSocketClose code, std::string_view reason) {
  is_broken_ = true;
  if (!says_close_) begin_close(websocket_close_payload(code, reason));
}

void ClientWebSocket::begin_close(std::string payload) {
  says_close_ = true;
  due_close_ = std::move(payload);
  close_deadline_ = Clock::now() + kCloseTimeout;
  reading_.arm(close_deadline_);
  start_writing_due();
}

void ClientWebSocket::close(WebSocketClose code, std::string_view reason) {
  if (!is_gone()) begin_close(websocket_close_payload(code, reason));
}

void ClientWebSocket::drop() {
  if (std::exchange(is_gone_, true)) return;
  client_.socket.cancel();
}

// ---- sending

Awaitable<bool> ClientWebSocket::send(std::string text) {
  bool sent = co_await take_turn();
  if (sent) {
    const std::string head = websocket_frame_head(WebSocketOpcode::kText, text.size());
    const Pieces pieces{head, text, {}};
    sent = co_await write(pieces);
  }
  co_await write_due();
  end_turn();
  co_return sent;
}

// Also where it is false the turn is to be ended.
Awaitable<bool> ClientWebSocket::take_turn() {
  if (has_turn_) {
    const Signal mine(core_->executor);
    waiting_.push_back(mine);
    for (bool woken = false; !woken;) woken = co_await mine.wait(kLong);
  }
  has_turn_ = true;
  co_return !is_gone();
}

void ClientWebSocket::end_turn() {
  has_turn_ = !waiting_.empty();
  if (!has_turn_) {
    if (is_gone_) idle_.notify();
    return;
  }
  const Signal next = waiting_.front();
  waiting_.pop_front();
  next.notify();
}

Awaitable<bool> ClientWebSocket::write(Pieces pieces) {
  while (!is_gone_ && client_.socket.send(pieces)) {
    if (all_sent(pieces)) co_return true;
    writing_stall_.arm(Clock::now() + core_->limits.write_timeout);
    const TimedSocket::Wait wait = co_await client_.socket.writable(kNever);
    writing_stall_.disarm();
    if (wait != TimedSocket::Wait::kReady) break;
    heard_ = Clock::now();  // it has read what was in its way
  }
  drop();
  co_return false;
}

Awaitable<void> ClientWebSocket::write_due_in_turn() {
  if (!due_pong_ && !due_ping_ && !due_close_) co_return;
  (void)co_await take_turn();
  co_await write_due();
  end_turn();
}

// The close frame is the last one.
Awaitable<void> ClientWebSocket::write_due() {
  while (!is_gone_ && (due_pong_ || due_ping_ || due_close_)) {
    std::string frame;
    if (due_pong_) frame = websocket_frame(WebSocketOpcode::kPong, *std::exchange(due_pong_, std::nullopt));
    if (std::exchange(due_ping_, false)) frame += websocket_frame(WebSocketOpcode::kPing, {});
    const bool is_last = due_close_.has_value();
    if (is_last) frame += websocket_frame(WebSocketOpcode::kClose, *std::exchange(due_close_, std::nullopt));
    const Pieces pieces{frame};
    const bool sent = co_await write(pieces);
    if (!sent) co_return;
    if (is_last) client_.socket.shutdown_send();
    if (is_last && heard_close_) drop();
  }
}

// Whoever has the turn does it; else a coroutine of its own.
void ClientWebSocket::start_writing_due() {
  if (has_turn_) return;
  const auto write = [](std::shared_ptr<ClientWebSocket> self) -> Awaitable<void> {
    if (!self->has_turn_ && !self->is_gone_) co_await self->write_due_in_turn();
  };
  boost::asio::co_spawn(core_->executor, write(shared_from_this()), boost::asio::detached);
}

// ---- the end

Awaitable<void> ClientWebSocket::finish() {
  owner_ = nullptr;
  drop();
  reading_.disarm();
  while (has_turn_) (void)co_await idle_.wait(kLong);
}

void ClientWebSocket::drain_begun() {
  if (owner_ != nullptr) owner_->drain_begun();
}

void ClientWebSocket::core_ends() {
  if (owner_ == nullptr || has_turn_ || is_gone()) return;
  std::string frames;
  for (const std::string& text : owner_->last_words())
    frames += websocket_frame(WebSocketOpcode::kText, text);
  frames += websocket_frame(WebSocketOpcode::kClose,
                            websocket_close_payload(WebSocketClose::kGoingAway, "the gateway is stopping"));
  Pieces pieces{frames};
  if (client_.socket.send(pieces)) client_.socket.shutdown_send();
  is_gone_ = true;
}

}  // namespace schemagate::net
