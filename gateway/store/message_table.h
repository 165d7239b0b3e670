// The working set's idempotency records. No lock, as the rest of the working set.
#pragma once

#include <absl/container/node_hash_map.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "gateway/store/keyed_hash.h"
#include "gateway/store/message_memory.h"
#include "gateway/store/owner_queues.h"
#include "gateway/store/packed_id.h"

namespace schemagate::store {

// Knows nothing of tasks but their ids. Of names, which are keys with their scope in front, only hashes are
// kept.
class MessageTable {
 public:
  struct Record {
    std::int64_t number;
    PackedId task;   // that it has made, was said in, or is to make
    WallTime until;  // then it is time to look whether it still counts
    EarlierMessage::Outcome outcome;
  };

  // Keeps `records_max` of them, each due after `window`; none with a window of 0.
  MessageTable(std::chrono::seconds window, std::size_t records_max)
      : window_(window), records_max_(records_max) {}

  std::chrono::seconds window() const { return window_; }
  bool remembers() const { return window_.count() != 0; }
  WideHash hash_of(std::string_view name) const { return hash_.wide(name); }
  // nullptr: there is none. Whether it still counts is its owner's to say.
  const Record* find(WideHash name) const;
  // In place of one that is there, which is the same owner's.
  void put(std::string_view owner, WideHash name, Record record);
  WallTime until(WallTime now) const { return now + window_; }
  // What was taken out.
  std::optional<Record> remove(std::string_view owner, WideHash name);
  // The oldest, when it is time to look whether it still counts; nullptr when it is not.
  const Record* due(WallTime now) const;
  // The oldest is due again after the window.
  void postpone_due(WallTime now);
  // The number of the oldest. REQUIRES: there is one.
  std::int64_t drop_due();
  bool has_too_many() const { return entries_.size() > records_max_; }
  // Of the oldest of the owner that has most of them. REQUIRES: there is one.
  std::int64_t drop_of_most();
  // Puts what was restored in order.
  void sort() { queues_.sort(); }

 private:
  struct Bucket {
    std::size_t operator()(const WideHash& name) const noexcept { return name.low; }
  };
  struct Entry {
    Record record;
    QueuedBothWays<std::pair<const WideHash, Entry>> queued = {};
  };
  using Entries = absl::node_hash_map<WideHash, Entry, Bucket>;
  using Queues = OwnerQueues<Entries::value_type>;
  std::int64_t drop_oldest(Queues::Share& share);

  std::chrono::seconds window_;
  std::size_t records_max_;
  KeyedHash hash_;
  Entries entries_;
  Queues queues_;
};

}  // namespace schemagate::store
