// The working set's idempotency records. No lock, as the rest of the working set.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <chrono>
#include <cstdint>
#include <list>
#include <optional>
#include <string_view>

#include "gateway/store/keyed_hash.h"
#include "gateway/store/message_memory.h"
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
  // In place of one that is there.
  void put(WideHash name, Record record);
  WallTime until(WallTime now) const { return now + window_; }
  // What was taken out.
  std::optional<Record> remove(WideHash name);
  // The oldest, when it is time to look whether it still counts; nullptr when it is not.
  const Record* due(WallTime now) const;
  // The oldest is due again after the window.
  void postpone_oldest(WallTime now);
  bool has_too_many() const { return order_.size() > records_max_; }
  // Its number. REQUIRES: there is one.
  std::int64_t drop_oldest();
  // Puts what was restored in order.
  void sort();

 private:
  struct Bucket {
    std::size_t operator()(const WideHash& name) const noexcept { return name.low; }
  };
  // The time is here, too: looking for what is due touches no entry that is not.
  struct Due {
    WideHash name;
    WallTime at;
  };
  using Order = std::list<Due>;
  struct Entry {
    Record record;
    Order::iterator place;
  };
  using Entries = absl::flat_hash_map<WideHash, Entry, Bucket>;
  Record remove(Entries::iterator entry);

  std::chrono::seconds window_;
  std::size_t records_max_;
  KeyedHash hash_;
  Entries entries_;
  Order order_;  // the latest last
};

}  // namespace schemagate::store
