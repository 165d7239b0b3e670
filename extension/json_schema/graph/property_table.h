// The member names that an object schema knows, found in constant time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "extension/json_schema/graph/name_index.h"
#include "extension/json_schema/values/inlining.h"
#include "extension/json_schema/values/same_text.h"
#include "extension/json_schema/values/text_ends.h"

namespace schemagate::json_schema {

struct Node;
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xFFFF'FFFF;

struct alignas(32) Property {
  std::string_view name;
  NodeId node = kNoNode;  // kNoNode: known from `required` only
  bool required = false;
  const Node* applied = nullptr;  // to the member of a plain object
};

// A few names are told apart by a perfect hash. More are hashed with a secret of the process, so that nobody
// can choose names that fall into one place.
class PropertyTable {
 public:
  PropertyTable();

  // Returns the entry of that name, added when new. The reference ends with the next call.
  Property& add(std::string_view name);
  // Makes find() faster. To be called once all are added.
  void index();

  // nullptr when unknown.
  JSON_SCHEMA_INLINE const Property* find(std::string_view name) const {
    std::size_t position = by_size_[std::min(name.size(), kSizes - 1)];
    if (position == kNone) return nullptr;
    if (position == kSeveral) {
      if (!index_) return search(name);
      position = index_->candidate(ends_of(name));
    }
    const Property& candidate = properties_[position];
    return same_text(candidate.name, name) ? &candidate : nullptr;
  }
  const std::vector<Property>& properties() const { return properties_; }
  std::vector<Property>& properties() { return properties_; }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t position = 0;  // one-based; 0 is empty
  };
  const Property* search(std::string_view name) const;
  const Slot& slot_of(std::string_view name, std::uint32_t hash) const;
  std::uint32_t hash_of(std::string_view name) const;
  void grow();

  std::uint64_t secret_;
  std::vector<Property> properties_;
  std::vector<Slot> slots_;                // open addressing, a power of two, at most half full
  std::optional<NameIndex> index_;         // by their ends
  std::optional<NameIndex> middle_index_;  // by their middle as well, where the ends do not tell all apart
  // By size of a name, the last for all that are larger: the only one that has it.
  static constexpr std::size_t kSizes = 32;
  static constexpr std::uint8_t kNone = 255;
  static constexpr std::uint8_t kSeveral = 254;
  std::array<std::uint8_t, kSizes> by_size_;
};

// Looks the members of one object up in turn. Members that come in the schema's order need one comparison:
// each is expected one behind the last that was found.
class PropertyCursor {
 public:
  explicit PropertyCursor(const PropertyTable& table)
      : table_(table), expected_(table.properties().data()), end_(expected_ + table.properties().size()) {}

  // nullptr when unknown.
  JSON_SCHEMA_INLINE const Property* find(std::string_view name) {
    if (expected_ != end_ && same_text(expected_->name, name)) return expected_++;
    const Property* found = table_.find(name);
    if (found != nullptr) expected_ = found + 1;
    return found;
  }

 private:
  const PropertyTable& table_;
  const Property* expected_;
  const Property* end_;
};

}  // namespace schemagate::json_schema
