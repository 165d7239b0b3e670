// Which contents of tasks that have ended stay in memory beside the ledger. No lock, as the rest of the
// working set.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <list>
#include <memory>
#include <vector>

#include "gateway/store/task_content.h"

namespace schemagate::store {

// Contents belong to the slots that others own, which must stay where they are until they are removed here;
// a slot whose content has to go is emptied.
class ContentCache {
 public:
  using Slot = std::unique_ptr<TaskContent>;

  explicit ContentCache(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  // REQUIRES: a content. It is the most recently used from now on; one of more than a quarter of bytes_max
  // goes first all the same.
  void add(Slot& slot);
  // The same for one that was added; others are ignored.
  void touch(const Slot& slot);
  void remove(const Slot& slot);
  // What was not used for longest, until the rest takes `bytes_max`: to be destroyed under no lock.
  std::vector<Slot> evict();

 private:
  struct Cached {
    Slot* slot;
    std::size_t bytes;
  };
  std::size_t bytes_max_;
  std::size_t bytes_ = 0;
  std::list<Cached> order_ = {};  // the most recently used last
  absl::flat_hash_map<const Slot*, std::list<Cached>::iterator> places_ = {};
};

}  // namespace schemagate::store
