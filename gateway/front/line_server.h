// The server side over pipes: one JSON-RPC message a line, requests in, answers and events out.
#pragma once

#include <chrono>
#include <cstddef>

#include "gateway/front/message_request.h"
#include "gateway/net/exchange.h"

namespace schemagate {

struct LineServerOptions {
  int input = 0;  // descriptors, which stay the caller's
  int output = 1;
  MessageClient client = {};
  a2a::JsonLimits limits = {};  // of a request; longer lines are refused and skipped
  std::size_t event_bytes_max = 4 << 20;
  std::chrono::milliseconds drain{0};  // how long answers may take once the stop has come
};

// `stop`: a descriptor; when it is readable no more requests are read, and streams end with a word.
// Answers requests as they come, each when it is ready: up to 256 at a time, further ones are left in the
// pipe. Returns when the input has ended and everything is answered; or at the stop; or when nobody
// reads the output any more. `handler` is called on `executor`'s thread, which is not the caller's. SIGPIPE
// must be ignored. False: not all that had begun was answered.
bool serve_lines(const LineServerOptions& options, int stop, const net::Handler& handler,
                 const net::Executor& executor);

}  // namespace schemagate
