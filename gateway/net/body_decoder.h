// Takes a message's body out of the byte stream, as its head framed it. Pure: bytes in, bytes out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gateway/net/framing_guard.h"

namespace schemagate::net {

// RFC 9112 section 6 and 7.1, strict: a chunk size is one to eight hexadecimal digits and nothing else; chunk
// extensions and trailers are checked, bounded together by kOverheadMax and dropped.
class BodyDecoder {
 public:
  static constexpr std::size_t kOverheadMax = 8 << 10;

  enum class State { kMore, kDone, kBroken, kTooLarge };

  BodyDecoder() = default;
  BodyDecoder(const Framing& framing, std::uint64_t body_bytes_max);

  // Appends the body's share of `bytes` to `body` and cuts what was used off `bytes`. After kDone the rest
  // belongs to the next message. kTooLarge: the body is, or declares itself, longer than the limit.
  State feed(std::string_view& bytes, std::string& body);
  State state() const { return state_; }
  // How much of the body can still come at most: the rest of a declared length, or of the limit.
  std::uint64_t bytes_left() const;
  // True when the end of the connection is the body's proper end.
  bool ends_with_connection() const { return kind_ == BodyKind::kUntilClose && state_ == State::kMore; }

 private:
  enum class Step { kSize, kExtension, kSizeEnd, kData, kDataReturn, kDataFeed, kTrailer, kTrailerEnd };

  State take_data(std::string_view& bytes, std::string& body);
  State feed_chunked(std::string_view& bytes, std::string& body);
  State take_framing(char c);
  State take_size(char c);
  State end_size_line();
  State take_dropped(char c, Step line_end);
  State end_trailer_line();

  BodyKind kind_ = BodyKind::kNone;
  State state_ = State::kDone;
  Step step_ = Step::kSize;
  unsigned digits_ = 0;
  bool trailer_line_empty_ = true;
  std::size_t overhead_ = 0;
  std::uint64_t left_ = 0;     // of the body, or of the chunk
  std::uint64_t allowed_ = 0;  // bytes that the limit still admits
};

}  // namespace schemagate::net
