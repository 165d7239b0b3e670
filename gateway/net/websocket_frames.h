// The frames of WebSocket (RFC 6455 section 5), without extensions, and the digest of its handshake. Bytes
// in, values out: no socket, no clock. Beast's stream is not used: it wants to own the socket and its
// buffers, of which an idle connection here has none.
//
//   WebSocketDecoder decoder({.from_client = true, .message_bytes_max = 1 << 20});
//   for (std::string_view bytes = received; decoder.feed(bytes) == WebSocketDecoder::Event::kText;)
//     take(decoder.take_message());
//
// Pure; each decoder is used on one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace schemagate::net {

// The status of the answer to a handshake that is agreed to.
inline constexpr int kSwitchingProtocols = 101;

// Why a connection is closed (section 7.4.1, and IANA's registry for 1013).
enum class WebSocketClose : std::uint16_t {
  kNormal = 1000,
  kGoingAway = 1001,
  kProtocolError = 1002,
  kUnsupportedData = 1003,  // binary
  kInvalidData = 1007,      // no UTF-8
  kPolicyViolation = 1008,
  kTooBig = 1009,
  kTryAgainLater = 1013,
};

enum class WebSocketOpcode : std::uint8_t {
  kContinuation = 0,
  kText = 1,
  kBinary = 2,
  kClose = 8,
  kPing = 9,
  kPong = 10,
};

inline constexpr std::size_t kControlBytesMax = 125;

class WebSocketDecoder {
 public:
  struct Options {
    bool from_client;  // whose frames are masked; those of the other side must not be
    std::size_t message_bytes_max;
    // Asked before a message gets more room than it has. Of none: it gets it.
    std::function<bool(std::size_t capacity)> granted = {};
  };
  explicit WebSocketDecoder(Options options) : options_(std::move(options)) {}

  enum class Event {
    kMore,  // all bytes were taken
    kText,  // a message is complete: take_message()
    kPing,  // control() is to be sent back
    kPong,
    kClose,  // the peer's last frame; control() is its payload, which is right
    kFault,  // the peer breaks the rules, or its message gets no room (kTryAgainLater): fault(). Nothing
             // more can be read, and nothing is kept
  };
  // Takes from the front of `bytes` until something is complete.
  Event feed(std::string_view& bytes);

  // Whole, and UTF-8; has 64 spare bytes of capacity.
  std::string take_message();
  std::string_view control() const { return {control_.data(), control_size_}; }
  WebSocketClose fault() const { return fault_; }
  std::string_view reason() const { return reason_; }  // a literal
  // Whether the beginning of a message is there and its end is not.
  bool in_message() const { return fragmented_ || (head_size_ > 0 && !is_control()); }

 private:
  bool is_control() const { return (static_cast<unsigned char>(head_[0]) & 0x08) != 0; }
  std::size_t head_bytes() const;
  bool take_head(std::string_view& bytes);
  bool check_head();
  bool check_data_head(WebSocketOpcode opcode);
  bool read_length();
  bool take_payload(std::string_view& bytes);
  bool make_message_room(std::size_t more);
  Event end_frame();
  Event end_close();
  bool fail(WebSocketClose code, std::string_view reason);

  const Options options_;
  std::array<char, 14> head_{};
  std::size_t head_size_ = 0;
  bool head_complete_ = false;
  bool fragmented_ = false;  // a message has begun, and its last frame not
  std::uint64_t left_ = 0;   // of the frame's payload
  std::size_t mask_at_ = 0;
  std::string message_;
  std::array<char, kControlBytesMax> control_{};
  std::size_t control_size_ = 0;
  WebSocketClose fault_ = WebSocketClose::kNormal;
  std::string_view reason_;
  bool failed_ = false;
};

// One frame that is a whole message. `masking_key`: four random bytes, of a client; empty: not masked.
std::string websocket_frame(WebSocketOpcode opcode, std::string_view payload,
                            std::string_view masking_key = {});
// The head of the same, unmasked: for payloads that are sent from where they are.
std::string websocket_frame_head(WebSocketOpcode opcode, std::size_t payload_bytes);
// The payload of a close frame. REQUIRES: the reason is UTF-8 of at most 123 bytes.
std::string websocket_close_payload(WebSocketClose code, std::string_view reason);
// The code in such a payload; nullopt: it is too short to have one.
std::optional<unsigned> websocket_close_code(std::string_view payload);

// Sec-WebSocket-Accept for a Sec-WebSocket-Key (section 4.2.2).
std::string websocket_accept(std::string_view key);
// A client's Sec-WebSocket-Key of 16 random bytes (section 4.1).
std::string websocket_key(std::string_view random);
// Whether a text is such a key: base64 of 16 bytes.
bool is_websocket_key(std::string_view text);

}  // namespace schemagate::net
