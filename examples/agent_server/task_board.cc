#include "examples/agent_server/task_board.h"

#include <algorithm>
#include <random>
#include <utility>

namespace schemagate::agent_server {

std::string new_id() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device source;
  std::string id;
  for (int word = 0; word < 4; ++word) {
    for (std::uint32_t bits = source(), digit = 0; digit < 8; ++digit, bits >>= 4) id += kDigits[bits & 15];
  }
  return id;
}

TaskBoard::Entry TaskBoard::entry_for(Task task) {
  task.state = task.job.question.empty() ? State::kCompleted : State::kInputRequired;
  const auto due = Clock::now() + task.job.takes;
  return {std::move(task), due};
}

Task TaskBoard::read(const Entry& entry) {
  Task task = entry.task;
  if (Clock::now() < entry.due) task.state = State::kWorking;
  return task;
}

Task TaskBoard::create(a2a::JsonTree message, std::string context_id, Job job) {
  Task task{new_id(), std::move(context_id), std::move(message), std::move(job), State::kWorking};
  task.message["taskId"] = task.id;
  task.message["contextId"] = task.context_id;
  const std::string id = task.id;
  const std::lock_guard lock(mutex_);
  const auto& entry = entries_.insert_or_assign(id, entry_for(std::move(task))).first->second;
  ages_.emplace(created_++, id);
  if (ages_.size() > kTasksMax) {
    entries_.erase(ages_.begin()->second);
    ages_.erase(ages_.begin());
  }
  return read(entry);
}

std::optional<Task> TaskBoard::answer(const std::string& id, Job job) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end() || read(found->second).state != State::kInputRequired) return std::nullopt;
  Task task = found->second.task;
  task.job = std::move(job);
  found->second = entry_for(std::move(task));
  return read(found->second);
}

std::optional<Task> TaskBoard::find(const std::string& id) const {
  return wait(id, std::chrono::milliseconds(0));
}

std::optional<Task> TaskBoard::wait(const std::string& id, std::chrono::milliseconds timeout) const {
  const auto deadline = Clock::now() + timeout;
  std::unique_lock lock(mutex_);
  while (true) {
    const auto found = entries_.find(id);
    if (found == entries_.end()) return std::nullopt;
    const auto due = std::min(found->second.due, deadline);
    if (Clock::now() >= due) return read(found->second);
    canceled_.wait_until(lock, due);
  }
}

std::optional<Task> TaskBoard::cancel(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return std::nullopt;
  Task before = read(found->second);
  if (before.state == State::kWorking || before.state == State::kInputRequired) {
    found->second.task.state = State::kCanceled;
    found->second.due = Clock::now();
    canceled_.notify_all();
  }
  return before;
}

}  // namespace schemagate::agent_server
