// The working set's push notification configs, by task. No lock, as the rest of the working set.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "a2a/error.h"
#include "gateway/net/fair_share.h"
#include "gateway/store/push_subscription.h"

namespace schemagate::store {

// Knows nothing of tasks but their ids: who asks has found the task.
class PushTable {
 public:
  PushTable(std::size_t task_max, net::FairShare all) : task_max_(task_max), all_(all) {}

  // Returns the number of what it replaced, if it did. `held`: how many configs the owner of the task has.
  // Errors as PushStore::put_push().
  a2a::Result<std::optional<std::int64_t>> put(const std::string& task_id, std::int64_t number,
                                               PushProgress progress, std::size_t held,
                                               Sequence changed_by = 0);
  std::vector<KeptPush> of_task(const std::string& task_id) const;
  // Its number, when there was one.
  std::optional<std::int64_t> remove(const std::string& task_id, const std::string& config_id);
  // The numbers of a task's configs, which are gone with it.
  std::vector<std::int64_t> remove_task(const std::string& task_id);
  // Until the next change of the table; nullptr when it is gone.
  PushProgress* find(const std::string& task_id, std::int64_t number);
  const PushProgress* find(const std::string& task_id, std::int64_t number) const;
  // Task ids and numbers of those that have not been given up, by number.
  std::vector<std::pair<std::int64_t, std::string>> active() const;

 private:
  struct Entry {
    std::int64_t number;
    PushProgress progress;
    Sequence changed_by;
  };
  std::size_t task_max_;
  net::FairShare all_;
  std::size_t size_ = 0;
  std::unordered_map<std::string, std::vector<Entry>> tasks_;
};

}  // namespace schemagate::store
