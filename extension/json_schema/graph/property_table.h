// The member names that an object schema knows, found in constant time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "a2a/json/name_key.h"
#include "extension/json_schema/graph/name_index.h"
#include "extension/json_schema/values/inlining.h"

namespace schemagate::json_schema {

struct Node;
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xFFFF'FFFF;

// Of which types not every value passes some schema: of those of any value, and of an array's elements and an
// object's members. Containers are always among the first; they pass when they have no child of the others.
// kNoChild (values/types.h) among these stops an empty one; all bits stop every one.
struct Stopping {
  // In `values`: the other two stop every container, so that no look at them pays.
  static constexpr std::uint8_t kEveryContainer = 128;

  std::uint8_t values = 0xFF;
  std::uint8_t elements = 0xFF;
  std::uint8_t members = 0xFF;

  // Of values that have to pass both.
  Stopping operator|(Stopping other) const {
    const auto both = [](int a, int b) { return static_cast<std::uint8_t>(a | b); };
    return {both(values, other.values), both(elements, other.elements), both(members, other.members)};
  }
};

struct alignas(32) Property {
  explicit Property(std::string_view known) : key(a2a::name_key(known)), text(known.data()) {}
  // Has the name of no member: none is as long as the key says.
  static Property none() {
    Property none("");
    none.key.number = ~std::uint64_t{0};
    return none;
  }

  std::string_view name() const { return {text, key.number & 0xFFFF'FFFF}; }
  // `other` has the key `other_key`.
  JSON_SCHEMA_INLINE bool has_name(std::string_view other, a2a::NameKey other_key) const {
    if (key != other_key) [[unlikely]]
      return false;
    return a2a::same_name_of_key(other, text);
  }

  a2a::NameKey key;
  const char* text;       // of the name
  NodeId node = kNoNode;  // kNoNode: known from `required` only
  bool required = false;
  // Shortcuts: what is applied to the member of a plain object, and which values that does not take outright.
  Stopping stopping;
  const Node* applied = nullptr;
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

  const Property* find(std::string_view name) const { return find(name, a2a::name_key(name)); }
  // `key` is the name's. nullptr when unknown.
  JSON_SCHEMA_INLINE const Property* find(std::string_view name, a2a::NameKey key) const {
    if (index_.has_value()) return find_by_index(name, key);
    return count_ == 0 ? nullptr : search(name);
  }
  // Whether the names are few, and told apart by their keys.
  bool is_by_key() const { return by_key_; }
  // The only one that can have that key. REQUIRES: is_by_key().
  JSON_SCHEMA_INLINE const Property& candidate_of(a2a::NameKey key) const {
    return properties_[index_->candidate(key.number)];
  }
  // What is known of a member by the place of its name in the index, before the name is looked at.
  struct Place {
    Stopping stopping;           // of every name that falls there
    std::uint8_t candidate = 0;  // the position of the first that may be the member's
  };
  // Fills the places: `other` is what applies to names that are not here. Nothing where there is no index, or
  // too little would pass.
  void sift(const Property& other);
  // Whether there are places to look at.
  bool is_sieve() const { return !sieve_.empty(); }
  // The places, apart from the table, so that a loop over members keeps all that they need at hand.
  struct Sieve {
    const Place* places;
    NameIndex::Function place;

    JSON_SCHEMA_INLINE const Place& place_of(a2a::NameKey key) const { return places[place(key.number)]; }
  };
  // REQUIRES: is_sieve().
  JSON_SCHEMA_INLINE Sieve sieve() const { return {sieve_.data(), index_->function()}; }
  // find(), when the place is known.
  JSON_SCHEMA_INLINE const Property* find_in(const Place& place, std::string_view name,
                                             a2a::NameKey key) const {
    return resolve(properties_[place.candidate], name, key);
  }

  // In the order of their addition. Property::none() is behind them once index() has been called.
  std::span<const Property> properties() const { return {properties_.data(), count_}; }
  std::span<Property> properties() { return {properties_.data(), count_}; }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t position = 0;  // one-based; 0 is empty
  };
  // Few names, of which some may have one key: these differ between their ends only.
  JSON_SCHEMA_INLINE const Property* find_by_index(std::string_view name, a2a::NameKey key) const {
    return resolve(candidate_of(key), name, key);
  }
  JSON_SCHEMA_INLINE const Property* resolve(const Property& candidate, std::string_view name,
                                             a2a::NameKey key) const {
    if (candidate.has_name(name, key)) return &candidate;
    return !by_key_ && candidate.key == key ? search(name) : nullptr;
  }
  bool is_worth_sifting(const Property& other) const;
  const Property* search(std::string_view name) const;
  const Slot& slot_of(std::string_view name, std::uint32_t hash) const;
  std::uint32_t hash_of(std::string_view name) const;
  void grow();

  std::uint64_t secret_;
  std::vector<Property> properties_;
  std::size_t count_ = 0;
  std::vector<Slot> slots_;                // open addressing, a power of two, at most half full
  std::optional<NameIndex> index_;         // by name_key(): of those that have one key, the first
  bool by_key_ = false;                    // and none have
  std::vector<Place> sieve_;               // by place in index_
  std::optional<NameIndex> middle_index_;  // by their middle as well, where the key does not tell all apart
};

// Looks the members of one object up in turn. Members that come in the schema's order need one comparison:
// each is expected one behind the last that was found. REQUIRES: index() has been called.
class PropertyCursor {
 public:
  explicit PropertyCursor(const PropertyTable& table) : table_(table), expected_(table.properties().data()) {}

  // nullptr when unknown.
  JSON_SCHEMA_INLINE const Property* find(std::string_view name, a2a::NameKey key) {
    if (expected_->has_name(name, key)) return expected_++;
    return found(table_.find(name, key));
  }
  // The same, and `other` for an unknown one. REQUIRES: the table is indexed by keys.
  JSON_SCHEMA_INLINE const Property* find_or(const Property* other, std::string_view name, a2a::NameKey key) {
    const Property* candidate = expected_;
    if (candidate->key != key) [[unlikely]] {
      candidate = &table_.candidate_of(key);
      if (candidate->key != key) return other;
    }
    if (!a2a::same_name_of_key(name, candidate->text)) [[unlikely]]
      return other;
    expected_ = candidate + 1;
    return candidate;
  }

 private:
  JSON_SCHEMA_INLINE const Property* found(const Property* property) {
    if (property != nullptr) expected_ = property + 1;
    return property;
  }

  const PropertyTable& table_;
  const Property* expected_;
};

}  // namespace schemagate::json_schema
