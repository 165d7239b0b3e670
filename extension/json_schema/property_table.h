// The member names that an object schema knows, found in constant time.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "extension/json_schema/same_text.h"

namespace json_schema {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xFFFF'FFFF;

struct alignas(32) Property {
  std::string_view name;
  NodeId node = kNoNode;  // kNoNode: known from `required` only
  bool required = false;
};

class PropertyTable {
 public:
  // Returns the entry of that name, added when new. The reference ends with the next call.
  Property& add(std::string_view name);

  // nullptr when unknown. `expected` is where the caller guesses the name, one behind the last hit: members
  // that come in the schema's order need one comparison. Updated on a hit.
  const Property* find(std::string_view name, std::uint32_t& expected) const {
    if (expected < properties_.size() && same(properties_[expected].name, name)) {
      return &properties_[expected++];
    }
    return look_up(name, expected);
  }
  const Property* find(std::string_view name) const {
    std::uint32_t expected = 0;
    return find(name, expected);
  }
  const std::vector<Property>& properties() const { return properties_; }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t position = 0;  // one-based; 0 is empty
  };
  static bool same(std::string_view a, std::string_view b) { return same_text(a, b); }
  const Property* look_up(std::string_view name, std::uint32_t& expected) const;
  const Slot& slot_of(std::string_view name, std::uint32_t hash) const;
  void grow();

  std::vector<Property> properties_;
  std::vector<Slot> slots_;  // open addressing, a power of two, at most half full
};

}  // namespace json_schema
