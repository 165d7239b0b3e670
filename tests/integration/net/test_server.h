// A listener on a free port whose handler the test writes, and what reached it.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gateway/net/server.h"
#include "tests/integration/net/raw_socket.h"

namespace schemagate::net {

// Keeps "METHOD target body" of every request that reached the handler. Any thread.
class SeenRequests {
 public:
  void add(const HttpRequest& request);
  // All of them, each followed by ";".
  std::string text() const;

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

using TestHandler = std::function<Awaitable<void>(HttpRequest&, Exchange&, UpstreamClient&)>;

// One core unless the options say otherwise. `handler` runs on the server's thread.
std::unique_ptr<Server> start_server(TestHandler handler, ServerOptions options = {});
// Answers every request with 200 and its body, and notes it.
std::unique_ptr<Server> start_echo(std::shared_ptr<SeenRequests> seen, ServerOptions options = {});

// Waits for a condition that another thread brings about; false after RawSocket::kTimeout.
bool eventually(const std::function<bool()>& condition);

}  // namespace schemagate::net
