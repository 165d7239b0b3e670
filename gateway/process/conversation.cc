#include "gateway/process/conversation.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

#include "gateway/process/line_budget.h"
#include "gateway/process/line_splitter.h"
#include "gateway/process/stray_pace.h"

namespace schemagate::process {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kReadBytes = 64 << 10;
constexpr std::size_t kSaidBytesMax = 1 << 10;  // of one line of its standard error
constexpr std::size_t kSaidPerMinute = 60;      // lines of it
constexpr std::size_t kStrayPerMinute = 10;     // lines that are no answers
constexpr std::size_t kStrayPerSecond = 16 << 20;
constexpr int kLastReadsMax = 16;  // of a pipe that a grandchild may still fill

class Conversation {
 public:
  Conversation(const Child& child, PendingCalls& calls, const ConversationOptions& options)
      : child_(child), calls_(calls), options_(options), output_(options.line_bytes_max) {}

  std::string_view run(const std::stop_token& stop) {
    while (!stop.stop_requested() && !is_over_) step();
    return stop.stop_requested() || exits_soon() ? std::string_view() : what_it_did_;
  }

 private:
  enum Place { kWake, kExit, kOutput, kErrors, kInput };

  // One that ends closes its pipes a moment before.
  bool exits_soon() const {
    constexpr int kMomentMs = 200;
    pollfd watched{child_.exit(), POLLIN, 0};
    return poll(&watched, 1, kMomentMs) > 0;
  }

  void step() {
    if (line_.empty()) line_ = calls_.next_line().value_or("");
    const auto now = SteadyClock::now();
    const auto output_pause = output_pace_.pause(now);
    const auto errors_pause = errors_pace_.pause(now);
    const bool reads_errors = has_errors_ && errors_pause.count() == 0;
    std::array<pollfd, 5> watched{{{options_.wake, POLLIN, 0},
                                   {child_.exit(), POLLIN, 0},
                                   {output_pause.count() == 0 ? child_.output() : -1, POLLIN, 0},
                                   {reads_errors ? child_.errors() : -1, POLLIN, 0},
                                   {line_.empty() ? -1 : child_.input(), POLLOUT, 0}}};
    const int patience = shortest(patience_ms(), output_pause, errors_pause);
    if (poll(watched.data(), watched.size(), patience) < 0) return;
    if (watched[kWake].revents != 0) {
      eventfd_t count = 0;
      (void)eventfd_read(options_.wake, &count);
    }
    if (watched[kOutput].revents != 0) is_over_ = !read_output();
    if (watched[kErrors].revents != 0) has_errors_ = read_errors();
    if (watched[kInput].revents != 0) write();
    if (watched[kExit].revents != 0) take_last_words();
    note_life(watched[kOutput].revents != 0);
  }

  // What poll() may wait: negative is for ever, and a pause of nothing is none.
  static int shortest(int patience, std::chrono::milliseconds one, std::chrono::milliseconds other) {
    for (const auto pause : {one, other}) {
      const int ms = static_cast<int>(pause.count());
      if (ms > 0 && (patience < 0 || ms < patience)) patience = ms;
    }
    return patience;
  }

  // Of what has been written to it: bytes that are still in the pipe.
  std::uint64_t unread() const {
    int bytes = 0;
    return ioctl(child_.input(), FIONREAD, &bytes) == 0 ? static_cast<std::uint64_t>(bytes) : 0;
  }

  // Until a child that has something to read counts as silent; for ever where nothing waits.
  int patience_ms() const {
    if (line_.empty() && unread() == 0) return -1;
    const auto left = alive_ + options_.silence_max - SteadyClock::now();
    return static_cast<int>(
        std::max<std::int64_t>(0, std::chrono::ceil<std::chrono::milliseconds>(left).count()));
  }

  // One that works for long reads nothing meanwhile; but it says something, or its calls run out of time.
  void note_life(bool has_said_something) {
    const std::uint64_t waiting = unread();
    const std::uint64_t taken = put_in_ - waiting;
    const bool has_all = waiting == 0 && line_.empty();
    if (std::exchange(taken_, taken) != taken || has_said_something || has_all) alive_ = SteadyClock::now();
    if (SteadyClock::now() - alive_ < options_.silence_max) return;
    what_it_did_ = "stopped reading its standard input";
    is_over_ = true;
  }

