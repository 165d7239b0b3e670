// One HTTP exchange over its own connection: the seam behind which the HTTP library stays. The only file that
// knows the library is http.cc.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "a2a/client/failure.h"
#include "a2a/client/url.h"
#include "a2a/http/message.h"

namespace schemagate::a2a::client {

// Each 0 means "no such limit", except `connect`.
struct Timeouts {
  std::chrono::milliseconds connect{5'000};    // per address, TLS handshake included
  std::chrono::milliseconds silence{120'000};  // without one byte from the peer
  std::chrono::milliseconds total{0};          // from connecting to the last byte
};

// One request towards `url`, and what the exchange may take.
struct OutgoingRequest {
  std::string method = "GET";
  uri::Url url;
  http::Headers headers = {};
  std::string body = {};
  Timeouts timeouts = {};
  std::size_t body_bytes_max = 16 << 20;  // of the answer, as far as it is collected
  std::string address = {};               // the IP address to connect to; empty: what the host resolves to
};

// Takes bytes of the body as they arrive; false ends the exchange, which then counts as complete.
using BodySink = std::function<bool(std::string_view)>;

// Blocks until the answer is whole. The body of a 200 answer of type text/event-stream goes to `events` when
// that is given; every other body is collected. Redirects are not followed, content codings not asked for nor
// undone, certificates always checked against the system's authorities, header blocks bounded to 64 KiB.
// `stop` is noticed within 100 ms once connected. Errors: kArgument for a header that is none; kUnreachable,
// kTimeout, kCanceled; kProtocol when something that is not HTTP answers or a bound is hit.
Outcome<http::Response> perform(const OutgoingRequest& request, const std::stop_token& stop = {},
                                const BodySink& events = nullptr);

}  // namespace schemagate::a2a::client
