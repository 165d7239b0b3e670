// Everything that request handling reaches the outside through, under a test's control: an agent that answers
// as scripted, a clock that moves when told, ids that count.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gateway/store/memory_store.h"
#include "gateway/task/task_services.h"

namespace schemagate {

class FakeClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point monotonic() const override { return monotonic_; }
  std::chrono::system_clock::time_point utc() const override { return utc_; }
  void advance(std::chrono::milliseconds by) {
    monotonic_ += by;
    utc_ += by;
  }

 private:
  std::chrono::steady_clock::time_point monotonic_{std::chrono::hours(1)};
  std::chrono::system_clock::time_point utc_ = std::chrono::sys_days(std::chrono::days(20'000));
};

// "id-1", "id-2", …
class CountingIds final : public IdSource {
 public:
  std::string next() override { return "id-" + std::to_string(++count_); }

 private:
  int count_ = 0;
};

// One request that reached the agent, as it was handed to the network.
struct SentRequest {
  std::string method;
  net::UpstreamRequest request;
  std::chrono::milliseconds timeout;
};

// Event streams in pieces; a nullopt piece is a read that fails as FakeUpstream::stream_failure says.
using Pieces = std::vector<std::optional<std::string>>;

class FakeStream final : public net::UpstreamStream {
 public:
  // `at_once`: all pieces are there from the beginning.
  FakeStream(Pieces pieces, net::Failure failure, std::vector<std::chrono::milliseconds>& read_timeouts,
             bool at_once)
      : pieces_(std::move(pieces)),
        failure_(std::move(failure)),
        read_timeouts_(read_timeouts),
        at_once_(at_once) {}

  int status() const override { return 200; }
  std::string_view header(std::string_view name) const override {
    return name == "Content-Type" ? "text/event-stream" : "";
  }
  net::Awaitable<net::Result<std::string_view>> read(std::chrono::milliseconds stall_timeout) override;
  bool is_ready() const override { return at_once_; }

 private:
  Pieces pieces_;
  net::Failure failure_;
  std::size_t next_ = 0;
  std::vector<std::chrono::milliseconds>& read_timeouts_;
  bool at_once_;
};

class FakeUpstream final : public net::UpstreamClient {
 public:
  // What the agent does with a call of that method; a failure is the connection's.
  using Answer = std::function<net::Result<std::string>()>;
  std::map<std::string, Answer> results;  // the JSON of `result`
  std::map<std::string, Pieces> streams;  // what open() gives
  net::Failure stream_failure{net::FailureKind::kClosed, "broke the connection"};
  bool at_once = false;  // with the head
  int status = 200;      // of fetch()'s answers
  std::vector<SentRequest> sent;
  std::vector<std::chrono::milliseconds> read_timeouts;
  // Awaited before a fetch is answered, when it is set.
  std::optional<net::Signal> held_back;

  net::Awaitable<net::Result<net::HttpResponse>> fetch(const net::Url& url, net::UpstreamRequest request,
                                                       std::chrono::milliseconds timeout) override;
  net::Awaitable<net::Result<std::unique_ptr<net::UpstreamStream>>> open(
      const net::Url& url, net::UpstreamRequest request, std::chrono::milliseconds timeout) override;
  std::size_t count(const std::string& method) const;

 private:
  std::string note(net::UpstreamRequest request, std::chrono::milliseconds timeout);
};

// The operations on tasks on a loop of their own, in front of one v1.0 agent without schemas.
class FakeCore {
 public:
  explicit FakeCore(AgentConfig config = {}, bool streaming = false, GatewayLimits limits = {},
                    store::StoreLimits store_limits = {}, LogLevel log_level = LogLevel::kOff);

  // Runs the loop until `work` is done; what it started goes on in the next call.
  template <class T>
  T run(net::Awaitable<T> work) {
    std::optional<T> result;
    boost::asio::co_spawn(
        context, [&result, &work]() -> net::Awaitable<void> { result.emplace(co_await std::move(work)); },
        boost::asio::detached);
    context.restart();
    while (!result && context.run_one() > 0) continue;
    return std::move(*result);
  }
  // Runs what has been started to its end.
  void finish() {
    context.restart();
    context.run();
  }
  a2a::Result<a2a::SendResult> send(a2a::SendRequest request) {
    auto sent = run(services.messages.send(call(), std::move(request), plain));
    if (!sent) return std::unexpected(std::move(sent.error()));
    return std::move(**sent);
  }
  a2a::Result<StreamStart> stream(a2a::SendRequest request) {
    return run(services.messages.stream(call(), std::move(request), plain));
  }
  CallContext call() const { return {.agent = agent}; }
  a2a::Task task(const std::string& id) const { return store.get(call().scope(), id).wait()->task; }

  boost::asio::io_context context;
  FakeUpstream upstream;
  FakeClock clock;
  CountingIds ids;
  MessageDigest digest;
  a2a::JsonDocument document;
  store::MemoryStore store;
  Log log;
  GatewayLimits limits;
  AwaitedReplies replies;
  std::shared_ptr<const AgentSnapshot> agent;
  TaskServices services;
  PlainMessage plain;  // the latest message, where it made no task
};

// An answer for FakeUpstream::results: always the same, or a connection that breaks.
FakeUpstream::Answer gives(const std::string& result);
FakeUpstream::Answer breaks();

a2a::SendRequest text_request(const std::string& text, bool at_once = false);
// {"task":…} of an agent's task "up-1" in that state, e.g. "WORKING".
std::string task_result(const std::string& state);
// The same bare, as GetTask gives it.
std::string bare_task(const std::string& state);
std::string sse(const std::string& result);

}  // namespace schemagate
