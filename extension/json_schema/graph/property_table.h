// The member names that an object schema knows, found in constant time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "a2a/json/name_hash.h"
#include "extension/json_schema/graph/name_index.h"
#include "extension/json_schema/values/inlining.h"
#include "extension/json_schema/values/same_text.h"

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

  const Property* find(std::string_view name) const { return find(name, a2a::name_hash(name)); }
  // `hash` is the name's name_hash(). nullptr when unknown.
  JSON_SCHEMA_INLINE const Property* find(std::string_view name, std::uint32_t hash) const {
    if (!index_) return properties_.empty() ? nullptr : search(name);
    const Property& candidate = properties_[index_->candidate(hash)];
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
  std::optional<NameIndex> index_;         // by name_hash()
  std::optional<NameIndex> middle_index_;  // by their middle as well, where that does not tell all apart
};

// Looks the members of one object up in turn. Members that come in the schema's order need one comparison:
// each is expected one behind the last that was found.
class PropertyCursor {
 public:
  explicit PropertyCursor(const PropertyTable& table)
      : table_(table), expected_(table.properties().data()), end_(expected_ + table.properties().size()) {}

  // nullptr when unknown.
  JSON_SCHEMA_INLINE const Property* find(std::string_view name, std::uint32_t hash) {
    if (expected_ != end_ && same_text(expected_->name, name)) return expected_++;
    const Property* found = table_.find(name, hash);
    if (found != nullptr) expected_ = found + 1;
    return found;
  }

 private:
  const PropertyTable& table_;
  const Property* expected_;
  const Property* end_;
};

}  // namespace schemagate::json_schema
