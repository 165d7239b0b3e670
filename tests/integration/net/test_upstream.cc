#include "tests/integration/net/test_upstream.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <cstdlib>
#include <utility>

namespace schemagate::net {
namespace {

Awaitable<void> fetch_into(UpstreamClient& client, Url url, UpstreamRequest request,
                           std::chrono::milliseconds timeout, std::string& out) {
  Result<HttpResponse> answer = co_await client.fetch(url, std::move(request), timeout);
  out = answer ? std::to_string(answer->status) + ' ' + answer->body : text_of(answer.error());
}

Awaitable<void> stream_into(UpstreamClient& client, Url url, std::chrono::milliseconds stall,
                            std::string& out) {
  UpstreamRequest request;
  Result<std::unique_ptr<UpstreamStream>> stream =
      co_await client.open(url, std::move(request), RawSocket::kTimeout);
  if (!stream) {
    out = text_of(stream.error());
    co_return;
  }
  for (;;) {
    Result<std::string_view> piece = co_await (*stream)->read(stall);
    if (!piece) out.append("|").append(text_of(piece.error()));
    if (piece && piece->empty()) out.append("|end");
    if (!piece || piece->empty()) co_return;
    if (!out.empty()) out.append("|");
    out.append(*piece);
  }
}

}  // namespace

std::string text_of(const Failure& failure) {
  return std::string(name(failure.kind)) + ": " + failure.detail;
}

ScriptedAgent::ScriptedAgent(Script script)
    : thread_([this, script = std::move(script)] { script(listener_); }) {}

Url ScriptedAgent::url() const {
  Url url;
  url.host = "127.0.0.1";
  url.port = port();
  return url;
}

std::string read_request_from(RawSocket& socket) {
  return receive_answer(socket);
}

ScriptedAgent::Script answers_once(std::string bytes) {
  return [bytes = std::move(bytes)](RawListener& listener) {
    RawSocket socket = listener.accept();
    read_request_from(socket);
    socket.send(bytes);
    socket.half_close();
    socket.receive_all();
  };
}

UpstreamLoop::UpstreamLoop(UpstreamLimits limits)
    : client_(make_upstream_client(context_.get_executor(), limits)) {}

UpstreamLoop::~UpstreamLoop() {
  client_.reset();
}

// Other work, as the idle sweep's timer, may still be under way when this returns.
void UpstreamLoop::run(Awaitable<void> work) {
  bool done = false;
  boost::asio::co_spawn(context_, std::move(work), [&done](const std::exception_ptr&) { done = true; });
  context_.restart();
  while (!done) context_.run_one();
}

std::string UpstreamLoop::fetch(const Url& url, UpstreamRequest request, std::chrono::milliseconds timeout) {
  std::string out;
  run(fetch_into(*client_, url, std::move(request), timeout, out));
  return out;
}

std::string UpstreamLoop::read_stream(const Url& url, std::chrono::milliseconds stall) {
  std::string out;
  run(stream_into(*client_, url, stall, out));
  return out;
}

}  // namespace schemagate::net
