#include "gateway/process/agent_process.h"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <utility>

#include "gateway/net/signal.h"
#include "gateway/process/answers.h"
#include "gateway/process/conversation.h"
#include "gateway/process/pending_calls.h"
#include "gateway/process/restart_policy.h"

namespace schemagate::process {
namespace {

using net::Awaitable;
using net::FailureKind;
using net::Result;
using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::chrono::hours kLongestCall{24};  // keeps the clock from overflowing
constexpr std::size_t kLinesKept = 2;           // of the longest ones, for each call
constexpr unsigned kLinesInARow = 16;           // taken before others have their turn

SteadyClock::time_point after(milliseconds timeout) {
  return SteadyClock::now() + std::min<milliseconds>(timeout, kLongestCall);
}

milliseconds left_until(SteadyClock::time_point deadline) {
  return std::chrono::ceil<milliseconds>(deadline - SteadyClock::now());
}

// One call from a core, until it is destroyed.
class CoreCall {
 public:
  CoreCall(std::shared_ptr<PendingCalls> calls, net::Executor executor, const AgentProcessOptions& options)
      : calls_(std::move(calls)),
        executor_(executor),
        signal_(std::move(executor)),
        bytes_max_(kLinesKept * options.line_bytes_max),
        memory_(options.memory) {}
  CoreCall(const CoreCall&) = delete;
  CoreCall& operator=(const CoreCall&) = delete;
  ~CoreCall() { calls_->remove(id_); }

  // Sends the request, and gives the first line that answers it.
  Awaitable<Result<std::string>> ask(const net::UpstreamRequest& request, SteadyClock::time_point deadline) {
    auto line = co_await ask_once(request, deadline);
    const bool again = !line && line.error().kind == FailureKind::kClosed &&
                       (request.safe_to_retry || answers_->is_unsent());
    if (again) line = co_await ask_once(request, deadline);
    co_return line;
  }
  // The next one. Errors: `late` when none has come by the deadline.
  Awaitable<Result<std::string>> next(SteadyClock::time_point deadline, net::Failure late) {
    for (;;) {
      auto line = answers_->take();
      if (!line) co_return std::unexpected(std::move(line.error()));
      if (line->has_value()) {
        // A child that always has one more keeps the core from nobody.
        if (++in_a_row_ % kLinesInARow == 0) co_await net::turn_to_send(executor_);
        co_return **std::move(line);
      }
      const milliseconds left = left_until(deadline);
      if (left.count() <= 0) co_return std::unexpected(std::move(late));
      in_a_row_ = 0;
      (void)co_await signal_.wait(left);
    }
  }

 private:
  Awaitable<Result<std::string>> ask_once(const net::UpstreamRequest& request,
                                          SteadyClock::time_point deadline) {
    calls_->remove(id_);
    answers_ = std::make_shared<Answers>([signal = signal_] { signal.notify(); }, bytes_max_,
                                         memory_.part_of(request.holder));
    const auto id = calls_->add(request.body, request.holder, answers_);
    if (!id) co_return std::unexpected(id.error());
    id_ = *id;
    net::Failure late{FailureKind::kTimedOut, "did not answer in time"};
    co_return co_await next(deadline, std::move(late));
  }

  const std::shared_ptr<PendingCalls> calls_;
  const net::Executor executor_;
  const net::Signal signal_;
  const std::size_t bytes_max_;
  const net::SharedLimit memory_;
  std::shared_ptr<Answers> answers_ = {};
  std::uint64_t id_ = 0;   // none has 0
  unsigned in_a_row_ = 0;  // lines that were there without waiting
};

class LineStream final : public net::UpstreamStream {
 public:
  LineStream(std::unique_ptr<CoreCall> call, std::string first)
      : call_(std::move(call)), line_(std::move(first)) {}

  int status() const override { return 200; }
  std::string_view header(std::string_view name) const override {
    return name == "Content-Type" ? net::kMessagesType : std::string_view();
  }
  bool is_ready() const override { return is_first_; }
  Awaitable<Result<std::string_view>> read(milliseconds stall_timeout) override {
    if (std::exchange(is_first_, false)) co_return std::string_view(line_);
    std::string().swap(line_);
    if (failure_) co_return std::unexpected(*failure_);
    net::Failure late{FailureKind::kStalled, "sent nothing for too long"};
    const auto deadline = after(stall_timeout);
    auto line = co_await call_->next(deadline, std::move(late));
    if (!line) {
      failure_ = std::move(line.error());
      co_return std::unexpected(*failure_);
    }
    line_ = *std::move(line);
    co_return std::string_view(line_);
  }

