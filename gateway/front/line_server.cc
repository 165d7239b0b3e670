#include "gateway/front/line_server.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <cerrno>
#include <climits>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "gateway/front/message_exchange.h"
#include "gateway/net/signal.h"
#include "gateway/process/child.h"
#include "gateway/process/line_splitter.h"
#include "gateway/store/guarded.h"

namespace schemagate {
namespace {

using net::Awaitable;
using std::chrono::steady_clock;

constexpr std::size_t kAtOnceMax = 256;
constexpr std::size_t kQueuedBytesMax = 8 << 20;  // of lines that are not written yet
constexpr std::size_t kReadBytes = 64 << 10;
constexpr std::chrono::milliseconds kRoomPause{20};
constexpr std::chrono::seconds kLastWordsTime{1};  // to write them
constexpr std::chrono::milliseconds kReaderMoment{250};

// Lines on their way out, written by a thread of its own, so that no core waits for the reader.
class LineWriter {
 public:
  explicit LineWriter(int output)
      : output_(output), thread_([this](const std::stop_token& stop) { run(stop); }) {}
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;
  // What is queued is written first.
  ~LineWriter() {
    thread_.request_stop();
    thread_.join();
  }

  // False: there is no room now.
  bool put(std::string& line) {
    const bool put = queue_.with([&line](Queue& queue) {
      if (queue.bytes > 0 && queue.bytes + line.size() > kQueuedBytesMax) return false;
      queue.bytes += line.size();
      queue.lines.push_back(std::move(line));
      return true;
    });
    wake_.notify_all();
    return put;
  }
  bool is_gone() const { return is_gone_; }
  bool is_idle() const {
    return queue_.with([](const Queue& queue) { return queue.lines.empty() && !queue.is_writing; });
  }
  // What is not written by now is not.
  void give_up() { is_gone_ = true; }

 private:
  struct Queue {
    std::deque<std::string> lines = {};
    std::size_t bytes = 0;
    bool is_writing = false;
  };

  void run(const std::stop_token& stop) {
    constexpr std::chrono::hours kLong{1};
    for (;;) {
      queue_.wait(wake_, stop, kLong, [](const Queue& queue) { return !queue.lines.empty(); });
      std::string line = queue_.with([](Queue& queue) {
        queue.is_writing = !queue.lines.empty();
        if (!queue.is_writing) return std::string();
        std::string first = std::move(queue.lines.front());
        queue.lines.pop_front();
        queue.bytes -= first.size();
        return first;
      });
      if (line.empty() && stop.stop_requested()) return;
      if (!is_gone_ && !write_all(line)) is_gone_ = true;
      queue_.with([](Queue& queue) { queue.is_writing = false; });
    }
  }
  // A pipe that poll() calls writable takes PIPE_BUF bytes: no write blocks, whoever else has it open.
  bool write_all(std::string_view line) const {
    constexpr int kLookMs = 100;
    while (!line.empty() && !is_gone_) {
      pollfd watched{output_, POLLOUT, 0};
      if (poll(&watched, 1, kLookMs) <= 0) continue;
      const std::string_view piece = line.substr(0, PIPE_BUF);
      const ssize_t wrote = ::write(output_, piece.data(), piece.size());
      if (wrote < 0 && errno != EINTR && errno != EAGAIN) return false;
      if (wrote > 0) line.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return true;
  }

  const int output_;
  store::Guarded<Queue> queue_;
  std::condition_variable_any wake_;
  std::atomic<bool> is_gone_ = false;
  std::jthread thread_;
};

// Requests that are under way, and their ids as JSON text.
struct OpenCalls {
  std::uint64_t last = 0;
  std::map<std::uint64_t, std::string> ids = {};
  bool has_ended = false;  // the last words are said, and nothing comes behind them
};

// Shared by the reading thread and the requests, which may outlast it by a moment.
struct Pipes {
  explicit Pipes(int output) : writer(output) {}

  std::uint64_t begin(const std::string& call_id) {
    return calls.with([&call_id](OpenCalls& open) {
      open.ids.emplace(++open.last, call_id);
      return open.last;
    });
  }
  void end(std::uint64_t call) {
    calls.with([call](OpenCalls& open) { open.ids.erase(call); });
  }
  bool has_ended() const {
    return calls.with([](const OpenCalls& open) { return open.has_ended; });
  }
  // False: there is no room now, or it is too late.
  bool put(std::string& line) {
    return calls.with([&](const OpenCalls& open) { return !open.has_ended && writer.put(line); });
  }
  // Of whatever has no answer now.
  void say_last_words() {
    const a2a::Error stopping{a2a::ErrorCode::kInternal, "the gateway is stopping; try again in a moment"};
    calls.with([&](OpenCalls& open) {
      open.has_ended = true;
      for (const auto& [call, id] : open.ids) {
        std::string line = a2a::wire::error_envelope(id, a2a::wire::Version::kV1_0, stopping) + '\n';
        (void)writer.put(line);
      }
    });
  }

  store::Guarded<OpenCalls> calls;
  process::Descriptor wake{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};  // a request has ended
  std::atomic<std::size_t> at_once = 0;
  std::atomic<bool> draining = false;
  LineWriter writer;
};

class PipeSink final : public MessageSink {
 public:
  PipeSink(std::shared_ptr<Pipes> pipes, net::Executor executor)
      : pipes_(std::move(pipes)), room_(std::move(executor)) {}

