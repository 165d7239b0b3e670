// The connections towards agents: one pool per core, HTTP/1.1, keep-alive. Not thread-safe: used on its core
// only.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>

#include "gateway/net/executor.h"
#include "gateway/net/failure.h"
#include "gateway/net/http.h"
#include "gateway/net/shared_limit.h"
#include "gateway/net/upstream_limits.h"
#include "gateway/net/upstream_request.h"
#include "gateway/net/url.h"

namespace schemagate::net {

// The Content-Type of streams of which each piece is one whole message: of a WebSocket, or a line of a
// program. Only an end in good order is one.
inline constexpr std::string_view kMessagesType = "application/x-ndjson";

// An answer whose body is pulled. Destroying it early closes the connection; reading to the end returns it to
// the pool.
class UpstreamStream {
 public:
  virtual ~UpstreamStream() = default;
  virtual int status() const = 0;
  virtual std::string_view header(std::string_view name) const = 0;
  // The next piece of the (de-chunked) body; empty at its end. The view is valid until the next call.
  // Errors: kStalled when nothing comes for `stall_timeout`, kMalformed, kClosed; the same again at every
  // further call.
  virtual Awaitable<Result<std::string_view>> read(std::chrono::milliseconds stall_timeout) = 0;
  // What the reader keeps of what it has read, which counts like an answer that is read whole. False: there
  // is no memory for so much at the moment.
  [[nodiscard]] virtual bool hold(std::size_t) { return true; }
  // Something of the body, or its end, is here already: read() most likely does not wait.
  virtual bool is_ready() const { return false; }
};

class UpstreamClient {
 public:
  virtual ~UpstreamClient() = default;

  // Sends and reads the whole answer within `timeout` (connect included).
  // Errors: kInvalid (nothing was sent), kUnresolved, kUnreachable, kOverloaded, kTimedOut, kClosed,
  // kMalformed, kTooLarge. HTTP error statuses are answers, not errors.
  virtual Awaitable<Result<HttpResponse>> fetch(const Url& url, UpstreamRequest request,
                                                std::chrono::milliseconds timeout) = 0;
  // Sends and reads the head of the answer within `timeout`. Errors as of fetch().
  virtual Awaitable<Result<std::unique_ptr<UpstreamStream>>> open(const Url& url, UpstreamRequest request,
                                                                  std::chrono::milliseconds timeout) = 0;
};

// `memory`: what answers that are read whole take their bytes of.
std::unique_ptr<UpstreamClient> make_upstream_client(Executor executor, UpstreamLimits limits,
                                                     SharedLimit memory = SharedLimit::unbounded());

}  // namespace schemagate::net