 private:
  const std::unique_ptr<CoreCall> call_;
  std::string line_;
  bool is_first_ = true;
  std::optional<net::Failure> failure_ = {};
};

// What is not running says so: "is not running: it ended with exit code 1".
net::Failure not_running(const std::string& cause, bool is_given_up) {
  const std::string_view again = is_given_up ? ", too often to be started again" : "";
  return {FailureKind::kUnreachable, "is not running: it " + cause + std::string(again)};
}

}  // namespace

AgentProcess::AgentProcess(AgentProcessOptions options)
    : options_(std::move(options)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      calls_(std::make_shared<PendingCalls>([this] { wake(); })),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

AgentProcess::~AgentProcess() {
  begin_end();
  thread_.join();
}

void AgentProcess::begin_end() {
  thread_.request_stop();
  wake();
}

void AgentProcess::wake() const {
  (void)eventfd_write(wake_.get(), 1);
}

Awaitable<Result<net::HttpResponse>> AgentProcess::fetch(const net::Url&, net::UpstreamRequest request,
                                                         milliseconds timeout) {
  const auto executor = co_await net::own_executor();
  const auto deadline = after(timeout);
  CoreCall call(calls_, executor, options_);
  auto line = co_await call.ask(request, deadline);
  if (!line) co_return std::unexpected(std::move(line.error()));
  net::HttpResponse response;
  response.status = 200;
  response.body = *std::move(line);
  co_return response;
}

Awaitable<Result<std::unique_ptr<net::UpstreamStream>>> AgentProcess::open(const net::Url&,
                                                                           net::UpstreamRequest request,
                                                                           milliseconds timeout) {
  const auto executor = co_await net::own_executor();
  const auto deadline = after(timeout);
  auto call = std::make_unique<CoreCall>(calls_, executor, options_);
  auto first = co_await call->ask(request, deadline);
  if (!first) co_return std::unexpected(std::move(first.error()));
  std::unique_ptr<net::UpstreamStream> stream =
      std::make_unique<LineStream>(std::move(call), *std::move(first));
  co_return stream;
}

Result<std::string> AgentProcess::ask(const std::string& request, milliseconds timeout,
                                      const std::stop_token& stop) {
  store::Guarded<bool> has_come(false);
  std::condition_variable_any come;
  const auto answers = std::make_shared<Answers>(
      [&] {
        has_come.with([](bool& flag) { flag = true; });
        come.notify_all();
      },
      options_.line_bytes_max);
  const auto id = calls_->add(request, "", answers);
  if (!id) return std::unexpected(id.error());
  has_come.wait(come, stop, timeout, [](bool flag) { return flag; });
  calls_->remove(*id);  // nobody wakes behind this
  auto line = answers->take();
  if (!line) return std::unexpected(std::move(line.error()));
  if (line->has_value()) return **std::move(line);
  if (stop.stop_requested()) return net::failed(FailureKind::kCancelled, "was not waited for");
  return net::failed(FailureKind::kTimedOut, "did not answer in time");
}

void AgentProcess::note(LogLevel level, std::string_view event, std::string_view cause) const {
  if (options_.log != nullptr)
    options_.log->write(level, event, {{"agent", options_.agent}, {"cause", cause}});
}

void AgentProcess::wait_for_wake(milliseconds time) const {
  pollfd watched{wake_.get(), POLLIN, 0};
  (void)poll(&watched, 1, static_cast<int>(time.count()));
  eventfd_t count = 0;
  (void)eventfd_read(wake_.get(), &count);
}

// False: the stop came.
bool AgentProcess::pause(const std::stop_token& stop, milliseconds time) const {
  const auto end = after(time);
  while (!stop.stop_requested() && SteadyClock::now() < end) wait_for_wake(left_until(end));
  return !stop.stop_requested();
}

void AgentProcess::wait_until_wanted(const std::stop_token& stop) const {
  while (!calls_->is_wanted() && !stop.stop_requested()) wait_for_wake(kLongestCall);
}

// Until it has ended.
AgentProcess::Ending AgentProcess::live_once(const std::stop_token& stop) const {
  auto child = Child::start(options_.command);
  if (!child) {
    const std::string& cause = child.error().detail;
    return {cause, {FailureKind::kUnreachable, cause}};
  }
  if (options_.log != nullptr)
    options_.log->write(LogLevel::kInfo, "agent_process_started",
                        {{"agent", options_.agent}, {"pid", (*child)->id()}});
  const ConversationOptions options{options_.agent, options_.log, options_.line_bytes_max,
                                    options_.silence_max, wake_.get()};
  const std::string_view instead = converse(**child, *calls_, options, stop);
  std::string cause = (*child)->end(options_.grace);
  if (!instead.empty()) cause = instead;
  net::Failure failure{FailureKind::kClosed, cause + " before it answered"};
  return {std::move(cause), std::move(failure)};
}

void AgentProcess::run(const std::stop_token& stop) {
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
  RestartPolicy policy(options_.restarts_in_a_row_max);
  wait_until_wanted(stop);
  while (!stop.stop_requested()) {
    const auto began = SteadyClock::now();
    const auto [cause, failure] = live_once(stop);
    if (stop.stop_requested()) break;
    const auto pause_time = policy.after(SteadyClock::now() - began);
    const bool is_at_once = pause_time && pause_time->count() == 0;
    calls_->interrupt(failure, is_at_once ? std::nullopt : std::optional(not_running(cause, !pause_time)));
    note(LogLevel::kError, pause_time ? "agent_process_ended" : "agent_process_given_up", cause);
    if (options_.on_ended) options_.on_ended();
    if (!pause_time) return;  // what comes now fails at once
    if (!pause(stop, *pause_time)) break;
    calls_->resume();
  }
  const net::Failure stopped{FailureKind::kCancelled, "is ended with the gateway"};
  calls_->interrupt(stopped, stopped);
}

}  // namespace schemagate::process
