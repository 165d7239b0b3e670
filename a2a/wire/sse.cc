#include "a2a/wire/sse.h"

#include <algorithm>
#include <array>
#include <utility>

namespace schemagate::a2a::wire {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kLineEnds = "\r\n";
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kLineEndsOfUnicode{
    {{"\xE2\x80\xA8", "\\u2028"}, {"\xE2\x80\xA9", "\\u2029"}, {"\xC2\x85", "\\u0085"}}};

// As find_first_of(), which looks at one byte at a time. Never far beyond the end that it finds: many short
// lines with one kind of end cost no more than others.
std::size_t find_line_end(std::string_view text, std::size_t from) {
  constexpr std::size_t kBlock = 512;
  for (; from < text.size(); from += kBlock) {
    const std::string_view block = text.substr(from, kBlock);
    const std::size_t feed = block.find('\n');
    const std::size_t end = std::min(block.substr(0, feed).find('\r'), feed);
    if (end != std::string_view::npos) return from + end;
  }
  return std::string_view::npos;
}

// As find(), which stops at first bytes: those of quotation marks and dashes, too.
std::size_t find_by_last_byte(std::string_view text, std::string_view what, std::size_t from) {
  const std::string_view head = what.substr(0, what.size() - 1);
  for (std::size_t at = from; (at = text.find(what.back(), at)) != std::string_view::npos; ++at) {
    if (text.substr(from, at - from).ends_with(head)) return at - head.size();
  }
  return std::string_view::npos;
}

// Most texts hold none: they are only looked at.
void replace_all(std::string& text, std::string_view what, std::string_view by) {
  std::size_t found = find_by_last_byte(text, what, 0);
  if (found == std::string::npos) return;
  std::string replaced;
  std::size_t read = 0;
  for (; found != std::string::npos; found = find_by_last_byte(text, what, read)) {
    replaced.append(text, read, found - read).append(by);
    read = found + what.size();
  }
  replaced.append(text, read);
  text = std::move(replaced);
}

}  // namespace

void append_sse_event(std::string& out, std::string_view data, std::string_view id) {
  out.reserve(out.size() + data.size() + id.size() + 24);
  if (!id.empty()) out.append("id: ").append(id).append("\n");
  std::string line(data);
  join_lines(line);
  out.append("data: ").append(line).append("\n\n");
}

SseFrame sse_frame(std::string_view id, std::string_view data_start, std::string_view data_end) {
  SseFrame frame;
  if (!id.empty()) frame.before.append("id: ").append(id).append("\n");
  frame.before.append("data: ").append(data_start);
  frame.after.append(data_end).append("\n\n");
  return frame;
}

void join_lines(std::string& json) {
  for (const char end : kLineEnds) {  // one at a time: that looks at many bytes at once
    for (std::size_t at = 0; (at = json.find(end, at)) != std::string::npos;) json[at] = ' ';
  }
  for (const auto& [character, escaped] : kLineEndsOfUnicode) replace_all(json, character, escaped);
}

void SseParser::feed(std::string_view bytes) {
  if (failed_) return;
  if (read_ > 0) {
    buffer_.erase(0, read_);
    scanned_ -= read_;
    read_ = 0;
  }
  buffer_ += bytes;
}

Result<std::optional<SseEvent>> SseParser::next() {
  if (!skip_byte_order_mark()) return std::nullopt;
  while (!failed_) {
    const auto line = next_line();
    if (!fits(line ? line->size() : buffer_.size() - read_)) break;
    if (!line) {
      if (read_ == buffer_.size()) let_go();
      return std::nullopt;
    }
    if (!line->empty()) {
      take_field(*line);
    } else if (auto event = take_event()) {
      return event;
    }
  }
  failed_ = true;
  buffer_ = {};
  return fail(ErrorCode::kInvalidAgentResponse,
              "An event of the stream exceeds " + std::to_string(event_bytes_max_) + " bytes");
}

// A stream may be silent for hours.
void SseParser::let_go() {
  std::string().swap(buffer_);
  read_ = scanned_ = 0;
}

// False while it is not yet known whether the stream starts with one.
bool SseParser::skip_byte_order_mark() {
  if (started_) return true;
  const std::string_view start = std::string_view(buffer_).substr(0, kByteOrderMark.size());
  if (start.size() < kByteOrderMark.size() && kByteOrderMark.starts_with(start)) return failed_;
  started_ = true;
  if (start == kByteOrderMark) read_ = scanned_ = kByteOrderMark.size();
  return true;
}

// The line without its end; nullopt when its end has not come. A view into buffer_, good until feed().
std::optional<std::string_view> SseParser::next_line() {
  if (after_cr_ && read_ < buffer_.size()) {
    if (buffer_[read_] == '\n') scanned_ = ++read_;
    after_cr_ = false;
  }
  const std::size_t end = find_line_end(buffer_, scanned_);
  scanned_ = std::min(end, buffer_.size());
  if (end == std::string::npos) return std::nullopt;
  const auto line = std::string_view(buffer_).substr(read_, end - read_);
  after_cr_ = buffer_[end] == '\r';
  read_ = scanned_ = end + 1;
  return line;
}

bool SseParser::fits(std::size_t line_bytes) const {
  return event_.data.size() + event_.event.size() + event_.id.size() + line_bytes <= event_bytes_max_;
}

void SseParser::take_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  const std::string_view name = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (name == "data") {
    if (has_data_) event_.data += '\n';
    event_.data += value;
    has_data_ = true;
  } else if (name == "event") {
    event_.event = value;
  } else if (name == "id" && !value.contains('\0')) {
    event_.id = value;
  }
}

// What the blank line completes; the id stays in force.
std::optional<SseEvent> SseParser::take_event() {
  SseEvent event = {std::exchange(event_.event, {}), std::exchange(event_.data, {}), event_.id};
  if (!std::exchange(has_data_, false)) return std::nullopt;
  return event;
}

}  // namespace schemagate::a2a::wire
