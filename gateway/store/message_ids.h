// Which message to an agent bears an id: an agent that takes what has the same id for the same message must
// not be given two messages with one. No lock, as the rest of the working set.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "gateway/store/keyed_hash.h"
#include "gateway/store/wall_time.h"

namespace schemagate::store {

// Only hashes are kept: two ids that have one by chance count as one, which costs the second its place.
class MessageIds {
 public:
  // Keeps the latest `ids_max`.
  explicit MessageIds(std::size_t ids_max) : ids_max_(ids_max) {}

  // True when the id is this message's at that agent: until then, nobody else's. `message` tells it from all
  // others, whoever sent them.
  bool claim(const std::string& agent, std::string_view id, WideHash message, WallTime now, WallTime until);

 private:
  struct Due {
    std::uint64_t id;
    WallTime until;
  };
  void drop_expired(WallTime now);
  void drop_oldest();

  std::size_t ids_max_;
  KeyedHash hash_;
  absl::flat_hash_map<std::uint64_t, std::uint64_t> claims_;  // whose message has an id
  std::deque<Due> order_;                                     // the latest last
};

}  // namespace schemagate::store
