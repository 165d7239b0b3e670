#include "gateway/net/body_decoder.h"

#include <algorithm>
#include <limits>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"

namespace schemagate::net {
namespace {

constexpr unsigned kSizeDigitsMax = 8;

}  // namespace

BodyDecoder::BodyDecoder(const Framing& framing, std::uint64_t body_bytes_max)
    : kind_(framing.body), state_(State::kMore), left_(framing.content_length), allowed_(body_bytes_max) {
  if (kind_ == BodyKind::kNone) state_ = State::kDone;
  if (kind_ == BodyKind::kChunked) left_ = 0;
  if (kind_ == BodyKind::kLength && left_ > allowed_) state_ = State::kTooLarge;
  if (kind_ == BodyKind::kUntilClose) left_ = std::numeric_limits<std::uint64_t>::max();
}

std::uint64_t BodyDecoder::bytes_left() const {
  if (kind_ == BodyKind::kNone) return 0;
  return kind_ == BodyKind::kLength ? left_ : allowed_;
}

BodyDecoder::State BodyDecoder::feed(std::string_view& bytes, std::string& body) {
  if (state_ != State::kMore) return state_;
  if (kind_ == BodyKind::kChunked) return state_ = feed_chunked(bytes, body);
  state_ = take_data(bytes, body);
  if (state_ == State::kMore && left_ == 0) state_ = State::kDone;
  return state_;
}

BodyDecoder::State BodyDecoder::take_data(std::string_view& bytes, std::string& body) {
  std::size_t share = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), left_));
  if (share > allowed_) return State::kTooLarge;
  body.append(bytes.substr(0, share));
  bytes.remove_prefix(share);
  left_ -= share;
  allowed_ -= share;
  return State::kMore;
}

BodyDecoder::State BodyDecoder::feed_chunked(std::string_view& bytes, std::string& body) {
  State state = State::kMore;
  while (state == State::kMore && !bytes.empty()) {
    if (step_ == Step::kData) {
      state = take_data(bytes, body);
      if (left_ == 0) step_ = Step::kDataReturn;
    } else {
      state = take_framing(bytes.front());
      bytes.remove_prefix(1);
    }
  }
  return state;
}

BodyDecoder::State BodyDecoder::take_framing(char c) {
  switch (step_) {
    case Step::kSize:
      return take_size(c);
    case Step::kExtension:
      return take_dropped(c, Step::kSizeEnd);
    case Step::kSizeEnd:
      return c == '\n' ? end_size_line() : State::kBroken;
    case Step::kDataReturn:
      step_ = Step::kDataFeed;
      return c == '\r' ? State::kMore : State::kBroken;
    case Step::kDataFeed:
      step_ = Step::kSize;
      return c == '\n' ? State::kMore : State::kBroken;
    case Step::kTrailer:
      return take_dropped(c, Step::kTrailerEnd);
    case Step::kTrailerEnd:
      return c == '\n' ? end_trailer_line() : State::kBroken;
    case Step::kData:
      break;
  }
  return State::kBroken;
}

BodyDecoder::State BodyDecoder::take_size(char c) {
  if (int digit = a2a::text::hex_value(c); digit >= 0) {
    left_ = left_ * 16 + static_cast<std::uint64_t>(digit);
    return ++digits_ > kSizeDigitsMax ? State::kBroken : State::kMore;
  }
  if (digits_ == 0) return State::kBroken;
  if (c == '\r') {
    step_ = Step::kSizeEnd;
  } else if (c == ';') {
    step_ = Step::kExtension;
  } else {
    return State::kBroken;
  }
  return left_ > allowed_ ? State::kTooLarge : State::kMore;
}

BodyDecoder::State BodyDecoder::end_size_line() {
  digits_ = 0;
  trailer_line_empty_ = true;
  step_ = left_ == 0 ? Step::kTrailer : Step::kData;
  return State::kMore;
}

BodyDecoder::State BodyDecoder::take_dropped(char c, Step line_end) {
  if (++overhead_ > kOverheadMax) return State::kBroken;
  if (c == '\r') {
    step_ = line_end;
    return State::kMore;
  }
  if (!a2a::http::is_field_value(std::string_view(&c, 1))) return State::kBroken;
  trailer_line_empty_ = false;
  return State::kMore;
}

BodyDecoder::State BodyDecoder::end_trailer_line() {
  if (trailer_line_empty_) return State::kDone;
  trailer_line_empty_ = true;
  step_ = Step::kTrailer;
  return State::kMore;
}

}  // namespace schemagate::net
