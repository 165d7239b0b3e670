// One call over a WebSocket of its own (RFC 6455): the handshake with the call's header fields, its body as
// one text message, and messages back. Nobody shares the connection, so that whose credentials it has been
// opened with is whose call it carries.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gateway/net/shared_limit.h"
#include "gateway/net/upstream_call.h"
#include "gateway/net/websocket_frames.h"

namespace schemagate::net {

// Used on its core only. Says goodbye when it is destroyed, as far as the kernel takes it at once.
class UpstreamWebSocket {
 public:
  UpstreamWebSocket(UpstreamPool::Lease lease, std::size_t message_bytes_max);
  UpstreamWebSocket(const UpstreamWebSocket&) = delete;
  UpstreamWebSocket& operator=(const UpstreamWebSocket&) = delete;
  ~UpstreamWebSocket();

  // The text is used up when it returns: it goes while its frame waits.
  Awaitable<Result<void>> send(std::string& text, Clock::time_point deadline);
  // The next message, for which `held` grows; nullopt: the agent has closed the connection in good order.
  // Errors: kTimedOut, kClosed, kMalformed, kTooLarge, kOverloaded.
  Awaitable<Result<std::optional<std::string>>> receive(Clock::time_point deadline, SharedLimit::Part& held);

 private:
  struct Step {
    WebSocketDecoder::Event event;
    std::string pong = {};  // the last one that is due
  };
  Result<Step> take_events();
  Failure broken() const;
  std::optional<Failure> closing() const;
  Awaitable<Result<void>> write(std::string frame, Clock::time_point deadline);
  Awaitable<Result<void>> fill(Clock::time_point deadline);

  UpstreamPool::Lease lease_;
  WebSocketDecoder decoder_;
  SharedLimit::Part* held_ = nullptr;  // of the receive() that is under way
  std::size_t controls_ = 0;           // since the last message
  bool can_write_ = true;              // whole frames
};

// What came of a handshake.
struct WebSocketOpening {
  std::unique_ptr<UpstreamWebSocket> socket =
      nullptr;                  // its message is sent; nullptr: there is an answer instead
  UpstreamAnswer refusal = {};  // of which the head has been read
};
// Connects, shakes hands and sends the body by `deadline`. Errors: those of call_upstream(); kMalformed for
// an answer that takes up something else than was offered.
Awaitable<Result<WebSocketOpening>> open_websocket(std::shared_ptr<UpstreamPool> pool, const Url& url,
                                                   UpstreamRequest request, Clock::time_point deadline);

}  // namespace schemagate::net
