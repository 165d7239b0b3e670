// The first byte chooses how the rest is cut and whose frames it is: events must not depend on the cuts. What
// was read is written and read again.
#include <string>
#include <utility>
#include <vector>

#include "gateway/net/websocket_frames.h"
#include "property.h"

namespace schemagate {

namespace {

using Event = net::WebSocketDecoder::Event;
using Read = std::pair<Event, std::string>;

constexpr std::size_t kMessageBytesMax = 300;  // small, so that the limit is met

std::vector<Read> decode(std::string_view text, std::size_t piece_bytes, bool from_client) {
  net::WebSocketDecoder decoder({.from_client = from_client, .message_bytes_max = kMessageBytesMax});
  std::vector<Read> events;
  for (std::size_t at = 0; at < text.size(); at += piece_bytes) {
    std::string_view piece = text.substr(at, piece_bytes);
    for (;;) {
      const Event event = decoder.feed(piece);
      if (event == Event::kMore) break;
      if (event == Event::kFault) return events.emplace_back(event, decoder.reason()), events;
      events.emplace_back(event,
                          event == Event::kText ? decoder.take_message() : std::string(decoder.control()));
    }
    fuzz::require(piece.empty(), "all bytes are taken");
    if (!events.empty())
      fuzz::require(events.back().second.size() <= kMessageBytesMax, "a message is within its limit");
  }
  return events;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bool from_client = data[0] % 2 == 0;
  const std::string_view text = fuzz::text_of(data + 1, size - 1);
  const auto whole = decode(text, size, from_client);
  fuzz::require(whole == decode(text, data[0] / 2U + 1, from_client), "events do not depend on the pieces");
  for (const auto& [event, said] : whole) {
    if (event != Event::kText) continue;
    const std::string again =
        net::websocket_frame(net::WebSocketOpcode::kText, said, from_client ? "mask" : "");
    fuzz::require(decode(again, again.size(), from_client) == std::vector{Read{event, said}},
                  "what is written is read");
  }
  return 0;
}

}  // namespace schemagate
