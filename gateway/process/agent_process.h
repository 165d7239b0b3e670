// An agent that is a child process of the gateway: one JSON-RPC message a line on its standard input and
// output. A client of it looks like one of an agent behind a connection; README.md has the framing.
//
//   AgentProcess process({.agent = "echo", .command = {.words = {"python3", "echo.py"}}, .log = &log});
//   auto line = process.ask(request, 10s, {});                                    // blocks
//   auto answer = co_await process.fetch(url, {.body = request}, 10s);            // on any core
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "gateway/net/shared_limit.h"
#include "gateway/net/upstream.h"
#include "gateway/observe/log.h"
#include "gateway/process/child.h"
#include "gateway/process/command.h"

namespace schemagate::process {

class PendingCalls;

struct AgentProcessOptions {
  std::string agent;  // its name, for the log
  Command command;
  const Log* log = nullptr;  // is told of starts and ends, and what the child writes to its standard error
  std::size_t line_bytes_max = 8 << 20;
  net::SharedLimit memory =
      net::SharedLimit::unbounded();  // of lines that are not taken yet, by call's holder
  std::size_t restarts_in_a_row_max = 20;
  // One that reads nothing and writes nothing for so long, while something waits to be read, is ended.
  std::chrono::milliseconds silence_max{120'000};
  std::chrono::milliseconds grace{3'000};  // between SIGTERM and SIGKILL
  std::function<void()> on_ended = {};     // the child has ended without being told to; from its thread
};

// Starts the child with the first call, and again whenever it ends (RestartPolicy), on a thread of its own.
// The destructor ends it and waits for that. Safe from any thread; `log` outlives it.
//
// Of UpstreamClient: requests are the body's, a JSON-RPC request made with a2a::wire::kRequestId; their URL,
// target, method and headers are not looked at. Answers have the status 200 and that same id. While the child
// does not run, and is not about to, calls fail with kUnreachable. A call that is lost with its child is made
// once more when the child had read nothing of it, or when it is safe to be repeated.
class AgentProcess final : public net::UpstreamClient {
 public:
  explicit AgentProcess(AgentProcessOptions options);
  ~AgentProcess() override;

  net::Awaitable<net::Result<net::HttpResponse>> fetch(const net::Url& url, net::UpstreamRequest request,
                                                       std::chrono::milliseconds timeout) override;
  // Of net::kMessagesType. Answers once the first line has come. The stream has no end of its own: what a
  // line says ends it.
  net::Awaitable<net::Result<std::unique_ptr<net::UpstreamStream>>> open(
      const net::Url& url, net::UpstreamRequest request, std::chrono::milliseconds timeout) override;
  // The child's end begins, and nobody waits for it: of many, all end within one grace. No call comes behind
  // it.
  void begin_end();
  // The first line that answers; blocks until then. Errors as of fetch(); kCancelled.
  net::Result<std::string> ask(const std::string& request, std::chrono::milliseconds timeout,
                               const std::stop_token& stop);

 private:
  void run(const std::stop_token& stop);
  void wait_until_wanted(const std::stop_token& stop) const;
  // How a child ended, and what that is to calls that waited for it.
  struct Ending {
    std::string cause;
    net::Failure failure;
  };
  Ending live_once(const std::stop_token& stop) const;
  void wait_for_wake(std::chrono::milliseconds time) const;
  bool pause(const std::stop_token& stop, std::chrono::milliseconds time) const;
  void note(LogLevel level, std::string_view event, std::string_view cause) const;
  void wake() const;

  const AgentProcessOptions options_;
  const Descriptor wake_;  // an eventfd: there is something to be written, or the end
  const std::shared_ptr<PendingCalls> calls_;
  std::jthread thread_;
};

}  // namespace schemagate::process
