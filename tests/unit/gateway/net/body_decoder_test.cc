#include "gateway/net/body_decoder.h"

#include <gtest/gtest.h>

#include <random>

namespace schemagate::net {
namespace {

using State = BodyDecoder::State;

Framing chunked() {
  return {.body = BodyKind::kChunked};
}
Framing length(std::uint64_t bytes) {
  return {.body = BodyKind::kLength, .content_length = bytes};
}

TEST(BodyDecoder, IsDoneAtOnceWithoutBody) {
  BodyDecoder decoder(Framing{}, 10);
  std::string_view next = "GET";
  std::string body;
  EXPECT_EQ(decoder.feed(next, body), State::kDone);
  EXPECT_EQ(next, "GET");
}

TEST(BodyDecoder, LeavesTheNextMessage) {
  BodyDecoder decoder(length(5), 10);
  std::string_view bytes = "helloGET";
  std::string body;
  EXPECT_EQ(decoder.feed(bytes, body), State::kDone);
  EXPECT_EQ(body, "hello");
  EXPECT_EQ(bytes, "GET");
}

TEST(BodyDecoder, RefusesADeclaredLengthAboveTheLimitAtOnce) {
  EXPECT_EQ(BodyDecoder(length(11), 10).state(), State::kTooLarge);
  EXPECT_EQ(BodyDecoder(length(10), 10).state(), State::kMore);
}

TEST(BodyDecoder, RefusesAChunkAboveTheLimitBeforeItComes) {
  BodyDecoder decoder(chunked(), 10);
  std::string_view bytes = "6\r\n123456\r\n5\r";
  std::string body;
  EXPECT_EQ(decoder.feed(bytes, body), State::kTooLarge);
}

TEST(BodyDecoder, LimitsABodyThatGoesUntilClose) {
  BodyDecoder decoder(Framing{.body = BodyKind::kUntilClose}, 3);
  std::string_view bytes = "123";
  std::string body;
  EXPECT_EQ(decoder.feed(bytes, body), State::kMore);
  EXPECT_TRUE(decoder.ends_with_connection());
  bytes = "4";
  EXPECT_EQ(decoder.feed(bytes, body), State::kTooLarge);
}

TEST(BodyDecoder, DecodesTheSameHoweverTheBytesAreCut) {
  const std::string whole = "3\r\nabc\r\n1;x=\"y\"\r\nd\r\n00a\r\n0123456789\r\n0\r\nT: v\r\n\r\nnext";
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    BodyDecoder decoder(chunked(), 100);
    std::string body;
    std::string rest;
    for (std::size_t at = 0; at < whole.size();) {
      std::size_t size = random() % 7 + 1;
      std::string_view piece = std::string_view(whole).substr(at, size);
      at += piece.size();
      decoder.feed(piece, body);
      rest += piece;
    }
    EXPECT_EQ(decoder.state(), State::kDone);
    EXPECT_EQ(body, "abcd0123456789");
    EXPECT_EQ(rest, "next");
  }
}

TEST(BodyDecoder, StaysBroken) {
  BodyDecoder decoder(chunked(), 100);
  std::string_view bytes = "x";
  std::string body;
  EXPECT_EQ(decoder.feed(bytes, body), State::kBroken);
  bytes = "0\r\n\r\n";
  EXPECT_EQ(decoder.feed(bytes, body), State::kBroken);
}

TEST(BodyDecoder, CountsAllDroppedBytesTogether) {
  BodyDecoder decoder(chunked(), 1 << 20);
  std::string chunk = "1;" + std::string(100, 'x') + "\r\ny\r\n";
  std::string body;
  std::size_t fed = 0;
  while (decoder.state() == State::kMore && fed < 2 * BodyDecoder::kOverheadMax) {
    std::string_view bytes = chunk;
    decoder.feed(bytes, body);
    fed += chunk.size();
  }
  EXPECT_EQ(decoder.state(), State::kBroken);
}

}  // namespace
}  // namespace schemagate::net
