#include "gateway/front/large_answers.h"

#include <boost/asio/post.hpp>
#include <chrono>

namespace schemagate {
namespace {

constexpr std::chrono::hours kForever{24};  // every turn passes on

}  // namespace

// Leaves also when the waiting coroutine is destroyed.
class LargeAnswers::InLine {
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

net::Awaitable<LargeAnswers::Turn> LargeAnswers::turn(net::Executor executor, const std::string& holder) {
  if (std::exchange(busy_, true)) {
    Waiter waiter{net::Signal(executor)};
    const InLine place(waiting_, holder, waiter);
    while (!waiter.has_turn) (void)co_await waiter.signal.wait(kForever);
  }
  co_return Turn(*this);
}

void LargeAnswers::made(net::Executor executor, std::size_t bytes) {
  if (bytes < kLargeBytes || std::exchange(busy_, true)) return;
  boost::asio::post(executor, [this] { pass_on(); });
}

// The waiter goes on behind all that is ready to run by now.
void LargeAnswers::pass_on() {
  const auto next = waiting_.next([](const std::string&) { return true; });
  busy_ = next.has_value();
  if (!next) return;
  (*next->entry)->has_turn = true;
  (*next->entry)->signal.notify();
}

}  // namespace schemagate
