// How many messages with an id are remembered.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "gateway/store/keyed_hash.h"

namespace schemagate::store {

// Keeps hashes only: for one id in very many it may say that it is there although it is not.
class MessageIds {
 public:
  void add(std::string_view id) { ++counts_[hash_(id)]; }
  void remove(std::string_view id) {
    const auto found = counts_.find(hash_(id));
    if (found != counts_.end() && --found->second == 0) counts_.erase(found);
  }
  bool contains(std::string_view id) const { return counts_.contains(hash_(id)); }

 private:
  KeyedHash hash_;
  std::unordered_map<std::uint64_t, std::uint32_t> counts_;
};

}  // namespace schemagate::store
