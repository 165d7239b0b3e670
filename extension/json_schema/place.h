// Where an evaluation stands, in the instance and in the schema. The verdict needs no places, so its kind is
// empty and costs nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "extension/json_schema/graph.h"

namespace json_schema {

struct NoPlace {
  NoPlace same(NodeId) const { return {}; }
  NoPlace referred(NodeId, Keyword) const { return {}; }
  NoPlace member(NodeId, std::string_view) const { return {}; }
  NoPlace element(NodeId, std::size_t) const { return {}; }
};

// A link of the chain from the root to here; lives on the evaluator's stack. `node` is applied here.
struct Place {
  enum class Step : std::uint8_t { kSame, kMember, kElement };

  const Place* parent = nullptr;
  NodeId node = 0;
  Keyword reference = Keyword::kFalse;  // the keyword that was followed to `node`, if it is a reference
  Step step = Step::kSame;
  std::string_view name = {};
  std::size_t index = 0;

  Place same(NodeId id) const { return {this, id}; }
  Place referred(NodeId id, Keyword keyword) const { return {this, id, keyword}; }
  Place member(NodeId id, std::string_view member_name) const {
    return {this, id, Keyword::kFalse, Step::kMember, member_name};
  }
  Place element(NodeId id, std::size_t position) const {
    return {this, id, Keyword::kFalse, Step::kElement, {}, position};
  }
};

}  // namespace json_schema
