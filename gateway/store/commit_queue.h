// Changes on their way to the ledger's file, and who waits for them. No lock: its owner has one.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "gateway/store/ledger_change.h"
#include "gateway/store/task_store.h"

namespace schemagate::store {

class CommitQueue {
 public:
  // What is written in one transaction.
  struct Batch {
    std::vector<Change> changes = {};
    Sequence last = 0;  // durable with it
    std::size_t bytes = 0;
  };

  explicit CommitQueue(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  // Errors: kInternal while the ledger cannot be written, or when bytes_max bytes wait to be.
  a2a::Result<void> admits_task_changes() const;
  // Of a few bytes each: up to twice bytes_max, also while the ledger cannot be written.
  bool admits_small_changes() const { return bytes_ < 2 * bytes_max_; }

  void put(Sequence sequence, Change change);
  bool empty() const { return changes_.empty(); }
  // Moves up to `changes_max` changes behind those that `batch` has; its bytes count until it is settled.
  void take(Batch& batch, std::size_t changes_max);

  // Somebody waits: there is no use in gathering more changes.
  bool is_awaited() const { return !observers_.empty(); }
  Sequence durable() const { return durable_; }
  // What `observer` can be told at once; otherwise it is kept, and told what the next two return.
  std::optional<a2a::Result<void>> await(Sequence sequence, DurabilityObserver& observer);
  // `batch` is durable. Returns who waited for it.
  std::vector<DurabilityObserver> settle(const Batch& batch);
  // Nothing can be written for now. Returns everybody who waits.
  std::vector<DurabilityObserver> fail(a2a::Error error);
  const std::optional<a2a::Error>& error() const { return error_; }

 private:
  struct Queued {
    Sequence sequence;
    Change change;
  };
  struct Waiting {
    Sequence sequence;
    DurabilityObserver observer;
  };

  const std::size_t bytes_max_;
  std::size_t bytes_ = 0;  // of what is not durable
  std::deque<Queued> changes_;
  std::vector<Waiting> observers_;
  Sequence durable_ = 0;
  std::optional<a2a::Error> error_;
};

}  // namespace schemagate::store
