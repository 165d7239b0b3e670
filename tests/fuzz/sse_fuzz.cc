// The first byte chooses how the rest is cut: the events must not depend on it. What was read is written and
// read again.
#include <algorithm>
#include <string>
#include <vector>

#include "a2a/wire/sse.h"
#include "property.h"

namespace schemagate {

namespace {

constexpr std::size_t kEventBytesMax = 256;  // small, so that the limit is met

struct Outcome {
  std::vector<a2a::wire::SseEvent> events = {};
  bool refused = false;
};

bool same(const a2a::wire::SseEvent& a, const a2a::wire::SseEvent& b) {
  return a.event == b.event && a.data == b.data && a.id == b.id;
}

// False once the parser is finished.
bool drain(a2a::wire::SseParser& parser, Outcome& outcome) {
  for (;;) {
    auto next = parser.next();
    outcome.refused = !next;
    if (!next || !*next) return next.has_value();
    outcome.events.push_back(**next);
  }
}

Outcome parse(std::string_view text, std::size_t piece_bytes, std::size_t event_bytes_max) {
  a2a::wire::SseParser parser(event_bytes_max);
  Outcome outcome;
  for (std::size_t at = 0; at < text.size(); at += piece_bytes) {
    parser.feed(text.substr(at, piece_bytes));
    if (!drain(parser, outcome)) break;
  }
  return outcome;
}

void check_written(const a2a::wire::SseEvent& event) {
  std::string written;
  a2a::wire::append_sse_event(written, event.data);
  const Outcome again = parse(written, written.size(), written.size());
  std::string one_line = event.data;
  std::ranges::replace(one_line, '\n', ' ');
  fuzz::require(again.events.size() == 1 && again.events[0].data == one_line, "what is written is read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t piece_bytes = data[0] == 0 ? 1 : data[0];
  const std::string_view text = fuzz::text_of(data + 1, size - 1);
  const Outcome whole = parse(text, size, kEventBytesMax);
  const Outcome cut = parse(text, piece_bytes, kEventBytesMax);
  fuzz::require(whole.refused == cut.refused, "the limit does not depend on the pieces");
  fuzz::require(std::ranges::equal(whole.events, cut.events, same), "events do not depend on the pieces");
  for (const a2a::wire::SseEvent& event : whole.events) check_written(event);
  return 0;
}

}  // namespace schemagate
