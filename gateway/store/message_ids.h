// Which message to an agent bears an id: an agent that takes what has the same id for the same message must
// not be given two messages with one. No lock, as the rest of the working set.
#pragma once

#include <absl/container/node_hash_map.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "gateway/store/keyed_hash.h"
#include "gateway/store/owner_queues.h"
#include "gateway/store/scope.h"
#include "gateway/store/wall_time.h"

namespace schemagate::store {

// Only hashes are kept: two ids that have one by chance count as one, which costs the second its place.
class MessageIds {
 public:
  // Keeps `ids_max`; the oldest of the owner that has claimed most of them makes room.
  explicit MessageIds(std::size_t ids_max) : ids_max_(ids_max) {}

  // True when the id is this message's at its agent: until then, nobody else's. `message` tells it from all
  // others, whoever sent them.
  bool claim(const Scope& scope, std::string_view id, WideHash message, WallTime now, WallTime until);

 private:
  struct Claim {
    std::uint64_t message = 0;
    Queued<std::pair<const std::uint64_t, Claim>> queued = {};
  };
  using Claims = absl::node_hash_map<std::uint64_t, Claim>;
  using Queues = OwnerQueues<Claims::value_type>;
  void drop_expired(WallTime now);
  void drop_oldest(Queues::Share& share);

  std::size_t ids_max_;
  KeyedHash hash_;
  Claims claims_;  // whose message has an id
  Queues queues_;
};

}  // namespace schemagate::store
