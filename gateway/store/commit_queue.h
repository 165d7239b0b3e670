// Changes on their way to the ledger's file, and who waits for them. No lock: its owner has one.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "gateway/store/durability.h"
#include "gateway/store/ledger_change.h"

namespace schemagate::store {

// Told once: no error when a change is durable, else why it cannot be said that it is. Must not block, throw
// or call the store.
using DurabilityObserver = std::move_only_function<void(a2a::Result<void>)>;

class CommitQueue {
 public:
  // What is written in one transaction.
  struct Batch {
    std::vector<Change> changes = {};
    Sequence last = 0;  // durable with it
    std::size_t bytes = 0;
  };

  explicit CommitQueue(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  // A change of about so many bytes. Errors: kInternal while the ledger cannot be written, or when bytes_max
  // bytes wait to be; for a large one earlier, from half of them on, so that whoever writes large ones leaves
  // room for the small ones of others.
  a2a::Result<void> admits_task_changes(std::size_t bytes = 0) const;
  // Of a few bytes each: up to twice bytes_max, also while the ledger cannot be written.
  bool admits_small_changes() const { return bytes_ < 2 * bytes_max_; }

  void put(Sequence sequence, Change change);
  // For what is forgotten by itself: nobody waits for it, and it lets others pass.
  void put_forgotten(Sequence sequence, Change change);
  bool empty() const { return changes_.empty() && forgotten_.empty(); }
  // Moves changes behind those that `batch` has, up to a limit that keeps commits short; its bytes count
  // until it is settled.
  void take(Batch& batch);
  // The same without a limit, for a batch that failed: what is forgotten may be what makes room.
  void take_all(Batch& batch);

  // Somebody waits: there is no use in gathering more changes.
  bool is_awaited() const { return !observers_.empty(); }
  Sequence durable() const { return durable_; }
  // What can be said of a change by now.
  std::optional<a2a::Result<void>> known(Sequence sequence) const;
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

  void take(Batch& batch, std::size_t changes_max, std::size_t forgotten_max);
  static void move_first(std::deque<Queued>& from, Batch& batch);

  const std::size_t bytes_max_;
  std::size_t bytes_ = 0;  // of what is not durable
  std::deque<Queued> changes_;
  std::deque<Queued> forgotten_;
  std::vector<Waiting> observers_;
  Sequence durable_ = 0;
  std::optional<a2a::Error> error_;
};

}  // namespace schemagate::store
