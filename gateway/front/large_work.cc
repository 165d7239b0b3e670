#include "gateway/front/large_work.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>

namespace schemagate {
namespace {

constexpr std::chrono::hours kForever{24};  // every turn passes on
constexpr int kShareOfPauses = 8;
constexpr std::chrono::milliseconds kLongestPause{5};

}  // namespace

// Leaves also when the waiting coroutine is destroyed.
class LargeWork::InLine {
 public:
  InLine(net::Lines<Waiter*>& lines, const std::string& holder, Waiter& waiter)
      : lines_(lines), place_(lines.join(holder, &waiter)) {}
  InLine(const InLine&) = delete;
  InLine& operator=(const InLine&) = delete;
  ~InLine() { lines_.leave(place_); }

 private:
  net::Lines<Waiter*>& lines_;
  const net::Lines<Waiter*>::Place place_;
};

net::Awaitable<void> LargeWork::wait_for_turn(net::Executor executor, const std::string& holder) {
  if (std::exchange(busy_, true)) {
    Waiter waiter{net::Signal(executor)};
    const InLine place(waiting_, holder, waiter);
    while (!waiter.has_turn) (void)co_await waiter.signal.wait(kForever);
    if (pause_.count() > 0) (void)co_await waiter.signal.wait(pause_);
  }
  began_ = std::chrono::steady_clock::now();
}

net::Awaitable<LargeWork::Turn> LargeWork::turn(net::Executor executor, const std::string& holder) {
  co_await wait_for_turn(executor, holder);
  co_return Turn(*this);
}

net::Awaitable<void> LargeWork::begin_large_body(net::Executor executor, const std::string& holder) {
  co_await wait_for_turn(executor, holder);
  pass_on_behind(executor);
}

void LargeWork::note_answer(net::Executor executor, std::size_t bytes) {
  if (bytes < kLargeBytes || std::exchange(busy_, true)) return;
  began_ = std::chrono::steady_clock::now();
  pass_on_behind(executor);
}

void LargeWork::pass_on_behind(net::Executor executor) {
  boost::asio::post(executor, [this] { pass_on(); });
}

// The waiter goes on behind all that is ready to run by now.
void LargeWork::pass_on() {
  const auto took = std::chrono::steady_clock::now() - began_;
  pause_ = std::min(std::chrono::round<std::chrono::milliseconds>(took / kShareOfPauses), kLongestPause);
  const auto next = waiting_.next([](const std::string&) { return true; });
  busy_ = next.has_value();
  if (!next) return;
  (*next->entry)->has_turn = true;
  (*next->entry)->signal.notify();
}

}  // namespace schemagate
