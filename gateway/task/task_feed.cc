#include "gateway/task/task_feed.h"

#include <utility>

namespace schemagate {

TaskFeed::Subscription::Subscription(Subscription&& other) noexcept
    : feed_(std::exchange(other.feed_, nullptr)),
      task_id_(std::move(other.task_id_)),
      number_(other.number_) {}

TaskFeed::Subscription::~Subscription() {
  if (feed_ != nullptr) feed_->drop(task_id_, number_);
}

TaskFeed::Subscription TaskFeed::subscribe(const std::string& task_id, net::Signal signal) {
  const std::uint64_t number = state_.with([&](State& state) {
    state.tasks[task_id].emplace(state.next_number, std::move(signal));
    return state.next_number++;
  });
  return {*this, task_id, number};
}

void TaskFeed::publish(const std::string& task_id) const {
  state_.with([&](const State& state) {
    auto subscribers = state.tasks.find(task_id);
    if (subscribers == state.tasks.end()) return;
    for (const auto& [number, signal] : subscribers->second) signal.notify();
  });
}

bool TaskFeed::has_subscribers(const std::string& task_id) const {
  return state_.with([&](const State& state) { return state.tasks.contains(task_id); });
}

void TaskFeed::drop(const std::string& task_id, std::uint64_t number) {
  state_.with([&](State& state) {
    auto subscribers = state.tasks.find(task_id);
    if (subscribers == state.tasks.end()) return;
    subscribers->second.erase(number);
    if (subscribers->second.empty()) state.tasks.erase(subscribers);
  });
}

}  // namespace schemagate
