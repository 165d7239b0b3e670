// WebSocket on a client's connection, behind its request.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gateway/net/deadline.h"
#include "gateway/net/listener_core.h"
#include "gateway/net/signal.h"
#include "gateway/net/websocket.h"

namespace schemagate::net {

// One coroutine receives; whoever sends takes turns with the others. Of an idle one nothing is kept but this.
class ClientWebSocket final : public WebSocket, public std::enable_shared_from_this<ClientWebSocket> {
 public:
  // `network`: whose share of the memory messages take. The client lives until finish() has ended.
  ClientWebSocket(Client& client, std::string network);
  ClientWebSocket(const ClientWebSocket&) = delete;
  ClientWebSocket& operator=(const ClientWebSocket&) = delete;

  Awaitable<std::optional<Message>> receive() override;
  Awaitable<bool> send(std::string text) override;
  void close(WebSocketClose code, std::string_view reason) override;
  bool is_gone() const override { return is_gone_ || says_close_; }
  void set_owner(WebSocketOwner* owner) override { owner_ = owner; }

  // Ends what is under way, and waits for it.
  Awaitable<void> finish();
  void drain_begun();
  // As ClientExchange::core_ends().
  void core_ends();

 private:
  class Alarm final : public Deadline {
   public:
    Alarm(DeadlineWheel& wheel, std::function<void()> ring) : Deadline(wheel), ring_(std::move(ring)) {}

   private:
    void on_deadline() override { ring_(); }
    const std::function<void()> ring_;
  };

  bool take_events(std::string_view& bytes);
  bool note_control(Clock::time_point now);
  void note_heard(bool goes_on);
  Awaitable<bool> fill();
  void discard();
  void look();
  void hear_close();
  void fail(WebSocketClose code, std::string_view reason);
  void begin_close(std::string payload);
  void drop();
  Awaitable<bool> take_turn();
  void end_turn();
  Awaitable<bool> write(Pieces pieces);
  Awaitable<void> write_due_in_turn();
  Awaitable<void> write_due();
  void start_writing_due();

  // Shared, as frames of coroutines may be destroyed in any order when the server goes.
  const std::shared_ptr<ListenerCore> core_;
  Client& client_;
  WebSocketDecoder decoder_;
  SharedLimit::Part held_;  // by the message that is being received
  const std::string network_;
  WebSocketOwner* owner_ = nullptr;
  bool is_gone_ = false;      // the connection is broken, or the peer's close frame has been answered
  bool is_broken_ = false;    // frames are not looked at any more
  bool says_close_ = false;   // our close frame is due or sent
  bool heard_close_ = false;  // the peer's is there
  bool pinged_ = false;       // and nothing heard since
  std::size_t dropped_ = 0;   // bytes behind our close frame
  std::size_t controls_ = 0;  // within a second
  Clock::time_point controls_began_{};
  Clock::time_point heard_;  // something, last
  Clock::time_point message_deadline_ = Clock::time_point::max();
  Clock::time_point close_deadline_ = Clock::time_point::max();
  Alarm reading_;
  Alarm writing_stall_;
  // Frames that go out with the turn of whoever has it.
  std::optional<std::string> due_pong_;
  bool due_ping_ = false;
  std::optional<std::string> due_close_;
  bool has_turn_ = false;  // somebody sends
  std::deque<Signal> waiting_;
  Signal idle_;  // nobody sends any more; for finish()
};

}  // namespace schemagate::net
