// How many messages with an id are remembered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gateway/store/keyed_hash.h"

namespace schemagate::store {

// Counts hashes, in 1 MiB and one access to memory: it may say of an id that it is there although only
// another one of the same hash is, for one in sixteen while 16,000 are.
class MessageIds {
 public:
  void add(std::string_view id) { ++counts_[place(id)]; }
  // Of an id that was added.
  void remove(std::string_view id) { --counts_[place(id)]; }
  bool contains(std::string_view id) const { return counts_[place(id)] != 0; }

 private:
  static constexpr std::size_t kPlaces = std::size_t{1} << 18;

  std::size_t place(std::string_view id) const { return hash_(id) % kPlaces; }

  KeyedHash hash_;
  std::vector<std::uint32_t> counts_ = std::vector<std::uint32_t>(kPlaces);
};

}  // namespace schemagate::store
