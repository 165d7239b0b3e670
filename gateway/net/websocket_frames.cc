#include "gateway/net/websocket_frames.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "gateway/net/text_room.h"

namespace schemagate::net {
namespace {

constexpr std::size_t kMaskBytes = 4;
constexpr unsigned kFinal = 0x80;
constexpr unsigned kReserved = 0x70;
constexpr unsigned kOpcode = 0x0f;
constexpr unsigned kMasked = 0x80;
constexpr unsigned kLength = 0x7f;
constexpr unsigned kTwoBytes = 126;
constexpr unsigned kEightBytes = 127;

unsigned at(const std::array<char, 14>& head, std::size_t index) {
  return static_cast<unsigned char>(head[index]);
}

std::size_t length_bytes(unsigned length) {
  return length == kEightBytes ? 8 : length == kTwoBytes ? 2 : 0;
}

// Section 7.4: what a peer may say, the registered ones and those of its own.
bool may_be_said(unsigned code) {
  const bool is_registered = code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;
  return is_registered || (code >= 3000 && code <= 4999);
}

void append_number(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = bytes; i > 0; --i) out += static_cast<char>(value >> (8 * (i - 1)) & 0xff);
}

// REQUIRES: at most EVP_MAX_MD_SIZE bytes.
std::string base64(std::span<const unsigned char> bytes) {
  std::array<unsigned char, std::size_t{2} * EVP_MAX_MD_SIZE> text{};
  const int length = EVP_EncodeBlock(text.data(), bytes.data(), static_cast<int>(bytes.size()));
  return {text.begin(), text.begin() + length};
}

}  // namespace

bool WebSocketDecoder::fail(WebSocketClose code, std::string_view reason) {
  failed_ = true;
  fault_ = code;
  reason_ = reason;
  std::string().swap(message_);  // an assignment would keep the memory
  return false;
}

// Of the whole head, as far as its first two bytes tell.
std::size_t WebSocketDecoder::head_bytes() const {
  if (head_size_ < 2) return 2;
  const unsigned second = at(head_, 1);
  return 2 + length_bytes(second & kLength) + ((second & kMasked) != 0 ? kMaskBytes : 0);
}

// False: more is needed.
bool WebSocketDecoder::take_head(std::string_view& bytes) {
  while (head_size_ < head_bytes()) {
    if (bytes.empty()) return false;
    head_[head_size_++] = bytes.front();
    bytes.remove_prefix(1);
  }
  return true;
}

bool WebSocketDecoder::read_length() {
  left_ = at(head_, 1) & kLength;
  const std::size_t bytes = length_bytes(static_cast<unsigned>(left_));
  if (bytes == 0) return true;
  left_ = 0;
  for (std::size_t i = 0; i < bytes; ++i) left_ = left_ << 8 | at(head_, 2 + i);
  const std::uint64_t least = bytes == 2 ? kTwoBytes : 0x10000;
  if (left_ < least || left_ >> 63 != 0) return fail(WebSocketClose::kProtocolError, "malformed length");
  return true;
}

bool WebSocketDecoder::check_data_head(WebSocketOpcode opcode) {
  if (opcode == WebSocketOpcode::kBinary) return fail(WebSocketClose::kUnsupportedData, "messages are text");
  if ((opcode == WebSocketOpcode::kContinuation) != fragmented_)
    return fail(WebSocketClose::kProtocolError, "a fragment out of its order");
  if (left_ > options_.message_bytes_max - message_.size())
    return fail(WebSocketClose::kTooBig, "the message is too large");
  fragmented_ = (at(head_, 0) & kFinal) == 0;
  return make_message_room(0);
}

bool WebSocketDecoder::check_head() {
  const auto broken = [this](std::string_view why) { return fail(WebSocketClose::kProtocolError, why); };
  const unsigned first = at(head_, 0);
  const auto opcode = static_cast<WebSocketOpcode>(first & kOpcode);
  if ((first & kReserved) != 0) return broken("a reserved bit without an extension");
  if (((at(head_, 1) & kMasked) != 0) != options_.from_client)
    return broken(options_.from_client ? "a frame that is not masked" : "a masked frame");
  if (!read_length()) return false;
  switch (opcode) {
    case WebSocketOpcode::kContinuation:
    case WebSocketOpcode::kText:
    case WebSocketOpcode::kBinary:
      return check_data_head(opcode);
    case WebSocketOpcode::kClose:
    case WebSocketOpcode::kPing:
    case WebSocketOpcode::kPong:
      control_size_ = 0;
      if ((first & kFinal) == 0 || left_ > kControlBytesMax) return broken("a control frame of parts");
      return true;
  }
  return broken("an unknown kind of frame");
}

// Of a message with more fragments to come nobody knows how long it will be.
bool WebSocketDecoder::make_message_room(std::size_t more) {
  const std::size_t here = message_.size();
  const std::uint64_t most = fragmented_ ? options_.message_bytes_max : here + left_;
  const auto granted = [this](std::size_t capacity) {
    return !options_.granted || options_.granted(capacity);
  };
  if (make_room(message_, {.bytes = here + more, .most = most}, granted)) return true;
  return fail(WebSocketClose::kTryAgainLater, "the gateway holds as much as it may");
}

