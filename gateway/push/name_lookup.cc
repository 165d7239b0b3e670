#include "gateway/push/name_lookup.h"

#include <cstdint>
#include <mutex>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>

#include "gateway/net/lines.h"
#include "gateway/net/shared_limit.h"
#include "gateway/net/signal.h"

namespace schemagate::push {

// A search that has gone away is in neither of the two: what a thread finds for it is dropped.
struct NameLookup::State : std::enable_shared_from_this<State> {
  explicit State(Resolver how) : resolve(std::move(how)) {}

  // The rest under the lock.
  void begin_those_that_may();
  void begin(std::uint64_t number, const Search& search);
  // On its thread.
  void look_up(std::uint64_t number, const std::string& host, net::SharedLimit::Part part);

  const Resolver resolve;
  const net::SharedLimit places{kAtOnceMax, 1};
  std::mutex mutex;  // guards all below
  std::uint64_t last = 0;
  std::unordered_map<std::uint64_t, Search*> searches;
  net::Lines<std::uint64_t> waiting;  // for a place
};

// Somebody who waits for a name, on the executor's thread.
class NameLookup::Search {
 public:
  Search(net::Executor executor, std::shared_ptr<State> state, std::string host, std::string holder)
      : state_(std::move(state)), host_(std::move(host)), holder_(std::move(holder)), told_(executor) {
    const std::lock_guard lock(state_->mutex);
    number_ = ++state_->last;
    state_->searches.emplace(number_, this);
    place_ = state_->waiting.join(holder_, number_);
    state_->begin_those_that_may();
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  ~Search() {
    const std::lock_guard lock(state_->mutex);
    if (place_) state_->waiting.leave(*place_);
    state_->searches.erase(number_);
  }

  net::Awaitable<bool> wait(std::chrono::milliseconds time) const { return told_.wait(time); }
  std::optional<std::vector<IpAddress>> take() {
    const std::lock_guard lock(state_->mutex);
    return std::exchange(found_, {});
  }

 private:
  friend struct State;
  const std::shared_ptr<State> state_;
  const std::string host_;
  const std::string holder_;
  const net::Signal told_;
  std::uint64_t number_ = 0;
  std::optional<net::Lines<std::uint64_t>::Place> place_;
  std::optional<std::vector<IpAddress>> found_;
};

void NameLookup::State::begin_those_that_may() {
  const auto may = [this](const std::string& holder) { return places.grants(holder, 1); };
  while (const auto next = waiting.next(may)) {
    const std::uint64_t number = *next->entry;
    waiting.leave(*next);
    Search& search = *searches.at(number);
    search.place_.reset();
    begin(number, search);
  }
}

// Where the system has no thread to spare, nothing is found out in time.
void NameLookup::State::begin(std::uint64_t number, const Search& search) {
  net::SharedLimit::Part part = places.part_of(search.holder_);
  if (!part.grow_to(1)) return;
  try {
    std::thread([self = shared_from_this(), number, host = search.host_, part = std::move(part)]() mutable {
      self->look_up(number, host, std::move(part));
    }).detach();
  } catch (const std::system_error&) {
    return;
  }
}

void NameLookup::State::look_up(std::uint64_t number, const std::string& host, net::SharedLimit::Part part) {
  auto addresses = resolve(host);
  const std::lock_guard lock(mutex);
  if (const auto search = searches.find(number); search != searches.end()) {
    search->second->found_ = std::move(addresses);
    search->second->told_.notify();
  }
  part.give_back();
  begin_those_that_may();
}

NameLookup::NameLookup(net::Executor executor, Resolver resolve)
    : executor_(std::move(executor)), state_(std::make_shared<State>(std::move(resolve))) {}

net::Awaitable<std::optional<std::vector<IpAddress>>> NameLookup::find(std::string host, std::string holder,
                                                                       std::chrono::milliseconds time) const {
  Search search(executor_, state_, std::move(host), std::move(holder));
  co_await search.wait(time);
  co_return search.take();
}

}  // namespace schemagate::push
