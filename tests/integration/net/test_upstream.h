// An upstream client on a loop of its own, and agents that do exactly what a test writes.
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gateway/net/upstream.h"
#include "tests/integration/net/raw_socket.h"

namespace schemagate::net {

// Runs `script` on its own thread; it accepts and answers as it likes. Joined at the end.
class ScriptedAgent {
 public:
  using Script = std::function<void(RawListener&)>;
  explicit ScriptedAgent(Script script);
  std::uint16_t port() const { return listener_.port(); }
  Url url() const;

 private:
  RawListener listener_;
  std::jthread thread_;
};

// An agent that answers the first request on one connection with `bytes`, reads until the client closes, and
// goes.
ScriptedAgent::Script answers_once(std::string bytes);
// Reads a whole request: head and, by its Content-Length, body.
std::string read_request_from(RawSocket& socket);

// "closed: closed the connection before it answered": kind and detail.
std::string text_of(const Failure& failure);

// Drives an UpstreamClient until what it was asked is done.
class UpstreamLoop {
 public:
  explicit UpstreamLoop(UpstreamLimits limits = {});
  UpstreamLoop(const UpstreamLoop&) = delete;
  UpstreamLoop& operator=(const UpstreamLoop&) = delete;
  ~UpstreamLoop();

  UpstreamClient& client() { return *client_; }
  Executor executor() { return context_.get_executor(); }
  void run(Awaitable<void> work);

  // "200 body", or text_of() the failure.
  std::string fetch(const Url& url, UpstreamRequest request = {},
                    std::chrono::milliseconds timeout = RawSocket::kTimeout);
  // The pieces of the answer joined with "|", then "|end" or "|" and text_of() the
  // failure.
  std::string read_stream(const Url& url, std::chrono::milliseconds stall = RawSocket::kTimeout);

 private:
  boost::asio::io_context context_;
  std::unique_ptr<UpstreamClient> client_;
};

}  // namespace schemagate::net
