// Which message to an agent bears an id: an agent that takes what has the same id for the same message must
// not be given two messages with one. No lock, as the rest of the working set.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

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
  bool claim(const std::string& agent, std::string_view id, std::string_view message, WallTime now,
             WallTime until);

 private:
  struct Claim {
    std::uint64_t message;
    WallTime until;
  };
  using Claims = std::unordered_map<std::uint64_t, Claim>;
  void drop_expired(WallTime now);
  void drop_oldest();

  std::size_t ids_max_;
  KeyedHash hash_;
  Claims claims_;
  std::deque<std::uint64_t> order_;  // the latest last
};

}  // namespace schemagate::store
