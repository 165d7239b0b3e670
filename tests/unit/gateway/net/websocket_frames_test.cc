#include "gateway/net/websocket_frames.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace schemagate::net {
namespace {

using FrameEvent = WebSocketDecoder::Event;

constexpr std::string_view kMask = "\x37\xfa\x21\x3d";

WebSocketDecoder of_client(std::size_t bytes_max = 1 << 20) {
  return WebSocketDecoder({.from_client = true, .message_bytes_max = bytes_max});
}

std::string masked(WebSocketOpcode opcode, std::string_view payload) {
  return websocket_frame(opcode, payload, kMask);
}

// Not the last fragment.
std::string fragment(WebSocketOpcode opcode, std::string_view payload) {
  std::string frame = masked(opcode, payload);
  frame[0] = static_cast<char>(static_cast<unsigned char>(frame[0]) & 0x7f);
  return frame;
}

std::string read_text(std::string_view bytes, std::size_t bytes_max = 1 << 20) {
  WebSocketDecoder decoder = of_client(bytes_max);
  EXPECT_EQ(decoder.feed(bytes), FrameEvent::kText);
  EXPECT_TRUE(bytes.empty());
  return decoder.take_message();
}

WebSocketClose fault_of(std::string_view bytes, std::size_t bytes_max = 1 << 20) {
  WebSocketDecoder decoder = of_client(bytes_max);
  EXPECT_EQ(decoder.feed(bytes), FrameEvent::kFault);
  EXPECT_EQ(decoder.feed(bytes), FrameEvent::kFault);
  EXPECT_FALSE(decoder.reason().empty());
  return decoder.fault();
}

// RFC 6455 sections 1.3 and 5.7.
TEST(WebSocketFrames, AreThoseOfTheSpecificationsExamples) {
  EXPECT_EQ(websocket_accept("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_EQ(websocket_frame(WebSocketOpcode::kText, "Hello"), "\x81\x05Hello");
  EXPECT_EQ(masked(WebSocketOpcode::kText, "Hello"), "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58");
  EXPECT_EQ(websocket_frame(WebSocketOpcode::kPong, "Hello"), "\x8a\x05Hello");
  EXPECT_EQ(websocket_frame_head(WebSocketOpcode::kBinary, 256), std::string("\x82\x7e\x01\x00", 4));
  EXPECT_EQ(websocket_frame_head(WebSocketOpcode::kBinary, 65536),
            std::string("\x82\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10));
  EXPECT_EQ(read_text("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"), "Hello");
}

TEST(WebSocketFrames, MayBeCutAnywhere) {
  const std::string bytes = fragment(WebSocketOpcode::kText, "Hel") + masked(WebSocketOpcode::kPing, "now") +
                            masked(WebSocketOpcode::kContinuation, "lo") +
                            masked(WebSocketOpcode::kClose, "\x03\xe8 bye");
  WebSocketDecoder decoder = of_client();
  std::vector<FrameEvent> events;
  std::string said;
  for (const char& byte : bytes) {
    std::string_view piece(&byte, 1);
    const FrameEvent event = decoder.feed(piece);
    if (event == FrameEvent::kMore) continue;
    events.push_back(event);
    said += event == FrameEvent::kText ? decoder.take_message() : std::string(decoder.control());
  }
  EXPECT_EQ(events, (std::vector{FrameEvent::kPing, FrameEvent::kText, FrameEvent::kClose}));
  EXPECT_EQ(said, "nowHello\x03\xe8 bye");
}

TEST(WebSocketFrames, GetNoMoreRoomThanIsGranted) {
  constexpr std::size_t kGranted = 20'000;
  std::size_t most = 0;
  WebSocketDecoder decoder(
      {.from_client = true, .message_bytes_max = 1 << 20, .granted = [&most](std::size_t capacity) {
         most = std::max(most, capacity);
         return capacity <= kGranted;
       }});
  const std::string small = masked(WebSocketOpcode::kText, std::string(10'000, 'x'));
  std::string_view bytes = small;
  ASSERT_EQ(decoder.feed(bytes), FrameEvent::kText);
  const std::string message = decoder.take_message();
  EXPECT_GE(most, message.capacity());
  EXPECT_GE(message.capacity(), message.size() + 64);
  const std::string large = masked(WebSocketOpcode::kText, std::string(100'000, 'x'));
  bytes = std::string_view(large).substr(0, 8'000);
  ASSERT_EQ(decoder.feed(bytes), FrameEvent::kMore);
  bytes = std::string_view(large).substr(8'000, 20'000);
  ASSERT_EQ(decoder.feed(bytes), FrameEvent::kFault);
  EXPECT_EQ(decoder.fault(), WebSocketClose::kTryAgainLater);
}

TEST(WebSocketFrames, OfAnyLengthComeWhole) {
  for (const std::size_t size : {0U, 1U, 125U, 126U, 127U, 65535U, 65536U, 100'000U}) {
    const std::string text(size, 'x');
    EXPECT_EQ(read_text(masked(WebSocketOpcode::kText, text)), text) << size;
  }
}

TEST(WebSocketFrames, OfAServerAreNotMasked) {
  const std::string frame = websocket_frame(WebSocketOpcode::kText, "Hello");
  EXPECT_EQ(fault_of(frame), WebSocketClose::kProtocolError);
  WebSocketDecoder decoder({.from_client = false, .message_bytes_max = 100});
  std::string_view bytes = frame;
  EXPECT_EQ(decoder.feed(bytes), FrameEvent::kText);
  EXPECT_EQ(decoder.take_message(), "Hello");
  const std::string wrong = masked(WebSocketOpcode::kText, "Hello");
  bytes = wrong;
  EXPECT_EQ(decoder.feed(bytes), FrameEvent::kFault);
}

TEST(WebSocketFrames, BeyondTheLimitAreRefusedByTheirHead) {
  const std::string head = masked(WebSocketOpcode::kText, std::string(101, 'x')).substr(0, 6);
  EXPECT_EQ(fault_of(head, 100), WebSocketClose::kTooBig);
  const std::string huge("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x01\x02\x03\x04", 14);
  EXPECT_EQ(fault_of(huge, 100), WebSocketClose::kTooBig);
  const std::string parts = fragment(WebSocketOpcode::kText, std::string(60, 'x')) +
                            fragment(WebSocketOpcode::kContinuation, std::string(40, 'x')) +
                            masked(WebSocketOpcode::kContinuation, "x");
  EXPECT_EQ(fault_of(parts, 100), WebSocketClose::kTooBig);
  EXPECT_EQ(read_text(parts, 101), std::string(101, 'x'));
}

TEST(WebSocketFrames, ThatBreakTheRulesAreRefused) {
  using enum WebSocketOpcode;
  const auto with_first = [](char first) { return first + masked(kText, "Hello").substr(1); };
  EXPECT_EQ(fault_of(with_first('\xc1')), WebSocketClose::kProtocolError) << "compressed";
  EXPECT_EQ(fault_of(with_first('\x83')), WebSocketClose::kProtocolError) << "an opcode of nobody";
  EXPECT_EQ(fault_of(with_first('\x8b')), WebSocketClose::kProtocolError) << "a control opcode of nobody";
  EXPECT_EQ(fault_of(with_first('\x09')), WebSocketClose::kProtocolError) << "a ping in parts";
  EXPECT_EQ(fault_of(with_first('\x80')), WebSocketClose::kProtocolError) << "goes on with nothing";
  EXPECT_EQ(fault_of(fragment(kText, "a") + masked(kText, "b")), WebSocketClose::kProtocolError)
      << "not gone on with";
  EXPECT_EQ(fault_of(masked(kPing, std::string(126, 'x'))), WebSocketClose::kProtocolError) << "a long ping";
  EXPECT_EQ(fault_of(std::string("\x81\xfe\x00\x05\x01\x02\x03\x04Hello", 13)),
            WebSocketClose::kProtocolError)
      << "a length that is longer than it has to be";
  EXPECT_EQ(fault_of(std::string("\x81\xff\x80\x00\x00\x00\x00\x00\x00\x00\x01\x02\x03\x04", 14)),
            WebSocketClose::kProtocolError)
      << "a negative length";
  EXPECT_EQ(fault_of(masked(kBinary, "Hello")), WebSocketClose::kUnsupportedData);
}

TEST(WebSocketFrames, OfTextAreUtf8AsAWhole) {
  EXPECT_EQ(
      read_text(fragment(WebSocketOpcode::kText, "caf\xc3") + masked(WebSocketOpcode::kContinuation, "\xa9")),
      "caf\xc3\xa9");
  EXPECT_EQ(fault_of(masked(WebSocketOpcode::kText, "\xc3(")), WebSocketClose::kInvalidData);
  EXPECT_EQ(fault_of(masked(WebSocketOpcode::kText, "\xed\xa0\x80")), WebSocketClose::kInvalidData);
}

TEST(WebSocketFrames, ThatCloseHaveACodeThatMayBeSaid) {
  const auto closing = [](int code) {
    return masked(WebSocketOpcode::kClose, websocket_close_payload(static_cast<WebSocketClose>(code), "why"));
  };
  for (const int code : {1000, 1001, 1003, 1007, 1011, 1014, 3000, 4999}) {
    WebSocketDecoder decoder = of_client();
    const std::string frame = closing(code);
    std::string_view bytes = frame;
    EXPECT_EQ(decoder.feed(bytes), FrameEvent::kClose) << code;
  }
  for (const int code : {0, 999, 1004, 1005, 1006, 1015, 2999, 5000})
    EXPECT_EQ(fault_of(closing(code)), WebSocketClose::kProtocolError) << code;
  EXPECT_EQ(fault_of(masked(WebSocketOpcode::kClose, "x")), WebSocketClose::kProtocolError);
  EXPECT_EQ(fault_of(masked(WebSocketOpcode::kClose, "\x03\xe8\xff")), WebSocketClose::kInvalidData);
}

TEST(WebSocketFrames, SayWhetherAMessageHasBegun) {
  WebSocketDecoder decoder = of_client();
  const auto feed = [&decoder](const std::string& frame) {
    std::string_view bytes = frame;
    (void)decoder.feed(bytes);
    return decoder.in_message();
  };
  EXPECT_FALSE(feed(masked(WebSocketOpcode::kPing, "")));
  EXPECT_FALSE(feed(masked(WebSocketOpcode::kPing, "x").substr(0, 3)));
  EXPECT_FALSE(feed(masked(WebSocketOpcode::kPing, "x").substr(3)));
  EXPECT_TRUE(feed(fragment(WebSocketOpcode::kText, "a")));
  EXPECT_TRUE(feed(masked(WebSocketOpcode::kPing, "")));
  EXPECT_FALSE(feed(masked(WebSocketOpcode::kContinuation, "a")));
}

TEST(WebSocketKey, IsBase64OfSixteenBytes) {
  EXPECT_TRUE(is_websocket_key("dGhlIHNhbXBsZSBub25jZQ=="));
  for (const std::string_view wrong : {"", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZR==",
                                       "dGhlIHNhbXBsZSBub25jZ*==", "dGhlIHNhbXBsZSBub25jZSEhISE="})
    EXPECT_FALSE(is_websocket_key(wrong)) << wrong;
}

}  // namespace
}  // namespace schemagate::net
