// Who wants to know when a task's log has grown. Subscribers pull the log themselves: a slow one delays
// nobody and queues nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

#include "gateway/store/guarded.h"

namespace schemagate::store {

// Safe from any thread.
class TaskFeed {
 public:
  // Called from any thread, under the feed's lock: it must not block, throw, or call the store or the feed.
  using Observer = std::move_only_function<void() const>;

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

  // From now on the observer is told whenever that task's log has grown. Subscribe first, read the log
  // afterwards. No task need have the id yet: its creation is told, too.
  [[nodiscard]] Subscription subscribe(const std::string& task_id, Observer observer);
  // Is told when tasks may have been left without a run: see TaskStore::unfinished().
  [[nodiscard]] Subscription subscribe_unfinished(Observer observer);
  // Is told when tasks are to make room: see TaskStore::given_up().
  [[nodiscard]] Subscription subscribe_given_up(Observer observer);

  // --- for stores ---
  void tell(const std::string& task_id) const;
  void tell_unfinished() const;
  void tell_given_up() const;
  // Everybody, once: something may have been missed.
  void tell_all() const;
  bool has_subscribers(const std::string& task_id) const;

 private:
  struct State {
    std::unordered_map<std::string, std::unordered_map<std::uint64_t, Observer>> tasks;
    std::uint64_t next_number = 0;
  };
  void drop(const std::string& task_id, std::uint64_t number);

  Guarded<State> state_;
};

}  // namespace schemagate::store