  Awaitable<bool> send(std::string message) override {
    message += '\n';
    while (!is_gone()) {
      if (pipes_->put(message)) co_return true;
      (void)co_await room_.wait(kRoomPause);
    }
    co_return false;
  }
  bool is_gone() const override { return pipes_->writer.is_gone() || pipes_->has_ended(); }
  bool draining() const override { return pipes_->draining; }

 private:
  const std::shared_ptr<Pipes> pipes_;
  const net::Signal room_;  // nobody notifies it
};

class LineServer {
 public:
  LineServer(const LineServerOptions& options, int stop, const net::Handler& handler,
             const net::Executor& executor)
      : options_(options),
        stop_(stop),
        handler_(handler),
        executor_(executor),
        lines_(options.limits.bytes_max) {}

  bool run() {
    while (!is_over()) step();
    if (is_too_late()) {
      pipes_->say_last_words();
      last_moment_ = steady_clock::now() + kLastWordsTime;
    }
    while (!pipes_->writer.is_idle() && !pipes_->writer.is_gone() && !is_too_late())
      std::this_thread::sleep_for(kRoomPause);
    const bool is_whole = pipes_->at_once == 0 && pipes_->writer.is_idle() && !pipes_->writer.is_gone();
    pipes_->writer.give_up();
    return is_whole;
  }

 private:
  bool is_over() const {
    if (pipes_->writer.is_gone()) return true;
    if ((input_ended_ || pipes_->draining) && pipes_->at_once == 0) return true;
    return is_too_late();
  }
  bool is_too_late() const { return pipes_->draining && steady_clock::now() >= last_moment_; }

  void step() {
    const bool reads = !input_ended_ && !pipes_->draining && pipes_->at_once < kAtOnceMax;
    std::array<pollfd, 4> watched{{{pipes_->wake.get(), POLLIN, 0},
                                   {reads ? options_.input : -1, POLLIN, 0},
                                   {pipes_->draining ? -1 : stop_, POLLIN, 0},
                                   {options_.output, 0, 0}}};
    constexpr int kLookMs = 250;  // at whether the output is gone, or the time is over
    if (poll(watched.data(), watched.size(), kLookMs) < 0) return;
    eventfd_t count = 0;
    (void)eventfd_read(pipes_->wake.get(), &count);
    if (watched[1].revents != 0) read();
    if (watched[2].revents != 0) {
      last_moment_ = steady_clock::now() + options_.drain;
      pipes_->draining = true;
    }
    if ((watched[3].revents & POLLERR) != 0) lose_reader();
  }

  // Whoever has its last answer may go before the request that gave it has ended.
  void lose_reader() {
    const auto now = steady_clock::now();
    if (!reader_lost_) reader_lost_ = now;
    input_ended_ = true;
    if (now - *reader_lost_ >= kReaderMoment) pipes_->writer.give_up();
    std::this_thread::sleep_for(kRoomPause);  // poll() tells of it for ever
  }

  void read() {
    const ssize_t got = ::read(options_.input, buffer_.data(), buffer_.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
      lines_.feed("\n", [this](process::LineSplitter::Line line) { take(std::move(line)); });
      input_ended_ = true;
      return;
    }
    lines_.feed({buffer_.data(), static_cast<std::size_t>(got)},
                [this](process::LineSplitter::Line line) { take(std::move(line)); });
  }

  void take(process::LineSplitter::Line line) {
    if (line.is_cut) line.text.clear();  // refused as what it is: too long
    ++pipes_->at_once;
    const std::string refusal = line.is_cut ? too_long() : "";
    boost::asio::co_spawn(executor_, answer(pipes_, options_, handler_, std::move(line.text), refusal),
                          boost::asio::detached);
  }

  std::string too_long() const {
    const std::string limit = std::to_string(options_.limits.bytes_max);
    return a2a::wire::error_envelope(
        "null", a2a::wire::Version::kV1_0,
        {a2a::ErrorCode::kInvalidRequest, "the line exceeds the limit of " + limit + " bytes"});
  }

  // By value: it outlives this object where the last moment has come.
  static Awaitable<void> answer(std::shared_ptr<Pipes> pipes, LineServerOptions options, net::Handler handler,
                                std::string line, std::string refusal) {
    const auto executor = co_await net::own_executor();
    PipeSink sink(pipes, executor);
    if (!refusal.empty()) {
      (void)co_await sink.send(std::move(refusal));
    } else {
      MessageRequest request = request_of(std::move(line), options.client, options.limits);
      const std::uint64_t call = pipes->begin(request.call_id);
      MessageExchange exchange(sink, executor, request.call_id, options.event_bytes_max);
      co_await handler(request.http, exchange);
      pipes->end(call);
    }
    --pipes->at_once;
    (void)eventfd_write(pipes->wake.get(), 1);
  }

  const LineServerOptions& options_;
  const int stop_;
  const net::Handler& handler_;
  const net::Executor executor_;
  process::LineSplitter lines_;
  std::array<char, kReadBytes> buffer_{};
  const std::shared_ptr<Pipes> pipes_ = std::make_shared<Pipes>(options_.output);
  bool input_ended_ = false;
  steady_clock::time_point last_moment_{};
  std::optional<steady_clock::time_point> reader_lost_ = {};
};

}  // namespace

bool serve_lines(const LineServerOptions& options, int stop, const net::Handler& handler,
                 const net::Executor& executor) {
  return std::make_unique<LineServer>(options, stop, handler, executor)->run();
}

}  // namespace schemagate
