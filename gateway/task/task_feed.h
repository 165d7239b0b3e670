// Who wants to know when a task's log has grown. Subscribers pull the log themselves: a slow one delays
// nobody and queues nothing.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "gateway/net/signal.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// Safe from any thread.
class TaskFeed {
 public:
  // Ends the subscription when destroyed. The feed must outlive it.
  class Subscription {
   public:
    Subscription(TaskFeed& feed, std::string task_id, std::uint64_t number)
        : feed_(&feed), task_id_(std::move(task_id)), number_(number) {}
    Subscription(Subscription&& other) noexcept;
    Subscription& operator=(Subscription&&) = delete;
    ~Subscription();

   private:
    TaskFeed* feed_;
    std::string task_id_;
    std::uint64_t number_;
  };

  // From now on every publish() of that task notifies `signal`. Subscribe first, read the log afterwards.
  [[nodiscard]] Subscription subscribe(const std::string& task_id, net::Signal signal);
  void publish(const std::string& task_id) const;
  bool has_subscribers(const std::string& task_id) const;

  // No task has this id: published when tasks have been left without a run.
  static inline const std::string kLeftBehind;

 private:
  struct State {
    std::unordered_map<std::string, std::unordered_map<std::uint64_t, net::Signal>> tasks;
    std::uint64_t next_number = 0;
  };
  void drop(const std::string& task_id, std::uint64_t number);

  store::Guarded<State> state_;
};

}  // namespace schemagate
