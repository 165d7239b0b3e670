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

// What is left of the state machine after `bytes`, byte by byte.
State state_after(std::string_view bytes, std::string& body, std::uint64_t body_bytes_max = 100) {
  BodyDecoder decoder(chunked(), body_bytes_max);
  while (!bytes.empty() && decoder.state() == State::kMore) {
    std::string_view byte = bytes.substr(0, 1);
    decoder.feed(byte, body);
    bytes.remove_prefix(1);
  }
  return decoder.state();
}

TEST(BodyDecoder, TakesChunkSizesOfEightDigitsAndNoMore) {
  std::string body;
  EXPECT_EQ(state_after("00000001\r\nx\r\n00000000\r\n\r\n", body), State::kDone);
  EXPECT_EQ(body, "x");
  EXPECT_EQ(state_after("000000001", body), State::kBroken);
}

TEST(BodyDecoder, ReadsEveryHexadecimalDigit) {
  const std::uint64_t kAll = std::uint64_t(1) << 40;
  for (auto [digits, size] : {std::pair<std::string_view, std::size_t>{"9", 9},
                              {"a", 10},
                              {"f", 15},
                              {"A", 10},
                              {"F", 15},
                              {"10", 16},
                              {"1f", 31}}) {
    std::string body;
    std::string chunk = std::string(digits) + "\r\n" + std::string(size, 'x') + "\r\n";
    EXPECT_EQ(state_after(chunk, body, kAll), State::kMore) << digits;
    EXPECT_EQ(body.size(), size) << digits;
    EXPECT_EQ(state_after(chunk + "0\r\n\r\n", body, kAll), State::kDone) << digits;
  }
  for (std::string_view digit : {"/", ":", "@", "g", "G", "`"}) {
    std::string body;
    EXPECT_EQ(state_after(digit, body), State::kBroken) << digit;
  }
}

TEST(BodyDecoder, BreaksWhereALineDoesNotEndAsItShould) {
  for (std::string_view bytes : {"1x", "1\rx", "1\nx", "1\r\nxy", "1\r\nx\rx", "1\r\nx\n\r", "0\r\n\rx",
                                 "0\r\nA: b\rx", "0\r\nA\x01", "1;a\x7f"}) {
    std::string body;
    EXPECT_EQ(state_after(bytes, body), State::kBroken) << testing::PrintToString(bytes);
  }
}

TEST(BodyDecoder, NeedsEveryByteOfTheEnd) {
  const std::string_view whole = "1\r\nx\r\n0\r\nA: b\r\nC: d\r\n\r\n";
  for (std::size_t size = 0; size < whole.size(); ++size) {
    std::string body;
    EXPECT_EQ(state_after(whole.substr(0, size), body), State::kMore) << size;
  }
  std::string body;
  EXPECT_EQ(state_after(whole, body), State::kDone);
}

TEST(BodyDecoder, TakesAChunkedBodyOfExactlyTheLimit) {
  std::string body;
  EXPECT_EQ(state_after("6\r\n123456\r\n4\r\n7890\r\n0\r\n\r\n", body, 10), State::kDone);
  EXPECT_EQ(body, "1234567890");
  body.clear();
  EXPECT_EQ(state_after("6\r\n123456\r\n4\r\n7890\r\n1\r", body, 10), State::kTooLarge);
  EXPECT_EQ(body, "1234567890");
}

TEST(BodyDecoder, TakesABodyOfExactlyItsLength) {
  BodyDecoder decoder(length(3), 3);
  std::string body;
  for (std::string_view piece : {"a", "b"}) {
    EXPECT_EQ(decoder.feed(piece, body), State::kMore);
    EXPECT_TRUE(piece.empty());
    EXPECT_FALSE(decoder.ends_with_connection()) << "a body with a length is cut short by its end";
  }
  std::string_view last = "cd";
  EXPECT_EQ(decoder.feed(last, body), State::kDone);
  EXPECT_EQ(body, "abc");
  EXPECT_EQ(last, "d");
  EXPECT_FALSE(decoder.ends_with_connection());
}

// Extensions and trailers share one limit, which their carriage returns count towards.
TEST(BodyDecoder, DropsUpToTheLimitAndNoByteMore) {
  const std::string extension(BodyDecoder::kOverheadMax - 2, 'x');
  std::string body;
  EXPECT_EQ(state_after("0;" + extension + "\r\n\r\n", body), State::kDone);
  EXPECT_EQ(state_after("0;" + extension + "x\r\n\r\n", body), State::kBroken);
  EXPECT_EQ(state_after("0\r\n" + extension + "\r\n\r\n", body), State::kDone);
  EXPECT_EQ(state_after("0\r\n" + extension + "x\r\n\r\n", body), State::kBroken);
}

}  // namespace
}  // namespace schemagate::net
