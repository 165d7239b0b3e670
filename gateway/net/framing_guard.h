// Reads an HTTP/1 head: where its message begins and ends, and its parts. Refuses every head on which two
// implementations might disagree (RFC 9112 sections 2, 3, 5, 6 and 11). Pure functions over bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gateway/net/failure.h"
#include "gateway/net/http.h"

namespace schemagate::net {

// Why a message is not taken: the status for the answer and a text for people. The text is a literal.
struct Refusal {
  int status;
  std::string_view message;
};

enum class BodyKind { kNone, kLength, kChunked, kUntilClose };

struct Framing {
  BodyKind body = BodyKind::kNone;
  std::uint64_t content_length = 0;  // of kLength
  bool http_1_0 = false;
  bool keep_alive = false;
  bool expects_continue = false;  // requests only
  bool names_hop_fields = false;  // Connection names more than close and keep-alive
};

// Finds the end of a head while its bytes arrive.
class HeadFinder {
 public:
  enum class State { kIncomplete, kComplete, kBroken };
  // `bytes` is everything received so far. kBroken: a line feed without carriage return.
  State scan(std::string_view bytes);
  // Bytes up to and including the empty line, once complete.
  std::size_t size() const { return line_start_; }
  // True while the first line has no end yet.
  bool in_first_line() const { return line_start_ == 0; }

 private:
  std::size_t line_start_ = 0;
  std::size_t scanned_ = 0;
};

// Takes a request's head apart: `head` ends with the empty line, as HeadFinder found it. Fills method, target
// (path and query, also for an absolute target) and headers; what they hold after a refusal has no meaning.
// Refused with 400: everything ambiguous or malformed; 417: an unknown expectation; 431: more fields than
// `fields_max`; 501: CONNECT and transfer codings other than chunked; 505: versions other than 1.0 and 1.1.
Result<Framing, Refusal> read_request_head(std::string_view head, std::size_t fields_max,
                                           HttpRequest& request);

// The same for an answer: fills status and headers. `to_head` tells that the request was HEAD. The refusal's
// status has no meaning here.
Result<Framing, Refusal> read_response_head(std::string_view head, std::size_t fields_max, bool to_head,
                                            HttpResponse& response);

// Method and target of a head that is not whole, or that was refused; unchanged where its first line is none.
// For logs.
void read_request_line(std::string_view received, HttpRequest& request);

}  // namespace schemagate::net
