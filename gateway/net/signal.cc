#include "gateway/net/signal.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>

namespace schemagate::net {

namespace asio = boost::asio;

// `posted` is shared between threads; the rest belongs to the executor's thread.
struct Signal::State {
  explicit State(Executor where) : executor(std::move(where)) {}

  void wake() {
    posted = false;
    notified = true;
    interrupt();
  }
  void interrupt() {
    if (waiter) waiter->cancel();
  }
  bool take() { return std::exchange(notified, false); }

  const Executor executor;
  std::atomic<bool> posted = false;  // a wake-up is under way, another one would tell nothing new
  bool notified = false;
  Timer* waiter = nullptr;  // lives in the waiting coroutine
};

namespace {

constexpr std::chrono::hours kLongestWait{24};  // keeps the clock from overflowing

// Takes the timer back also when the waiting coroutine is destroyed.
class Waiting {
 public:
  Waiting(Timer*& slot, Timer& timer) : slot_(slot) { slot_ = &timer; }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() { slot_ = nullptr; }

 private:
  Timer*& slot_;
};

}  // namespace

Signal::Signal(Executor executor) : state_(std::make_shared<State>(std::move(executor))) {}

void Signal::notify() const {
  if (state_->posted.exchange(true)) return;
  asio::post(state_->executor, [state = state_] { state->wake(); });
}

void Signal::interrupt() const {
  state_->interrupt();
}

Awaitable<bool> Signal::wait(std::chrono::milliseconds timeout) const {
  std::shared_ptr<State> state = state_;
  if (state->take()) co_return true;
  Timer timer(state->executor, std::min<std::chrono::milliseconds>(timeout, kLongestWait));
  Waiting waiting(state->waiter, timer);
  boost::system::error_code ignored;
  co_await timer.async_wait(awaiting(ignored));
  co_return state->take();
}

}  // namespace schemagate::net
