// Where an evaluation stands, in the instance and in the schema. The verdict needs to know only how deep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

// How many schemas are applied inside one another here.
struct Depth {
  std::uint32_t depth = 0;
  Depth same(NodeId) const { return {depth + 1}; }
  Depth referred(NodeId, Keyword) const { return {depth + 1}; }
  Depth member(NodeId, std::string_view) const { return {depth + 1}; }
  Depth element(NodeId, std::size_t) const { return {depth + 1}; }
};

// A link of the chain from the root to here; lives on the evaluator's stack. `node` is applied here.
struct EvaluationPath {
  enum class Step : std::uint8_t {
    kSame,
    kMember,
    kElement,
    kName,  // of a member: what is checked is no value of the instance
  };

  const EvaluationPath* parent = nullptr;
  NodeId node = 0;
  std::uint32_t depth = 0;
  Keyword reference = Keyword::kFalse;  // the keyword that was followed to `node`, if it is a reference
  Step step = Step::kSame;
  std::string_view name = {};
  std::size_t index = 0;

  EvaluationPath same(NodeId id) const { return {this, id, depth + 1}; }
  EvaluationPath referred(NodeId id, Keyword keyword) const { return {this, id, depth + 1, keyword}; }
  EvaluationPath member(NodeId id, std::string_view member_name) const {
    return {this, id, depth + 1, Keyword::kFalse, Step::kMember, member_name};
  }
  EvaluationPath name_of_member(NodeId id, std::string_view member_name) const {
    return {this, id, depth + 1, Keyword::kFalse, Step::kName, member_name};
  }
  EvaluationPath element(NodeId id, std::size_t position) const {
    return {this, id, depth + 1, Keyword::kFalse, Step::kElement, {}, position};
  }
};

}  // namespace schemagate::json_schema
