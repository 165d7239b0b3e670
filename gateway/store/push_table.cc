#include "gateway/store/push_table.h"

#include <algorithm>
#include <utility>

#include "gateway/store/not_written.h"

namespace schemagate::store {
namespace {

using a2a::ErrorCode;

auto with_id(const std::string& config_id) {
  return [&config_id](const auto& entry) { return entry.progress.subscription.config.id == config_id; };
}

auto find_in(auto& tasks, const std::string& task_id, std::int64_t number)
    -> decltype(&tasks.begin()->second.front().progress) {
  const auto found = tasks.find(task_id);
  if (found == tasks.end()) return nullptr;
  const auto entry =
      std::ranges::find_if(found->second, [number](const auto& one) { return one.number == number; });
  return entry == found->second.end() ? nullptr : &entry->progress;
}

}  // namespace

a2a::Result<std::optional<std::int64_t>> PushTable::put(const std::string& task_id, std::int64_t number,
                                                        PushProgress progress, std::size_t held,
                                                        Sequence changed_by) {
  const auto found = tasks_.find(task_id);
  if (found != tasks_.end()) {
    const auto same = std::ranges::find_if(found->second, with_id(progress.subscription.config.id));
    if (same != found->second.end()) {
      const std::int64_t replaced = same->number;
      *same = {number, std::move(progress), changed_by};
      return replaced;
    }
    if (found->second.size() >= task_max_) {
      return a2a::fail(
          ErrorCode::kInvalidParams,
          "the task already has its limit of " + std::to_string(task_max_) + " push notification configs");
    }
  }
  if (!all_.grants(size_, held, 1)) {
    return std::unexpected(
        not_written("the gateway already keeps its limit of " + std::to_string(all_.whole) +
                    " push notification configs, or this caller has its share of it; try again later"));
  }
  ++size_;
  tasks_[task_id].push_back({number, std::move(progress), changed_by});
  return std::nullopt;
}

std::vector<KeptPush> PushTable::of_task(const std::string& task_id) const {
  std::vector<KeptPush> subscriptions;
  const auto found = tasks_.find(task_id);
  if (found == tasks_.end()) return subscriptions;
  for (const Entry& entry : found->second)
    subscriptions.push_back({entry.progress.subscription, entry.changed_by});
  return subscriptions;
}

std::optional<std::int64_t> PushTable::remove(const std::string& task_id, const std::string& config_id) {
  const auto found = tasks_.find(task_id);
  if (found == tasks_.end()) return std::nullopt;
  const auto entry = std::ranges::find_if(found->second, with_id(config_id));
  if (entry == found->second.end()) return std::nullopt;
  const std::int64_t number = entry->number;
  found->second.erase(entry);
  --size_;
  if (found->second.empty()) tasks_.erase(found);
  return number;
}

std::vector<std::int64_t> PushTable::remove_task(const std::string& task_id) {
  std::vector<std::int64_t> numbers;
  const auto found = tasks_.find(task_id);
  if (found == tasks_.end()) return numbers;
  for (const Entry& entry : found->second) numbers.push_back(entry.number);
  size_ -= numbers.size();
  tasks_.erase(found);
  return numbers;
}

PushProgress* PushTable::find(const std::string& task_id, std::int64_t number) {
  return find_in(tasks_, task_id, number);
}

const PushProgress* PushTable::find(const std::string& task_id, std::int64_t number) const {
  return find_in(tasks_, task_id, number);
}

std::vector<std::pair<std::int64_t, std::string>> PushTable::active() const {
  std::vector<std::pair<std::int64_t, std::string>> found;
  for (const auto& [task_id, entries] : tasks_) {
    for (const Entry& entry : entries) {
      if (!entry.progress.given_up) found.emplace_back(entry.number, task_id);
    }
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace schemagate::store
