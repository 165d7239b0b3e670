// The connections towards agents: one pool per core, HTTP/1.1, keep-alive. Not thread-safe: used on its core
// only.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "a2a/uri/url.h"
#include "gateway/net/executor.h"
#include "gateway/net/failure.h"
#include "gateway/net/http.h"
#include "gateway/net/signal.h"

namespace schemagate::net {

using Url = a2a::uri::Url;

// An absolute URL that this side can call. Errors: kInvalid for what a2a::uri::parse_url() refuses, and for
// https, which is not supported yet.
Result<Url> parse_url(std::string_view text);

struct UpstreamLimits {
  std::size_t connections_per_host_max =
      1'024;  // per core; further requests wait for a free one, within their deadline
  std::size_t idle_connections_max = 64;  // kept per host and core
  std::chrono::milliseconds idle_timeout{30'000};
  std::chrono::milliseconds connect_timeout{5'000};
  std::size_t head_bytes_max = 32 << 10;
  std::size_t body_bytes_max = 8 << 20;  // of a buffered answer
};

struct UpstreamRequest {
  std::string method = "POST";
  std::string target = {};           // in the place of the URL's path, with its query; empty: that
  std::vector<Header> headers = {};  // without Host, Content-Length, Connection
  std::string body = {};
  // Only a safe request is tried again on a fresh connection after a reused one broke before the first byte
  // of the answer; others only when the reused connection was closed before any byte of the request had been
  // written.
  bool safe_to_retry = false;
};

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

std::unique_ptr<UpstreamClient> make_upstream_client(Executor executor, UpstreamLimits limits);

}  // namespace schemagate::net
