#include "gateway/store/task_feed.h"

#include <utility>

namespace schemagate::store {
namespace {

// No task has these ids.
constexpr const char* kUnfinished = "";
constexpr const char* kGivenUp = "\n";

}  // namespace

TaskFeed::Subscription::Subscription(Subscription&& other) noexcept
    : feed_(std::exchange(other.feed_, nullptr)),
      task_id_(std::move(other.task_id_)),
      number_(other.number_) {}

TaskFeed::Subscription::~Subscription() {
  if (feed_ != nullptr) feed_->drop(task_id_, number_);
}

TaskFeed::Subscription TaskFeed::subscribe(const std::string& task_id, Observer observer) {
  const std::uint64_t number = state_.with([&](State& state) {
    state.tasks[task_id].emplace(state.next_number, std::move(observer));
    return state.next_number++;
  });
  return {*this, task_id, number};
}

TaskFeed::Subscription TaskFeed::subscribe_unfinished(Observer observer) {
  return subscribe(std::string(kUnfinished), std::move(observer));
}

TaskFeed::Subscription TaskFeed::subscribe_given_up(Observer observer) {
  return subscribe(std::string(kGivenUp), std::move(observer));
}

void TaskFeed::tell_unfinished() const {
  tell(std::string(kUnfinished));
}

void TaskFeed::tell_given_up() const {
  tell(std::string(kGivenUp));
}

void TaskFeed::tell(const std::string& task_id) const {
  state_.with([&](const State& state) {
    auto subscribers = state.tasks.find(task_id);
    if (subscribers == state.tasks.end()) return;
    for (const auto& [number, observer] : subscribers->second) observer();
  });
}

void TaskFeed::tell_all() const {
  state_.with([](const State& state) {
    for (const auto& [task_id, subscribers] : state.tasks) {
      for (const auto& [number, observer] : subscribers) observer();
    }
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

}  // namespace schemagate::store
