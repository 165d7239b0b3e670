// Server-sent events (WHATWG HTML, section 9.2) as A2A uses them: framing out, an incremental parser in. No
// I/O.
//
//   std::string out;
//   append_sse_event(out, R"({"result":1})");   // data: {"result":1} and a blank line
//
//   SseParser parser;
//   parser.feed(piece);                         // as it came from the connection
//   for (auto event = parser.next(); event && *event; event = parser.next()) show((*event)->data);
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/error.h"

namespace schemagate::a2a::wire {

// One event: a `data:` line and the blank line. `data` is JSON, which join_lines() puts on one line: several
// `data:` lines would be one event, too, but there are clients that read line by line. `id` (no line ends in
// it) goes in front: what a client names as Last-Event-ID when it comes back.
void append_sse_event(std::string& out, std::string_view data, std::string_view id = {});
// What stands before and behind the data of such an event, for data that is sent from where it is: it must be
// on one line.
struct SseFrame {
  std::string before;
  std::string after;
};
// `data_start` and `data_end` are the first and the last of the data.
SseFrame sse_frame(std::string_view id, std::string_view data_start = {}, std::string_view data_end = {});
// JSON on one line, whoever reads it: a line end in it is white space, and becomes a blank; U+2028, U+2029
// and U+0085, which can only stand in strings and are line ends to str.splitlines() of Python, are escaped.
void join_lines(std::string& json);

// A comment line that keeps intermediaries from closing an idle stream.
inline constexpr std::string_view kSseKeepAlive = ": keep-alive\n\n";

struct SseEvent {
  // Its type; empty: the default one, "message".
  std::string event;
  // The data lines, joined by LF.
  std::string data;
  // The last id that was sent, with this event or an earlier one.
  std::string id;
};

// Takes bytes in pieces of any size. LF, CRLF and CR line ends, also split between pieces; a byte order mark
// at the start; multi-line data joined by LF; comments and unknown fields ignored; events without data
// dropped; the same events however the bytes are cut. Not thread-safe. Call next() until it has nothing after
// each feed(): then it holds at most `event_bytes_max` plus one piece, and looks at each byte once.
class SseParser {
 public:
  explicit SseParser(std::size_t event_bytes_max = 4 << 20) : event_bytes_max_(event_bytes_max) {}

  // Copies the bytes.
  void feed(std::string_view bytes);
  // For the events from the next one on.
  void set_limit(std::size_t event_bytes_max) { event_bytes_max_ = event_bytes_max; }
  // How many bytes of an event that is not complete are held.
  std::size_t held_bytes() const { return buffer_.size() - read_ + event_.data.size(); }
  // The next complete event, nullopt when more bytes are needed.
  // Errors: kInvalidAgentResponse once an event exceeds event_bytes_max; the parser is then finished.
  Result<std::optional<SseEvent>> next();

 private:
  void let_go();
  bool skip_byte_order_mark();
  std::optional<std::string_view> next_line();
  bool fits(std::size_t line_bytes) const;
  void take_field(std::string_view line);
  std::optional<SseEvent> take_event();

  std::size_t event_bytes_max_;
  std::string buffer_;
  std::size_t read_ = 0;     // start of what next() has not consumed
  std::size_t scanned_ = 0;  // no line end between read_ and here
  bool after_cr_ = false;    // the last line ended with CR: an LF at its heels belongs to it
  SseEvent event_ = {};
  bool has_data_ = false;
  bool started_ = false;
  bool failed_ = false;
};

}  // namespace schemagate::a2a::wire
