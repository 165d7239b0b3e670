// A client's connection that has been upgraded to WebSocket (RFC 6455): text messages both ways.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/net/executor.h"
#include "gateway/net/http.h"
#include "gateway/net/shared_limit.h"
#include "gateway/net/websocket_frames.h"

namespace schemagate::net {

// What the owner of a WebSocket does about the end of the server. Called on the connection's thread.
class WebSocketOwner {
 public:
  virtual ~WebSocketOwner() = default;
  // The server drains: what goes on should end soon, then close() be called.
  virtual void drain_begun() = 0;
  // The core ends now: the messages that are still sent, as far as the kernel takes them.
  virtual std::vector<std::string> last_words() = 0;
};

// Used on one thread; lives in a shared_ptr, which whoever sends holds. The handler that has asked for it
// returns when nothing is sent any more: the connection is closed then.
class WebSocket {
 public:
  struct Message {
    std::string text;        // UTF-8; has 64 spare bytes of capacity
    SharedLimit::Part held;  // of the process's memory: goes when the text has served its purpose
  };

  virtual ~WebSocket() = default;
  // The next message; nullopt: the connection is over, or as good as. Pings are answered, and silence is
  // noticed, only while it is called: call it again at once. One caller.
  virtual Awaitable<std::optional<Message>> receive() = 0;
  // One message. Callers are served in their order; waits while the client reads nothing. False: it will
  // never arrive.
  virtual Awaitable<bool> send(std::string text) = 0;
  // Says the last word, behind what is being sent; receive() ends when the client has answered it, a second
  // later at most. `reason`: a literal of at most 123 bytes.
  virtual void close(WebSocketClose code, std::string_view reason) = 0;
  // Nothing that is sent will arrive.
  virtual bool is_gone() const = 0;
  // nullptr: nobody. Borrowed.
  virtual void set_owner(WebSocketOwner* owner) = 0;
};

// Of the handshake (RFC 6455 section 4.2.1), what the request alone tells: the status and what is missing.
// Nothing is said of Origin and of Sec-WebSocket-Protocol. REQUIRES: `request.upgrades`.
struct WebSocketRefusal {
  int status;  // 400; 426: another version is spoken here
  std::string_view message;
};
std::optional<WebSocketRefusal> check_handshake(const HttpRequest& request);

}  // namespace schemagate::net