  // False at the end of the pipe. `take` gets what was read, nothing where nothing is there.
  template <class Take>
  bool read_from(int pipe, Take take) {
    const ssize_t got = read(pipe, buffer_.data(), buffer_.size());
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    take(std::string_view(buffer_.data(), static_cast<std::size_t>(got)));
    return got > 0;
  }
  bool read_output() {
    return read_from(child_.output(), [this](std::string_view bytes) {
      if (output_.is_skipping()) output_pace_.note(bytes.size(), SteadyClock::now());
      output_.feed(bytes, [this](LineSplitter::Line line) { take(std::move(line)); });
    });
  }
  bool read_errors() {
    return read_from(child_.errors(), [this](std::string_view bytes) {
      if (errors_.is_skipping()) errors_pace_.note(bytes.size(), SteadyClock::now());
      errors_.feed(bytes, [this](const LineSplitter::Line& line) {
        errors_pace_.note_line(line.text.size(), SteadyClock::now());
        tell("agent_process_says", said_, cleaned(line.text));
      });
    });
  }

  void take(LineSplitter::Line line) {
    using Use = PendingCalls::Use;
    const std::size_t size = line.text.size();
    const Use use = line.is_cut ? Use::kStray : calls_.answer(std::move(line.text));
    if (use != Use::kAnswer) output_pace_.note_line(size, SteadyClock::now());
    if (line.is_cut) {
      tell("agent_process_stray_line", stray_,
           "longer than the limit of " + std::to_string(options_.line_bytes_max) + " bytes");
      calls_.answer_cut(line.text, options_.line_bytes_max);
    } else if (use == Use::kStray) {
      tell("agent_process_stray_line", stray_, "no JSON-RPC response to a request of the gateway");
    }
  }

  // A child that does not read any more can be asked nothing.
  void write() {
    const ssize_t wrote = ::write(child_.input(), line_.data() + written_, line_.size() - written_);
    if (wrote < 0 && errno != EAGAIN && errno != EINTR) {
      what_it_did_ = "closed its standard input";
      return take_last_words();
    }
    if (wrote > 0) written_ += static_cast<std::size_t>(wrote);
    if (wrote > 0) put_in_ += static_cast<std::uint64_t>(wrote);
    if (written_ < line_.size()) return;
    std::string().swap(line_);  // an assignment would keep the memory
    written_ = 0;
  }

  void take_last_words() {
    is_over_ = true;
    for (int i = 0; i < kLastReadsMax && has_more(child_.output()) && read_output(); ++i) {
    }
    for (int i = 0; i < kLastReadsMax && has_errors_ && has_more(child_.errors()); ++i)
      has_errors_ = read_errors();
  }
  static bool has_more(int pipe) {
    pollfd watched{pipe, POLLIN, 0};
    return poll(&watched, 1, 0) > 0 && (watched.revents & POLLIN) != 0;
  }

  void tell(std::string_view event, LineBudget& budget, std::string_view text) {
    if (options_.log == nullptr || !budget.take(std::chrono::steady_clock::now())) return;
    Log::Fields fields{{"agent", options_.agent}, {"text", text}};
    if (const std::size_t left_out = budget.take_left_out(); left_out > 0)
      fields.emplace_back("left_out", left_out);
    options_.log->write(&budget == &said_ ? LogLevel::kInfo : LogLevel::kWarn, event, fields);
  }

  const Child& child_;
  PendingCalls& calls_;
  const ConversationOptions& options_;
  std::array<char, kReadBytes> buffer_{};
  std::string line_ = {};  // that is being written
  std::size_t written_ = 0;
  std::uint64_t put_in_ = 0;                            // the pipe
  std::uint64_t taken_ = 0;                             // by the child
  SteadyClock::time_point alive_ = SteadyClock::now();  // or it had nothing to read
  LineSplitter output_;
  LineSplitter errors_{kSaidBytesMax};
  LineBudget said_{kSaidPerMinute};
  LineBudget stray_{kStrayPerMinute};
  StrayPace output_pace_{kStrayPerSecond};
  StrayPace errors_pace_{kStrayPerSecond};
  bool has_errors_ = true;
  bool is_over_ = false;
  std::string_view what_it_did_ = "closed its standard output";
};

}  // namespace

std::string_view converse(const Child& child, PendingCalls& calls, const ConversationOptions& options,
                          const std::stop_token& stop) {
  return std::make_unique<Conversation>(child, calls, options)->run(stop);
}

}  // namespace schemagate::process
