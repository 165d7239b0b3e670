// Which context records there are, of which run, and the keys of the runs. No lock, no file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gateway/net/fair_share.h"
#include "gateway/store/record_store.h"
#include "gateway/store/run_key.h"

namespace schemagate::store {

using RecordContent = std::shared_ptr<const std::string>;

// A row as a file gives it back.
struct RecordRow {
  std::int64_t number;
  std::int64_t key;
  WallTime until;
  std::size_t bytes;
};

class RecordTable {
 public:
  using Number = std::int64_t;  // of a row
  struct Key {
    Number number = 0;
    std::shared_ptr<const RunKey> key;
  };
  // A record without, or with, what it holds.
  struct Entry {
    Number number = 0;
    std::string run;
    Key key;
    WallTime until;
    std::size_t bytes = 0;
    RecordContent content = {};  // nullptr: it is in the file
    std::uint64_t changed = 0;   // see Sequence
  };
  struct Put {
    Number number;
    Key key;
    bool is_new_key;
  };
  struct Gone {
    std::vector<Number> records = {};
    std::vector<Number> keys = {};
  };

  RecordTable(net::FairShare number, net::FairShare size) : number_(number), size_(size) {}

  enum class Keep { kIndex, kContent };  // in memory
  // `record` without its content, which is beside it. `take_number` gives rows that are new theirs. Errors:
  // as RecordStore::put_record().
  a2a::Result<Put> put(const ContextRecord& record, const RecordContent& content, Keep keep,
                       std::uint64_t changed, const std::function<Number()>& take_number);
  // nullptr: there is none, or its time has passed.
  const Entry* find(const std::string& id, WallTime now) const;
  void drop(const std::string& id, Gone& gone);
  void purge(const std::string& run, Gone& gone);
  // `records_max` at most; false when none is left whose time has passed.
  bool expire(WallTime now, std::size_t records_max, Gone& gone);

  // From a file: keys before their records.
  void restore_key(const std::string& run, Key key);
  // False: its run has no key any more.
  bool restore(const std::string& id, const RecordRow& row);
  // Keys that have no records.
  void drop_empty_runs(Gone& gone);

 private:
  struct Run {
    Key key;
    std::set<std::string> ids = {};
  };
  // By whoever has asked for the runs.
  struct Held {
    std::size_t records = 0;
    std::size_t bytes = 0;
  };
  a2a::Result<void> admits(const ContextRecord& record, std::size_t bytes) const;
  bool has_room(const ContextRecord& record, std::size_t bytes, const Entry* known) const;
  void add(const std::string& id, Entry entry);
  void release(const Entry& entry);

  net::FairShare number_;
  net::FairShare size_;
  std::size_t bytes_ = 0;
  std::map<std::string, Entry> records_;
  std::map<std::string, Held, std::less<>> held_;
  std::map<std::string, Run> runs_;
  std::map<Number, std::string> runs_by_key_;
  std::set<std::pair<WallTime, std::string>> due_;
};

}  // namespace schemagate::store
