// The agent's tasks. A job ends by itself when its time has come, so there is no worker thread: the state is
// read off the clock.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "examples/agent_server/agent.h"

namespace schemagate::agent_server {

enum class State { kWorking, kInputRequired, kCompleted, kCanceled };

struct Task {
  std::string id;
  std::string context_id;
  a2a::JsonTree message;  // the user's, with the ids of this task
  Job job;
  State state = State::kWorking;
};

// 32 random hexadecimal digits.
std::string new_id();

// Safe to call from any thread; tasks are handed out as copies. Keeps the newest kTasksMax tasks.
class TaskBoard {
 public:
  static constexpr std::size_t kTasksMax = 1'000;

  Task create(a2a::JsonTree message, std::string context_id, Job job);
  // A job for a task that has asked. Nothing when there is no such task or it has not asked.
  std::optional<Task> answer(const std::string& id, Job job);
  std::optional<Task> find(const std::string& id) const;
  // Returns when the task is no longer working, at the latest after `timeout`.
  std::optional<Task> wait(const std::string& id, std::chrono::milliseconds timeout) const;
  // The task as it was before; it is canceled now if it was working or asking.
  std::optional<Task> cancel(const std::string& id);

 private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    Task task;  // `state` is what it will be at `due`
    Clock::time_point due;
  };
  static Entry entry_for(Task task);
  static Task read(const Entry& entry);

  mutable std::mutex mutex_;  // guards what follows
  mutable std::condition_variable canceled_;
  std::map<std::string, Entry> entries_;
  std::map<std::uint64_t, std::string> ages_;  // creation order
  std::uint64_t created_ = 0;
};

}  // namespace schemagate::agent_server