// False: there is no room for it.
bool WebSocketDecoder::take_payload(std::string_view& bytes) {
  const std::size_t share = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
  char* into = control_.data() + control_size_;
  if (is_control()) {
    std::ranges::copy(bytes.substr(0, share), into);
    control_size_ += share;
  } else {
    if (!make_message_room(share)) return false;
    const std::size_t held = message_.size();
    message_.append(bytes, 0, share);
    into = message_.data() + held;
  }
  if (options_.from_client) {
    const char* mask = head_.data() + head_size_ - kMaskBytes;
    for (std::size_t i = 0; i < share; ++i)
      into[i] = static_cast<char>(into[i] ^ mask[(mask_at_ + i) % kMaskBytes]);
    mask_at_ = (mask_at_ + share) % kMaskBytes;
  }
  left_ -= share;
  bytes.remove_prefix(share);
  return true;
}

WebSocketDecoder::Event WebSocketDecoder::end_close() {
  const std::string_view payload = control();
  if (payload.empty()) return Event::kClose;
  const auto code = websocket_close_code(payload);
  if (!code || !may_be_said(*code)) {
    fail(WebSocketClose::kProtocolError, "a close frame with a code that is none");
    return Event::kFault;
  }
  if (a2a::text::is_utf8(payload.substr(2))) return Event::kClose;
  fail(WebSocketClose::kInvalidData, "a reason that is no UTF-8");
  return Event::kFault;
}

WebSocketDecoder::Event WebSocketDecoder::end_frame() {
  const auto opcode = static_cast<WebSocketOpcode>(at(head_, 0) & kOpcode);
  head_size_ = mask_at_ = 0;
  head_complete_ = false;
  if (opcode == WebSocketOpcode::kPing) return Event::kPing;
  if (opcode == WebSocketOpcode::kPong) return Event::kPong;
  if (opcode == WebSocketOpcode::kClose) return end_close();
  if (fragmented_) return Event::kMore;
  if (a2a::text::is_utf8(message_)) return Event::kText;
  fail(WebSocketClose::kInvalidData, "the message is no UTF-8");
  return Event::kFault;
}

WebSocketDecoder::Event WebSocketDecoder::feed(std::string_view& bytes) {
  while (!failed_) {
    if (!head_complete_) {
      if (!take_head(bytes)) return Event::kMore;
      head_complete_ = true;
      if (!check_head()) break;
    }
    if (!take_payload(bytes)) break;
    if (left_ > 0) return Event::kMore;
    if (const Event event = end_frame(); event != Event::kMore) return event;
  }
  return Event::kFault;
}

std::string WebSocketDecoder::take_message() {
  return std::exchange(message_, std::string());
}

std::string websocket_frame_head(WebSocketOpcode opcode, std::size_t payload_bytes) {
  std::string head(1, static_cast<char>(kFinal | static_cast<unsigned>(opcode)));
  if (payload_bytes < kTwoBytes) {
    head += static_cast<char>(payload_bytes);
  } else if (payload_bytes <= 0xffff) {
    head += static_cast<char>(kTwoBytes);
    append_number(head, payload_bytes, 2);
  } else {
    head += static_cast<char>(kEightBytes);
    append_number(head, payload_bytes, 8);
  }
  return head;
}

std::string websocket_frame(WebSocketOpcode opcode, std::string_view payload, std::string_view masking_key) {
  std::string frame = websocket_frame_head(opcode, payload.size());
  if (masking_key.empty()) return frame.append(payload);
  frame[1] = static_cast<char>(static_cast<unsigned char>(frame[1]) | kMasked);
  frame.reserve(frame.size() + masking_key.size() + payload.size());
  frame.append(masking_key);
  for (std::size_t i = 0; i < payload.size(); ++i)
    frame += static_cast<char>(payload[i] ^ masking_key[i % masking_key.size()]);
  return frame;
}

std::string websocket_close_payload(WebSocketClose code, std::string_view reason) {
  std::string payload;
  append_number(payload, std::to_underlying(code), 2);
  return payload.append(reason);
}

std::optional<unsigned> websocket_close_code(std::string_view payload) {
  if (payload.size() < 2) return std::nullopt;
  const unsigned high = static_cast<unsigned char>(payload[0]);
  const unsigned low = static_cast<unsigned char>(payload[1]);
  return high << 8U | low;
}

std::string websocket_accept(std::string_view key) {
  const std::string text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha1(), nullptr);
  return base64({digest.data(), size});
}

std::string websocket_key(std::string_view random) {
  return base64({reinterpret_cast<const unsigned char*>(random.data()), random.size()});
}

bool is_websocket_key(std::string_view text) {
  constexpr std::size_t kKeyBytes = 24;
  if (text.size() != kKeyBytes || !text.ends_with("==")) return false;
  const auto is_base64 = [](char c) { return a2a::text::is_letter_or_digit(c) || c == '+' || c == '/'; };
  text.remove_suffix(2);
  return std::ranges::all_of(text, is_base64) && std::string_view("AQgw").contains(text.back());
}

}  // namespace schemagate::net
