#include "tests/integration/net/test_server.h"

#include <gtest/gtest.h>

#include <thread>
#include <utility>

namespace schemagate::net {
namespace {

Awaitable<void> echo(HttpRequest& request, Exchange& exchange) {
  HttpResponse response;
  response.body = std::move(request.body);
  co_await exchange.respond(std::move(response));
}

}  // namespace

void SeenRequests::add(const HttpRequest& request) {
  std::lock_guard lock(mutex_);
  text_ += request.method + ' ' + request.target + ' ' + request.body + ';';
}

std::string SeenRequests::text() const {
  std::lock_guard lock(mutex_);
  return text_;
}

std::unique_ptr<Server> start_server(TestHandler handler, ServerOptions options) {
  for (ListenerOptions& each : options.listeners) each.port = 0;
  if (options.threads == 0) options.threads = 1;
  HandlerFactory factory = [handler = std::move(handler)](Core core) -> Handler {
    return [handler, &upstream = core.upstream](HttpRequest& request, Exchange& exchange) {
      return handler(request, exchange, upstream);
    };
  };
  auto server = Server::start(options, std::move(factory));
  if (!server) {
    ADD_FAILURE() << server.error().detail;
    return nullptr;
  }
  return std::move(*server);
}

std::unique_ptr<Server> start_echo(std::shared_ptr<SeenRequests> seen, ServerOptions options) {
  TestHandler handler = [seen = std::move(seen)](HttpRequest& request, Exchange& exchange, UpstreamClient&) {
    seen->add(request);
    return echo(request, exchange);
  };
  return start_server(std::move(handler), std::move(options));
}

bool eventually(const std::function<bool()>& condition) {
  auto end = std::chrono::steady_clock::now() + RawSocket::kTimeout;
  while (std::chrono::steady_clock::now() < end) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return condition();
}

}  // namespace schemagate::net
