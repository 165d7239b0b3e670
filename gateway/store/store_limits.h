// How much a store keeps, and for how long.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include "gateway/net/fair_share.h"
#include "gateway/store/accounts.h"

namespace schemagate::store {

struct StoreLimits {
  std::size_t tasks_max = 100'000;  // when reached, an ended task makes room: see owner_queues.h
  std::size_t task_events_max = 10'000;
  std::size_t task_bytes_max = 16 << 20;
  // Of all tasks together, about; when reached, those that have ended make room, or wait for their client,
  // then no more is taken. Those of one owner that are at work take at most its share.
  std::size_t bytes_max = std::size_t{1} << 30;
  std::size_t contexts_max = 100'000;  // remembered context names; one of who has most makes room
  std::size_t task_pushes_max = 8;     // push notification configs of one task
  std::size_t pushes_max = 100'000;    // and of all together
  std::size_t records_max = 100'000;   // context records
  std::size_t records_bytes_max = std::size_t{256} << 20;
  std::chrono::seconds retention{3'600};  // after a task has ended
  std::chrono::seconds deduplication_window{600};
  std::chrono::seconds context_retention{86'400};  // after a context's last use and its last task's end
  std::shared_ptr<Accounts> accounts = {};         // that are kept; nullptr: nobody asks for them
  bool has_owners = true;                          // false: all are one, and may take all

  // How bytes of tasks at work, push notification configs and context records are shared out.
  net::FairShare shared(std::size_t whole, std::size_t small) const {
    return {whole, has_owners ? small : whole};
  }
};

}  // namespace schemagate::store
