// Tells by a value's type, and by an object's members, which alternatives of `anyOf` or `oneOf`, and which
// conditions of `allOf`, cannot match it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "extension/json_schema/graph/property_table.h"
#include "extension/json_schema/values/types.h"

namespace schemagate::json_schema {

using Branches = std::uint64_t;  // a bit for each branch
inline constexpr std::size_t kFilteredMax = 64;

// By type of a value, the branches that may take it.
class BranchesByType {
 public:
  explicit BranchesByType(Branches all) { by_type_.fill(all); }

  // `types` may be the two of a number of which the literal alone tells which.
  Branches of(Types types) const {
    const Branches one = by_type_[static_cast<std::size_t>(std::countr_zero(types))];
    return types == kAnyNumber ? one | by_type_[static_cast<std::size_t>(std::countr_zero(kFraction))] : one;
  }
  // `branch` takes no others than `types`.
  void restrict(std::size_t branch, Types types) {
    for (std::size_t i = 0; i < by_type_.size(); ++i) {
      if ((types >> i & 1) == 0) by_type_[i] &= ~(Branches{1} << branch);
    }
  }
  bool operator==(const BranchesByType&) const = default;

 private:
  std::array<Branches, 8> by_type_;
};

// What the branches say of one member.
struct MemberFilter {
  std::uint64_t required_bit = 0;  // in what was seen; 0 when no branch requires it
  Branches required = 0;           // branches that do
  Branches known = 0;              // branches that say something of it
  BranchesByType types;
  // Some branches take few strings and few integers.
  PropertyTable texts;  // the property's node is a position in text_branches
  std::vector<Branches> text_branches;
  Branches other_texts;
  std::vector<std::pair<std::int64_t, Branches>> integers;  // sorted
  Branches other_integers;
};

struct BranchFilter {
  BranchesByType types;
  Branches unnamed;       // take members that `names` does not have
  Branches optional = 0;  // of conditions: match an object that has no member of those that they know
  PropertyTable names;    // the property's node is a position in members
  std::vector<MemberFilter> members;
  std::vector<Branches> required;  // by bit of what was seen: branches that require it
};

}  // namespace schemagate::json_schema
