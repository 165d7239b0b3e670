// One HTTP exchange over its own connection: the seam behind which the HTTP library stays. The only file that
// knows the library is http.cc.
//
//   auto url = client::parse_url("https://agent.example/health");
//   if (!url) return std::unexpected(url.error());
//   auto answer = client::perform({.url = *url, .timeouts = {.total = std::chrono::seconds(5)}});
//   if (answer && answer->status == 200) …
//
// Blocks; may be called from any number of threads at once.
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
#include "a2a/tls/files.h"

namespace schemagate::a2a::client {

// 0 means "no such limit", but for `connect`: there it means not to wait, so that a connection that does not
// stand at once is given up.
struct Timeouts {
  // Until a connection stands, TLS handshake included; for each address of the host anew.
  std::chrono::milliseconds connect{5'000};
  // Without one byte from the peer.
  std::chrono::milliseconds silence{120'000};
  // From connecting to the last byte.
  std::chrono::milliseconds total{0};
  // What a message names when `total` is over, where it is the rest of a longer time that the caller's user
  // knows; 0: `total` itself.
  std::chrono::milliseconds stated{0};
};

// One request towards `url`, and what the exchange may take.
struct OutgoingRequest {
  std::string method = "GET";
  uri::Url url;
  // Names are tokens, values field values (RFC 9110 section 5), none is of the connection
  // (http::is_of_connection()). Host and Content-Length are added; User-Agent and "Accept-Encoding: identity"
  // where they are not given.
  http::Headers headers = {};
  std::string body = {};
  Timeouts timeouts = {};
  // Of the answer, as far as it is collected and not handed to a BodySink.
  std::size_t body_bytes_max = 16 << 20;
  // Of https URLs. A certificate of ours is shown where the peer asks for one.
  tls::Files tls = {};
};

// Takes bytes of the body as they arrive; false ends the exchange, which then counts as complete.
using BodySink = std::function<bool(std::string_view)>;

// Blocks until the answer is whole. The body of a 200 answer of type text/event-stream goes to `events` when
// that is given; every other body is collected. Redirects are not followed, content codings not asked for nor
// undone, certificates always checked (a2a/tls), header blocks bounded to 64 KiB.
// `stop` is noticed within 100 ms once the name is looked up, but for a TLS handshake. Errors: kArgument for
// a header that is none or the connection's own, a method or path that would not stay in its line, or files
// of TLS that are none; kUnreachable, kTls, kTimeout, kCanceled; kProtocol when something that is not HTTP
// answers or a bound is hit.
Outcome<http::Response> perform(const OutgoingRequest& request, const std::stop_token& stop = {},
                                const BodySink& events = nullptr);

// What {"error":"text"} says, the answer of a server that has no agent's answer to give, cut at 300 bytes;
// empty: the body says nothing in that form.
std::string said_in(const http::Response& answer);
// "HTTP 401, credentials are needed", or what 403 means, with what the server says of it: "…: the token has
// expired".
std::string what_is_denied(const http::Response& answer);

}  // namespace schemagate::a2a::client
